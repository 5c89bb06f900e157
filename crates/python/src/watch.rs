//! Long work without the interpreter lock, with a look at Ctrl-C and at the caller's callback now and then.
//!
//! Work that nothing can cut short (memory that is filled, a level of boards) is done on a thread of its own which the call leaves behind
//! when it is interrupted: such a thread owns what it needs, touches nothing of Python, and frees it all when it ends.

use crate::arguments::{Callback, bad};
use crate::exit::{attach, detach};
use plywood::core::perft::{Control, PerftError, STACK};
use plywood::{CountError, PerftSettings};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyMemoryError};
use pyo3::prelude::*;
use std::fmt::Display;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// How often signals and callbacks are looked at: Ctrl-C is to be answered within 0.2 s.
pub(crate) const EVERY: Duration = Duration::from_millis(50);

/// For so long a loop over Python objects keeps the interpreter's lock. Whoever waits for it asks after 5 ms (`sys.getswitchinterval`), and only one who
/// has been asked gives it away: one that lets go sooner has it back before the other is awake.
const TURN: Duration = Duration::from_millis(10);

/// Signals and the turns of other threads, in a loop that reads Python objects.
pub(crate) struct Turns {
    since: Instant,
}

impl Turns {
    pub(crate) fn new() -> Self {
        Self { since: Instant::now() }
    }

    /// Raises what a signal raises, and lets other threads run, when it is time.
    pub(crate) fn pass(&mut self, py: Python<'_>) -> PyResult<()> {
        if self.since.elapsed() < TURN {
            return Ok(());
        }
        py.check_signals()?;
        detach(py, || ());
        self.since = Instant::now();
        Ok(())
    }
}

create_exception!(
    plywood,
    Stopped,
    PyException,
    "A count was stopped by its progress callback; `partial` is what had been counted, None in one that was not raised by a count."
);

/// Gives the class what every instance has, whoever made it.
pub(crate) fn complete_stopped(py: Python<'_>) -> PyResult<()> {
    py.get_type::<Stopped>().setattr("partial", py.None())
}

/// Calls `progress`, if there is one, and says whether it wants the work to stop: it returns something true.
pub(crate) fn tell<'py, T: IntoPyObject<'py>>(py: Python<'py>, progress: Option<&Callback>, news: T) -> PyResult<bool> {
    py.check_signals()?;
    match progress {
        None => Ok(false),
        Some(Callback(progress)) => progress.bind(py).call1((news,))?.is_truthy(),
    }
}

/// Raises what a signal raises.
fn signals(py: Python<'_>) -> PyResult<()> {
    py.check_signals()
}

/// Does `work` on another thread and looks up now and then. What `look` raises comes out at once, and the work is left to itself.
fn beside<T: Send + 'static>(
    py: Python<'_>,
    mut look: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    detach(py, || {
        let (done, wait) = sync_channel(1);
        // Nobody waits for the work that was left behind.
        let working = Builder::new().stack_size(STACK).spawn(move || drop(done.send(work()))).map_err(bad)?;
        loop {
            match wait.recv_timeout(EVERY) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => attach(&mut look)?,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        match working.join() {
            Err(panic) => resume_unwind(panic),
            Ok(()) => Err(bad("the work gave no result")),
        }
    })
}

/// Does `work` on another thread; Ctrl-C leaves it there.
pub(crate) fn aside<T: Send + 'static>(py: Python<'_>, work: impl FnOnce() -> T + Send + 'static) -> PyResult<T> {
    beside(py, signals, work)
}

/// Does `work` on another thread; Ctrl-C stops it by its `control`.
pub(crate) fn controlled<T: Send + 'static>(
    py: Python<'_>,
    control: &Control,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let done = aside(py, work);
    if done.is_err() {
        control.stop();
    }
    done
}

/// Counts without the interpreter lock. What a callback or a signal raises stops the count and comes out. The settings, whose table may be
/// large, are freed by the thread that counts.
pub(crate) fn count<T: Send + 'static>(
    py: Python<'_>,
    settings: PerftSettings,
    progress: Option<&Callback>,
    work: impl FnOnce(&PerftSettings) -> T + Send + 'static,
) -> PyResult<T> {
    let settings = Arc::new(settings);
    let watched = Arc::downgrade(&settings);
    let stop = || {
        if let Some(settings) = watched.upgrade() {
            settings.control().stop();
        }
    };
    let mut told = false;
    let look = |py: Python<'_>| {
        let share = watched.upgrade().map(|settings| settings.control().progress());
        match share {
            // One that has stopped the count hears no more of it.
            Some(share) if !told => told = tell(py, progress, share)?,
            _ => py.check_signals()?,
        }
        if told {
            stop();
        }
        Ok(())
    };
    let counted = beside(py, look, move || work(&settings));
    if counted.is_err() {
        stop();
    }
    counted
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
