//! The number of leaves two plies down, without visiting the ply between.
//!
//! A pair is an own move (`from -> to`, arrow on `z`) and an opponent's move `P` after it. Fix `from`
//! and let `E` be the board without that amazon. `P` is a move on `E` that avoids both `to` and `z`: the
//! squares that it passes or lands on, by the step and by the arrow, are empty after the own move. So
//! with `Z` the squares that `to` sees on `E`, `A = |Z|`, `C` the number of opponent's moves on `E` and `f(q)`
//! the number of those that use `q`,
//!
//! ```text
//! pairs of `to` = A (C - f(to)) - sum over z in Z of f(z) + G(to),
//! G(to)         = sum over the moves P that use `to` of |Z and the squares of P|
//! ```
//!
//! `f` is one sum over the board for each own amazon; only `G` looks at single squares `to`. The moves
//! in `G` are of three kinds, by how they use `to` (`n'` is the run behind the stepping amazon):
//!
//! * the arrow passes or hits it, shot from some square `q` of `Z` ([`arrows_across`] and [`Crossing`]);
//! * the step passes it or ends there: the stepping amazon sees `to`, the square is in its *way*
//!   ([`Way::steps_across`]);
//! * the arrow goes back over the vacated square and reaches it from behind ([`Way::shots_from_behind`]).
//!
//! Every sum of `lanes` fits a byte. Looked at from one square, a line holds at most 9 others; the worst is the
//! sum of `m(q) t` (`m` amazons see `q`, `t` steps away): 6 lines cross the ray at most, which adds up to
//! 6 * 36 + 4 * 9 = 252 with the edge at its end, 7 * (1 + .. + 8) = 252 with an amazon there, 8 * (1 + .. + 7)
//! = 224 with amazons at both ends.

use crate::board::Board;
use crate::geometry::DIRECTIONS;
use crate::lanes::{self, CELL_STEPS, CELLS, Grid, sums};
use crate::runs::{Runs, runs, views};
use crate::set::Set;

/// Something for every square that may exceed a byte.
type Wide = [u16; CELLS];

/// The number of leaves two plies down when the amazons `own` move first and `theirs` answer.
#[inline]
pub(crate) fn count2<S: Set, const W: usize, const H: usize>(own: S, theirs: S, empty: S) -> u64 {
    let pairs_of = |from| {
        let reach = Board::<S, W, H>::reach(from, empty);
        if reach.is_empty() { 0 } else { pairs::<S, W, H>(reach, theirs, empty | S::bit(from)) }
    };
    own.squares().map(pairs_of).sum()
}

