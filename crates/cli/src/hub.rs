//! `plywood hub`: the Hub protocol, version 2, for all draughts variants.
//!
//! Lines in, lines out: `command name=value flag`; values with blanks stand in double quotes; what is unknown is ignored.
//! The protocol as van den Herik's and Letouzey's programs speak it. While the engine thinks only `ping`, `ponder-hit` and `stop` arrive.

use super::clock::{Clock, move_time};
use super::failure::Failure;
use super::protocol::{LAST_PATIENCE, PATIENCE, Thinker, listen, say};
use plywood::core::search::{Limits, MAX_DEPTH, Report, mate_distance};
use plywood::{AnyGame, AnyRecord, Form, registry};
use std::time::Duration;

/// Bytes of a table entry: `tt-size` is a logarithm of entries.
const ENTRY_BYTES_LOG2: u32 = 4;
/// The usual `tt-size`: 64 MB.
const TABLE_LOG2: u32 = 22;
/// Megabytes of so many entries.
const fn megabytes(table_log2: u32) -> u64 {
    (1 << (table_log2 + ENTRY_BYTES_LOG2)) >> 20
}

/// The score of a win on the spot, in men.
const WIN_IN_MEN: f64 = 100.0;

pub(crate) fn run() -> Result<(), Failure> {
    let mut hub = Hub::new()?;
    listen(|line| hub.hear(line))?;
    hub.thinker.settle(LAST_PATIENCE);
    Ok(())
}

/// A host and what it has said so far.
pub(super) struct Hub {
    game: &'static dyn AnyGame,
    /// The variant that the next `init` begins.
    wanted: &'static dyn AnyGame,
    thinker: Thinker,
    record: Option<Box<dyn AnyRecord>>,
    limits: Limits<String>,
}

/// A word of a line: `name=value`, or a flag with an empty value.
pub(crate) struct Word {
    pub(crate) name: String,
    pub(crate) value: String,
}

/// Takes a line apart. A quote that is not closed ends with the line.
pub(crate) fn words(line: &str) -> Vec<Word> {
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

/// What hosts call a game.
pub(crate) fn host_name(game: &'static str) -> &'static str {
    match game {
        "international" => "normal",
        "breakthrough" => "bt",
        "antidraughts" => "losing",
        name => name,
    }
}

/// The game that a host calls so.
fn variant(name: &str) -> Option<&'static dyn AnyGame> {
    let game = registry::games().find(|game| host_name(game.name()) == name).or_else(|| registry::find(name).ok())?;
    game.record(None, &[], Form::Hub).is_ok().then_some(game)
}

impl Hub {
    pub(super) fn new() -> Result<Self, Failure> {
        let game = registry::find("international").map_err(Failure::input)?;
        let thinker = Thinker::new(megabytes(TABLE_LOG2), game.facts().options)?;
        Ok(Self { game, wanted: game, thinker, record: None, limits: Limits::depth(MAX_DEPTH) })
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
                self.thinker.settle(PATIENCE);
                if self.game.name() != self.wanted.name() {
                    (self.game, self.record) = (self.wanted, None);
                }
                if let Err(fault) = self.thinker.build(self.game.facts().options) {
                    error(fault);
                }
                say("ready");
            }
            "new-game" => {
                self.thinker.settle(PATIENCE);
                self.thinker.engine.table.clear();
            }
            "ping" => say("pong"),
            "pos" => self.position(value("pos"), value("moves").unwrap_or_default()),
            "level" => self.level(&value, flag("infinite")),
            "go" => self.go(flag("ponder"), flag("analyze")),
            "ponder-hit" => self.thinker.release(&self.limits),
            "stop" => self.thinker.end(),
            "quit" => {
                self.thinker.end();
                return false;
            }
            _ => {}
        }
        true
    }

    fn set(&mut self, name: &str, value: &str) {
        match (name, value.parse::<u32>()) {
            ("variant", _) => match variant(value) {
                Some(game) => self.wanted = game,
                None => error(format_args!("unknown variant {value}")),
            },
            ("threads", Ok(threads @ 1..=1024)) => self.thinker.threads = threads as usize,
            ("tt-size", Ok(log2 @ 0..=40)) => self.thinker.hash = megabytes(log2),
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
        match limits(value, infinite) {
            Ok(limits) => self.limits = limits,
            Err(fault) => error(fault),
        }
    }

    fn go(&mut self, ponder: bool, analyze: bool) {
        self.thinker.settle(PATIENCE);
        let Some(record) = &self.record else {
            return error("no position");
        };
        if record.outcome().is_some() {
            return error("the game is over");
        }
        let limits = if analyze { Limits::depth(MAX_DEPTH) } else { self.limits.clone() };
        let started =
            self.thinker.start(record.duplicate(), limits, ponder || analyze, inform, |report| match report {
                Ok(report) => done(&report),
                Err(fault) => error(fault),
            });
        if let Err(fault) = started {
            error(fault);
        }
    }
}

/// The limits of a `level`. A value that cannot be read is a fault; a clock that has fallen is at 0.
fn limits<'a>(value: &impl Fn(&str) -> Option<&'a str>, infinite: bool) -> Result<Limits<String>, String> {
    fn read<T: std::str::FromStr>(name: &str, text: Option<&str>) -> Result<Option<T>, String> {
        text.map(|text| text.parse().map_err(|_| format!("bad value of {name}: {text}"))).transpose()
    }
    let number = |name: &str| read::<u64>(name, value(name));
    let seconds = |name: &str| match read::<f64>(name, value(name))? {
        Some(time) if time.is_nan() => Err(format!("bad value of {name}: {time}")),
        time => Ok(time.map(|time| Duration::from_secs_f64(time.clamp(0.0, 1e9)))),
    };
    let mut limits = Limits::depth(MAX_DEPTH);
    let (moves, increment) = (number("moves")?, seconds("inc")?.unwrap_or_default());
    if let Some(time) = seconds("time")? {
        let moves = moves.and_then(|moves| u32::try_from(moves).ok());
        // The increment comes before the move.
        limits = Clock { time: time + increment, increment, moves }.limits();
    }
    if let Some(time) = seconds("move-time")? {
        limits = move_time(time);
    }
    limits.depth = number("depth")?.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH.into()) as u32);
    limits.nodes = number("nodes")?.unwrap_or(u64::MAX);
    Ok(if infinite { Limits::depth(MAX_DEPTH) } else { limits })
}

fn introduce() {
    say(&format!("id name=Plywood version={} author=\"the Plywood authors\"", env!("CARGO_PKG_VERSION")));
    let variants: Vec<&str> = registry::games()
        .filter(|game| game.record(None, &[], Form::Hub).is_ok())
        .map(|game| host_name(game.name()))
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
