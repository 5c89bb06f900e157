//! Dameo, Big Dameo, Croda and Turkish draughts on bitboards: rules, counting, notation.
//!
//! One family: all squares of the board are used, and captures run along ranks and files only. There is
//! one generator, [`Orthogonal`], over the rules as types of constants ([`Rules`]) and the board as a
//! constant ([`Board`]: 8x8 squares on a `u64`, 10x10 on a `u128`). The five games are five names:
//!
//! | type | game | board |
//! |---|---|---|
//! | [`Dameo`] | Dameo | 8x8 |
//! | [`BigDameo4`], [`BigDameo3`] | Big Dameo with four or three rows of men a side | 10x10 |
//! | [`Croda`] | Croda | 8x8 |
//! | [`Turkish`] | Turkish draughts | 8x8 |
//!
//! Moves are counted by [`Unique`](plywood_core::Unique) or, where every sequence of landing squares is
//! to count by itself, by [`Paths`].
//!
//! With the feature `std` the games can be searched: [`Evaluation`] says what a position is worth, [`Referee`]
//! holds the draw rules, which need a history and are no part of generation.
//!
//! Other features: `parallel` (default) lets perft use several threads; `serde` stores a position as its text.
//!
//! Not here: the search itself (`plywood_core::search`), printing.
//!
//! Start reading at [`rules`], then [`position`].
//!
//! # Example
//! ```
//! use plywood_core::{Game, Position};
//! use plywood_dameo::Dameo;
//! let start = Dameo::start();
//! assert_eq!(start.count(), 52);
//! let mv = start.parse_move("a1-d4")?; // the line a1-b2-c3 moves by its rear man
//! assert_eq!(start.play(&mv).count2(), 2_621);
//! # Ok::<(), plywood_core::TextError>(())
//! ```
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod capture;
mod chain;
#[cfg(feature = "std")]
mod evaluation;
pub mod geometry;
mod notation;
mod paths;
#[cfg(feature = "std")]
mod play;
pub mod position;
mod quiet;
#[cfg(feature = "std")]
mod referee;
mod route;
pub mod rules;
mod suite;

#[cfg(feature = "std")]
pub use evaluation::Evaluation;
pub use geometry::Board;
pub use paths::Paths;
pub use position::{Move, Orthogonal};
#[cfg(feature = "std")]
pub use referee::Referee;
pub use rules::Rules;
pub use suite::SUITE;

/// Dameo (Christian Freeling, 2000): men move in lines, kings as queens; 8x8, 18 men a side.
pub type Dameo = Orthogonal<rules::DameoRules>;
/// Big Dameo with four rows: Dameo on 10x10 with 28 men a side.
pub type BigDameo4 = Orthogonal<rules::BigDameo4Rules>;
/// Big Dameo with three rows: Dameo on 10x10 with 24 men a side.
pub type BigDameo3 = Orthogonal<rules::BigDameo3Rules>;
/// Croda (Ljuban Dedić, 1995): single steps, kings as rooks; 8x8, 24 men a side.
pub type Croda = Orthogonal<rules::CrodaRules>;
/// Turkish draughts: men step forward and sideways, victims vanish at once; 8x8, 16 men a side.
pub type Turkish = Orthogonal<rules::TurkishRules>;
