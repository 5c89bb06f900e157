//! RBC as a game with a name: positions as FEN, moves in coordinates.
//!
//! Not here: how a FEN is read and written (`fen`), generation. The start position is that of chess; that a request may
//! stand wherever a move is read is Plywood's own choice (docs/rbc.md).

use crate::board::{Board, Kind, Piece};
use crate::fen;
use crate::moves::{Move, Request, request_text};
use crate::square::Square;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use plywood_core::{Game, Grid, MoveParts, Side, TextError};

impl Board {
    /// Reads a request: `pass` (or `-`), or a move in coordinates that the side to move may ask for.
    ///
    /// # Errors
    /// Names the fault: not a move text, or not in the list.
    pub fn parse_request(&self, text: &str) -> Result<Request, TextError> {
        if matches!(text, "pass" | "-") {
            return Ok(None);
        }
        let Some(mv) = Move::parse(text) else {
            let fault = format!("'{text}' is not a move, expected one such as e2e4, a7a8q or pass");
            return Err(TextError::at(text, 0, fault));
        };
        if !self.army(self.side()).may_request(Some(mv)) {
            return Err(TextError::at(text, 0, format!("{mv} is not in the list of requests")));
        }
        Ok(Some(mv))
    }
}

impl Game for Board {
    const NAME: &'static str = "rbc";
    const BOARD: &'static str = "8x8";
    const SUMMARY: &'static str = "chess without sight or check: sense a 3x3 window, then ask for a move; \
                                   whoever takes the king wins";

    const GRID: Grid = Grid { files: 8, ranks: 8, colour: None };

    fn pieces(&self) -> Vec<(char, u128)> {
        let kinds = Side::BOTH.into_iter().flat_map(|side| Kind::ALL.map(|kind| Piece { side, kind }));
        let squares =
            |piece| (0..64).filter_map(Square::new).filter(move |&square| self.piece_at(square) == Some(piece));
        let set = |piece| squares(piece).fold(0, |set, square| set | 1u128 << square.number());
        kinds.map(|piece| (piece.letter(), set(piece))).collect()
    }

    fn start() -> Self {
        const { start() }
    }

    /// Reads a FEN of four or six fields.
    fn parse(text: &str) -> Result<Self, TextError> {
        fen::parse(text)
    }

    /// The FEN, with the en-passant square written after every double push.
    fn text(&self) -> String {
        fen::text(self)
    }

    /// Coordinates, or `pass` for the pass and every request that fails.
    fn move_text(&self, mv: &Option<Move>) -> String {
        request_text(*mv)
    }

    /// Reads a request and gives the move that it becomes. Every move taken is a request that becomes itself.
    fn parse_move(&self, text: &str) -> Result<Option<Move>, TextError> {
        let request = self.parse_request(text)?;
        let outcome = self.outcome(request).map_err(|refused| TextError::at(text, 0, refused.to_string()))?;
        Ok(outcome.taken)
    }

    /// The squares; both are empty where nothing moves.
    fn parts(&self, mv: &Option<Move>) -> MoveParts {
        let Some(mv) = mv else { return MoveParts::NONE };
        MoveParts {
            from: mv.from.number(),
            to: mv.to.number(),
            promotion: mv.promotion.map(Kind::letter),
            captured: self.capture_square(mv).map_or(0, |square| 1 << square.number()),
            ..MoveParts::NONE
        }
    }
}

/// The start position, made at compile time.
const fn start() -> Board {
    use crate::board::{CORNERS, Kind, Piece};
    use crate::square::Square;
    use plywood_core::Side;
    const BACK: [Kind; 8] =
        [Kind::Rook, Kind::Knight, Kind::Bishop, Kind::Queen, Kind::King, Kind::Bishop, Kind::Knight, Kind::Rook];
    let mut board = Board::empty(Side::White);
    let mut file = 0;
    while file < 8 {
        board.put(Square::of_bit(file), Piece { side: Side::White, kind: BACK[file as usize] });
        board.put(Square::of_bit(file + 8), Piece { side: Side::White, kind: Kind::Pawn });
        board.put(Square::of_bit(file + 48), Piece { side: Side::Black, kind: Kind::Pawn });
        board.put(Square::of_bit(file + 56), Piece { side: Side::Black, kind: BACK[file as usize] });
        file += 1;
    }
    board.with_castling(CORNERS)
}

/// Stored as text: [`plywood_core::text::as_text`].
#[cfg(feature = "serde")]
impl serde::Serialize for Board {
    fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        plywood_core::text::as_text::serialize(self, serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Board {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        plywood_core::text::as_text::deserialize(deserializer)
    }
}
