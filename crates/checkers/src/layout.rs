//! Which bit a playing square has.
//!
//! Only the squares of one colour are used, and a bitboard of them can be laid out so that every diagonal
//! step is one constant shift. Give the square of file `f` and rank `r` the bit `(f + r * period) / 2`
//! with an odd `period` above the number of files: one rank up and one file right is then always
//! `(period + 1) / 2` bits up, one file left `(period - 1) / 2`, and the bits that no square owns (the
//! *ghosts*) lie exactly where a step would leave the board. A ghost never holds a piece and is never
//! empty, so no step needs an edge mask.
//!
//! A board whose corner a1 is not playable is the same board seen in a mirror, so its files are
//! counted from the right: move generation knows one board only.
//!
//! Not here: what a square is called (`squares`), and which pieces may step where (`rules`).

use core::fmt::Debug;
use core::hash::Hash;
use core::marker::PhantomData;
use plywood_core::Bitboard;
use sealed::Sealed;

mod sealed {
    pub trait Sealed {}
}

/// A bitboard word that a layout can use: `u64` or `u128`.
pub trait Word: Bitboard {
    /// The low bits of `wide`.
    fn narrow(wide: u128) -> Self;
}

impl Word for u64 {
    #[inline(always)]
    fn narrow(wide: u128) -> Self {
        wide as u64
    }
}

impl Word for u128 {
    #[inline(always)]
    fn narrow(wide: u128) -> Self {
        wide
    }
}

/// The geometry of a board; all of it is known at compile time. Sealed: every layout is a [`Grid`], which checks that steps stay on the board.
pub trait Layout: Copy + Eq + Hash + Debug + Send + Sync + Sealed + 'static {
    /// The bitboard.
    type Word: Word;
    /// Files, and ranks.
    const SIZE: u32;
    /// Bits from a square to the one two ranks above it: odd, and above [`Self::SIZE`].
    const PERIOD: u32;
    /// Whether the corner a1 is a playing square.
    const A1: bool;

    /// Bits from a square to its upper right neighbour.
    const UP_RIGHT: u32 = Self::PERIOD.div_ceil(2);
    /// Bits from a square to its upper left neighbour.
    const UP_LEFT: u32 = Self::PERIOD / 2;
    /// All playing squares.
    const BOARD: u128 = ranks(Self::SIZE, Self::PERIOD, 0, Self::SIZE);
    /// The rank on which a white man is crowned.
    const TOP: u128 = ranks(Self::SIZE, Self::PERIOD, Self::SIZE - 1, Self::SIZE);
    /// The rank on which a black man is crowned.
    const BOTTOM: u128 = ranks(Self::SIZE, Self::PERIOD, 0, 1);

    /// The bit of the square on `file` and `rank`, both from 0 = a, 1; `None` when that is no playing square.
    ///
    /// # Example
    /// ```
    /// use plywood_checkers::layout::{Eight, EightMirrored, Layout};
    /// assert_eq!(Eight::bit(0, 0), Some(0)); // a1
    /// assert_eq!(Eight::bit(1, 0), None);
    /// assert_eq!(EightMirrored::bit(7, 0), Some(0)); // h1
    /// ```
    #[inline]
    fn bit(file: u32, rank: u32) -> Option<u32> {
        let on_board = file < Self::SIZE && rank < Self::SIZE;
        let file = if Self::A1 || !on_board { file } else { Self::SIZE - 1 - file };
        (on_board && (file + rank).is_multiple_of(2)).then(|| (file + rank * Self::PERIOD) / 2)
    }

    /// File and rank of `bit`, both from 0 = a, 1; `None` for a ghost.
    #[inline]
    fn file_rank(bit: u32) -> Option<(u32, u32)> {
        if bit >= 128 || Self::BOARD >> bit & 1 == 0 {
            return None;
        }
        let rank = 2 * bit / Self::PERIOD;
        let file = 2 * bit - rank * Self::PERIOD;
        Some((if Self::A1 { file } else { Self::SIZE - 1 - file }, rank))
    }

    /// The playing squares of the ranks `first..last`, from 0.
    #[inline]
    fn ranks(first: u32, last: u32) -> Self::Word {
        Self::Word::narrow(ranks(Self::SIZE, Self::PERIOD, first, last))
    }

    /// The rank on which the men of White, or of Black, are crowned.
    #[inline(always)]
    fn crown_row(white: bool) -> Self::Word {
        Self::Word::narrow(if white { Self::TOP } else { Self::BOTTOM })
    }

    /// All playing squares.
    #[inline(always)]
    fn board() -> Self::Word {
        Self::Word::narrow(Self::BOARD)
    }
}

