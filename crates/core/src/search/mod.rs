//! Alpha-beta search, one for every game.
//!
//! An [`Engine`] owns the table and the options; it searches the last position of a [`Record`] with an [`Evaluation`], within
//! [`Limits`], and gives a [`Report`]. What a game adds is [`SearchGame`] and, complete with rules of play and an
//! evaluation of its own, [`Play`]; the rules of play are a [`Referee`]. One worker serves all drivers: alone, several on the same tree ([`Driver::Abdada`]), or several on trees of
//! their own with one table ([`Driver::LazySmp`]). An independent driver on rayon, young brothers wait, is in
//! [`brothers`] and exists to check the others.
//!
//! The library prints nothing; progress goes to a callback. No thread outlives the call.

mod abdada;
#[cfg(feature = "parallel")]
pub mod brothers;
mod game;
#[cfg(feature = "parallel")]
pub mod ladder;
mod minimax;
mod order;
mod record;
mod score;
mod table;
mod team;
mod worker;

pub use game::{Evaluation, NoReferee, Play, Referee, RuleFact, RuleSet, SearchGame, Unrest};
pub use minimax::{Valued, minimax, minimax_within};
pub use record::Record;
pub use score::{Bound, MAX_EVALUATION, Score, WIN, mate_distance, win_in};
pub use table::{TableError, TranspositionTable};

use abdada::Busy;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use record::State;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use team::Team;
use thiserror::Error;
use worker::{Shared, Worker};

/// The deepest nominal depth.
pub const MAX_DEPTH: u32 = 128;

/// Plies of quiescence after which optional noisy moves are no longer looked at: a board full of queens has no end of captures.
pub const OPTIONAL_PLIES: u32 = 8;

/// Depth from which a window around the last score is tried first.
const ASPIRATION_FROM: u32 = 4;

/// How threads share a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Driver {
    /// [`Abdada`](Self::Abdada) where a depth is the only limit, else [`LazySmp`](Self::LazySmp).
    #[default]
    ByLimits,
    /// All threads on the same tree, putting off moves that others are searching: for fixed depth.
    Abdada,
    /// Each thread deepens by itself, all share the table: for play against a clock.
    LazySmp,
}

impl Driver {
    /// The one that a search within `limits` uses.
    fn within<M>(self, limits: &Limits<M>) -> Self {
        let timed = limits.soft.or(limits.hard).is_some();
        match self {
            Self::ByLimits if timed || limits.nodes < u64::MAX || limits.depth >= MAX_DEPTH => Self::LazySmp,
            Self::ByLimits => Self::Abdada,
            chosen => chosen,
        }
    }
}

/// The devices of a search. Each is an estimate that saves nodes; [`exact`](Self::exact) switches them all off.
/// Fields may be added: make one from another, `Options { null_move: false, ..Options::default() }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Options {
    /// The value is that of full minimax with quiescence to the same depth; overrides what follows.
    pub exact: bool,
    /// Try whether the opponent could move twice.
    pub null_move: bool,
    /// Late quiet moves are searched less deeply first.
    pub reductions: bool,
    /// Near the leaves, a node this much above the window for each ply left is given up; 0 = off.
    pub futility: Score,
    /// A shallow search this much above the window makes a deep one unneeded (Buro 1995); 0 = off.
    pub probcut: Score,
    /// Half the width of the first window around the last score; 0 = the whole width. Sound.
    pub aspiration: Score,
}

impl Options {
    /// Everything off that could change the value.
    pub const EXACT: Self =
        Self { exact: true, null_move: false, reductions: false, futility: 0, probcut: 0, aspiration: 50 };
}

impl Default for Options {
    fn default() -> Self {
        Self { exact: false, null_move: true, reductions: true, futility: 100, probcut: 0, aspiration: 50 }
    }
}

/// When a search ends, and what it looks at from the root. Fields may be added: make one from another, `Limits { multi_pv: 3, ..Limits::depth(8) }`.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Limits<M> {
    /// Nominal depth in plies, at most [`MAX_DEPTH`].
    pub depth: u32,
    /// Nodes; exact with one thread.
    pub nodes: u64,
    /// Time after which no new depth is begun.
    pub soft: Option<Duration>,
    /// Time after which the search is cut short.
    pub hard: Option<Duration>,
    /// How many best moves are wanted, each with its line.
    pub multi_pv: usize,
    /// Only these moves; empty = all.
    pub moves: Vec<M>,
}

impl<M> Default for Limits<M> {
    /// None but [`MAX_DEPTH`].
    fn default() -> Self {
        Self::depth(MAX_DEPTH)
    }
}

