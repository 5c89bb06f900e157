//! The words that hold a set of squares: `u128`, or `u64` on boards of at most 64 squares.
//!
//! Only what the shared [`Bitboard`] lacks and sliding moves need.

use plywood_core::Bitboard;

/// A word that can hold the squares of a board.
pub trait Set: Bitboard {
    /// The word with the low bits of `wide`.
    fn narrow(wide: u128) -> Self;

    /// Every square below the lowest of the set; all squares when it is empty.
    #[must_use]
    fn below_lowest(self) -> Self;

    /// Every square above the highest of the set; all squares when it is empty.
    #[must_use]
    fn above_highest(self) -> Self;
}

macro_rules! set {
    ($word:ty) => {
        impl Set for $word {
            #[inline(always)]
            fn narrow(wide: u128) -> Self {
                wide as Self
            }
            #[inline(always)]
            fn below_lowest(self) -> Self {
                !self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn above_highest(self) -> Self {
                Self::MAX.checked_shl(Self::BITS - self.leading_zeros()).unwrap_or(0)
            }
        }
    };
}
set!(u64);
set!(u128);

#[cfg(test)]
mod tests {
    use super::Set;

    #[test]
    fn the_ends_of_the_word_are_no_exception() {
        assert_eq!((0u64.below_lowest(), 0u64.above_highest()), (u64::MAX, u64::MAX));
        assert_eq!((1u64.below_lowest(), (1u64 << 63).above_highest()), (0, 0));
        assert_eq!((6u128.below_lowest(), 6u128.above_highest()), (1, u128::MAX << 3));
        assert_eq!(u64::narrow(u128::MAX), u64::MAX);
    }
}
