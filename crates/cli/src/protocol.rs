//! What the engine protocols share: lines from a host, and a search that goes on beside them.
//!
//! Not here: what the words of a protocol mean (`hub`, `uci`), and how time is shared out (`clock`).

use super::failure::Failure;
use plywood::core::perft::STACK;
use plywood::core::search::{Driver, Engine, Limits, MAX_DEPTH, Options, Report, Stop, TranspositionTable};
use plywood::{AnyRecord, SearchFault};
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often a search that must wait for its host looks whether it may end.
pub(crate) const POLL: Duration = Duration::from_millis(2);

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
        let (threads, share_after) = (self.threads, Engine::SHARE_AFTER);
        let engine = |table| Engine { table, options, threads, driver: Driver::default(), share_after };
        let table = |megabytes| {
            let bytes = super::memory::checked(megabytes).ok()?;
            TranspositionTable::new(bytes >> 20).ok()
        };
        // Not beside the old one: both may be too much.
        let none = TranspositionTable::new(0).map_err(|_| TOO_LARGE)?;
        self.engine = Arc::new(engine(none));
        let wanted = table(self.hash);
        let fits = wanted.is_some();
        if !fits {
            self.hash = self.good_hash;
        }
        self.good_hash = self.hash;
        if let Some(table) = wanted.or_else(|| table(self.hash)) {
            self.engine = Arc::new(engine(table));
        }
        if fits { Ok(()) } else { Err(TOO_LARGE) }
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
    ) -> io::Result<()> {
        if hold {
            (limits.soft, limits.hard) = (None, None);
        } else if limits.soft.is_some() && record.legal_moves().len() == 1 {
            limits.depth = 1;
        }
        let engine = Arc::clone(&self.engine);
        let endless = limits.hard.is_none() && limits.nodes == u64::MAX && limits.depth >= MAX_DEPTH;
        self.thought = Some(Thought::start(hold, endless, move |pace| {
            let report = record.search(&engine, None, &limits, &pace.stop, &mut |report| {
                info(report);
                if report.rank == 1 {
                    pace.depths.fetch_add(1, Relaxed);
                }
            });
            move || done(report)
        })?);
        Ok(())
    }

    /// Does other work beside the host, such as a count; what it gives is the answer.
    pub(crate) fn begin<A: FnOnce()>(
        &mut self,
        hold: bool,
        endless: bool,
        work: impl FnOnce(&Stop) -> A + Send + 'static,
    ) -> io::Result<()> {
        self.thought = Some(Thought::start(hold, endless, move |pace| work(&pace.stop))?);
        Ok(())
    }

    /// The pondered move was played: the clock of `limits` runs, and the answer is wanted.
    pub(crate) fn release(&self, limits: &Limits<String>) {
        if let Some(thought) = &self.thought {
            thought.release(limits.soft, limits.hard);
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

const TOO_LARGE: &str = "the table does not fit into the memory of this machine";

/// What a search under way shares with those who may end it.
#[derive(Clone, Default)]
struct Pace {
    stop: Stop,
    /// Depths that it has finished.
    depths: Arc<AtomicU32>,
}

/// A search under way.
struct Thought {
    pace: Pace,
    /// Its answer is held back until the host asks for it: hosts that ponder or analyse expect none before.
    held: Arc<AtomicBool>,
    thread: Arc<JoinHandle<()>>,
    /// Whether it does not end by itself.
    endless: bool,
}

impl Thought {
    /// Starts one; with `hold` its answer waits for [`release`](Self::release) or [`end`](Self::end).
    fn start<A: FnOnce()>(
        hold: bool,
        endless: bool,
        work: impl FnOnce(&Pace) -> A + Send + 'static,
    ) -> io::Result<Self> {
        let (pace, held) = (Pace::default(), Arc::new(AtomicBool::new(hold)));
        let thread = std::thread::Builder::new().stack_size(STACK).spawn({
            let (pace, held) = (pace.clone(), Arc::clone(&held));
            move || {
                let answer = work(&pace);
                while held.load(Relaxed) && !pace.stop.stopped() {
                    std::thread::sleep(POLL);
                }
                answer();
            }
        })?;
        Ok(Self { pace, held, thread: Arc::new(thread), endless })
    }

    /// The pondered move was played: the answer is wanted when the depth is finished that is under way after `soft`, and after `hard` at the
    /// latest, as in a search whose clock runs from its beginning.
    fn release(&self, soft: Option<Duration>, hard: Option<Duration>) {
        self.held.store(false, Relaxed);
        if soft.or(hard).is_none() {
            return;
        }
        let (pace, thread, since) = (self.pace.clone(), Arc::clone(&self.thread), Instant::now());
        std::thread::spawn(move || {
            let passed = |limit: Option<Duration>| limit.is_some_and(|limit| since.elapsed() >= limit);
            let mut depths = None;
            while !thread.is_finished() && !passed(hard) {
                let finished = pace.depths.load(Relaxed);
                if passed(soft) && *depths.get_or_insert(finished) != finished {
                    break;
                }
                std::thread::sleep(POLL);
            }
            pace.stop.stop();
        });
    }

    /// Ends it now; its answer is out afterwards.
    fn end(self) {
        self.pace.stop.stop();
        while !self.thread.is_finished() {
            std::thread::sleep(POLL / 10);
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// How long a search that finishes a depth every `depth` goes on after a ponder hit, by limits in milliseconds, and how many it finishes.
    fn after_the_hit(depth: Duration, soft: u64, hard: u64) -> (Duration, u32) {
        let thought = Thought::start(true, true, move |pace| {
            let mut last = Instant::now();
            while !pace.stop.stopped() {
                if last.elapsed() >= depth {
                    pace.depths.fetch_add(1, Relaxed);
                    last = Instant::now();
                }
                std::thread::sleep(POLL / 4);
            }
            || {}
        });
        let (thought, hit) = (thought.unwrap(), Instant::now());
        thought.release(Some(Duration::from_millis(soft)), Some(Duration::from_millis(hard)));
        while !thought.thread.is_finished() {
            std::thread::sleep(POLL / 4);
        }
        (hit.elapsed(), thought.pace.depths.load(Relaxed))
    }

    /// It used to end with the soft limit, in the middle of a depth.
    #[test]
    fn a_ponder_hit_lets_the_depth_under_way_end_but_not_after_the_hard_limit() {
        let never = Duration::from_secs(3600);
        let (took, depths) = after_the_hit(never, 10, 120);
        assert!(took >= Duration::from_millis(120) && depths == 0, "{took:?}");
        let (took, depths) = after_the_hit(Duration::from_millis(200), 10, 60_000);
        assert!(took < Duration::from_secs(30) && depths > 0, "{took:?} {depths}");
        // One that goes from depth to depth ends soon after the soft limit.
        let (took, _) = after_the_hit(Duration::ZERO, 60, 60_000);
        assert!(took >= Duration::from_millis(60) && took < Duration::from_secs(30), "{took:?}");
    }
}
