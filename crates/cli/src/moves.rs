//! `plywood moves`: the legal moves of a position, sorted by text.

use crate::args::MovesArguments;
use crate::failure::Failure;
use crate::output::Output;
use crate::positions;
use plywood::AnyPosition;
use serde_json::{Value, json};
use std::io::Write;

pub(crate) fn run(arguments: &MovesArguments, output: &mut Output<impl Write>) -> Result<(), Failure> {
    let game = positions::game(&arguments.position)?.name();
    let many = positions::reads_stdin(&arguments.position);
    positions::each(&arguments.position, |position| {
        if arguments.position.json {
            return output.line(object(game, position));
        }
        if many {
            output.line(format_args!("position {}", position.text()))?;
        }
        position.moves().iter().try_for_each(|row| output.line(&row.text))
    })
}

fn object(game: &str, position: &dyn AnyPosition) -> Value {
    let moves: Vec<Value> = position.moves().iter().map(plywood::MoveRow::to_json).collect();
    json!({ "game": game, "fen": position.text(), "moves": moves })
}
