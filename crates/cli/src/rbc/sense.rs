//! `plywood rbc sense`: what a look around each of the 64 squares would tell.

use super::belief::{Bounds, Follower};
use super::{colour, history, place, read};
use crate::failure::Failure;
use crate::output::Output;
use clap::Args;
use plywood::core::{Game, Side};
use plywood::rbc::Board;
use plywood::rbc::belief::{Belief, Centre, State};
use plywood::rbc::told::Told;
use serde_json::json;
use std::io::Write;

#[derive(Args, Debug)]
pub(crate) struct SenseArguments {
    /// The belief of a player of this history, before he senses; `-` reads standard input
    #[arg(long, value_name = "HISTORY.json", required_unless_present = "belief", requires = "color")]
    history: Option<String>,
    /// Whose belief: white or black
    #[arg(long, value_name = "COLOR", value_parser = colour, conflicts_with = "belief")]
    color: Option<Side>,
    /// Before which of his turns, from 1; by default the last
    #[arg(long, value_name = "N", value_parser = crate::args::whole::<usize>(1..=1_000_000), conflicts_with = "belief")]
    turn: Option<usize>,
    /// The belief of the side to move: a file of FENs, one a line; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "history")]
    belief: Option<String>,
    #[command(flatten)]
    bounds: Bounds,
    /// One JSON object a square
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &SenseArguments, output: &mut Output<impl Write>) -> Result<(), Failure> {
    let belief = match (&arguments.belief, &arguments.history, arguments.color) {
        (Some(path), ..) => listed(path, &arguments.bounds)?,
        (None, Some(path), Some(side)) => followed(arguments, path, side)?,
        _ => return Err(Failure::input("expected --history FILE --color COLOR, or --belief FILE")),
    };
    let mut centres = belief.senses();
    centres.sort_by(Centre::better_first);
    let sampled = belief.state() == State::Sampled;
    if !arguments.json {
        output.line(format_args!("{} boards{}", belief.len(), if sampled { " (a sample)" } else { "" }))?;
        output.line("square  bits  classes   expected      worst")?;
    }
    centres.iter().try_for_each(|centre| {
        if arguments.json { output.line(object(centre, sampled)) } else { output.line(row(centre)) }
    })
}

fn row(centre: &Centre) -> String {
    let Centre { square, classes, entropy, expected, worst, dominated_by } = *centre;
    let note = dominated_by.map_or_else(String::new, |other| format!("  all of it is seen from {other}"));
    let square = square.to_string();
    format!("{square:6} {entropy:5.3} {classes:8} {expected:10.1} {worst:10}{note}")
}

fn object(centre: &Centre, sampled: bool) -> serde_json::Value {
    let mut object = json!({
        "square": centre.square.to_string(), "bits": centre.entropy, "classes": centre.classes, "expected": centre.expected,
        "worst": centre.worst, "dominated_by": centre.dominated_by.map(|square| square.to_string()),
    });
    if sampled {
        object["sampled"] = json!(true);
    }
    object
}

/// The belief that a file lists.
fn listed(path: &str, bounds: &Bounds) -> Result<Belief, Failure> {
    let (text, place) = (read(path)?, place(path));
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let board = |(n, line): (usize, &str)| {
        let fault = |fault: String| Failure::input(format!("line {} of {place}: {fault}", n + 1));
        let board = Board::parse(line.trim()).map_err(|error| fault(error.to_string()))?;
        match Side::BOTH.into_iter().find(|&side| !board.has_king(side)) {
            Some(side) => Err(fault(format!("{} has no king: expected one of each side", side.name()))),
            None => Ok(board),
        }
    };
    let boards = lines.map(board).collect::<Result<Vec<Board>, Failure>>()?;
    let Some(first) = boards.first() else {
        return Err(Failure::input(format!("{place} lists no boards: expected one FEN a line")));
    };
    let side = first.side();
    Belief::from_boards(side, boards, bounds.options()).map_err(Failure::input)
}

/// The belief before a turn of a history.
fn followed(arguments: &SenseArguments, path: &str, side: Side) -> Result<Belief, Failure> {
    let history = history(path)?;
    let turns = history.senses.of(side).len();
    let wanted = arguments.turn.unwrap_or(turns);
    if wanted == 0 || wanted > turns {
        let (name, place) = (side.name(), place(path));
        return Err(Failure::input(match turns {
            0 => format!("{name} has no turns in {place}"),
            _ => format!("no turn {wanted}: expected 1 to {turns}, the turns of {name} in {place}"),
        }));
    }
    let mut follower = Follower::new(&history, side, &arguments.bounds)?;
    for (turn, told) in history.told(side).map_err(Failure::input)? {
        if turn > wanted || turn == wanted && !matches!(told, Told::Opponent(_)) {
            break;
        }
        follower.follow(turn, |belief| told.tell(belief))?;
    }
    Ok(follower.belief)
}
