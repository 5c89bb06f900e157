//! A table of counts that all threads of a perft share, without locks and without unsafe code.
//!
//! An entry is three relaxed atomic words: both halves of the 128-bit key, each xor the count, and the
//! count. A reader that meets the words of two writers finds that the halves do not fit and takes it
//! for a miss (Hyatt and Mann, "A lock-less transposition table implementation", 2002). The whole key
//! is compared, of which the entries of a bucket share a few bits: with 10^12 look-ups of five entries in a table of 2^21
//! buckets the chance of one false match is about 5 * 10^12 / 2^107, below 10^-18.
//!
//! Five entries fill one 128-byte bucket, the pair of cache lines that today's machines fetch together. The entry
//! with the smallest count gives way: the count is exactly the work that would be lost.

use crate::rng::SplitMix64;
use crate::zobrist::{Key, Zobrist};
use alloc::boxed::Box;
use alloc::vec::Vec;
#[cfg(not(all(loom, test)))]
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
#[cfg(all(loom, test))]
use loom::sync::atomic::{AtomicU64, Ordering::Relaxed};
use thiserror::Error;

/// The model of threads has one, on which they meet at once.
const ENTRIES: usize = if cfg!(all(loom, test)) { 1 } else { 5 };
const WORDS: usize = 3;

#[derive(Default)]
#[repr(align(128))]
struct Bucket([[AtomicU64; WORDS]; ENTRIES]);

#[cfg(not(all(loom, test)))]
const _: () = assert!(size_of::<Bucket>() == 128);

/// The table could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("cannot reserve {bytes} bytes for the table")]
#[non_exhaustive]
pub struct TableError {
    /// The size that was asked for.
    pub bytes: usize,
}

/// Counts of subtrees by key, in bounded memory.
///
/// # Example
/// ```
/// use plywood_core::perft::Table;
/// let table = Table::new(1 << 20, 1)?;
/// table.put(12345, 3, 678);
/// assert_eq!(table.get(12345, 3), Some(678));
/// assert_eq!(table.get(12345, 4), None);
/// # Ok::<(), plywood_core::perft::TableError>(())
/// ```
pub struct Table {
    buckets: Vec<Bucket>,
    zobrist: Box<Zobrist>,
}

impl Table {
    /// A table of at most `bytes` (but one bucket of 128), with keys made from `seed`. To repeat a count with
    /// other keys is the test that no two positions shared one.
    ///
    /// # Errors
    /// When the memory cannot be reserved.
    pub fn new(bytes: usize, seed: u64) -> Result<Self, TableError> {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let buckets = plywood_pages::filled(count).map_err(|_| TableError { bytes })?;
        Ok(Self { buckets, zobrist: Box::new(Zobrist::new(seed)) })
    }

    /// The keys of this table.
    pub fn zobrist(&self) -> &Zobrist {
        &self.zobrist
    }

    /// The count stored for `key` under `salt` (depth, mode, game), if it is still there.
    #[inline]
    pub fn get(&self, key: Key, salt: u64) -> Option<u64> {
        let (high, low) = halves(key, salt);
        self.bucket(low).0.iter().find_map(|entry| {
            let count = entry[2].load(Relaxed);
            (entry[0].load(Relaxed) ^ count == high && entry[1].load(Relaxed) ^ count == low).then_some(count)
        })
    }

