//! The part of Plywood that every game shares and that knows no game.
//!
//! What it is: words used as sets of squares ([`bits`]), Zobrist keys ([`zobrist`]), the
//! [`Position`] trait that a game implements, the ways a tree can be counted ([`Mode`]), perft on
//! one or many threads with or without a table ([`perft`]), the text side of a game ([`Game`]),
//! and a [`conformance`] kit that every game passes.
//!
//! What it deliberately does not do: it knows no rule of any game, prints nothing and reads no
//! file; only a search with a time limit looks at a clock.
//!
//! Start reading at [`position`]: the trait there is the contract between the games and
//! everything else.
//!
//! Traits that are meant to be implemented: [`Position`], [`Game`] and [`Mode`]; for searches `SearchGame`, `Play`, `Evaluation` and
//! `Referee`. [`Bitboard`], [`zobrist::Planes`] and [`perft::Tally`] are complete and sealed: they may get methods at any time.
//!
//! # Features
//! - `std` (default): the search. Without it the crate needs `alloc` alone, and a target with 64-bit atomics.
//! - `parallel` (default): perft on several threads, by rayon. It switches `std` on.
//! - `serde`: what is worth keeping can be stored (`text::as_text` says how positions and moves are).
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

pub mod bits;
pub mod colon_fen;
pub mod conformance;
pub mod grid;
pub mod perft;
pub mod position;
pub mod rng;
#[cfg(feature = "std")]
pub mod search;
pub mod text;
pub mod zobrist;

/// What others cannot name they cannot implement: a supertrait of traits that are complete here.
mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
    impl Sealed for crate::position::Classes {}
    impl<B: Sealed, const N: usize> Sealed for [B; N] {}
}

pub use bits::{Bitboard, Squares};
pub use grid::Grid;
pub use position::{Classes, Mode, MoveClass, Outcome, Position, Side, Unique};
pub use text::{Game, MoveFacts, MoveParts, TextError};
pub use zobrist::{Key, Keyed, Zobrist};
