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
use crate::lanes::{self, Grid, LANES, sums};
use crate::set::Set;

/// `runs[d]`: for every square the number of empty squares from it in direction `d`.
pub(crate) type Runs<const H: usize> = [Grid<H>; DIRECTIONS];

const ONES: [u8; LANES] = [1; LANES];

/// All runs over the squares of the mask `empty`.
#[inline(always)]
pub(crate) fn runs<const H: usize>(empty: &Grid<H>) -> Runs<H> {
    let ones = &[ONES; H];
    [
        sums::<0, H>(empty, ones),
        sums::<1, H>(empty, ones),
        sums::<2, H>(empty, ones),
        sums::<3, H>(empty, ones),
        sums::<4, H>(empty, ones),
        sums::<5, H>(empty, ones),
        sums::<6, H>(empty, ones),
        sums::<7, H>(empty, ones),
    ]
}

/// The number of squares that each square sees.
#[inline(always)]
pub(crate) fn views<const H: usize>(runs: &Runs<H>) -> Grid<H> {
    let mut views = runs[0];
    for run in &runs[1..] {
        for (row, run) in views.iter_mut().zip(run) {
            for (lane, run) in row.iter_mut().zip(run) {
                *lane = lane.wrapping_add(*run);
            }
        }
    }
    views
}

/// The number of moves of the amazons `own`.
#[inline]
pub(crate) fn count<S: Set, const W: usize, const H: usize>(own: S, empty: S) -> u64 {
    let runs = runs(&lanes::mask::<S, W, H>(empty));
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
fn masked_sum<const H: usize>(values: &Grid<H>, mask: &Grid<H>) -> u32 {
    let mut sums = [0u16; LANES];
    for (row, mask) in values.iter().zip(mask) {
        for lane in 0..LANES {
            sums[lane] += u16::from(row[lane] & mask[lane]);
        }
    }
    sums.iter().map(|&sum| u32::from(sum)).sum()
}

/// For an amazon on `cell`, the sum over its steps of the arrows that the vacated square opens.
#[inline(always)]
fn steps_times_way_back<const H: usize>(runs: &Runs<H>, cell: usize) -> u32 {
    let run = runs.each_ref().map(|grid| u32::from(grid.as_flattened()[cell]));
    (0..DIRECTIONS).map(|d| run[d] * (1 + run[(d + 4) % DIRECTIONS])).sum()
}
