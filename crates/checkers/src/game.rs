//! Every variant as a named game with a notation: the core's [`Game`], once for all rules.
//!
//! Not here: the texts themselves (`fen`, `pdn`), and how moves are found (`generate`).

use crate::board::{Bits, Board, Move};
use crate::layout::Layout;
use crate::routes::Routes;
use crate::rules::Rules;
use crate::squares::Names;
use alloc::string::String;
use alloc::vec::Vec;
use plywood_core::{Bitboard, Game, Grid, MoveParts, Side, TextError};

/// # Example
/// ```
/// use plywood_checkers::Russian;
/// use plywood_core::{Game, Position};
/// let board = Russian::parse("W:Wf6:Bc5,e5,c7,e7")?;
/// assert_eq!(board.count(), 5);
/// let by_a_full_route = board.parse_move("f6:d8:b6:d4:h8")?;
/// assert_eq!(board.move_text(&by_a_full_route), "f6:h8");
/// assert_eq!(board.facts(&by_a_full_route).captured, ["c5", "e5", "c7", "e7"]);
/// // Squares are numbered along the ranks from a1; games whose notation has numbers of its own call them so.
/// assert_eq!(Russian::square_name(20), "b6");
/// assert_eq!(plywood_checkers::English::square_name(20), "9");
/// assert_eq!(["9", "b6"].map(plywood_checkers::English::read_square), [Some(20); 2]);
/// # Ok::<(), plywood_core::TextError>(())
/// ```
impl<R: Rules> Game for Board<R> {
    const NAME: &'static str = R::NAME;
    const BOARD: &'static str = R::BOARD;
    const SUMMARY: &'static str = R::SUMMARY;
    const GRID: Grid =
        Grid { files: R::Layout::SIZE, ranks: R::Layout::SIZE, colour: Some(if R::Layout::A1 { 0 } else { 1 }) };

    fn square_name(square: u32) -> String {
        Names::of::<R>().write(Self::GRID.place(square))
    }

    fn read_square(name: &str) -> Option<u32> {
        let (file, rank) = Names::of::<R>().read(name)?;
        Self::GRID.number(file, rank)
    }

    fn start() -> Self {
        Self::initial()
    }

    fn parse(text: &str) -> Result<Self, TextError> {
        Self::parse_fen(text)
    }

    fn text(&self) -> String {
        self.fen()
    }

    fn move_text(&self, mv: &Move<Bits<R>>) -> String {
        self.pdn(mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move<Bits<R>>, TextError> {
        self.parse_pdn(text)
    }

    fn parts(&self, mv: &Move<Bits<R>>) -> MoveParts {
        MoveParts {
            from: Self::grid_number(mv.from.into()) as u8,
            to: Self::grid_number(mv.to.into()) as u8,
            promotion: mv.promotes.then_some('k'),
            captured: Self::numbered(mv.captured),
            ..MoveParts::NONE
        }
    }

    fn landings(&self, mv: &Move<Bits<R>>) -> Vec<u8> {
        Routes::new(self, mv).least().into_iter().map(|square| Self::grid_number(square) as u8).collect()
    }

    fn pieces(&self) -> Vec<(char, u128)> {
        let [white, black] = Side::BOTH.map(|side| self.pieces(side));
        let kinds = [
            ('w', white & !self.kings),
            ('W', white & self.kings),
            ('b', black & !self.kings),
            ('B', black & self.kings),
        ];
        kinds.into_iter().map(|(letter, set)| (letter, Self::numbered(set))).collect()
    }

    fn moves_with_text(&self) -> Vec<(Move<Bits<R>>, String)> {
        self.all_pdn()
    }
}

impl<R: Rules> Board<R> {
    /// The number that front ends know a square of the layout by.
    fn grid_number(bit: u32) -> u32 {
        let (file, rank) = Self::place(bit);
        Self::GRID.number(file, rank).unwrap_or(0)
    }

    fn numbered(set: Bits<R>) -> u128 {
        set.squares().fold(0, |numbered, bit| numbered | 1 << Self::grid_number(bit))
    }
}

/// Stored as text: [`plywood_core::text::as_text`].
#[cfg(feature = "serde")]
impl<R: Rules> serde::Serialize for Board<R> {
    fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        plywood_core::text::as_text::serialize(self, serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, R: Rules> serde::Deserialize<'de> for Board<R> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        plywood_core::text::as_text::deserialize(deserializer)
    }
}
