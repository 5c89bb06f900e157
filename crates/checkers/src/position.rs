//! The position as the core sees it: moves visited, counted and played, and who has won.
//!
//! Not here: how moves are found (`generate`, `tally`), texts (`game`), and draw rules, which need the history of the
//! game. Who wins is a rule of the variant (`rules`).

use crate::board::{Bits, Board, Move};
use crate::layout::Layout;
use crate::rules::{Goal, Rules};
use crate::view::View;
use core::ops::ControlFlow;
use plywood_core::{Bitboard, Mode, MoveClass, Outcome, Position, Side};

impl<R: Rules> Position for Board<R> {
    type Move = Move<Bits<R>>;
    type Planes = [Bits<R>; 4];

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn visit<F>(&self, mut visitor: F) -> ControlFlow<()>
    where
        F: FnMut(Self::Move) -> ControlFlow<()>,
    {
        match self.side {
            Side::White => self.view::<true>().visit(|mv, _| visitor(mv)),
            Side::Black => self.view::<false>().visit(|mv, _| visitor(mv)),
        }
    }

    #[inline]
    fn count(&self) -> u64 {
        match self.side {
            Side::White => self.view::<true>().tally::<false>(),
            Side::Black => self.view::<false>().tally::<false>(),
        }
    }

    #[inline]
    fn count2(&self) -> u64 {
        match self.side {
            Side::White => self.view::<true>().tally2::<false, false>(),
            Side::Black => self.view::<false>().tally2::<true, false>(),
        }
    }

    #[inline]
    fn any(&self) -> bool {
        match self.side {
            Side::White => self.view::<true>().any(),
            Side::Black => self.view::<false>().any(),
        }
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
        let turn = if self.side == Side::Black { Bits::<R>::bit(0) } else { Bits::<R>::EMPTY };
        [self.white, self.black, self.kings, turn]
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

impl<R: Rules> Board<R> {
    /// The board as `WHITE` sees it; meaningful for the side to move.
    #[inline(always)]
    pub(crate) fn view<const WHITE: bool>(&self) -> View<R, WHITE> {
        let (own, foes) = if WHITE { (self.white, self.black) } else { (self.black, self.white) };
        View {
            men: own & !self.kings,
            kings: own & self.kings,
            foes,
            foe_kings: foes & self.kings,
            empty: R::Layout::board() & !(own | foes),
        }
    }
}

/// Counts every sequence of captures: a move that can be made by jumping in three orders counts three times. The older
/// tables count so; the rows of the suite with `"count":"sequences"` pin it. Routes that differ only in where a king
/// stops between two victims on one line are one sequence.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sequences;

impl<R: Rules> Mode<Board<R>> for Sequences {
    const NAME: &'static str = "sequences";

    #[inline]
    fn visit<F>(self, position: &Board<R>, visitor: F) -> ControlFlow<()>
    where
        F: FnMut(Move<Bits<R>>, u64) -> ControlFlow<()>,
    {
        match position.side {
            Side::White => position.view::<true>().visit(visitor),
            Side::Black => position.view::<false>().visit(visitor),
        }
    }

    #[inline]
    fn count(self, position: &Board<R>) -> u64 {
        match position.side {
            Side::White => position.view::<true>().tally::<true>(),
            Side::Black => position.view::<false>().tally::<true>(),
        }
    }

    #[inline]
    fn count2(self, position: &Board<R>) -> u64 {
        match position.side {
            Side::White => position.view::<true>().tally2::<false, true>(),
            Side::Black => position.view::<false>().tally2::<true, true>(),
        }
    }
}
