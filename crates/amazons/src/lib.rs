//! The Game of the Amazons on fifteen boards: rules, counting, notation.
//!
//! What it is: a [`Board`] of any size up to 10x10 that lists, plays and counts moves; [`Amazons`] and
//! its fourteen smaller sisters with their set-ups; positions and moves as text; the built-in [`SUITE`]; what positions
//! are worth ([`Terms`] and, with the feature `std`, `Evaluation`) and how decided ones are counted ([`Territory`]).
//!
//! What it deliberately does not do: it does not search, keeps no record of a game, and prints nothing.
//!
//! Features: `std`, and `parallel` for perft on several threads (both are on by default); `serde` stores a position as its text.
//!
//! Start reading at `board.rs` (the rules), then `lanes.rs` and `runs.rs` (how a ply is counted) and
//! `pairs.rs` (how two are). What searches need begins at `play.rs`, `evaluation.rs` and `territory.rs`.
//!
//! # Example
//! ```
//! use plywood_amazons::Amazons;
//! use plywood_core::perft::{Control, Perft};
//! use plywood_core::{Game, Unique};
//! let leaves = Perft::new(1)?.count(Unique, &Amazons::start(), 2, None, &Control::new());
//! assert_eq!(leaves, Ok(4_307_152));
//! # Ok::<(), plywood_core::perft::ThreadError>(())
//! ```
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod board;
#[cfg(feature = "std")]
mod evaluation;
mod filling;
mod fills;
mod games;
mod geometry;
mod lanes;
mod notation;
mod pairs;
#[cfg(feature = "std")]
mod play;
mod runs;
mod set;
mod suite;
mod terms;
mod territory;

pub use board::{Board, Move};
#[cfg(feature = "std")]
pub use evaluation::{Evaluation, WEIGHTS, Weights};
pub use games::{
    Amazons, Amazons4x4, Amazons4x5, Amazons4x6, Amazons4x7, Amazons5x4, Amazons5x5, Amazons5x6, Amazons6x4,
    Amazons6x5, Amazons6x6, Amazons7x4, Amazons7x7, Amazons8x8, Amazons9x9, Setup,
};
pub use set::Set;
pub use suite::SUITE;
pub use terms::Terms;
pub use territory::{Holding, MoveRange, Territory};
