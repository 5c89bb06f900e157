//! `plywood hub`: the Hub protocol, version 2, for all draughts variants.
//!
//! Lines in, lines out: `command name=value flag`; values with blanks stand in double quotes; what is unknown is ignored.
//! The protocol as van den Herik's and Letouzey's programs speak it. While the engine thinks only `ping`, `ponder-hit` and `stop` arrive.

use super::clock::Clock;
use super::failure::Failure;
use super::protocol::{LAST_PATIENCE, PATIENCE, Thought, listen, say};
use plywood::core::search::{Driver, Engine, Limits, MAX_DEPTH, Report, TranspositionTable, mate_distance};
use plywood::{AnyGame, AnyRecord, Form, registry};
use std::sync::Arc;
use std::time::Duration;

/// Bytes of a table entry: `tt-size` is a logarithm of entries.
const ENTRY_BYTES_LOG2: u32 = 4;
/// The usual `tt-size`: 64 MB.
const TABLE_LOG2: u32 = 22;
/// The score of a win on the spot, in men.
const WIN_IN_MEN: f64 = 100.0;

pub(crate) fn run() -> Result<(), Failure> {
    let mut hub = Hub::new()?;
    listen(|line| hub.hear(line))?;
    hub.settle(LAST_PATIENCE);
    Ok(())
}

/// A host and what it has said so far.
pub(super) struct Hub {
    game: &'static dyn AnyGame,
    engine: Arc<Engine>,
    record: Option<Box<dyn AnyRecord>>,
    limits: Limits<String>,
    thought: Option<Thought>,
    threads: usize,
    table_log2: u32,
    /// The last size that could be had.
    good_log2: u32,
}

/// A word of a line: `name=value`, or a flag with an empty value.
struct Word {
    name: String,
    value: String,
}

/// Takes a line apart. A quote that is not closed ends with the line.
fn words(line: &str) -> Vec<Word> {
    let (mut words, mut text, mut quoted, mut cut) = (Vec::new(), String::new(), false, None);
    for c in line.chars().chain([' ']) {
        match c {
            '"' => quoted = !quoted,
            '=' if !quoted && cut.is_none() => {
                cut = Some(text.len());
            }
            c if c.is_whitespace() && !quoted => {
                if !text.is_empty() || cut.is_some() {
                    let value = text.split_off(cut.take().unwrap_or(text.len()));
                    words.push(Word { name: std::mem::take(&mut text), value });
                }
            }
            c => text.push(c),
        }
    }
    if quoted && !text.is_empty() {
        let value = text.split_off(cut.unwrap_or(text.len()));
        words.push(Word { name: text, value });
    }
    words
}

/// A value as it must be written.
fn quoted(value: &str) -> String {
    let needs = value.is_empty() || value.contains([' ', '=', '"']);
    if needs { format!("\"{}\"", value.replace('"', "'")) } else { value.into() }
}

fn error(message: impl std::fmt::Display) {
    say(&format!("error message={}", quoted(&message.to_string())));
}

/// The game that a host calls so.
fn variant(name: &str) -> Option<&'static dyn AnyGame> {
    let name = match name {
        "normal" => "international",
        "bt" => "breakthrough",
        "losing" => "antidraughts",
        other => other,
    };
    let game = registry::find(name).ok()?;
    game.record(None, &[], Form::Hub).is_ok().then_some(game)
}

impl Hub {
    pub(super) fn new() -> Result<Self, Failure> {
        let game = registry::find("international").map_err(Failure::input)?;
        let mut hub = Self {
            game,
            engine: Arc::new(Engine::new(0).map_err(Failure::input)?),
            record: None,
            limits: Limits::depth(MAX_DEPTH),
            thought: None,
            threads: 1,
            table_log2: TABLE_LOG2,
            good_log2: TABLE_LOG2,
        };
        hub.build();
        Ok(hub)
    }

    /// The engine of the parameters.
    fn build(&mut self) {
        let megabytes = (1u64 << (self.table_log2 + ENTRY_BYTES_LOG2)) >> 20;
        let table = super::memory::checked(megabytes).ok().and_then(|bytes| TranspositionTable::new(bytes >> 20).ok());
        let Some(table) = table else {
            error("the table does not fit into the memory of this machine");
            self.table_log2 = self.good_log2;
            return;
        };
        self.good_log2 = self.table_log2;
        let (options, threads) = (self.game.facts().options, self.threads);
        self.engine =
            Arc::new(Engine { table, options, threads, driver: Driver::LazySmp, share_after: Engine::SHARE_AFTER });
    }

    /// One line; false to end.
    pub(super) fn hear(&mut self, line: &str) -> bool {
        let words = words(line);
        let Some((command, arguments)) = words.split_first() else {
            return true;
        };
        let value = |name: &str| arguments.iter().find(|word| word.name == name).map(|word| word.value.as_str());
        let flag = |name: &str| arguments.iter().any(|word| word.name == name && word.value.is_empty());
        match command.name.as_str() {
            "hub" => introduce(),
            "set-param" => self.set(value("name").unwrap_or_default(), value("value").unwrap_or_default()),
            "init" => {
                self.settle(PATIENCE);
                self.build();
                say("ready");
            }
            "new-game" => {
                self.settle(PATIENCE);
                self.engine.table.clear();
            }
            "ping" => say("pong"),
            "pos" => self.position(value("pos"), value("moves").unwrap_or_default()),
            "level" => self.level(&value, flag("infinite")),
            "go" => self.go(flag("ponder"), flag("analyze")),
            "ponder-hit" => {
                if let Some(thought) = &self.thought {
                    thought.release(self.limits.soft.or(self.limits.hard));
                }
            }
            "stop" => self.end_thought(),
            "quit" => {
                self.end_thought();
                return false;
            }
            _ => {}
        }
        true
    }

