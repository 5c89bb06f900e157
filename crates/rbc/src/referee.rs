//! The one rule of play that a search must know: a draw by moves without capture or pawn move.
//!
//! The rule is that of `reconchess` 1.6.9, where it is a limit of its own beside that of full turns; RBC has no repetition and
//! no stalemate. Resignation, clocks and the limit of turns belong to the game that is really played: see [`crate::end`].

use crate::board::Board;
use crate::end::Limits;
use crate::moves::Move;
use plywood_core::Outcome;
use plywood_core::search::{Referee, RuleFact, RuleSet};

/// From this number of plies on the nearness of the draw changes what a search finds; before, the table may treat boards
/// as one whatever their counters.
const NEAR_DRAW: u32 = 80;

const FIFTY_MOVES: usize = 0;

/// The rules that can be switched.
pub(crate) const RULES: &[RuleFact] =
    &[RuleFact { name: "fifty-moves", summary: "100 plies without capture or pawn move are a draw", on: true }];

/// The referee of a search: the draw by reversible plies, where it is agreed on.
///
/// The board counts the plies itself, so a position that is read with a counter begins there.
///
/// # Example
/// ```
/// use plywood_core::{Game, Outcome, search::{Play, Record, RuleSet}};
/// use plywood_rbc::Board;
/// let worn_out = Board::parse("k7/8/8/8/8/8/8/6QK w - - 100 90")?;
/// let rules = RuleSet::standard(Board::RULES);
/// assert_eq!(Record::new(worn_out, Board::referee(rules)).outcome(), Some(Outcome::Draw));
/// assert_eq!(Record::new(worn_out, Board::referee(rules.with(0, false))).outcome(), None);
/// # Ok::<(), plywood_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveLimit {
    /// `None`: no limit.
    plies: Option<u32>,
}

impl MoveLimit {
    /// The referee for a choice of the game's rules.
    pub fn new(rules: RuleSet) -> Self {
        let plies = if rules.has(FIFTY_MOVES) { Limits::default().reversible } else { None };
        Self { plies }
    }
}

impl Referee<Board> for MoveLimit {
    /// The board's own counter of reversible plies, repeated here for the table.
    type Clock = u32;

    fn start(&self, board: &Board) -> u32 {
        board.half_moves()
    }

    fn tick(&self, _: u32, _: &Board, _: &Option<Move>, child: &Board) -> u32 {
        child.half_moves()
    }

    fn verdict(&self, _: u32, board: &Board) -> Option<Outcome> {
        self.plies.filter(|&limit| board.half_moves() >= limit).map(|_| Outcome::Draw)
    }

    fn repetition(&self) -> bool {
        false
    }

    fn salt(&self, half_moves: u32, exact: bool) -> u64 {
        let matters = self.plies.is_some() && (exact || half_moves > NEAR_DRAW);
        if matters { half_moves.into() } else { 0 }
    }
}
