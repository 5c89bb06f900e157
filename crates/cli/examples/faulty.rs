//! An engine for `plywood diff` with a fault planted in it: `faulty FAULT [MODE]` speaks the protocol `lines` of docs/diff.md.
//!
//! Faults: nothing, crown-lost (russian), crown-won (international), king-in-line (dameo), majority (brazilian), en-passant and
//! en-passant-key (rbc), vacated (Amazons). The tests and docs/diff.md look for them. Not here: the faults themselves (`faults`).

#[path = "../../plywood/tests/faults/mod.rs"]
mod faults;

use faults::{Faulty, Plant};
use plywood::differ::{Listing, Other};
use plywood::registry;
use std::io::{BufRead, Write};

const PLANTS: [(&str, Plant); 8] = [
    ("nothing", Plant::Nothing),
    ("crown-lost", Plant::CrownLost),
    ("crown-won", Plant::CrownWon),
    ("king-in-line", Plant::KingInLine),
    ("majority", Plant::Majority),
    ("en-passant", Plant::EnPassant),
    ("en-passant-key", Plant::EnPassantKey),
    ("vacated", Plant::Vacated),
];

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let fault = arguments.first().map_or("", String::as_str);
    let Some(&(_, plant)) = PLANTS.iter().find(|(name, _)| *name == fault) else {
        let names = PLANTS.map(|(name, _)| name);
        eprintln!("error: no fault '{fault}': expected one of {}", names.join(", "));
        std::process::exit(2);
    };
    let mode = arguments.get(1).cloned();
    let mut engine: Option<(String, Faulty)> = None;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let answer = answer(&line, mode.as_deref(), plant, &mut engine);
        writeln!(std::io::stdout(), "{}", answer.unwrap_or_else(|| "unknown".into()))?;
    }
    Ok(())
}

/// The answer to a question; `None` when it is not known. Tables live as long as the game stays the same.
fn answer(line: &str, mode: Option<&str>, plant: Plant, engine: &mut Option<(String, Faulty)>) -> Option<String> {
    let (question, rest) = line.split_once(' ')?;
    let (name, rest) = rest.split_once(' ')?;
    let game = registry::find(name).ok()?;
    if engine.as_ref().is_none_or(|(known, _)| known != name) {
        let mode = mode.unwrap_or(game.position(None).ok()?.default_mode());
        *engine = Some((name.into(), Faulty::new(name, mode, plant)));
    }
    let (_, engine) = engine.as_mut()?;
    let (depth, fen) = if question == "moves" { ("1", rest) } else { rest.split_once(' ')? };
    let (depth, position) = (depth.parse().ok()?, game.position(Some(fen)).ok()?);
    let words = match question {
        "moves" => match engine.moves(&*position).ok()? {
            Listing::All(moves) => moves,
            _ => return None,
        },
        "perft" => return engine.perft(&*position, depth).ok()?.map(|nodes| nodes.to_string()),
        "divide" => {
            let rows = engine.divide(&*position, depth).ok()??;
            rows.into_iter().map(|(mv, nodes)| format!("{mv}={nodes}")).collect()
        }
        _ => return None,
    };
    Some(if words.is_empty() { "none".into() } else { words.join(" ") })
}
