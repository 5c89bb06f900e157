//! Perft: counting the leaves of a game tree to a fixed depth.
//!
//! One recursion serves every way of counting. What varies is three small types: the [`Mode`] (which
//! edges count), the walker (a bare position, or one with its key and a [`Table`]) and the
//! [`Tally`] (a number, or [`Classes`] of leaves). Plain perft of a bare position compiles to the
//! plain recursion: nobody pays for keys, tables or classes that he does not use.
//!
//! The tree is cut at the *grain*, a remaining depth chosen so that the subtrees below are worth a
//! task and above there are enough of them: nodes above the grain collect their children and share them
//! out (on a rayon pool when there is one), nodes below are visited in place. Because every node above the
//! grain may be split, not only the root, a single root move or a lopsided tree keeps all threads
//! busy.
//!
//! Not here: draw rules (perft ignores them), printing, time.

mod table;
mod tally;

pub use table::{Table, TableError};
pub use tally::Tally;

use crate::position::{Classes, Mode, Position, Unique};
use crate::zobrist::{Keyed, Zobrist};
use alloc::vec::Vec;
use core::any::TypeId;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use thiserror::Error;

/// The deepest perft.
pub const MAX_DEPTH: u32 = 64;

/// Subtrees up to about this many leaves are counted in place: a hundred microseconds of work in RBC, two milliseconds in
/// draughts, against about one microsecond for handing a task to another thread.
const GRAIN_LEAVES: u64 = 500_000;

/// With fewer subtrees than this the grain is made finer, so that the last ones can still be shared.
const MIN_TASKS: u64 = 4096;

/// Stack in bytes of a thread that counts. One that waits for its children takes other tasks on top of its stack; with subtrees
/// 64 plies deep the usual 2 MB would be a guess.
pub const STACK: usize = 16 << 20;

/// Remaining depth from which a table is asked. At 1 a look-up costs more than counting.
const PROBE_FROM: u32 = 2;

/// The whole of the work, in the units of [`Control::progress`].
const WHOLE: u64 = 1 << 60;

/// Why a count could not be finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PerftError<T> {
    /// The depth is above [`MAX_DEPTH`].
    #[error("depth {0} is above {MAX_DEPTH}")]
    Depth(u32),
    /// The number of leaves does not fit in 64 bits.
    #[error("the count exceeds 2^64 - 1")]
    Overflow,
    /// What must be remembered at once does not fit into memory.
    #[error("out of memory")]
    Memory,
    /// [`Control::stop`] was called; holds what was counted until then.
    #[error("interrupted")]
    Interrupted(T),
}

impl<T> PerftError<T> {
    /// The same error with the partial result turned into another form.
    pub fn map<U>(self, form: impl FnOnce(T) -> U) -> PerftError<U> {
        match self {
            Self::Depth(depth) => PerftError::Depth(depth),
            Self::Overflow => PerftError::Overflow,
            Self::Memory => PerftError::Memory,
            Self::Interrupted(partial) => PerftError::Interrupted(form(partial)),
        }
    }
}

/// The strings on a running count: stop it from anywhere, look how far it is.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    done: AtomicU64,
}

impl Control {
    /// A control that has not been used.
    pub const fn new() -> Self {
        Self { stop: AtomicBool::new(false), done: AtomicU64::new(0) }
    }

    /// Ends every count that uses this control, within a millisecond or so.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether [`stop`](Self::stop) was called.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// How much of the tree is done, 0 to 1, by the share of subtrees: a guide, not a measure.
    pub fn progress(&self) -> f64 {
        self.done.load(Relaxed) as f64 / WHOLE as f64
    }

    /// Says how much is done, 0 to 1, for counts that are not trees.
    pub fn set_progress(&self, fraction: f64) {
        self.done.store((fraction * WHOLE as f64) as u64, Relaxed);
    }

    fn credit(&self, units: u64) {
        self.done.fetch_add(units, Relaxed);
    }
}

