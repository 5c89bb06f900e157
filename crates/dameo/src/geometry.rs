//! Boards as words: which bit is which square, and how a whole set of squares moves at once.
//!
//! Squares run rank by rank from a1, the lowest bit. The 8x8 board fills a `u64`, so a step to the side
//! must mask the file that it would wrap into. The 10x10 board has room in its `u128` for one guard
//! column after file j: steps need no mask, and whoever steps meets the result with a set of real squares.
//!
//! Not here: pieces and rules.

use core::fmt::Debug;
use core::hash::Hash;
use plywood_core::{Bitboard, Side};
use sealed::Sealed;

/// A direction, in files to the right and ranks up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Direction {
    files: i32,
    ranks: i32,
}

impl Direction {
    /// Up the board, as White looks.
    pub const NORTH: Self = Self { files: 0, ranks: 1 };
    /// Up and to the right.
    pub const NORTH_EAST: Self = Self { files: 1, ranks: 1 };
    /// To the right.
    pub const EAST: Self = Self { files: 1, ranks: 0 };
    /// Down and to the right.
    pub const SOUTH_EAST: Self = Self { files: 1, ranks: -1 };
    /// Down the board.
    pub const SOUTH: Self = Self { files: 0, ranks: -1 };
    /// Down and to the left.
    pub const SOUTH_WEST: Self = Self { files: -1, ranks: -1 };
    /// To the left.
    pub const WEST: Self = Self { files: -1, ranks: 0 };
    /// Up and to the left.
    pub const NORTH_WEST: Self = Self { files: -1, ranks: 1 };

    /// The four directions of a rook; opposite ones are two places apart.
    pub const ROOK: [Self; 4] = [Self::NORTH, Self::EAST, Self::SOUTH, Self::WEST];
    /// The eight directions of a queen.
    pub const QUEEN: [Self; 8] = [
        Self::NORTH,
        Self::NORTH_EAST,
        Self::EAST,
        Self::SOUTH_EAST,
        Self::SOUTH,
        Self::SOUTH_WEST,
        Self::WEST,
        Self::NORTH_WEST,
    ];

    /// The other way.
    #[inline(always)]
    #[must_use]
    pub const fn back(self) -> Self {
        Self { files: -self.files, ranks: -self.ranks }
    }

    /// What is this direction for White, as `side` looks at the board.
    #[inline(always)]
    #[must_use]
    pub const fn seen_by(self, side: Side) -> Self {
        match side {
            Side::White => self,
            Side::Black => Self { files: self.files, ranks: -self.ranks },
        }
    }
}

/// The geometry of a square board. Implemented by [`Board`], and sealed.
pub trait Geometry: Copy + Eq + Hash + Debug + Send + Sync + Sealed + 'static {
    /// The word that holds a set of squares.
    type Set: Bitboard;
    /// Files, and ranks.
    const SIDE: u32;
    /// From a square to the one above it: [`Self::SIDE`], and one more where there is a guard column.
    const STRIDE: u32;
    /// Every square of the board.
    const SQUARES: Self::Set;
    /// The board without its first file.
    const NOT_FIRST_FILE: Self::Set;
    /// The board without its last file.
    const NOT_LAST_FILE: Self::Set;
    /// The left half of the board, as White looks.
    const LEFT_HALF: Self::Set;
    /// The rank on which a man of White is crowned, then that of Black.
    const CROWNING: [Self::Set; 2];

    /// The squares one step in direction `d` from those of `set`; guard squares may be among them.
    #[inline(always)]
    fn step(d: Direction, set: Self::Set) -> Self::Set {
        shift::<Self>(d, 1, set) & Self::enterable(d)
    }

    /// `from` and all that it reaches in direction `d` over squares of `through` without a gap.
    /// Kogge and Stone 1973: doubled steps, 1 + 2 + 4 (+ 8 on boards wider than 8).
    #[inline(always)]
    fn fill(d: Direction, from: Self::Set, through: Self::Set) -> Self::Set {
        let mut open = through & Self::enterable(d);
        let mut reach = from | (open & shift::<Self>(d, 1, from));
        open &= shift::<Self>(d, 1, open);
        reach |= open & shift::<Self>(d, 2, reach);
        open &= shift::<Self>(d, 2, open);
        reach |= open & shift::<Self>(d, 4, reach);
        if Self::SIDE > 8 {
            open &= shift::<Self>(d, 4, open);
            reach |= open & shift::<Self>(d, 8, reach);
        }
        reach
    }

    /// Where a step in direction `d` can end without having wrapped around the edge; everything where
    /// a guard column makes the question idle.
    #[inline(always)]
    fn enterable(d: Direction) -> Self::Set {
        match d.files {
            1 if Self::STRIDE == Self::SIDE => Self::NOT_FIRST_FILE,
            -1 if Self::STRIDE == Self::SIDE => Self::NOT_LAST_FILE,
            _ => !Self::Set::EMPTY,
        }
    }

    /// The number of the square `times` steps in direction `d` from `square`, if the board goes on so far.
    #[inline(always)]
    fn offset(d: Direction, times: u32, square: u32) -> u32 {
        square.wrapping_add_signed((d.ranks * Self::STRIDE as i32 + d.files).wrapping_mul(times as i32))
    }

    /// The square in `file` and `rank`, both counted from 0.
    #[inline(always)]
    fn square(file: u32, rank: u32) -> u32 {
        rank * Self::STRIDE + file
    }
}