const fn ranks(size: u32, period: u32, first: u32, last: u32) -> u128 {
    let mut set = 0;
    let mut rank = first;
    while rank < last {
        let mut file = rank % 2;
        while file < size {
            set |= 1 << ((file + rank * period) / 2);
            file += 2;
        }
        rank += 1;
    }
    set
}

/// A square board: `SIZE` files and ranks, a period of `PERIOD`, and whether a1 is a playing square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid<W, const SIZE: u32, const PERIOD: u32, const A1: bool>(PhantomData<W>);

impl<W, const SIZE: u32, const PERIOD: u32, const A1: bool> Sealed for Grid<W, SIZE, PERIOD, A1> {}

impl<W: Word, const SIZE: u32, const PERIOD: u32, const A1: bool> Layout for Grid<W, SIZE, PERIOD, A1> {
    type Word = W;
    const SIZE: u32 = {
        assert!(SIZE.is_multiple_of(2) && PERIOD % 2 == 1 && PERIOD > SIZE);
        assert!((SIZE - 1) * (PERIOD + 1) / 2 < W::WIDTH);
        SIZE
    };
    const PERIOD: u32 = PERIOD;
    const A1: bool = A1;
}

/// 6x6.
pub type Six = Grid<u64, 6, 7, true>;
/// 8x8.
pub type Eight = Grid<u64, 8, 9, true>;
/// 8x8 with the other colour of squares: Italian and Spanish draughts.
pub type EightMirrored = Grid<u64, 8, 9, false>;
/// 10x10.
pub type Ten = Grid<u64, 10, 11, true>;
/// 10x10 with two more ghosts between ranks, so that steps along ranks and files can't leave the
/// board unseen either: Frisian draughts. It fills a `u64` to the last bit.
pub type TenWide = Grid<u64, 10, 13, true>;
/// 12x12.
pub type Twelve = Grid<u128, 12, 13, true>;

#[cfg(test)]
mod tests {
    use super::*;

    fn bits_and_squares_agree<L: Layout>() {
        let mut board = 0;
        for rank in 0..L::SIZE {
            for file in 0..L::SIZE {
                let playable = ((file + rank) % 2 == 0) == L::A1;
                assert_eq!(L::bit(file, rank).is_some(), playable);
                if let Some(bit) = L::bit(file, rank) {
                    assert_eq!(L::file_rank(bit), Some((file, rank)));
                    board |= 1 << bit;
                }
            }
        }
        assert_eq!(board, L::BOARD);
        assert!((0..200).filter(|&bit| L::file_rank(bit).is_some()).count() as u32 == L::SIZE * L::SIZE / 2);
        assert_eq!(L::bit(L::SIZE, 0), None);
        assert_eq!(L::bit(u32::MAX, u32::MAX), None);
    }

    #[test]
    fn every_playing_square_has_its_own_bit() {
        bits_and_squares_agree::<Six>();
        bits_and_squares_agree::<Eight>();
        bits_and_squares_agree::<EightMirrored>();
        bits_and_squares_agree::<Ten>();
        bits_and_squares_agree::<TenWide>();
        bits_and_squares_agree::<Twelve>();
    }

    /// A shift by `bits` leads from each square to the square `files` and `ranks` away, or to no square.
    fn steps_stay_on_the_board<L: Layout>(files: i32, ranks: i32, bits: i32) {
        for bit in L::Word::narrow(L::BOARD).squares() {
            let (file, rank) = L::file_rank(bit).unwrap();
            let files = if L::A1 { files } else { -files };
            let target = u32::try_from(file as i32 + files).ok().zip(u32::try_from(rank as i32 + ranks).ok());
            let landed = u32::try_from(bit as i32 + bits).ok().and_then(L::file_rank);
            assert_eq!(landed, target.and_then(|(f, r)| L::bit(f, r)).and_then(L::file_rank), "bit {bit}");
        }
    }

    fn diagonals_need_no_mask<L: Layout>() {
        let (right, left) = (L::UP_RIGHT as i32, L::UP_LEFT as i32);
        for (files, ranks, bits) in [(1, 1, right), (-1, 1, left), (1, -1, -left), (-1, -1, -right)] {
            steps_stay_on_the_board::<L>(files, ranks, bits);
        }
    }

    #[test]
    fn no_step_wraps_around_an_edge() {
        diagonals_need_no_mask::<Six>();
        diagonals_need_no_mask::<Eight>();
        diagonals_need_no_mask::<EightMirrored>();
        diagonals_need_no_mask::<Ten>();
        diagonals_need_no_mask::<TenWide>();
        diagonals_need_no_mask::<Twelve>();
        for (files, ranks, bits) in [(2, 0, 1), (-2, 0, -1), (0, 2, 13), (0, -2, -13)] {
            steps_stay_on_the_board::<TenWide>(files, ranks, bits);
        }
    }
}
