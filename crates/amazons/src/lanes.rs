//! The board as a flat array of bytes, and sums that flow along its lines.
//!
//! A [`Grid`] holds one byte for each square, sixteen to a rank; what lies beyond the last file and
//! around the board are walls. What is asked of every square at once - how far does it see, how many sources
//! does it see - needs no branch and no look-up: a square's neighbour in a direction is a fixed
//! number of bytes away, so windows of the array are added to windows, which compilers turn into vector code.
//! Which sums the moves need is the business of `runs` and `pairs`.

use crate::geometry::DIRECTIONS;
use crate::set::Set;

/// Bytes from a square to the one north of it; more than the files of any board.
const RANK: usize = 16;

/// Where a1 lies: as many walls before it as a window may reach back.
const FIRST: usize = 16;

/// Bytes in a grid: the squares of ten ranks and the walls around them.
pub(crate) const CELLS: usize = 192;

/// One byte for each square.
pub(crate) type Grid = [u8; CELLS];

/// Bytes in a window along a diagonal: 19 diagonals cross a 10x10 board.
const WINDOW: usize = 32;

/// Cells whose neighbours are added up at once; two blocks hold eight ranks, a third one that overlaps the rest.
const BLOCK: usize = 64;

/// The value of a set's squares when a grid serves as a mask.
const YES: u8 = 0xff;

/// The distance in a grid from a square to its neighbour, in ring order.
pub(crate) const CELL_STEPS: [isize; DIRECTIONS] = [16, 17, 1, -15, -16, -17, -1, 15];

/// The place of `square` in a grid.
#[inline(always)]
pub(crate) const fn cell<const W: usize>(square: u32) -> usize {
    let square = square as usize;
    FIRST + square / W * RANK + square % W
}

/// The set as a mask: all bits on its squares, 0 elsewhere.
#[inline(always)]
pub(crate) fn mask<S: Set, const W: usize, const H: usize>(set: S) -> Grid {
    let mut grid = [0; CELLS];
    let files = |rank: usize| (set >> (rank * W) as u32).widen() as u32 & ((1 << W) - 1);
    // Two ranks at a time. By way of bytes, because then one vector operation picks all the bits.
    for (rows, pair) in grid[FIRST..].chunks_exact_mut(2 * RANK).zip(0..H.div_ceil(2)) {
        let bits = (files(2 * pair) | files(2 * pair + 1) << RANK).to_le_bytes();
        for (n, cell) in rows.iter_mut().enumerate() {
            *cell = if bits[n / 8] >> (n % 8) & 1 != 0 { YES } else { 0 };
        }
    }
    grid
}

/// Writes to `out`, which must be all zero, for every square the sum of `source` over the run of open squares
/// that begins next to it in direction `D`. No sum of a line exceeds 252 (see `pairs`), so nothing wraps.
#[inline(always)]
pub(crate) fn sums<const D: usize, const W: usize, const H: usize>(open: &Grid, source: &Grid, out: &mut Grid) {
    match D {
        2 | 6 => along_ranks::<D, W, H>(open, source, out),
        0 | 4 => across_ranks::<D, RANK, H>(open, source, out, u8::wrapping_add),
        _ => across_ranks::<D, WINDOW, H>(open, source, out, u8::wrapping_add),
    }
}

/// Like [`sums`], but what lies `k` squares away counts 2^-k of its value: from the far end of the run, the half of what
/// has been added up and of what comes next. Halves are rounded up, so that only nothing fades to nothing.
/// Sources of at most 128 keep every sum at 128.
#[inline(always)]
pub(crate) fn fading<const D: usize, const W: usize, const H: usize>(open: &Grid, source: &Grid, out: &mut Grid) {
    match D {
        2 | 6 => fading_along_ranks::<D, W>(open, source, out),
        0 | 4 => across_ranks::<D, RANK, H>(open, source, out, mean),
        _ => across_ranks::<D, WINDOW, H>(open, source, out, mean),
    }
}

