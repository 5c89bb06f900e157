//! Machine words as sets of squares.
//!
//! A bitboard here is a plain `u64` or `u128`; which square a bit stands for is the business of the
//! game that owns the word. This room offers what the games would otherwise each write: the trait
//! [`Bitboard`] for code that is generic over the width, and the iterator [`Squares`].
//! It knows no board and no edge.

use crate::sealed::Sealed;
use core::fmt::{Debug, LowerHex};
use core::hash::Hash;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A machine word used as a set of squares; implemented for `u64` and `u128`, and sealed.
///
/// # Example
/// ```
/// use plywood_core::Bitboard;
/// let set = u64::bit(3) | u64::bit(40);
/// assert_eq!(set.size(), 2);
/// assert_eq!(set.squares().collect::<Vec<_>>(), [3, 40]);
/// assert!(set.has(40) && !set.has(4));
/// ```
pub trait Bitboard:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + LowerHex
    + Default
    + Send
    + Sync
    + 'static
    + Sealed
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Bits in the word: 64 or 128.
    const WIDTH: u32;
    /// The empty set.
    const EMPTY: Self;

    /// The set that holds `square` alone; `square` counts from 0 and wraps at [`Self::WIDTH`].
    fn bit(square: u32) -> Self;
    /// How many squares the set holds.
    fn size(self) -> u32;
    /// The lowest square of the set; [`Self::WIDTH`] when it is empty.
    fn lowest(self) -> u32;
    /// The set without its lowest square; the empty set stays empty.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// The word widened to 128 bits.
    fn widen(self) -> u128;

    /// Whether the set holds no square.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the set holds at least one square.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::EMPTY
    }

    /// Whether the set holds `square`.
    #[inline(always)]
    fn has(self, square: u32) -> bool {
        (self & Self::bit(square)).any()
    }

    /// The squares of the set, lowest first.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

macro_rules! bitboard {
    ($word:ty) => {
        impl Bitboard for $word {
            const WIDTH: u32 = <$word>::BITS;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn bit(square: u32) -> Self {
                (1 as $word).wrapping_shl(square)
            }
            #[inline(always)]
            fn size(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn widen(self) -> u128 {
                self as u128
            }
        }
    };
}
bitboard!(u64);
bitboard!(u128);

/// Iterates over the squares of a set, lowest first. Made by [`Bitboard::squares`].
#[derive(Clone, Copy, Debug)]
pub struct Squares<B>(B);

impl<B: Bitboard> Iterator for Squares<B> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.size() as usize;
        (left, Some(left))
    }
}

impl<B: Bitboard> ExactSizeIterator for Squares<B> {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn squares_rebuild_the_set(word: u128) {
            let back = word.squares().fold(0u128, |set, s| set | u128::bit(s));
            prop_assert_eq!(back, word);
            prop_assert_eq!(word.squares().len() as u32, word.size());
            let low = word as u64;
            prop_assert_eq!(low.squares().collect::<Vec<_>>(), low.widen().squares().collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_empty_set_has_no_lowest_square() {
        assert_eq!(0u64.lowest(), 64);
        assert_eq!(0u128.lowest(), 128);
        assert_eq!(0u64.without_lowest(), 0);
    }
}