    fn set(&mut self, name: &str, value: &str) {
        match (name, value.parse::<u32>()) {
            ("variant", _) => match variant(value) {
                Some(game) => {
                    self.game = game;
                    self.record = None;
                }
                None => error(format_args!("unknown variant {value}")),
            },
            ("threads", Ok(threads @ 1..=1024)) => self.threads = threads as usize,
            ("tt-size", Ok(log2 @ 0..=40)) => self.table_log2 = log2,
            ("threads" | "tt-size", _) => error(format_args!("bad value of {name}: {value}")),
            _ => {}
        }
    }

    fn position(&mut self, position: Option<&str>, moves: &str) {
        self.record = None;
        let Some(position) = position else {
            return error("expected pos=POSITION");
        };
        let mut record = match self.game.record(Some(position), &[], Form::Hub) {
            Ok(record) => record,
            Err(fault) => return error(fault),
        };
        for mv in moves.split_whitespace() {
            if let Err(fault) = record.play(mv) {
                return error(fault);
            }
        }
        self.record = Some(record);
    }

    fn level<'a>(&mut self, value: &impl Fn(&str) -> Option<&'a str>, infinite: bool) {
        let number = |name: &str| value(name).and_then(|text| text.parse::<u64>().ok());
        let seconds = |name: &str| {
            let time = value(name).and_then(|text| text.parse::<f64>().ok());
            time.filter(|time| (0.0..=1e9).contains(time)).map(Duration::from_secs_f64)
        };
        self.limits = Limits::depth(MAX_DEPTH);
        if infinite {
            return;
        }
        if let Some(time) = seconds("time") {
            let moves = number("moves").and_then(|moves| u32::try_from(moves).ok());
            self.limits = Clock { time, increment: seconds("inc").unwrap_or_default(), moves }.limits();
        }
        if let Some(time) = seconds("move-time") {
            self.limits = Limits { soft: None, ..Limits::time(time) };
        }
        self.limits.depth = number("depth").map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH.into()) as u32);
        self.limits.nodes = number("nodes").unwrap_or(u64::MAX);
    }

    fn go(&mut self, ponder: bool, analyze: bool) {
        self.settle(PATIENCE);
        let Some(record) = &self.record else {
            return error("no position");
        };
        if record.outcome().is_some() {
            return error("the game is over");
        }
        let record = record.duplicate();
        let limits = match (ponder, analyze) {
            (_, true) => Limits::depth(MAX_DEPTH),
            // The clock does not run yet.
            (true, _) => Limits { soft: None, hard: None, ..self.limits.clone() },
            _ => one_if_forced(&*record, self.limits.clone()),
        };
        let hold = ponder || analyze;
        self.thought =
            Some(Thought::start(Arc::clone(&self.engine), record, limits, hold, inform, |report| match report {
                Ok(report) => done(&report),
                Err(fault) => error(fault),
            }));
    }

    /// Waits for the answer of a search that ends by itself soon.
    fn settle(&mut self, patience: Duration) {
        if let Some(thought) = self.thought.take() {
            thought.settle(patience);
        }
    }

    fn end_thought(&mut self) {
        if let Some(thought) = self.thought.take() {
            thought.end();
        }
    }
}

/// With a clock running a forced move is not thought about.
fn one_if_forced(record: &dyn AnyRecord, limits: Limits<String>) -> Limits<String> {
    if limits.soft.is_some() && record.legal_moves().len() == 1 { Limits { depth: 1, ..limits } } else { limits }
}

fn introduce() {
    say(&format!("id name=Plywood version={} author=\"the Plywood authors\"", env!("CARGO_PKG_VERSION")));
    let variants: Vec<&str> = registry::games()
        .filter(|game| game.record(None, &[], Form::Hub).is_ok())
        .map(|game| match game.name() {
            "international" => "normal",
            "breakthrough" => "bt",
            "antidraughts" => "losing",
            name => name,
        })
        .collect();
    say(&format!("param name=variant value=normal type=enum values={}", quoted(&variants.join(" "))));
    say("param name=ponder value=false type=bool");
    say("param name=threads value=1 type=int min=1 max=1024");
    say(&format!("param name=tt-size value={TABLE_LOG2} type=int min=0 max=40"));
    say("wait");
}

/// A score in men; wins and losses beyond all men, nearer ones further out.
fn men(score: i32) -> f64 {
    match mate_distance(score) {
        Some(plies) if score > 0 => WIN_IN_MEN - f64::from(plies) / 100.0,
        Some(plies) => -WIN_IN_MEN - f64::from(plies) / 100.0,
        None => f64::from(score) / 100.0,
    }
}

fn inform(report: &Report<String>) {
    let seconds = report.time.as_secs_f64();
    let speed = report.statistics.nodes as f64 / seconds.max(1e-9) / 1e6;
    say(&format!(
        "info depth={} mean-depth={} score={:.2} nodes={} time={seconds:.2} nps={speed:.1} pv={}",
        report.depth,
        report.depth,
        men(report.score),
        report.statistics.nodes,
        quoted(&report.line.join(" "))
    ));
}

fn done(report: &Report<String>) {
    let mv = report.line.first().map_or("", String::as_str);
    let ponder = report.line.get(1).map_or_else(String::new, |mv| format!(" ponder={mv}"));
    say(&format!("done move={}{ponder}", quoted(mv)));
}
