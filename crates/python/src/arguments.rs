//! Arguments that Python gives: whole numbers within bounds, real ones, limits, callbacks, rules by name. What does not fit is a `ValueError`
//! that names the bounds, what is of another kind a `TypeError`, and no number is an `OverflowError`.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyMapping, PyMappingMethods};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

/// A fault of the caller.
pub(crate) fn bad(fault: impl Display) -> PyErr {
    PyValueError::new_err(fault.to_string())
}

/// An argument of another kind than the one that is `expected`.
pub(crate) fn unlike(expected: &str, object: &Bound<'_, PyAny>) -> PyErr {
    match object.get_type().name() {
        Ok(name) => PyTypeError::new_err(format!("expected {expected}, not {name}")),
        Err(fault) => fault,
    }
}

/// Whether a number did not fit.
fn is_overflow(fault: &PyErr, py: Python<'_>) -> bool {
    fault.is_instance_of::<PyOverflowError>(py)
}

/// A whole number; those that do not fit into a word are farther off than any that does. What is no number is a `TypeError`.
#[derive(Clone, Copy)]
pub(crate) struct Whole(i128);

impl From<i64> for Whole {
    fn from(number: i64) -> Self {
        Self(number.into())
    }
}

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        let number = match object.extract::<i64>() {
            Err(fault) if is_overflow(&fault, py) => object.extract::<u64>().map(i128::from),
            number => number.map(i128::from),
        };
        match number {
            Err(fault) if is_overflow(&fault, py) => Ok(Self(if object.lt(0)? { i128::MIN } else { i128::MAX })),
            number => number.map(Self),
        }
    }
}

impl Whole {
    /// The number, which must lie in `range`.
    pub(crate) fn within(self, what: &str, range: RangeInclusive<u64>) -> PyResult<u64> {
        let number = u64::try_from(self.0).ok().filter(|number| range.contains(number));
        number.ok_or_else(|| bad(format!("{what} must be a number from {} to {}", range.start(), range.end())))
    }

    /// Counted from the end where it is negative, as Python does.
    fn counted_from_start(self, length: usize) -> i128 {
        if self.0 < 0 { self.0.saturating_add(length as i128) } else { self.0 }
    }

    /// The place in a list of `length` that is meant; None beyond its ends.
    pub(crate) fn place_in(self, length: usize) -> Option<usize> {
        usize::try_from(self.counted_from_start(length)).ok().filter(|&place| place < length)
    }

    /// Where a part of a list of `length` begins or ends that is meant: beyond the ends of the list it is these.
    pub(crate) fn border_in(self, length: usize) -> usize {
        self.counted_from_start(length).clamp(0, length as i128) as usize
    }
}

/// A real number; whole ones that are too large for one are infinite.
#[derive(Clone, Copy)]
pub(crate) struct Real(pub(crate) f64);

impl<'py> FromPyObject<'_, 'py> for Real {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<f64>() {
            Ok(number) => Ok(Self(number)),
            Err(fault) if is_overflow(&fault, object.py()) => {
                Ok(Self(if object.lt(0)? { f64::NEG_INFINITY } else { f64::INFINITY }))
            }
            Err(fault) => Err(fault),
        }
    }
}

impl Real {
    /// The number, which must be one.
    pub(crate) fn sound(self, what: &str) -> PyResult<f64> {
        if self.0.is_nan() { Err(bad(format!("{what} must be a number, not nan"))) } else { Ok(self.0) }
    }
}

/// A limit of a game: a whole number, or none, which is None or the default of `reconchess`, infinity.
#[derive(Clone, Copy)]
pub(crate) struct Limit(Option<Whole>);

impl Limit {
    pub(crate) const NONE: Self = Self(None);

    /// The number, if there is one.
    pub(crate) fn number(self, what: &str) -> PyResult<Option<u32>> {
        let number = self.0.map(|number| number.within(what, 0..=u32::MAX.into())).transpose()?;
        Ok(number.map(|number| number as u32))
    }
}

impl From<i64> for Limit {
    fn from(number: i64) -> Self {
        Self(Some(number.into()))
    }
}

impl<'py> FromPyObject<'_, 'py> for Limit {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let endless =
            |object: Borrowed<'_, 'py, PyAny>| object.cast::<PyFloat>().is_ok_and(|x| x.value() == f64::INFINITY);
        if object.is_none() || endless(object) {
            return Ok(Self::NONE);
        }
        Ok(Self(Some(object.extract()?)))
    }
}

/// A function of the caller. What cannot be called is a `TypeError` before anything is begun.
pub(crate) struct Callback(pub(crate) Py<PyAny>);

impl<'py> FromPyObject<'_, 'py> for Callback {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_callable() { Ok(Self(object.to_owned().unbind())) } else { Err(unlike("a function", &object)) }
    }
}

/// Rules of play by name, on or off: any mapping.
#[derive(Default)]
pub(crate) struct Rules(pub(crate) BTreeMap<String, bool>);

impl<'py> FromPyObject<'_, 'py> for Rules {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let Ok(mapping) = object.cast::<PyMapping>() else { return Err(unlike("a mapping of rules", &object)) };
        let rules: Vec<(String, bool)> = mapping.items()?.extract()?;
        Ok(Self(rules.into_iter().collect()))
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
    // To ask the system takes longer than a small count.
    if megabytes > 0 && megabytes > total_memory() >> 20 {
        return Err(bad(format!("hash: {megabytes} MB is more than the memory of this machine")));
    }
    usize::try_from(megabytes).map_err(bad)
}

fn total_memory() -> u64 {
    let kind = sysinfo::RefreshKind::nothing().with_memory(sysinfo::MemoryRefreshKind::nothing().with_ram());
    sysinfo::System::new_with_specifics(kind).map_or(u64::MAX, |system| system.total_memory())
}

/// A time in seconds, from a thousandth to a month.
pub(crate) fn seconds(number: Real) -> PyResult<Duration> {
    let sound = (0.001..=2_592_000.0).contains(&number.0);
    sound.then(|| Duration::from_secs_f64(number.0)).ok_or_else(|| bad("time must be seconds from 0.001 to 2592000"))
}