/// The threads could not be started.
#[derive(Clone, Debug, Error)]
#[error("cannot start {threads} threads")]
#[non_exhaustive]
pub struct ThreadError {
    /// How many were asked for.
    pub threads: usize,
}

/// Counts trees on a fixed number of threads.
///
/// # Example
/// ```
/// # use plywood_core::{*, perft::*};
/// # use std::ops::ControlFlow;
/// # // A game in which each player takes 1 to 3 of the remaining matches.
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
/// let heap = Nim(10, Side::White);
/// let perft = Perft::new(2)?;
/// assert_eq!(perft.count(Unique, &heap, 5, None, &Control::new()), Ok(147));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Perft {
    #[cfg(feature = "parallel")]
    pool: Option<rayon::ThreadPool>,
}

impl Perft {
    /// A counter with `threads` threads; 0 and 1 both mean the calling thread alone. Without the
    /// feature `parallel` it is always that.
    ///
    /// # Errors
    /// When the system does not give the threads.
    pub fn new(threads: usize) -> Result<Self, ThreadError> {
        #[cfg(feature = "parallel")]
        {
            let build = || rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
            let pool = (threads > 1).then(build).transpose().map_err(|_| ThreadError { threads })?;
            Ok(Self { pool })
        }
        #[cfg(not(feature = "parallel"))]
        {
            let _ = threads;
            Ok(Self {})
        }
    }

    /// Runs `task` on every thread at the same time, and waits for all; with one thread that is the calling one. For batches of work
    /// that are no counts.
    pub fn on_every_thread(&self, task: &(dyn Fn() + Sync)) {
        #[cfg(feature = "parallel")]
        if let Some(pool) = &self.pool {
            pool.broadcast(|_| task());
            return;
        }
        task();
    }

    /// The number of leaves at `depth`; 1 at depth 0. With a `table`, subtrees that were counted
    /// before are looked up.
    ///
    /// # Errors
    /// [`PerftError`]; after an interrupt it holds the leaves counted so far.
    pub fn count<P: Position, M: Mode<P>>(
        &self,
        mode: M,
        position: &P,
        depth: u32,
        table: Option<&Table>,
        control: &Control,
    ) -> Result<u64, PerftError<u64>> {
        match table {
            None => self.total(mode, &Plain, position, depth, control),
            Some(table) => self.total(mode, &Hashed::new::<P, M>(table), position, depth, control),
        }
    }

    /// Every distinct first move with the leaves under one edge to it, in generation order; nothing at depth 0. (In a mode
    /// with weights several edges may lead to one move.)
    ///
    /// # Errors
    /// [`PerftError`]; after an interrupt it holds the numbers so far, too low for some moves.
    pub fn divide<P: Position, M: Mode<P>>(
        &self,
        mode: M,
        position: &P,
        depth: u32,
        table: Option<&Table>,
        control: &Control,
    ) -> Result<Divide<P>, PerftError<Divide<P>>> {
        match table {
            None => self.split(mode, &Plain, position, depth, control),
            Some(table) => self.split(mode, &Hashed::new::<P, M>(table), position, depth, control),
        }
    }

    /// The leaves at `depth` by the class of the move that led to them. At depth 0 there is no such
    /// move: one leaf of no class.
    ///
    /// # Errors
    /// [`PerftError`]; after an interrupt it holds the leaves counted so far.
    pub fn classes<P: Position, M: Mode<P>>(
        &self,
        mode: M,
        position: &P,
        depth: u32,
        control: &Control,
    ) -> Result<Classes, PerftError<Classes>> {
        self.total(mode, &Plain, position, depth, control)
    }

    fn total<P, M, W, T>(
        &self,
        mode: M,
        walker: &W,
        position: &P,
        depth: u32,
        control: &Control,
    ) -> Result<T, PerftError<T>>
    where
        P: Position,
        M: Mode<P>,
        W: Walker<P, T>,
        T: Tally,
    {
        if depth > MAX_DEPTH {
            return Err(PerftError::Depth(depth));
        }
        let run = Run::new(self, mode, walker, position, depth, control);
        let total = run.spread(&walker.root(position), depth, WHOLE);
        run.finish(total)
    }

