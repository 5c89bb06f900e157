//! RBC as a game that is searched and played with the whole board in sight: how moves are told apart, what they
//! win, when a position is at rest.
//!
//! This is the game of a player who knows where everything stands: king-capture chess with the pass. Nothing is
//! compulsory, so noisy moves (captures, a pawn that becomes a queen) are an offer; a king that can be taken is taken at once.
//! The null move of other searches is the pass of this game.
//!
//! Not here: what a position is worth (`evaluation`), the draw rule (`referee`), the search, and any dealing with what a
//! player does not know.

use crate::board::{Board, Kind, forward};
use crate::evaluation::{self, Evaluation};
use crate::modes::Taken;
use crate::moves::Move;
use crate::rays::{leaps, union};
use crate::referee::{self, MoveLimit};
use crate::requests::LAST_ROWS;
use core::ops::ControlFlow;
use plywood_core::search::{Options, Play, RuleFact, RuleSet, Score, SearchGame, Unrest};

/// Squares, and so pairs of squares, as numbers of moves.
const SQUARES: usize = 64;

/// The number of the pass among the targets: it ends on no square.
const NOWHERE: usize = SQUARES;

impl SearchGame for Board {
    const HISTORY: usize = SQUARES * SQUARES;
    const TARGETS: usize = SQUARES + 1;

    /// From and to. The pass has the number of a1-a1, which is no move.
    fn history_index(&self, mv: &Option<Move>) -> usize {
        mv.map_or(0, |mv| usize::from(mv.from.number()) * SQUARES + usize::from(mv.to.number()))
    }

    fn target(&self, mv: &Option<Move>) -> usize {
        mv.map_or(NOWHERE, |mv| mv.to.number().into())
    }

    /// The most valuable victim, then the least valuable attacker; what a pawn gains by promotion.
    fn gain(&self, mv: &Option<Move>) -> Score {
        let Some(mv) = mv else { return 0 };
        let worth = |square| self.piece_at(square).map_or(0, |piece| evaluation::worth(piece.kind));
        let promotion = mv.promotion.map_or(0, |kind| evaluation::worth(kind) - evaluation::worth(Kind::Pawn));
        let capture = self.capture_square(mv).map_or(0, |square| worth(square) - attacker_rank(worth(mv.from)));
        promotion + capture
    }

    fn unrest(&self) -> Unrest {
        let (army, occupied) = (self.army(self.side()), self.occupied());
        let enemy = occupied & !army.all;
        let pieces = union(&army.slides(occupied)) | union(&leaps(army.knights));
        let pawns = army.pawn_attacks() & (enemy | self.en_passant_set());
        let crowned = forward(army.side, army.pawns) & !occupied & LAST_ROWS;
        if pieces & enemy | pawns | crowned != 0 { Unrest::Optional } else { Unrest::Calm }
    }

    /// Captures, and promotions to a queen; captures of the king alone where there are any.
    fn visit_noisy(&self, visitor: &mut dyn FnMut(Option<Move>) -> ControlFlow<()>) -> ControlFlow<()> {
        let (army, enemy) = (self.army(self.side()), self.army(self.side().other()));
        let mut king_falls = false;
        let mut visit = |mv: Move| if is_queen_or_none(&mv) { visitor(Some(mv)) } else { ControlFlow::Continue(()) };
        self.visit_taken(Taken, !0, enemy.kings, |mv, _| {
            king_falls = true;
            visit(mv)
        })?;
        if king_falls {
            return ControlFlow::Continue(());
        }
        self.visit_taken(Taken, !0, self.capture_targets(), |mv, _| {
            if self.capture_square(&mv).is_some() { visit(mv) } else { ControlFlow::Continue(()) }
        })?;
        self.visit_taken(Taken, army.pawns, LAST_ROWS & !self.occupied(), |mv, _| visit(mv))
    }

    /// A pawn's move, a capture, or one that costs a castling right.
    fn irreversible(&self, mv: &Option<Move>) -> bool {
        let child = self.after(mv.as_ref());
        mv.is_some() && (child.half_moves() == 0 || child.castling() != self.castling())
    }

    fn pass(&self) -> Option<Self> {
        Some(self.after(None))
    }
}

/// Other promotions than to a queen can wait for a deeper search.
fn is_queen_or_none(mv: &Move) -> bool {
    mv.promotion.is_none_or(|kind| kind == Kind::Queen)
}

/// Decides between attackers of the same victim, and never makes a capture look like a loss.
const fn attacker_rank(worth: Score) -> Score {
    if worth >= evaluation::KING { 10 } else { worth / 100 }
}

impl Play for Board {
    type Referee = MoveLimit;
    type Evaluation = Evaluation;

    const RULES: &'static [RuleFact] = referee::RULES;
    const OPTIONS: Options =
        Options { exact: false, null_move: false, reductions: true, futility: 100, probcut: 0, aspiration: 50 };

    fn referee(rules: RuleSet) -> MoveLimit {
        MoveLimit::new(rules)
    }
}
