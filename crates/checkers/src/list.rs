//! A list that lives on the stack until it grows.
//!
//! Nearly every capture search holds a handful of chains; the few that hold thousands may use the heap.

use alloc::vec::Vec;

/// A list whose first `N` elements need no allocation.
pub(crate) struct List<T, const N: usize> {
    near: [T; N],
    len: usize,
    /// All elements, once there are more than `N`.
    far: Vec<T>,
}

impl<T: Copy + Default, const N: usize> List<T, N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { near: [T::default(); N], len: 0, far: Vec::new() }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, item: T) {
        if self.far.is_empty() && self.len < N {
            self.near[self.len] = item;
            self.len += 1;
            return;
        }
        self.push_far(item);
    }

    #[cold]
    fn push_far(&mut self, item: T) {
        if self.far.is_empty() {
            self.far.extend_from_slice(&self.near);
        }
        self.far.push(item);
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[T] {
        if self.far.is_empty() { &self.near[..self.len] } else { &self.far }
    }

    #[inline(always)]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        if self.far.is_empty() { &mut self.near[..self.len] } else { &mut self.far }
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.as_slice().len()
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.as_slice().is_empty()
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.far.clear();
    }

    fn truncate(&mut self, len: usize) {
        if self.far.is_empty() {
            self.len = len;
        } else {
            self.far.truncate(len);
        }
    }

    /// Sorts by `key` and merges elements of equal keys into one: `merge(kept, other)`.
    pub(crate) fn sort_and_merge<K: Ord>(&mut self, key: impl Fn(&T) -> K, merge: impl Fn(&mut T, &T)) {
        let items = self.as_mut_slice();
        if items.len() < 2 {
            return;
        }
        items.sort_unstable_by_key(&key);
        let mut last = 0;
        for i in 1..items.len() {
            let item = items[i];
            if key(&items[last]) == key(&item) {
                merge(&mut items[last], &item);
            } else {
                last += 1;
                items[last] = item;
            }
        }
        self.truncate(last + 1);
    }
}
