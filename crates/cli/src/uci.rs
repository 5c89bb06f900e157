//! `plywood uci`: the shape of the Universal Chess Interface for every game of the registry.
//!
//! `setoption name Game value dameo` chooses the game; positions and moves are in its own notation. Scores are hundredths
//! (`cp`), mates are counted in moves as UCI has it. What is unknown is ignored.

use super::clock::{Clock, move_time};
use super::failure::Failure;
use super::protocol::{LAST_PATIENCE, PATIENCE, POLL, Thinker, listen, say};
use plywood::core::Side;
use plywood::core::search::{Limits, MAX_DEPTH, Report, Stop, mate_distance};
use plywood::{AnyGame, AnyRecord, Form, PerftSettings, registry};
use std::error::Error;
use std::ops::ControlFlow;
use std::time::Duration;

const HASH: u64 = 64;

/// The words of `go` that end a list of moves.
const GO_WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

pub(crate) fn run() -> Result<(), Failure> {
    let mut uci = Uci::new()?;
    listen(|line| uci.hear(line))?;
    uci.thinker.settle(LAST_PATIENCE);
    Ok(())
}

/// A host and what it has said so far.
pub(super) struct Uci {
    game: &'static dyn AnyGame,
    thinker: Thinker,
    record: Box<dyn AnyRecord>,
    /// Limits that begin to count with `ponderhit`.
    pondered: Limits<String>,
    multi_pv: usize,
    rules: Vec<(String, bool)>,
}

fn complain(fault: impl std::fmt::Display) {
    say(&format!("info string {fault}"));
}

impl Uci {
    pub(super) fn new() -> Result<Self, Failure> {
        let game = registry::find("russian6").map_err(Failure::input)?;
        let record = game.record(None, &[], Form::Native).map_err(Failure::input)?;
        let thinker = Thinker::new(HASH, game.facts().options)?;
        Ok(Self { game, thinker, record, pondered: Limits::depth(MAX_DEPTH), multi_pv: 1, rules: Vec::new() })
    }

    fn build(&mut self) {
        if let Err(fault) = self.thinker.build(self.game.facts().options) {
            complain(fault);
        }
    }

