//! Threads that share out work and stay for the next: behind [`distinct`](crate::distinct) and whatever asks many boards.
//!
//! A small event of a belief takes a thousandth of a second. Of that, a thread that has to be started, or woken, loses a twentieth on two cores. So
//! the hands of a [`Crew`] are started when they are first needed, look out for the next call for a moment after each, and then sleep until one comes. They
//! end with whatever holds the crew.
//!
//! Results come in the order of the items, whoever did them; a panic of a hand goes on where the work was called for. Waking, and lending work to a thread
//! that outlives it, is rayon's. Without the feature `parallel` the calling thread does everything.
//!
//! Not here: what the work is.

use core::convert::Infallible;
use core::fmt;
use core::iter::Enumerate;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError, Weak};
use std::thread;
use std::time::{Duration, Instant};
use std::vec::Vec;

#[cfg(feature = "parallel")]
use hands::Hands;

/// Threads that may be asked for.
pub(crate) const MOST_THREADS: usize = 64;

/// As long as it takes to start a thread, some times over.
const BRIEFLY: Duration = Duration::from_micros(200);

/// Threads for one thing after the other, started when there is work for more than one. Who comes while the hands are at work gets others for once.
#[derive(Default)]
pub(crate) struct Crew {
    /// Locked while they work.
    #[cfg(feature = "parallel")]
    hands: Mutex<Option<Hands>>,
}

impl fmt::Debug for Crew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Crew")
    }
}

impl Crew {
    /// The one of the process: hands of another one that look out for calls would be in the way. Its own where another thread is asking just now.
    pub(crate) fn of_process() -> Arc<Self> {
        static CREW: Mutex<Weak<Crew>> = Mutex::new(Weak::new());
        let Some(mut crew) = tried(&CREW) else { return Arc::default() };
        crew.upgrade().unwrap_or_else(|| {
            let new = Arc::default();
            *crew = Arc::downgrade(&new);
            new
        })
    }

    /// `task` on every item, shared out over threads; the results in the order of the items.
    pub(crate) fn share_out<I: Send, R: Send>(
        &self,
        threads: usize,
        items: impl ExactSizeIterator<Item = I> + Send,
        task: impl Fn(I) -> R + Sync,
    ) -> Vec<R> {
        let (threads, items) = (threads.min(items.len()), Queue::new(items));
        let labour = || {
            let mut done = Vec::new();
            while let Some((n, item)) = items.next() {
                done.push((n, task(item)));
            }
            Ok::<_, Infallible>(done)
        };
        let Ok(results) = self.collect(threads, labour);
        results
    }

    /// The same with two lists, and the results of both or one of the failures: a thread has a `state` for the first of them, and nobody begins with
    /// the second before the results of the first are all there; after a failure the others leave it out. To call the threads once for both is worth it.
    pub(crate) fn one_after_the_other<I: Send, J: Send, S, R: Send + Sync, T: Send, E: Send>(
        &self,
        threads: usize,
        (first, state, make): (
            impl ExactSizeIterator<Item = I> + Send,
            impl Fn() -> S + Sync,
            impl Fn(&mut S, I) -> Result<R, E> + Sync,
        ),
        (second, task): (impl ExactSizeIterator<Item = J> + Send, impl Fn(&[R], J) -> Result<T, E> + Sync),
    ) -> Result<(Vec<R>, Vec<T>), E> {
        let meeting = Meeting::new(first.len());
        let threads = threads.min(first.len().max(second.len()));
        let (first, second) = (Queue::new(first), Queue::new(second));
        let labour = || {
            let mut attendance = Attendance { meeting: &meeting, stays: false };
            let mut state = state();
            while let Some((n, item)) = first.next() {
                meeting.bring(n, make(&mut state, item)?);
            }
            attendance.stays = true;
            let mut done = Vec::new();
            let Some(made) = meeting.wait() else { return Ok(done) };
            while let Some((n, item)) = second.next() {
                done.push((n, task(made, item)?));
            }
            Ok(done)
        };
        let done = self.collect(threads, labour)?;
        Ok((meeting.made.into_inner().flatten().unwrap_or_default(), done))
    }

