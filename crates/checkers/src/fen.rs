//! Positions as PDN writes them: `W:Wa1,Kc3:Bh8`, `B:W31-50:B1-20`.
//!
//! The form is the core's [`colon_fen`]; here the names of squares become bits, and a man is refused where
//! he would have been crowned. Names of both kinds are read, the variant's own are written, without ranges.
//! Clocks (`H`, `F`) are read and dropped: a position has no history.

use crate::board::{Bits, Board};
use crate::layout::Layout;
use crate::routes::board_order;
use crate::rules::Rules;
use crate::squares::{Names, Place};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use plywood_core::{Bitboard, Side, TextError, colon_fen};

/// The letter of `side`.
pub(crate) const fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'B',
    }
}

/// What both forms of position text say about a man who can't be where he is.
pub(crate) fn uncrowned(name: &str) -> String {
    format!("a man can't stand on '{name}', where it would have been crowned")
}

impl<R: Rules> Board<R> {
    /// The names of the squares in this variant.
    pub const fn names() -> Names {
        Names::of::<R>()
    }

    /// The place of a bit; a1 for a bit that no square owns.
    pub(crate) fn place(bit: u32) -> Place {
        R::Layout::file_rank(bit).unwrap_or_default()
    }

    /// The number of a bit; 0 for a bit that no square owns.
    pub(crate) fn number(bit: u32) -> u32 {
        R::Layout::file_rank(bit).and_then(|place| Self::names().number(place)).unwrap_or_default()
    }

    /// The bit of the square with this name, of either kind.
    pub(crate) fn named_bit(name: &str) -> Option<u32> {
        let (file, rank) = Self::names().read(name)?;
        R::Layout::bit(file, rank)
    }

    /// The name of a square as the variant writes it.
    pub(crate) fn bit_name(bit: u32) -> String {
        Self::names().write(Self::place(bit))
    }

    pub(crate) fn parse_fen(text: &str) -> Result<Self, TextError> {
        let fen = colon_fen::parse(text, Self::named_bit)?;
        let mut board = Self::from_sets(Bits::<R>::EMPTY, Bits::<R>::EMPTY, Bits::<R>::EMPTY, fen.side_to_move);
        for piece in fen.pieces {
            if !piece.king && Self::crown_row(piece.side).has(piece.square) {
                return Err(TextError::at(text, piece.at, uncrowned(&Self::bit_name(piece.square))));
            }
            board.put(piece.side, piece.king, piece.square);
        }
        Ok(board)
    }

    /// Puts a piece on an empty square.
    pub(crate) fn put(&mut self, side: Side, king: bool, square: u32) {
        let bit = Bits::<R>::bit(square);
        match side {
            Side::White => self.white |= bit,
            Side::Black => self.black |= bit,
        }
        if king {
            self.kings |= bit;
        }
    }

    pub(crate) fn fen(&self) -> String {
        let [white, black] = Side::BOTH.map(|side| self.piece_list(side));
        format!("{}:W{white}:B{black}", letter(self.side))
    }

    /// The pieces of `side` with commas between them, in the order of the variant's names.
    fn piece_list(&self, side: Side) -> String {
        let by_number = Self::names().writes_numbers();
        let mut bits: Vec<u32> = self.pieces(side).squares().collect();
        bits.sort_by_key(|&bit| if by_number { (Self::number(bit), 0) } else { board_order(Self::place(bit)) });
        let items: Vec<String> = bits
            .into_iter()
            .map(|bit| format!("{}{}", if self.kings.has(bit) { "K" } else { "" }, Self::bit_name(bit)))
            .collect();
        items.join(",")
    }
}
