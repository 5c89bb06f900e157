//! The moves that may really be taken, each with the number of requests that become it.
//!
//! One generator serves all ways of counting: [`Weighing`] says whether requests count, and which. Numbers of moves
//! come from sets (shifts and population counts), without building a move.
//!
//! Not here: the pass, which the modes add.

use crate::board::{Army, Board, Kind, east, forward, third_rank, west};
use crate::moves::Move;
use crate::rays::{Lanes, leaps, size, slides, union};
use crate::requests::{Castling, LAST_ROWS};
use crate::square::Square;
use core::ops::ControlFlow;
use plywood_core::{Bitboard, Side};

/// How often a move taken counts.
pub(crate) trait Weighing: Copy {
    /// As often as there are requests that become it; otherwise once.
    const REQUESTS: bool;
    /// The bare pawn diagonal to the last row counts beside the queen's promotion.
    const BARE: bool;
}

/// What generation needs to know of a board, taken apart once.
struct View<'a> {
    board: &'a Board,
    army: Army,
    occupied: u64,
    enemy: u64,
    /// The squares from which moves are wanted.
    movers: u64,
    /// The squares to which moves are wanted.
    within: u64,
}

impl Board {
    /// Calls `visitor` for every move taken that starts on a square of `movers` and ends on one of `within`, with its
    /// weight.
    #[inline(always)]
    pub(crate) fn visit_taken<W, F>(&self, _: W, movers: u64, within: u64, mut visitor: F) -> ControlFlow<()>
    where
        W: Weighing,
        F: FnMut(Move, u64) -> ControlFlow<()>,
    {
        let army = self.army(self.side());
        let occupied = self.occupied();
        let view = View { board: self, army, occupied, enemy: occupied & !army.all, movers, within };
        view.pawns::<W, F>(&mut visitor)?;
        view.pieces::<W, F>(&mut visitor)?;
        let open = Castling::moves(army.side, army.castling, occupied);
        for mv in open.filter(|mv| movers & mv.from.set() != 0 && within & mv.to.set() != 0) {
            visitor(mv, 1)?;
        }
        ControlFlow::Continue(())
    }

    /// The squares that a move must end on to capture something. A piece other than a pawn may also end on
    /// the en-passant square without a capture.
    #[inline(always)]
    pub(crate) fn capture_targets(&self) -> u64 {
        self.army(self.side().other()).all | self.en_passant_set()
    }
}

/// The number of moves taken in its parts, which different things change: [`replies`](crate::replies) counts
/// some of them anew and others not. `occupied` are the squares of both armies.
impl Army {
    /// All of them, the pass included.
    #[inline(always)]
    pub(crate) fn count_taken(&self, occupied: u64, en_passant: u64) -> u64 {
        1 + self.count_leaps()
            + size(&self.slides(occupied), !self.all)
            + self.count_pawns(occupied, en_passant)
            + Castling::count(self.side, self.castling, occupied)
    }

    /// Knight moves: whatever the enemy does but capture, they stay the same.
    #[inline(always)]
    pub(crate) fn count_leaps(&self) -> u64 {
        size(&leaps(self.knights), !self.all)
    }

    /// What sliders and king reach.
    #[inline(always)]
    pub(crate) fn slides(&self, occupied: u64) -> Lanes {
        slides(self.orthogonal, self.diagonal, self.kings, !occupied)
    }

    /// The squares beside those that sliders and king reach on which it matters to the moves of this army whether
    /// somebody stands there.
    #[inline(always)]
    pub(crate) fn watched(&self) -> u64 {
        let ahead = forward(self.side, self.pawns);
        let double = forward(self.side, ahead & third_rank(self.side));
        ahead | double | west(ahead) | east(ahead) | Castling::between(self.side, self.castling)
    }

    /// Pawn moves.
    #[inline(always)]
    pub(crate) fn count_pawns(&self, occupied: u64, en_passant: u64) -> u64 {
        let ahead = forward(self.side, self.pawns);
        let single = ahead & !occupied;
        let double = forward(self.side, single & third_rank(self.side)) & !occupied;
        let victims = occupied & !self.all | en_passant;
        let (left, right) = (west(ahead) & victims, east(ahead) & victims);
        let last = (single & LAST_ROWS).size() + (left & LAST_ROWS).size() + (right & LAST_ROWS).size();
        u64::from(single.size() + double.size() + left.size() + right.size() + 3 * last)
    }
}

