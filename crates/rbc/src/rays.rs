//! Steps and slides of whole sets of pieces, one lane of a vector for each of the eight directions.
//!
//! In one direction a square is reached by one slider at most (the nearest behind it; anything further is
//! blocked by that one), so the number of moves of *all* sliders is the population count of eight words. The slide is
//! the parallel prefix fill of Kogge and Stone (1973); eight lanes of it are a few dozen vector instructions.
//!
//! Not here: who stands where, and whether a square that is reached may be entered.

/// One word for each direction. Sliders and kings: N, E, NE, NW, then their opposites S, W, SW, SE.
pub(crate) type Lanes = [u64; 8];

/// A step up the board (`d` below 4) is a shift to the left, its opposite one to the right by as much. Four lanes
/// that shift alike compile to better code than eight that rotate.
const SHIFT: [u32; 4] = [8, 1, 9, 7];

/// The squares that a step in direction `d` may enter; on the others it would come around an edge.
const ENTER: Lanes = [!0, !FILE_A, !FILE_A, !FILE_H, !0, !FILE_H, !FILE_H, !FILE_A];

/// The same for the steps of a knight, those that go up the board first.
const KNIGHT_SHIFT: [u32; 4] = [17, 10, 15, 6];
const KNIGHT_ENTER: Lanes = [
    !FILE_A,
    !(FILE_A | FILE_B),
    !FILE_H,
    !(FILE_G | FILE_H),
    !FILE_H,
    !(FILE_G | FILE_H),
    !FILE_A,
    !(FILE_A | FILE_B),
];

pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_B: u64 = FILE_A << 1;
const FILE_G: u64 = FILE_A << 6;
pub(crate) const FILE_H: u64 = FILE_A << 7;
pub(crate) const RANK_1: u64 = 0xff;
pub(crate) const RANK_8: u64 = RANK_1 << 56;

/// One step of every piece of `set` in every direction.
#[inline(always)]
fn step(set: &Lanes, shift: &[u32; 4], enter: &Lanes) -> Lanes {
    let mut reach = [0; 8];
    for d in 0..4 {
        reach[d] = set[d] << shift[d] & enter[d];
        reach[d + 4] = set[d + 4] >> shift[d] & enter[d + 4];
    }
    reach
}

/// Every square that the sliders and kings reach in each direction: the free ones and the first that is not
/// `free`, whoever stands there. Kings make one step.
#[inline(always)]
pub(crate) fn slides(orthogonal: u64, diagonal: u64, kings: u64, free: u64) -> Lanes {
    let mut reach = [orthogonal, orthogonal, diagonal, diagonal, orthogonal, orthogonal, diagonal, diagonal];
    let mut open: Lanes = core::array::from_fn(|d| free & ENTER[d]);
    for steps in [1, 2, 4] {
        for (up, shift) in SHIFT.iter().enumerate() {
            let (down, shift) = (up + 4, shift * steps);
            reach[up] |= open[up] & reach[up] << shift;
            reach[down] |= open[down] & reach[down] >> shift;
            open[up] &= open[up] << shift;
            open[down] &= open[down] >> shift;
        }
    }
    for lane in &mut reach {
        *lane |= kings;
    }
    step(&reach, &SHIFT, &ENTER)
}

/// Every square that the knights reach, one lane for each of the eight steps.
#[inline(always)]
pub(crate) fn leaps(knights: u64) -> Lanes {
    step(&[knights; 8], &KNIGHT_SHIFT, &KNIGHT_ENTER)
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
        assert_eq!(lanes[1], RANK_1 & !1);
        assert_eq!(size(&lanes, !0), 10);
        assert_eq!(size(&slides(0, 1 << 27, 0, !0), !0), 13);
        assert_eq!(size(&slides(0, 0, 1 << 7, !0), !0), 3);
    }
}
