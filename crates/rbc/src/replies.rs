//! The moves taken two plies down, without making the moves between.
//!
//! A move that captures nothing changes the opponent's moves only if it leaves or enters a square that matters to
//! them: one that a slide sweeps, that a pawn looks at, that has to be free for castling. Most moves touch no such
//! square; they are not visited, only counted. The others are, and what they change is counted anew.
//!
//! Not here: counting requests two plies down, which takes less (see the modes).

use crate::board::{Army, Board, forward, third_rank};
use crate::modes::Taken;
use crate::moves::Move;
use crate::rays::{size, union};
use crate::requests::Castling;
use core::ops::ControlFlow;
use plywood_core::Position;

/// The opponent's moves before anything has moved. Aligned to a cache line, so that the frame of the counter is, and its
/// wide spills never straddle two lines: without it the count ran 10 % slower on threads whose stacks happened to lie otherwise.
#[repr(align(64))]
struct Replies {
    them: Army,
    /// Those of the knights, and the pass.
    fixed: u64,
    /// Those of sliders and king.
    slides: u64,
    /// The squares that these end on or stop at.
    swept: u64,
}

/// The number of moves taken two plies below `board`.
pub(crate) fn count_replies(board: &Board) -> u64 {
    if board.ended().is_some() {
        return 0;
    }
    let us = board.army(board.side());
    let replies = Replies::of(board);
    let unchanged = replies.count(0, board.occupied(), 0);
    let mut others = board.count();
    let mut leaves = 0;
    let mut visit = |movers, within| {
        let _ = board.visit_taken(Taken, movers, within, |mv, _| {
            let count = replies.after(board, &us, mv);
            debug_assert_eq!(count, child_count(board, mv), "after {mv} on {board:?}");
            others -= 1;
            leaves += count;
            ControlFlow::Continue(())
        });
    };
    let matters = replies.swept | replies.them.watched();
    let castling = if us.castling != 0 { us.kings } else { 0 };
    let movers = matters | castling;
    visit(movers, !0);
    // A double push matters as well by the square that it passes over.
    let passed = forward(us.side, matters & third_rank(us.side));
    visit(!movers, matters | passed | board.capture_targets());
    leaves + others * unchanged
}

/// The same for one move, by making it.
fn child_count(board: &Board, mv: Move) -> u64 {
    let child = board.after(Some(&mv));
    if child.ended().is_some() { 0 } else { child.count() }
}

impl Replies {
    #[inline(always)]
    fn of(board: &Board) -> Self {
        let them = board.army(board.side().other());
        let lanes = them.slides(board.occupied());
        Self { them, fixed: 1 + them.count_leaps(), slides: size(&lanes, !them.all), swept: union(&lanes) }
    }

    /// Their moves after `mv`.
    #[inline(always)]
    fn after(&self, board: &Board, us: &Army, mv: Move) -> u64 {
        let (from, to) = (mv.from.set(), mv.to.set());
        if us.castling != 0 && us.kings & from != 0 {
            // It may be castling, which moves two pieces.
            return child_count(board, mv);
        }
        let occupied = board.occupied() & !from | to;
        if let Some(victim) = board.capture_square(&mv) {
            let left = self.them.without(victim);
            // En passant empties a third square.
            let occupied = occupied & !victim.set() | to;
            return if left.kings == 0 { 0 } else { left.count_taken(occupied, 0) };
        }
        let double = us.pawns & from != 0 && mv.from.number().abs_diff(mv.to.number()) == 16;
        self.count(from | to, occupied, if double { forward(us.side, from) } else { 0 })
    }

    /// Their moves with the squares of `changed` occupied otherwise than before, and all of theirs as before.
    #[inline(always)]
    fn count(&self, changed: u64, occupied: u64, en_passant: u64) -> u64 {
        let them = &self.them;
        let slides = if changed & self.swept == 0 { self.slides } else { size(&them.slides(occupied), !them.all) };
        self.fixed
            + slides
            + them.count_pawns(occupied, en_passant)
            + Castling::count(them.side, them.castling, occupied)
    }
}
