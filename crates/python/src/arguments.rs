//! Numbers that Python gives: whole ones within bounds, seconds, sizes. What does not fit is a `ValueError` that names the bounds.

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

/// A fault of the caller.
pub(crate) fn bad(fault: impl Display) -> PyErr {
    PyValueError::new_err(fault.to_string())
}

/// A whole number, however large. What is no number is a `TypeError`.
#[derive(Clone, Copy)]
pub(crate) struct Whole(Option<i64>);

impl From<i64> for Whole {
    fn from(number: i64) -> Self {
        Self(Some(number))
    }
}

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<i64>() {
            Ok(number) => Ok(Self(Some(number))),
            Err(fault) if fault.is_instance_of::<PyOverflowError>(object.py()) => Ok(Self(None)),
            Err(fault) => Err(fault),
        }
    }
}

impl Whole {
    /// The number, which must lie in `range`.
    pub(crate) fn within(self, what: &str, range: RangeInclusive<u64>) -> PyResult<u64> {
        let number = self.0.and_then(|number| u64::try_from(number).ok()).filter(|number| range.contains(number));
        number.ok_or_else(|| bad(format!("{what} must be a number from {} to {}", range.start(), range.end())))
    }
}

/// Depths; which ones can be counted is the core's business.
pub(crate) const ANY_DEPTH: RangeInclusive<u64> = 0..=u32::MAX as u64;

/// Threads, at least one.
pub(crate) fn threads(number: Whole) -> PyResult<usize> {
    Ok(number.within("threads", 1..=1024)? as usize)
}

/// The megabytes of a table. More than the machine has would end the process, not the call.
pub(crate) fn megabytes(number: Whole) -> PyResult<usize> {
    let megabytes = number.within("hash", 0..=1 << 40)?;
    if megabytes > total_memory() >> 20 {
        return Err(bad(format!("hash: {megabytes} MB is more than the memory of this machine")));
    }
    usize::try_from(megabytes).map_err(bad)
}

fn total_memory() -> u64 {
    let kind = sysinfo::RefreshKind::nothing().with_memory(sysinfo::MemoryRefreshKind::nothing().with_ram());
    sysinfo::System::new_with_specifics(kind).map_or(u64::MAX, |system| system.total_memory())
}

/// A time in seconds, from a thousandth to a month.
pub(crate) fn seconds(number: f64) -> PyResult<Duration> {
    let sound = (0.001..=2_592_000.0).contains(&number);
    sound.then(|| Duration::from_secs_f64(number)).ok_or_else(|| bad("time must be seconds from 0.001 to 2592000"))
}
