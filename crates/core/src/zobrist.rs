//! Zobrist keys (Zobrist 1970) for any game, made at compile time.
//!
//! A position shows its facts as a few bitboards, its *planes* ([`Position::planes`]); everything that
//! changes the legal moves is a bit in one of them, the side to move included. The key is the xor of
//! one random word for each bit that is set. The incremental key of [`Keyed`] is the old key with the
//! words of the bits that *differ* between parent and child: no game has any hashing code, and there
//! is only one place, [`Keyed::play`], in which a key can change.
//!
//! Keys have 128 bits: hashed perft uses all of them, a search may take the low half.

use crate::bits::Bitboard;
use crate::position::Position;
use crate::rng::SplitMix64;
use crate::sealed::Sealed;

/// A Zobrist key. The low 64 bits are a good key by themselves.
pub type Key = u128;

/// Most planes that a position may have.
pub const MAX_PLANES: usize = 16;

/// Most squares that a plane may have.
pub const MAX_SQUARES: usize = 128;

/// The seed of the keys that are made at compile time.
pub const DEFAULT_SEED: u64 = 0x506c_7977_6f6f_6431; // "Plywood1"

static DEFAULT: Zobrist = Zobrist::new(DEFAULT_SEED);

/// A table with one random word for each bit of each plane.
///
/// # Example
/// ```
/// use plywood_core::Zobrist;
/// let keys = Zobrist::standard();
/// assert_eq!(keys.key(&[0b1u64, 0]) ^ keys.key(&[0u64, 0b1]), keys.key(&[0b1u64, 0b1]));
/// ```
#[derive(Clone)]
pub struct Zobrist {
    words: [[Key; MAX_SQUARES]; MAX_PLANES],
}

impl Zobrist {
    /// The table that `seed` gives; equal seeds give equal tables on every machine.
    pub const fn new(seed: u64) -> Self {
        let mut rng = SplitMix64::new(seed);
        let mut words = [[0; MAX_SQUARES]; MAX_PLANES];
        let mut plane = 0;
        while plane < MAX_PLANES {
            let mut square = 0;
            while square < MAX_SQUARES {
                words[plane][square] = (rng.next_u64() as Key) << 64 | rng.next_u64() as Key;
                square += 1;
            }
            plane += 1;
        }
        Self { words }
    }

    /// The table of [`DEFAULT_SEED`], made at compile time.
    pub fn standard() -> &'static Self {
        &DEFAULT
    }

    /// The key of these planes, from scratch.
    pub fn key<P: Planes>(&self, planes: &P) -> Key {
        planes.key(self)
    }

    #[inline(always)]
    fn plane<B: Bitboard>(&self, plane: usize, set: B) -> Key {
        let words = &self.words[plane % MAX_PLANES];
        set.squares().fold(0, |key, square| key ^ words[square as usize % MAX_SQUARES])
    }
}

impl core::fmt::Debug for Zobrist {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Zobrist").finish_non_exhaustive()
    }
}

/// The facts of a position as bitboards: an array of at most [`MAX_PLANES`] `u64` or `u128` words. Sealed.
pub trait Planes: Copy + Eq + Sealed {
    /// The key from scratch.
    fn key(&self, zobrist: &Zobrist) -> Key;
    /// The words of all bits in which `self` and `other` differ.
    fn difference(&self, other: &Self, zobrist: &Zobrist) -> Key;
}

impl<B: Bitboard, const N: usize> Planes for [B; N] {
    #[inline]
    fn key(&self, zobrist: &Zobrist) -> Key {
        const { assert!(N <= MAX_PLANES, "more planes than the Zobrist table has") };
        (0..N).fold(0, |key, i| key ^ zobrist.plane(i, self[i]))
    }

    #[inline(always)]
    fn difference(&self, other: &Self, zobrist: &Zobrist) -> Key {
        (0..N).fold(0, |key, i| key ^ zobrist.plane(i, self[i] ^ other[i]))
    }
}

/// A position together with its key. The two can't come apart: the fields are private and only
/// [`Keyed::new`] and [`Keyed::play`] make one.
#[derive(Clone, Debug)]
pub struct Keyed<P> {
    position: P,
    key: Key,
}

impl<P: Position> Keyed<P> {
    /// `position` with its key, computed from scratch.
    pub fn new(position: P, zobrist: &Zobrist) -> Self {
        let key = position.planes().key(zobrist);
        Self { position, key }
    }

    /// The position after `mv`, with its key updated. `zobrist` must be the table that made this key.
    #[inline(always)]
    #[must_use]
    pub fn play(&self, mv: &P::Move, zobrist: &Zobrist) -> Self {
        let position = self.position.play(mv);
        let key = self.key ^ self.position.planes().difference(&position.planes(), zobrist);
        Self { position, key }
    }

    /// The position.
    #[inline(always)]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Its key.
    #[inline(always)]
    pub fn key(&self) -> Key {
        self.key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn difference_leads_from_key_to_key(a: [u128; 5], b: [u128; 5]) {
            let z = Zobrist::standard();
            prop_assert_eq!(a.key(z) ^ a.difference(&b, z), b.key(z));
        }
    }

    #[test]
    fn all_words_and_all_their_halves_differ() {
        let z = Zobrist::standard();
        let words: alloc::vec::Vec<Key> = z.words.iter().flatten().copied().collect();
        let low: BTreeSet<u64> = words.iter().map(|&w| w as u64).collect();
        let high: BTreeSet<u64> = words.iter().map(|&w| (w >> 64) as u64).collect();
        assert_eq!((low.len(), high.len()), (words.len(), words.len()));
    }

    #[test]
    fn another_seed_gives_other_keys() {
        assert_ne!(Zobrist::new(1).key(&[1u64]), Zobrist::standard().key(&[1u64]));
    }
}
