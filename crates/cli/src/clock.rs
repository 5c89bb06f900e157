//! How the time of a game is shared out among its moves.
//!
//! Not here: reading the clock (the search) and what the words of a protocol mean (`hub`, `uci`).

use plywood::core::search::{Limits, MAX_DEPTH};
use std::time::Duration;

/// What is kept back for the way to the host.
const LAG: Duration = Duration::from_millis(20);

/// A clock of one side.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clock {
    pub(crate) time: Duration,
    pub(crate) increment: Duration,
    /// Moves to the next time control; none for the rest of the game.
    pub(crate) moves: Option<u32>,
}

/// Moves that a game is thought to go on for when nobody says.
const MOVES_TO_GO: u32 = 30;

impl Clock {
    /// Limits for one move: about an equal share of the time, at most three shares, never the last of it.
    pub(crate) fn limits(&self) -> Limits<String> {
        let moves = self.moves.filter(|&moves| moves > 0).unwrap_or(MOVES_TO_GO).min(MOVES_TO_GO);
        let all = (self.time + self.increment).saturating_sub(LAG).max(Duration::from_millis(1));
        let share = (self.time / moves + self.increment).min(all);
        let hard = (share * 3).min(if moves == 1 { all } else { all / 2 }).max(share.min(all));
        Limits { soft: Some(share / 2), hard: Some(hard), ..Limits::depth(MAX_DEPTH) }
    }
}