impl View<'_> {
    #[inline(always)]
    fn pawns<W, F>(&self, visitor: &mut F) -> ControlFlow<()>
    where
        W: Weighing,
        F: FnMut(Move, u64) -> ControlFlow<()>,
    {
        let (side, pawns) = (self.army.side, self.army.pawns & self.movers);
        let single = forward(side, pawns) & !self.occupied;
        let double = forward(side, single & third_rank(side)) & !self.occupied;
        let ahead = forward(side, pawns);
        let victims = self.enemy | self.board.en_passant_set();
        let step = match side {
            Side::White => 8,
            Side::Black => -8,
        };

        for to in (single & self.within).squares() {
            // A double push that finds its far square occupied becomes this single one.
            let stopped = forward(side, 1 << to & third_rank(side)) & self.enemy != 0;
            let weight = 1 + u64::from(W::REQUESTS && stopped);
            promote(mv(to, step), weight, weight, visitor)?;
        }
        for to in (double & self.within).squares() {
            visitor(mv(to, 2 * step), 1)?;
        }
        let queen = 1 + u64::from(W::REQUESTS && W::BARE);
        for to in (west(ahead) & victims & self.within).squares() {
            promote(mv(to, step - 1), 1, queen, visitor)?;
        }
        for to in (east(ahead) & victims & self.within).squares() {
            promote(mv(to, step + 1), 1, queen, visitor)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pieces<W, F>(&self, visitor: &mut F) -> ControlFlow<()>
    where
        W: Weighing,
        F: FnMut(Move, u64) -> ControlFlow<()>,
    {
        let army = &self.army;
        let enter = self.within & !army.all;
        for from in (army.knights & self.movers).squares().map(Square::of_bit) {
            for to in (union(&leaps(from.set())) & enter).squares() {
                visitor(Move::new(from, Square::of_bit(to)), 1)?;
            }
        }
        // Early in a game most sliders are shut in by their own side.
        let open = around(!army.all);
        let sliders = (army.kings | army.diagonal | army.orthogonal) & self.movers & open;
        for from in sliders.squares().map(Square::of_bit) {
            let reach = self.reach(from, !self.occupied);
            let targets = union(&reach) & enter;
            let quiet = if W::REQUESTS && army.kings & from.set() == 0 { targets & !self.enemy } else { targets };
            for to in quiet.squares() {
                visitor(Move::new(from, Square::of_bit(to)), 1)?;
            }
            if quiet == targets {
                continue;
            }
            self.stops(from, &reach, visitor)?;
        }
        ControlFlow::Continue(())
    }

    /// The captures of a slider: every request for a square behind the victim becomes the capture.
    #[inline(always)]
    fn stops<F>(&self, from: Square, reach: &Lanes, visitor: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Move, u64) -> ControlFlow<()>,
    {
        let listed = self.reach(from, !self.army.all);
        for (lane, listed) in reach.iter().zip(&listed) {
            if let Some(to) = Square::lowest(lane & self.enemy & self.within) {
                let behind = listed & !lane & !self.army.all;
                visitor(Move::new(from, to), 1 + u64::from(behind.size()))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// What the king or slider on `from` reaches over `free` squares.
    #[inline(always)]
    fn reach(&self, from: Square, free: u64) -> Lanes {
        let set = from.set();
        slides(set & self.army.orthogonal, set & self.army.diagonal, set & self.army.kings, free)
    }
}

/// The squares of `set` and all squares beside them.
#[inline(always)]
pub(crate) fn around(set: u64) -> u64 {
    let row = set | west(set) | east(set);
    row | row << 8 | row >> 8
}

/// The move to square `to` of a pawn that came `step` squares.
#[inline(always)]
fn mv(to: u32, step: i32) -> Move {
    Move::new(Square::of_bit(to.wrapping_add_signed(-step)), Square::of_bit(to))
}

/// Visits a pawn's move, or its four promotions if it ends on the last row.
#[inline(always)]
fn promote<F>(mv: Move, weight: u64, queen: u64, visitor: &mut F) -> ControlFlow<()>
where
    F: FnMut(Move, u64) -> ControlFlow<()>,
{
    if mv.to.set() & LAST_ROWS == 0 {
        return visitor(mv, weight);
    }
    for kind in Kind::PROMOTIONS {
        visitor(mv.promoting(kind), if kind == Kind::Queen { queen } else { weight })?;
    }
    ControlFlow::Continue(())
}
