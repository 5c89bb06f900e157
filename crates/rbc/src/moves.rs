//! A chess move in coordinates, the passing of a turn, and their texts (UCI: `e2e4`, `a7a8q`).
//!
//! Requests and moves taken are the same type: what a player asks for and what becomes of it are both a move or
//! none.
//!
//! Not here: which moves a player may ask for ([`requests`](crate::requests)) and what becomes of them (`generate`). The
//! texts are those of UCI, as `reconchess` writes them.

use crate::board::Kind;
use crate::square::Square;
use alloc::string::{String, ToString};
use core::fmt;

/// A move of one piece: castling is the king's step of two squares, en passant the pawn's step.
///
/// # Example
/// ```
/// use plywood_rbc::{Kind, Move};
/// let mv = Move::parse("a7b8n").unwrap();
/// assert_eq!(mv.promotion, Some(Kind::Knight));
/// assert_eq!(mv.to_string(), "a7b8n");
/// assert_eq!(Move::parse("a7b8k"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square that the piece leaves.
    pub from: Square,
    /// The square on which it ends, or should.
    pub to: Square,
    /// What a pawn becomes; never a pawn or a king.
    pub promotion: Option<Kind>,
}

/// What a player asks for: a move, or `None` for the pass.
pub type Request = Option<Move>;

impl Move {
    /// A move without promotion.
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to, promotion: None }
    }

    /// The same move with the pawn becoming `kind`.
    #[inline(always)]
    #[must_use]
    pub const fn promoting(self, kind: Kind) -> Self {
        Self { promotion: Some(kind), ..self }
    }

    /// Reads coordinates such as `e2e4` or `a7a8q`.
    pub fn parse(text: &str) -> Option<Self> {
        let (from, to) = (text.get(0..2)?, text.get(2..4)?);
        let promotion = match text.get(4..)? {
            "" => None,
            "q" => Some(Kind::Queen),
            "r" => Some(Kind::Rook),
            "b" => Some(Kind::Bishop),
            "n" => Some(Kind::Knight),
            _ => return None,
        };
        Some(Self { from: Square::parse(from)?, to: Square::parse(to)?, promotion })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(kind) => write!(f, "{}", kind.letter()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A request as text: the move, or `pass`.
pub fn request_text(request: Request) -> String {
    request.map_or_else(|| "pass".to_string(), |mv| mv.to_string())
}
