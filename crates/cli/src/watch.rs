//! Watching long work: Ctrl-C stops it, a bar on the terminal shows how far a count is.

use crate::failure::Failure;
use indicatif::{ProgressBar, ProgressStyle};
use plywood::PerftSettings;
use plywood::core::perft::Control;
use plywood::core::search::Stop;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::time::Duration;

/// Counts shorter than this show no bar.
const QUIET: Duration = Duration::from_millis(500);
/// Time between two looks at the progress.
const TICK: Duration = Duration::from_millis(100);
const STEPS: u64 = 1000;

/// Makes Ctrl-C (and a request to terminate) call `stop`; a second one ends the program at once.
fn on_interrupt(stop: impl Fn() + Send + 'static) -> Result<(), Failure> {
    let asked = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if asked.swap(true, Relaxed) {
            std::process::exit(130);
        }
        stop();
    })
    .map_err(|fault| Failure::input(format!("cannot watch for interrupts: {fault}")))
}

/// Makes Ctrl-C stop the counts of `settings`.
pub(crate) fn stop_count_on_interrupt(settings: &Arc<PerftSettings>) -> Result<(), Failure> {
    let settings = Arc::clone(settings);
    on_interrupt(move || settings.control().stop())
}

/// Makes Ctrl-C stop what uses `control`.
pub(crate) fn stop_control_on_interrupt(control: &Arc<Control>) -> Result<(), Failure> {
    let control = Arc::clone(control);
    on_interrupt(move || control.stop())
}

/// A stop that Ctrl-C calls.
pub(crate) fn stop_on_interrupt() -> Result<Stop, Failure> {
    let stop = Stop::default();
    let asked = stop.clone();
    on_interrupt(move || asked.stop())?;
    Ok(stop)
}

/// Runs `work`, with a bar on the terminal when it takes long.
pub(crate) fn with_bar<T>(label: &str, control: &Control, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let (done, wait) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || show(label, control, &wait));
        let result = work();
        drop(done);
        result
    })
}

/// A line on the terminal that says what goes on; nothing where standard error is no terminal.
pub(crate) fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(TICK);
    bar
}

fn show(label: &str, control: &Control, wait: &mpsc::Receiver<()>) {
    let running = |time| matches!(wait.recv_timeout(time), Err(mpsc::RecvTimeoutError::Timeout));
    if !running(QUIET) {
        return;
    }
    let bar = ProgressBar::new(STEPS).with_message(label.to_owned());
    if let Ok(style) = ProgressStyle::with_template("{msg} [{bar:40}] {percent}% {elapsed} left {eta}") {
        bar.set_style(style);
    }
    while running(TICK) {
        bar.set_position((control.progress() * STEPS as f64) as u64);
    }
    bar.finish_and_clear();
}
