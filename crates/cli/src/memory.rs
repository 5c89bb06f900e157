//! `--hash MB` against the memory of the machine: asking for more than there is would end the program, not the table.

use crate::failure::Failure;

/// The bytes of so many megabytes.
pub(crate) fn checked(megabytes: u64) -> Result<usize, Failure> {
    let too_large = || Failure::input(format!("--hash {megabytes} MB is more than the memory of this machine"));
    let bytes = megabytes.checked_mul(1 << 20).filter(|&bytes| bytes <= total()).ok_or_else(too_large)?;
    usize::try_from(bytes).map_err(|_| too_large())
}

/// The tables of players (`hash=MB` among their settings), which each thread has for itself.
pub(crate) fn check_players(specs: [&str; 2], threads: usize) -> Result<(), Failure> {
    let settings = specs.iter().flat_map(|spec| spec.split(','));
    let sizes = settings.filter_map(|word| word.strip_prefix("hash=")?.parse::<u64>().ok());
    let megabytes = sizes.fold(0, u64::saturating_add).saturating_mul(threads as u64);
    if megabytes <= total() >> 20 {
        return Ok(());
    }
    Err(Failure::input(format!("tables of {megabytes} MB together are more than the memory of this machine")))
}

/// The memory of the machine in bytes; no limit where the system does not tell.
fn total() -> u64 {
    let kind = sysinfo::RefreshKind::nothing().with_memory(sysinfo::MemoryRefreshKind::nothing().with_ram());
    sysinfo::System::new_with_specifics(kind).map_or(u64::MAX, |system| system.total_memory())
}
