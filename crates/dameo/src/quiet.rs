//! Moves that take nothing: steps and line moves of men, slides of kings.
//!
//! All are counted set-wise, without looking at a single piece. In one direction a man has at most one
//! move: to the first square that is not an own man, if that square is empty. So the line moves in a
//! direction are the men that a fill reaches *backwards* from the empty squares through own men. Slides of
//! different kings in one direction never share a square, because the king in front stops the one behind: they
//! are the empty squares that one fill reaches from all kings.
//!
//! Whether a capture forbids these moves is not asked here.

use crate::geometry::{Direction, Geometry};
use crate::position::{Move, Scene, Set};
use crate::rules::Rules;
use core::ops::ControlFlow;
use plywood_core::Bitboard;

/// The men that can move in direction `d`.
#[inline(always)]
pub(crate) fn movable<R: Rules>(scene: &Scene<R>, d: Direction) -> Set<R> {
    if R::LINES {
        R::Board::fill(d.back(), scene.empty, scene.men) & scene.men
    } else {
        R::Board::step(d.back(), scene.empty) & scene.men
    }
}

/// The squares on which slides of kings in direction `d` end.
#[inline(always)]
pub(crate) fn slides<R: Rules>(scene: &Scene<R>, d: Direction) -> Set<R> {
    R::Board::fill(d, scene.kings, scene.empty) & scene.empty
}

/// The number of quiet moves.
#[inline(always)]
pub(crate) fn count<R: Rules>(scene: &Scene<R>) -> u64 {
    let men: u32 = R::MAN_STEPS.iter().map(|d| movable(scene, d.seen_by(scene.side)).size()).sum();
    if scene.kings.is_empty() {
        return men.into();
    }
    let kings: u32 = R::KING_STEPS.iter().map(|&d| slides(scene, d).size()).sum();
    (men + kings).into()
}

/// Whether there is a quiet move. The front man of a line can step wherever a man behind it can move.
pub(crate) fn any<R: Rules>(scene: &Scene<R>) -> bool {
    let reach = |d: Direction, from| (R::Board::step(d, from) & scene.empty).any();
    R::MAN_STEPS.iter().any(|d| reach(d.seen_by(scene.side), scene.men))
        || R::KING_STEPS.iter().any(|&d| reach(d, scene.kings))
}

/// Visits every quiet move: men by direction and length of the line, then kings by direction and distance.
#[inline(always)]
pub(crate) fn visit<R: Rules>(
    scene: &Scene<R>,
    visitor: &mut impl FnMut(Move<Set<R>>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for d in R::MAN_STEPS {
        visit_men(scene, d.seen_by(scene.side), visitor)?;
    }
    if scene.kings.is_empty() { ControlFlow::Continue(()) } else { visit_kings(scene, visitor) }
}

/// Line by line: first the men in front, then those behind them, and so on.
#[inline(always)]
fn visit_men<R: Rules>(
    scene: &Scene<R>,
    d: Direction,
    visitor: &mut impl FnMut(Move<Set<R>>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut rear = R::Board::step(d.back(), scene.empty) & scene.men;
    let mut length = 1;
    while rear.any() {
        for from in rear.squares() {
            visitor(scene.make(from, R::Board::offset(d, length, from), Set::<R>::EMPTY))?;
        }
        if !R::LINES {
            break;
        }
        rear = R::Board::step(d.back(), rear) & scene.men;
        length += 1;
    }
    ControlFlow::Continue(())
}

/// Out of line: most positions have no king to move, and the visitor may be large.
#[inline(never)]
fn visit_kings<R: Rules>(
    scene: &Scene<R>,
    visitor: &mut impl FnMut(Move<Set<R>>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for &d in R::KING_STEPS {
        let mut front = R::Board::step(d, scene.kings) & scene.empty;
        let mut distance = 1;
        while front.any() {
            for to in front.squares() {
                visitor(scene.make(R::Board::offset(d.back(), distance, to), to, Set::<R>::EMPTY))?;
            }
            front = R::Board::step(d, front) & scene.empty;
            distance += 1;
        }
    }
    ControlFlow::Continue(())
}
