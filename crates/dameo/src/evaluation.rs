//! What a position is worth: material, the rows of the men, their order, mobility, and the race to the last row.
//!
//! Everything is counted set-wise, a side at a time; the score is the difference. So it is exact in its symmetry: with
//! colours exchanged and the board turned upside down it is the same, and with the other side to move the opposite.
//! The method is the usual one of draughts programs (Samuel 1959: material first, then small positional terms); the terms
//! and weights are Plywood's own.
//!
//! Not here: captures that stand on the board. The search plays them out before it asks.

use crate::geometry::{Direction, Geometry};
use crate::position::{Orthogonal, Scene, Set};
use crate::quiet::{movable, slides};
use crate::rules::Rules;
use plywood_core::search::{self, Score};
use plywood_core::{Bitboard, Position, Side};

/// What a position of the family is worth, in hundredths of a man, from the side to move. It stays far below 100,000 on any
/// board.
///
/// # Example
/// ```
/// use plywood_core::{Game, search::Evaluation as _};
/// use plywood_dameo::{Dameo, Evaluation};
/// assert_eq!(Evaluation::Usual.evaluate(&Dameo::start()), 0);
/// // The man on h6 cannot be caught: it is worth nearly a king.
/// let race = Dameo::parse("W:Wa1,h6:Ba8,b8")?;
/// assert!(Evaluation::Usual.evaluate(&race) > 100);
/// assert!(Evaluation::Anti.evaluate(&race) < -100);
/// # Ok::<(), plywood_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// Who cannot move has lost: pieces are worth having.
    #[default]
    Usual,
    /// The rule `anti`: who cannot move has won, and everything that is good otherwise is a burden.
    Anti,
}

impl<R: Rules> search::Evaluation<Orthogonal<R>> for Evaluation {
    fn evaluate(&self, position: &Orthogonal<R>) -> Score {
        let side = position.side_to_move();
        let kings = position.kings();
        let ahead = worth(&position.seen_by(side), kings) - worth(&position.seen_by(side.other()), kings);
        match self {
            Self::Usual => ahead,
            Self::Anti => -ahead,
        }
    }
}

/// How much each thing counts, in hundredths of a man.
#[derive(Debug)]
pub(crate) struct Weights {
    /// A man.
    pub(crate) man: Score,
    /// A king.
    pub(crate) king: Score,
    /// A man by its row, his own first: guards at home and men about to be crowned count most.
    row: [Score; 10],
    /// Two men side by side.
    beside: Score,
    /// A man with an own man directly behind it: it cannot be jumped from the front.
    backed: Score,
    /// A man beyond the middle without any own man around it.
    alone: Score,
    /// A step or line move of a man.
    step: Score,
    /// A square on which a king's slide can end.
    slide: Score,
    /// A man that one half of the board has more than the other.
    lopsided: Score,
    /// A man that nobody can keep from the last row, one move away from it.
    runner: Score,
    /// The same for each move further away.
    runner_delay: Score,
}

/// 8x8 with lines: a king that moves as a queen is hard to catch (two are needed, 13 plies at most), but a few men
/// in lines hold it off.
static DAMEO: Weights = Weights {
    man: 100,
    king: 350,
    row: [6, 2, 0, 2, 5, 10, 25, 0, 0, 0],
    beside: 2,
    backed: 3,
    alone: -8,
    step: 1,
    slide: 1,
    lopsided: -1,
    runner: 180,
    runner_delay: -20,
};

/// 10x10 with lines: more room for kings, longer ways for men.
static BIG_DAMEO: Weights = Weights { king: 400, row: [5, 2, 0, 1, 2, 4, 7, 12, 25, 0], ..DAMEO };

/// Single steps and a king that moves as a rook: it attacks as far as the queen-like one, for captures run along ranks and
/// files anyway, but is easier to shut in.
static CRODA: Weights = Weights { king: 350, step: 2, slide: 2, ..DAMEO };

/// Men that never go back and victims that vanish at once: kings sweep whole ranks from behind.
static TURKISH: Weights =
    Weights { king: 450, row: [0, 4, 3, 5, 8, 14, 28, 0, 0, 0], step: 2, slide: 2, alone: -4, ..DAMEO };

impl Weights {
    /// The weights for rules `R`, chosen by what the rules say.
    #[inline(always)]
    pub(crate) const fn of<R: Rules>() -> &'static Self {
        match (R::VANISH_AT_ONCE, R::LINES, R::Board::SIDE) {
            (true, ..) => &TURKISH,
            (false, false, _) => &CRODA,
            (false, true, 10..) => &BIG_DAMEO,
            (false, true, _) => &DAMEO,
        }
    }
}

