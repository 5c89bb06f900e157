//! Text in, text out: what a game must be able to read and write, and how it says what is wrong.
//!
//! Nothing here is used while moves are generated. Every parser returns a [`TextError`] that names the
//! fault and the place; none panics, whatever the input.

use crate::bits::Bitboard;
use crate::grid::Grid;
use crate::position::{Position, Side};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use thiserror::Error;

/// Why a text could not be read. `Display` gives one line: the fault, then the place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{fault} (at character {})", .at + 1)]
#[non_exhaustive]
pub struct TextError {
    /// What is wrong and what was expected, in one line without a final stop.
    pub fault: String,
    /// Where: the number of characters before the fault, from 0.
    pub at: usize,
}

impl TextError {
    /// An error that says `fault` at byte `offset` of `text`; the offset is turned into characters.
    pub fn at(text: &str, offset: usize, fault: impl Into<String>) -> Self {
        let before = text.char_indices().take_while(|&(i, _)| i < offset).count();
        Self { fault: printable(&fault.into()), at: before }
    }
}

/// Control characters would break the promise of one line.
fn printable(text: &str) -> String {
    let mut line = String::new();
    for c in text.chars() {
        if c.is_control() { line.extend(c.escape_default()) } else { line.push(c) }
    }
    line
}

/// A move taken apart; squares are algebraic whatever the notation of the move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct MoveFacts {
    /// The square that the piece leaves.
    pub from: String,
    /// The square on which it ends.
    pub to: String,
    /// The squares of the pieces that it takes, in board order (rank, then file).
    pub captured: Vec<String>,
    /// Whether a man becomes a king, or a pawn a piece.
    pub promotes: bool,
    /// The target of the arrow (the Amazons).
    pub arrow: Option<String>,
}

/// A move as numbers, for front ends; squares are those of the game's [`Grid`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveParts {
    /// The square that the piece leaves; [`NO_SQUARE`](Self::NO_SQUARE) for the pass of RBC.
    pub from: u8,
    /// The square on which it ends; may be `from` again.
    pub to: u8,
    /// The target of the arrow (the Amazons), else [`NO_SQUARE`](Self::NO_SQUARE).
    pub arrow: u8,
    /// What a man or pawn becomes: `k`, or one of `qrbn` in RBC.
    pub promotion: Option<char>,
    /// The squares of the pieces that are taken: bit n is square n.
    pub captured: u128,
}

impl MoveParts {
    /// Stands for a square that a move does not have.
    pub const NO_SQUARE: u8 = u8::MAX;

    /// No move at all: the pass of RBC.
    pub const NONE: Self =
        Self { from: Self::NO_SQUARE, to: Self::NO_SQUARE, arrow: Self::NO_SQUARE, promotion: None, captured: 0 };
}

/// A game with its name and its notation: what the registry, the command line and the bindings need
/// beside the rules.
pub trait Game: Position {
    /// The name on the command line.
    const NAME: &'static str;
    /// The board in words, such as `8x8, dark squares`.
    const BOARD: &'static str;
    /// The rules in one line.
    const SUMMARY: &'static str;
    /// The squares.
    const GRID: Grid;

    /// The name of a square of the [`GRID`](Self::GRID) in the notation of the moves: `c3`, or `9` where draughts squares have numbers.
    fn square_name(square: u32) -> String {
        Self::GRID.name(square)
    }

    /// The square with this name, by its letters everywhere or in the notation of the moves; `None` when there is no such square.
    fn read_square(name: &str) -> Option<u32> {
        Self::GRID.read(name)
    }

    /// The start position.
    fn start() -> Self;

    /// Reads a position.
    ///
    /// # Errors
    /// Names the fault and the place.
    fn parse(text: &str) -> Result<Self, TextError>;

    /// The position as text; [`parse`](Self::parse) reads it back to an equal position.
    fn text(&self) -> String;

    /// A legal move as text, unambiguous in this position; [`parse_move`](Self::parse_move) reads
    /// it back to an equal move.
    fn move_text(&self, mv: &Self::Move) -> String;

