//! Every variant as a named game with a notation: the core's [`Game`], once for all rules.
//!
//! Not here: the texts themselves (`fen`, `pdn`), and how moves are found (`generate`).

use crate::board::{Bits, Board, Move};
use crate::layout::Layout;
use crate::routes::board_order;
use crate::rules::Rules;
use crate::squares::algebraic;
use alloc::string::String;
use alloc::vec::Vec;
use plywood_core::{Bitboard, Game, MoveFacts, TextError};

/// # Example
/// ```
/// use plywood_checkers::Russian;
/// use plywood_core::{Game, Position};
/// let board = Russian::parse("W:Wf6:Bc5,e5,c7,e7")?;
/// assert_eq!(board.count(), 5);
/// let by_a_full_route = board.parse_move("f6:d8:b6:d4:h8")?;
/// assert_eq!(board.move_text(&by_a_full_route), "f6:h8");
/// assert_eq!(board.facts(&by_a_full_route).captured, ["c5", "e5", "c7", "e7"]);
/// # Ok::<(), plywood_core::TextError>(())
/// ```
impl<R: Rules> Game for Board<R> {
    const NAME: &'static str = R::NAME;
    const BOARD: &'static str = R::BOARD;
    const SUMMARY: &'static str = R::SUMMARY;

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

    fn letters(&self) -> Vec<Vec<char>> {
        let letter = |file, rank| R::Layout::bit(file, rank).map_or(' ', |bit| self.letter_on(bit));
        let row = |rank| (0..R::Layout::SIZE).map(|file| letter(file, rank)).collect();
        (0..R::Layout::SIZE).rev().map(row).collect()
    }

    fn facts(&self, mv: &Move<Bits<R>>) -> MoveFacts {
        let mut captured: Vec<_> = mv.captured.squares().map(Self::place).collect();
        captured.sort_by_key(|&place| board_order(place));
        MoveFacts {
            from: algebraic(Self::place(mv.from.into())),
            to: algebraic(Self::place(mv.to.into())),
            captured: captured.into_iter().map(algebraic).collect(),
            promotes: mv.promotes,
            arrow: None,
        }
    }

    fn moves_with_text(&self) -> Vec<(Move<Bits<R>>, String)> {
        self.all_pdn()
    }
}

impl<R: Rules> Board<R> {
    fn letter_on(&self, bit: u32) -> char {
        let king = self.kings.has(bit);
        match (self.white.has(bit), self.black.has(bit)) {
            (true, _) => {
                if king {
                    'W'
                } else {
                    'w'
                }
            }
            (_, true) => {
                if king {
                    'B'
                } else {
                    'b'
                }
            }
            _ => '.',
        }
    }
}
