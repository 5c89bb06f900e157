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
    /// What may be used for this move at most.
    pub(crate) time: Duration,
    /// What each later move brings.
    pub(crate) increment: Duration,
    /// Moves to the next time control; none for the rest of the game.
    pub(crate) moves: Option<u32>,
}

/// What is left of a time when the answer must have arrived by its end.
fn less_lag(time: Duration) -> Duration {
    time.saturating_sub(LAG).max(Duration::from_millis(1))
}

/// Limits for a time that is given to one move.
pub(crate) fn move_time(time: Duration) -> Limits<String> {
    Limits { soft: None, ..Limits::time(less_lag(time)) }
}

/// Moves that a game is thought to go on for when nobody says.
const MOVES_TO_GO: u32 = 30;

impl Clock {
    /// Limits for one move: about an equal share of the time, at most three shares, never the last of it.
    pub(crate) fn limits(&self) -> Limits<String> {
        let moves = self.moves.filter(|&moves| moves > 0).unwrap_or(MOVES_TO_GO).min(MOVES_TO_GO);
        let all = less_lag(self.time);
        let share = (self.time / moves + self.increment).min(all);
        let hard = (share * 3).min(if moves == 1 { all } else { all / 2 }).max(share.min(all));
        Limits { soft: Some(share / 2), hard: Some(hard), ..Limits::depth(MAX_DEPTH) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The increment used to be spent before the clock had it: games were lost on time.
    #[test]
    fn a_move_never_takes_more_than_the_clock_shows() {
        for milliseconds in [0, 1, 19, 21, 100, 1000, 60_000] {
            for (increment, moves) in [(0, None), (5000, None), (0, Some(1)), (6000, Some(0)), (100, Some(40))] {
                let time = Duration::from_millis(milliseconds);
                let limits = Clock { time, increment: Duration::from_millis(increment), moves }.limits();
                let hard = limits.hard.unwrap_or(Duration::MAX);
                assert!(
                    hard <= less_lag(time) && limits.soft.unwrap_or(Duration::MAX) <= hard,
                    "{time:?} {increment} {moves:?}"
                );
            }
        }
    }
}
