//! `plywood games`: what can be counted, and how.

use crate::failure::Failure;
use crate::output::Output;
use plywood::core::Side;
use plywood::{GameFacts, registry};
use serde_json::json;
use std::io::Write;

pub(crate) fn run(json: bool, output: &mut Output<impl Write>) -> Result<(), Failure> {
    let games: Vec<GameFacts> = registry::games().map(plywood::AnyGame::facts).collect();
    if json {
        return games.iter().try_for_each(|game| output.line(object(game)));
    }
    let width = |pick: fn(&GameFacts) -> String| games.iter().map(|game| pick(game).len()).max().unwrap_or(0);
    let columns = [width(|g| g.name.into()), width(|g| g.board.into()), width(|g| g.modes.join("|"))];
    games.iter().try_for_each(|game| {
        output.line(format_args!(
            "{:name$}  {:board$}  {:5}  {:modes$}  {}",
            game.name,
            game.board,
            side(game.first),
            game.modes.join("|"),
            game.summary,
            name = columns[0],
            board = columns[1],
            modes = columns[2],
        ))
    })
}

fn object(game: &GameFacts) -> serde_json::Value {
    json!({
        "game": game.name, "board": game.board, "first": side(game.first).to_lowercase(),
        "counts": game.modes, "summary": game.summary,
    })
}

fn side(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}
