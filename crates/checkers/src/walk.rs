//! Counting long captures by walking along them: no list, no merging.
//!
//! It gives up, and the search (`search`) decides, when two of the routes that it counts might be the same
//! move, or when there are many routes: walking them all can take time without bound.

use crate::board::Bits;
use crate::layout::Word;
use crate::rules::{Choice, Crowning, King, Rules};
use crate::step::{Direction, fill, step};
use crate::tally::{kings_first, only_longest};
use crate::view::{Behind, View};
use plywood_core::Bitboard;

/// Stations on the way after which walking is no longer cheaper than merging.
const MOST_STATIONS: u32 = 96;

/// The best captures seen so far.
struct Best<W> {
    worth: u32,
    /// Never near overflow: a board's width of moves a station at most.
    count: u64,
    /// The starts of routes so long that another from the same start may be the same move.
    long: W,
    stations: u32,
    /// Whether the count may be wrong.
    lost: bool,
}

impl<R: Rules, const WHITE: bool> View<R, WHITE> {
    /// The number of captures, all victims being equally good; `None` when it is not sure of it. With
    /// `SEQUENCES` every route counts.
    #[inline(never)]
    pub(crate) fn walk<const SEQUENCES: bool>(&self, men: &Behind<R>, kings: &Behind<R>) -> Option<u64> {
        let mut best = Best { worth: 0, count: 0, long: Bits::<R>::EMPTY, stations: 0, lost: false };
        for_king_captures!(R, to => {
            let mut behind = kings[to as usize];
            while behind.any() {
                let at = behind ^ behind.without_lowest();
                let victim = step::<R::Layout>(at, to.back());
                let from = Bits::<R>::bit(self.king_before(victim, to).into());
                self.walk_king::<SEQUENCES>(&mut best, from, at, self.way(at, from, victim, to), victim, victim);
                behind ^= at;
            }
        });
        let kings_captured = best.count > 0;
        if R::CHOICE != Choice::KingFirst || !kings_captured {
            for_man_captures!(R, WHITE, to => {
                let mut behind = men[to as usize];
                while behind.any() {
                    let at = behind ^ behind.without_lowest();
                    let victim = step::<R::Layout>(at, to.back());
                    let from = step::<R::Layout>(victim, to.back());
                    self.walk_man::<SEQUENCES>(&mut best, from, at, victim);
                    behind ^= at;
                }
            });
        }
        (!best.lost).then_some(best.count)
    }

    fn walk_man<const SEQUENCES: bool>(&self, best: &mut Best<Bits<R>>, from: Bits<R>, at: Bits<R>, captured: Bits<R>) {
        let on_last_row = (at & Self::crown_row()).any();
        if R::CROWNING == Crowning::AtOnce && on_last_row {
            return self.walk_king::<SEQUENCES>(best, from, at, at, captured, captured);
        }
        if best.too_many() {
            return;
        }
        let (foes, open) = (self.foes_of_men() & !captured, self.open(from, captured));
        let mut goes_on = false;
        if R::CROWNING != Crowning::EndsTheMove || !on_last_row {
            for_man_captures!(R, WHITE, to => {
                let behind = Self::behind(at, foes, open, to);
                if behind.any() {
                    goes_on = true;
                    self.walk_man::<SEQUENCES>(best, from, behind, captured | step::<R::Layout>(behind, to.back()));
                }
            });
        }
        if !goes_on {
            // Diagonal jumps of a man are the edges of a graph: another trail along the same ones takes a ring.
            let may_repeat = !SEQUENCES && captured.size() >= if R::ORTHOGONAL { 3 } else { 4 };
            best.add::<R>(captured.size(), false, 1, if may_repeat { from } else { Bits::<R>::EMPTY });
        }
    }

    /// The king has landed behind `victim`, its last one, and may turn on the squares of `way`.
    fn walk_king<const SEQUENCES: bool>(
        &self,
        best: &mut Best<Bits<R>>,
        from: Bits<R>,
        at: Bits<R>,
        way: Bits<R>,
        victim: Bits<R>,
        captured: Bits<R>,
    ) {
        if best.too_many() {
            return;
        }
        let (foes, open) = (self.foes & !captured, self.open(from, captured));
        let mut goes_on = false;
        for_king_captures!(R, to => {
            let mut behind = Self::behind_kings(way, foes, open, to);
            while behind.any() {
                goes_on = true;
                let at = behind ^ behind.without_lowest();
                let victim = step::<R::Layout>(at, to.back());
                let way = self.way(at, from, captured, to);
                self.walk_king::<SEQUENCES>(best, from, at, way, victim, captured | victim);
                behind ^= at;
            }
        });
        if !goes_on {
            let stops = R::KING == King::FlyingStopsBehindKing && (victim & self.foe_kings).any();
            let landings = if stops { at } else { way };
            let may_repeat = !SEQUENCES && captured.size() >= 3;
            best.add::<R>(captured.size(), true, landings.size(), if may_repeat { from } else { Bits::<R>::EMPTY });
        }
    }

    /// The squares on which a king that lands on `at` in direction `to` may turn.
    #[inline(always)]
    fn way(&self, at: Bits<R>, from: Bits<R>, captured: Bits<R>, to: Direction) -> Bits<R> {
        match R::KING {
            King::Short | King::FlyingStopsBehindAll => at,
            King::Flying | King::FlyingStopsBehindKing => fill::<R::Layout>(at, self.open(from, captured), to),
        }
    }

    /// The squares through which a piece from `from` may pass: its start is empty, its victims stand until the end.
    #[inline(always)]
    pub(crate) fn open(&self, from: Bits<R>, captured: Bits<R>) -> Bits<R> {
        let gone = if R::REMOVED_AT_ONCE { captured } else { Bits::<R>::EMPTY };
        self.empty | from | gone
    }
}

impl<W: Word> Best<W> {
    #[inline(always)]
    fn too_many(&mut self) -> bool {
        self.stations += 1;
        self.lost |= self.stations > MOST_STATIONS;
        self.lost
    }

    /// Counts `moves` that take `victims` pieces on one route; `long` is its start when another route from there may
    /// make the same moves, and empty when not.
    #[inline(always)]
    fn add<R: Rules>(&mut self, victims: u32, king: bool, moves: u32, long: W) {
        let quantity = if only_longest::<R>() { 2 * victims } else { 0 };
        let worth = quantity + u32::from(kings_first::<R>() && king);
        if worth < self.worth {
            return;
        }
        if worth > self.worth {
            (self.worth, self.count, self.long) = (worth, 0, W::EMPTY);
        }
        self.count += u64::from(moves);
        self.lost |= (self.long & long).any();
        self.long |= long;
    }
}