    /// Reads a move and checks that it is legal here.
    ///
    /// # Errors
    /// Names the fault: not a move text, no such move, or several.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError>;

    /// A move as numbers.
    fn parts(&self, mv: &Self::Move) -> MoveParts;

    /// The squares on which the piece lands on its way, in order, with the one where it ends: one for each piece of a capture in draughts and its
    /// relatives, of the least way in board order (rank, then file) where several make the same move. Empty for a pass.
    fn landings(&self, mv: &Self::Move) -> Vec<u8> {
        let to = self.parts(mv).to;
        if to == MoveParts::NO_SQUARE { Vec::new() } else { [to].into() }
    }

    /// Which pieces stand where: a letter for each kind, as in the positions of the game (`w W` and `b B` for men and kings of
    /// draughts), with its squares, bit n for square n of the [`GRID`](Self::GRID). Always the same kinds in the same order.
    fn pieces(&self) -> Vec<(char, u128)>;

    /// The parts of a move, with names for squares; those of a pass are empty.
    fn facts(&self, mv: &Self::Move) -> MoveFacts {
        let parts = self.parts(mv);
        let name =
            |square: u8| if square == MoveParts::NO_SQUARE { String::new() } else { Self::GRID.name(square.into()) };
        MoveFacts {
            from: name(parts.from),
            to: name(parts.to),
            captured: parts.captured.squares().map(|square| Self::GRID.name(square)).collect(),
            promotes: parts.promotion.is_some(),
            arrow: Some(name(parts.arrow)).filter(|arrow| !arrow.is_empty()),
        }
    }

    /// The board as letters, for pictures: rows from the top rank, each from file a; a blank where no piece can stand, `.` for
    /// an empty square, else the letter of [`pieces`](Self::pieces).
    fn letters(&self) -> Vec<Vec<char>> {
        let (grid, pieces) = (Self::GRID, self.pieces());
        let on = |square: u32| pieces.iter().find(|(_, set)| set.has(square)).map_or('.', |&(letter, _)| letter);
        let letter = |file, rank| grid.number(file, rank).map_or(' ', on);
        (0..grid.ranks).rev().map(|rank| (0..grid.files).map(|file| letter(file, rank)).collect()).collect()
    }

    /// Who moves first.
    fn first_player() -> Side {
        Self::start().side_to_move()
    }

    /// All legal moves with their texts, in generation order. Override where a text needs the whole
    /// list (ambiguity), so that a list of n moves costs one pass.
    fn moves_with_text(&self) -> Vec<(Self::Move, String)> {
        self.moves().into_iter().map(|mv| (mv, self.move_text(&mv))).collect()
    }

    /// All legal moves, in generation order.
    fn moves(&self) -> Vec<Self::Move> {
        // Room for most lists. To count first would generate twice.
        let mut moves = Vec::with_capacity(32);
        let _ = self.visit_cold(&mut |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves
    }
}

/// How serde stores a position: as its text, which reads back to an equal position. The positions of the games do; another
/// [`Game`] may, by `#[serde(with = "plywood_core::text::as_text")]` on a field or by calling these functions.
///
/// A move alone has no text: what it is called depends on the position. Store [`Game::move_text`], and read it with
/// [`Game::parse_move`] where it was played.
#[cfg(feature = "serde")]
pub mod as_text {
    use super::Game;
    use alloc::string::String;
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    /// Writes the text of a position.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<G: Game, S: Serializer>(position: &G, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&position.text())
    }

    /// Reads the text of a position.
    ///
    /// # Errors
    /// Those of the deserializer; for a text that is no position the fault and its place.
    pub fn deserialize<'de, G: Game, D: Deserializer<'de>>(deserializer: D) -> Result<G, D::Error> {
        let text = String::deserialize(deserializer)?;
        G::parse(&text).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::TextError;
    use alloc::string::ToString;

    #[test]
    fn places_count_characters_and_faults_stay_on_one_line() {
        let error = TextError::at("ž:x", 3, "unexpected\n");
        assert_eq!(error.at, 2);
        assert_eq!(error.to_string(), "unexpected\\n (at character 3)");
    }
}
