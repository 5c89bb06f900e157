//! Finding long captures by walking along them, one route after the other: no layers, no merging.
//!
//! It gives up when there are many routes, for walking them all can take time without bound: then the search
//! (`search`) decides. A mere count is given up also when two of the routes might be the same move; a list sees that.
//!
//! Lists made this way instead of by the search took a twentieth off the time of `woldouby` depth 14 and a seventh off
//! that of `frisian` depth 9.

use crate::board::{Bits, Move};
use crate::capture::{Capture, Captures};
use crate::rules::{Choice, Crowning, King, Rules};
use crate::step::{Direction, fill, square, step};
use crate::tally::{kings_first, only_longest};
use crate::view::{Behind, View, union};
use plywood_core::Bitboard;

/// Stations on the way after which walking is no longer cheaper than merging.
const MOST_STATIONS: u32 = 96;

/// What becomes of the captures: a number or a list.
pub(crate) trait Sink<R: Rules> {
    /// Whether it knows a move that it has when another route makes it.
    const MERGES: bool;

    /// Forgets all: better captures are known.
    fn clear(&mut self);
    /// Takes the captures that one route makes.
    fn add(&mut self, route: &Route<R>);
}

/// A route to its end, and the squares on which it may end.
pub(crate) struct Route<R: Rules> {
    from: Bits<R>,
    captured: Bits<R>,
    landings: Bits<R>,
    /// The landings on which a man becomes a king.
    crowned: Bits<R>,
    /// Whether it is a king that ends.
    king: bool,
    /// Whether another route may make the same moves.
    may_repeat: bool,
}

/// A number of moves is never near overflow: a board's width a station at most.
impl<R: Rules> Sink<R> for u64 {
    const MERGES: bool = false;

    #[inline(always)]
    fn clear(&mut self) {
        *self = 0;
    }

    #[inline(always)]
    fn add(&mut self, route: &Route<R>) {
        *self += u64::from(route.landings.size());
    }
}

impl<R: Rules> Sink<R> for Captures<R> {
    const MERGES: bool = true;

    #[inline(always)]
    fn clear(&mut self) {
        Captures::<R>::clear(self);
    }

    #[inline(always)]
    fn add(&mut self, route: &Route<R>) {
        for to in route.landings.squares() {
            let promotes = route.crowned.has(to);
            let mv = Move { captured: route.captured, promotes, from: square(route.from), to: to as u8 };
            let known = if route.may_repeat { self.as_mut_slice() } else { &mut [] };
            match known.iter_mut().find(|capture| capture.mv == mv) {
                Some(capture) => capture.sequences += 1,
                None => self.push(Capture { mv, sequences: 1 }),
            }
        }
    }
}

/// The best captures seen so far.
struct Best<'a, R: Rules, S> {
    worth: u32,
    sink: &'a mut S,
    /// The starts of routes so long that another from the same start may be the same move.
    long: Bits<R>,
    stations: u32,
    /// Whether the captures may be wrong.
    lost: bool,
}

impl<R: Rules, const WHITE: bool> View<R, WHITE> {
    /// Puts the captures, all victims being equally good, into `sink`, which is empty before; false when it is not sure
    /// of them. With `SEQUENCES` every route counts, else every move.
    #[inline(never)]
    pub(crate) fn walk<const SEQUENCES: bool, S: Sink<R>>(
        &self,
        men: &Behind<R>,
        kings: &Behind<R>,
        sink: &mut S,
    ) -> bool {
        let mut best = Best { worth: 0, sink, long: Bits::<R>::EMPTY, stations: 0, lost: false };
        for_king_captures!(R, to => {
            let mut behind = kings[to as usize];
            while behind.any() {
                let at = behind ^ behind.without_lowest();
                let victim = step::<R::Layout>(at, to.back());
                let from = Bits::<R>::bit(self.king_before(victim, to).into());
                self.walk_king::<SEQUENCES, S>(&mut best, from, at, self.way(at, from, victim, to), victim, victim);
                behind ^= at;
            }
        });
        if R::CHOICE != Choice::KingFirst || union::<R>(kings).is_empty() {
            for_man_captures!(R, WHITE, to => {
                let mut behind = men[to as usize];
                while behind.any() {
                    let at = behind ^ behind.without_lowest();
                    let victim = step::<R::Layout>(at, to.back());
                    let from = step::<R::Layout>(victim, to.back());
                    self.walk_man::<SEQUENCES, S>(&mut best, from, at, victim);
                    behind ^= at;
                }
            });
        }
        !best.lost
    }

    fn walk_man<const SEQUENCES: bool, S: Sink<R>>(
        &self,
        best: &mut Best<R, S>,
        from: Bits<R>,
        at: Bits<R>,
        captured: Bits<R>,
    ) {
        let on_last_row = (at & Self::crown_row()).any();
        if R::CROWNING == Crowning::AtOnce && on_last_row {
            return self.walk_king::<SEQUENCES, S>(best, from, at, at, captured, captured);
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
                    self.walk_man::<SEQUENCES, S>(best, from, behind, captured | step::<R::Layout>(behind, to.back()));
                }
            });
        }
        if !goes_on {
            // Diagonal jumps of a man are the edges of a graph: another trail along the same ones takes a ring.
            let may_repeat = !SEQUENCES && captured.size() >= if R::ORTHOGONAL { 3 } else { 4 };
            let crowned = at & Self::crown_row();
            best.add(&Route { from, captured, landings: at, crowned, king: false, may_repeat });
        }
    }

    /// The king has landed behind `victim`, its last one, and may turn on the squares of `way`.
    fn walk_king<const SEQUENCES: bool, S: Sink<R>>(
        &self,
        best: &mut Best<R, S>,
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
                self.walk_king::<SEQUENCES, S>(best, from, at, way, victim, captured | victim);
                behind ^= at;
            }
        });
        if !goes_on {
            let stops = R::KING == King::FlyingStopsBehindKing && (victim & self.foe_kings).any();
            let landings = if stops { at } else { way };
            let may_repeat = !SEQUENCES && captured.size() >= 3;
            let crowned = if (from & self.kings).any() { Bits::<R>::EMPTY } else { landings };
            best.add(&Route { from, captured, landings, crowned, king: true, may_repeat });
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

impl<R: Rules, S: Sink<R>> Best<'_, R, S> {
    #[inline(always)]
    fn too_many(&mut self) -> bool {
        self.stations += 1;
        self.lost |= self.stations > MOST_STATIONS;
        self.lost
    }

    #[inline(always)]
    fn add(&mut self, route: &Route<R>) {
        let quantity = if only_longest::<R>() { 2 * route.captured.size() } else { 0 };
        let worth = quantity + u32::from(kings_first::<R>() && route.king);
        if worth < self.worth {
            return;
        }
        if worth > self.worth {
            (self.worth, self.long) = (worth, Bits::<R>::EMPTY);
            self.sink.clear();
        }
        self.sink.add(route);
        if route.may_repeat && !S::MERGES {
            self.lost |= (self.long & route.from).any();
            self.long |= route.from;
        }
    }
}
