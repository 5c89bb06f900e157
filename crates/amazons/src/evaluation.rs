//! What a position of the Amazons is worth: the published terms, blended by the phase of the game.
//!
//! Not here: how the terms are computed (`terms`), and how separated regions are counted (`territory`).
//! The form is that of Lieberum (2005): `t = f1(w) t1 + f2(w) c1 + f3(w) c2 + f4(w) t2` with weights that are not negative
//! and add up to 1, less a penalty for every amazon that is shut in. The paper leaves the numbers open; those here are ours.

use crate::board::Board;
use crate::set::Set;
use crate::terms::Terms;
use crate::territory::Territory;
use plywood_core::search::{self, Score};

/// The evaluation of the Amazons: hundredths of a square (or of a move left, which is the same at the end), from the side to move.
///
/// While any empty square can be reached by both sides, the score is the blend of [`Terms`] by [`Weights`]. Once none can, it is
/// the difference of the moves left as [`Territory`] counts them, with a small budget: positive exactly when the side to
/// move wins the filling.
///
/// # Example
/// ```
/// use plywood_amazons::{Amazons, Evaluation};
/// use plywood_core::Game;
/// use plywood_core::search::Evaluation as _;
/// // Equal, and the side to move has the better of the squares that both reach in one step.
/// let score = Evaluation.evaluate(&Amazons::start());
/// assert!(score > 0 && score < 1000);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluation;

/// How the terms are weighed.
///
/// The phase is the contact `w` as a part of the squares of the board: 0 when the filling begins, 1 from half the squares
/// on. Weights between the knots are linear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// For the phases 0, 1/2 and 1: the parts of queen territory, queen closeness, king closeness and king territory
    /// (`f1` to `f4`), in 256ths; each row adds up to 256.
    pub blend: [[i32; 4]; 3],
    /// What a square that both sides reach at the same time is worth to the side to move, in hundredths of a square.
    pub tie: i32,
    /// What an enclosed amazon costs for each point of contact, in hundredths of a square. On 10x10, contact begins at about
    /// 65: 20 make that 13 squares.
    pub enclosed: i32,
}

/// The weights in use.
pub const WEIGHTS: Weights =
    Weights { blend: [[256, 0, 0, 0], [128, 40, 40, 48], [52, 40, 40, 124]], tie: 20, enclosed: 20 };

/// Positions that the filling of one evaluation may look at before it makes do with the moves found.
const FILLING_BUDGET: u32 = 400;

/// Full phase, as the parts of it.
const PHASE: i32 = 256;
const HALF: i32 = PHASE / 2;

/// What `f1` to `f4` add up to at any phase.
const WHOLE: i64 = 256 * HALF as i64;

const _: () = {
    let [end, middle, opening] = WEIGHTS.blend;
    assert!(end[0] == 256 && middle[0] <= end[0] && opening[0] <= middle[0]);
    let mut row = 0;
    while row < 3 {
        let [a, b, c, d] = WEIGHTS.blend[row];
        assert!(a >= 0 && b >= 0 && c >= 0 && d >= 0 && a + b + c + d == 256);
        row += 1;
    }
};

impl Weights {
    /// The score of a board of `squares` squares with these terms, in hundredths of a square. Divisions round towards 0,
    /// the part of the ties apart from the rest: without the ties the score of the other side is the negative.
    pub const fn score(&self, terms: &Terms, squares: i32) -> Score {
        let phase = terms.contact * (2 * PHASE / Terms::CONTACT_UNIT) / squares;
        let f = self.at(if phase < PHASE { phase } else { PHASE });
        let blended = 100 * f[0] * terms.queen_lead as i64
            + 100 * f[1] * terms.queen_closeness as i64 / Terms::QUEEN_UNIT as i64
            + 100 * f[2] * terms.king_closeness as i64 / Terms::KING_UNIT as i64
            + 100 * f[3] * terms.king_lead as i64;
        let ties = self.tie as i64 * (f[0] * terms.queen_ties as i64 + f[3] * terms.king_ties as i64);
        let penalty = self.enclosed as i64 * terms.enclosure as i64 * terms.contact as i64;
        let penalty = penalty / (Terms::ENCLOSURE_UNIT * Terms::CONTACT_UNIT) as i64;
        (blended / WHOLE + ties / WHOLE + penalty) as Score
    }

    /// `f1` to `f4` at a phase in 256ths, in parts of [`WHOLE`]: not divided, so that they add up exactly.
    const fn at(&self, phase: i32) -> [i64; 4] {
        let (below, part) = if phase < HALF { (0, phase) } else { (1, phase - HALF) };
        let (low, high) = (self.blend[below], self.blend[below + 1]);
        let mut f = [0; 4];
        let mut i = 0;
        while i < 4 {
            f[i] = (low[i] * (HALF - part) + high[i] * part) as i64;
            i += 1;
        }
        f
    }
}

impl<S: Set, const W: usize, const H: usize> search::Evaluation<Board<S, W, H>> for Evaluation {
    fn evaluate(&self, position: &Board<S, W, H>) -> Score {
        let terms = Terms::of(position);
        if terms.contact > 0 {
            return WEIGHTS.score(&terms, (W * H) as i32);
        }
        Territory::within(position, FILLING_BUDGET).score().unwrap_or_default()
    }
}
