//! `plywood search`: one position searched, a line for each depth.

use crate::args::{PositionArguments, whole};
use crate::engine::{EngineArguments, LimitArguments};
use crate::failure::Failure;
use crate::output::{Output, count};
use crate::rules::RuleArguments;
use crate::{positions, watch};
use clap::Args;
use plywood::core::search::{Bound, Engine, Report, Stop, mate_distance};
use plywood::{AnyRecord, Form, SearchFault};
use serde_json::{Value, json};
use std::io::Write;

#[derive(Args, Debug)]
pub(crate) struct SearchArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Moves to play from the position before it is searched, with blanks between them
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    #[command(flatten)]
    limits: LimitArguments,
    /// This many best moves, each with its line
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole::<u16>(1..=500), allow_negative_numbers = true)]
    multipv: u16,
    /// Only these first moves, with blanks between them
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    searchmoves: Option<String>,
    #[command(flatten)]
    engine: EngineArguments,
    #[command(flatten)]
    rules: RuleArguments,
}

pub(crate) fn run(arguments: &SearchArguments, output: &mut Output<impl Write>) -> Result<(), Failure> {
    let game = positions::game(&arguments.position)?;
    let engine = arguments.engine.engine(&game.facts())?;
    let stop = watch::stop_on_interrupt()?;
    positions::texts(&arguments.position, |fen, place| {
        let set_up = game.record(fen, &arguments.rules.rules, Form::Native);
        let mut record = set_up.map_err(|fault| Failure::input(format!("{place}{fault}")))?;
        for mv in arguments.moves.iter().flat_map(|moves| moves.split_whitespace()) {
            record.play(mv).map_err(|fault| Failure::input(format!("{place}{fault}")))?;
        }
        engine.table.clear();
        if record.outcome().is_some() {
            return Err(Failure::input(format!("{place}the game is over")));
        }
        one(arguments, &*record, &engine, &stop, output)
    })?;
    if stop.stopped() { Err(Failure::Interrupted) } else { Ok(()) }
}

fn one(
    arguments: &SearchArguments,
    record: &dyn AnyRecord,
    engine: &Engine,
    stop: &Stop,
    output: &mut Output<impl Write>,
) -> Result<(), Failure> {
    let mut limits = arguments.limits.limits();
    limits.multi_pv = arguments.multipv.into();
    limits.moves = arguments.searchmoves.iter().flat_map(|moves| moves.split_whitespace().map(str::to_owned)).collect();
    let text = record.text();
    let mut written = Ok(());
    let mut last = None;
    let report = record.search(engine, None, &limits, stop, &mut |report| {
        last = Some((report.depth, report.statistics.nodes, report.line.first().cloned()));
        let line = if arguments.position.json {
            output.line(object(record.game(), &text, report, true))
        } else {
            output.line(info(report, arguments.multipv > 1)).inspect(|()| timing(report))
        };
        if let (true, Err(fault)) = (written.is_ok(), line) {
            stop.stop();
            written = Err(fault);
        }
    });
    written?;
    let report = report.map_err(|fault: SearchFault| Failure::input(fault))?;
    let best = report.line.first().map_or("-", String::as_str);
    if arguments.position.json {
        // The last object is final: what came after the last finished depth is in it.
        let complete = !stop.stopped();
        let found = Some((report.depth, report.statistics.nodes, report.line.first().cloned()));
        if !complete || arguments.multipv == 1 && last != found {
            output.line(object(record.game(), &text, &report, complete))?;
        }
    } else {
        let mark = if stop.stopped() { " (incomplete: interrupted)" } else { "" };
        // A depth that was cut short knows a move that is worth this much, not that there is none better.
        let least = if report.bound == Bound::Lower { "at least " } else { "" };
        output.line(format_args!("best move {best}, score {least}{}{mark}", score_text(report.score)))?;
    }
    if stop.stopped() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// One finished depth.
pub(crate) fn info(report: &Report<String>, ranked: bool) -> String {
    let rank = if ranked { format!(" rank {}", report.rank) } else { String::new() };
    format!(
        "depth {}{rank} score {} nodes {} pv {}",
        report.depth,
        score_text(report.score),
        report.statistics.nodes,
        report.line.join(" ")
    )
}

/// Time and speed, on standard error; nobody reading it is no fault.
fn timing(report: &Report<String>) {
    let seconds = report.time.as_secs_f64();
    let speed = report.statistics.nodes as f64 / seconds.max(1e-9) / 1e6;
    let _ = writeln!(
        anstream::stderr(),
        "depth {}: {seconds:.3} s, {speed:.2} Mn/s, seldepth {}",
        report.depth,
        report.statistics.selective_depth
    );
}

/// A score for people: in men, pawns or squares, or the distance to the end in plies.
pub(crate) fn score_text(score: i32) -> String {
    match mate_distance(score) {
        Some(plies) if score > 0 => format!("win in {plies}"),
        Some(plies) => format!("loss in {}", plies.abs()),
        None => format!("{}.{:02}", Sign(score), (score % 100).abs()),
    }
}

/// The whole part of a score, with the sign that it would lose between -1 and 0.
struct Sign(i32);

impl std::fmt::Display for Sign {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", if self.0 < 0 { '-' } else { '+' }, (self.0 / 100).abs())
    }
}

fn object(game: &str, fen: &str, report: &Report<String>, complete: bool) -> Value {
    let seconds = report.time.as_secs_f64();
    let mut object = json!({
        "game": game,
        "fen": fen,
        "depth": report.depth,
        "rank": report.rank,
        "score": report.score,
        "bound": report.bound.name(),
        "mate": mate_distance(report.score),
        "nodes": count(report.statistics.nodes),
        "seconds": seconds,
        "seldepth": report.statistics.selective_depth,
        "best_move": report.line.first(),
        "pv": report.line,
    });
    if !complete {
        object["complete"] = json!(false);
    }
    object
}
