//! `plywood score`: who holds what, and who will run out of moves first.

use crate::args::PositionArguments;
use crate::failure::Failure;
use crate::output::Output;
use crate::positions;
use clap::Args;
use plywood::AnyPosition;
use plywood::amazons::Territory;
use plywood::core::Side;
use serde_json::{Value, json};
use std::io::Write;

#[derive(Args, Debug)]
pub(crate) struct ScoreArguments {
    #[command(flatten)]
    position: PositionArguments,
}

pub(crate) fn run(arguments: &ScoreArguments, output: &mut Output<impl Write>) -> Result<(), Failure> {
    positions::each(&arguments.position, |position| {
        let territory = position.territory().ok_or_else(|| {
            Failure::input(format!("{} has no territories: expected a board of the Amazons", arguments.position.game))
        })?;
        if arguments.position.json { output.line(object(position, &territory)) } else { output.line(territory) }
    })
}

fn object(position: &dyn AnyPosition, territory: &Territory) -> Value {
    let side = |side: Side| {
        let holding = territory.holding(side);
        json!({
            "regions": holding.regions, "squares": holding.squares, "defective": holding.defective,
            "moves": holding.moves.exact(), "moves_least": holding.moves.least, "moves_most": holding.moves.most,
        })
    };
    let winner = territory.winner().map(|side| if side == Side::White { "white" } else { "black" });
    json!({
        "fen": position.text(), "decided": territory.decided(), "contested": territory.contested,
        "dead": territory.dead, "white": side(Side::White), "black": side(Side::Black), "winner": winner,
        "score": territory.score(),
    })
}
