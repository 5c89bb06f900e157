//! `plywood games`: what can be counted and played, and by which rules.

use crate::failure::Failure;
use crate::output::Output;
use plywood::core::search::RuleFact;
use plywood::{GameFacts, registry};
use serde_json::json;
use std::io::Write;

pub(crate) fn run(game: Option<&str>, json: bool, output: &mut Output<impl Write>) -> Result<(), Failure> {
    let games: Vec<GameFacts> = match game {
        Some(name) => vec![registry::find(name).map_err(Failure::input)?.facts()],
        None => registry::games().map(plywood::AnyGame::facts).collect(),
    };
    if json {
        return games.iter().try_for_each(|game| output.line(object(game)));
    }
    if let (Some(_), [facts]) = (game, &games[..]) {
        return one(facts, output);
    }
    let width = |pick: fn(&GameFacts) -> String| games.iter().map(|game| pick(game).len()).max().unwrap_or(0);
    let columns = [width(|g| g.name.into()), width(|g| g.board.into()), width(|g| g.modes.join("|"))];
    games.iter().try_for_each(|game| {
        output.line(format_args!(
            "{:name$}  {:board$}  {:5}  {:modes$}  {}",
            game.name,
            game.board,
            game.first.name(),
            game.modes.join("|"),
            game.summary,
            name = columns[0],
            board = columns[1],
            modes = columns[2],
        ))
    })
}

/// All that is known of one game.
fn one(game: &GameFacts, output: &mut Output<impl Write>) -> Result<(), Failure> {
    output.line(format_args!("{}: {}", game.name, game.summary))?;
    output.line(format_args!("board {}, {} moves first", game.board, game.first.name()))?;
    output.line(format_args!("counts {}", game.modes.join(", ")))?;
    if let Some(kind) = &game.game_type {
        output.line(format_args!("PDN game type {kind}"))?;
    }
    game.rules.iter().try_for_each(|rule| {
        let state = if rule.on { "on" } else { "off" };
        output.line(format_args!("--rule {}={state}: {}", rule.name, rule.summary))
    })
}

fn object(game: &GameFacts) -> serde_json::Value {
    let rule = |rule: &RuleFact| json!({ "name": rule.name, "on": rule.on, "summary": rule.summary });
    json!({
        "game": game.name, "board": game.board, "first": game.first.name().to_lowercase(),
        "counts": game.modes, "summary": game.summary, "game_type": game.game_type,
        "rules": game.rules.iter().map(rule).collect::<Vec<_>>(),
    })
}
