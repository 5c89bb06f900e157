//! What a history says that one of its players was told, event by event: what his belief follows.
//!
//! Not here: the belief itself, and whether the record is right ([`History::replay`]).

use crate::belief::{Belief, BeliefError};
use crate::history::{History, HistoryError};
use crate::moves::{Request, request_text};
use crate::requests::Outcome;
use crate::sense::Sensed;
use crate::square::Square;
use plywood_core::Side;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

/// One thing that a player was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// Where the opponent captured.
    Opponent(Option<Square>),
    /// What the player saw, and around which square.
    Sensed(Option<Square>, Vec<Sensed>),
    /// What he asked for, and what became of it.
    Moved(Request, Outcome),
}

impl Told {
    /// Its name in tables: `opp`, `sense` or `move`.
    pub fn event(&self) -> &'static str {
        match self {
            Self::Opponent(_) => "opp",
            Self::Sensed(..) => "sense",
            Self::Moved(..) => "move",
        }
    }

    /// The square, or `request>taken`, with `-` for nothing and for the pass.
    pub fn detail(&self) -> String {
        let square = |square: Option<Square>| square.map_or_else(|| "-".to_string(), |square| square.to_string());
        let mv = |mv: Request| mv.map_or_else(|| "-".to_string(), |mv| request_text(Some(mv)));
        match *self {
            Self::Opponent(capture) => square(capture),
            Self::Sensed(center, _) => square(center),
            Self::Moved(request, outcome) => format!("{}>{}", mv(request), mv(outcome.taken)),
        }
    }

    /// Lets a belief follow it.
    ///
    /// # Errors
    /// Those of the belief, which is then as it was.
    pub fn tell(&self, belief: &mut Belief) -> Result<(), BeliefError> {
        match self {
            Self::Opponent(capture) => belief.opponent(*capture),
            Self::Sensed(center, seen) => belief.sensed(*center, seen),
            Self::Moved(request, outcome) => belief.moved(*request, outcome.taken, outcome.capture),
        }
    }
}

impl History {
    /// All that the player of `side` was told, in order, each with the number of his turn, from 1. The opponent's last turn is there even
    /// where no turn came after it; for White nothing comes before his first sense.
    ///
    /// # Errors
    /// [`HistoryError::Lengths`] where the lists do not fit together. Nothing else is checked.
    ///
    /// # Example
    /// ```
    /// use plywood_core::Side;
    /// use plywood_rbc::{HISTORIES, belief::Belief, history::History};
    /// let game = History::parse(HISTORIES[0].1)?;
    /// let mut belief = Belief::start(Side::White);
    /// for (_, told) in game.told(Side::White)?.iter().take(5) {
    ///     told.tell(&mut belief)?;
    /// }
    /// assert_eq!(belief.len(), 15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn told(&self, side: Side) -> Result<Vec<(usize, Told)>, HistoryError> {
        self.check_lengths()?;
        let enemy_captures = self.capture_squares.of(side.other());
        let own_turns = self.senses.of(side).len().max(self.requested_moves.of(side).len());
        // White's first turn comes before any of the opponent's.
        let lead = usize::from(side == Side::White);
        let mut list = Vec::new();
        for n in 0..own_turns.max(enemy_captures.len() + lead) {
            let mut push = |told| list.push((n + 1, told));
            if let Some(&capture) = n.checked_sub(lead).and_then(|n| enemy_captures.get(n)) {
                push(Told::Opponent(capture));
            }
            if let Some((&center, seen)) = self.senses.of(side).get(n).zip(self.sense_results.of(side).get(n)) {
                push(Told::Sensed(center, seen.clone()));
            }
            if let Some(&request) = self.requested_moves.of(side).get(n) {
                let (taken, capture) = (self.taken_moves.of(side)[n], self.capture_squares.of(side)[n]);
                push(Told::Moved(request, Outcome { taken, capture }));
            }
        }
        Ok(list)
    }
}
