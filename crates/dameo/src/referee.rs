//! The rules of play of the family: draws, and the game turned round.
//!
//! Each rule is a row of a table with a switch. Where they come from: the inventor leaves draws to the players; the third
//! occurrence is the custom of all draughts, fifty plies of king moves are the rule of a public game server, king against
//! king is drawn by a table of all such positions, one piece a side is the rule of Turkish draughts.
//!
//! Not here: how often a position has occurred (the search and the record count that), the moves.

use crate::position::{Move, Orthogonal, Set};
use crate::rules::{Duel, Rules};
use plywood_core::search::{self, RuleFact, RuleSet, SearchGame, Unrest};
use plywood_core::{Bitboard, Outcome, Position, Side};

/// Plies of king moves without capture or promotion that make a draw.
const QUIET_PLIES: u8 = 50;

/// From this clock on the nearness of that draw changes what a search finds; before, the table may treat positions as one
/// whatever their clocks.
const NEAR_DRAW: u8 = QUIET_PLIES - 10;

/// Places in the table of rules.
const REPETITION: usize = 0;
const QUIET_KINGS: usize = 1;
const DUEL: usize = 2;
pub(crate) const ANTI: usize = 3;

const fn table(duel: RuleFact) -> [RuleFact; 4] {
    [
        RuleFact { name: "repetition", summary: "the third occurrence of a position is a draw", on: true },
        RuleFact {
            name: "quiet-kings",
            summary: "50 plies of king moves without capture or promotion are a draw",
            on: true,
        },
        duel,
        RuleFact { name: "anti", summary: "the first side without a move wins", on: false },
    ]
}

static WITH_KING_DUEL: [RuleFact; 4] = table(RuleFact {
    name: "king-v-king",
    summary: "one king against one king is a draw unless the side to move captures",
    on: true,
});

static WITH_PIECE_DUEL: [RuleFact; 4] =
    table(RuleFact { name: "one-v-one", summary: "one piece against one piece is a draw", on: true });

/// The rules of play of a game with this kind of duel.
pub(crate) const fn rules(duel: Duel) -> &'static [RuleFact] {
    match duel {
        Duel::Kings => &WITH_KING_DUEL,
        Duel::Pieces => &WITH_PIECE_DUEL,
    }
}

/// The referee of the family: which of the rules in [`Play::RULES`](plywood_core::search::Play::RULES) hold.
///
/// # Example
/// ```
/// use plywood_core::{Game, Outcome, search::{Play, Record, RuleSet}};
/// use plywood_dameo::Dameo;
/// let kings = Dameo::parse("W:WKa1:BKh7")?;
/// let all = RuleSet::standard(Dameo::RULES);
/// assert_eq!(Record::new(kings, Dameo::referee(all)).outcome(), Some(Outcome::Draw));
/// let king_v_king = Dameo::RULES.iter().position(|rule| rule.name == "king-v-king").unwrap();
/// let without = all.with(king_v_king, false);
/// assert_eq!(Record::new(kings, Dameo::referee(without)).outcome(), None);
/// # Ok::<(), plywood_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Referee(RuleSet);

impl Referee {
    /// The referee for a choice of rules.
    pub const fn new(rules: RuleSet) -> Self {
        Self(rules)
    }
}

impl<R: Rules> search::Referee<Orthogonal<R>> for Referee {
    /// Plies of king moves since the last capture or move of a man; it stops at 255.
    type Clock = u8;

    fn tick(&self, clock: u8, parent: &Orthogonal<R>, mv: &Move<Set<R>>, _: &Orthogonal<R>) -> u8 {
        let quiet = mv.captured.is_empty() && parent.kings().has(mv.from.into());
        if quiet { clock.saturating_add(1) } else { 0 }
    }

    fn verdict(&self, clock: u8, position: &Orthogonal<R>) -> Option<Outcome> {
        let worn_out = self.0.has(QUIET_KINGS) && clock >= QUIET_PLIES;
        let drawn = worn_out || self.0.has(DUEL) && is_duel(position);
        drawn.then_some(Outcome::Draw)
    }

    fn repetition(&self) -> bool {
        self.0.has(REPETITION)
    }

    fn stuck(&self, position: &Orthogonal<R>) -> Outcome {
        if self.0.has(ANTI) { Outcome::Win(position.side_to_move()) } else { position.stuck() }
    }

    fn salt(&self, clock: u8, exact: bool) -> u64 {
        let matters = self.0.has(QUIET_KINGS) && (exact || clock >= NEAR_DRAW);
        if matters { clock.into() } else { 0 }
    }
}

/// Whether one piece a side is left, in a way that is drawn.
fn is_duel<R: Rules>(position: &Orthogonal<R>) -> bool {
    if Side::BOTH.iter().any(|&side| position.pieces(side).size() != 1) {
        return false;
    }
    match R::DUEL {
        Duel::Pieces => true,
        Duel::Kings => position.kings().size() == 2 && position.unrest() == Unrest::Calm,
    }
}
