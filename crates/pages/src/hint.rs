//! A word to the processor that a place in memory will be read soon. What it gains is in docs/decisions.md, "The table's line is asked for early".
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
    #[cfg(all(target_arch = "x86_64", target_feature = "sse"))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint reads nothing for the program and cannot fault; the processor has SSE, which it belongs to.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(value).cast()) }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse")))]
    let _ = value;
}
