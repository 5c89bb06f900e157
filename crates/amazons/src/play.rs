//! What a search must know of the Amazons: nothing is ever taken, every arrow is final, and to give up a move is nearly
//! always a loss.
//!
//! Not here: what positions are worth (`evaluation`, `territory`), the search itself (in the core).

use crate::board::{Board, Move};
use crate::evaluation::Evaluation;
use crate::fills::king_reach;
use crate::games::Setup;
use crate::set::Set;
use plywood_core::search::{NoReferee, Options, Play, RuleFact, RuleSet, Score, SearchGame, Unrest};
use plywood_core::{Position, Side};

impl<S: Set, const W: usize, const H: usize> SearchGame for Board<S, W, H> {
    const HISTORY: usize = W * H * W * H;
    const TARGETS: usize = W * H;

    /// Landing square and arrow: on which squares things stand matters more than where the amazon came from.
    #[inline(always)]
    fn history_index(&self, mv: &Move) -> usize {
        usize::from(mv.to) * Self::TARGETS + usize::from(mv.arrow)
    }

    /// The landing square.
    #[inline(always)]
    fn target(&self, mv: &Move) -> usize {
        mv.to.into()
    }

    #[inline(always)]
    fn gain(&self, _: &Move) -> Score {
        0
    }

    #[inline(always)]
    fn unrest(&self) -> Unrest {
        Unrest::Calm
    }

    /// Arrows stay for good.
    #[inline(always)]
    fn irreversible(&self, _: &Move) -> bool {
        true
    }

    /// `None` where the regions are separated: there a pass saves a square and is better than most moves (zugzwang);
    /// and where the side to move has no move.
    fn pass(&self) -> Option<Self> {
        let [white, black] = Side::BOTH.map(|side| king_reach::<S, W, H>(self.amazons(side), self.empty()));
        if (white & black).is_empty() || !self.any() {
            return None;
        }
        Self::new(Side::BOTH.map(|side| self.amazons(side)), self.arrows(), self.side_to_move().other())
    }
}

impl<S: Set, const W: usize, const H: usize> Play for Board<S, W, H>
where
    Self: Setup,
{
    type Referee = NoReferee;
    type Evaluation = Evaluation;

    const RULES: &'static [RuleFact] = &[];
    const OPTIONS: Options =
        Options { exact: false, null_move: false, reductions: true, futility: 0, probcut: 0, aspiration: 50 };

    fn referee(_: RuleSet) -> NoReferee {
        NoReferee
    }
}
