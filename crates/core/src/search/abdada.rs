//! Simplified ABDADA (Kerrigan 2018, after Weill 1996): threads search the same tree and put off moves that
//! another thread is already searching.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

const SLOTS: usize = 1 << 12;
const WAYS: usize = 4;

/// Subtrees shallower than this are not worth the look.
const MIN_DEPTH: i32 = 3;

/// The moves that are being searched, by all threads.
pub(crate) struct Busy {
    slots: Vec<[AtomicU64; WAYS]>,
}

impl Busy {
    pub(crate) fn new() -> Self {
        Self { slots: (0..SLOTS).map(|_| Default::default()).collect() }
    }

    pub(crate) const fn worth(depth: i32) -> bool {
        depth >= MIN_DEPTH
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
