//! A square of the board: a1 = 0, h1 = 7, h8 = 63, as in the reference's histories.
//!
//! "No square" is always `Option<Square>`, never a number: a1 is as good a square as any other.

#[cfg(feature = "std")]
use crate::rays::{FILE_A, FILE_H};
use core::fmt;
use plywood_core::Bitboard;

/// One of the 64 squares. `Display` gives its algebraic name.
///
/// # Example
/// ```
/// use plywood_rbc::Square;
/// assert_eq!(Square::parse("a1"), Square::new(0));
/// assert_eq!(Square::new(63).unwrap().to_string(), "h8");
/// assert_eq!(Square::new(64), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this number, 0 to 63.
    pub const fn new(number: u8) -> Option<Self> {
        if number < 64 { Some(Self(number)) } else { None }
    }

    /// The square of a bit of a word.
    #[inline(always)]
    pub(crate) const fn of_bit(bit: u32) -> Self {
        Self((bit & 63) as u8)
    }

    /// The lowest square of a set.
    pub(crate) const fn lowest(set: u64) -> Option<Self> {
        if set == 0 { None } else { Some(Self::of_bit(set.trailing_zeros())) }
    }

    /// The squares of a set in order of their names: a1, a2, ... h8.
    pub(crate) fn by_name(set: u64) -> impl Iterator<Item = Self> {
        transpose(set).squares().map(|bit| Self::of_bit((bit & 7) << 3 | bit >> 3))
    }

    /// The square called `name`, such as `e4`.
    pub fn parse(name: &str) -> Option<Self> {
        let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = name.as_bytes() else {
            return None;
        };
        Some(Self((rank - b'1') * 8 + (file - b'a')))
    }

    /// Its number, 0 to 63.
    #[inline(always)]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its file, 0 (a) to 7 (h).
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Its rank, 0 (the first) to 7 (the eighth).
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The squares of the 3x3 window around it, clipped to the board.
    #[cfg(feature = "std")]
    pub(crate) const fn window(self) -> u64 {
        let set = self.set();
        let row = set | (set & !FILE_A) >> 1 | (set & !FILE_H) << 1;
        row | row << 8 | row >> 8
    }

    /// The set that holds this square alone.
    #[inline(always)]
    pub(crate) const fn set(self) -> u64 {
        1 << self.0
    }
}

/// Files and ranks exchanged, by swaps of blocks that halve in size (Warren, "Hacker's Delight", 7-3).
const fn transpose(set: u64) -> u64 {
    const fn swap(set: u64, mask: u64, by: u32) -> u64 {
        let changed = (set ^ set >> by) & mask;
        set ^ changed ^ changed << by
    }
    let set = swap(set, 0x00aa_00aa_00aa_00aa, 7);
    let set = swap(set, 0x0000_cccc_0000_cccc, 14);
    swap(set, 0x0000_0000_f0f0_f0f0, 28)
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
