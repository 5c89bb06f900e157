//! Counting the leaves two plies down: every move made as sets, every answer counted, no position built.
//!
//! Not here: what the counting of one ply knows (`tally`).

use crate::board::{Bits, Move};
use crate::capture::{Captures, captures};
use crate::rules::{Goal, Rules};
use crate::step::step;
use crate::view::{View, man_steps, union};
use plywood_core::Bitboard;

impl<R: Rules, const WHITE: bool> View<R, WHITE> {
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
                let replies = self.after::<OTHER>(&capture.mv).tally_unless_ended::<SEQUENCES>();
                let weighted = if SEQUENCES { capture.sequences.saturating_mul(replies) } else { replies };
                leaves = sum::<SEQUENCES>(leaves, weighted);
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
                leaves = sum::<SEQUENCES>(leaves, child.tally_unless_ended::<SEQUENCES>());
                targets = rest;
            }
        }
        for from in self.kings.squares() {
            for to in self.king_targets(from).squares() {
                let (from, to) = (Bits::<R>::bit(from), Bits::<R>::bit(to));
                let child = self.after_quiet::<OTHER>(from, to, from | to);
                leaves = sum::<SEQUENCES>(leaves, child.tally_unless_ended::<SEQUENCES>());
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
}

/// Two numbers of leaves together; `u64::MAX` stands for too many sequences. Moves can't be too many: they are
/// found one by one, and nothing lives long enough to find so many.
#[inline(always)]
fn sum<const SEQUENCES: bool>(one: u64, other: u64) -> u64 {
    if SEQUENCES { one.saturating_add(other) } else { one + other }
}
