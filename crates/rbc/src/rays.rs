//! Steps and slides of whole sets of pieces, one lane of a vector for each of the eight directions.
//!
//! In one direction a square is reached by one slider at most (the nearest behind it; anything further is
//! blocked by that one), so the number of moves of *all* sliders is the population count of eight words. The slide is
//! the parallel prefix fill of Kogge and Stone (1973); eight lanes of it are a dozen vector instructions.
//!
//! Not here: who stands where, and whether a square that is reached may be entered.

/// One word for each direction. Kings and sliders: N, S, E, W, then NE, SW, NW, SE.
pub(crate) type Lanes = [u64; 8];

/// A step in direction `d` is a rotation by `TURN[d]`.
const TURN: [u32; 8] = [8, 56, 1, 63, 9, 55, 7, 57];

/// The squares that a step in direction `d` may enter; the others are wrapped around an edge.
const ENTER: Lanes = [
    !RANK_1,
    !RANK_8,
    !FILE_A,
    !FILE_H,
    !(RANK_1 | FILE_A),
    !(RANK_8 | FILE_H),
    !(RANK_1 | FILE_H),
    !(RANK_8 | FILE_A),
];

/// The eight knight steps, two files or one to either side.
const KNIGHT_TURN: [u32; 8] = [17, 10, 54, 47, 15, 6, 58, 49];
const KNIGHT_ENTER: Lanes = [
    !(RANK_1 | RANK_2 | FILE_A),
    !(RANK_1 | FILE_A | FILE_B),
    !(RANK_8 | FILE_G | FILE_H),
    !(RANK_7 | RANK_8 | FILE_H),
    !(RANK_1 | RANK_2 | FILE_H),
    !(RANK_1 | FILE_G | FILE_H),
    !(RANK_8 | FILE_A | FILE_B),
    !(RANK_7 | RANK_8 | FILE_A),
];

pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_B: u64 = FILE_A << 1;
const FILE_G: u64 = FILE_A << 6;
pub(crate) const FILE_H: u64 = FILE_A << 7;
pub(crate) const RANK_1: u64 = 0xff;
const RANK_2: u64 = RANK_1 << 8;
const RANK_7: u64 = RANK_1 << 48;
pub(crate) const RANK_8: u64 = RANK_1 << 56;

/// One step of every piece of `set` in every direction.
#[inline(always)]
fn step(set: &Lanes, turn: &[u32; 8], enter: &Lanes) -> Lanes {
    core::array::from_fn(|d| set[d].rotate_left(turn[d]) & enter[d])
}

/// Every square that the sliders and kings reach in each direction: the free ones and the first that is not
/// `free`, whoever stands there. Kings make one step.
#[inline(always)]
pub(crate) fn slides(orthogonal: u64, diagonal: u64, kings: u64, free: u64) -> Lanes {
    let mut reach = [orthogonal, orthogonal, orthogonal, orthogonal, diagonal, diagonal, diagonal, diagonal];
    let mut open: Lanes = core::array::from_fn(|d| free & ENTER[d]);
    for shift in [1, 2, 4] {
        for d in 0..8 {
            reach[d] |= open[d] & reach[d].rotate_left(TURN[d] * shift % 64);
            open[d] &= open[d].rotate_left(TURN[d] * shift % 64);
        }
    }
    for lane in &mut reach {
        *lane |= kings;
    }
    step(&reach, &TURN, &ENTER)
}

/// Every square that the knights reach, one lane for each of the eight steps.
#[inline(always)]
pub(crate) fn leaps(knights: u64) -> Lanes {
    step(&[knights; 8], &KNIGHT_TURN, &KNIGHT_ENTER)
}

/// How many squares of `within` the lanes hold together.
#[inline(always)]
pub(crate) fn size(lanes: &Lanes, within: u64) -> u64 {
    lanes.iter().map(|lane| u64::from((lane & within).count_ones())).sum()
}

/// All lanes in one set.
#[inline(always)]
pub(crate) fn union(lanes: &Lanes) -> u64 {
    lanes.iter().fold(0, |set, lane| set | lane)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_knight_in_the_corner_and_one_in_the_middle() {
        assert_eq!(union(&leaps(1)), 1 << 10 | 1 << 17);
        assert_eq!(size(&leaps(1 << 27), !0), 8);
        assert_eq!(union(&leaps(1 << 63)), 1 << 46 | 1 << 53);
    }

    #[test]
    fn slides_stop_on_the_first_piece_and_at_the_edge() {
        // Rook a1, piece on a4.
        let lanes = slides(1, 0, 0, !(1 << 24));
        assert_eq!(lanes[0], 1 << 8 | 1 << 16 | 1 << 24);
        assert_eq!(lanes[2], RANK_1 & !1);
        assert_eq!(size(&lanes, !0), 10);
        assert_eq!(size(&slides(0, 1 << 27, 0, !0), !0), 13);
        assert_eq!(size(&slides(0, 0, 1 << 7, !0), !0), 3);
    }
}
