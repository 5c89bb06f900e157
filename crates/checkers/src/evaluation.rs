//! What a position of draughts is worth when it is not searched further: one set of terms for all variants, all of
//! them sums over sets of squares.
//!
//! Every term is counted for White and for Black with the same code and subtracted, so that the value of a
//! position is the negated value of the same position with the sides exchanged. The terms are those of the literature since Samuel
//! (1959); the weights are by hand, in one place ([`Weights::of`]), and wait for tuning.
//!
//! Not here: the search, and the two functions of the seed game (`seed`).

use crate::board::{Bits, Board};
use crate::layout::{Layout, Word};
use crate::rules::{Goal, King, Rules};
use crate::step::{Direction, step};
use crate::view::{View, man_steps};
use plywood_core::search::Score;
use plywood_core::{Bitboard, Side};

/// What the terms of the evaluation weigh, in hundredths of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A man.
    pub man: Score,
    /// A king.
    pub king: Score,
    /// Each rank that a man has gone.
    pub tempo: Score,
    /// A man in the middle third of the files, off the own two rows.
    pub centre: Score,
    /// A man on the row where the opponent is crowned, while the opponent has men.
    pub guard: Score,
    /// A square to which a king can go.
    pub mobility: Score,
    /// A king that can go nowhere.
    pub trapped: Score,
    /// Each man that one wing has more than the other.
    pub balance: Score,
    /// A man with no enemy before him, less [`Weights::tempo`] for the way he has to go; only while the enemy has no king.
    pub runaway: Score,
    /// The side to move.
    pub turn: Score,
}

impl Weights {
    /// The weights of a variant. A flying king counts for three men, a short one for one and a half; where the first king
    /// wins, the way there is worth more; where the side without moves wins, pieces are a burden and moves too.
    pub const fn of<R: Rules>() -> Self {
        let common = Self {
            man: 100,
            king: match R::KING {
                King::Short => 150,
                King::Flying | King::FlyingStopsBehindKing | King::FlyingStopsBehindAll => 300,
            },
            tempo: 2,
            centre: 3,
            guard: 5,
            mobility: 2,
            trapped: -40,
            balance: -2,
            runaway: 60,
            turn: 3,
        };
        match R::GOAL {
            Goal::Block => common,
            Goal::FirstKing => Self { king: 1000, tempo: 4, runaway: 250, ..common },
            Goal::LoseAll => {
                Self { man: -100, king: -60, tempo: 0, runaway: 0, guard: 0, mobility: -3, trapped: 0, ..common }
            }
        }
    }
}

/// The evaluation of all variants.
///
/// # Example
/// ```
/// use plywood_checkers::{Evaluation, International};
/// use plywood_core::{Game, search::Evaluation as _};
/// let ahead = International::parse("W:W31-50:B2-20")?;
/// assert!(Evaluation.evaluate(&ahead) > 50);
/// # Ok::<(), plywood_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluation;

impl<R: Rules> plywood_core::search::Evaluation<Board<R>> for Evaluation {
    #[inline]
    fn evaluate(&self, board: &Board<R>) -> Score {
        let weights = const { Weights::of::<R>() };
        let white = side_value(&board.view::<true>(), &weights) - side_value(&board.view::<false>(), &weights);
        weights.turn + if board.side == Side::White { white } else { -white }
    }
}

/// What one side has.
#[inline(always)]
fn side_value<R: Rules, const WHITE: bool>(view: &View<R, WHITE>, weights: &Weights) -> Score {
    let count = |set: Bits<R>| set.size() as Score;
    let foe_men = view.foes & !view.foe_kings;
    let guards = if foe_men.any() { count(view.men & row::<R, WHITE>(0)) } else { 0 };
    let [left, right] = wings::<R>();
    let uneven = count(view.men & left) - count(view.men & right);
    weights.man * count(view.men)
        + weights.king * count(view.kings)
        + weights.tempo * tempo::<R, WHITE>(view.men)
        + weights.centre * count(view.men & centre::<R, WHITE>())
        + weights.guard * guards
        + weights.balance * uneven.abs()
        + kings(view, weights)
        + runaways(view, weights)
}

