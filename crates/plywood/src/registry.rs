//! The list of games: the only place in the workspace that names them all.
//!
//! A name leads to an [`AnyGame`]. One line here makes a game known to the command line, the suite and
//! every binding.

use crate::blind::{self, Boards};
use crate::game::{AnyGame, AnyMode, Erased, open_rows, tree};
use once_cell::sync::Lazy;
use plywood_amazons as amazons;
use plywood_checkers::{self as checkers, Sequences};
use plywood_core::{Game, Mode, Unique};
use plywood_dameo::{self as dameo, Paths};
use plywood_rbc::{Board, Canon, Requests, Taken};
use std::sync::Arc;
use thiserror::Error;

static GAMES: Lazy<Vec<Box<dyn AnyGame>>> = Lazy::new(|| {
    vec![
        sequenced::<checkers::Russian6>(),
        sequenced::<checkers::English>(),
        sequenced::<checkers::Russian>(),
        sequenced::<checkers::Brazilian>(),
        sequenced::<checkers::Pool>(),
        sequenced::<checkers::International>(),
        sequenced::<checkers::Canadian>(),
        sequenced::<checkers::Italian>(),
        sequenced::<checkers::Spanish>(),
        sequenced::<checkers::Czech>(),
        sequenced::<checkers::Frisian>(),
        sequenced::<checkers::Frysk>(),
        sequenced::<checkers::Killer>(),
        sequenced::<checkers::Breakthrough>(),
        sequenced::<checkers::Antidraughts>(),
        sequenced::<checkers::Thai>(),
        sequenced::<checkers::Brazilian6>(),
        sequenced::<checkers::English6>(),
        pathed::<dameo::Dameo>(),
        pathed::<dameo::BigDameo4>(),
        pathed::<dameo::BigDameo3>(),
        pathed::<dameo::Croda>(),
        pathed::<dameo::Turkish>(),
        plain::<amazons::Amazons>(),
        plain::<amazons::Amazons9x9>(),
        plain::<amazons::Amazons8x8>(),
        plain::<amazons::Amazons7x7>(),
        plain::<amazons::Amazons6x6>(),
        plain::<amazons::Amazons5x5>(),
        plain::<amazons::Amazons4x4>(),
        plain::<amazons::Amazons4x5>(),
        plain::<amazons::Amazons4x6>(),
        plain::<amazons::Amazons4x7>(),
        plain::<amazons::Amazons5x4>(),
        plain::<amazons::Amazons5x6>(),
        plain::<amazons::Amazons6x4>(),
        plain::<amazons::Amazons6x5>(),
        plain::<amazons::Amazons7x4>(),
        rbc(),
    ]
});

/// A game in which capture sequences can be counted too.
fn sequenced<G: Game>() -> Box<dyn AnyGame>
where
    Sequences: Mode<G>,
{
    open::<G>(vec![tree(Unique), tree(Sequences)])
}

/// A game in which landing paths can be counted too.
fn pathed<G: Game>() -> Box<dyn AnyGame>
where
    Paths: Mode<G>,
{
    open::<G>(vec![tree(Unique), tree(Paths)])
}

/// A game in which there is one way to count.
fn plain<G: Game>() -> Box<dyn AnyGame> {
    open::<G>(vec![tree(Unique)])
}

fn open<G: Game>(modes: Vec<Box<dyn AnyMode<G>>>) -> Box<dyn AnyGame> {
    Box::new(Arc::new(Erased { modes, rows: open_rows::<G>, king_captures: false, check_row: None }))
}

fn rbc() -> Box<dyn AnyGame> {
    let modes: Vec<Box<dyn AnyMode<Board>>> = vec![
        Box::new(blind::tree(Requests::default())),
        Box::new(blind::tree(Canon::default())),
        Box::new(blind::tree(Taken)),
        Box::new(Boards { raw: false }),
        Box::new(Boards { raw: true }),
    ];
    Box::new(Arc::new(Erased {
        modes,
        rows: blind::request_rows,
        king_captures: true,
        check_row: Some(plywood_rbc::check_row),
    }))
}

/// All games, in the order of `plywood games`.
pub fn games() -> impl Iterator<Item = &'static dyn AnyGame> {
    GAMES.iter().map(|game| &**game)
}

/// No game has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown game '{name}': expected {}", .expected.join(", "))]
pub struct UnknownGame {
    /// What was asked for.
    pub name: String,
    /// Names of its kind: the boards of the Amazons for an Amazons board, all names otherwise.
    pub expected: Vec<&'static str>,
}

/// The game with this name; `amazons-10x10` is another name of `amazons`.
///
/// # Errors
/// [`UnknownGame`] with the names that exist.
pub fn find(name: &str) -> Result<&'static dyn AnyGame, UnknownGame> {
    let wanted = if name == "amazons-10x10" { "amazons" } else { name };
    games().find(|game| game.name() == wanted).ok_or_else(|| {
        let names = || games().map(AnyGame::name);
        let expected: Vec<_> = match name.split_once('-') {
            Some(("amazons", _)) => names().filter(|name| name.starts_with("amazons")).collect(),
            _ => names().collect(),
        };
        UnknownGame { name: name.into(), expected }
    })
}
