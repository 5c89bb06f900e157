//! Plywood as a C library: `plywood.h` is made from this crate.
//!
//! What it is: the facade's games, positions, records, counts and searches behind plain functions. Every function returns a
//! [`Status`] and writes its results through pointers of the caller; what goes wrong inside stays inside. Nothing here knows a rule.
//!
//! Threads. Functions on different handles may run at the same time, always. On one handle, functions that take it `const` may run
//! at the same time, and one that changes it must run alone; a call that comes in between is told `Busy` and does nothing. A
//! `plywood_cancel` may be used from every thread at any time. Each thread has its own last error.
//!
//! Start reading at `border`, then `positions`. How programs are built with it: docs/linking.md.

mod blind;
mod border;
mod counts;
mod games;
mod handle;
mod positions;
mod records;
mod searches;

pub use blind::*;
pub use border::Status;
pub use counts::*;
pub use games::*;
pub use handle::Handle;
pub use positions::*;
pub use records::*;
pub use searches::*;

use std::ffi::c_char;

/// The version of this interface. A program that was written for another one must not call anything else.
pub const PLYWOOD_ABI: u32 = 0;

/// The version of the interface that the library has; compare it with `PLYWOOD_ABI`.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_abi_version() -> u32 {
    PLYWOOD_ABI
}

/// The version of Plywood as text, such as `0.1.0`. Never freed.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_version() -> *const c_char {
    const { concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast() }
}

/// The words of this thread's last call that failed; empty when none has. Lives until the next one fails on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_last_error() -> *const c_char {
    border::last_error()
}
