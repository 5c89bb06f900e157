//! Young brothers wait, on rayon: an independent alpha-beta that checks the other drivers.
//!
//! The first move of a node is searched alone; its younger brothers wait for its bound and then run side by side
//! (Feldmann 1993). It shares no code with the worker of the other drivers: no table, no move order, a window that
//! only narrows, and the record as its memory of the past. Its value is that of full minimax.

use super::OPTIONAL_PLIES;
use super::game::{Evaluation, Referee, SearchGame, Unrest};
use super::record::Record;
use super::score::{INFINITE, Score};
use super::worker::outcome;
use core::sync::atomic::{AtomicI32, Ordering::Relaxed};
use rayon::prelude::*;

/// Nodes with less depth left than this are searched by one thread.
const SHARED_FROM: u32 = 2;

/// The value of the position on the board of `record`, searched to `depth` with quiescence, on the current rayon pool.
pub fn young_brothers_wait<P, R, E>(record: &Record<P, R>, evaluation: &E, depth: u32) -> Score
where
    P: SearchGame,
    R: Referee<P>,
    E: Evaluation<P>,
{
    value(record, evaluation, (depth, 0), 0, -INFINITE, INFINITE)
}

/// `depth` is left before quiescence begins, `noisy` plies of it are behind.
fn value<P, R, E>(
    record: &Record<P, R>,
    evaluation: &E,
    (depth, noisy): (u32, u32),
    ply: u32,
    alpha: Score,
    beta: Score,
) -> Score
where
    P: SearchGame,
    R: Referee<P>,
    E: Evaluation<P>,
{
    let position = record.position();
    if let Some(end) = record.outcome() {
        return outcome(end, position, ply);
    }
    let best = match (depth, position.unrest()) {
        (1.., _) | (0, Unrest::Forced) => -INFINITE,
        (0, Unrest::Optional) if noisy < OPTIONAL_PLIES => evaluation.evaluate(position),
        (0, _) => return evaluation.evaluate(position),
    };
    if best >= beta {
        return best;
    }
    let moves = record.moves_of(depth == 0);
    let left = if depth > 0 { (depth - 1, 0) } else { (0, noisy + 1) };
    let (Some((eldest, brothers)), floor) = (moves.split_first(), alpha.max(best)) else {
        return best;
    };
    let below = |mv: &P::Move, alpha: Score| {
        let mut record = record.clone();
        record.play_legal(mv);
        -value(&record, evaluation, left, ply + 1, -beta, -alpha)
    };
    let first = below(eldest, floor).max(best);
    if first >= beta {
        return first;
    }
    // Brothers read the bound when they start; one that reaches beta makes the rest not start at all.
    let bound = AtomicI32::new(first.max(floor));
    let search = |mv: &P::Move| {
        let alpha = bound.load(Relaxed);
        if alpha >= beta {
            return -INFINITE;
        }
        let score = below(mv, alpha);
        bound.fetch_max(score, Relaxed);
        score
    };
    let rest =
        if depth >= SHARED_FROM { brothers.par_iter().map(search).max() } else { brothers.iter().map(search).max() };
    first.max(rest.unwrap_or(-INFINITE))
}
