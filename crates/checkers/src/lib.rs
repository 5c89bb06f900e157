//! The diagonal draughts family on bitboards: rules, counting, notation, and what a search wants to know.
//!
//! What it is: eighteen variants of draughts on the squares of one colour, from 6x6 to 12x12, as one generic
//! position [`Board`] over a type of constants, [`Rules`]. Adding a variant is one small `impl`.
//!
//! Features: draw rules, evaluations and the players of the seed game need `std`, as the search of the core does; `parallel` lets
//! perft use several threads (both are on by default); `serde` stores a position as its text.
//!
//! What it deliberately does not do: games that use all squares.
//!
//! Start reading at [`rules`], then [`layout`].
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

#[macro_use]
mod unroll;

mod board;
mod capture;
#[cfg(feature = "std")]
mod draws;
#[cfg(feature = "std")]
mod evaluation;
mod fen;
mod game;
mod generate;
mod hub;
pub mod layout;
mod list;
mod pdn;
#[cfg(feature = "std")]
mod play;
mod position;
mod routes;
pub mod rules;
mod search;
#[cfg(feature = "std")]
pub mod seed;
pub mod squares;
mod step;
mod tally;
mod two_ply;
mod view;
mod walk;

pub use board::{Bits, Board, Move};
#[cfg(feature = "std")]
pub use draws::{Clock, Conduct};
#[cfg(feature = "std")]
pub use evaluation::{Evaluation, Weights};
pub use position::Sequences;
pub use rules::Rules;

/// The suite: node counts, complete move lists and rule cases, one JSON object a line in the row form that all
/// games share.
///
/// The node counts are published tables, each row with its source; the positions come from random games, their move
/// lists from two independent generators that agree.
pub const SUITE: &[&str] = &[
    include_str!("../data/perft.jsonl"),
    include_str!("../data/positions.jsonl"),
    include_str!("../data/rules.jsonl"),
];

/// Russian draughts on 6x6.
pub type Russian6 = Board<rules::Russian6Rules>;
/// Brazilian draughts on 6x6.
pub type Brazilian6 = Board<rules::Brazilian6Rules>;
/// English draughts on 6x6.
pub type English6 = Board<rules::English6Rules>;
/// English draughts, American checkers.
pub type English = Board<rules::EnglishRules>;
/// Russian draughts.
pub type Russian = Board<rules::RussianRules>;
/// American pool checkers.
pub type Pool = Board<rules::PoolRules>;
/// Brazilian draughts.
pub type Brazilian = Board<rules::BrazilianRules>;
/// International draughts.
pub type International = Board<rules::InternationalRules>;
/// Canadian draughts.
pub type Canadian = Board<rules::CanadianRules>;
/// Italian draughts.
pub type Italian = Board<rules::ItalianRules>;
/// Spanish and Portuguese draughts.
pub type Spanish = Board<rules::SpanishRules>;
/// Czech draughts.
pub type Czech = Board<rules::CzechRules>;
/// Frisian draughts.
pub type Frisian = Board<rules::FrisianRules>;
/// Frysk!.
pub type Frysk = Board<rules::FryskRules>;
/// Killer draughts.
pub type Killer = Board<rules::KillerRules>;
/// Breakthrough draughts.
pub type Breakthrough = Board<rules::BreakthroughRules>;
/// Antidraughts.
pub type Antidraughts = Board<rules::AntidraughtsRules>;
/// Thai draughts.
pub type Thai = Board<rules::ThaiRules>;
