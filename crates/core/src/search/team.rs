//! Iterative deepening, by one worker or several.

use super::game::{Evaluation, Referee, SearchGame};
use super::record::State;
use super::score::{Bound, INFINITE, Score, mate_distance, settled};
use super::worker::Worker;
use super::{ASPIRATION_FROM, Limits, Report, SearchError, Statistics};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::thread::{Scope, ScopedJoinHandle};
use std::time::Instant;

/// The workers of one search.
pub(super) struct Team<'a, P: SearchGame, E, R: Referee<P>> {
    pub(super) workers: Vec<Worker<'a, P, E, R>>,
    pub(super) root: &'a State<P, R>,
    /// Tells the others that one has finished.
    pub(super) finished: &'a AtomicBool,
    pub(super) start: Instant,
    /// Nodes before all workers take part.
    pub(super) share_after: u64,
    /// What the window of the depth under way was too low for: the answer if the wider search is cut short.
    pub(super) failed_high: Option<Found<P::Move>>,
}

/// The score and the line of one finished depth.
pub(super) type Found<M> = (Score, Vec<M>);

impl<P, E, R> Team<'_, P, E, R>
where
    P: SearchGame,
    E: Evaluation<P>,
    R: Referee<P>,
{
    /// One depth after another, all workers on the same tree.
    pub(super) fn deepen(
        &mut self,
        limits: &Limits<P::Move>,
        root_moves: &[u16],
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Result<Report<P::Move>, SearchError> {
        let mut best: Option<Report<P::Move>> = None;
        let ranks = limits.multi_pv.clamp(1, root_moves.len());
        let mut scores = alloc::vec![0; ranks];
        // With devices a move that came later can turn out better: then a depth is told when all its ranks are there.
        let in_order = ranks == 1 || self.workers[0].options().exact;
        for depth in 1..=limits.depth.min(super::MAX_DEPTH) {
            let (mut left, mut found) = (root_moves.to_vec(), Vec::with_capacity(ranks));
            for guess in &scores {
                let Some((score, line)) = self.aspire(depth, *guess, &left)? else {
                    break;
                };
                self.strike(&mut left, line.first());
                let report = Report { rank: found.len() + 1, ..self.report(score, depth, line) };
                if in_order {
                    progress(&report);
                }
                found.push(report);
            }
            if !in_order {
                found.sort_by_key(|report| Reverse(report.score));
                for (report, rank) in found.iter_mut().zip(1..) {
                    report.rank = rank;
                    progress(report);
                }
            }
            let whole = found.len() == ranks;
            scores = found.iter().map(|report| report.score).collect();
            best = found.into_iter().next().or_else(|| self.partial(depth)).or(best);
            if !whole || self.enough(limits, depth, &scores) {
                break;
            }
        }
        best.map_or_else(|| self.any_move(root_moves), Ok)
    }

    /// The first worker deepens for the caller; the others deepen for the table.
    pub(super) fn deepen_with_helpers(
        mut self,
        limits: &Limits<P::Move>,
        root_moves: &[u16],
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Result<Report<P::Move>, SearchError> {
        let helpers = self.workers.split_off(1);
        let (root, finished) = (self.root, self.finished);
        std::thread::scope(|scope| {
            let threads: Vec<_> = helpers
                .into_iter()
                .enumerate()
                .map(|(number, mut worker)| {
                    spawn(scope, move || {
                        let _others = StopOthers(finished);
                        // Half of the helpers run one depth ahead, so that the table is not filled with the same tree.
                        let first = 1 + number.is_multiple_of(2) as i32;
                        worker.restrict(Some(root_moves.to_vec()));
                        for depth in first..=limits.depth as i32 {
                            worker.root(root, depth, -INFINITE, INFINITE);
                            if worker.aborted() {
                                break;
                            }
                        }
                        worker.statistics
                    })
                })
                .collect();
            let _others = StopOthers(finished);
            let mut result = match threads.iter().find_map(|thread| thread.as_ref().err()) {
                Some(fault) => Err(fault.clone()),
                None => self.deepen(limits, root_moves, progress),
            };
            finished.store(true, Relaxed);
            let mut helped = Statistics::default();
            for thread in threads {
                match thread.and_then(join) {
                    Ok(statistics) => helped.add(&statistics),
                    Err(fault) => result = Err(fault),
                }
            }
            if let Ok(report) = &mut result {
                report.statistics = self.workers[0].statistics;
                report.statistics.add(&helped);
            }
            result
        })
    }

    /// One depth, first in a narrow window around `guess`, widened where the score falls outside. `None` when cut short.
    fn aspire(&mut self, depth: u32, guess: Score, moves: &[u16]) -> Result<Option<Found<P::Move>>, SearchError> {
        let mut width = self.workers[0].options().aspiration;
        self.failed_high = None;
        let narrow = width > 0 && depth >= ASPIRATION_FROM && mate_distance(guess).is_none();
        let (mut low, mut high) = if narrow { (guess - width, guess + width) } else { (-INFINITE, INFINITE) };
        loop {
            let Some((score, line)) = self.run(depth, low, high, moves)? else {
                return Ok(None);
            };
            width = width.saturating_mul(4);
            if score <= low && low > -INFINITE {
                low = if width > 2000 { -INFINITE } else { score.saturating_sub(width).max(-INFINITE) };
            } else if score >= high && high < INFINITE {
                self.failed_high = Some((score, line));
                high = if width > 2000 { INFINITE } else { score.saturating_add(width).min(INFINITE) };
            } else {
                return Ok(Some((score, line)));
            }
        }
    }

    /// One search of the root by all workers; the first to finish gives the result.
    fn run(
        &mut self,
        depth: u32,
        low: Score,
        high: Score,
        moves: &[u16],
    ) -> Result<Option<Found<P::Move>>, SearchError> {
        let (root, finished) = (self.root, self.finished);
        let all = moves.len() as u64 == root.node.position().count();
        let many = self.workers.len() > 1;
        let found: Mutex<Option<Found<P::Move>>> = Mutex::new(None);
        let search = |worker: &mut Worker<'_, P, E, R>| {
            worker.resume();
            worker.restrict((!all).then(|| moves.to_vec()));
            let result = catch_unwind(AssertUnwindSafe(|| worker.root(root, depth as i32, low, high)));
            worker.report_nodes();
            if many && (result.is_err() || !worker.aborted()) {
                finished.store(true, Relaxed);
            }
            let score = result.map_err(|panic| SearchError::Worker(panic_text(&*panic)))?;
            if !worker.aborted()
                && let Ok(mut found) = found.lock()
            {
                found.get_or_insert((score, worker.line().to_vec()));
            }
            Ok(())
        };
        let so_far: u64 = self.workers.iter().map(|worker| worker.statistics.nodes).sum();
        // A small tree is done in less time than it takes to start a thread.
        let hands = if so_far < self.share_after { 1 } else { self.workers.len() };
        if hands > 1 {
            self.share_history();
        }
        let (own, others) = self.workers[..hands].split_at_mut(1);
        std::thread::scope(|scope| {
            let threads: Vec<_> = others.iter_mut().map(|worker| spawn(scope, || search(worker))).collect();
            if threads.iter().any(Result::is_err) {
                finished.store(true, Relaxed);
            }
            // The calling thread works as well: whoever only waited would be one thread more to start and to wake.
            let outcome = own.iter_mut().try_for_each(search);
            threads.into_iter().try_for_each(|thread| thread.and_then(join)?).and(outcome)
        })?;
        if many {
            finished.store(false, Relaxed);
        }
        Ok(found.into_inner().unwrap_or(None))
    }

    /// All go on with the history of the one that finished the search before. While they search each has its own: what one learns would have to be fetched
    /// by the others all the time.
    fn share_history(&mut self) {
        let finished = self.workers.iter().position(|worker| !worker.aborted()).unwrap_or(0);
        let (before, rest) = self.workers.split_at_mut(finished);
        if let [learned, after @ ..] = rest {
            before.iter_mut().chain(after).for_each(|worker| worker.learn_from(learned));
        }
    }

    /// Removes the move that was best, so that the next rank looks at the others.
    fn strike(&self, left: &mut Vec<u16>, best: Option<&P::Move>) {
        if let Some((place, _)) = self.root_move(|_, mv| Some(mv) == best) {
            left.retain(|&kept| kept != place);
        }
    }

    /// The first move that is `wanted`, with its place in generation order.
    fn root_move(&self, wanted: impl Fn(u16, &P::Move) -> bool) -> Option<(u16, P::Move)> {
        let (mut place, mut found) = (0, None);
        let _ = self.root.node.position().visit_cold(&mut |mv| {
            if wanted(place, &mv) {
                found = Some((place, mv));
                return ControlFlow::Break(());
            }
            place += 1;
            ControlFlow::Continue(())
        });
        found
    }

    /// Whether a deeper search would tell nothing new or begin too late.
    fn enough(&self, limits: &Limits<P::Move>, depth: u32, scores: &[Score]) -> bool {
        let late = limits.soft.is_some_and(|soft| self.start.elapsed() >= soft);
        late || scores.iter().all(|&score| settled(score, depth))
    }

    fn report(&self, score: Score, depth: u32, line: Vec<P::Move>) -> Report<P::Move> {
        let mut statistics = Statistics::default();
        self.workers.iter().for_each(|worker| statistics.add(&worker.statistics));
        // Helpers with trees of their own keep their counts until they end; what they have reported counts at once.
        let shared = self.workers.first().map_or(0, Worker::shared_nodes);
        statistics.nodes = statistics.nodes.max(shared);
        Report { score, bound: Bound::Exact, depth, rank: 1, line, statistics, time: self.start.elapsed() }
    }

    /// The answer of a depth that was cut short: what the first worker had found until then.
    fn partial(&mut self, depth: u32) -> Option<Report<P::Move>> {
        let (score, line) = self.workers.first()?.partial().or(self.failed_high.take())?;
        Some(Report { bound: Bound::Lower, ..self.report(score, depth - 1, line) })
    }

    /// The answer when not a single move was searched: the first there is.
    fn any_move(&self, root_moves: &[u16]) -> Result<Report<P::Move>, SearchError> {
        let first = self.root_move(|place, _| root_moves.first() == Some(&place));
        let line = first.map(|(_, mv)| mv).into_iter().collect();
        Ok(Report { bound: Bound::Lower, ..self.report(0, 0, line) })
    }
}

/// Ends the search for the others when its owner panics, in the evaluation or where progress is told: the caller would wait for them.
struct StopOthers<'a>(&'a AtomicBool);

impl Drop for StopOthers<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

/// A thread of the search.
pub(super) fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Result<ScopedJoinHandle<'scope, T>, SearchError> {
    std::thread::Builder::new().spawn_scoped(scope, work).map_err(|fault| SearchError::Worker(fault.to_string()))
}

fn join<T>(thread: ScopedJoinHandle<'_, T>) -> Result<T, SearchError> {
    thread.join().map_err(|panic| SearchError::Worker(panic_text(&*panic)))
}

fn panic_text(panic: &(dyn core::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panic".into())
}