/// What one side has.
#[inline(always)]
fn worth<R: Rules>(scene: &Scene<R>, kings: Set<R>) -> Score {
    let weights = Weights::of::<R>();
    let material = weights.man * size(scene.men) + weights.king * size(scene.kings);
    material + rows(scene, weights) + order(scene, weights) + mobility(scene, weights) + race(scene, kings, weights)
}

#[inline(always)]
fn size<S: Bitboard>(set: S) -> Score {
    set.size() as Score
}

/// Where the men stand, row by row.
#[inline(always)]
fn rows<R: Rules>(scene: &Scene<R>, weights: &Weights) -> Score {
    let first = R::Board::CROWNING[Side::Black.index()];
    (0..R::Board::SIDE)
        .map(|row| {
            let rank = if scene.side == Side::White { row } else { R::Board::SIDE - 1 - row };
            weights.row[row as usize] * size(scene.men & first << (rank * R::Board::STRIDE))
        })
        .sum()
}

/// How the men stand together: pairs, columns, stragglers, and the balance of the wings.
#[inline(always)]
fn order<R: Rules>(scene: &Scene<R>, weights: &Weights) -> Score {
    let men = scene.men;
    let beside = men & R::Board::step(Direction::EAST, men);
    let backed = men & R::Board::step(Direction::NORTH.seen_by(scene.side), men);
    let row = men | R::Board::step(Direction::EAST, men) | R::Board::step(Direction::WEST, men);
    let others = R::Board::step(Direction::NORTH, row)
        | R::Board::step(Direction::SOUTH, row)
        | R::Board::step(Direction::EAST, men)
        | R::Board::step(Direction::WEST, men);
    let alone = men & far_half::<R>(scene.side) & !others;
    let left = size(men & R::Board::LEFT_HALF);
    let lopsided = (2 * left - size(men)).abs();
    weights.beside * size(beside)
        + weights.backed * size(backed)
        + weights.alone * size(alone)
        + weights.lopsided * lopsided
}

/// The opponent's half of the board.
#[inline(always)]
fn far_half<R: Rules>(side: Side) -> Set<R> {
    let half = R::Board::SIDE / 2 * R::Board::STRIDE;
    match side {
        Side::White => R::Board::SQUARES << half & R::Board::SQUARES,
        Side::Black => R::Board::SQUARES >> half & R::Board::SQUARES,
    }
}

/// Moves that take nothing.
#[inline(always)]
fn mobility<R: Rules>(scene: &Scene<R>, weights: &Weights) -> Score {
    let steps: Score = R::MAN_STEPS.iter().map(|d| size(movable(scene, d.seen_by(scene.side)))).sum();
    if scene.kings.is_empty() {
        return weights.step * steps;
    }
    let ends: Score = R::KING_STEPS.iter().map(|&d| size(slides(scene, d))).sum();
    weights.step * steps + weights.slide * ends
}

/// What the fastest man is worth that runs straight to the last row and meets nobody.
///
/// Men run one rank a move. Before each of their moves the enemy's men spread by one step in every direction they
/// have, all of them at once and without giving way to each other; a runner lives while it is neither where they can
/// be nor next to it. That is more than the enemy can do with steps, so only captures elsewhere can refute it. A king
/// catches runners, so with one on the other side there are none.
#[inline(always)]
fn race<R: Rules>(scene: &Scene<R>, kings: Set<R>, weights: &Weights) -> Score {
    if (scene.enemy & kings).any() {
        return 0;
    }
    let ahead = Direction::NORTH.seen_by(scene.side);
    let (mut runners, mut zone) = (scene.men, scene.enemy);
    for moves in 0..R::Board::SIDE as Score - 1 {
        for d in R::MAN_STEPS {
            zone |= R::Board::step(d.seen_by(scene.side.other()), zone) & R::Board::SQUARES;
        }
        let beside = Direction::ROOK.into_iter().fold(zone, |set, d| set | R::Board::step(d, zone));
        runners = R::Board::step(ahead, runners) & R::Board::SQUARES & !beside;
        if runners.is_empty() {
            return 0;
        }
        if (runners & R::Board::CROWNING[scene.side.index()]).any() {
            return weights.runner + weights.runner_delay * moves;
        }
    }
    0
}