/// Mobility of the kings, and those that have none.
#[inline(always)]
fn kings<R: Rules, const WHITE: bool>(view: &View<R, WHITE>, weights: &Weights) -> Score {
    if view.kings.is_empty() {
        return 0;
    }
    let mut free = Bits::<R>::EMPTY;
    for_diagonals!(to => {
        free |= step::<R::Layout>(view.empty, to.back());
    });
    weights.mobility * view.quiet_of_kings() as Score + weights.trapped * (view.kings & !free).size() as Score
}

/// Men that nobody can stop: no enemy stands on any square that they may still pass or that touches their way.
#[inline(always)]
fn runaways<R: Rules, const WHITE: bool>(view: &View<R, WHITE>, weights: &Weights) -> Score {
    if weights.runaway == 0 || view.foe_kings.any() {
        return 0;
    }
    // The squares from which an enemy stands somewhere before a man: the enemies' own ways, which lead towards him.
    let [left, right] = man_steps::<WHITE>().map(Direction::back);
    let mut watched = view.foes;
    for _ in 1..R::Layout::SIZE {
        watched |= (step::<R::Layout>(watched, left) | step::<R::Layout>(watched, right)) & R::Layout::board();
    }
    let free = view.men & !watched;
    if free.is_empty() {
        return 0;
    }
    let way = (R::Layout::SIZE - 1) as Score * free.size() as Score - tempo::<R, WHITE>(free);
    weights.runaway * free.size() as Score - 2 * weights.tempo * way
}

/// The ranks that men have gone, all together. Bit planes of the rank number: four counts instead of one a rank.
#[inline(always)]
fn tempo<R: Rules, const WHITE: bool>(men: Bits<R>) -> Score {
    (0..4).map(|bit| ((men & rank_plane::<R, WHITE>(bit)).size() as Score) << bit).sum()
}

/// The squares whose rank, counted from the own side, has `bit` set.
#[inline(always)]
fn rank_plane<R: Rules, const WHITE: bool>(bit: u32) -> Bits<R> {
    let planes = const {
        let mut planes = [0u128; 4];
        let mut rank = 0;
        while rank < R::Layout::SIZE {
            let own = if WHITE { rank } else { R::Layout::SIZE - 1 - rank };
            let mut bit = 0;
            while bit < 4 {
                if own >> bit & 1 == 1 {
                    planes[bit] |= rank_squares::<R>(rank);
                }
                bit += 1;
            }
            rank += 1;
        }
        planes
    };
    Bits::<R>::narrow(planes[bit as usize])
}

/// Rank number `n`, counted from the own side.
#[inline(always)]
fn row<R: Rules, const WHITE: bool>(n: u32) -> Bits<R> {
    let rank = if WHITE { n } else { R::Layout::SIZE - 1 - n };
    R::Layout::ranks(rank, rank + 1)
}

/// The middle third of the files, without the own two rows.
#[inline(always)]
fn centre<R: Rules, const WHITE: bool>() -> Bits<R> {
    let own = row::<R, WHITE>(0) | row::<R, WHITE>(1);
    Bits::<R>::narrow(const { file_squares::<R>(R::Layout::SIZE / 3, R::Layout::SIZE - R::Layout::SIZE / 3) }) & !own
}

/// The left half of the board, and the right.
#[inline(always)]
fn wings<R: Rules>() -> [Bits<R>; 2] {
    [
        const { file_squares::<R>(0, R::Layout::SIZE / 2) },
        const { file_squares::<R>(R::Layout::SIZE / 2, R::Layout::SIZE) },
    ]
    .map(Bits::<R>::narrow)
}

const fn rank_squares<R: Rules>(rank: u32) -> u128 {
    squares::<R>(0, R::Layout::SIZE, rank, rank + 1)
}

const fn file_squares<R: Rules>(first: u32, last: u32) -> u128 {
    squares::<R>(first, last, 0, R::Layout::SIZE)
}

/// The playing squares of some files and ranks, in the coordinates of the layout (files of mirrored boards from the right).
const fn squares<R: Rules>(first_file: u32, last_file: u32, first_rank: u32, last_rank: u32) -> u128 {
    let mut set = 0;
    let mut rank = first_rank;
    while rank < last_rank {
        let mut file = first_file;
        while file < last_file {
            if (file + rank).is_multiple_of(2) {
                set |= 1 << ((file + rank * R::Layout::PERIOD) / 2);
            }
            file += 1;
        }
        rank += 1;
    }
    set
}
