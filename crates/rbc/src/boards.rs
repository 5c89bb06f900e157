//! How many distinct boards a tree has at one depth.
//!
//! Level by level: the boards of a level are a set of [`Identity`] words, its successors the next set. The set
//! is cut into parts by hash, each with a table of its own: threads expand slices of the level into lists for
//! each part, then put the lists into the tables, part by part, without a lock. At the last level nothing but
//! the number matters, so when it is too large for memory it is counted in several sweeps, each keeping the
//! boards of some parts only.
//!
//! Identity decides: under the belief identity an en-passant square that no pawn can use does not make another board;
//! `raw` compares it as FEN shows it. Only the very last move can leave a raw square that matters, so the
//! levels above are always told apart by belief.

use crate::board::{Board, Identity};
use ahash::RandomState;
use core::ops::{ControlFlow, Range};
use plywood_core::perft::{Control, MAX_DEPTH, PerftError};
use plywood_core::{Position, Side};
use std::collections::{HashSet, TryReserveError};
use std::thread;
use std::vec::Vec;

/// The number of distinct boards at one depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardsCount {
    /// All boards.
    pub nodes: u64,
    /// Those on which a king has just been taken; they have no successors.
    pub terminal: u64,
}

/// The parts into which a level is cut.
const PARTS: usize = 64;

/// Boards of a level that are expanded before their successors go into the tables: some hundredths of a second, the
/// time in which a stop is heard.
const SLICE: usize = 1 << 14;

/// Successors, counted with repetition, up to which the last level is counted in one sweep: 32 bytes each, and
/// a table is at most 8/7 * 2 times as large as what it holds.
const SWEEP: u64 = 1 << 24;

/// How much more work a level is than the one before, roughly: progress is told on this assumption.
const GROWTH: f64 = 10.0;

/// The distinct boards at exactly `depth` below `position`, counted on `threads` threads (1 to 64); with `raw` the
/// en-passant square distinguishes boards whether or not it can be used. Boards on which a king was just taken count,
/// and have no successors.
///
/// # Errors
/// [`PerftError::Depth`] above [`MAX_DEPTH`]; [`PerftError::Memory`] when the system refuses memory for a level;
/// [`PerftError::Interrupted`] when `control` stops the count, with the boards of that depth found so far: none while
/// a level above it was being made.
///
/// # Example
/// ```
/// use plywood_core::{Game, perft::Control};
/// use plywood_rbc::{Board, boards};
/// assert_eq!(boards(&Board::start(), 3, false, 1, &Control::new())?.nodes, 5_882);
/// assert_eq!(boards(&Board::start(), 3, true, 1, &Control::new())?.nodes, 8_402);
/// # Ok::<(), plywood_core::perft::PerftError<plywood_rbc::BoardsCount>>(())
/// ```
pub fn boards(
    position: &Board,
    depth: u32,
    raw: bool,
    threads: usize,
    control: &Control,
) -> Result<BoardsCount, PerftError<BoardsCount>> {
    if depth > MAX_DEPTH {
        return Err(PerftError::Depth(depth));
    }
    if depth == 0 {
        return Ok(BoardsCount { nodes: 1, terminal: u64::from(position.ended().is_some()) });
    }
    let count = count(position, depth, raw, threads.clamp(1, PARTS), control).map_err(|_| PerftError::Memory)?;
    if control.stopped() { Err(PerftError::Interrupted(count)) } else { Ok(count) }
}

/// Level after level; after a stop what the last has, which is nothing where it was not reached.
fn count(
    position: &Board,
    depth: u32,
    raw: bool,
    threads: usize,
    control: &Control,
) -> Result<BoardsCount, OutOfMemory> {
    let done = |level: u32| GROWTH.powi(level as i32 - depth as i32);
    let mut level = Level { side: position.side(), boards: vec![position.identity()], threads, control };
    for n in 1..depth {
        level = level.next(done(n - 1)..done(n))?;
        if control.stopped() {
            return Ok(BoardsCount::default());
        }
    }
    level.count_next(raw, done(depth - 1)..1.0)
}

/// The system gave no memory, or no thread.
struct OutOfMemory;

impl From<TryReserveError> for OutOfMemory {
    fn from(_: TryReserveError) -> Self {
        Self
    }
}

/// The distinct boards of one depth.
struct Level<'a> {
    side: Side,
    boards: Vec<Identity>,
    threads: usize,
    control: &'a Control,
}

