//! What a request becomes, told by the squares that decide it.
//!
//! The same rules as [`Board::outcome`](crate::Board::outcome), turned around: that asks one board what becomes of a request, this lists everything that can
//! become of it, each with the condition on the opponent's squares under which it does. Exactly one of them holds on any board. So a belief
//! is filtered, and asked about all requests at once, by a few masks a board.

use crate::Kind;
use crate::board::{Army, Board, forward, third_rank};
use crate::moves::{Move, Request};
use crate::rays::{FILE_A, FILE_H, slides};
use crate::requests::{Castling, LAST_ROWS, Outcome};
use crate::square::Square;
use alloc::vec::Vec;
use plywood_core::Bitboard;

/// What must be so for an outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Condition {
    /// No enemy on these squares.
    clear: u64,
    /// An enemy on each of these.
    pub(super) enemies: u64,
    /// An enemy on one of these at least; nothing if there are none.
    some: u64,
    /// The opponent's pawn passed over this square.
    passed: u64,
    /// It did not pass over this one.
    not_passed: u64,
}

impl Condition {
    /// Whether it holds with these squares of the opponent, and the square that he passed over.
    #[inline(always)]
    pub(super) fn holds(&self, enemy: u64, passed: u64) -> bool {
        let against = enemy & self.clear | !enemy & self.enemies | passed & self.not_passed | !passed & self.passed;
        against == 0 && (self.some == 0 || enemy & self.some != 0)
    }
}

/// One thing that can become of a request, and when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    pub(super) outcome: Outcome,
    pub(super) condition: Condition,
}

impl Case {
    fn new(taken: Option<Move>, capture: Option<Square>, condition: Condition) -> Self {
        Self { outcome: Outcome { taken, capture }, condition }
    }
}

/// Everything that can become of a request of the list, with the own pieces of `view`.
pub(super) fn cases(view: &Board, request: Request) -> Vec<Case> {
    let army = view.army(view.side());
    let Some(mv) = request else { return vec![Case::new(None, None, Condition::default())] };
    let from = mv.from.set();
    if army.pawns & from != 0 {
        return if mv.from.file() == mv.to.file() { pushes(&army, mv) } else { diagonals(&army, mv) };
    }
    if army.kings & from != 0 && mv.from.file().abs_diff(mv.to.file()) == 2 {
        let wing = if mv.to > mv.from { FILE_H } else { FILE_A };
        let between = Castling::between(army.side, army.castling & wing);
        let open = Case::new(request, None, Condition { clear: between, ..Condition::default() });
        let shut = Case::new(None, None, Condition { some: between, ..Condition::default() });
        return vec![open, shut];
    }
    steps(mv, &path(&army, mv))
}

/// The squares that a piece goes over, in order, the target the last.
fn path(army: &Army, mv: Move) -> Vec<Square> {
    let (from, to) = (mv.from.set(), mv.to.set());
    let lanes = slides(from & army.orthogonal, from & army.diagonal, 0, !army.all);
    let Some(lane) = lanes.iter().find(|lane| *lane & to != 0) else { return vec![mv.to] };
    let upwards = mv.to > mv.from;
    let within = if upwards { to | (to - 1) } else { !(to - 1) };
    let mut squares: Vec<Square> = (lane & within).squares().map(Square::of_bit).collect();
    if !upwards {
        squares.reverse();
    }
    squares
}

/// A piece stops on, and captures, the first enemy on its way.
fn steps(mv: Move, path: &[Square]) -> Vec<Case> {
    let mut clear = 0;
    let mut cases = Vec::with_capacity(path.len() + 1);
    for &square in path {
        let condition = Condition { clear, enemies: square.set(), ..Condition::default() };
        cases.push(Case::new(Some(Move::new(mv.from, square)), Some(square), condition));
        clear |= square.set();
    }
    cases.push(Case::new(Some(mv), None, Condition { clear, ..Condition::default() }));
    cases
}

/// A pawn that reaches the last row without a word becomes a queen.
fn promoted(mv: Move) -> Move {
    let queen = (mv.to.set() & LAST_ROWS != 0).then_some(Kind::Queen);
    Move { promotion: mv.promotion.or(queen), ..mv }
}

fn pushes(army: &Army, mv: Move) -> Vec<Case> {
    let (near, to) = (forward(army.side, mv.from.set()), mv.to.set());
    let taken = Case::new(Some(promoted(mv)), None, Condition { clear: near | to, ..Condition::default() });
    let blocked = Case::new(None, None, Condition { enemies: near, ..Condition::default() });
    let mut cases = vec![taken, blocked];
    if let Some(single) = Square::lowest(near).filter(|_| near != to) {
        let condition = Condition { clear: near, enemies: to, ..Condition::default() };
        cases.push(Case::new(Some(Move::new(mv.from, single)), None, condition));
    }
    cases
}

fn diagonals(army: &Army, mv: Move) -> Vec<Case> {
    let (to, taken) = (mv.to.set(), Some(promoted(mv)));
    let capture = Case::new(taken, Some(mv.to), Condition { enemies: to, ..Condition::default() });
    let failed = Case::new(None, None, Condition { clear: to, not_passed: to, ..Condition::default() });
    let mut cases = vec![capture, failed];
    if to & third_rank(army.side.other()) != 0 {
        let pawn = Square::lowest(forward(army.side.other(), to));
        cases.push(Case::new(taken, pawn, Condition { clear: to, passed: to, ..Condition::default() }));
    }
    cases
}
