//! `plywood rbc replay`: a game history checked event by event, and shown.

use super::{end_text, history, recorded_end};
use crate::failure::Failure;
use crate::output::Output;
use clap::Args;
use plywood::core::{Game, Side};
use plywood::rbc::history::{History, HistoryError, Turn, reason_name};
use plywood::rbc::{Board, Piece, request_text};
use serde_json::{Value, json};
use std::io::Write;

#[derive(Args, Debug)]
pub(crate) struct ReplayArguments {
    /// The history, as reconchess saves it; `-` reads standard input
    #[arg(value_name = "HISTORY.json")]
    history: String,
    /// One JSON object a turn, and one for the end
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &ReplayArguments, output: &mut Output<impl Write>) -> Result<(), Failure> {
    let history = history(&arguments.history)?;
    if !arguments.json {
        output.line(format_args!("White {}, Black {}", history.white_name, history.black_name))?;
    }
    let first = history.fens_before_move.white.first().filter(|fen| **fen != Board::start().text());
    if let Some(fen) = first.filter(|_| !arguments.json) {
        output.line(format_args!("not from the start of a game: {fen}"))?;
    }
    let (mut turns, mut written) = (0, Ok(()));
    let result = history.replay_each(|turn| {
        let number = turns / 2 + 1;
        turns += 1;
        if written.is_ok() {
            written = match arguments.json {
                true => output.line(object(number, turn)),
                false => output.line(text(number, turn)),
            };
        }
    });
    written?;
    finish(arguments, &history, turns, result, output)
}

fn finish(
    arguments: &ReplayArguments,
    history: &History,
    turns: usize,
    result: Result<(), HistoryError>,
    output: &mut Output<impl Write>,
) -> Result<(), Failure> {
    let fault = result.err().map(|fault| fault.to_string());
    if arguments.json {
        output.line(json!({
            "turns": turns, "right": fault.is_none(), "fault": &fault,
            "winner": history.winner_color.map(|side| side.name().to_lowercase()),
            "reason": history.win_reason.map(reason_name),
        }))?;
    } else if let Some(fault) = &fault {
        output.line(format_args!("wrong: {fault}"))?;
    } else {
        output.line(format_args!(
            "{}, after {turns} turn{}; every event agrees with the rules",
            end_text(recorded_end(history)),
            if turns == 1 { "" } else { "s" }
        ))?;
    }
    if fault.is_some() { Err(Failure::Check) } else { Ok(()) }
}

fn text(number: usize, turn: &Turn) -> String {
    let sense = turn.sense.map_or_else(|| "-".into(), |square| square.to_string());
    let seen: String = turn.seen.iter().map(|(_, piece)| piece.map_or('.', Piece::letter)).collect();
    let (asked, taken) = (turn.request, turn.outcome.taken);
    let became = match taken {
        _ if taken == asked => String::new(),
        None => ", not made".into(),
        Some(mv) => format!(", made {mv}"),
    };
    let capture = turn.outcome.capture.map_or_else(String::new, |square| format!(", captures on {square}"));
    let dots = if turn.side == Side::White { "." } else { "..." };
    format!("{number}{dots} sense {sense} {seen:9} ask {}{became}{capture}", request_text(asked))
}

fn object(number: usize, turn: &Turn) -> Value {
    let seen = turn.seen.iter().map(|(square, piece)| json!([square.to_string(), piece.map(Piece::letter)]));
    json!({
        "turn": number, "side": turn.side.name().to_lowercase(), "sense": turn.sense.map(|square| square.to_string()),
        "seen": seen.collect::<Vec<_>>(), "requested": request_text(turn.request),
        "taken": turn.outcome.taken.map(|mv| mv.to_string()),
        "capture_square": turn.outcome.capture.map(|square| square.to_string()), "fen": turn.after.text(),
    })
}
