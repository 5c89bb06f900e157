//! How far every square sees in every direction, and from that the number of moves.
//!
//! An amazon on `f` that steps to `q` shoots from `q` over a board on which `f` is empty. Only the ray
//! back to `f` notices: it goes on over `f` to where the run behind `f` ends. So with `A(q)` the
//! squares that `q` sees while every amazon is in place,
//!
//! moves = sum over all steps `f -> q` of `A(q) + 1 + (run behind f)`,
//!
//! and the last part depends on `f` and the direction alone.

use crate::board::Board;
use crate::geometry::DIRECTIONS;
use crate::lanes::{self, CELLS, Grid, sums};
use crate::set::Set;

/// `runs[d]`: for every square the number of empty squares from it in direction `d`.
pub(crate) type Runs = [Grid; DIRECTIONS];

/// All runs over the squares of the mask `open`.
#[inline(always)]
pub(crate) fn runs<const W: usize, const H: usize>(open: &Grid) -> Runs {
    let ones = &[1; CELLS];
    [
        sums::<0, W, H>(open, ones),
        sums::<1, W, H>(open, ones),
        sums::<2, W, H>(open, ones),
        sums::<3, W, H>(open, ones),
        sums::<4, W, H>(open, ones),
        sums::<5, W, H>(open, ones),
        sums::<6, W, H>(open, ones),
        sums::<7, W, H>(open, ones),
    ]
}

/// The number of squares that each square sees.
#[inline(always)]
pub(crate) fn views(runs: &Runs) -> Grid {
    let mut views = runs[0];
    for run in &runs[1..] {
        for (view, run) in views.iter_mut().zip(run) {
            *view = view.wrapping_add(*run);
        }
    }
    views
}

/// The number of moves of the amazons `own`.
#[inline(never)]
pub(crate) fn count<S: Set, const W: usize, const H: usize>(own: S, empty: S) -> u64 {
    let runs = runs::<W, H>(&lanes::mask::<S, W, H>(empty));
    let views = views(&runs);
    let mut moves = 0;
    for from in own.squares() {
        let reach = lanes::mask::<S, W, H>(Board::<S, W, H>::reach(from, empty));
        moves += masked_sum(&views, &reach) + steps_times_way_back(&runs, lanes::cell::<W>(from));
    }
    u64::from(moves)
}

/// The sum of `values` where `mask` is set.
#[inline(always)]
fn masked_sum(values: &Grid, mask: &Grid) -> u32 {
    values.iter().zip(mask).map(|(value, mask)| u32::from(value & mask)).sum()
}

/// For an amazon on `cell`, the sum over its steps of the arrows that the vacated square opens.
#[inline(always)]
fn steps_times_way_back(runs: &Runs, cell: usize) -> u32 {
    let run = runs.each_ref().map(|grid| u32::from(grid[cell]));
    (0..DIRECTIONS).map(|d| run[d] * (1 + run[(d + 4) % DIRECTIONS])).sum()
}
