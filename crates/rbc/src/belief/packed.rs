//! A board of a belief in three words.
//!
//! Own pieces stand alike on all boards of a belief, so a board keeps the three bit planes of the opponent's pieces alone
//! (codes as in [`Identity`](crate::Identity), a rook that may castle included). Own squares are free in these planes: the
//! pawn that may capture en passant is marked there, once for each board on which it may.
//!
//! Not here: sets of boards, and what an observation says.

use crate::board::{Board, Identity, east, forward, west};
use crate::moves::Move;
use crate::sense::Sensed;
use crate::square::Square;
use plywood_core::Side;

/// The planes of the opponent's pieces, and the mark of en passant.
pub(super) type Packed = [u64; 3];

/// What all boards of a belief share: the own pieces and castling rights, whose turn it is, the number of the turn; with the opponent to
/// move the square that an own double push passed over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared {
    /// The board without the opponent's pieces.
    pub(super) view: Board,
    pub(super) side: Side,
    /// The own squares.
    pub(super) own: u64,
    /// The words of the identity of `view`.
    words: [u64; 4],
}

impl Shared {
    fn new(side: Side, view: Board) -> Self {
        let view = view.with_half_moves(0);
        Self { view, side, own: view.army(side).all, words: view.raw_identity().words() }
    }

    /// From a whole board, of which the opponent's pieces are left out.
    pub(super) fn of(side: Side, board: &Board) -> Self {
        let view = board.view(side);
        let passed = if board.side() == side { None } else { board.en_passant() };
        Self::new(side, view.passing(passed))
    }

    /// After the opponent has moved, and taken what stood on `capture`.
    pub(super) fn after_opponent(&self, capture: Option<Square>) -> Self {
        Self::new(self.side, self.view.after(None).without(capture))
    }

    /// After an own move.
    pub(super) fn after_own(&self, taken: Option<&Move>) -> Self {
        Self::new(self.side, self.view.after(taken))
    }

    #[inline(always)]
    pub(super) fn pack(&self, board: &Board) -> Packed {
        let [a, b, c, white] = board.identity().words();
        let occupied = a | b | c;
        let enemy = match self.side {
            Side::White => occupied & !white,
            Side::Black => occupied & white,
        };
        let [a, b, c] = [a, b, c].map(|plane| plane & enemy);
        let passed = white & !occupied;
        if passed == 0 || board.side() != self.side {
            return [a, b, c];
        }
        // Some own pawn stands ready, or the identity would not have the square. The lowest is marked: on one plane if it
        // captures towards the a-file, on the other if not.
        let pushed = forward(self.side.other(), passed);
        let ready = (west(pushed) | east(pushed)) & board.army(self.side).pawns;
        let pawn = ready & ready.wrapping_neg();
        if west(forward(self.side, pawn)) == passed { [a | pawn, b, c] } else { [a, b | pawn, c] }
    }

    /// The board, with its half-move clock at 0: that differs from one way of reaching it to the next.
    #[inline(always)]
    pub(super) fn board(&self, packed: &Packed) -> Board {
        let [a, b, c] = packed.map(|plane| plane & !self.own);
        let enemy = match self.side {
            Side::White => 0,
            Side::Black => a | b | c,
        };
        let [own_a, own_b, own_c, white] = self.words;
        let words = [a | own_a, b | own_b, c | own_c, white | enemy | self.passed(packed)];
        Identity::of_words(words).board_at(self.view.side(), self.view.full_moves())
    }

    /// The square that the opponent's last move passed over, where an own pawn stands ready.
    #[inline(always)]
    pub(super) fn passed(&self, packed: &Packed) -> u64 {
        let (to_west, to_east) = (packed[0] & self.own, packed[1] & self.own);
        west(forward(self.side, to_west)) | east(forward(self.side, to_east))
    }
}

/// What a sense says of the opponent's pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filter {
    /// The squares that are known and not own.
    mask: u64,
    /// The planes there.
    planes: Packed,
}

impl Filter {
    /// Lets everything through.
    pub(super) const NONE: Self = Self { mask: 0, planes: [0; 3] };

    /// From what was seen; own pieces are left out.
    pub(super) fn new(seen: &[Sensed], own: u64) -> Self {
        let mut filter = Self::NONE;
        for &(square, piece) in seen.iter().filter(|(square, _)| own & square.set() == 0) {
            filter.mask |= square.set();
            let code = piece.map_or(0, |piece| piece.kind as u64);
            for (bit, plane) in filter.planes.iter_mut().enumerate() {
                *plane |= (code >> bit & 1) << square.number();
            }
        }
        filter
    }

    #[inline(always)]
    pub(super) fn passes(&self, packed: &Packed) -> bool {
        let [a, b, c] = seen_planes(packed);
        let [want_a, want_b, want_c] = self.planes;
        ((a ^ want_a) | (b ^ want_b) | (c ^ want_c)) & self.mask == 0
    }
}

/// The planes as the eye sees them: a rook that may castle looks like any other. Own squares still carry their mark.
#[inline(always)]
pub(super) fn seen_planes(&[a, b, c]: &Packed) -> Packed {
    [a, b | c & !(a | b), c]
}