    fn split<P, M, W>(
        &self,
        mode: M,
        walker: &W,
        position: &P,
        depth: u32,
        control: &Control,
    ) -> Result<Divide<P>, PerftError<Divide<P>>>
    where
        P: Position,
        M: Mode<P>,
        W: Walker<P, u64>,
    {
        if depth > MAX_DEPTH {
            return Err(PerftError::Depth(depth));
        }
        let mut moves = Vec::new();
        if depth > 0 && position.ended().is_none() {
            let _ = mode.visit_cold(position, &mut |mv, _| {
                moves.push(mv);
                ControlFlow::Continue(())
            });
        }
        let run = Run::new(self, mode, walker, position, depth, control);
        let root = walker.root(position);
        let share = WHOLE / (moves.len() as u64).max(1);
        let below = depth.saturating_sub(1);
        let counts = self.map(moves.len(), &|i| run.spread(&walker.child(&root, &moves[i]), below, share));
        run.finish(moves.into_iter().zip(counts).collect())
    }

    /// `task(0..tasks)` in order, on all threads. The task is a trait object so that rayon is compiled
    /// for the two tallies, not for every game, mode and table.
    fn map<T: Tally>(&self, tasks: usize, task: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
        #[cfg(feature = "parallel")]
        if let Some(pool) = &self.pool {
            use rayon::prelude::*;
            return pool.install(|| (0..tasks).into_par_iter().map(task).collect());
        }
        (0..tasks).map(task).collect()
    }
}

/// The first moves of a position, each with the leaves under it.
pub type Divide<P> = Vec<(<P as Position>::Move, u64)>;

/// How a node is carried down the tree, and whether it is remembered.
trait Walker<P: Position, T>: Sync {
    /// Whether a visit costs so little that it must not be a call.
    const HOT: bool;
    type Node: Send + Sync;

    fn root(&self, position: &P) -> Self::Node;
    fn position<'a>(&self, node: &'a Self::Node) -> &'a P;
    fn child(&self, node: &Self::Node, mv: &P::Move) -> Self::Node;
    fn recall(&self, node: &Self::Node, depth: u32) -> Option<T>;
    fn remember(&self, node: &Self::Node, depth: u32, tally: &T);
}

/// A bare position, nothing remembered.
struct Plain;

impl<P: Position, T> Walker<P, T> for Plain {
    const HOT: bool = true;
    type Node = P;

    #[inline(always)]
    fn root(&self, position: &P) -> P {
        position.clone()
    }
    #[inline(always)]
    fn position<'a>(&self, node: &'a P) -> &'a P {
        node
    }
    #[inline(always)]
    fn child(&self, node: &P, mv: &P::Move) -> P {
        node.play(mv)
    }
    #[inline(always)]
    fn recall(&self, _: &P, _: u32) -> Option<T> {
        None
    }
    #[inline(always)]
    fn remember(&self, _: &P, _: u32, _: &T) {}
}

/// A position with its key; counts are kept in a table.
struct Hashed<'a> {
    table: &'a Table,
    zobrist: &'a Zobrist,
    /// Keeps counts of other games and other modes apart in one table.
    salt: u64,
}

impl<'a> Hashed<'a> {
    fn new<P: Position, M: Mode<P>>(table: &'a Table) -> Self {
        let mut salt = Salt::new();
        TypeId::of::<(P, M)>().hash(&mut salt);
        Self { table, zobrist: table.zobrist(), salt: salt.finish() }
    }

    fn salt(&self, depth: u32) -> u64 {
        self.salt.wrapping_add(u64::from(depth))
    }
}

/// The Fowler-Noll-Vo hash: a hasher without a random seed.
struct Salt(u64);

impl Salt {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Salt {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |salt, &byte| (salt ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    }
}

impl<P: Position> Walker<P, u64> for Hashed<'_> {
    /// A look-up in memory costs fifty times a call.
    const HOT: bool = false;
    type Node = Keyed<P>;

