//! Fills of a whole side: the squares that all its amazons together reach in one more step, a step at a time.
//!
//! Not here: moves of one amazon (`board`, `runs`), and what distances are worth (`terms`).
//! A king step is the set with its neighbours. A queen step is a Kogge-Stone fill (the parallel prefix of
//! chess programs): the run of one square grows to two, four, eight squares. Its four axes of both sides lie in
//! eight lanes, so that vector registers do them at once; words of 128 bits are two words of 64 for that.

use crate::board::Board;
use crate::geometry::Geometry;
use crate::set::Set;

/// Four axes of the side to move, four of its opponent.
const LANES: usize = 8;

/// The squares of `empty` that the amazons reach by any number of king steps over empty squares.
#[inline]
pub(crate) fn king_reach<S: Set, const W: usize, const H: usize>(amazons: S, empty: S) -> S {
    let mut reach = S::EMPTY;
    let mut next = Board::<S, W, H>::spread(amazons) & empty;
    while next != reach {
        reach = next;
        next = Board::<S, W, H>::spread(reach) & empty;
    }
    reach
}

/// A set for each lane, as two halves; boards of at most 64 squares leave the high half alone.
#[derive(Clone, Copy)]
struct Lanes {
    low: [u64; LANES],
    high: [u64; LANES],
}

impl Lanes {
    /// One set on all axes of one side, another on those of the other.
    #[inline(always)]
    fn of<S: Set>([own, theirs]: [S; 2]) -> Self {
        let (own, theirs) = (own.widen(), theirs.widen());
        let side = |lane| if lane < LANES / 2 { own } else { theirs };
        Self {
            low: core::array::from_fn(|lane| side(lane) as u64),
            high: core::array::from_fn(|lane| (side(lane) >> 64) as u64),
        }
    }

    /// `sets[axis]` for both sides.
    #[inline(always)]
    const fn axes(sets: [u128; 4]) -> Self {
        let (mut low, mut high) = ([0; LANES], [0; LANES]);
        let mut lane = 0;
        while lane < LANES {
            low[lane] = sets[lane % 4] as u64;
            high[lane] = (sets[lane % 4] >> 64) as u64;
            lane += 1;
        }
        Self { low, high }
    }

    #[inline(always)]
    fn and(mut self, other: &Self) -> Self {
        for lane in 0..LANES {
            self.low[lane] &= other.low[lane];
            self.high[lane] &= other.high[lane];
        }
        self
    }

    #[inline(always)]
    fn or(mut self, other: &Self) -> Self {
        for lane in 0..LANES {
            self.low[lane] |= other.low[lane];
            self.high[lane] |= other.high[lane];
        }
        self
    }

    /// The union of the axes of each side.
    #[inline(always)]
    fn union<S: Set>(&self) -> [S; 2] {
        [self.union_from(0), self.union_from(LANES / 2)]
    }

    #[inline(always)]
    fn union_from<S: Set>(&self, first: usize) -> S {
        let join = |half: &[u64; LANES]| half[first..first + LANES / 2].iter().fold(0, |union, set| union | set);
        S::narrow(u128::from(join(&self.low)) | u128::from(join(&self.high)) << 64)
    }
}

/// Queen steps over a set of empty squares, in the eight directions.
pub(crate) struct QueenSteps<const W: usize, const H: usize> {
    /// For each direction where a way of one, two, four squares may end: rising, then falling.
    rising: [Lanes; 3],
    falling: [Lanes; 3],
}

impl<const W: usize, const H: usize> QueenSteps<W, H> {
    const WIDE: bool = W * H > 64;
    const LONGEST: usize = if W > H { W } else { H };
    /// Where a step in the rising direction of each axis can end: not on the file that it would wrap to.
    const RISING: Lanes = {
        let (east, west) = (Geometry::<W, H>::HAS_WEST, Geometry::<W, H>::HAS_EAST);
        Lanes::axes([Geometry::<W, H>::ALL, east, east, west])
    };
    const FALLING: Lanes = {
        let (east, west) = (Geometry::<W, H>::HAS_WEST, Geometry::<W, H>::HAS_EAST);
        Lanes::axes([Geometry::<W, H>::ALL, west, west, east])
    };

    #[inline(always)]
    pub(crate) fn new<S: Set>(empty: S) -> Self {
        Self::over(&Lanes::of([empty; 2]))
    }

