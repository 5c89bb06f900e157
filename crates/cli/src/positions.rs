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
    let name = game.name();
    if !reads_stdin(arguments) {
        let position = game.position(arguments.fen.as_deref());
        return work(&*position.map_err(|fault| Failure::input(format!("bad position for {name}: {fault}")))?);
    }
    for (index, line) in std::io::stdin().lock().lines().enumerate() {
        let place = || format!("line {} of standard input", index + 1);
        let line = line.map_err(|fault| Failure::input(format!("{}: {fault}", place())))?;
        if line.trim().is_empty() {
            continue;
        }
        let position = game.position(Some(line.trim()));
        work(&*position.map_err(|fault| Failure::input(format!("{}: bad position for {name}: {fault}", place())))?)?;
    }
    Ok(())
}

/// Whether positions come from standard input, so that the results must say which they belong to.
pub(crate) fn reads_stdin(arguments: &PositionArguments) -> bool {
    arguments.fen.as_deref() == Some("-")
}
