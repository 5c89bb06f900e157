//! What a search must know of a game beyond its rules: which moves are noisy, how moves are told apart in
//! history tables, what a position is worth, and when the rules of play end a game early.
//!
//! Three traits, because three people write them: [`SearchGame`] comes with the game, an [`Evaluation`] may come from a
//! front end, a [`Referee`] holds the draw rules that the players agreed on. [`Play`] says which of each a game brings along.

use super::Options;
use super::score::Score;
use crate::position::{Outcome, Position};
use crate::text::Game;
use core::fmt::Debug;
use core::ops::ControlFlow;

/// How a position wants to be treated where the depth runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unrest {
    /// Nothing noisy: evaluate.
    Calm,
    /// The side to move must make a noisy move (a capture is compulsory): look at all of them.
    Forced,
    /// It may: evaluate, and look whether a noisy move is better; for at most [`OPTIONAL_PLIES`](super::OPTIONAL_PLIES).
    Optional,
}

/// What a search wants to know of a game; implemented beside the rules.
pub trait SearchGame: Position {
    /// Number of different [`history_index`](Self::history_index) values.
    const HISTORY: usize;

    /// The number of squares a move can end on; see [`target`](Self::target).
    const TARGETS: usize;

    /// A small number, below [`Self::HISTORY`], that moves of the same kind share: usually from and to.
    fn history_index(&self, mv: &Self::Move) -> usize;

    /// A number below [`Self::TARGETS`] that says where a move ends, for the history of replies.
    fn target(&self, mv: &Self::Move) -> usize;

    /// What a move wins at once (pieces taken, promotion), in hundredths; 0 for a quiet move.
    fn gain(&self, mv: &Self::Move) -> Score;

    /// How the position wants to be treated where the depth runs out.
    fn unrest(&self) -> Unrest;

    /// Visits the noisy moves; by default all, right for games where captures are compulsory.
    fn visit_noisy(&self, visitor: &mut dyn FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.visit_cold(visitor)
    }

    /// Whether no later position can equal one before this move (a man moves, a piece is taken, an arrow flies).
    fn irreversible(&self, mv: &Self::Move) -> bool;

    /// The position with the other side to move, where giving up the move is a fair guess at its worth (null move);
    /// `None` where it is not.
    fn pass(&self) -> Option<Self> {
        None
    }
}

/// What a position is worth when it is not searched further.
pub trait Evaluation<P>: Send + Sync {
    /// The score from the side to move, within [`MAX_EVALUATION`](super::MAX_EVALUATION). It must depend on the position alone.
    fn evaluate(&self, position: &P) -> Score;
}

impl<P, F: Fn(&P) -> Score + Send + Sync> Evaluation<P> for F {
    fn evaluate(&self, position: &P) -> Score {
        self(position)
    }
}

/// The rules of play that need a history: repetition, n-move rules, adjudication, moves that are forbidden by what went before.
///
/// Repetition is the search's own business and only switched on here; everything else is a *clock*, a small value
/// carried along the moves.
pub trait Referee<P: Position>: Clone + Send + Sync {
    /// What the rules need to remember of the moves so far.
    type Clock: Copy + Eq + Debug + Default + Send + Sync;

    /// Whether [`forbids`](Self::forbids) can ever say yes: where it cannot, nobody asks.
    const FORBIDS: bool = false;

    /// The clock of a game that begins at `position`: what the position itself tells of the moves before it.
    fn start(&self, _position: &P) -> Self::Clock {
        Self::Clock::default()
    }

    /// The clock after `mv` led from `parent` to `child`.
    fn tick(&self, clock: Self::Clock, parent: &P, mv: &P::Move, child: &P) -> Self::Clock;

    /// Whether the rules end the game here. Positions without a move are not asked: they are decided before.
    fn verdict(&self, clock: Self::Clock, position: &P) -> Option<Outcome>;

    /// Whether the third occurrence of a position is a draw.
    fn repetition(&self) -> bool;

    /// How the game ends when the side to move has no move: by default as the board says.
    fn stuck(&self, position: &P) -> Outcome {
        position.stuck()
    }

    /// Whether the history forbids an otherwise legal move.
    fn forbids(&self, _clock: Self::Clock, _position: &P, _mv: &P::Move) -> bool {
        false
    }

    /// Whether the side to move may make any move at all.
    fn can_move(&self, clock: Self::Clock, position: &P) -> bool {
        let allowed = |mv: &P::Move| !self.forbids(clock, position, mv);
        if Self::FORBIDS { position.visit_cold(&mut |mv| stop_if(allowed(&mv))).is_break() } else { position.any() }
    }

    /// A number that differs between clocks with different consequences; 0 where the clock does not matter. In
    /// `exact` mode every difference matters, else only those that change the legal moves.
    fn salt(&self, clock: Self::Clock, exact: bool) -> u64;
}

fn stop_if(found: bool) -> ControlFlow<()> {
    if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// No rules of play at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoReferee;

impl<P: Position> Referee<P> for NoReferee {
    type Clock = ();

    fn tick(&self, (): (), _: &P, _: &P::Move, _: &P) {}
    fn verdict(&self, (): (), _: &P) -> Option<Outcome> {
        None
    }
    fn repetition(&self) -> bool {
        false
    }
    fn salt(&self, (): (), _: bool) -> u64 {
        0
    }
}

/// A rule of play that may be switched on or off (`--rule name=on`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleFact {
    /// Its name in options, such as `repetition`.
    pub name: &'static str,
    /// What it says, in one line.
    pub summary: &'static str,
    /// Whether it holds unless it is switched off.
    pub on: bool,
}

/// Which of the rules of play of a game hold: a switch for each of its [`RuleFact`]s, by place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet(u32);

impl RuleSet {
    /// Every rule as its fact says.
    pub fn standard(facts: &[RuleFact]) -> Self {
        facts.iter().enumerate().fold(Self(0), |set, (i, fact)| set.with(i, fact.on))
    }

    /// The same with rule number `i` on or off; rules from 32 on do not exist.
    #[must_use]
    pub const fn with(self, i: usize, on: bool) -> Self {
        let bit = 1u32.wrapping_shl(i as u32);
        Self(if on { self.0 | bit } else { self.0 & !bit })
    }

    /// Whether rule number `i` holds.
    pub const fn has(self, i: usize) -> bool {
        self.0.wrapping_shr(i as u32) & 1 == 1
    }
}

/// A game that brings all that a search needs: its rules of play, an evaluation, and the devices that pay.
pub trait Play: Game + SearchGame {
    /// Its rules of play.
    type Referee: Referee<Self>;
    /// Its own evaluation.
    type Evaluation: Evaluation<Self> + Clone + Default;

    /// The rules of play that can be switched.
    const RULES: &'static [RuleFact];
    /// The devices that make it play better (docs/search.md has the measurements).
    const OPTIONS: Options;

    /// The referee for a choice of rules.
    fn referee(rules: RuleSet) -> Self::Referee;

    /// The evaluation for a choice of rules: another one where a rule turns the aim of the game round.
    fn evaluation(_rules: RuleSet) -> Self::Evaluation {
        Self::Evaluation::default()
    }
}
