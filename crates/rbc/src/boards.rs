//! How many distinct boards a tree has at one depth.
//!
//! Level by level: the boards of a level are a set of [`Identity`] words, its successors the next set (`distinct`). At the last level
//! nothing but the number matters, so when it is too large for memory it is counted in several sweeps, each keeping the boards of some
//! parts only.
//!
//! Identity decides: under the belief identity an en-passant square that no pawn can use does not make another board;
//! `raw` compares it as FEN shows it. Only the very last move can leave a raw square that matters, so the
//! levels above are always told apart by belief.

use crate::board::{Board, Identity};
use crate::crew::{Crew, MOST_THREADS};
use crate::distinct::{Bound, Failure, MOST_PARTS, Made, Pieces, Sink, Spare, Sweep, Work, distinct};
use core::ops::{ControlFlow, Range};
use plywood_core::perft::{Control, MAX_DEPTH, PerftError};
use plywood_core::{Position, Side};

/// The number of distinct boards at one depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardsCount {
    /// All boards.
    pub nodes: u64,
    /// Those on which a king has just been taken; they have no successors.
    pub terminal: u64,
}

/// Boards that are looked at between two looks at the control.
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
    let count = count(position, depth, raw, threads.clamp(1, MOST_THREADS), control).map_err(|_| PerftError::Memory)?;
    if control.stopped() { Err(PerftError::Interrupted(count)) } else { Ok(count) }
}

/// Level after level; after a stop what the last has, which is nothing where it was not reached.
fn count(position: &Board, depth: u32, raw: bool, threads: usize, control: &Control) -> Result<BoardsCount, Failure> {
    let done = |level: u32| GROWTH.powi(level as i32 - depth as i32);
    let mut level = Level {
        side: position.side(),
        boards: Pieces::new([vec![position.identity().words()]]),
        threads,
        crew: &Crew::of_process(),
        control,
        spare: &Spare::new(),
    };
    for n in 1..depth {
        level = level.next(done(n - 1)..done(n))?;
        if control.stopped() {
            return Ok(BoardsCount::default());
        }
    }
    level.count_next(raw, done(depth - 1)..1.0)
}

/// The distinct boards of one depth.
struct Level<'a> {
    side: Side,
    /// The words of their identities.
    boards: Pieces<[u64; 4]>,
    threads: usize,
    crew: &'a Crew,
    control: &'a Control,
    spare: &'a Spare<4, ()>,
}

impl Level<'_> {
    /// The level below; `work` is its share of the whole count, 0 to 1. Incomplete after a stop.
    fn next(self, work: Range<f64>) -> Result<Self, Failure> {
        let boards = self.expand(false, Sweep::ALL, work)?.records;
        Ok(Self { side: self.side.other(), boards, ..self })
    }

    fn count_next(&self, raw: bool, work: Range<f64>) -> Result<BoardsCount, Failure> {
        let sweeps = self.edges().div_ceil(SWEEP).clamp(1, MOST_PARTS as u64) as usize;
        let share = (work.end - work.start) / sweeps as f64;
        let mut count = BoardsCount::default();
        for number in 0..sweeps {
            let from = work.start + share * number as f64;
            let made = self.expand(raw, Sweep { number, of: sweeps }, from..from + share)?;
            let counts = self.crew.share_out(self.threads, made.records.pieces().iter(), |part| count_of(part));
            for part in counts {
                count.nodes += part.nodes;
                count.terminal += part.terminal;
            }
        }
        Ok(count)
    }

    /// The successors of all boards, counted with repetition; too few after a stop.
    fn edges(&self) -> u64 {
        let slices = self.boards.pieces().iter().flat_map(|piece| piece.chunks(SLICE));
        let slices = slices.take_while(|_| !self.control.stopped());
        slices.flatten().map(|&words| Identity::of_words(words).board(self.side).count()).sum()
    }

    /// The successors of all boards that the sweep keeps; of some only after a stop.
    fn expand(&self, raw: bool, sweep: Sweep, share: Range<f64>) -> Result<Made<4, ()>, Failure> {
        let expand = |n, sink: &mut Sink<4, ()>| {
            let Some(&words) = self.boards.get(n) else { return };
            let board = Identity::of_words(words).board(self.side);
            if board.ended().is_some() {
                return;
            }
            let _ = board.visit(|mv| {
                let child = board.play(&mv);
                let identity = if raw { child.raw_identity() } else { child.identity() };
                sink.push(identity.words(), ());
                ControlFlow::Continue(())
            });
        };
        let work = Work { threads: self.threads, crew: self.crew, control: self.control, share };
        distinct(self.boards.len(), expand, Bound::None, sweep, &work, self.spare)
    }
}

/// These boards, whoever is to move.
fn count_of(records: &[[u64; 4]]) -> BoardsCount {
    let ended = |&&words: &&[u64; 4]| Identity::of_words(words).board(Side::White).ended().is_some();
    BoardsCount { nodes: records.len() as u64, terminal: records.iter().filter(ended).count() as u64 }
}