    #[inline(never)]
    fn over(open: &Lanes) -> Self {
        let (up, down) = (open.and(&Self::RISING), open.and(&Self::FALLING));
        let (up2, down2) = (up.and(&Self::rise::<1>(&up)), down.and(&Self::fall::<1>(&down)));
        let (up4, down4) = (up2.and(&Self::rise::<2>(&up2)), down2.and(&Self::fall::<2>(&down2)));
        Self { rising: [up, up2, up4], falling: [down, down2, down4] }
    }

    /// The squares of both sides' sets and those that a queen step leads to from one of them.
    #[inline(always)]
    pub(crate) fn step<S: Set>(&self, from: [S; 2]) -> [S; 2] {
        self.along_axes(&Lanes::of(from)).union()
    }

    /// The fill of each lane along its axis. A function of its own, because otherwise the compiler starts from the unions and
    /// takes the lanes apart again.
    #[inline(never)]
    fn along_axes(&self, from: &Lanes) -> Lanes {
        let (mut up, mut down) = (*from, *from);
        up = up.or(&Self::rise::<1>(&up).and(&self.rising[0]));
        down = down.or(&Self::fall::<1>(&down).and(&self.falling[0]));
        up = up.or(&Self::rise::<2>(&up).and(&self.rising[1]));
        down = down.or(&Self::fall::<2>(&down).and(&self.falling[1]));
        if const { Self::LONGEST > 4 } {
            up = up.or(&Self::rise::<4>(&up).and(&self.rising[2]));
            down = down.or(&Self::fall::<4>(&down).and(&self.falling[2]));
        }
        if const { Self::LONGEST > 8 } {
            // Seven steps so far, nine are the most on ten squares.
            up = up.or(&Self::rise::<2>(&up).and(&self.rising[1]));
            down = down.or(&Self::fall::<2>(&down).and(&self.falling[1]));
        }
        up.or(&down)
    }

    /// `N` steps in the rising direction of each lane's axis, without a thought of edges. No shift reaches 64:
    /// four steps along the longest stride are 44.
    #[inline(always)]
    fn rise<const N: u32>(lanes: &Lanes) -> Lanes {
        let mut out = *lanes;
        for lane in 0..LANES {
            let shift = N * Geometry::<W, H>::STRIDES[lane % 4];
            out.low[lane] = lanes.low[lane] << shift;
            if Self::WIDE {
                out.high[lane] = lanes.high[lane] << shift | lanes.low[lane] >> (64 - shift);
            }
        }
        out
    }

    /// The same in the falling direction.
    #[inline(always)]
    fn fall<const N: u32>(lanes: &Lanes) -> Lanes {
        let mut out = *lanes;
        for lane in 0..LANES {
            let shift = N * Geometry::<W, H>::STRIDES[lane % 4];
            out.low[lane] = lanes.low[lane] >> shift;
            if Self::WIDE {
                out.low[lane] |= lanes.high[lane] << (64 - shift);
                out.high[lane] = lanes.high[lane] >> shift;
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::rng::SplitMix64;

    /// A step of a set is the union of the steps of its squares, for any set on any board.
    fn agrees<S: Set, const W: usize, const H: usize>() {
        let mut random = SplitMix64::new(W as u64 * 100 + H as u64);
        let mut set = |density: u32| {
            let word = |random: &mut SplitMix64| u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
            S::narrow((0..density).fold(Geometry::<W, H>::ALL, |set, _| set & word(&mut random)))
        };
        for round in 0..300 {
            let open = !set(round % 4) & S::narrow(Geometry::<W, H>::ALL);
            let from = [set(2), set(5)];
            let expected = from
                .map(|from| from.squares().fold(from, |reach, square| reach | Board::<S, W, H>::reach(square, open)));
            assert_eq!(QueenSteps::<W, H>::new(open).step(from), expected);
        }
    }

    #[test]
    fn a_step_of_a_set_is_the_union_of_its_squares_steps() {
        agrees::<u128, 10, 10>();
        agrees::<u128, 9, 9>();
        agrees::<u64, 8, 8>();
        agrees::<u64, 7, 4>();
        agrees::<u64, 4, 7>();
        agrees::<u64, 5, 5>();
        agrees::<u64, 4, 4>();
    }
}
