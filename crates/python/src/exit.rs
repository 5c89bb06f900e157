//! Daemon threads that are still at work when the interpreter ends.
//!
//! CPython ends a thread that then asks for the interpreter's lock by `pthread_exit` (3.14 lets it hang), whose unwinding Rust code does not
//! survive. So nothing here asks for the lock without a [`Pass`], and once the interpreter is about to end, which `atexit` tells, only the
//! thread that ends it gets one: the others sleep until the process is gone. Source: CPython, "Initialization, Finalization, and Threads",
//! `PyEval_RestoreThread`.
//!
//! Not here: threads that the interpreter ends while Python code runs in a callback; for those it waits [`PATIENCE`].

use pyo3::prelude::*;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// How long the end waits for threads that have a pass. A forked process may have taken over the count of some that it does not have.
const PATIENCE: Duration = Duration::from_secs(1);

struct Gate {
    /// How many passes there are.
    passes: usize,
    /// The thread that ends the interpreter, once it does.
    ending: Option<ThreadId>,
}

static GATE: Mutex<Gate> = Mutex::new(Gate { passes: 0, ending: None });
static RETURNED: Condvar = Condvar::new();

fn gate() -> MutexGuard<'static, Gate> {
    GATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The right to ask for the interpreter's lock, kept until it is held.
struct Pass(());

impl Pass {
    /// Does not return in a thread that comes too late.
    fn get() -> Self {
        let mut gate = gate();
        if gate.ending.is_some_and(|ending| ending != thread::current().id()) {
            drop(gate);
            loop {
                thread::park();
            }
        }
        gate.passes += 1;
        Self(())
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        gate().passes -= 1;
        RETURNED.notify_all();
    }
}

/// `Python::detach`: does `work` without the interpreter's lock.
pub(crate) fn detach<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
    let (result, _pass) = py.detach(|| {
        let result = work();
        (result, Pass::get())
    });
    result
}

/// `Python::attach`: does `work` with the interpreter's lock.
pub(crate) fn attach<T>(work: impl FnOnce(Python<'_>) -> T) -> T {
    let _pass = Pass::get();
    Python::attach(work)
}

/// Closes the gate; `atexit` calls it.
#[pyfunction]
fn close(py: Python<'_>) {
    py.detach(|| {
        let mut gate = gate();
        gate.ending = Some(thread::current().id());
        // Those who have a pass may be waiting for the lock, which is free meanwhile.
        drop(RETURNED.wait_timeout_while(gate, PATIENCE, |gate| gate.passes > 0));
    });
}

/// Has the interpreter tell when it ends.
pub(crate) fn watch(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let close = wrap_pyfunction!(close, module)?;
    module.py().import("atexit")?.call_method1("register", (close,))?;
    Ok(())
}
