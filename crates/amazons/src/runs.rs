//! How far every square sees in every direction, and what follows: the squares that it sees, and the
//! number of moves.
//!
//! An amazon on `f` that steps to `q` shoots from `q` over a board on which `f` is empty. Only the ray
//! back to `f` notices: it goes on over `f` to where the run behind `f` ends. So with `A(q)` the
//! squares that `q` sees while every amazon is in place,
//!
//! moves = sum over all steps `f -> q` of `A(q) + 1 + (run behind f)`,
//!
//! and the last part depends on `f` and the direction alone.

use crate::geometry::{AXES, DIRECTIONS, Geometry};
use crate::lanes::{self, CELLS, Grid, sums};
use crate::set::Set;

/// The runs of all squares of a board: how many empty squares lie next to a square in a direction. Aligned to a cache line, so that
/// the frames that hold them are, and wide loads and stores never straddle two lines: without it the count ran a tenth slower on threads whose
/// stacks happened to lie otherwise.
#[repr(align(64))]
pub(crate) struct Runs<const W: usize, const H: usize>(pub(crate) [Grid; DIRECTIONS]);

impl<const W: usize, const H: usize> Runs<W, H> {
    /// All runs over the squares of the mask `open`.
    #[inline(always)]
    pub(crate) fn new(open: &Grid) -> Self {
        let ones = &[1; CELLS];
        let mut runs = [[0; CELLS]; DIRECTIONS];
        // In place: a grid that is moved right after it was written stalls on its own stores.
        let [n, ne, e, se, s, sw, w, nw] = &mut runs;
        sums::<0, W, H>(open, ones, n);
        sums::<1, W, H>(open, ones, ne);
        sums::<2, W, H>(open, ones, e);
        sums::<3, W, H>(open, ones, se);
        sums::<4, W, H>(open, ones, s);
        sums::<5, W, H>(open, ones, sw);
        sums::<6, W, H>(open, ones, w);
        sums::<7, W, H>(open, ones, nw);
        Self(runs)
    }

    /// The run from `cell` in direction `d`, which is taken round the ring.
    #[inline(always)]
    pub(crate) fn run(&self, d: usize, cell: usize) -> u32 {
        self.0[d % DIRECTIONS][cell].into()
    }

    /// The runs from `cell` in all directions.
    #[inline(always)]
    pub(crate) fn around(&self, cell: usize) -> [u32; DIRECTIONS] {
        self.0.each_ref().map(|grid| grid[cell].into())
    }

    /// The number of squares that each square sees.
    #[inline(always)]
    pub(crate) fn views(&self) -> Grid {
        let mut views = self.0[0];
        for run in &self.0[1..] {
            for (view, run) in views.iter_mut().zip(run) {
                *view = view.wrapping_add(*run);
            }
        }
        views
    }
}

/// The squares that `square` sees when its runs are `around`.
#[inline(always)]
pub(crate) fn reach<S: Set, const W: usize, const H: usize>(square: u32, around: [u32; DIRECTIONS]) -> S {
    let mut reach = S::EMPTY;
    for (axis, d) in AXES.into_iter().enumerate() {
        let (up, down) = (around[d], around[(d + 4) % DIRECTIONS]);
        let segment = Geometry::<W, H>::SEGMENTS[axis][(up + down + 1) as usize % 16];
        reach |= S::narrow(segment) << (square - down * Geometry::<W, H>::STRIDES[axis]);
    }
    reach & !S::bit(square)
}

/// The number of moves of the amazons `own`.
#[inline]
pub(crate) fn count<S: Set, const W: usize, const H: usize>(own: S, empty: S) -> u64 {
    let runs = Runs::<W, H>::new(&lanes::mask::<S, W, H>(empty));
    let views = runs.views();
    // A square that m amazons see, sees at most 35 - m others: m (35 - m) fits a byte for up to 8.
    let mut arrows = [0u8; CELLS];
    let mut moves = 0;
    for from in own.squares() {
        let around = runs.around(lanes::cell::<W>(from));
        moves += (0..DIRECTIONS).map(|d| around[d] * (1 + around[(d + 4) % DIRECTIONS])).sum::<u32>();
        let steps = lanes::mask::<S, W, H>(reach::<S, W, H>(from, around));
        for ((arrows, views), step) in arrows.iter_mut().zip(views).zip(steps) {
            *arrows = arrows.wrapping_add(views & step);
        }
    }
    let arrows: u32 = arrows.iter().map(|&arrows| u32::from(arrows)).sum();
    u64::from(moves + arrows)
}
