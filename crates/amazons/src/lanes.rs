//! The board as rows of sixteen bytes, and sums that flow along its lines.
//!
//! A [`Grid`] holds one byte for each square; lanes beyond the last file are walls. What is asked of
//! every square at once - how far does it see, how many sources does it see - needs no branch and no
//! look-up: rows are added to rows, and the compiler makes vector code of it.
//! Which sums the moves need is the business of `runs` and `pairs`.

use crate::geometry::DIRECTIONS;
use crate::set::Set;

/// Bytes in a row; more than the files of any board.
pub(crate) const LANES: usize = 16;

/// One rank: a byte for each file.
pub(crate) type Row = [u8; LANES];

/// One byte for each square.
pub(crate) type Grid<const H: usize> = [Row; H];

/// The value of a set's squares when a grid serves as a mask.
pub(crate) const YES: u8 = 0xff;

const NOTHING: Row = [0; LANES];

/// The distance in a flat grid from a square to its neighbour, in ring order.
pub(crate) const CELL_STEPS: [isize; DIRECTIONS] = [16, 17, 1, -15, -16, -17, -1, 15];

/// The place of `square` in a flat grid.
#[inline(always)]
pub(crate) const fn cell<const W: usize>(square: u32) -> usize {
    let square = square as usize;
    square / W * LANES + square % W
}

/// The set as a mask: [`YES`] on its squares, 0 elsewhere.
#[inline(always)]
pub(crate) fn mask<S: Set, const W: usize, const H: usize>(set: S) -> Grid<H> {
    let mut grid = [NOTHING; H];
    for (rank, row) in grid.iter_mut().enumerate() {
        let files = (set >> (rank * W) as u32).widen() as u16 & ((1 << W) - 1);
        for (file, lane) in row.iter_mut().enumerate() {
            *lane = if files & (1 << file) != 0 { YES } else { 0 };
        }
    }
    grid
}

/// Lane by lane.
#[inline(always)]
fn zip(a: Row, b: Row, f: impl Fn(u8, u8) -> u8) -> Row {
    let mut row = a;
    for (lane, b) in row.iter_mut().zip(b) {
        *lane = f(*lane, b);
    }
    row
}

#[inline(always)]
fn and(a: Row, b: Row) -> Row {
    zip(a, b, |a, b| a & b)
}

/// No sum of a line exceeds 252 (see `pairs`), so nothing wraps.
#[inline(always)]
fn add(a: Row, b: Row) -> Row {
    zip(a, b, u8::wrapping_add)
}

/// The row in which every lane holds what lay `BY` lanes to the east (to the west when negative).
#[inline(always)]
fn from_east<const BY: isize>(row: Row) -> Row {
    let mut out = NOTHING;
    let by = BY.unsigned_abs();
    if BY >= 0 {
        out[..LANES - by].copy_from_slice(&row[by..]);
    } else {
        out[by..].copy_from_slice(&row[..LANES - by]);
    }
    out
}

/// The row as seen from one step back in direction `D`: lanes move, the rank is up to the caller.
#[inline(always)]
fn stepped<const D: usize>(row: Row) -> Row {
    match D {
        1..=3 => from_east::<1>(row),
        5..=7 => from_east::<-1>(row),
        _ => row,
    }
}

/// For every square, the sum of `source` over the run of `empty` squares that begins next to it in
/// direction `D`.
#[inline(always)]
pub(crate) fn sums<const D: usize, const H: usize>(empty: &Grid<H>, source: &Grid<H>) -> Grid<H> {
    let mut out = [NOTHING; H];
    match D {
        2 | 6 => {
            for rank in 0..H {
                out[rank] = sums_in_row::<D>(empty[rank], source[rank]);
            }
        }
        7 | 0 | 1 => {
            for rank in (1..H).rev() {
                out[rank - 1] = stepped::<D>(and(empty[rank], add(source[rank], out[rank])));
            }
        }
        _ => {
            for rank in 0..H - 1 {
                out[rank + 1] = stepped::<D>(and(empty[rank], add(source[rank], out[rank])));
            }
        }
    }
    out
}

/// [`sums`] along a rank, by doubling: the sum over 2n squares is that over n and, where these are
/// all empty, that over the next n.
#[inline(always)]
fn sums_in_row<const D: usize>(empty: Row, source: Row) -> Row {
    let mut clear = stepped::<D>(empty);
    let mut sum = stepped::<D>(and(empty, source));
    macro_rules! double {
        ($by:literal) => {
            let shift = if D == 2 { from_east::<$by> } else { from_east::<-$by> };
            sum = add(sum, and(clear, shift(sum)));
            clear = and(clear, shift(clear));
        };
    }
    double!(1);
    double!(2);
    double!(4);
    let shift = if D == 2 { from_east::<8> } else { from_east::<-8> };
    add(sum, and(clear, shift(sum)))
}