    /// Runs `labour` on so many threads, the calling one among them; what they did, in order.
    fn collect<R: Send, E: Send>(
        &self,
        threads: usize,
        labour: impl Fn() -> Result<Vec<(usize, R)>, E> + Sync,
    ) -> Result<Vec<R>, E> {
        let done = Mutex::new(Ok(Vec::new()));
        self.run(threads, || {
            let more = labour();
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            match (&mut *done, more) {
                (Ok(done), Ok(more)) => done.extend(more),
                (done, Err(failure)) => *done = Err(failure),
                (Err(_), Ok(_)) => {}
            }
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner)?;
        done.sort_unstable_by_key(|(n, _)| *n);
        Ok(done.into_iter().map(|(_, result)| result).collect())
    }

    /// Runs `labour` on so many threads, or on fewer where the system starts no more.
    #[cfg(feature = "parallel")]
    fn run(&self, threads: usize, labour: impl Fn() + Sync) {
        let count = threads.saturating_sub(1);
        if count == 0 {
            return labour();
        }
        // A thread of rayon's that waits for hands does other jobs of its pool meanwhile, on the same stack: perhaps another event, behind the same lock.
        let inside_rayon = rayon::current_thread_index().is_some();
        let Some(mut hands) = tried(&self.hands).filter(|_| !inside_rayon) else { return once(count, &labour) };
        if !hands.as_ref().is_some_and(|hands| hands.can_be(count)) {
            // First those that are too few end, then others begin.
            *hands = None;
            *hands = Hands::start(count);
        }
        let Some(hands) = &*hands else { return once(count, &labour) };
        hands.work(count, labour);
        hands.stand_by(count);
    }

    #[cfg(not(feature = "parallel"))]
    fn run(&self, _threads: usize, labour: impl Fn() + Sync) {
        labour();
    }
}

#[cfg(feature = "parallel")]
mod hands {
    //! The threads themselves: a pool of rayon's that can be waited for.

    use super::{await_briefly, await_briefly_since};
    use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuilder};
    use std::process;
    use std::sync::Arc;
    use std::sync::atomic::{
        AtomicUsize,
        Ordering::{Acquire, Release},
    };
    use std::thread::{self, JoinHandle};
    use std::time::Instant;
    use std::vec::Vec;

    pub(super) struct Hands {
        /// `None` when it ends.
        pool: Option<ThreadPool>,
        threads: Vec<JoinHandle<()>>,
        /// How often they were called: it changes for those that stand by.
        calls: Arc<AtomicUsize>,
        /// The process that has them: a fork has this memory, and no thread of it.
        process: u32,
    }

    impl Hands {
        /// So many, if the system starts them.
        pub(super) fn start(count: usize) -> Option<Self> {
            let mut threads = Vec::new();
            let spawn = |hand: ThreadBuilder| {
                threads.push(thread::Builder::new().spawn(|| hand.run())?);
                Ok(())
            };
            let Ok(pool) = ThreadPoolBuilder::new().num_threads(count).spawn_handler(spawn).build() else {
                join(threads);
                return None;
            };
            Some(Self { pool: Some(pool), threads, calls: Arc::default(), process: process::id() })
        }

        fn are_here(&self) -> bool {
            self.process == process::id()
        }

        pub(super) fn can_be(&self, count: usize) -> bool {
            self.are_here() && self.threads.len() >= count
        }

        fn call(&self) {
            self.calls.fetch_add(1, Release);
        }

        /// Runs `labour` here and on so many of them.
        pub(super) fn work(&self, count: usize, labour: impl Fn() + Sync) {
            let Some(pool) = &self.pool else { return labour() };
            let working = AtomicUsize::new(count);
            self.call();
            pool.in_place_scope(|scope| {
                for _ in 0..count {
                    scope.spawn(|_| {
                        labour();
                        working.fetch_sub(1, Release);
                    });
                }
                labour();
                // The scope would wait asleep.
                await_briefly(|| working.load(Acquire) == 0);
            });
        }

        /// Keeps so many awake for a moment, as the next call often comes at once.
        pub(super) fn stand_by(&self, count: usize) {
            let Some(pool) = &self.pool else { return };
            let (start, before) = (Instant::now(), self.calls.load(Acquire));
            for _ in 0..count {
                let calls = Arc::clone(&self.calls);
                pool.spawn(move || await_briefly_since(start, || calls.load(Acquire) != before));
            }
        }
    }

    impl Drop for Hands {
        /// Waits for them, so that no thread outlives the crew.
        fn drop(&mut self) {
            let threads = core::mem::take(&mut self.threads);
            if !self.are_here() {
                // Who waited for a thread of another process would wait for ever.
                core::mem::forget((self.pool.take(), threads));
                return;
            }
            self.call();
            self.pool = None;
            join(threads);
        }
    }

    /// Waits for their end. A panic went on where the work was called for.
    fn join(threads: Vec<JoinHandle<()>>) {
        for thread in threads {
            let _ = thread.join();
        }
    }
}

/// Runs `labour` here and on so many threads that are started for it, or on fewer where the system starts no more.
#[cfg(feature = "parallel")]
fn once(count: usize, labour: &(impl Fn() + Sync)) {
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, labour).ok();
        let threads: Vec<_> = (0..count).map_while(start).collect();
        labour();
        // The scope waits for their work, not for the system to clear them away, which takes longer.
        threads.iter().for_each(|thread| await_briefly(|| thread.is_finished()));
    });
}