impl Level<'_> {
    /// The level below; `work` is its share of the whole count, 0 to 1. Incomplete after a stop.
    fn next(self, work: Range<f64>) -> Result<Self, OutOfMemory> {
        let parts = self.expand(false, 0..PARTS, work)?;
        drop(self.boards);
        let mut boards = Vec::new();
        boards.try_reserve_exact(parts.iter().map(|part| part.boards.len()).sum())?;
        // One after the other, so that each table is freed as soon as it is copied.
        parts.into_iter().for_each(|part| boards.extend(part.boards));
        Ok(Self { side: self.side.other(), boards, ..self })
    }

    fn count_next(&self, raw: bool, work: Range<f64>) -> Result<BoardsCount, OutOfMemory> {
        let sweeps = self.edges().div_ceil(SWEEP).clamp(1, PARTS as u64) as usize;
        let share = (work.end - work.start) / sweeps as f64;
        let mut count = BoardsCount::default();
        for sweep in 0..sweeps {
            let kept = PARTS * sweep / sweeps..PARTS * (sweep + 1) / sweeps;
            let from = work.start + share * sweep as f64;
            for part in self.expand(raw, kept, from..from + share)? {
                count.nodes += part.boards.len() as u64;
                count.terminal += part.terminal;
            }
        }
        Ok(count)
    }

    /// The successors of all boards, counted with repetition; too few after a stop.
    fn edges(&self) -> u64 {
        let slices = self.boards.chunks(SLICE).take_while(|_| !self.control.stopped());
        slices.flatten().map(|board| board.board(self.side).count()).sum()
    }

    /// The successors of all boards that fall into the `kept` parts; of some only after a stop.
    fn expand(&self, raw: bool, kept: Range<usize>, work: Range<f64>) -> Result<Vec<Part>, OutOfMemory> {
        let mut parts: Vec<Part> = kept.clone().map(|_| Part::new()).collect();
        for (n, slice) in self.boards.chunks(SLICE).enumerate() {
            if self.control.stopped() {
                break;
            }
            let done = (n * SLICE) as f64 / self.boards.len() as f64;
            self.control.set_progress(work.start + (work.end - work.start) * done);
            self.expand_slice(slice, raw, &kept, &mut parts)?;
        }
        Ok(parts)
    }

    fn expand_slice(
        &self,
        slice: &[Identity],
        raw: bool,
        kept: &Range<usize>,
        parts: &mut [Part],
    ) -> Result<(), OutOfMemory> {
        let share = slice.len().div_ceil(self.threads);
        let lists = on_threads(slice.chunks(share), |boards| self.successors(boards, raw, kept))?;
        let share = parts.len().div_ceil(self.threads);
        on_threads(parts.chunks_mut(share).enumerate(), |(n, parts)| {
            for (i, part) in parts.iter_mut().enumerate() {
                for &identity in lists.iter().flat_map(|list| &list[n * share + i]) {
                    part.add(identity, self.side.other())?;
                }
            }
            Ok(())
        })?;
        Ok(())
    }

    /// The successors of `boards`, one list for each part that is kept.
    fn successors(
        &self,
        boards: &[Identity],
        raw: bool,
        kept: &Range<usize>,
    ) -> Result<Vec<Vec<Identity>>, OutOfMemory> {
        let mut lists = vec![Vec::new(); kept.len()];
        let hasher = hasher();
        for board in boards.iter().map(|board| board.board(self.side)).filter(|board| board.ended().is_none()) {
            let mut full = Ok(());
            let _ = board.visit(|mv| {
                let child = board.play(&mv);
                let identity = if raw { child.raw_identity() } else { child.identity() };
                // Not the bits that the tables use.
                let part = (hasher.hash_one(identity) >> 32) as usize % PARTS;
                if kept.contains(&part) {
                    full = push(&mut lists[part - kept.start], identity);
                }
                if full.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            full?;
        }
        Ok(lists)
    }
}

/// The boards of one part of a level.
struct Part {
    boards: HashSet<Identity, RandomState>,
    /// How many of them lack a king.
    terminal: u64,
}

impl Part {
    fn new() -> Self {
        Self { boards: HashSet::with_hasher(hasher()), terminal: 0 }
    }

    fn add(&mut self, identity: Identity, side: Side) -> Result<(), TryReserveError> {
        if self.boards.len() == self.boards.capacity() {
            self.boards.try_reserve(1)?;
        }
        if self.boards.insert(identity) {
            self.terminal += u64::from(identity.board(side).ended().is_some());
        }
        Ok(())
    }
}

fn hasher() -> RandomState {
    RandomState::with_seeds(0x706c_7977, 0x6f6f_6400, 0x7262_6300, 1)
}

/// As `Vec::push`, but an error where that would end the program.
fn push(list: &mut Vec<Identity>, identity: Identity) -> Result<(), TryReserveError> {
    if list.len() == list.capacity() {
        list.try_reserve(1)?;
    }
    list.push(identity);
    Ok(())
}

/// `task` on every item, each on a thread of its own; the results in order.
fn on_threads<I: Send, R: Send>(
    items: impl ExactSizeIterator<Item = I>,
    task: impl Fn(I) -> Result<R, OutOfMemory> + Sync,
) -> Result<Vec<R>, OutOfMemory> {
    if items.len() == 1 {
        return items.map(task).collect();
    }
    thread::scope(|scope| {
        let task = &task;
        let spawn = |item| thread::Builder::new().spawn_scoped(scope, move || task(item)).map_err(|_| OutOfMemory);
        let handles = items.map(spawn).collect::<Result<Vec<_>, _>>()?;
        handles
            .into_iter()
            .map(|handle| handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}