    /// One line; false to end.
    pub(super) fn hear(&mut self, line: &str) -> bool {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "uci" => introduce(),
            "isready" => say("readyok"),
            "setoption" => self.set(rest.trim()),
            "ucinewgame" => {
                self.thinker.settle(PATIENCE);
                self.thinker.engine.table.clear();
            }
            "position" => self.position(rest.trim()),
            "go" => self.go(rest),
            "stop" => self.thinker.end(),
            "ponderhit" => self.thinker.release(&self.pondered),
            "d" => say(&self.record.text()),
            "quit" => {
                self.thinker.end();
                return false;
            }
            _ => {}
        }
        true
    }

    fn set(&mut self, rest: &str) {
        self.thinker.settle(PATIENCE);
        let rest = rest.strip_prefix("name").unwrap_or(rest).trim();
        let (name, value) = rest.split_once(" value").map_or((rest, ""), |(name, value)| (name.trim(), value.trim()));
        match (name.to_ascii_lowercase().as_str(), value.parse::<u64>()) {
            ("game", _) => match registry::find(value) {
                Ok(game) => self.choose(game),
                Err(fault) => complain(fault),
            },
            ("hash", Ok(megabytes)) => {
                self.thinker.hash = megabytes;
                self.build();
            }
            ("threads", Ok(threads @ 1..=1024)) => {
                self.thinker.threads = threads as usize;
                self.build();
            }
            ("multipv", Ok(lines @ 1..=500)) => self.multi_pv = lines as usize,
            ("rule", _) => match value.split_once('=') {
                Some((rule, switch @ ("on" | "off"))) => {
                    self.rules.push((rule.into(), switch == "on"));
                    self.choose(self.game);
                    complain("the game begins anew with these rules");
                }
                _ => complain(format_args!("bad rule '{value}': expected NAME=on or NAME=off")),
            },
            ("hash" | "threads" | "multipv", _) => complain(format_args!("bad value of {name}: '{value}'")),
            _ => {}
        }
    }

    /// Begins a game anew.
    fn choose(&mut self, game: &'static dyn AnyGame) {
        if game.name() != self.game.name() {
            self.rules.clear();
        }
        match game.record(None, &self.rules, Form::Native) {
            Ok(record) => {
                (self.game, self.record) = (game, record);
                self.build();
            }
            Err(fault) => {
                self.rules.pop();
                complain(fault);
            }
        }
    }

    /// `startpos` or `fen TEXT`, then `moves ...`; a position that cannot be read leaves the old one.
    fn position(&mut self, rest: &str) {
        self.thinker.settle(PATIENCE);
        let (position, moves) = match rest.split_once(" moves") {
            Some((position, moves)) => (position.trim(), moves),
            None => (rest, ""),
        };
        let fen = match position.strip_prefix("fen") {
            Some(fen) => Some(fen.trim()),
            None if position == "startpos" => None,
            None => return complain("expected startpos or fen"),
        };
        let mut record = match self.game.record(fen, &self.rules, Form::Native) {
            Ok(record) => record,
            Err(fault) => return complain(fault),
        };
        for mv in moves.split_whitespace() {
            if let Err(fault) = record.play(mv) {
                return complain(fault);
            }
        }
        self.record = record;
    }

    fn go(&mut self, rest: &str) {
        self.thinker.settle(PATIENCE);
        let words: Vec<&str> = rest.split_whitespace().collect();
        if let ["perft", rest @ ..] = &words[..] {
            return self.perft(rest.first().copied().unwrap_or_default());
        }
        let has = |name: &str| words.contains(&name);
        let hold = has("infinite") || has("ponder");
        let mut limits = self.limits(&words);
        limits.multi_pv = self.multi_pv;
        limits.moves = self.search_moves(&words);
        if hold {
            self.pondered = limits.clone();
        }
        if self.record.outcome().is_some() {
            return say("bestmove (none)");
        }
        let many = self.multi_pv > 1;
        let started = self.thinker.start(
            self.record.duplicate(),
            limits,
            hold,
            move |report| inform(report, many),
            |report| match report {
                Ok(report) => done(&report),
                Err(fault) => {
                    complain(fault);
                    say("bestmove (none)");
                }
            },
        );
        if let Err(fault) = started {
            complain(fault);
            say("bestmove (none)");
        }
    }

    /// The legal ones of the moves after `searchmoves`; others are named.
    fn search_moves(&self, words: &[&str]) -> Vec<String> {
        let listed = words.iter().skip_while(|word| **word != "searchmoves").skip(1);
        let (mut legal, mut any) = (Vec::new(), false);
        for word in listed.take_while(|word| !GO_WORDS.contains(word)) {
            any = true;
            match self.record.duplicate().play(word) {
                Ok(()) => legal.push((*word).to_owned()),
                Err(fault) => complain(format_args!("searchmoves: {fault}")),
            }
        }
        if any && legal.is_empty() {
            complain("none of the moves after searchmoves is legal: all are searched");
        }
        legal
    }

    fn limits(&self, words: &[&str]) -> Limits<String> {
        // What cannot be read counts as 0: a host that gave a limit waits for its answer.
        let number = |name: &str| {
            let place = words.iter().position(|word| *word == name)?;
            let value = words.get(place + 1).copied().unwrap_or_default();
            Some(value.parse::<i64>().unwrap_or_else(|_| {
                complain(format_args!("bad value of {name}: '{value}'"));
                0
            }))
        };
        let time = |name: &str| number(name).map(|time| Duration::from_millis(time.max(0) as u64));
        let (clock, increment) = match self.record.side_to_move() {
            Side::White => (time("wtime").or(time("btime")), time("winc")),
            Side::Black => (time("btime").or(time("wtime")), time("binc")),
        };
        let mut limits = match (time("movetime"), clock) {
            (Some(time), _) => move_time(time),
            (None, Some(time)) => {
                let moves = number("movestogo").and_then(|moves| u32::try_from(moves).ok());
                Clock { time, increment: increment.unwrap_or_default(), moves }.limits()
            }
            (None, None) => Limits::depth(MAX_DEPTH),
        };
        // A mate in so many moves is found at this many plies.
        let mate = number("mate").map(|moves| moves.saturating_mul(2).saturating_sub(1));
        limits.depth = number("depth").or(mate).map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH.into()) as u32);
        limits.nodes = number("nodes").map_or(u64::MAX, |nodes| nodes.max(1) as u64);
        limits
    }

    /// A divide, for tools that compare move generators.
    fn perft(&mut self, depth: &str) {
        let Ok(depth @ 1..=64) = depth.parse::<u32>() else {
            return complain("bad depth of perft: expected 1 to 64");
        };
        let (game, text, threads) = (self.game, self.record.text(), self.thinker.threads);
        let started = self.thinker.begin(false, false, move |stop| {
            let counted = divide(game, &text, depth, threads, stop);
            move || match counted {
                Ok(rows) => {
                    rows.iter().for_each(|(label, nodes)| say(&format!("{label}: {nodes}")));
                    say("");
                    say(&format!("Nodes searched: {}", rows.iter().map(|row| row.1).sum::<u64>()));
                }
                Err(fault) => complain(fault),
            }
        });
        if let Err(fault) = started {
            complain(fault);
        }
    }
}

fn divide(
    game: &dyn AnyGame,
    text: &str,
    depth: u32,
    threads: usize,
    stop: &Stop,
) -> Result<Vec<(String, u64)>, Box<dyn Error>> {
    let position = game.position(Some(text))?;
    let settings = PerftSettings::new(threads)?;
    let mut look = |_| if stop.stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let mode = game.facts().modes[0];
    Ok(settings.watched(POLL, &mut look, || position.divide(mode, depth, &settings))?)
}

fn introduce() {
    say(&format!("id name Plywood {}", env!("CARGO_PKG_VERSION")));
    say("id author the Plywood authors");
    let games: Vec<String> = registry::games().map(|game| format!("var {}", game.name())).collect();
    say(&format!("option name Game type combo default russian6 {}", games.join(" ")));
    say(&format!("option name Hash type spin default {HASH} min 0 max 1048576"));
    say("option name Threads type spin default 1 min 1 max 1024");
    say("option name MultiPV type spin default 1 min 1 max 500");
    say("option name Ponder type check default false");
    say("option name Rule type string default <empty>");
    say("uciok");
}

fn inform(report: &Report<String>, many: bool) {
    let score = match mate_distance(report.score) {
        Some(plies) => format!("mate {}", plies.signum() * (plies.abs() + 1) / 2),
        None => format!("cp {}", report.score),
    };
    let rank = if many { format!(" multipv {}", report.rank) } else { String::new() };
    let speed = report.statistics.nodes as f64 / report.time.as_secs_f64().max(1e-9);
    say(&format!(
        "info depth {} seldepth {}{rank} score {score} nodes {} nps {speed:.0} time {} pv {}",
        report.depth,
        report.statistics.selective_depth,
        report.statistics.nodes,
        report.time.as_millis(),
        report.line.join(" ")
    ));
}

fn done(report: &Report<String>) {
    let mv = report.line.first().map_or("(none)", String::as_str);
    let ponder = report.line.get(1).map_or_else(String::new, |mv| format!(" ponder {mv}"));
    say(&format!("bestmove {mv}{ponder}"));
}
