//! Visiting the moves of a position.
//!
//! Not here: captures (`capture`), and counting (`tally`).

use crate::board::{Bits, Move};
use crate::capture::{Captures, captures};
use crate::rules::Rules;
use crate::step::step;
use crate::view::{View, man_steps, union};
use core::ops::ControlFlow;
use plywood_core::Bitboard;

impl<R: Rules, const WHITE: bool> View<R, WHITE> {
    /// Visits every legal move with the number of capture sequences that make it (1 for a quiet move).
    #[inline]
    pub(crate) fn visit<F>(&self, mut visitor: F) -> ControlFlow<()>
    where
        F: FnMut(Move<Bits<R>>, u64) -> ControlFlow<()>,
    {
        let (men, kings) = (self.man_jumps(), self.king_jumps());
        if (union::<R>(&men) | union::<R>(&kings)).any() {
            let mut found = Captures::<R>::new();
            captures(self, &men, &kings, &mut found);
            return found.as_slice().iter().try_for_each(|capture| visitor(capture.mv, capture.sequences));
        }
        self.visit_quiet(|mv| visitor(mv, 1))
    }

    /// Visits the quiet moves.
    #[inline(always)]
    fn visit_quiet<F>(&self, mut visitor: F) -> ControlFlow<()>
    where
        F: FnMut(Move<Bits<R>>) -> ControlFlow<()>,
    {
        for &to in man_steps::<WHITE>() {
            let offset = to.offset::<R::Layout>();
            for square in (step::<R::Layout>(self.men, to) & self.empty).squares() {
                let promotes = Self::crown_row().has(square);
                let from = square.wrapping_add_signed(-offset);
                visitor(quiet(from, square, promotes))?;
            }
        }
        for from in self.kings.squares() {
            for to in self.king_targets(from).squares() {
                visitor(quiet(from, to, false))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The squares to which the king on `from` can go quietly.
    #[inline(always)]
    pub(crate) fn king_targets(&self, from: u32) -> Bits<R> {
        let mut targets = Bits::<R>::EMPTY;
        for_diagonals!(to => {
            targets |= Self::king_steps(Bits::<R>::bit(from), self.empty, to);
        });
        targets
    }

    /// Whether there is a legal move.
    #[inline]
    pub(crate) fn any(&self) -> bool {
        self.any_quiet() || (union::<R>(&self.man_jumps()) | union::<R>(&self.king_jumps())).any()
    }
}

#[inline(always)]
fn quiet<W: Bitboard>(from: u32, to: u32, promotes: bool) -> Move<W> {
    Move { captured: W::EMPTY, from: from as u8, to: to as u8, promotes }
}
