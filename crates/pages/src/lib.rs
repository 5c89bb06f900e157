//! Memory for large tables, in huge pages where the system gives them on request.
//!
//! A table of hundreds of megabytes is read at random places, and with small pages nearly every read also waits for the
//! address to be translated. What huge pages gain is in docs/performance.md, "Huge pages". Who knows early which place he will read has it brought
//! nearer by [`prefetch`].
//!
//! What it deliberately does not do: it knows no table and no game, and it is the only place outside the bindings with unsafe code, one
//! call of the system in `advice.rs` and one instruction in `hint.rs`. Start reading at [`filled`].
#![no_std]

extern crate alloc;

mod advice;
mod hint;

use alloc::collections::TryReserveError;
use alloc::vec::Vec;

pub use hint::prefetch;

/// So many default values, in huge pages where the system has them. The same in every respect as a vector that was filled by hand, but for its speed
/// when it is large and read here and there.
///
/// # Errors
/// When the memory cannot be reserved.
///
/// # Example
/// ```
/// let table: Vec<u64> = plywood_pages::filled(1 << 20)?;
/// assert!(table.len() == 1 << 20 && table.iter().all(|&word| word == 0));
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
pub fn filled<T: Default>(count: usize) -> Result<Vec<T>, TryReserveError> {
    let mut values = Vec::new();
    values.try_reserve_exact(count)?;
    // Before the first write: that is when the system chooses the pages.
    advice::prefer_huge_pages(values.spare_capacity_mut());
    values.resize_with(count, T::default);
    Ok(values)
}