/// The mean, rounded up: one instruction for a whole vector of bytes.
#[inline(always)]
fn mean(a: u8, b: u8) -> u8 {
    ((u16::from(a) + u16::from(b) + 1) >> 1) as u8
}

/// The sum of `source` over the eight neighbours of each square. What it says of walls means nothing.
#[inline(always)]
pub(crate) fn neighbours<const H: usize>(source: &Grid) -> Grid {
    let mut sums = [0; CELLS];
    // a1 by itself: the window of its south-western neighbour would begin before the grid.
    sums[FIRST] = source[FIRST + 1] + source[FIRST + RANK] + source[FIRST + RANK + 1];
    add_neighbours(source, &mut sums, FIRST + 1);
    add_neighbours(source, &mut sums, FIRST + 1 + BLOCK);
    if H > 8 {
        add_neighbours(source, &mut sums, CELLS - RANK - 1 - BLOCK);
    }
    sums
}

/// [`neighbours`] for the cells of a block.
#[inline(always)]
fn add_neighbours(source: &Grid, sums: &mut Grid, at: usize) {
    let mut sum = [0; BLOCK];
    for step in CELL_STEPS {
        let source = &source[at.wrapping_add_signed(step)..][..BLOCK];
        for i in 0..BLOCK {
            sum[i] += source[i];
        }
    }
    sums[at..][..BLOCK].copy_from_slice(&sum);
}

/// [`sums`] in a direction that leaves the rank, with `add` for the sum. A window holds the squares of a rank and, along a
/// diagonal, some of its neighbours; these are computed twice, to the same values.
#[inline(always)]
fn across_ranks<const D: usize, const N: usize, const H: usize>(
    open: &Grid,
    source: &Grid,
    out: &mut Grid,
    add: impl Fn(u8, u8) -> u8,
) {
    let step = CELL_STEPS[D].unsigned_abs();
    let north = CELL_STEPS[D] > 0;
    let base = if step > RANK { FIRST + 1 - H } else { FIRST };
    let mut sum = [0; N];
    for n in 1..H {
        let at = base + step * if north { H - n } else { n - 1 };
        let (open, source) = (&open[at..][..N], &source[at..][..N]);
        for i in 0..N {
            sum[i] = open[i] & add(source[i], sum[i]);
        }
        let seen_from = if north { at - step } else { at + step };
        out[seen_from..][..N].copy_from_slice(&sum);
    }
}

/// [`sums`] along the ranks: step by step outward while the way is clear, all squares at once.
#[inline(always)]
fn along_ranks<const D: usize, const W: usize, const H: usize>(open: &Grid, source: &Grid, out: &mut Grid) {
    const SQUARES: usize = CELLS - 2 * FIRST;
    let mut clear = [YES; SQUARES];
    let mut sum = [0; SQUARES];
    for distance in 1..W {
        let at = if D == 2 { FIRST + distance } else { FIRST - distance };
        let (open, source) = (&open[at..][..SQUARES], &source[at..][..SQUARES]);
        for i in 0..SQUARES {
            clear[i] &= open[i];
            sum[i] = u8::wrapping_add(sum[i], clear[i] & source[i]);
        }
    }
    out[FIRST..][..SQUARES].copy_from_slice(&sum);
}

/// [`fading`] along the ranks: from the farthest square inward, all squares at once. What lies on the next rank is
/// dropped at the walls between.
#[inline(always)]
fn fading_along_ranks<const D: usize, const W: usize>(open: &Grid, source: &Grid, out: &mut Grid) {
    const SQUARES: usize = CELLS - 2 * FIRST;
    let mut sum = [0; SQUARES];
    for distance in (1..W).rev() {
        let at = if D == 2 { FIRST + distance } else { FIRST - distance };
        let (open, source) = (&open[at..][..SQUARES], &source[at..][..SQUARES]);
        for i in 0..SQUARES {
            sum[i] = open[i] & mean(source[i], sum[i]);
        }
    }
    out[FIRST..][..SQUARES].copy_from_slice(&sum);
}
