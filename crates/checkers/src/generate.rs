//! Visiting and counting the moves of a position.
//!
//! Not here: how captures go on (`capture`).

use crate::board::{Bits, Move};
use crate::capture::captures;
use crate::rules::Rules;
use crate::step::{DIAGONAL, step};
use crate::view::{View, man_steps};
use core::ops::ControlFlow;
use plywood_core::Bitboard;

impl<R: Rules, const WHITE: bool> View<R, WHITE> {
    /// Visits every legal move with the number of capture sequences that make it (1 for a quiet move).
    #[inline]
    pub(crate) fn visit<F>(&self, mut visitor: F) -> ControlFlow<()>
    where
        F: FnMut(Move<Bits<R>>, u64) -> ControlFlow<()>,
    {
        let jumps = self.jumps();
        if jumps.any() {
            let found = captures(self, &jumps);
            return found.as_slice().iter().try_for_each(|capture| visitor(capture.mv, capture.sequences));
        }
        for &to in man_steps::<WHITE>() {
            let offset = to.offset::<R::Layout>();
            for square in (step::<R::Layout>(self.men, to) & self.empty).squares() {
                let promotes = Self::crown_row().has(square);
                let from = square.wrapping_add_signed(-offset);
                visitor(quiet(from, square, promotes), 1)?;
            }
        }
        for from in self.kings.squares() {
            for to in DIAGONAL {
                for square in Self::king_steps(Bits::<R>::bit(from), self.empty, to).squares() {
                    visitor(quiet(from, square, false), 1)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The number of legal moves.
    #[inline(always)]
    pub(crate) fn count(&self) -> u64 {
        let jumps = self.jumps();
        if !jumps.any() {
            return self.quiet_count();
        }
        if let Some(count) = self.single_captures(&jumps) {
            return count;
        }
        captures(self, &jumps).as_slice().len() as u64
    }

    /// The number of legal moves, a capture counting once for each sequence that makes it.
    #[inline(always)]
    pub(crate) fn count_sequences(&self) -> u64 {
        let jumps = self.jumps();
        if !jumps.any() {
            return self.quiet_count();
        }
        if let Some(count) = self.single_captures(&jumps) {
            return count;
        }
        captures(self, &jumps).as_slice().iter().map(|capture| capture.sequences).sum()
    }

    /// Whether there is a legal move.
    #[inline]
    pub(crate) fn any(&self) -> bool {
        self.any_quiet() || self.jumps().any()
    }
}

#[inline(always)]
fn quiet<W: Bitboard>(from: u32, to: u32, promotes: bool) -> Move<W> {
    Move { captured: W::EMPTY, from: from as u8, to: to as u8, promotes }
}
