//! What is added up at the leaves: a bare number, or numbers by class of the last move.

use crate::position::{Classes, Mode, Position};
use crate::sealed::Sealed;
use core::ops::ControlFlow;

/// A sum over leaves. Implemented for `u64` (how many) and [`Classes`] (how many of which kind), and sealed.
pub trait Tally: Copy + Default + Send + Sync + Sealed {
    /// Whether a leaf costs so little that visits must not be calls.
    const HOT: bool;
    /// A single leaf that no move led to (depth 0).
    fn one() -> Self;
    /// The leaves one ply below `position`.
    fn leaves<P: Position, M: Mode<P>>(mode: M, position: &P) -> Self;
    /// The leaves two plies below, where that can be had without visiting the ply between.
    fn leaves2<P: Position, M: Mode<P>>(mode: M, position: &P) -> Option<Self>;
    /// Whether a number is `u64::MAX`, by which games and modes say "too many".
    fn saturated(&self) -> bool;
    /// Adds `part` taken `weight` times; false when a number overflows.
    #[must_use]
    fn add(&mut self, part: Self, weight: u64) -> bool;
}

#[inline(always)]
fn add(total: &mut u64, part: u64, weight: u64) -> bool {
    let sum = part.checked_mul(weight).and_then(|part| total.checked_add(part));
    *total = sum.unwrap_or(u64::MAX);
    sum.is_some()
}

impl Tally for u64 {
    const HOT: bool = true;
    #[inline(always)]
    fn one() -> Self {
        1
    }
    #[inline(always)]
    fn leaves<P: Position, M: Mode<P>>(mode: M, position: &P) -> Self {
        mode.count(position)
    }
    #[inline(always)]
    fn leaves2<P: Position, M: Mode<P>>(mode: M, position: &P) -> Option<Self> {
        Some(mode.count2(position))
    }
    #[inline(always)]
    fn saturated(&self) -> bool {
        *self == u64::MAX
    }
    #[inline(always)]
    fn add(&mut self, part: Self, weight: u64) -> bool {
        add(self, part, weight)
    }
}

impl Tally for Classes {
    const HOT: bool = false;
    fn one() -> Self {
        Self { nodes: 1, ..Self::default() }
    }

    fn leaves<P: Position, M: Mode<P>>(mode: M, position: &P) -> Self {
        let mut sum = Self::default();
        let _ = mode.visit_cold(position, &mut |mv, weight| {
            let class = position.classify(&mv);
            let leaf = Self {
                nodes: 1,
                captures: class.capture.into(),
                multi_captures: class.multi_capture.into(),
                promotions: class.promotion.into(),
                king_captures: class.king_capture.into(),
            };
            if Tally::add(&mut sum, leaf, weight) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        sum
    }

    fn leaves2<P: Position, M: Mode<P>>(_: M, _: &P) -> Option<Self> {
        None
    }

    fn saturated(&self) -> bool {
        self.nodes == u64::MAX
    }

    fn add(&mut self, part: Self, weight: u64) -> bool {
        // Not short-circuit: after an overflow the other numbers should still be right.
        add(&mut self.nodes, part.nodes, weight)
            & add(&mut self.captures, part.captures, weight)
            & add(&mut self.multi_captures, part.multi_captures, weight)
            & add(&mut self.promotions, part.promotions, weight)
            & add(&mut self.king_captures, part.king_captures, weight)
    }
}
