//! What a player knows for certain of his own side: where his pieces stand, and his castling rights.
//!
//! Not here: anything about the opponent.

use crate::board::{Board, Piece};
use crate::moves::Move;
use crate::rays::{RANK_1, RANK_8};
use crate::square::Square;
use plywood_core::Side;

/// A player's own pieces and whose turn it is, followed through a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Own {
    pub(super) side: Side,
    /// The board without the opponent's pieces.
    pub(super) board: Board,
}

impl Own {
    pub(super) fn at_start(board: &Board, side: Side) -> Self {
        Self { side, board: board.view(side) }
    }

    /// The opponent's turn is over; he may have taken something.
    pub(super) fn opponent_moved(&mut self, capture: Option<Square>) {
        self.board = self.board.after(None).without(capture);
    }

    /// The own turn is over.
    pub(super) fn moved(&mut self, taken: Option<Move>) {
        self.board = self.board.after(taken.as_ref());
    }

    /// The corners whose castling rights are the player's own affair.
    pub(super) fn home(&self) -> u64 {
        if self.side == Side::White { RANK_1 } else { RANK_8 }
    }

    /// The own pieces, together with pieces of the opponent that are thought to stand on squares without own ones.
    pub(super) fn with(&self, enemies: impl IntoIterator<Item = (Square, Piece)>) -> Board {
        let mut board = self.board;
        for (square, piece) in enemies {
            if board.piece_at(square).is_none() {
                board.put(square, piece);
            }
        }
        board
    }
}
