//! What a search must know of draughts: captures are forced and noisy, everything a man does is final.
//!
//! Not here: what positions are worth (`evaluation`), draw rules (`draws`), the search itself (in the core).

use crate::board::{Bits, Board, Move};
use crate::draws::{Conduct, rule_facts};
use crate::evaluation::{Evaluation, Weights};
use crate::rules::Rules;
use crate::view::union;
use plywood_core::search::{Options, Play, RuleFact, RuleSet, Score, SearchGame, Unrest};
use plywood_core::{Bitboard, Side};

impl<R: Rules> SearchGame for Board<R> {
    const HISTORY: usize = (Bits::<R>::WIDTH * Bits::<R>::WIDTH) as usize;
    const TARGETS: usize = Bits::<R>::WIDTH as usize;

    #[inline(always)]
    fn history_index(&self, mv: &Self::Move) -> usize {
        usize::from(mv.from) * Self::TARGETS + usize::from(mv.to)
    }

    #[inline(always)]
    fn target(&self, mv: &Self::Move) -> usize {
        mv.to.into()
    }

    #[inline(always)]
    fn gain(&self, mv: &Move<Bits<R>>) -> Score {
        let weights = const { Weights::of::<R>() };
        let (taken, kings) = (mv.captured.size() as Score, (mv.captured & self.kings).size() as Score);
        // Only an order: where pieces are a burden, too, the largest capture changes most.
        let man = weights.man.abs();
        let king = weights.king.abs() - man;
        taken * man + (kings + Score::from(mv.promotes)) * king
    }

    #[inline(always)]
    fn unrest(&self) -> Unrest {
        if self.can_capture() { Unrest::Forced } else { Unrest::Calm }
    }

    #[inline(always)]
    fn irreversible(&self, mv: &Self::Move) -> bool {
        mv.captured.any() || !self.kings.has(mv.from.into())
    }
}

impl<R: Rules> Board<R> {
    /// Whether the side to move must capture.
    #[inline]
    fn can_capture(&self) -> bool {
        match self.side {
            Side::White => can_capture::<R, true>(self),
            Side::Black => can_capture::<R, false>(self),
        }
    }
}

#[inline(always)]
fn can_capture<R: Rules, const WHITE: bool>(board: &Board<R>) -> bool {
    let view = board.view::<WHITE>();
    (union::<R>(&view.man_jumps()) | union::<R>(&view.king_jumps())).any()
}

impl<R: Rules> Play for Board<R> {
    type Referee = Conduct<R>;
    type Evaluation = Evaluation;

    const RULES: &'static [RuleFact] = rule_facts(R::DRAWS);
    const OPTIONS: Options =
        Options { exact: false, null_move: false, reductions: true, futility: 60, probcut: 0, aspiration: 40 };

    fn referee(rules: RuleSet) -> Conduct<R> {
        Conduct::new(rules)
    }
}
