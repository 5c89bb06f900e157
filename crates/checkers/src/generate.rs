//! Visiting the moves of a position.
//!
//! Not here: how captures go on (`capture`), and counting (`tally`).

use crate::board::{Bits, Move};
use crate::capture::{Captures, captures};
use crate::rules::{Goal, Rules};
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
    fn king_targets(&self, from: u32) -> Bits<R> {
        let mut targets = Bits::<R>::EMPTY;
        for_diagonals!(to => {
            targets |= Self::king_steps(Bits::<R>::bit(from), self.empty, to);
        });
        targets
    }

    /// The number of leaves two plies down, `OTHER` being the other side; `SEQUENCES` as in [`Self::tally`].
    ///
    /// Quiet moves are made as sets: the bytes of a move that is stored and read again at once cost more than
    /// counting what follows it.
    #[inline(always)]
    pub(crate) fn tally2<const OTHER: bool, const SEQUENCES: bool>(&self) -> u64 {
        let (men, kings) = (self.man_jumps(), self.king_jumps());
        let mut leaves = 0;
        if (union::<R>(&men) | union::<R>(&kings)).any() {
            let mut found = Captures::<R>::new();
            captures(self, &men, &kings, &mut found);
            for capture in found.as_slice() {
                let weight = if SEQUENCES { capture.sequences } else { 1 };
                leaves += weight * self.after::<OTHER>(&capture.mv).tally_unless_ended::<SEQUENCES>();
            }
            return leaves;
        }
        for &to in man_steps::<WHITE>() {
            let mut targets = step::<R::Layout>(self.men, to) & self.empty;
            while targets.any() {
                let rest = targets.without_lowest();
                let to_square = targets ^ rest;
                let from_square = step::<R::Layout>(to_square, to.back());
                let child = self.after_quiet::<OTHER>(from_square, to_square, to_square & Self::crown_row());
                leaves += child.tally_unless_ended::<SEQUENCES>();
                targets = rest;
            }
        }
        for from in self.kings.squares() {
            for to in self.king_targets(from).squares() {
                let (from, to) = (Bits::<R>::bit(from), Bits::<R>::bit(to));
                leaves += self.after_quiet::<OTHER>(from, to, from | to).tally_unless_ended::<SEQUENCES>();
            }
        }
        leaves
    }

    /// What `OTHER`, the other side, sees after a piece went from `from` to `to`; `kings` holds those squares on which
    /// kings stand differently.
    #[inline(always)]
    fn after_quiet<const OTHER: bool>(&self, from: Bits<R>, to: Bits<R>, kings: Bits<R>) -> View<R, OTHER> {
        View {
            men: self.foes & !self.foe_kings,
            kings: self.foe_kings,
            foes: (self.men | self.kings) ^ (from | to),
            foe_kings: self.kings ^ kings,
            empty: self.empty ^ (from | to),
        }
    }

    /// What `OTHER`, the other side, sees after the capture `mv`.
    #[inline(always)]
    fn after<const OTHER: bool>(&self, mv: &Move<Bits<R>>) -> View<R, OTHER> {
        let (from, to) = (Bits::<R>::bit(mv.from.into()), Bits::<R>::bit(mv.to.into()));
        let was_king = (self.kings & from).any();
        let own_kings = self.kings & !from | if was_king || mv.promotes { to } else { Bits::<R>::EMPTY };
        View {
            men: self.foes & !self.foe_kings & !mv.captured,
            kings: self.foe_kings & !mv.captured,
            foes: (self.men | self.kings) & !from | to,
            foe_kings: own_kings,
            empty: (self.empty | from | mv.captured) & !to,
        }
    }

    #[inline(always)]
    fn tally_unless_ended<const SEQUENCES: bool>(&self) -> u64 {
        if self.has_ended() { 0 } else { self.tally::<SEQUENCES>() }
    }

    /// Whether a king has ended the game.
    #[inline(always)]
    fn has_ended(&self) -> bool {
        R::GOAL == Goal::FirstKing && (self.kings | self.foe_kings).any()
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
