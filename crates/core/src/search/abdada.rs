//! Simplified ABDADA (Kerrigan 2018, after Weill 1996): threads search the same tree and put off moves that
//! another thread is already searching.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 12;
const WAYS: usize = 4;

/// The moves that are being searched, by all threads.
pub(crate) struct Busy {
    slots: Vec<[AtomicU64; WAYS]>,
}

impl Busy {
    pub(crate) fn new() -> Self {
        Self { slots: (0..SLOTS).map(|_| Default::default()).collect() }
    }

    /// With how many plies left, at least, a search to `depth` marks the moves of a node: the upper two thirds of the tree. Marks are memory
    /// that threads take from each other, and what is below is small.
    pub(crate) const fn least_depth(depth: i32) -> i32 {
        1 + depth / 3
    }

    /// A number for "this move from this position", never 0.
    pub(crate) fn mark(key: u64, index: u16) -> u64 {
        (key ^ (u64::from(index) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1
    }

    fn slot(&self, mark: u64) -> &[AtomicU64; WAYS] {
        &self.slots[(mark >> 40) as usize % SLOTS]
    }

    pub(crate) fn holds(&self, mark: u64) -> bool {
        self.slot(mark).iter().any(|way| way.load(Relaxed) == mark)
    }

    pub(crate) fn enter(&self, mark: u64) {
        let slot = self.slot(mark);
        let free = slot.iter().find(|way| way.load(Relaxed) == 0);
        // A full slot loses a mark: work may be done twice, nothing else.
        free.unwrap_or(&slot[0]).store(mark, Relaxed);
    }

    pub(crate) fn leave(&self, mark: u64) {
        for way in self.slot(mark) {
            if way.load(Relaxed) == mark {
                way.store(0, Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_held_from_enter_to_leave() {
        let busy = Busy::new();
        let (mark, other) = (Busy::mark(7, 0), Busy::mark(7, 1));
        assert!(!busy.holds(mark));
        busy.enter(mark);
        assert!(busy.holds(mark) && !busy.holds(other));
        busy.enter(other);
        busy.leave(mark);
        assert!(!busy.holds(mark) && busy.holds(other));
    }

    /// Without marks every thread searches everything, which no result shows.
    #[test]
    fn the_upper_two_thirds_of_a_tree_are_marked() {
        assert_eq!([1, 2, 3, 8, 30].map(Busy::least_depth), [1, 1, 2, 3, 11]);
    }

    #[test]
    fn a_full_slot_holds_as_many_marks_as_it_has_ways() {
        let busy = Busy::new();
        // Marks that differ in their low bits alone share a slot.
        let marks: Vec<u64> = (0..=WAYS as u64).map(|n| 2 * n + 1).collect();
        marks.iter().for_each(|&mark| busy.enter(mark));
        assert_eq!(marks.iter().filter(|&&mark| busy.holds(mark)).count(), WAYS);
        marks.iter().for_each(|&mark| busy.leave(mark));
        assert!(marks.iter().all(|&mark| !busy.holds(mark)));
    }

    #[test]
    fn marks_of_other_positions_and_moves_differ_and_none_is_0() {
        let marks = (0..1000u64).flat_map(|key| (0..50).map(move |index| Busy::mark(key << 20, index)));
        let mut marks: Vec<u64> = marks.collect();
        marks.sort_unstable();
        assert!(marks[0] > 0);
        assert_ne!(Busy::mark(0x9e37_79b9_7f4a_7c15 ^ 1, 0), 0);
        assert!(marks.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn slots_are_used_evenly() {
        let busy = Busy::new();
        let mut random = crate::rng::SplitMix64::new(1);
        let marks: Vec<u64> = (0..SLOTS / 2).map(|_| Busy::mark(random.next_u64(), 3)).collect();
        marks.iter().for_each(|&mark| busy.enter(mark));
        // With half a mark a slot hardly any has more than four.
        assert!(marks.iter().filter(|&&mark| busy.holds(mark)).count() > marks.len() - 20);
    }
}
