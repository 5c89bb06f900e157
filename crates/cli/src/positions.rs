//! The positions that a command works on: the start, one from `--fen`, or many from standard input.

use crate::args::PositionArguments;
use crate::failure::Failure;
use plywood::{AnyGame, AnyPosition, registry};
use std::io::BufRead;

/// The game of the arguments.
pub(crate) fn game(arguments: &PositionArguments) -> Result<&'static dyn AnyGame, Failure> {
    registry::find(&arguments.game).map_err(Failure::input)
}

/// Calls `work` for every position of the arguments, reading standard input line by line.
pub(crate) fn each(
    arguments: &PositionArguments,
    mut work: impl FnMut(&dyn AnyPosition) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let game = game(arguments)?;
    texts(arguments, |fen, place| {
        let position = game.position(fen);
        let position =
            position.map_err(|fault| Failure::input(format!("{place}bad position for {}: {fault}", game.name())));
        work(&*position?)
    })
}

/// Calls `work` for the text of every position (none is the start), with the place that faults are to name.
pub(crate) fn texts(
    arguments: &PositionArguments,
    mut work: impl FnMut(Option<&str>, &str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if !reads_stdin(arguments) {
        return work(arguments.fen.as_deref(), "");
    }
    for (index, line) in std::io::stdin().lock().lines().enumerate() {
        let place = format!("line {} of standard input: ", index + 1);
        let line = line.map_err(|fault| Failure::input(format!("{place}{fault}")))?;
        if !line.trim().is_empty() {
            work(Some(line.trim()), &place)?;
        }
    }
    Ok(())
}

/// Whether positions come from standard input, so that the results must say which they belong to.
pub(crate) fn reads_stdin(arguments: &PositionArguments) -> bool {
    arguments.fen.as_deref() == Some("-")
}