/// What a mutex holds, unless somebody is at it. In a forked process that may be a thread which is not there: whoever waited for it would wait for ever.
pub(crate) fn tried<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// Looks again and again for a short time: a thread that sleeps comes back as late as it takes to expand a hundred boards.
fn await_briefly(there: impl Fn() -> bool) {
    await_briefly_since(Instant::now(), there);
}

/// The same, where the short time began before.
fn await_briefly_since(start: Instant, there: impl Fn() -> bool) {
    while !there() && start.elapsed() < BRIEFLY {
        thread::yield_now();
    }
}

/// Numbered items that threads take one by one.
struct Queue<I>(Mutex<Enumerate<I>>);

impl<I: Iterator> Queue<I> {
    fn new(items: I) -> Self {
        Self(Mutex::new(items.enumerate()))
    }

    fn next(&self) -> Option<(usize, I::Item)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).next()
    }
}

/// Where threads bring what they made, and wait until all of it is there.
struct Meeting<R> {
    expected: usize,
    brought: Mutex<Vec<(usize, R)>>,
    /// In order; `None` when it will never be complete.
    made: OnceLock<Option<Vec<R>>>,
}

impl<R> Meeting<R> {
    fn new(expected: usize) -> Self {
        let made = if expected == 0 { OnceLock::from(Some(Vec::new())) } else { OnceLock::new() };
        Self { expected, brought: Mutex::new(Vec::with_capacity(expected)), made }
    }

    fn bring(&self, n: usize, result: R) {
        let mut brought = self.brought.lock().unwrap_or_else(PoisonError::into_inner);
        brought.push((n, result));
        if brought.len() == self.expected {
            brought.sort_unstable_by_key(|(n, _)| *n);
            let _ = self.made.set(Some(brought.drain(..).map(|(_, result)| result).collect()));
        }
    }

    fn wait(&self) -> Option<&[R]> {
        await_briefly(|| self.made.get().is_some());
        self.made.wait().as_deref()
    }
}

/// A thread that is to come to a meeting. When it leaves before, by a failure or a panic, the others must not wait.
struct Attendance<'a, R> {
    meeting: &'a Meeting<R>,
    stays: bool,
}

impl<R> Drop for Attendance<'_, R> {
    fn drop(&mut self) {
        if !self.stays {
            let _ = self.meeting.made.set(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Fault;

    /// The squares of a hundred numbers, then with each of them their sum; the make of number 50 is `fault`.
    fn sums(
        crew: &Crew,
        threads: usize,
        fault: impl Fn() -> Result<u64, Fault> + Sync,
    ) -> Result<(Vec<u64>, Vec<u64>), Fault> {
        let make = |(): &mut (), n: u64| if n == 50 { fault() } else { Ok(n * n) };
        let add = |made: &[u64], n: u64| Ok(n + made.iter().sum::<u64>());
        crew.one_after_the_other(
            threads,
            ((0..100u64).collect::<Vec<_>>().into_iter(), || (), make),
            (vec![1, 2].into_iter(), add),
        )
    }

    #[test]
    fn the_second_list_sees_all_of_the_first_in_order() {
        let crew = Crew::default();
        for threads in [1, 3, 2, 200, 2] {
            let (made, done) = sums(&crew, threads, || Ok(2500)).unwrap();
            assert_eq!(made, (0..100).map(|n| n * n).collect::<Vec<u64>>());
            assert_eq!(done, [328_351, 328_352]);
        }
    }

    #[test]
    fn who_comes_while_the_hands_are_at_work_gets_others() {
        let crew = Crew::default();
        thread::scope(|scope| {
            for threads in [2, 3, 2, 4] {
                let crew = &crew;
                scope.spawn(move || {
                    for _ in 0..50 {
                        assert_eq!(sums(crew, threads, || Ok(2500)).unwrap().1, [328_351, 328_352]);
                    }
                });
            }
        });
    }

    /// In a scope of rayon's a thread of rayon's does.
    #[cfg(feature = "parallel")]
    #[test]
    fn a_thread_of_rayon_does_nothing_else_while_it_waits() {
        std::thread_local!(static AT_IT: std::cell::Cell<bool> = const { std::cell::Cell::new(false) });
        let crew = Crew::default();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        pool.scope(|scope| {
            for _ in 0..50 {
                scope.spawn(|_| {
                    assert!(!AT_IT.replace(true), "one event inside another");
                    let caller = thread::current().id();
                    // The caller is done long before its hand.
                    crew.run(2, || {
                        if thread::current().id() != caller {
                            thread::sleep(5 * BRIEFLY);
                        }
                    });
                    AT_IT.set(false);
                });
            }
        });
    }

    #[test]
    fn a_failure_or_a_panic_leaves_nobody_waiting() {
        let crew = Crew::default();
        for threads in [1, 2, 3, 2] {
            assert_eq!(sums(&crew, threads, || Err(Fault)), Err(Fault));
            assert!(catch_unwind(AssertUnwindSafe(|| sums(&crew, threads, || panic!("planted")))).is_err());
        }
    }
}
