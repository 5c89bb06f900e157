//! What the engine protocols share: lines from a host, and a search that goes on beside them.
//!
//! Not here: what the words of a protocol mean (`hub`, `uci`), and how time is shared out (`clock`).

use crate::failure::Failure;
use plywood::core::search::{Engine, Limits, MAX_DEPTH, Report, Stop};
use plywood::{AnyRecord, SearchFault};
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often a search that must wait for its host looks whether it may end.
const POLL: Duration = Duration::from_millis(2);
/// Writes one line to the host. A host that is gone ends the program with its input, not here.
pub(crate) fn say(line: &str) {
    let mut stdout = std::io::stdout().lock();
    let _ = writeln!(stdout, "{line}");
    let _ = stdout.flush();
}

/// Gives every line of standard input to `work` until it says that it is enough. Bytes that are no text are replaced, so
/// that garbage is a line like any other.
pub(crate) fn listen(mut work: impl FnMut(&str) -> bool) -> Result<(), Failure> {
    let mut stdin = std::io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = stdin.read_until(b'\n', &mut bytes);
        match read.map_err(|fault| Failure::input(format!("cannot read standard input: {fault}")))? {
            0 => return Ok(()),
            _ if !work(String::from_utf8_lossy(&bytes).trim()) => return Ok(()),
            _ => {}
        }
    }
}

/// A search under way.
pub(crate) struct Thought {
    stop: Stop,
    /// Its answer is held back until the host asks for it: hosts that ponder or analyse expect none before.
    held: Arc<AtomicBool>,
    thread: JoinHandle<()>,
    /// Whether it does not end by itself.
    endless: bool,
}

impl Thought {
    /// Starts one; with `hold` its answer waits for [`release`](Self::release) or [`end`](Self::end).
    pub(crate) fn start(
        engine: Arc<Engine>,
        record: Box<dyn AnyRecord>,
        limits: Limits<String>,
        hold: bool,
        info: impl Fn(&Report<String>) + Send + 'static,
        done: impl FnOnce(Result<Report<String>, SearchFault>) + Send + 'static,
    ) -> Self {
        let (stop, held) = (Stop::default(), Arc::new(AtomicBool::new(hold)));
        let endless = limits.hard.is_none() && limits.nodes == u64::MAX && limits.depth >= MAX_DEPTH;
        let thread = std::thread::spawn({
            let (stop, held) = (stop.clone(), Arc::clone(&held));
            move || {
                let report = record.search(&engine, None, &limits, &stop, &mut |report| info(report));
                while held.load(Relaxed) && !stop.stopped() {
                    std::thread::sleep(POLL);
                }
                done(report);
            }
        });
        Self { stop, held, thread, endless }
    }

    /// The pondered move was played: the answer is wanted, within `time` if there is a limit.
    pub(crate) fn release(&self, time: Option<Duration>) {
        self.held.store(false, Relaxed);
        if let Some(time) = time {
            let stop = self.stop.clone();
            std::thread::spawn(move || {
                std::thread::sleep(time);
                stop.stop();
            });
        }
    }

    /// Ends it now; its answer is out afterwards.
    pub(crate) fn end(self) {
        self.stop.stop();
        // A search that fails says so in its answer; nothing is lost with the thread.
        let _ = self.thread.join();
    }

    /// Lets it come to its own end within `patience`, if it has one: a script that says the next thing at once still wants the whole
    /// answer, a host that has changed its mind must be heard again.
    pub(crate) fn settle(self, patience: Duration) {
        let since = Instant::now();
        while !self.thread.is_finished() && !self.endless && !self.held.load(Relaxed) && since.elapsed() < patience {
            std::thread::sleep(POLL);
        }
        self.end();
    }
}

/// How long a command waits for a search that is under way and has a limit.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);

/// How long the end of the input waits for it: a script that has nothing more to say wants its answer.
pub(crate) const LAST_PATIENCE: Duration = Duration::from_secs(60);
