//! What several test files need: the five games by name, and moves in a form that knows no bits.

use super::reference::Mv;
use plywood_core::Game;
use std::collections::BTreeSet;

/// The names of the games.
pub(crate) const GAMES: [&str; 5] = ["dameo", "bigdameo4", "bigdameo3", "croda", "turkish"];

/// `$body` with `$game` standing for the type of the game called `$name`.
macro_rules! on_game {
    ($name:expr, $game:ident => $body:expr) => {
        match $name {
            "dameo" => {
                type $game = plywood_dameo::Dameo;
                $body
            }
            "bigdameo4" => {
                type $game = plywood_dameo::BigDameo4;
                $body
            }
            "bigdameo3" => {
                type $game = plywood_dameo::BigDameo3;
                $body
            }
            "croda" => {
                type $game = plywood_dameo::Croda;
                $body
            }
            "turkish" => {
                type $game = plywood_dameo::Turkish;
                $body
            }
            name => panic!("no game {name}"),
        }
    };
}
pub(crate) use on_game;

/// A move of the crate in the form of the reference.
pub(crate) fn identity<G: Game>(position: &G, mv: &G::Move) -> Mv {
    let facts = position.facts(mv);
    Mv { from: facts.from, to: facts.to, captured: facts.captured.into_iter().collect(), promotes: facts.promotes }
}

/// All legal moves in the form of the reference.
pub(crate) fn identities<G: Game>(position: &G) -> BTreeSet<Mv> {
    position.moves().iter().map(|mv| identity(position, mv)).collect()
}
