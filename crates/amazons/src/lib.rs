//! The Game of the Amazons on fifteen boards: rules, counting, notation.
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
pub use games::*;
pub use set::Set;
pub use suite::SUITE;