    /// Stores a count; another may be lost for it.
    #[inline]
    pub fn put(&self, key: Key, salt: u64, count: u64) {
        let (high, low) = halves(key, salt);
        let entries = &self.bucket(low).0;
        let Some(entry) = entries.iter().min_by_key(|entry| entry[2].load(Relaxed)) else {
            return;
        };
        entry[0].store(high ^ count, Relaxed);
        entry[1].store(low ^ count, Relaxed);
        entry[2].store(count, Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, low: u64) -> &Bucket {
        let index = (u128::from(low) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

impl core::fmt::Debug for Table {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Table").field("buckets", &self.buckets.len()).finish_non_exhaustive()
    }
}

/// The key with the salt mixed into both halves, so that one position at two depths shares neither.
#[inline(always)]
fn halves(key: Key, salt: u64) -> (u64, u64) {
    let mut mixed = SplitMix64::new(salt);
    ((key >> 64) as u64 ^ mixed.next_u64(), key as u64 ^ mixed.next_u64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_counts_stay() {
        let table = Table::new(0, 1).unwrap();
        for key in 0..100u128 {
            table.put(key << 64 | key, 0, if key < 4 { 1000 } else { 1 });
        }
        for key in 0..4u128 {
            assert_eq!(table.get(key << 64 | key, 0), Some(1000));
        }
    }

    #[test]
    fn both_halves_of_the_key_and_the_salt_count() {
        let table = Table::new(1 << 16, 1).unwrap();
        table.put(5 << 64 | 9, 2, 77);
        assert_eq!(table.get(5 << 64 | 9, 2), Some(77));
        for (key, salt) in [(4 << 64 | 9, 2), (5 << 64 | 8, 2), (5 << 64 | 9, 3)] {
            assert_eq!(table.get(key, salt), None);
        }
    }

    #[test]
    fn every_bit_of_the_key_counts() {
        let table = Table::new(1 << 10, 1).unwrap();
        for salt in 0..20 {
            table.put(0, salt, 77);
            (0..128).for_each(|bit| assert_eq!(table.get(1 << bit, salt), None, "{bit}"));
        }
    }

    #[test]
    fn an_absurd_size_is_an_error() {
        assert!(Table::new(usize::MAX, 1).is_err());
    }

    #[test]
    fn a_table_has_the_size_that_was_asked_for_and_uses_all_of_it() {
        assert_eq!(Table::new(127, 1).unwrap().buckets.len(), 1);
        let table = Table::new(1 << 16, 1).unwrap();
        assert_eq!(table.buckets.len(), 1 << 9);
        let mut random = SplitMix64::new(1);
        let keys: Vec<Key> =
            (0..1000).map(|_| Key::from(random.next_u64()) << 64 | Key::from(random.next_u64())).collect();
        keys.iter().for_each(|&key| table.put(key, 5, 9));
        // With two entries a bucket hardly any needs six.
        assert!(keys.iter().filter(|&&key| table.get(key, 5) == Some(9)).count() > 970);
    }
}

/// Two writers and a reader in every order that the memory model allows.
#[cfg(all(test, loom))]
mod model {
    use super::*;
    use loom::sync::Arc;
    use loom::thread;

    /// Two threads write what they are given, a third one (a thread of its own: as the first thread it would hardly ever meet them)
    /// reads under the first key.
    fn read_while_written(written: [(Key, u64); 2]) {
        let zobrist = Zobrist::new(1);

        let mut model = loom::model::Builder::new();
        // All orders in which threads are interrupted so often at most; without a bound there are millions.
        model.preemption_bound = Some(3);
        model.check(move || {
            let buckets = alloc::vec![Bucket::default()];
            let table = Arc::new(Table { buckets, zobrist: Box::new(zobrist.clone()) });
            let writers = written.map(|(key, count)| {
                let table = Arc::clone(&table);
                thread::spawn(move || table.put(key, 0, count))
            });
            let reader = thread::spawn(move || {
                let key = written[0].0;
                let found = table.get(key, 0);
                assert!(found.is_none_or(|found| written.contains(&(key, found))), "{found:?} under {key}");
            });
            writers.into_iter().chain([reader]).for_each(|thread| thread.join().unwrap());
        });
    }

    #[test]
    fn model_of_two_positions_in_one_entry() {
        read_while_written([(0x1234 << 64 | 9, 77), (0xf00d << 64 | 5, 4_000_000)]);
    }

    #[test]
    fn model_of_two_positions_that_share_half_a_key() {
        read_while_written([(0x1234 << 64 | 9, 77), (0x1234 << 64 | 5, 4_000_000)]);
    }
}