/// The pairs of one own amazon: it steps to a square of `reach`; `empty` holds the square it leaves.
fn pairs<S: Set, const W: usize, const H: usize>(reach: S, theirs: S, empty: S) -> u64 {
    let open = lanes::mask::<S, W, H>(empty);
    let targets = lanes::mask::<S, W, H>(reach);
    let runs = runs::<W, H>(&open);
    let views = views(&runs);

    let mut seen = [0; CELLS];
    let mut uses: Wide = [0; CELLS];
    let mut moves = 0;
    let mut g = 0;
    let mut lines: [(S, usize); 256] = [(S::EMPTY, 0); 256];
    let mut n_lines = 0;
    for amazon in theirs.squares() {
        let start = lanes::cell::<W>(amazon);
        for d in 0..DIRECTIONS {
            let length = at(&runs[d], start) as usize;
            if length == 0 { continue; }
            let behind = at(&runs[(d + 4) % DIRECTIONS], start) as usize;
            let mut through = 0;
            let mut cell = start.wrapping_add_signed(CELL_STEPS[d] * length as isize);
            for dist in (1..=length).rev() {
                let arrows = views[cell] as usize + 1 + behind;
                through += arrows;
                seen[cell] += 1;
                uses[cell] += (through - dist * (length - dist)) as u16;
                cell = cell.wrapping_add_signed(-CELL_STEPS[d]);
            }
            moves += through;
            for i in 1..=behind {
                cell = cell.wrapping_add_signed(-CELL_STEPS[d]);
                uses[cell] += (length * (behind - i + 1)) as u16;
            }
            let mut cell = start;
            for dist in 1..=length {
                cell = cell.wrapping_add_signed(CELL_STEPS[d]);
                if targets[cell] != 0 {
                    g += shadow(&runs, &views, cell, d, dist, behind);
                }
            }
            if length >= 2 {
                let ray = S::narrow(crate::geometry::Geometry::<W, H>::RAYS[d][amazon as usize]);
                lines[n_lines & 255] = (ray & Board::<S, W, H>::reach(amazon, empty), d);
                n_lines += 1;
            }
        }
    }
    let own = targets.map(|lane| lane & 1);
    let mut hits = [0u8; CELLS];
    let mut rays_sum: Wide = [0; CELLS];
    macro_rules! dir { ($d:literal, $back:literal) => {
        let r = sums::<$d, W, H>(&open, &seen);
        // sum of m*t = r + sum of (r of next)...
        let rt = moment::<$d, W, H>(&open, &r, &seen);
        let o = sums::<$d, W, H>(&open, &own);
        for lane in 0..CELLS {{
            let j = u16::from(runs[$back][lane]);
            uses[lane] += (1 + j) * u16::from(r[lane]);
            rays_sum[lane] += (1 + j) * u16::from(rt[lane]) + j * (j + 1) / 2 * u16::from(r[lane]);
            hits[lane] += o[lane];
        }}
    } }
    dir!(0, 4); dir!(1, 5); dir!(2, 6); dir!(3, 7); dir!(4, 0); dir!(5, 1); dir!(6, 2); dir!(7, 3);
    let mut total: i64 = 0;
    for lane in 0..CELLS {{
        if open[lane] == 0 { continue; }
        total -= i64::from(hits[lane]) * i64::from(uses[lane]);
        if own[lane] != 0 {
            total += i64::from(views[lane]) * (moves as i64 - i64::from(uses[lane])) + i64::from(rays_sum[lane]);
        }
    }}
    // pairs on crossing lines
    for to in reach.squares() {
        let z = Board::<S, W, H>::reach(to, empty);
        for &(line, d) in &lines[..n_lines] {
            let common = line & z;
            if common.size() < 2 || line.has(to) { continue; }
            let n = common.size() as usize;
            for (i, q) in common.squares().enumerate() {
                let rank = if crate::geometry::rising(d) { i } else { n - 1 - i };
                let back = (0..8).find(|&b| (S::narrow(crate::geometry::Geometry::<W, H>::RAYS[b][q as usize])).has(to)).unwrap();
                g += rank as i64 * (1 + at(&runs[back], lanes::cell::<W>(to)) as i64);
            }
        }
    }
    (total + g) as u64
}

fn at(g: &Grid, cell: usize) -> u8 { g[cell] }

fn moment<const D: usize, const W: usize, const H: usize>(open: &Grid, r: &Grid, _m: &Grid) -> Grid {
    // Rt(q0) = R(q0) + sum over run of R(q)   [R(q) counts strictly beyond q, within run]
    let s = sums::<D, W, H>(open, r);
    let mut out = *r;
    for l in 0..CELLS {{ out[l] = r[l].wrapping_add(s[l]); } }
    out
}

fn shadow(runs: &Runs, views: &Grid, to: usize, a: usize, dist: usize, behind: usize) -> i64 {
    let k_max = at(&runs[a], to) as i64;
    let d0 = dist as i64;
    let n = behind as i64;
    let e = |d: usize, c: usize| at(&runs[d & 7], c) as i64;
    let mut g = 0;
    g -= d0 * k_max * (k_max + 1) / 2 + (d0 - 1) * d0 / 2 * k_max;
    g += (d0 - 1) * (d0 - 2) / 2 * (k_max + 1);
    g += n * ((d0 - 1) * (k_max + 1) + k_max * (k_max + 1) / 2);
    let mut q = to;
    for k in 0..=k_max {
        g += (d0 - 1 + k) * (at(views, q) as i64 + 1 + n) + (k_max - k) * (k_max - k + 1) / 2;
        if k == 0 {
            for b in 0..8 { if b != a && b != (a + 4) % 8 { g += e(b, to) * (e(b, to) + 1) / 2; } }
        } else {
            for s in [1usize, 7] {
                let term = |b: usize, j: i64, z: usize, reach: i64| if e(z, to) >= reach { (e(b, q) + 1 - j).max(0) } else { 0 };
                let (near, perp, back) = (a + s, a + 2 * s, a + 3 * s);
                if a % 2 == 0 {
                    g += term(perp, k, near, k) + term(back, k, perp, k);
                    if k % 2 == 0 { g += term(back, k / 2, near, k / 2); }
                } else {
                    g += term(perp, k, near, 2 * k) + term(back, k, near, k) + term(back, 2 * k, perp, k);
                }
            }
        }
        q = q.wrapping_add_signed(CELL_STEPS[a]);
    }
    g
}
