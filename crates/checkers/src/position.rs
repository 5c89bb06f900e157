//! The position as the core sees it.

use crate::board::{Bits, Board, Move};
use crate::layout::{Layout, Word};
use crate::rules::{Goal, Rules};
use core::ops::ControlFlow;
use plywood_core::{Bitboard, MoveClass, Outcome, Position, Side};

impl<R: Rules> Position for Board<R> {
    type Move = Move<Bits<R>>;
    type Planes = [Bits<R>; 4];

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn visit<F>(&self, _visitor: F) -> ControlFlow<()>
    where
        F: FnMut(Self::Move) -> ControlFlow<()>,
    {
        ControlFlow::Continue(())
    }

    #[inline]
    fn count(&self) -> u64 {
        0
    }

    #[inline]
    fn any(&self) -> bool {
        false
    }

    #[inline(always)]
    fn play(&self, mv: &Self::Move) -> Self {
        let (from, to) = (Bits::<R>::bit(mv.from.into()), Bits::<R>::bit(mv.to.into()));
        let crowned = mv.promotes || (self.kings & from).any();
        let kings = self.kings & !(from | mv.captured) | if crowned { to } else { Bits::<R>::EMPTY };
        let (white, black) = match self.side {
            Side::White => (self.white & !from | to, self.black & !mv.captured),
            Side::Black => (self.white & !mv.captured, self.black & !from | to),
        };
        Self::from_sets(white, black, kings, self.side.other())
    }

    #[inline(always)]
    fn ended(&self) -> Option<Outcome> {
        if R::GOAL != Goal::FirstKing || self.kings.is_empty() {
            return None;
        }
        let owner = if (self.kings & self.white).any() { Side::White } else { Side::Black };
        Some(Outcome::Win(owner))
    }

    #[inline]
    fn stuck(&self) -> Outcome {
        Outcome::Win(if R::GOAL == Goal::LoseAll { self.side } else { self.side.other() })
    }

    #[inline(always)]
    fn planes(&self) -> Self::Planes {
        let turn = if self.side == Side::Black { R::Layout::board() } else { Bits::<R>::EMPTY };
        [self.white, self.black, self.kings, turn & Bits::<R>::narrow(1)]
    }

    #[inline]
    fn classify(&self, mv: &Self::Move) -> MoveClass {
        MoveClass {
            capture: mv.captured.any(),
            multi_capture: mv.captured.without_lowest().any(),
            promotion: mv.promotes,
            king_capture: false,
        }
    }
}
