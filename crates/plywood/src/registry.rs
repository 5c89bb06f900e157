//! The list of games: the only place in the workspace that names them all.
//!
//! A name leads to an [`AnyGame`]. One line here makes a game known to the command line, the suite and
//! every binding.

use crate::blind::{self, Boards};
use crate::game::{AnyGame, AnyMode, Edges, Erased, open_rows, tree};
use crate::playouts;
use crate::session::{Chooser, Notation};
use once_cell::sync::Lazy;
use plywood_amazons as amazons;
use plywood_checkers::{self as checkers, Sequences};
use plywood_core::search::Play;
use plywood_core::{Mode, Unique};
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
        turkish(),
        territorial::<amazons::Amazons>(),
        territorial::<amazons::Amazons9x9>(),
        territorial::<amazons::Amazons8x8>(),
        territorial::<amazons::Amazons7x7>(),
        territorial::<amazons::Amazons6x6>(),
        territorial::<amazons::Amazons5x5>(),
        territorial::<amazons::Amazons4x4>(),
        territorial::<amazons::Amazons4x5>(),
        territorial::<amazons::Amazons4x6>(),
        territorial::<amazons::Amazons4x7>(),
        territorial::<amazons::Amazons5x4>(),
        territorial::<amazons::Amazons5x6>(),
        territorial::<amazons::Amazons6x4>(),
        territorial::<amazons::Amazons6x5>(),
        territorial::<amazons::Amazons7x4>(),
        rbc(),
    ]
});

/// Letters of pieces, each before its sign.
const DRAUGHTS: &str = "w⛀W⛁b⛂B⛃";
const AMAZONS: &str = "Q♕q♛*■";
const CHESS: &str = "P♙N♘B♗R♖Q♕K♔p♟n♞b♝r♜q♛k♚";

/// A game in which capture sequences can be counted too.
fn sequenced<B: Draughts>() -> Box<dyn AnyGame> {
    type Of<R> = checkers::Board<R>;
    let hub = Notation::<Of<B::Rules>> {
        parse: Of::<B::Rules>::parse_hub,
        text: Of::<B::Rules>::hub_text,
        move_text: |_, mv| Of::<B::Rules>::hub_move_text(mv),
        parse_move: Of::<B::Rules>::parse_hub_move,
    };
    Box::new(Arc::new(Erased {
        game_type: checkers::squares::Names::of::<B::Rules>().game_type(),
        hub: Some(hub),
        chooser: Some(Chooser {
            choose: checkers::seed::choose::<B::Rules, _>,
            pick: checkers::seed::pick::<B::Rules, _>,
        }),
        ..erased::<Of<B::Rules>>(vec![tree(Unique), tree(Sequences)], DRAUGHTS)
    }))
}

/// A draughts board by its alias: the rules that it is played by.
trait Draughts {
    type Rules: checkers::Rules;
}

impl<R: checkers::Rules> Draughts for checkers::Board<R> {
    type Rules = R;
}

/// Turkish draughts, which PDN knows.
fn turkish() -> Box<dyn AnyGame> {
    let modes = vec![tree(Unique), tree(Paths)];
    let game_type = Some("30,W,8,8,A0,0".into());
    Box::new(Arc::new(Erased { game_type, ..erased::<dameo::Turkish>(modes, DRAUGHTS) }))
}

/// A game in which landing paths can be counted too.
fn pathed<G: Play>() -> Box<dyn AnyGame>
where
    Paths: Mode<G>,
{
    Box::new(Arc::new(erased::<G>(vec![tree(Unique), tree(Paths)], DRAUGHTS)))
}

/// A board of the Amazons: there is one way to count, and territories to score.
fn territorial<G: Play + Territorial>() -> Box<dyn AnyGame> {
    Box::new(Arc::new(Erased { territory: Some(G::territory), ..erased::<G>(vec![tree(Unique)], AMAZONS) }))
}

/// A game in which territories can be counted.
trait Territorial {
    fn territory(&self) -> amazons::Territory;
}

impl<S: amazons::Set, const W: usize, const H: usize> Territorial for amazons::Board<S, W, H> {
    fn territory(&self) -> amazons::Territory {
        amazons::Territory::of(self)
    }
}

/// A game with nothing but its modes and its signs.
fn erased<G: Play>(modes: Vec<Box<dyn AnyMode<G>>>, glyphs: &'static str) -> Erased<G> {
    Erased {
        modes,
        rows: open_rows::<G>,
        edges: Edges::open(),
        play_out: playouts::by_edges::<G, Unique>(),
        king_captures: false,
        check_row: None,
        glyphs,
        game_type: None,
        hub: None,
        chooser: None,
        territory: None,
    }
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
        rows: blind::request_rows,
        edges: blind::requests(),
        play_out: playouts::by_edges::<Board, Requests>(),
        king_captures: true,
        check_row: Some(plywood_rbc::check_row),
        ..erased::<Board>(modes, CHESS)
    }))
}

/// All games, in the order of `plywood games`.
pub fn games() -> impl Iterator<Item = &'static dyn AnyGame> {
    GAMES.iter().map(|game| &**game)
}

/// No game has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown game '{name}': expected {}", .expected.join(", "))]
#[non_exhaustive]
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
