//! A word to the processor that a place in memory will be read soon. What it gains is in docs/performance.md, "Prefetch".
//!
//! Source: Intel's Software Developer's Manual, volume 2, PREFETCHh.

/// Starts to bring `value` nearer, where the processor is known to take such a hint; it changes nothing else.
///
/// # Example
/// ```
/// let table = vec![0u64; 1 << 20];
/// plywood_pages::prefetch(&table[12345]);
/// ```
#[inline(always)]
#[allow(unsafe_code)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint reads nothing for the program and cannot fault; SSE, which it belongs to, is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(value).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
