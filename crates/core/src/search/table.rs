//! The transposition table that all threads of a search share, without locks and without unsafe code.
//!
//! An entry is two relaxed atomic words, the key xor the data and the data: words of two writers do not fit
//! together and read as a miss (Hyatt and Mann, "A lock-less transposition table implementation", 2002). Four
//! entries fill a cache line. Moves are kept as their place in generation order, which depends on the position alone, so
//! that a move of any size takes 16 bits.

use super::score::{Bound, Score, from_table, to_table};
use alloc::vec::Vec;
#[cfg(not(all(loom, test)))]
use core::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
#[cfg(all(loom, test))]
use loom::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use thiserror::Error;

/// The model of threads has one, on which they meet at once.
const ENTRIES: usize = if cfg!(all(loom, test)) { 1 } else { 4 };

#[derive(Default)]
#[repr(align(64))]
struct Line([[AtomicU64; 2]; ENTRIES]);

#[cfg(not(all(loom, test)))]
const _: () = assert!(size_of::<Line>() == 64);

/// The table could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("cannot reserve {megabytes} MB for the table")]
#[non_exhaustive]
pub struct TableError {
    /// The size that was asked for.
    pub megabytes: usize,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) score: Score,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// The best move, as its place in generation order.
    pub(crate) index: Option<u16>,
}

/// Six bits tell the ages apart; older entries give way first.
const AGES: u8 = 64;
/// An entry loses this much depth with every search since it was written.
const AGE_COST: i32 = 4;
const NO_MOVE: u16 = u16::MAX;

/// A transposition table; any size, shared by reference.
pub struct TranspositionTable {
    lines: Vec<Line>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// A table of `megabytes` (one line when 0).
    ///
    /// # Errors
    /// When the memory cannot be reserved.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let bytes = megabytes.checked_mul(1 << 20).ok_or(TableError { megabytes })?;
        Self::with_lines((bytes / size_of::<Line>()).max(1)).ok_or(TableError { megabytes })
    }

    /// A table of so many lines of four entries: tiny ones overflow all the time, which tests want.
    pub fn with_lines(count: usize) -> Option<Self> {
        let lines = plywood_pages::filled(count.max(1)).ok()?;
        Some(Self { lines, age: AtomicU8::new(0) })
    }

    /// Forgets everything. With the feature `parallel` all cores share the work.
    pub fn clear(&self) {
        let clear = |line: &Line| {
            for word in line.0.iter().flatten() {
                word.store(0, Relaxed);
            }
        };
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            self.lines.par_iter().for_each(clear);
        }
        #[cfg(not(feature = "parallel"))]
        self.lines.iter().for_each(clear);
        self.age.store(0, Relaxed);
    }

    /// Starts a new search: what is there grows older by one.
    pub(crate) fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    #[inline(always)]
    fn line(&self, key: u64) -> &Line {
        let index = (u128::from(key) * self.lines.len() as u128) >> 64;
        &self.lines[index as usize]
    }

    /// Starts to bring nearer what is known under `key`.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        plywood_pages::prefetch(self.line(key));
    }

    #[inline(always)]
    pub(crate) fn get(&self, key: u64, ply: u32) -> Option<Entry> {
        self.line(key).0.iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (check.load(Relaxed) ^ data == key && data != 0).then(|| unpack(data, ply))
        })
    }

    #[inline(always)]
    pub(crate) fn put(&self, key: u64, ply: u32, entry: Entry) {
        let age = self.age.load(Relaxed);
        let mut entry = entry;
        let mut worst = (i32::MAX, 0);
        let line = self.line(key);
        for (i, [check, data]) in line.0.iter().enumerate() {
            let old = data.load(Relaxed);
            if check.load(Relaxed) ^ old == key && old != 0 {
                // A bound without a move keeps the move that was known.
                entry.index = entry.index.or(unpack(old, 0).index);
                worst = (i32::MIN, i);
                break;
            }
            let worth = if old == 0 { i32::MIN } else { worth(old, age) };
            if worth < worst.0 {
                worst = (worth, i);
            }
        }
        let data = pack(&entry, ply, age);
        let [check_word, data_word] = &line.0[worst.1];
        check_word.store(key ^ data, Relaxed);
        data_word.store(data, Relaxed);
    }

    /// How full the table is, in thousandths, from its first lines.
    pub fn permille_full(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = &self.lines[..self.lines.len().min(250)];
        let used = sample.iter().flat_map(|line| &line.0).filter(|[_, data]| {
            let data = data.load(Relaxed);
            data != 0 && age_of(data) == age
        });
        (used.count() * 1000 / (sample.len() * ENTRIES)) as u32
    }
}

