//! Reconnaissance Blind Chess (RBC) on a king-capture chess bitboard: rules, counting, histories.
//!
//! What it is: the position ([`Board`]), what a player may ask for and what becomes of it
//! ([`Request`], [`Board::outcome`]), what he may look at ([`Board::sense`]), how a game ends
//! ([`end`]), four ways of counting ([`Requests`], [`Canon`], [`Taken`], [`boards`](crate::boards())) and the
//! reference's game histories ([`history`]). The rules are those of JHU/APL's package `reconchess` 1.6.9; where
//! its rule text and its code differ, the code decides.
//!
//! With the feature `std` a board can be searched as by a player who sees all of it: [`Evaluation`] says what it is worth,
//! [`MoveLimit`] holds the draw rule. And [`belief`] keeps the set of all boards that a player must hold possible.
//!
//! A whole game is played by the [`arbiter`], between people or the [`players`] of this crate.
//!
//! What it deliberately does not do: it owns no clock and no file, prints nothing, and knows nothing of check, stalemate or
//! repetition: RBC has none of them.
//!
//! Features: `std` and `parallel` (default); `histories` (default) reads and writes the JSON of the reference and checks the rows of
//! the suite; `serde` stores a board as its FEN.
//!
//! Start reading at [`board`], then [`requests`] (what depends on the own pieces alone) and `generate` (what
//! happens on the true board).
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

#[cfg(feature = "histories")]
pub mod arbiter;
#[cfg(feature = "std")]
pub mod belief;
pub mod board;
#[cfg(feature = "std")]
mod boards;
#[cfg(feature = "std")]
mod crew;
#[cfg(feature = "std")]
mod distinct;
pub mod end;
#[cfg(feature = "std")]
mod evaluation;
mod fen;
mod game;
mod generate;
#[cfg(feature = "histories")]
pub mod history;
mod modes;
mod moves;
#[cfg(feature = "std")]
mod play;
#[cfg(all(feature = "std", feature = "histories"))]
pub mod players;
mod rays;
#[cfg(feature = "std")]
mod referee;
mod replies;
pub mod requests;
#[cfg(feature = "histories")]
mod rows;
mod sense;
mod square;
mod suite;
#[cfg(all(feature = "std", feature = "histories"))]
pub mod told;

pub use board::{Army, Board, Identity, Kind, Piece};
#[cfg(feature = "std")]
pub use boards::{BoardsCount, boards};
pub use end::{End, Limits, WinReason};
#[cfg(feature = "std")]
pub use evaluation::Evaluation;
pub use modes::{Canon, Labelled, Listed, Requests, Taken};
pub use moves::{Move, Request, request_text};
#[cfg(feature = "std")]
pub use referee::MoveLimit;
pub use requests::{Outcome, Refused};
#[cfg(all(feature = "std", feature = "histories"))]
pub use rows::check_belief;
#[cfg(feature = "histories")]
pub use rows::check_row;
pub use sense::Sensed;
pub use square::Square;
pub use suite::{HISTORIES, SUITE};
