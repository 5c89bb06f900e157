//! `plywood lines`: questions about moves and counts, one a line, each answered by one line (docs/diff.md).
//!
//! It is the other side of `plywood diff`, so that two versions of Plywood can be compared, and an example for engines that want
//! to be compared. Not here: playing and searching (`hub`, `uci`).

use crate::failure::Failure;
use crate::protocol::{listen, say};
use clap::Args;
use plywood::differ::edges;
use plywood::{AnyPosition, PerftSettings, registry};

#[derive(Args, Debug)]
pub(crate) struct LinesArguments {
    /// What counts as one move and one leaf: a count mode of the game, by default its first
    #[arg(long, visible_alias = "mode", value_name = "MODE")]
    count: Option<String>,
}

pub(crate) fn run(arguments: &LinesArguments) -> Result<(), Failure> {
    let settings = PerftSettings::new(1).map_err(Failure::input)?;
    listen(|line| {
        match answer(line, arguments.count.as_deref(), &settings) {
            _ if line == "quit" => return false,
            Ok(answer) => say(&answer),
            Err(fault) => say(&format!("error {fault}")),
        }
        true
    })
}

/// The answer to one question.
fn answer(line: &str, mode: Option<&str>, settings: &PerftSettings) -> Result<String, String> {
    let (question, rest) = cut(line);
    if !["moves", "perft", "divide"].contains(&question) {
        return Ok("unknown".into());
    }
    let (game, rest) = cut(rest);
    let (depth, fen) = if question == "moves" { (1, rest) } else { depth(rest)? };
    let game = registry::find(game).map_err(|fault| fault.to_string())?;
    let position = game.position(Some(fen)).map_err(|fault| format!("bad position for {}: {fault}", game.name()))?;
    let mode = mode.unwrap_or(position.default_mode());
    answer_at(&*position, question, mode, depth, settings)
}

fn answer_at(
    position: &dyn AnyPosition,
    question: &str,
    mode: &str,
    depth: u32,
    settings: &PerftSettings,
) -> Result<String, String> {
    let words: Vec<String> = match question {
        "moves" => {
            let edges = edges(position, mode, settings).map_err(|fault| fault.to_string())?;
            edges.into_iter().map(|(label, _)| label).collect()
        }
        "divide" => {
            let rows = position.divide(mode, depth, settings).map_err(|fault| fault.to_string())?;
            rows.into_iter().map(|(label, nodes)| format!("{label}={nodes}")).collect()
        }
        _ => vec![position.perft(mode, depth, settings).map_err(|fault| fault.to_string())?.to_string()],
    };
    Ok(if words.is_empty() { "none".into() } else { words.join(" ") })
}

fn depth(rest: &str) -> Result<(u32, &str), String> {
    let (depth, fen) = cut(rest);
    match depth.parse() {
        Ok(depth @ 1..=64) => Ok((depth, fen)),
        _ => Err(format!("bad depth '{depth}': expected 1 to 64")),
    }
}

/// The first word and what follows it.
fn cut(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}