    #[inline(always)]
    fn root(&self, position: &P) -> Keyed<P> {
        Keyed::new(position.clone(), self.zobrist)
    }
    #[inline(always)]
    fn position<'a>(&self, node: &'a Keyed<P>) -> &'a P {
        node.position()
    }
    #[inline(always)]
    fn child(&self, node: &Keyed<P>, mv: &P::Move) -> Keyed<P> {
        node.play(mv, self.zobrist)
    }
    #[inline(always)]
    fn recall(&self, node: &Keyed<P>, depth: u32) -> Option<u64> {
        if depth < PROBE_FROM { None } else { self.table.get(node.key(), self.salt(depth)) }
    }
    #[inline(always)]
    fn remember(&self, node: &Keyed<P>, depth: u32, tally: &u64) {
        if depth >= PROBE_FROM {
            self.table.put(node.key(), self.salt(depth), *tally);
        }
    }
}

/// One count under way.
struct Run<'a, P, M, W, T> {
    perft: &'a Perft,
    mode: M,
    walker: &'a W,
    control: &'a Control,
    /// Remaining depth up to which subtrees are counted in place.
    grain: u32,
    overflow: AtomicBool,
    types: PhantomData<fn(P) -> T>,
}

impl<'a, P, M, W, T> Run<'a, P, M, W, T>
where
    P: Position,
    M: Mode<P>,
    W: Walker<P, T>,
    T: Tally,
{
    fn new(perft: &'a Perft, mode: M, walker: &'a W, position: &P, depth: u32, control: &'a Control) -> Self {
        control.done.store(0, Relaxed);
        Self {
            perft,
            mode,
            walker,
            control,
            grain: grain(position, depth, control),
            overflow: AtomicBool::new(false),
            types: PhantomData,
        }
    }

    fn finish<R>(&self, result: R) -> Result<R, PerftError<R>> {
        if self.overflow.load(Relaxed) {
            Err(PerftError::Overflow)
        } else if self.control.stopped() {
            Err(PerftError::Interrupted(result))
        } else {
            Ok(result)
        }
    }

    /// The tally of a subtree whose nodes may be shared out; `units` is its part of the whole.
    fn spread(&self, node: &W::Node, depth: u32, units: u64) -> T {
        if self.halted() {
            return T::default();
        }
        if depth <= self.grain {
            let tally = self.subtree(node, depth);
            self.control.credit(units);
            return tally;
        }
        if let Some(known) = self.walker.recall(node, depth) {
            self.control.credit(units);
            return known;
        }
        let position = self.walker.position(node);
        let mut children = Vec::new();
        if position.ended().is_none() {
            let _ = self.mode.visit_cold(position, &mut |mv, weight| {
                children.push((self.walker.child(node, &mv), weight));
                self.proceed()
            });
        }
        let share = units / (children.len() as u64).max(1);
        self.control.credit(units - share * children.len() as u64);
        let parts = self.perft.map(children.len(), &|i| self.spread(&children[i].0, depth - 1, share));
        let mut total = T::default();
        for (part, (_, weight)) in parts.into_iter().zip(&children) {
            self.add(&mut total, part, *weight);
        }
        self.remember(node, depth, &total);
        total
    }

    /// The tally of a subtree, in place.
    fn subtree(&self, node: &W::Node, depth: u32) -> T {
        let position = self.walker.position(node);
        if depth == 0 {
            return T::one();
        }
        if position.ended().is_some() {
            return T::default();
        }
        if depth == 1 {
            return self.checked(T::leaves(self.mode, position));
        }
        if let Some(known) = self.walker.recall(node, depth) {
            return known;
        }
        let leaves = if depth == 2 { T::leaves2(self.mode, position) } else { None };
        let total = leaves.map_or_else(|| self.children(node, depth), |leaves| self.checked(leaves));
        self.remember(node, depth, &total);
        total
    }

    /// A saturated number from a game is an overflow.
    #[inline(always)]
    fn checked(&self, leaves: T) -> T {
        if leaves.saturated() {
            self.overflow.store(true, Relaxed);
        }
        leaves
    }

    /// Whether nothing more need be counted.
    #[inline(always)]
    fn halted(&self) -> bool {
        self.control.stopped() || self.overflow.load(Relaxed)
    }

    #[inline(always)]
    fn proceed(&self) -> ControlFlow<()> {
        if self.halted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn children(&self, node: &W::Node, depth: u32) -> T {
        let mut total = T::default();
        let mut edges = 0u64;
        let mut visitor = |mv: P::Move, weight: u64| {
            let child = self.walker.child(node, &mv);
            if cfg!(debug_assertions) {
                // Two plies cost a visit to check: the first child of each node must do.
                let first = edges == 0 && depth == 3;
                debug_assert!(!first || agree2(self.mode, self.walker.position(&child)), "count2 differs after {mv:?}");
                edges = edges.saturating_add(weight);
            }
            let part = self.subtree(&child, depth - 1);
            self.add(&mut total, part, weight);
            self.proceed()
        };
        let position = self.walker.position(node);
        let _ = if W::HOT && T::HOT {
            self.mode.visit(position, visitor)
        } else {
            self.mode.visit_cold(position, &mut visitor)
        };
        debug_assert!(self.halted() || edges == self.mode.count(position), "visit and count differ on {position:?}");
        debug_assert_eq!(edges > 0, position.any(), "visit and any differ on {position:?}");
        total
    }

    #[inline(always)]
    fn add(&self, total: &mut T, part: T, weight: u64) {
        if !total.add(part, weight) {
            self.overflow.store(true, Relaxed);
        }
    }

    /// A count that was cut short must not be remembered as the whole.
    #[inline(always)]
    fn remember(&self, node: &W::Node, depth: u32, total: &T) {
        if !self.halted() {
            self.walker.remember(node, depth, total);
        }
    }
}

/// Whether the count of two plies is the sum of the counts of the children.
fn agree2<P: Position>(mode: impl Mode<P>, position: &P) -> bool {
    if position.ended().is_some() {
        return true;
    }
    let mut leaves = 0u64;
    let _ = mode.visit_cold(position, &mut |mv, weight| {
        let child = position.play(&mv);
        let below = if child.ended().is_none() { mode.count(&child) } else { 0 };
        leaves = leaves.saturating_add(below.saturating_mul(weight));
        ControlFlow::Continue(())
    });
    leaves == mode.count2(position)
}

/// The remaining depth up to which subtrees are counted in place: the deepest tree from the root that
/// is still small, made finer while too few subtrees of that depth would be left to share.
fn grain(position: &impl Position, depth: u32, control: &Control) -> u32 {
    let mut grain = 2;
    while grain < depth && is_small(position, grain + 1, GRAIN_LEAVES, control) {
        grain += 1;
    }
    while grain > 2 && is_small(position, depth.saturating_sub(grain), MIN_TASKS, control) {
        grain -= 1;
    }
    grain
}

/// Whether the tree to `depth` has fewer than `many` leaves, and is not a large one that dies out; of a count that is stopped nobody
/// needs to know.
fn is_small(position: &impl Position, depth: u32, many: u64, control: &Control) -> bool {
    let mut budget = many.max(GRAIN_LEAVES);
    bounded(position, depth, many, &mut budget, control) < many && budget > 0
}

/// The number of leaves at `depth`, counted only until it reaches about `enough`, `budget` positions were visited or the count is stopped.
fn bounded<P: Position>(position: &P, depth: u32, enough: u64, budget: &mut u64, control: &Control) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.ended().is_some() || *budget == 0 || control.stopped() {
        return 0;
    }
    *budget -= 1;
    if depth == 1 {
        return Unique.count(position);
    }
    let mut leaves = 0;
    let _ = position.visit_cold(&mut |mv| {
        leaves += bounded(&position.play(&mv), depth - 1, enough, budget, control);
        if leaves < enough && *budget > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    leaves
}

#[cfg(test)]
mod tests;
