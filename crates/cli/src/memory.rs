//! `--hash MB` against the memory of the machine: asking for more than there is would end the program, not the table.

use crate::failure::Failure;

/// The bytes of so many megabytes.
pub(crate) fn checked(megabytes: u64) -> Result<usize, Failure> {
    let too_large = || Failure::input(format!("--hash {megabytes} MB is more than the memory of this machine"));
    let bytes = megabytes.checked_mul(1 << 20).filter(|&bytes| bytes <= total()).ok_or_else(too_large)?;
    usize::try_from(bytes).map_err(|_| too_large())
}

/// The table of a player (`hash=MB` among its settings).
pub(crate) fn check_player(spec: &str) -> Result<(), Failure> {
    let megabytes = spec.split(',').filter_map(|word| word.strip_prefix("hash=")?.parse().ok());
    megabytes.map(checked).try_for_each(|checked| checked.map(|_| ()))
}

/// The memory of the machine in bytes; no limit where the system does not tell.
fn total() -> u64 {
    let kind = sysinfo::RefreshKind::nothing().with_memory(sysinfo::MemoryRefreshKind::nothing().with_ram());
    sysinfo::System::new_with_specifics(kind).map_or(u64::MAX, |system| system.total_memory())
}
