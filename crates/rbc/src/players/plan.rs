//! What requests are worth on boards that are held possible, and what a look is worth before one is chosen.
//!
//! A request is judged on each board by itself: it becomes what it becomes there, and the rest is king-capture chess with both sides
//! seeing everything. The mean of the chances over the boards is what the request is worth ("averaging over clairvoyance", Levy 1989;
//! that it cannot plan to hide or to learn is its known fault). A look is worth what the best request gains when boards that it tells
//! apart may be answered differently (the expected value of information, Howard 1966).
//!
//! Not here: which boards, how long, and the decision (`thinker`).

use super::fear::can_mate;
use crate::board::Board;
use crate::evaluation::Evaluation;
use crate::moves::{Move, Request};
use crate::requests::Outcome;
use crate::square::Square;
use core::ops::ControlFlow;
use plywood_core::search::{Evaluation as _, Score, SearchGame};
use plywood_core::{Position, Side};
use std::collections::HashMap;
use std::vec::Vec;

/// A score above this means that a king falls.
const KING_FALLS: Score = 20_000;

/// Captures in a row that are looked at.
const QUIET_AFTER: u32 = 6;

/// Hundredths of a pawn that turn an even game into 73 %: the slope of the logistic curve from scores to chances.
const SLOPE: f32 = 400.0;

/// How often an opponent does not see that his king is attacked: what an attack on him is worth beyond its answer.
const UNSEEN: f32 = 0.15;

/// A king that can be taken on all boards costs this beside the game.
pub(super) const RISK: f32 = 1.0;

/// The chance to win that a score means.
pub(super) fn chance(score: Score) -> f32 {
    1.0 / (1.0 + (-(score.clamp(-KING_FALLS, KING_FALLS) as f32) / SLOPE).exp())
}

/// What became of a request on one board, and what it is worth there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Valued {
    /// The move made.
    pub(super) taken: Option<Move>,
    /// Where it captures.
    pub(super) capture: Option<Square>,
    /// The chance to win, 0 to 1.
    pub(super) chance: f32,
    /// It takes the king.
    pub(super) wins: bool,
    /// The opponent can take the king in answer.
    pub(super) loses: bool,
    /// The opponent has an answer after which the king is lost. Asked only where such a threat hangs over the board.
    pub(super) doomed: bool,
}

impl Valued {
    /// How much of the king it risks: who cannot see does not gamble with him, but an opponent who cannot see may miss his chance.
    pub(super) fn risk(&self) -> f32 {
        match self {
            Self { loses: true, .. } => 1.0,
            Self { doomed: true, .. } => 0.5,
            _ => 0.0,
        }
    }

    /// The chance, less what the risk costs beside it.
    pub(super) fn prospect(&self) -> f32 {
        self.chance - RISK * self.risk()
    }
}

impl Judged {
    fn add_to(&self, sums: &mut [f32]) {
        sums.iter_mut().zip(&self.row).for_each(|(sum, valued)| *sum += self.weight * valued.prospect());
    }
}

/// A board that is held possible, with the value of every request on it.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    pub(super) board: Board,
    /// How much it counts.
    pub(super) weight: f32,
    /// In the order of the requests.
    pub(super) row: Vec<Valued>,
}

/// Whether the side to move can take the king of the other.
pub(super) fn king_falls(board: &Board) -> bool {
    Evaluation.evaluate(board) > KING_FALLS
}

/// The values of moves, with the nodes that they took.
#[derive(Clone, Debug, Default)]
pub(super) struct Judge {
    pub(super) nodes: u64,
}

impl Judge {
    /// Every request on one board; `threatened` if mate threatens there.
    pub(super) fn row(&mut self, board: &Board, requests: &[Request], threatened: bool) -> Vec<Valued> {
        // Many requests become the same move.
        let mut known: HashMap<Option<Move>, Valued, ahash::RandomState> = HashMap::with_hasher(super::hasher());
        let value = |request: &Request| {
            let outcome = board.outcome(*request).unwrap_or(Outcome { taken: None, capture: None });
            *known.entry(outcome.taken).or_insert_with(|| self.value(board, outcome, threatened))
        };
        requests.iter().map(value).collect()
    }

