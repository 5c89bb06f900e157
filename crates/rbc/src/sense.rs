//! Sensing: what a player sees of the true board, once before every move.
//!
//! Not here: when a player may sense, and what he concludes from it. The window and its order are those of
//! `LocalGame.sense` in `reconchess` 1.6.9.

use crate::board::{Board, Piece};
use crate::square::Square;
use alloc::vec::Vec;

/// One square that was looked at, and the piece there.
pub type Sensed = (Square, Option<Piece>);

impl Board {
    /// The 3x3 window around `center`, clipped to the board (9, 6 or 4 squares): the upper rank first, each from the
    /// a-file on. Both colours are shown.
    ///
    /// # Example
    /// ```
    /// use plywood_core::Game;
    /// use plywood_rbc::{Board, Square};
    /// let seen = Board::start().sense(Square::parse("a1").unwrap());
    /// let text: String = seen.iter().map(|(_, piece)| piece.map_or('.', |p| p.letter())).collect();
    /// assert_eq!(text, "PPRN");
    /// ```
    pub fn sense(&self, center: Square) -> Vec<Sensed> {
        let around = |x: u8| x.saturating_sub(1)..=(x + 1).min(7);
        around(center.rank())
            .rev()
            .flat_map(|rank| around(center.file()).map(move |file| Square::of_bit(u32::from(rank * 8 + file))))
            .map(|square| (square, self.piece_at(square)))
            .collect()
    }
}
