//! Full minimax: the definition that every search must meet in exact mode, and nothing else.
//!
//! No window, no table, no order: every move at every ply, and the noisy moves to their end where the depth
//! runs out. Slow on purpose; the tests, the seed's players and `--explain` use it.

use super::OPTIONAL_PLIES;
use super::game::{Evaluation, Referee, SearchGame, Unrest};
use super::record::Record;
use super::score::{INFINITE, Score};
use super::worker::outcome;
use crate::position::Outcome;
use alloc::vec::Vec;

/// A move with its value from the side that makes it.
pub type Valued<M> = (M, Score);

/// The value of every legal move of the position on the board, searched to `depth` plies (at least 1) with
/// quiescence, in generation order; and the number of positions visited.
pub fn minimax<P, R, E>(record: &Record<P, R>, evaluation: &E, depth: u32) -> (Vec<Valued<P::Move>>, u64)
where
    P: SearchGame,
    R: Referee<P>,
    E: Evaluation<P>,
{
    minimax_within(record, evaluation, depth, u64::MAX).unwrap_or_default()
}

/// The same, given up as soon as more than `nodes` positions were visited.
pub fn minimax_within<P, R, E>(
    record: &Record<P, R>,
    evaluation: &E,
    depth: u32,
    nodes: u64,
) -> Option<(Vec<Valued<P::Move>>, u64)>
where
    P: SearchGame,
    R: Referee<P>,
    E: Evaluation<P>,
{
    let mut full = Minimax { record: record.clone(), evaluation, nodes: 0, limit: nodes };
    let mut values = Vec::new();
    for mv in full.record.moves_of(false) {
        let value = full.child(&mv, |full| full.value(depth.saturating_sub(1), 1));
        values.push((mv, value));
    }
    (full.nodes <= nodes).then_some((values, full.nodes))
}

struct Minimax<'a, P: SearchGame, R: Referee<P>, E> {
    record: Record<P, R>,
    evaluation: &'a E,
    nodes: u64,
    limit: u64,
}

impl<P: SearchGame, R: Referee<P>, E: Evaluation<P>> Minimax<'_, P, R, E> {
    fn value(&mut self, depth: u32, ply: u32) -> Score {
        self.nodes += 1;
        if self.nodes > self.limit {
            return 0;
        }
        match self.end() {
            Some(end) => outcome(end, self.record.position(), ply),
            None if depth == 0 => self.quiet_value(ply, 0),
            None => {
                let moves = self.record.moves_of(false);
                self.best(moves, -INFINITE, |full| full.value(depth - 1, ply + 1))
            }
        }
    }

    fn quiet_value(&mut self, ply: u32, noisy: u32) -> Score {
        let unrest = self.record.position().unrest();
        let stand = if unrest == Unrest::Forced { -INFINITE } else { self.evaluation.evaluate(self.record.position()) };
        if unrest == Unrest::Calm || unrest == Unrest::Optional && noisy >= OPTIONAL_PLIES {
            return stand;
        }
        let moves = self.record.moves_of(true);
        self.best(moves, stand, |full| {
            full.nodes += 1;
            if full.nodes > full.limit {
                return 0;
            }
            match full.end() {
                Some(end) => outcome(end, full.record.position(), ply + 1),
                None => full.quiet_value(ply + 1, noisy + 1),
            }
        })
    }

    fn best(&mut self, moves: Vec<P::Move>, least: Score, below: impl Fn(&mut Self) -> Score) -> Score {
        moves.iter().fold(least, |best, mv| best.max(self.child(mv, &below)))
    }

    fn child(&mut self, mv: &P::Move, below: impl Fn(&mut Self) -> Score) -> Score {
        self.record.play_legal(mv);
        let value = -below(self);
        self.record.undo();
        value
    }

    fn end(&self) -> Option<Outcome> {
        self.record.outcome()
    }
}
