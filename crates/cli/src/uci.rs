//! `plywood uci`: the shape of the Universal Chess Interface for every game of the registry.
//!
//! `setoption name Game value dameo` chooses the game; positions and moves are in its own notation. Scores are hundredths
//! (`cp`), mates are counted in moves as UCI has it. What is unknown is ignored.

use super::clock::Clock;
use super::failure::Failure;
use super::protocol::{LAST_PATIENCE, PATIENCE, Thought, listen, say};
use plywood::core::Side;
use plywood::core::search::{Driver, Engine, Limits, MAX_DEPTH, Report, TranspositionTable, mate_distance};
use plywood::{AnyGame, AnyRecord, Form, PerftSettings, registry};
use std::sync::Arc;
use std::time::Duration;

const HASH: u64 = 64;

pub(crate) fn run() -> Result<(), Failure> {
    let mut uci = Uci::new()?;
    listen(|line| uci.hear(line))?;
    uci.settle(LAST_PATIENCE);
    Ok(())
}

/// A host and what it has said so far.
pub(super) struct Uci {
    game: &'static dyn AnyGame,
    engine: Arc<Engine>,
    record: Box<dyn AnyRecord>,
    /// Limits that begin to count with `ponderhit`.
    pondered: Limits<String>,
    thought: Option<Thought>,
    threads: usize,
    megabytes: u64,
    /// The last size that could be had.
    good_megabytes: u64,
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
        let mut uci = Self {
            game,
            engine: Arc::new(Engine::new(0).map_err(Failure::input)?),
            record,
            pondered: Limits::depth(MAX_DEPTH),
            thought: None,
            threads: 1,
            megabytes: HASH,
            good_megabytes: HASH,
            multi_pv: 1,
            rules: Vec::new(),
        };
        uci.build();
        Ok(uci)
    }

    fn build(&mut self) {
        let bytes = super::memory::checked(self.megabytes).ok();
        let Some(table) = bytes.and_then(|bytes| TranspositionTable::new(bytes >> 20).ok()) else {
            complain("the table does not fit into the memory of this machine");
            self.megabytes = self.good_megabytes;
            return;
        };
        self.good_megabytes = self.megabytes;
        let (options, threads) = (self.game.facts().options, self.threads);
        self.engine =
            Arc::new(Engine { table, options, threads, driver: Driver::LazySmp, share_after: Engine::SHARE_AFTER });
    }

    /// One line; false to end.
    pub(super) fn hear(&mut self, line: &str) -> bool {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "uci" => introduce(),
            "isready" => say("readyok"),
            "setoption" => self.set(rest.trim()),
            "ucinewgame" => {
                self.settle(PATIENCE);
                self.engine.table.clear();
            }
            "position" => self.position(rest.trim()),
            "go" => self.go(rest),
            "stop" => self.end_thought(),
            "ponderhit" => {
                if let Some(thought) = &self.thought {
                    thought.release(self.pondered.soft.or(self.pondered.hard));
                }
            }
            "d" => say(&self.record.text()),
            "quit" => {
                self.end_thought();
                return false;
            }
            _ => {}
        }
        true
    }

    fn set(&mut self, rest: &str) {
        self.settle(PATIENCE);
        let rest = rest.strip_prefix("name").unwrap_or(rest).trim();
        let (name, value) = rest.split_once(" value").map_or((rest, ""), |(name, value)| (name.trim(), value.trim()));
        match (name.to_ascii_lowercase().as_str(), value.parse::<u64>()) {
            ("game", _) => match registry::find(value) {
                Ok(game) => self.choose(game),
                Err(fault) => complain(fault),
            },
            ("hash", Ok(megabytes)) => {
                self.megabytes = megabytes;
                self.build();
            }
            ("threads", Ok(threads @ 1..=1024)) => {
                self.threads = threads as usize;
                self.build();
            }
            ("multipv", Ok(lines @ 1..=500)) => self.multi_pv = lines as usize,
            ("rule", _) => match value.split_once('=') {
                Some((rule, switch @ ("on" | "off"))) => {
                    self.rules.push((rule.into(), switch == "on"));
                    self.choose(self.game);
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
        self.settle(PATIENCE);
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
        self.settle(PATIENCE);
        let words: Vec<&str> = rest.split_whitespace().collect();
        if let ["perft", rest @ ..] = &words[..] {
            return self.perft(rest.first().copied().unwrap_or_default());
        }
        let has = |name: &str| words.contains(&name);
        let hold = has("infinite") || has("ponder");
        let mut limits = self.limits(&words);
        limits.multi_pv = self.multi_pv;
        if let Some(place) = words.iter().position(|word| *word == "searchmoves") {
            let moves = self.record.legal_moves();
            let listed = words[place + 1..].iter().take_while(|word| moves.iter().any(|mv| mv == **word));
            limits.moves = listed.map(ToString::to_string).collect();
            if limits.moves.is_empty() {
                complain("none of the moves after searchmoves is legal: all are searched");
            }
        }
        if hold {
            self.pondered = limits.clone();
            // The clock does not run yet.
            limits = Limits { soft: None, hard: None, ..limits };
        } else if limits.soft.is_some() && self.record.legal_moves().len() == 1 {
            // With a clock running a forced move is not thought about.
            limits.depth = 1;
        }
        if self.record.outcome().is_some() {
            return say("bestmove (none)");
        }
        let many = self.multi_pv > 1;
        self.thought = Some(Thought::start(
            Arc::clone(&self.engine),
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
        ));
    }

    fn limits(&self, words: &[&str]) -> Limits<String> {
        let number = |name: &str| {
            let place = words.iter().position(|word| *word == name)?;
            words.get(place + 1)?.parse::<i64>().ok()
        };
        let time = |name: &str| number(name).map(|time| Duration::from_millis(time.max(0) as u64));
        let (clock, increment) = match self.record.side_to_move() {
            Side::White => (time("wtime"), time("winc")),
            Side::Black => (time("btime"), time("binc")),
        };
        let mut limits = match (time("movetime"), clock) {
            (Some(time), _) => Limits { soft: None, ..Limits::time(time) },
            (None, Some(time)) => {
                let moves = number("movestogo").and_then(|moves| u32::try_from(moves).ok());
                Clock { time, increment: increment.unwrap_or_default(), moves }.limits()
            }
            (None, None) => Limits::depth(MAX_DEPTH),
        };
        limits.depth = number("depth").map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH.into()) as u32);
        limits.nodes = number("nodes").map_or(u64::MAX, |nodes| nodes.max(1) as u64);
        limits
    }

    /// A divide, for tools that compare move generators.
    fn perft(&self, depth: &str) {
        let Ok(depth @ 1..=64) = depth.parse::<u32>() else {
            return complain("bad depth of perft: expected 1 to 64");
        };
        let counted =
            self.game.position(Some(&self.record.text())).map_err(|fault| fault.to_string()).and_then(|position| {
                let settings = PerftSettings::new(self.threads).map_err(|fault| fault.to_string())?;
                position.divide(self.game.facts().modes[0], depth, &settings).map_err(|fault| fault.to_string())
            });
        match counted {
            Ok(rows) => {
                rows.iter().for_each(|(label, nodes)| say(&format!("{label}: {nodes}")));
                say("");
                say(&format!("Nodes searched: {}", rows.iter().map(|row| row.1).sum::<u64>()));
            }
            Err(fault) => complain(fault),
        }
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
