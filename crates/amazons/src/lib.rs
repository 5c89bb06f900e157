//! The Game of the Amazons on fifteen boards: rules, counting, notation.
//!
//! What it is: a [`Board`] of any size up to 10x10 that lists, plays and counts moves; [`Amazons`] and
//! its fourteen smaller sisters with their set-ups; positions and moves as text; the built-in [`SUITE`].
//!
//! What it deliberately does not do: it neither searches nor evaluates, keeps no record of a game, and prints
//! nothing.
//!
//! Start reading at `board.rs` (the rules), then `lanes.rs` and `runs.rs` (how a ply is counted), last
//! `pairs.rs` (how two are).
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
mod games;
mod geometry;
mod lanes;
mod notation;
mod pairs;
mod runs;
mod set;
mod suite;

pub use board::{Board, Move};
pub use games::{
    Amazons, Amazons4x4, Amazons4x5, Amazons4x6, Amazons4x7, Amazons5x4, Amazons5x5, Amazons5x6, Amazons6x4,
    Amazons6x5, Amazons6x6, Amazons7x4, Amazons7x7, Amazons8x8, Amazons9x9, Setup,
};
pub use set::Set;
pub use suite::SUITE;