    fn value(&mut self, board: &Board, outcome: Outcome, threatened: bool) -> Valued {
        let Outcome { taken, capture } = outcome;
        let child = board.after(taken.as_ref());
        let mut valued = Valued { taken, capture, chance: 1.0, wins: false, loses: false, doomed: false };
        if child.ended().is_some() {
            return Valued { wins: true, ..valued };
        }
        let score = -self.quiesce(&child, -Score::MAX, Score::MAX, 0);
        valued.chance = chance(score);
        valued.loses = score < -KING_FALLS && king_falls(&child);
        if threatened && !valued.loses && can_mate(&child) {
            return Valued { chance: 0.0, doomed: true, ..valued };
        }
        if !valued.loses && king_falls(&child.after(None)) {
            valued.chance += UNSEEN * (1.0 - valued.chance);
        }
        valued
    }

    /// The value of a board for the side to move when captures have been played out.
    fn quiesce(&mut self, board: &Board, alpha: Score, beta: Score, plies: u32) -> Score {
        self.nodes += 1;
        let still = Evaluation.evaluate(board);
        if still > KING_FALLS || still >= beta || plies >= QUIET_AFTER {
            return still;
        }
        let mut moves: Vec<(Score, Option<Move>)> = Vec::new();
        let _ = board.visit_noisy(&mut |mv| {
            moves.push((board.gain(&mv), mv));
            ControlFlow::Continue(())
        });
        moves.sort_by_key(|&(gain, _)| -gain);
        let (mut best, mut alpha) = (still, alpha.max(still));
        for (gain, mv) in moves {
            // Not even the piece itself would bring the score up to what is already had.
            if still + gain + MARGIN <= alpha {
                break;
            }
            let score = -self.quiesce(&board.after(mv.as_ref()), -beta, -alpha, plies + 1);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// What a capture may change beside the piece that it takes.
const MARGIN: Score = 200;

/// The pieces in the window around `center`, as a number.
pub(super) fn window(board: &Board, center: Square) -> u64 {
    board.sense(center).iter().fold(1, |seen, (_, piece)| {
        let code = piece.map_or(0, |piece| piece.kind as u64 | u64::from(piece.side == Side::Black) << 3);
        seen.wrapping_mul(16).wrapping_add(code)
    })
}

/// Beside what the boards of a class say, the mean over all boards says this many times as much as one of them.
const PRIOR: f32 = 2.0;

/// For every centre, the mean chance of the request that is made when boards that look different there are answered differently.
///
/// A class may hold a few boards only, and the best of many requests on a few boards always looks good. So the boards are dealt into two
/// halves: what one half makes one choose is counted on the other.
pub(super) fn looks(judged: &[Judged]) -> [f32; 64] {
    let all: f32 = judged.iter().map(|judged| judged.weight).sum();
    let mut prior = vec![0.0; judged.first().map_or(0, |judged| judged.row.len())];
    judged.iter().for_each(|judged| judged.add_to(&mut prior));
    prior.iter_mut().for_each(|sum| *sum *= PRIOR / judged.len().max(1) as f32);
    core::array::from_fn(|center| {
        let Some(center) = Square::new(center as u8) else { return 0.0 };
        let mut places: HashMap<u64, usize, ahash::RandomState> = HashMap::with_hasher(super::hasher());
        // In the order in which the classes are met: no order of a table may show in a result.
        let mut classes: Vec<[Vec<f32>; 2]> = Vec::new();
        for (n, judged) in judged.iter().enumerate() {
            let place = *places.entry(window(&judged.board, center)).or_insert_with(|| {
                classes.push([0, 1].map(|_| vec![0.0; prior.len()]));
                classes.len() - 1
            });
            judged.add_to(&mut classes[place][n % 2]);
        }
        let gained = |[a, b]: &[Vec<f32>; 2]| chosen(a, &prior, b) + chosen(b, &prior, a);
        classes.iter().map(gained).sum::<f32>() / all.max(f32::MIN_POSITIVE)
    })
}

/// What the request that `seen` and `prior` make one choose is worth by `counted`.
fn chosen(seen: &[f32], prior: &[f32], counted: &[f32]) -> f32 {
    let worth = |request: &usize| seen[*request] + prior[*request];
    let best = (0..seen.len()).max_by(|a, b| worth(a).total_cmp(&worth(b)).then(b.cmp(a)));
    best.map_or(0.0, |request| counted[request])
}
