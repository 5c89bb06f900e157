//! What the engine protocols share: lines from a host, a search that goes on beside them, and time.
//!
//! Not here: what the words of a protocol mean (`hub`, `uci`).

use crate::failure::Failure;
use plywood::core::search::{Driver, Engine, Limits, MAX_DEPTH, Options, Report, Stop, TranspositionTable};
use plywood::{AnyRecord, SearchFault};
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often a search that must wait for its host looks whether it may end.
const POLL: Duration = Duration::from_millis(2);
/// What is kept back for the way to the host.
const LAG: Duration = Duration::from_millis(20);

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

/// What a session thinks with: an engine of the parameters that its host sets, and the search under way.
pub(crate) struct Thinker {
    pub(crate) engine: Arc<Engine>,
    pub(crate) threads: usize,
    /// Megabytes of the table wanted.
    pub(crate) hash: u64,
    /// The last size that could be had.
    good_hash: u64,
    thought: Option<Thought>,
}

impl Thinker {
    /// One with a table of `hash` megabytes and one thread.
    pub(crate) fn new(hash: u64, options: Options) -> Result<Self, Failure> {
        let engine = Arc::new(Engine::new(0).map_err(Failure::input)?);
        let mut thinker = Self { engine, threads: 1, hash, good_hash: 0, thought: None };
        thinker.build(options).map_err(Failure::input)?;
        Ok(thinker)
    }

    /// The engine of the parameters; a table that cannot be had leaves the old one.
    pub(crate) fn build(&mut self, options: Options) -> Result<(), &'static str> {
        let bytes = crate::memory::checked(self.hash).ok();
        let Some(table) = bytes.and_then(|bytes| TranspositionTable::new(bytes >> 20).ok()) else {
            self.hash = self.good_hash;
            return Err("the table does not fit into the memory of this machine");
        };
        self.good_hash = self.hash;
        let (threads, share_after) = (self.threads, Engine::SHARE_AFTER);
        self.engine = Arc::new(Engine { table, options, threads, driver: Driver::LazySmp, share_after });
        Ok(())
    }

    /// Thinks about `record`; with `hold` no clock runs and the answer waits for [`release`](Self::release) or [`end`](Self::end).
    /// With a clock running a forced move is not thought about.
    pub(crate) fn start(
        &mut self,
        record: Box<dyn AnyRecord>,
        mut limits: Limits<String>,
        hold: bool,
        info: impl Fn(&Report<String>) + Send + 'static,
        done: impl FnOnce(Result<Report<String>, SearchFault>) + Send + 'static,
    ) {
        if hold {
            (limits.soft, limits.hard) = (None, None);
        } else if limits.soft.is_some() && record.legal_moves().len() == 1 {
            limits.depth = 1;
        }
        self.thought = Some(Thought::start(Arc::clone(&self.engine), record, limits, hold, info, done));
    }

    /// The pondered move was played: the clock of `limits` runs, and the answer is wanted.
    pub(crate) fn release(&self, limits: &Limits<String>) {
        if let Some(thought) = &self.thought {
            thought.release(limits.soft.or(limits.hard));
        }
    }

    /// Waits at most `patience` for the answer of a search that ends by itself.
    pub(crate) fn settle(&mut self, patience: Duration) {
        if let Some(thought) = self.thought.take() {
            thought.settle(patience);
        }
    }

    /// Ends the search under way; its answer is out afterwards.
    pub(crate) fn end(&mut self) {
        if let Some(thought) = self.thought.take() {
            thought.end();
        }
    }
}

/// A search under way.
struct Thought {
    stop: Stop,
    /// Its answer is held back until the host asks for it: hosts that ponder or analyse expect none before.
    held: Arc<AtomicBool>,
    thread: JoinHandle<()>,
    /// Whether it does not end by itself.
    endless: bool,
}

impl Thought {
    /// Starts one; with `hold` its answer waits for [`release`](Self::release) or [`end`](Self::end).
    fn start(
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
    fn release(&self, time: Option<Duration>) {
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
    fn end(self) {
        self.stop.stop();
        // A search that fails says so in its answer; nothing is lost with the thread.
        let _ = self.thread.join();
    }

    /// Lets it come to its own end within `patience`, if it has one: a script that says the next thing at once still wants the whole
    /// answer, a host that has changed its mind must be heard again.
    fn settle(self, patience: Duration) {
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

/// A clock of one side.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clock {
    pub(crate) time: Duration,
    pub(crate) increment: Duration,
    /// Moves to the next time control; none for the rest of the game.
    pub(crate) moves: Option<u32>,
}

/// Moves that a game is thought to go on for when nobody says.
const MOVES_TO_GO: u32 = 30;

impl Clock {
    /// Limits for one move: about an equal share of the time, at most three shares, never the last of it.
    pub(crate) fn limits(&self) -> Limits<String> {
        let moves = self.moves.filter(|&moves| moves > 0).unwrap_or(MOVES_TO_GO).min(MOVES_TO_GO);
        let all = (self.time + self.increment).saturating_sub(LAG).max(Duration::from_millis(1));
        let share = (self.time / moves + self.increment).min(all);
        let hard = (share * 3).min(if moves == 1 { all } else { all / 2 }).max(share.min(all));
        Limits { soft: Some(share / 2), hard: Some(hard), ..Limits::depth(MAX_DEPTH) }
    }
}