impl<M> Limits<M> {
    /// To this depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: depth.min(MAX_DEPTH), nodes: u64::MAX, soft: None, hard: None, multi_pv: 1, moves: Vec::new() }
    }

    /// The same limits, with other moves to look at.
    pub fn with_moves<N>(&self, moves: Vec<N>) -> Limits<N> {
        let Self { depth, nodes, soft, hard, multi_pv, .. } = *self;
        Limits { depth, nodes, soft, hard, multi_pv, moves }
    }

    /// For about this many nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes, ..Self::depth(MAX_DEPTH) }
    }

    /// For this time: nothing new is begun after a half of it.
    pub fn time(time: Duration) -> Self {
        Self { soft: Some(time / 2), hard: Some(time), ..Self::depth(MAX_DEPTH) }
    }
}

/// What the threads of a search counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct Statistics {
    /// Positions visited, those of quiescence included.
    pub nodes: u64,
    /// Positions visited in quiescence.
    pub quiescence_nodes: u64,
    /// Positions that the table knew.
    pub table_hits: u64,
    /// Positions that the table decided: by what it knew of them, or of the position after a move, which is no hit.
    pub table_cutoffs: u64,
    /// Nodes in which a move was too good.
    pub cutoffs: u64,
    /// The same by the first move tried.
    pub first_move_cutoffs: u64,
    /// The deepest ply reached.
    pub selective_depth: u32,
}

impl Statistics {
    fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.quiescence_nodes += other.quiescence_nodes;
        self.table_hits += other.table_hits;
        self.table_cutoffs += other.table_cutoffs;
        self.cutoffs += other.cutoffs;
        self.first_move_cutoffs += other.first_move_cutoffs;
        self.selective_depth = self.selective_depth.max(other.selective_depth);
    }
}

/// What a search found.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct Report<M> {
    /// The score from the side to move.
    pub score: Score,
    /// What the score says about the value.
    pub bound: Bound,
    /// The depth that was finished; 0 when not even the first was. A search that is cut short gives the best move that it has seen
    /// in the depth it was at, with [`Bound::Lower`].
    pub depth: u32,
    /// Which of the best moves this is, from 1.
    pub rank: usize,
    /// The best line; its first move is the move to play. Empty when there is no move.
    pub line: Vec<M>,
    /// All counts so far.
    pub statistics: Statistics,
    /// Time since the search began.
    pub time: Duration,
}

impl<M> Default for Report<M> {
    /// The report of a search that has found nothing yet.
    fn default() -> Self {
        Self {
            score: 0,
            bound: Bound::Lower,
            depth: 0,
            rank: 1,
            line: Vec::new(),
            statistics: Statistics::default(),
            time: Duration::ZERO,
        }
    }
}

impl<M> Report<M> {
    /// The same report with another form of its line.
    pub fn with_line<N>(&self, line: Vec<N>) -> Report<N> {
        let Self { score, bound, depth, rank, statistics, time, .. } = *self;
        Report { score, bound, depth, rank, line, statistics, time }
    }
}

/// Why a search gave nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The game is over: there is nothing to search.
    #[error("the game is over")]
    Over,
    /// None of the moves asked for can be played.
    #[error("none of the given moves is legal")]
    NoSuchMove,
    /// A thread could not be started, or died: the evaluation or the game panicked.
    #[error("a search thread failed: {0}")]
    Worker(alloc::string::String),
}

/// Stops a search from anywhere. Clones stop the same search.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends the search; it gives what it has.
    pub fn stop(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether it was stopped.
    pub fn stopped(&self) -> bool {
        self.0.load(Relaxed)
    }

    /// Makes it fit for another search.
    pub fn reset(&self) {
        self.0.store(false, Relaxed);
    }
}

/// Table and options of a player. Fields may be added: make one from another, `Engine { threads: 2, ..Engine::new(16)? }`.
///
/// # Example
/// ```
/// # use plywood_core::{*, search::*};
/// # use std::ops::ControlFlow;
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Nim(u64, Side);
/// # impl Position for Nim {
/// #     type Move = u64;
/// #     type Planes = [u64; 2];
/// #     fn side_to_move(&self) -> Side { self.1 }
/// #     fn visit<F: FnMut(u64) -> ControlFlow<()>>(&self, f: F) -> ControlFlow<()> { (1..=self.0.min(3)).try_for_each(f) }
/// #     fn count(&self) -> u64 { self.0.min(3) }
/// #     fn any(&self) -> bool { self.0 > 0 }
/// #     fn play(&self, mv: &u64) -> Self { Nim(self.0.saturating_sub(*mv), self.1.other()) }
/// #     fn planes(&self) -> [u64; 2] { [self.0, self.1.index() as u64] }
/// #     fn classify(&self, _: &u64) -> MoveClass { MoveClass::default() }
/// # }
/// # impl SearchGame for Nim {
/// #     const HISTORY: usize = 4;
/// #     const TARGETS: usize = 4;
/// #     fn history_index(&self, mv: &u64) -> usize { *mv as usize }
/// #     fn target(&self, mv: &u64) -> usize { *mv as usize }
/// #     fn gain(&self, _: &u64) -> Score { 0 }
/// #     fn unrest(&self) -> Unrest { Unrest::Calm }
/// #     fn irreversible(&self, _: &u64) -> bool { true }
/// # }
/// // Each player takes 1 to 3 of 21 matches; who takes the last one wins. Anything not searched is worth 0.
/// let record = Record::new(Nim(21, Side::White), NoReferee);
/// let engine = Engine::new(1)?;
/// let report = engine.search(&record, &|_: &Nim| 0, &Limits::depth(30), &Stop::default(), &mut |_| {})?;
/// assert_eq!(report.line[0], 1);
/// assert_eq!(mate_distance(report.score), Some(11));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    /// The table; clear it for a new game.
    pub table: TranspositionTable,
    /// The devices.
    pub options: Options,
    /// How many threads, at least 1.
    pub threads: usize,
    /// How they share the work.
    pub driver: Driver,
    /// Nodes of the depths before from which all threads share a tree; a smaller one is done in less time than it takes to start
    /// a thread.
    pub share_after: u64,
}

