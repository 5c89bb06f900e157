//! The family as games that are searched and played: how moves are told apart, what they win, when a position is
//! at rest.
//!
//! Captures are compulsory, so a position is either calm or forced, and every move of a forced one is noisy. There is no
//! null move: giving up a move would break that rule, and zugzwang decides endings (whoever cannot move has
//! lost).
//!
//! Not here: what a position is worth (`evaluation`), draws (`referee`), the search.

use crate::capture::Jumps;
use crate::evaluation::{Evaluation, Weights};
use crate::geometry::Geometry;
use crate::position::Orthogonal;
use crate::referee::{self, Referee};
use crate::rules::Rules;
use plywood_core::Bitboard;
use plywood_core::search::{Options, Play, RuleFact, RuleSet, Score, SearchGame, Unrest};

/// Square numbers, those of guard squares between them included.
const fn squares<R: Rules>() -> usize {
    (R::Board::STRIDE * R::Board::SIDE) as usize
}

impl<R: Rules> SearchGame for Orthogonal<R> {
    const HISTORY: usize = squares::<R>().pow(2);
    const TARGETS: usize = squares::<R>();

    fn history_index(&self, mv: &Self::Move) -> usize {
        usize::from(mv.from) * squares::<R>() + usize::from(mv.to)
    }

    fn target(&self, mv: &Self::Move) -> usize {
        mv.to.into()
    }

    /// The worth of the victims, and what a man gains by becoming a king.
    fn gain(&self, mv: &Self::Move) -> Score {
        let weights = Weights::of::<R>();
        let kings = (mv.captured & self.kings()).size() as Score;
        let men = mv.captured.size() as Score - kings;
        let promotion = if mv.promotes { weights.king - weights.man } else { 0 };
        men * weights.man + kings * weights.king + promotion
    }

    fn unrest(&self) -> Unrest {
        if Jumps::of(&self.scene()).any() { Unrest::Forced } else { Unrest::Calm }
    }

    /// A capture, or a man that goes forward. A man of Turkish draughts that has stepped to the side can step back.
    fn irreversible(&self, mv: &Self::Move) -> bool {
        let rank = |square: u8| u32::from(square) / R::Board::STRIDE;
        let forward = rank(mv.from) != rank(mv.to) && !self.kings().has(mv.from.into());
        mv.captured.any() || forward
    }
}

impl<R: Rules> Play for Orthogonal<R> {
    type Referee = Referee;
    type Evaluation = Evaluation;

    const RULES: &'static [RuleFact] = referee::rules(R::DUEL);
    const OPTIONS: Options =
        Options { exact: false, null_move: false, reductions: true, futility: 0, probcut: 0, aspiration: 50 };

    fn referee(rules: RuleSet) -> Referee {
        Referee::new(rules)
    }

    fn evaluation(rules: RuleSet) -> Evaluation {
        if rules.has(referee::ANTI) { Evaluation::Anti } else { Evaluation::Usual }
    }
}
