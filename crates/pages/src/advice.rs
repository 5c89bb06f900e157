//! Asking Linux for huge pages. Elsewhere nothing is asked: that is the safe twin, and a test says that both give the same memory.
//!
//! Source: madvise(2), `MADV_HUGEPAGE`.

use core::mem::MaybeUninit;

/// What Linux calls a huge page on most machines; a multiple of the size of all small ones.
#[cfg(target_os = "linux")]
const HUGE: usize = 2 << 20;

/// Asks for huge pages under the part of `memory` that can have whole ones. That it is refused is no error: the memory is as good as before.
#[cfg(target_os = "linux")]
pub(crate) fn prefer_huge_pages<T>(memory: &mut [MaybeUninit<T>]) {
    let first = memory.as_mut_ptr();
    let skipped = first.addr().next_multiple_of(HUGE) - first.addr();
    let length = size_of_val(memory).saturating_sub(skipped) / HUGE * HUGE;
    if length > 0 {
        advise(first.wrapping_byte_add(skipped).cast(), length);
    }
}

/// The one call.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn advise(start: *mut libc::c_void, length: usize) {
    // SAFETY: the range lies in memory that the one caller has borrowed exclusively; and this advice changes how the kernel backs addresses, never whether they may be
    // read or what they hold.
    unsafe { libc::madvise(start, length, libc::MADV_HUGEPAGE) };
}

/// Nothing is asked.
#[cfg(not(target_os = "linux"))]
pub(crate) fn prefer_huge_pages<T>(_: &mut [MaybeUninit<T>]) {}
