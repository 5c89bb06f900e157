//! Captures of several pieces: the search for the longest.
//!
//! A plain depth-first search walks every *route*, and routes explode: a king among eighteen others can
//! have hundreds of thousands that end in a few dozen moves. What a capture can still do depends only on
//! where the piece stands and what it has taken (and, where a king may not turn back, on its heading). So
//! the search goes level by level, all captures of n pieces before those of n + 1, and captures that agree
//! in this merge into one that remembers the number of its routes. The last level that is not empty is the
//! answer: that is the rule of the majority itself.

use crate::capture::man_jumps;
use crate::geometry::{Direction, Geometry};
use crate::position::{Scene, Set};
use crate::rules::Rules;
use alloc::vec::Vec;
use core::ops::Deref;
use plywood_core::Bitboard;

/// Routes that have led the same piece to the same square with the same victims.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Chain<S> {
    /// What has been taken.
    pub(crate) victims: S,
    /// How many routes; it stops at the greatest number rather than wrap.
    pub(crate) paths: u64,
    /// Where the piece started.
    pub(crate) from: u8,
    /// Where it stands.
    pub(crate) at: u8,
    /// The direction of its last jump where that matters, as in [`Direction::ROOK`], else [`ANY`].
    pub(crate) heading: u8,
}

/// No heading: every direction is open.
const ANY: u8 = 4;

impl<S: Bitboard> Chain<S> {
    /// The piece on `from`, which has not jumped yet.
    #[inline(always)]
    pub(crate) fn start(from: u32) -> Self {
        Self { victims: S::EMPTY, paths: 1, from: from as u8, at: from as u8, heading: ANY }
    }

    /// Chains with the same key go on in the same ways.
    #[inline(always)]
    pub(crate) fn key(&self) -> (S, u8, u8, u8) {
        (self.victims, self.from, self.at, self.heading)
    }
}

/// How many chains a level holds without a heap: enough for nearly every position of real games.
const FEW: usize = 8;

/// The chains of one length: a few in place, more on the heap.
#[derive(Debug)]
pub(crate) struct Level<S> {
    few: [Chain<S>; FEW],
    len: usize,
    /// All chains, as soon as they are more than [`FEW`]; otherwise empty.
    many: Vec<Chain<S>>,
}

impl<S: Bitboard> Level<S> {
    #[inline(always)]
    fn new() -> Self {
        Self { few: [Chain::default(); FEW], len: 0, many: Vec::new() }
    }

    #[inline(always)]
    fn push(&mut self, chain: Chain<S>) {
        if self.len < FEW {
            self.few[self.len] = chain;
            self.len += 1;
        } else {
            self.spill(chain);
        }
    }

    #[cold]
    fn spill(&mut self, chain: Chain<S>) {
        if self.many.is_empty() {
            self.many.extend(self.few);
        }
        self.many.push(chain);
    }

    /// Makes chains with the same key one, and the order of the chains that of their keys.
    #[inline(always)]
    fn merge(&mut self) {
        if self.len > 1 {
            self.merge_several();
        }
    }

    fn merge_several(&mut self) {
        if self.many.is_empty() {
            self.len = merged(&mut self.few[..self.len]);
        } else {
            let len = merged(&mut self.many);
            self.many.truncate(len);
        }
    }
}

impl<S> Deref for Level<S> {
    type Target = [Chain<S>];

    #[inline(always)]
    fn deref(&self) -> &[Chain<S>] {
        if self.many.is_empty() { &self.few[..self.len.min(FEW)] } else { &self.many }
    }
}

/// Sorts by key and moves one chain for each key to the front; returns how many.
fn merged<S: Bitboard>(chains: &mut [Chain<S>]) -> usize {
    chains.sort_unstable_by_key(Chain::key);
    let mut last = 0;
    for i in 1..chains.len() {
        if chains[i].key() == chains[last].key() {
            chains[last].paths = chains[last].paths.saturating_add(chains[i].paths);
        } else {
            last += 1;
            chains[last] = chains[i];
        }
    }
    chains.len().min(last + 1)
}

/// All longest captures by the pieces `leaders`, one for each move. They must be able to capture.
pub(crate) fn longest<R: Rules>(scene: &Scene<R>, leaders: Set<R>) -> Level<Set<R>> {
    let mut chains = Level::new();
    for from in leaders.squares() {
        chains.push(Chain::start(from));
    }
    loop {
        let mut longer = Level::new();
        for chain in chains.iter() {
            extend(scene, chain, |next| longer.push(next));
        }
        if longer.is_empty() {
            break;
        }
        longer.merge();
        chains = longer;
    }
    if R::VANISH_AT_ONCE && scene.kings.any() {
        forget_headings(&mut chains);
    }
    chains
}

/// A finished capture is the same whatever its last direction.
fn forget_headings<S: Bitboard>(chains: &mut Level<S>) {
    chains.few.iter_mut().chain(&mut chains.many).for_each(|chain| chain.heading = ANY);
    chains.merge();
}

/// Calls `each` with every chain that is one jump longer than `chain`.
#[inline(always)]
pub(crate) fn extend<R: Rules>(scene: &Scene<R>, chain: &Chain<Set<R>>, mut each: impl FnMut(Chain<Set<R>>)) {
    let mut empty = scene.empty | Set::<R>::bit(chain.from.into());
    if R::VANISH_AT_ONCE {
        empty |= chain.victims;
    }
    let prey = scene.enemy & !chain.victims;
    if scene.kings.has(chain.from.into()) {
        extend_king::<R>(empty, prey, chain, each);
    } else {
        extend_man(scene, empty, prey, chain, &mut each);
    }
}

#[inline(always)]
fn extend_man<R: Rules>(
    scene: &Scene<R>,
    empty: Set<R>,
    prey: Set<R>,
    chain: &Chain<Set<R>>,
    each: &mut impl FnMut(Chain<Set<R>>),
) {
    let at = Set::<R>::bit(chain.at.into());
    for d in Direction::ROOK.into_iter().filter(|&d| man_jumps(scene, d)) {
        let victim = R::Board::step(d, at) & prey;
        if (R::Board::step(d, victim) & empty).any() {
            let to = R::Board::offset(d, 2, chain.at.into());
            each(Chain { victims: chain.victims | victim, at: to as u8, ..*chain });
        }
    }
}

#[inline(never)]
fn extend_king<R: Rules>(empty: Set<R>, prey: Set<R>, chain: &Chain<Set<R>>, mut each: impl FnMut(Chain<Set<R>>)) {
    let at = Set::<R>::bit(chain.at.into());
    for (i, d) in Direction::ROOK.into_iter().enumerate() {
        if chain.heading != ANY && usize::from(chain.heading) == (i + 2) % 4 {
            continue;
        }
        let victim = R::Board::step(d, R::Board::fill(d, at, empty)) & prey;
        let landings = R::Board::fill(d, victim, empty) & empty;
        let heading = if R::VANISH_AT_ONCE { i as u8 } else { ANY };
        for to in landings.squares() {
            each(Chain { victims: chain.victims | victim, at: to as u8, heading, ..*chain });
        }
    }
}
