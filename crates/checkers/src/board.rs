//! The position: who stands where, who is to move; and the move.
//!
//! Not here: finding moves (`generate`, `capture`) and reading or writing them (`fen`, `pdn`).

use crate::layout::{Layout, Word};
use crate::rules::Rules;
use core::marker::PhantomData;
use plywood_core::Side;

/// The bitboard of a variant.
pub type Bits<R> = <<R as Rules>::Layout as Layout>::Word;

/// A position of the variant `R`: 32 bytes on boards up to 10x10, 64 on 12x12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<R: Rules> {
    pub(crate) white: Bits<R>,
    pub(crate) black: Bits<R>,
    pub(crate) kings: Bits<R>,
    pub(crate) side: Side,
    rules: PhantomData<R>,
}

const _: () = assert!(size_of::<Board<crate::rules::InternationalRules>>() <= 32);
const _: () = assert!(size_of::<Board<crate::rules::CanadianRules>>() <= 64);

/// A whole move. Two routes with the same start, end, victims and promotion are the same move.
///
/// Squares are bits of the [`Layout`].
///
/// The order of the fields is fixed for speed: the compiler may read the byte after `captured` back as four bytes,
/// which stalls until the single stores are done. It does so with squares, not with a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Move<W> {
    /// The pieces that it takes; empty for a quiet move.
    pub captured: W,
    /// Whether a man becomes a king.
    pub promotes: bool,
    /// The square that the piece leaves.
    pub from: u8,
    /// The square on which it ends: `from` itself when a capture comes full circle.
    pub to: u8,
}

impl<R: Rules> Board<R> {
    /// The start position.
    pub fn initial() -> Self {
        let size = R::Layout::SIZE;
        Self::from_sets(
            R::Layout::ranks(0, R::ROWS),
            R::Layout::ranks(size - R::ROWS, size),
            Bits::<R>::narrow(0),
            R::FIRST,
        )
    }

    /// The position with these pieces (bits of the layout), or `None` when a piece stands on no playing square, two
    /// on the same, a king is nobody's, or a man stands on the row on which it would be crowned.
    pub fn new(white: Bits<R>, black: Bits<R>, kings: Bits<R>, side: Side) -> Option<Self> {
        let pieces = white | black;
        let uncrowned = white & !kings & Self::crown_row(Side::White) | black & !kings & Self::crown_row(Side::Black);
        let faults = pieces & !R::Layout::board() | white & black | kings & !pieces | uncrowned;
        (faults == Bits::<R>::narrow(0)).then(|| Self::from_sets(white, black, kings, side))
    }

    #[inline(always)]
    pub(crate) fn from_sets(white: Bits<R>, black: Bits<R>, kings: Bits<R>, side: Side) -> Self {
        Self { white, black, kings, side, rules: PhantomData }
    }

    /// The row on which the men of `side` are crowned.
    #[inline(always)]
    pub fn crown_row(side: Side) -> Bits<R> {
        R::Layout::crown_row(side == Side::White)
    }

    /// The pieces of `side`, men and kings.
    #[inline(always)]
    pub fn pieces(&self, side: Side) -> Bits<R> {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// The kings of both sides.
    #[inline(always)]
    pub fn kings(&self) -> Bits<R> {
        self.kings
    }
}