/// `set` moved `times` steps in direction `d`, as bits: edges are not looked at.
#[inline(always)]
fn shift<G: Geometry>(d: Direction, times: u32, set: G::Set) -> G::Set {
    let by = d.ranks * G::STRIDE as i32 + d.files;
    let bits = by.unsigned_abs() * times;
    if by > 0 { set << bits } else { set >> bits }
}

/// The board with `SIDE` files and ranks. The games have 8 and 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<const SIDE: usize>;

mod sealed {
    pub trait Sealed {}
    impl<const SIDE: usize> Sealed for super::Board<SIDE> {}
}

impl Geometry for Board<8> {
    type Set = u64;
    const SIDE: u32 = 8;
    const STRIDE: u32 = 8;
    const SQUARES: u64 = block(8, 0..8, 0..8) as u64;
    const NOT_FIRST_FILE: u64 = block(8, 1..8, 0..8) as u64;
    const NOT_LAST_FILE: u64 = block(8, 0..7, 0..8) as u64;
    const LEFT_HALF: u64 = block(8, 0..4, 0..8) as u64;
    const CROWNING: [u64; 2] = [block(8, 0..8, 7..8) as u64, block(8, 0..8, 0..1) as u64];
}

impl Geometry for Board<10> {
    type Set = u128;
    const SIDE: u32 = 10;
    const STRIDE: u32 = 11;
    const SQUARES: u128 = block(11, 0..10, 0..10);
    const NOT_FIRST_FILE: u128 = block(11, 1..10, 0..10);
    const NOT_LAST_FILE: u128 = block(11, 0..9, 0..10);
    const LEFT_HALF: u128 = block(11, 0..5, 0..10);
    const CROWNING: [u128; 2] = [block(11, 0..10, 9..10), block(11, 0..10, 0..1)];
}

/// The squares of these files and ranks, counted from 0, on a board whose ranks are `stride` bits apart.
const fn block(stride: u32, files: core::ops::Range<u32>, ranks: core::ops::Range<u32>) -> u128 {
    let mut set = 0;
    let mut rank = ranks.start;
    while rank < ranks.end {
        let mut file = files.start;
        while file < files.end {
            set |= 1 << (rank * stride + file);
            file += 1;
        }
        rank += 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The squares that single steps through `through` reach, one after another.
    fn walk<G: Geometry>(d: Direction, from: G::Set, through: G::Set) -> G::Set {
        let mut reach = from;
        for _ in 0..G::SIDE {
            reach |= G::step(d, reach) & through;
        }
        reach
    }

    proptest! {
        #[test]
        fn a_fill_is_a_walk(from: u128, through: u128) {
            for d in Direction::QUEEN {
                let (small, wide) = (from as u64, from & Board::<10>::SQUARES);
                prop_assert_eq!(Board::<8>::fill(d, small, through as u64), walk::<Board<8>>(d, small, through as u64));
                let through = through & Board::<10>::SQUARES;
                prop_assert_eq!(Board::<10>::fill(d, wide, through), walk::<Board<10>>(d, wide, through));
            }
        }
    }

    #[test]
    fn steps_stop_at_every_edge() {
        fn check<G: Geometry>() {
            for (file, rank) in (0..G::SIDE).flat_map(|file| (0..G::SIDE).map(move |rank| (file, rank))) {
                for d in Direction::QUEEN {
                    let (to_file, to_rank) = (file as i32 + d.files, rank as i32 + d.ranks);
                    let inside = [to_file, to_rank].iter().all(|&x| (0..G::SIDE as i32).contains(&x));
                    let expected =
                        if inside { G::Set::bit(G::square(to_file as u32, to_rank as u32)) } else { G::Set::EMPTY };
                    assert_eq!(G::step(d, G::Set::bit(G::square(file, rank))) & G::SQUARES, expected);
                }
            }
        }
        check::<Board<8>>();
        check::<Board<10>>();
    }
}
