//! Sessions with the engine protocols, Hub and UCI, by the program's own code.
//!
//! What is other than in the program: nothing is printed but kept, a search has one thread, few nodes and no clock and is over when
//! its command is, and tables are tiny. So an execution is small, and the same input says the same.
//!
//! Not here: threads, clocks and pipes, which the tests of the program use.

// Only sessions are held here; what runs them on a pipe is not called.
#[allow(dead_code)]
#[path = "../../../crates/cli/src/clock.rs"]
mod clock;
#[allow(dead_code)]
#[path = "../../../crates/cli/src/hub.rs"]
mod hub;
#[allow(dead_code)]
#[path = "../../../crates/cli/src/uci.rs"]
mod uci;

use hub::Hub;
use protocol::said;
use uci::Uci;

/// Lines that a session has at most.
const LINES: usize = 16;
/// Nodes that a search has at most.
const NODES: u64 = 40;

/// The first byte chooses the protocol, the rest is what the host says.
pub(crate) fn sessions(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    let lines = text.split('\n').take(LINES).map(str::trim);
    let _ = said();
    if first.is_multiple_of(2) { with_hub(lines) } else { with_uci(lines) }
}

/// Every `go` has one answer: a move, or an error.
fn with_hub<'a>(lines: impl Iterator<Item = &'a str>) {
    let Ok(mut hub) = Hub::new() else { return };
    for line in lines {
        let goes_on = hub.hear(line);
        let said = said();
        if line.split_whitespace().next() == Some("go") {
            let answers = said.iter().filter(|line| line.starts_with("done ") || line.starts_with("error "));
            assert_eq!(answers.count(), 1, "{line}: {said:?}");
        }
        if !goes_on {
            return;
        }
    }
}

/// Every `go` has one answer: a move, or that there is none.
fn with_uci<'a>(lines: impl Iterator<Item = &'a str>) {
    let Ok(mut uci) = Uci::new() else { return };
    let mut threads = false;
    for line in lines {
        threads |= line.to_ascii_lowercase().contains("thread");
        // A count has no limit but its depth, and starts the threads that were asked for.
        let counts = line.contains("perft");
        if counts && (threads || !line.split_whitespace().eq(["go", "perft", "1"])) {
            continue;
        }
        let goes_on = uci.hear(line);
        let said = said();
        if line.split_whitespace().next() == Some("go") && !counts {
            let answers = said.iter().filter(|line| line.starts_with("bestmove "));
            assert_eq!(answers.count(), 1, "{line}: {said:?}");
        }
        if !goes_on {
            return;
        }
    }
}

/// Lines are kept, and searches are over when they begin.
mod protocol {
    use super::NODES;
    use super::failure::Failure;
    use plywood::core::search::{Engine, Limits, Options, Report, Stop, TranspositionTable};
    use plywood::{AnyRecord, SearchFault};
    use std::cell::RefCell;
    use std::io;
    use std::time::Duration;

    pub(super) const POLL: Duration = Duration::from_millis(2);
    pub(super) const PATIENCE: Duration = Duration::ZERO;
    pub(super) const LAST_PATIENCE: Duration = Duration::ZERO;

    thread_local! {
        static SAID: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    }

    /// What was said since the last call.
    pub(super) fn said() -> Vec<String> {
        SAID.take()
    }

    pub(super) fn say(line: &str) {
        assert!(!line.contains('\n'), "{line:?} is more than one line");
        SAID.with_borrow_mut(|said| said.push(line.into()));
    }

    pub(super) fn listen(_: impl FnMut(&str) -> bool) -> Result<(), Failure> {
        Ok(())
    }

    /// Thinks at once, a little.
    pub(super) struct Thinker {
        pub(super) engine: Engine,
        pub(super) threads: usize,
        pub(super) hash: u64,
    }

    impl Thinker {
        pub(super) fn new(hash: u64, options: Options) -> Result<Self, Failure> {
            let table = TranspositionTable::with_lines(1).ok_or(Failure)?;
            let engine = Engine { table, options, ..Engine::new(0).map_err(Failure::input)? };
            Ok(Self { engine, threads: 1, hash })
        }

        pub(super) fn build(&mut self, options: Options) -> Result<(), &'static str> {
            self.engine.options = options;
            Ok(())
        }

        pub(super) fn start(
            &mut self,
            record: Box<dyn AnyRecord>,
            limits: Limits<String>,
            _: bool,
            info: impl Fn(&Report<String>),
            done: impl FnOnce(Result<Report<String>, SearchFault>),
        ) -> io::Result<()> {
            self.engine.table.clear();
            let limits = Limits { nodes: limits.nodes.min(NODES), soft: None, hard: None, ..limits };
            done(record.search(&self.engine, None, &limits, &Stop::default(), &mut |report| info(report)));
            Ok(())
        }

        pub(super) fn begin<A: FnOnce()>(&mut self, _: bool, _: bool, work: impl FnOnce(&Stop) -> A) -> io::Result<()> {
            work(&Stop::default())();
            Ok(())
        }

        pub(super) fn release(&self, _: &Limits<String>) {}
        pub(super) fn settle(&mut self, _: Duration) {}
        pub(super) fn end(&mut self) {}
    }
}

/// How a command fails that has no host to tell.
mod failure {
    #[derive(Debug)]
    pub(super) struct Failure;

    impl Failure {
        pub(super) fn input(_: impl std::fmt::Display) -> Self {
            Self
        }
    }
}