impl Engine {
    /// The usual [`share_after`](Self::share_after).
    pub const SHARE_AFTER: u64 = 2_000;

    /// One thread, default options, a table of `megabytes`.
    ///
    /// # Errors
    /// When the memory cannot be reserved.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let table = TranspositionTable::new(megabytes)?;
        Ok(Self {
            table,
            options: Options::default(),
            threads: 1,
            driver: Driver::default(),
            share_after: Self::SHARE_AFTER,
        })
    }

    /// Searches the position on the board of `record`. `progress` gets a report for each finished depth (and each of
    /// several best moves); the last one is also returned.
    ///
    /// # Errors
    /// [`SearchError`].
    pub fn search<P, R, E>(
        &self,
        record: &Record<P, R>,
        evaluation: &E,
        limits: &Limits<P::Move>,
        stop: &Stop,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Result<Report<P::Move>, SearchError>
    where
        P: SearchGame,
        R: Referee<P>,
        E: Evaluation<P>,
    {
        if record.outcome().is_some() {
            return Err(SearchError::Over);
        }
        let root_moves = root_moves(record, &limits.moves)?;
        self.table.new_search();
        let (late, finished) = (AtomicBool::new(false), AtomicBool::new(false));
        let nodes = AtomicU64::new(0);
        let driver = self.driver.within(limits);
        let busy = (self.threads > 1 && driver == Driver::Abdada).then(Busy::new);
        let shared = Shared {
            table: &self.table,
            evaluation,
            referee: record.referee(),
            options: &self.options,
            stops: [&stop.0, &late, &finished],
            nodes: &nodes,
            node_limit: limits.nodes,
            busy: busy.as_ref(),
            position: PhantomData,
        };
        let start = Instant::now();
        with_alarm(limits.hard, &late, || {
            let workers = (0..self.threads.max(1)).map(|_| Worker::new(&shared, record)).collect();
            let (root, share_after) = (record.last(), self.share_after);
            let mut team = Team { workers, root, finished: &finished, start, share_after, failed_high: None };
            match driver {
                Driver::LazySmp => team.deepen_with_helpers(limits, &root_moves, progress),
                _ => team.deepen(limits, &root_moves, progress),
            }
        })
    }
}

/// The places in generation order of the moves to look at from the root.
fn root_moves<P: SearchGame, R: Referee<P>>(
    record: &Record<P, R>,
    wanted: &[P::Move],
) -> Result<Vec<u16>, SearchError> {
    let State { node, clock, .. } = record.last();
    let position = node.position();
    let (mut index, mut list) = (0, Vec::new());
    let _ = position.visit_cold(&mut |mv| {
        if (wanted.is_empty() || wanted.contains(&mv)) && !record.referee().forbids(*clock, position, &mv) {
            list.push(index);
        }
        index += 1;
        ControlFlow::Continue(())
    });
    if list.is_empty() { Err(SearchError::NoSuchMove) } else { Ok(list) }
}

/// Runs `work` with a clock beside it that sets `late` when `limit` has passed.
fn with_alarm<T>(
    limit: Option<Duration>,
    late: &AtomicBool,
    work: impl FnOnce() -> Result<T, SearchError>,
) -> Result<T, SearchError> {
    let Some(limit) = limit else {
        return work();
    };
    let (done, wait) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        team::spawn(scope, move || {
            if wait.recv_timeout(limit) == Err(mpsc::RecvTimeoutError::Timeout) {
                late.store(true, Relaxed);
            }
        })?;
        let result = work();
        drop(done);
        result
    })
}

#[cfg(test)]
mod tests;
