//! What a call may take of the machine: threads and the memory of tables.
//!
//! More than there is would end the program of the caller and not the call, so it is refused before.

use crate::border::{Call, Fault, Status};
use std::num::NonZero;
use std::sync::{OnceLock, RwLock};
use std::thread::Builder;

/// The most threads that a count or a search can have.
pub const PLYWOOD_MAX_THREADS: u32 = 1024;

/// The threads that are meant: 0 = all cores.
pub(crate) fn threads(wanted: u32) -> Call<usize> {
    match wanted {
        0 => Ok(all_cores()),
        1..=PLYWOOD_MAX_THREADS => Ok(wanted as usize),
        _ => {
            let fault = format!("{wanted} threads: expected 0 (all cores) to {PLYWOOD_MAX_THREADS}");
            Err(Fault::new(Status::BadArgument, fault))
        }
    }
}

fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get).min(PLYWOOD_MAX_THREADS as usize)
}

/// Checks that the system gives so many threads at once: a search that does not get them cannot go on.
pub(crate) fn try_threads(threads: usize) -> Call {
    let gate = RwLock::new(());
    std::thread::scope(|scope| {
        let closed = gate.write();
        let wait = || drop(gate.read());
        let all = (1..threads).try_for_each(|_| Builder::new().spawn_scoped(scope, wait).map(drop));
        drop(closed);
        all.map_err(|fault| Fault::new(Status::NoResources, format!("cannot start {threads} threads: {fault}")))
    })
}

/// The bytes of a table of `megabytes`, if the machine has them.
pub(crate) fn table_bytes(megabytes: u64) -> Call<usize> {
    let bytes = megabytes.checked_mul(1 << 20).filter(|bytes| *bytes == 0 || *bytes <= memory());
    let bytes = bytes.and_then(|bytes| usize::try_from(bytes).ok());
    let too_many = || format!("a table of {megabytes} MB is more than the memory of this machine");
    bytes.ok_or_else(|| Fault::new(Status::NoResources, too_many()))
}

/// The memory of the machine in bytes, asked for once; no limit where the system does not tell.
fn memory() -> u64 {
    static MEMORY: OnceLock<u64> = OnceLock::new();
    let kind = || sysinfo::RefreshKind::nothing().with_memory(sysinfo::MemoryRefreshKind::nothing().with_ram());
    let ask = || sysinfo::System::new_with_specifics(kind()).map_or(u64::MAX, |system| system.total_memory());
    *MEMORY.get_or_init(ask)
}
