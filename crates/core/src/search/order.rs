//! In what order moves are tried: the table's move, captures by what they win, then what has cut off before.
//!
//! There are no killers: put before what history says they cost nodes in almost every game (docs/decisions.md, "No killers").
//! History is kept by the mover's [`history_index`](SearchGame::history_index) and, as continuation history, by
//! the target of the move before. Values age by being pulled towards the bonus, so that they stay bounded.

use super::game::SearchGame;
use super::score::Score;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// A move with its place in generation order and its rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked<M> {
    pub(crate) mv: M,
    pub(crate) index: u16,
    pub(crate) rank: i32,
}

impl<M> Ranked<M> {
    /// By rank, and among equals the first in generation order, so that the order depends on nothing else. One number, because moves are compared more
    /// often than anything else is done with them.
    fn precedence(&self) -> i64 {
        (i64::from(self.rank) << 16) - i64::from(self.index)
    }
}

const TABLE_MOVE: i32 = i32::MAX;
const CAPTURES: i32 = 1 << 28;
/// Bound of a history value.
const FULL: i32 = 1 << 14;

/// From this move on the rest is sorted at once: picking the best of the rest again and again is cheaper only for
/// the few moves that a cut-off needs.
const PICKED_ONE_BY_ONE: usize = 8;

/// What one thread has learned about moves, and so how it ranks them.
pub(crate) struct Order {
    main: [Vec<i16>; 2],
    replies: Vec<i16>,
}

impl Order {
    /// Nothing is known of the moves of the game `P`.
    pub(crate) fn new<P: SearchGame>() -> Self {
        let zeros = |n: usize| vec![0; n];
        Self { main: [zeros(P::HISTORY), zeros(P::HISTORY)], replies: zeros(P::HISTORY * P::TARGETS) }
    }

    /// Forgets the history for that of another thread.
    pub(crate) fn learn_from(&mut self, other: &Self) {
        let Self { main, replies } = self;
        let values = main.iter_mut().chain([replies]);
        for (mine, theirs) in values.zip(other.main.iter().chain([&other.replies])) {
            mine.copy_from_slice(theirs);
        }
    }

    fn reply<P: SearchGame>(previous: Option<usize>, index: usize) -> Option<usize> {
        previous.map(|target| target * P::HISTORY + index)
    }

    /// The rank of a move that is not the table's.
    pub(crate) fn rank<P: SearchGame>(&self, position: &P, mv: &P::Move, previous: Option<usize>) -> i32 {
        let gain = position.gain(mv);
        if gain > 0 { CAPTURES + gain } else { self.quiet(position, mv, previous) }
    }

    /// What history says of a quiet move.
    pub(crate) fn quiet<P: SearchGame>(&self, position: &P, mv: &P::Move, previous: Option<usize>) -> i32 {
        let index = position.history_index(mv) % P::HISTORY;
        let reply = Self::reply::<P>(previous, index).map_or(0, |reply| self.replies[reply]);
        let main = self.main[position.side_to_move().index()][index];
        i32::from(main) + i32::from(reply)
    }

    /// `best` caused a cut-off after the moves `failed` had not.
    pub(crate) fn reward<P: SearchGame>(
        &mut self,
        position: &P,
        best: &Ranked<P::Move>,
        failed: &[Ranked<P::Move>],
        depth: i32,
        previous: Option<usize>,
    ) {
        let mv = &best.mv;
        if position.gain(mv) > 0 {
            return;
        }
        let bonus = (depth * depth * 16).min(FULL / 8);
        self.adjust(position, mv, previous, bonus);
        for Ranked { mv, .. } in failed.iter().filter(|failed| position.gain(&failed.mv) == 0) {
            self.adjust(position, mv, previous, -bonus);
        }
    }

    fn adjust<P: SearchGame>(&mut self, position: &P, mv: &P::Move, previous: Option<usize>, bonus: i32) {
        let index = position.history_index(mv) % P::HISTORY;
        pull(&mut self.main[position.side_to_move().index()][index], bonus);
        if let Some(reply) = Self::reply::<P>(previous, index) {
            pull(&mut self.replies[reply], bonus);
        }
    }
}

/// Moves a value towards ±[`FULL`] by `bonus`, the less the nearer it is. A value that stays is not written: 1 to 2 % more nodes a second in Dameo and the Amazons.
fn pull(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    let new = old + bonus - old * bonus.abs() / FULL;
    if new != old {
        *value = new as i16;
    }
}

/// Gives moves best first.
pub(crate) struct Picker {
    next: usize,
}

impl Picker {
    pub(crate) const fn new() -> Self {
        Self { next: 0 }
    }

    /// The best of the moves not yet given, with its place in this order.
    pub(crate) fn pick<M: Copy>(&mut self, moves: &mut [Ranked<M>]) -> Option<(usize, Ranked<M>)> {
        let rest = moves.get_mut(self.next..)?;
        if self.next < PICKED_ONE_BY_ONE {
            let best = (0..rest.len()).max_by_key(|&i| rest[i].precedence())?;
            rest.swap(0, best);
        } else if self.next == PICKED_ONE_BY_ONE {
            rest.sort_unstable_by_key(|ranked| Reverse(ranked.precedence()));
        }
        let found = *rest.first()?;
        self.next += 1;
        Some((self.next - 1, found))
    }
}

/// The rank of the move that the table names.
pub(crate) const fn table_rank() -> Score {
    TABLE_MOVE
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn moves_come_best_first_and_equal_ones_in_generation_order(ranks in proptest::collection::vec(-3..3i32, 0..30)) {
            let mut moves: Vec<Ranked<u8>> =
                ranks.iter().enumerate().map(|(n, &rank)| Ranked { mv: n as u8, index: n as u16, rank }).collect();
            let mut expected = moves.clone();
            expected.sort_by_key(|ranked| Reverse(ranked.rank));
            let (mut picker, mut picked) = (Picker::new(), Vec::new());
            while let Some((place, ranked)) = picker.pick(&mut moves) {
                prop_assert_eq!(place, picked.len());
                picked.push(ranked.mv);
            }
            prop_assert_eq!(picked, expected.iter().map(|ranked| ranked.mv).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_value_is_pulled_towards_its_bound_and_not_beyond() {
        let mut value = 0;
        pull(&mut value, 2048);
        assert_eq!(value, 2048);
        pull(&mut value, 2048);
        // An eighth of the way is gone, so that the second step is an eighth shorter.
        assert_eq!(value, 2048 + 2048 - 256);
        for bonus in [2048, -2048] {
            (0..1000).for_each(|_| pull(&mut value, bonus));
            let (reached, sign) = (i32::from(value), bonus.signum());
            assert!((FULL - 20..=FULL).contains(&(reached * sign)), "{reached}");
        }
    }
}
