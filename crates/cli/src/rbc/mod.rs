//! `plywood rbc ...`: Reconnaissance Blind Chess as a game of two players who do not see each other.
//!
//! Each command has a room of its own; here is what they share: reading histories, the names of sides.
//!
//! Not here: counting, moves and search of one board that is seen whole, which are the same for all games.

mod belief;
mod game;
mod person;
mod play;
mod replay;
mod seat;
mod sense;

use crate::failure::Failure;
use crate::output::Output;
use clap::Subcommand;
use plywood::core::Side;
use plywood::rbc::WinReason;
use plywood::rbc::end::End;
use plywood::rbc::history::History;
use std::io::{Read, Write};

#[derive(Subcommand, Debug)]
pub(crate) enum RbcCommand {
    /// Check every event of a game history against the rules, and print the game
    Replay(replay::ReplayArguments),
    /// How many boards a player of a history could hold possible after each event
    Belief(belief::BeliefArguments),
    /// What a look around each of the 64 squares would tell, the best first
    Sense(sense::SenseArguments),
    /// Let two players play games, and count
    Game(game::GameArguments),
    /// Play a game in the terminal: you see what the rules let you see
    Play(play::PlayArguments),
}

pub(crate) fn run(command: &RbcCommand, output: &mut Output<impl Write>) -> Result<(), Failure> {
    match command {
        RbcCommand::Replay(arguments) => replay::run(arguments, output),
        RbcCommand::Belief(arguments) => belief::run(arguments, output),
        RbcCommand::Sense(arguments) => sense::run(arguments, output),
        RbcCommand::Game(arguments) => game::run(arguments, output),
        RbcCommand::Play(arguments) => play::run(arguments, output),
    }
}

/// How messages name a file.
fn place(path: &str) -> String {
    if path == "-" { "standard input".to_owned() } else { format!("'{path}'") }
}

/// The whole text of a file; `-` is standard input.
fn read(path: &str) -> Result<String, Failure> {
    let mut text = String::new();
    let read = match path {
        "-" => std::io::stdin().lock().read_to_string(&mut text),
        path => std::fs::File::open(path).and_then(|mut file| file.read_to_string(&mut text)),
    };
    match read {
        Ok(_) => Ok(text),
        Err(fault) => Err(Failure::input(format!("cannot read {}: {fault}", place(path)))),
    }
}

/// The history in a file; `-` is standard input.
fn history(path: &str) -> Result<History, Failure> {
    History::parse(&read(path)?).map_err(|fault| {
        Failure::input(format!("{} is not a game history: {fault}; expected JSON as reconchess saves it", place(path)))
    })
}

/// A parser for the name of a side.
fn colour(text: &str) -> Result<Side, String> {
    match text {
        "white" => Ok(Side::White),
        "black" => Ok(Side::Black),
        _ => Err("expected white or black".into()),
    }
}

/// How a game ended, in words.
fn end_text(end: Option<End>) -> String {
    let Some(end) = end else { return "unfinished".into() };
    let loser = end.winner.map_or("", |side| side.other().name());
    let reason = match end.reason {
        WinReason::Resign => format!("{loser} resigned"),
        WinReason::Timeout => format!("{loser}'s time is up"),
        WinReason::KingCapture => format!("{loser}'s king was taken"),
        WinReason::TurnLimit => "the limit of turns was reached".into(),
        WinReason::MoveLimit => "too many moves without capture or pawn move".into(),
    };
    match end.winner {
        Some(side) => format!("{} wins: {reason}", side.name()),
        None => format!("draw: {reason}"),
    }
}

/// The end that a history records.
fn recorded_end(history: &History) -> Option<End> {
    history.win_reason.map(|reason| End { winner: history.winner_color, reason })
}
