//! A board of a belief in three words.
//!
//! Own pieces stand alike on all boards of a belief, so a board keeps the three bit planes of the opponent's pieces alone
//! (codes as in [`Identity`](crate::Identity), a rook that may castle included). Own squares are free in these planes: the
//! pawn that may capture en passant is marked there, once for each board on which it may.
//!
//! Not here: sets of boards, and what an observation says.

use crate::board::{Army, Board, Identity, KING_HOMES, east, forward, west};
use crate::moves::Move;
use crate::rays::{RANK_1, RANK_8};
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
    /// Those of the own pawns.
    pawns: u64,
    /// The words of the identity of `view`.
    words: [u64; 4],
}

impl Shared {
    fn new(side: Side, view: Board) -> Self {
        let view = view.with_half_moves(0);
        let army = view.army(side);
        Self { view, side, own: army.all, pawns: army.pawns, words: view.raw_identity().words() }
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
        if passed == 0 || board.side() != self.side { [a, b, c] } else { self.marked([a, b, c], passed) }
    }

    /// With the mark of en passant, if an own pawn stands ready to capture the one that passed over this square. The lowest such is
    /// marked: on one plane if it captures towards the a-file, on the other if not.
    #[inline(always)]
    fn marked(&self, [a, b, c]: Packed, passed: u64) -> Packed {
        let pushed = forward(self.side.other(), passed);
        let ready = (west(pushed) | east(pushed)) & self.pawns;
        let pawn = ready & ready.wrapping_neg();
        if west(forward(self.side, pawn)) == passed { [a | pawn, b, c] } else { [a, b | pawn, c] }
    }

    /// What the opponent's `taken` makes of a board on which it is his turn; the own pieces are those after the move.
    #[inline(always)]
    pub(super) fn child(&self, packed: &Packed, taken: &Move) -> Packed {
        let (from, to) = (taken.from.number(), taken.to.number());
        let [mut a, mut b, mut c] = *packed;
        let code = [a, b, c].map(|plane| plane >> from & 1);
        let [x, y, z] = match taken.promotion {
            // A rook that has moved cannot castle.
            None => [code[0], code[1] | code[2] & !code[0], code[2]],
            Some(kind) => [0, 1, 2].map(|bit| kind as u64 >> bit & 1),
        };
        let left = !(1u64 << from);
        (a, b, c) = (a & left | x << to, b & left | y << to, c & left | z << to);
        match code {
            [1, 0, 0] if from.abs_diff(to) == 16 => self.marked([a, b, c], 1 << ((from + to) / 2)),
            [1, 1, 0] => {
                b |= c & !(a | b);
                if from.abs_diff(to) == 2 {
                    // Castling: from the corner to the square that the king passed over.
                    let (corner, beside) = if to > from { (to + 1, to - 1) } else { (to - 2, to + 1) };
                    let moved = 1u64 << corner | 1 << beside;
                    (b, c) = (b ^ moved, c ^ moved);
                }
                [a, b, c]
            }
            _ => [a, b, c],
        }
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

    /// What an own move that captures on this square leaves of the opponent's pieces. They stay where they are; the mark of en passant
    /// goes, and with a king the rights to castle with him.
    #[inline(always)]
    pub(super) fn robbed(&self, packed: &Packed, capture: Option<Square>) -> Packed {
        let captured = capture.map_or(0, Square::set);
        let home = KING_HOMES & if self.side == Side::White { RANK_8 } else { RANK_1 };
        let packed = if captured & home == 0 { *packed } else { seen_planes(packed) };
        packed.map(|plane| plane & !self.own & !captured)
    }

    /// The squares of the opponent's pieces.
    #[inline(always)]
    pub(super) fn enemy(&self, [a, b, c]: &Packed) -> u64 {
        (a | b | c) & !self.own
    }

    /// The opponent's army, without its castling rights.
    #[inline(always)]
    pub(super) fn enemies(&self, packed: &Packed) -> Army {
        let [a, b, c] = seen_planes(packed).map(|plane| plane & !self.own);
        Army {
            side: self.side.other(),
            all: a | b | c,
            pawns: a & !b & !c,
            knights: b & !a & !c,
            kings: a & b & !c,
            diagonal: a & c,
            orthogonal: b & c,
            castling: 0,
        }
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
