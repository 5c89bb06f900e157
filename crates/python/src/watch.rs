//! Long work without the interpreter lock, with a look at Ctrl-C and at the caller's callback now and then.

use crate::arguments::bad;
use plywood::core::perft::PerftError;
use plywood::{CountError, PerftSettings};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyMemoryError};
use pyo3::prelude::*;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::time::Duration;

/// How often signals and callbacks are looked at: Ctrl-C is to be answered within 0.2 s.
pub(crate) const EVERY: Duration = Duration::from_millis(50);

create_exception!(
    plywood,
    Stopped,
    PyException,
    "A count was stopped by its progress callback; `partial` is what had been counted."
);

/// Calls `progress`, if there is one, and says whether it wants the work to stop: it returns something true.
pub(crate) fn tell<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    progress: Option<&Py<PyAny>>,
    news: T,
) -> PyResult<bool> {
    py.check_signals()?;
    match progress {
        None => Ok(false),
        Some(progress) => progress.bind(py).call1((news,))?.is_truthy(),
    }
}

/// Counts without the interpreter lock. What a callback or a signal raises stops the count and comes out.
pub(crate) fn count<T: Send>(
    py: Python<'_>,
    settings: &PerftSettings,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&PerftSettings) -> T + Send,
) -> PyResult<T> {
    let mut fault = None;
    let counted = py.detach(|| {
        let mut look = |share: f64| match Python::attach(|py| tell(py, progress, share)) {
            Ok(false) => ControlFlow::Continue(()),
            Ok(true) => ControlFlow::Break(()),
            Err(raised) => {
                fault = Some(raised);
                ControlFlow::Break(())
            }
        };
        settings.watched(EVERY, &mut look, || work(settings))
    });
    fault.map_or(Ok(counted), Err)
}

/// A count that failed as an exception; `form` says how Python sees what an interrupted one had counted.
pub(crate) fn raise<'py, T, U: IntoPyObject<'py>>(
    py: Python<'py>,
    error: CountError<T>,
    form: impl FnOnce(T) -> U,
) -> PyErr
where
    CountError<T>: Display,
{
    let text = error.to_string();
    match error {
        CountError::Perft(PerftError::Interrupted(partial)) => {
            let stopped = Stopped::new_err(text);
            let set = stopped.value(py).setattr("partial", form(partial));
            set.map_or_else(|fault| fault, |()| stopped)
        }
        CountError::Perft(PerftError::Memory) => PyMemoryError::new_err(text),
        _ => bad(text),
    }
}