impl core::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("TranspositionTable").field("lines", &self.lines.len()).finish_non_exhaustive()
    }
}

// The data word, from the low end: score 32, move 16, depth 8, bound 2 (1 to 3, so that no entry is zero), age 6.

fn pack(entry: &Entry, ply: u32, age: u8) -> u64 {
    let score = to_table(entry.score, ply) as u32;
    let bound = entry.bound as u64 + 1;
    u64::from(score)
        | u64::from(entry.index.unwrap_or(NO_MOVE)) << 32
        | u64::from(entry.depth) << 48
        | bound << 56
        | u64::from(age) << 58
}

#[inline(always)]
fn unpack(data: u64, ply: u32) -> Entry {
    let index = (data >> 32) as u16;
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        _ => Bound::Exact,
    };
    Entry {
        score: from_table(data as u32 as Score, ply),
        depth: (data >> 48) as u8,
        bound,
        index: (index != NO_MOVE).then_some(index),
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

/// Depth less age: the least worthy entry gives way.
fn worth(data: u64, age: u8) -> i32 {
    let years = (age + AGES - age_of(data)) % AGES;
    i32::from((data >> 48) as u8) - AGE_COST * i32::from(years)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::win_in;
    use proptest::prelude::*;

    fn entry() -> impl Strategy<Value = Entry> {
        let bound = prop_oneof![Just(Bound::Upper), Just(Bound::Lower), Just(Bound::Exact)];
        (-1_000_000..1_000_000i32, any::<u8>(), bound, proptest::option::of(0..5000u16))
            .prop_map(|(score, depth, bound, index)| Entry { score, depth, bound, index })
    }

    proptest! {
        #[test]
        fn an_entry_comes_back_as_it_was(key: u64, entry in entry(), ply in 0..100u32) {
            let table = TranspositionTable::with_lines(3).unwrap();
            table.put(key, ply, entry);
            prop_assert_eq!(table.get(key, ply), Some(entry));
            prop_assert_eq!(table.get(key ^ 1, ply), None);
        }
    }

    #[test]
    fn wins_are_kept_from_the_node() {
        let table = TranspositionTable::with_lines(1).unwrap();
        table.put(7, 4, Entry { score: win_in(9), depth: 1, bound: Bound::Exact, index: None });
        assert_eq!(table.get(7, 2).unwrap().score, win_in(7));
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let table = TranspositionTable::with_lines(1).unwrap();
        let put = |key, depth| table.put(key, 0, Entry { score: 0, depth, bound: Bound::Exact, index: None });
        put(1, 20);
        (2..50).for_each(|key| put(key, 3));
        assert!(table.get(1, 0).is_some());
        (0..10).for_each(|_| table.new_search());
        (50..60).for_each(|key| put(key, 3));
        assert!(table.get(1, 0).is_none());
    }

    #[test]
    fn a_bound_without_a_move_keeps_the_move_and_takes_no_second_place() {
        let table = TranspositionTable::with_lines(1).unwrap();
        let put = |key, depth, index| table.put(key, 0, Entry { score: 9, depth, bound: Bound::Lower, index });
        put(1, 5, Some(3));
        put(1, 6, None);
        assert_eq!(table.get(1, 0), Some(Entry { score: 9, depth: 6, bound: Bound::Lower, index: Some(3) }));
        (2..=4).for_each(|key| put(key, 9, None));
        (1..=4).for_each(|key| assert!(table.get(key, 0).is_some(), "{key}"));
    }

    #[test]
    fn the_least_deep_gives_way() {
        let table = TranspositionTable::with_lines(1).unwrap();
        let put = |key, depth| table.put(key, 0, Entry { score: 9, depth, bound: Bound::Lower, index: None });
        for (key, depth) in [(1, 7), (2, 4), (3, 5), (4, 6), (5, 8)] {
            put(key, depth);
        }
        assert_eq!([1, 2, 3, 4, 5].map(|key| table.get(key, 0).is_some()), [true, false, true, true, true]);
        // Two searches later the old ones have lost eight.
        (0..2).for_each(|_| table.new_search());
        put(6, 1);
        put(7, 1);
        assert_eq!([1, 3, 4, 5, 6, 7].map(|key| table.get(key, 0).is_some()), [true, false, false, true, true, true]);
    }

    #[test]
    fn ages_go_round() {
        let table = TranspositionTable::with_lines(1).unwrap();
        let put = |key, depth| table.put(key, 0, Entry { score: 9, depth, bound: Bound::Lower, index: None });
        (0..63).for_each(|_| table.new_search());
        (1..=4).for_each(|key| put(key, 9));
        table.new_search();
        put(5, 4);
        // One search makes four of nine: what is new is not taken for old, nor the old for sixty-three searches old.
        put(6, 6);
        assert_eq!((1..=6).filter(|&key| table.get(key, 0).is_some()).count(), 4);
        assert_eq!([5, 6].map(|key| table.get(key, 0).is_some()), [false, true]);
        put(7, 1);
        assert_eq!([6, 7].map(|key| table.get(key, 0).is_some()), [true, true], "nine less four gives way before six");
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let table = TranspositionTable::with_lines(500).unwrap();
        let keys: Vec<u64> = (0..2000u64).map(|n| crate::rng::SplitMix64::new(n).next_u64()).collect();
        table.new_search();
        assert_eq!(table.permille_full(), 0);
        for &key in &keys {
            table.put(key, 0, Entry { score: 9, depth: 1, bound: Bound::Lower, index: None });
        }
        // Of 2000 places 2000 random keys find about four fifths: that many lines are overfull.
        assert!((700..=900).contains(&table.permille_full()), "{}", table.permille_full());
        let kept = keys.iter().filter(|&&key| table.get(key, 0).is_some()).count();
        assert!((1400..=1800).contains(&kept), "{kept}");
        table.new_search();
        assert_eq!(table.permille_full(), 0, "what earlier searches left does not count");
        table.clear();
        assert!(keys.iter().all(|&key| table.get(key, 0).is_none()));
    }

    #[test]
    fn a_table_has_the_size_that_was_asked_for() {
        assert_eq!(TranspositionTable::new(0).unwrap().lines.len(), 1);
        assert_eq!(TranspositionTable::new(3).unwrap().lines.len(), 3 << 14);
        assert_eq!(TranspositionTable::new(usize::MAX).unwrap_err(), TableError { megabytes: usize::MAX });
    }

    /// Threads write and read the same few lines as fast as they can. Whatever is read under a key must be what some thread wrote under
    /// it: an entry is a function of its key here, so that a mixture of two entries shows.
    #[test]
    fn what_is_read_was_written_whole() {
        let table = TranspositionTable::with_lines(3).unwrap();
        let written = |key: u64| Entry {
            score: (key >> 20) as Score % 1_000_000,
            depth: (key >> 3) as u8,
            bound: [Bound::Upper, Bound::Lower, Bound::Exact][(key % 3) as usize],
            index: Some((key >> 40) as u16 & 0x3fff),
        };
        // Few keys that differ in every part, so that threads meet on them.
        let keys: Vec<u64> = (0..64u64).map(|i| crate::rng::SplitMix64::new(i).next_u64()).collect();
        let hits: u64 = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4u64)
                .map(|seed| {
                    let (table, keys) = (&table, &keys);
                    scope.spawn(move || {
                        let mut random = crate::rng::SplitMix64::new(seed);
                        let mut hits = 0;
                        for _ in 0..300_000 {
                            let key = keys[random.below(keys.len())];
                            if let Some(found) = table.get(key, 0) {
                                assert_eq!(found, written(key));
                                hits += 1;
                            }
                            let key = keys[random.below(keys.len())];
                            table.put(key, 0, written(key));
                        }
                        hits
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert!(hits > 1000, "{hits} hits");
    }
}

/// The same for two writers and a reader in every order that the memory model allows, and not only in those that this processor makes.
#[cfg(all(test, loom))]
mod model {
    use super::*;
    use loom::sync::Arc;
    use loom::thread;

    const ENTRY: Entry = Entry { score: 5, depth: 3, bound: Bound::Exact, index: Some(7) };
    const OTHER: Entry = Entry { score: -900, depth: 12, bound: Bound::Lower, index: Some(300) };

    /// Two threads write what they are given, a third one (a thread of its own: as the first thread it would hardly ever meet them)
    /// reads under the first key.
    fn read_while_written(written: [(u64, Entry); 2]) {
        let mut model = loom::model::Builder::new();
        // All orders in which threads are interrupted so often at most; without a bound there are millions.
        model.preemption_bound = Some(3);
        model.check(move || {
            let table = Arc::new(TranspositionTable::with_lines(1).unwrap());
            let writers = written.map(|(key, entry)| {
                let table = Arc::clone(&table);
                thread::spawn(move || table.put(key, 0, entry))
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
        read_while_written([(0x1234, ENTRY), (0xf00d_0000_0000_0000, OTHER)]);
    }

    #[test]
    fn model_of_two_entries_of_one_position() {
        read_while_written([(0x1234, ENTRY), (0x1234, OTHER)]);
    }
}
