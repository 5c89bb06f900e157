//! Plywood as a C library: `plywood.h` is made from this crate.
//!
//! What it is: the facade's games, positions, records, counts and searches, and the beliefs of RBC, behind plain functions. Every function returns a
//! [`Status`] and writes its results through pointers of the caller; what goes wrong inside stays inside. Nothing here knows a rule.
//!
//! Threads. Functions on different handles may run at the same time, always. On one handle, functions that take it `const` may run
//! at the same time, and one that changes it must run alone; a call that comes in between is told [`Status::Busy`] and does nothing. A
//! `plywood_cancel` may be used from every thread at any time. Each thread has its own last error.
//!
//! Start reading at `border`, then `positions`. How programs are built with it: docs/linking.md.

mod belief;
mod blind;
mod border;
mod cancels;
mod counts;
mod games;
mod handle;
mod playouts;
mod positions;
mod records;
mod resources;
mod searches;

pub use belief::*;
pub use blind::*;
pub use border::Status;
pub use cancels::*;
pub use counts::*;
pub use games::*;
pub use handle::Handle;
pub use playouts::*;
pub use positions::*;
pub use records::*;
pub use resources::PLYWOOD_MAX_THREADS;
pub use searches::*;

use std::ffi::c_char;

/// The version of this interface; the name of the shared library ends with it. A program that was written for another one must not
/// call anything else.
pub const PLYWOOD_ABI: u32 = 1;

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

/// The words of this thread's last call that failed; empty when none has, and once the thread is ending. Lives until the next one
/// fails on this thread. Never freed.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_last_error() -> *const c_char {
    border::last_error()
}

/// What a status says, in a few words that do not depend on the call: `bad move` for `PLYWOOD_STATUS_BAD_MOVE`, `no status` for a number
/// that is none. Never freed.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_status_text(status: i32) -> *const c_char {
    Status::words_of(status).as_ptr()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_name_of_the_library_has_the_version_of_the_interface() {
        let name = format!("libplywood.so.{}", super::PLYWOOD_ABI);
        for place in [include_str!("../build.rs"), include_str!("../install.sh"), include_str!("../check.sh")] {
            assert!(place.contains(&name), "{place}");
        }
    }
}
