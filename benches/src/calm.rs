//! Any game without quiescence: a search evaluates where the depth runs out, and nothing is played to its end.
//!
//! The crate `minimax` takes noisy moves for compulsory ones; where they are an offer (RBC), its leaves and ours would not be
//! worth the same. Beside it such a game is searched like this on both sides.
//!
//! Not here: rules or values; both are those of the game inside.

use plywood_core::search::{Evaluation, Score, SearchGame, Unrest};
use plywood_core::{MoveClass, Outcome, Position, Side};
use std::ops::ControlFlow;

/// A position that calls itself calm whatever stands on the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Calm<P>(pub P);

/// The evaluation of the position inside.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inner<E>(pub E);

impl<P, E: Evaluation<P>> Evaluation<Calm<P>> for Inner<E> {
    #[inline(always)]
    fn evaluate(&self, position: &Calm<P>) -> Score {
        self.0.evaluate(&position.0)
    }
}

impl<P: Position> Position for Calm<P> {
    type Move = P::Move;
    type Planes = P::Planes;

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }

    #[inline(always)]
    fn visit<F>(&self, visitor: F) -> ControlFlow<()>
    where
        F: FnMut(P::Move) -> ControlFlow<()>,
    {
        self.0.visit(visitor)
    }

    #[inline(always)]
    fn count(&self) -> u64 {
        self.0.count()
    }

    #[inline(always)]
    fn any(&self) -> bool {
        self.0.any()
    }

    #[inline(always)]
    fn play(&self, mv: &P::Move) -> Self {
        Self(self.0.play(mv))
    }

    #[inline(always)]
    fn ended(&self) -> Option<Outcome> {
        self.0.ended()
    }

    #[inline(always)]
    fn stuck(&self) -> Outcome {
        self.0.stuck()
    }

    #[inline(always)]
    fn planes(&self) -> P::Planes {
        self.0.planes()
    }

    #[inline(always)]
    fn classify(&self, mv: &P::Move) -> MoveClass {
        self.0.classify(mv)
    }
}

impl<P: SearchGame> SearchGame for Calm<P> {
    const HISTORY: usize = P::HISTORY;
    const TARGETS: usize = P::TARGETS;

    #[inline(always)]
    fn history_index(&self, mv: &P::Move) -> usize {
        self.0.history_index(mv)
    }

    #[inline(always)]
    fn target(&self, mv: &P::Move) -> usize {
        self.0.target(mv)
    }

    #[inline(always)]
    fn gain(&self, mv: &P::Move) -> Score {
        self.0.gain(mv)
    }

    #[inline(always)]
    fn unrest(&self) -> Unrest {
        Unrest::Calm
    }

    #[inline(always)]
    fn irreversible(&self, mv: &P::Move) -> bool {
        self.0.irreversible(mv)
    }

    #[inline(always)]
    fn pass(&self) -> Option<Self> {
        self.0.pass().map(Self)
    }
}
