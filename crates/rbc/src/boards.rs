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
use core::ops::ControlFlow;
use plywood_core::perft::{Control, MAX_DEPTH, PerftError};
use plywood_core::{Position, Side};
use std::collections::HashSet;
use std::vec::Vec;

/// The number of distinct boards at one depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardsCount {
    /// All boards.
    pub nodes: u64,
    /// Those on which a king has just been taken; they have no successors.
    pub terminal: u64,
}

/// The parts into which a level is cut.
const PARTS: usize = 64;

/// Boards of a level that are expanded before their successors go into the tables.
const SLICE: usize = 1 << 15;

/// Successors, counted with repetition, up to which the last level is counted in one sweep: 32 bytes each, and
/// a table is at most 8/7 * 2 times as large as what it holds.
const SWEEP: u64 = 1 << 24;

type Part = HashSet<Identity, RandomState>;

fn hasher() -> RandomState {
    RandomState::with_seeds(0x706c_7977, 0x6f6f_6400, 0x7262_6300, 1)
}

/// The distinct boards at exactly `depth` below `position`, counted on `threads` threads (1 to 64); with `raw` the
/// en-passant square distinguishes boards whether or not it can be used. Boards on which a king was just taken count,
/// and have no successors.
///
/// # Errors
/// [`PerftError::Depth`] above [`MAX_DEPTH`]; [`PerftError::Interrupted`] with the boards of the last
/// level found so far when `control` stops it.
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
    let threads = threads.clamp(1, PARTS);
    let mut level = Level { side: position.side(), boards: vec![position.identity()], threads, control };
    for _ in 1..depth {
        level = level.next();
    }
    let count = level.count_next(raw);
    if control.stopped() { Err(PerftError::Interrupted(count)) } else { Ok(count) }
}

/// The distinct boards of one depth.
struct Level<'a> {
    side: Side,
    boards: Vec<Identity>,
    threads: usize,
    control: &'a Control,
}

impl<'a> Level<'a> {
    fn next(&self) -> Self {
        let parts = self.expand(false, 0..PARTS);
        let boards = parts.iter().flatten().copied().collect();
        Level { side: self.side.other(), boards, ..*self }
    }

    fn count_next(&self, raw: bool) -> BoardsCount {
        let edges: u64 = self.boards.iter().map(|board| board.board(self.side).count()).sum();
        let sweeps = (edges.div_ceil(SWEEP).max(1) as usize).min(PARTS);
        let mut count = BoardsCount::default();
        for sweep in 0..sweeps {
            let parts = self.expand(raw, PARTS * sweep / sweeps..PARTS * (sweep + 1) / sweeps);
            for board in parts.iter().flatten() {
                count.nodes += 1;
                count.terminal += u64::from(board.board(self.side).ended().is_some());
            }
        }
        count
    }

    /// The successors of all boards that fall into the `kept` parts.
    fn expand(&self, raw: bool, kept: core::ops::Range<usize>) -> Vec<Part> {
        let mut parts: Vec<Part> = kept.clone().map(|_| HashSet::with_hasher(hasher())).collect();
        for slice in self.boards.chunks(SLICE) {
            if self.control.stopped() {
                break;
            }
            let share = slice.len().div_ceil(self.threads);
            let lists = on_threads(slice.chunks(share), |boards| self.successors(boards, raw, &kept));
            let share = parts.len().div_ceil(self.threads);
            on_threads(parts.chunks_mut(share).enumerate(), |(n, parts)| {
                for (i, part) in parts.iter_mut().enumerate() {
                    part.extend(lists.iter().flat_map(|list| &list[n * share + i]));
                }
            });
        }
        parts
    }

    /// The successors of `boards`, one list for each part that is kept.
    fn successors(&self, boards: &[Identity], raw: bool, kept: &core::ops::Range<usize>) -> Vec<Vec<Identity>> {
        let mut lists = vec![Vec::new(); kept.len()];
        let hasher = hasher();
        for board in boards.iter().map(|board| board.board(self.side)).filter(|board| board.ended().is_none()) {
            let _ = board.visit(|mv| {
                let child = board.play(&mv);
                let identity = if raw { child.raw_identity() } else { child.identity() };
                // Not the bits that the tables use.
                let part = (hasher.hash_one(identity) >> 32) as usize % PARTS;
                if kept.contains(&part) {
                    lists[part - kept.start].push(identity);
                }
                ControlFlow::Continue(())
            });
        }
        lists
    }
}

/// `task` on every item, each on a thread of its own; the results in order.
fn on_threads<I: Send, R: Send>(items: impl ExactSizeIterator<Item = I>, task: impl Fn(I) -> R + Sync) -> Vec<R> {
    if items.len() == 1 {
        return items.map(task).collect();
    }
    std::thread::scope(|scope| {
        let task = &task;
        let handles: Vec<_> = items.map(|item| scope.spawn(move || task(item))).collect();
        handles
            .into_iter()
            .map(|handle| handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}
