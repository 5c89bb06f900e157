//! The routes of a capture: which landing squares lead from its start to its end.
//!
//! A move is `(from, to, captured, promotes)`; how it gets there matters to texts alone, so the generator
//! forgets it and this file finds it again, one jump after another, without bit tricks. Whether a route
//! is legal is more than whether it takes the right pieces: the last jump must end where nothing more can be
//! taken, and Italian draughts wants the kings as early as can be.
//!
//! Partial routes that stand on the same square with the same pieces taken have the same future; each is
//! looked at once, so that thousands of routes cost no more than their distinct stations.

use crate::board::{Bits, Board, Move};
use crate::layout::Layout;
use crate::rules::{Choice, Crowning, King, Rules};
use crate::squares::Place;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use plywood_core::{Bitboard, Side};

type Direction = (i32, i32);

const DIAGONALS: [Direction; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
/// Along ranks and files every second square is a playing square.
const STRAIGHTS: [Direction; 4] = [(2, 0), (-2, 0), (0, 2), (0, -2)];

/// A capture under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Station<W> {
    square: u32,
    king: bool,
    taken: W,
}

/// One jump: over whom, and where it may land.
struct Jump {
    victim: u32,
    landings: Vec<u32>,
}

/// A jump to one landing square on the way to the move's end.
struct Leg<W> {
    next: Station<W>,
    worth: Worth,
}

/// How good the rest of a route is: `None` when it does not lead to the end of the move, else the kings that
/// it takes as bits, the first victim highest. It is 0 where the order of the victims is free.
type Worth = Option<u64>;

/// The routes of one move.
pub(crate) struct Routes<'a, R: Rules> {
    board: &'a Board<R>,
    mv: &'a Move<Bits<R>>,
    known: BTreeMap<Station<Bits<R>>, Worth>,
}

impl<'a, R: Rules> Routes<'a, R> {
    pub(crate) fn new(board: &'a Board<R>, mv: &'a Move<Bits<R>>) -> Self {
        Self { board, mv, known: BTreeMap::new() }
    }

    /// The landing squares of the least route, compared one by one in board order (rank, then file).
    /// A quiet move, or one that is not legal here, has its end alone.
    pub(crate) fn least(&mut self) -> Vec<u32> {
        if self.mv.captured.is_empty() {
            return [self.mv.to.into()].into();
        }
        let mut landings = Vec::new();
        let mut station = self.start();
        while station.taken != self.mv.captured {
            let best = self.worth(station);
            let legs = self.legs(station).into_iter().filter(|leg| leg.worth.is_some() && leg.worth == best);
            let Some(leg) = legs.min_by_key(|leg| board_order(Board::<R>::place(leg.next.square))) else {
                return [self.mv.to.into()].into();
            };
            landings.push(leg.next.square);
            station = leg.next;
        }
        landings
    }

    /// Whether `landings` is one of the routes.
    pub(crate) fn contains(&mut self, landings: &[u32]) -> bool {
        let mut station = self.start();
        for &landing in landings {
            if station.taken == self.mv.captured {
                return false;
            }
            let best = self.worth(station);
            let leg = self.legs(station).into_iter().find(|leg| leg.next.square == landing);
            match leg {
                Some(leg) if leg.worth.is_some() && leg.worth == best => station = leg.next,
                _ => return false,
            }
        }
        station.taken == self.mv.captured
    }

    fn start(&self) -> Station<Bits<R>> {
        let square = self.mv.from.into();
        Station { square, king: self.is_king_at_first(), taken: Bits::<R>::EMPTY }
    }

    fn is_king_at_first(&self) -> bool {
        self.board.kings.has(self.mv.from.into())
    }

    fn worth(&mut self, station: Station<Bits<R>>) -> Worth {
        if let Some(&worth) = self.known.get(&station) {
            return worth;
        }
        let worth = self.legs(station).iter().filter_map(|leg| leg.worth).max();
        self.known.insert(station, worth);
        worth
    }

    /// The jumps that take only what the move takes.
    fn legs(&mut self, station: Station<Bits<R>>) -> Vec<Leg<Bits<R>>> {
        let mut legs = Vec::new();
        for jump in self.jumps(station) {
            if !self.mv.captured.has(jump.victim) {
                continue;
            }
            for &landing in &jump.landings {
                let next = self.after(station, jump.victim, landing);
                let rest = if next.taken != self.mv.captured {
                    self.worth(next)
                } else if self.ends(station, &jump, next) {
                    Some(0)
                } else {
                    None
                };
                let worth = rest.map(|rest| rest | self.bonus(station, jump.victim));
                legs.push(Leg { next, worth });
            }
        }
        legs
    }

    fn bonus(&self, station: Station<Bits<R>>, victim: u32) -> u64 {
        let left = self.mv.captured.size() - station.taken.size();
        u64::from(R::CHOICE == Choice::MostThenItalian && self.board.kings.has(victim)) << left
    }

    fn after(&self, station: Station<Bits<R>>, victim: u32, landing: u32) -> Station<Bits<R>> {
        let crowned = R::CROWNING != Crowning::IfItStays && self.is_crown_row(landing);
        let taken = station.taken | Bits::<R>::bit(victim);
        Station { square: landing, king: station.king || crowned, taken }
    }

    fn is_crown_row(&self, square: u32) -> bool {
        Board::<R>::crown_row(self.board.side).has(square)
    }

    /// Whether the move can end with `jump` on the square of `end`: it is the end that the move names, and
    /// the jump has no landing square from which more could be taken.
    fn ends(&self, before: Station<Bits<R>>, jump: &Jump, end: Station<Bits<R>>) -> bool {
        let promotes = !self.is_king_at_first() && (end.king || self.is_crown_row(end.square));
        let named = end.square == u32::from(self.mv.to) && promotes == self.mv.promotes;
        let must_stop_behind =
            R::KING == King::FlyingStopsBehindKing && before.king && self.board.kings.has(jump.victim);
        let stops = !must_stop_behind || jump.landings.first() == Some(&end.square);
        let goes_on = |&landing: &u32| !self.jumps(self.after(before, jump.victim, landing)).is_empty();
        named && stops && !jump.landings.iter().any(goes_on)
    }

    fn jumps(&self, station: Station<Bits<R>>) -> Vec<Jump> {
        let crowned = station.king && !self.is_king_at_first();
        if crowned && R::CROWNING == Crowning::EndsTheMove {
            return Vec::new();
        }
        let straights: &[Direction] = if R::ORTHOGONAL { &STRAIGHTS } else { &[] };
        DIAGONALS.iter().chain(straights).filter_map(|&direction| self.jump(station, direction)).collect()
    }

    fn jump(&self, station: Station<Bits<R>>, direction: Direction) -> Option<Jump> {
        let forward = if self.board.side == Side::White { direction.1 > 0 } else { direction.1 < 0 };
        if !station.king && !R::MEN_CAPTURE_BACK && !forward {
            return None;
        }
        let flies = station.king && R::KING != King::Short;
        let mut distance = 1;
        while flies && self.empty(station, direction, distance).is_some() {
            distance += 1;
        }
        let victim = square::<R>(station, direction, distance)?;
        if !self.board.pieces(self.board.side.other()).has(victim) || station.taken.has(victim) {
            return None;
        }
        if self.board.kings.has(victim) && !station.king && !R::MEN_TAKE_KINGS {
            return None;
        }
        let behind = (distance + 1..).map_while(|distance| self.empty(station, direction, distance));
        let reach = if flies && R::KING != King::FlyingStopsBehindAll { usize::MAX } else { 1 };
        let landings: Vec<u32> = behind.take(reach).collect();
        if landings.is_empty() { None } else { Some(Jump { victim, landings }) }
    }

    /// The square so far away, if it is an empty one.
    fn empty(&self, station: Station<Bits<R>>, direction: Direction, distance: i32) -> Option<u32> {
        let gone = if R::REMOVED_AT_ONCE { station.taken } else { Bits::<R>::EMPTY };
        let standing = (self.board.white | self.board.black) & !(gone | Bits::<R>::bit(self.mv.from.into()));
        square::<R>(station, direction, distance).filter(|&square| !standing.has(square))
    }
}

fn square<R: Rules>(station: Station<Bits<R>>, direction: Direction, distance: i32) -> Option<u32> {
    let (file, rank) = Board::<R>::place(station.square);
    R::Layout::bit(file.checked_add_signed(direction.0 * distance)?, rank.checked_add_signed(direction.1 * distance)?)
}

/// The key of the order of squares: rank, then file.
pub(crate) fn board_order((file, rank): Place) -> (u32, u32) {
    (rank, file)
}
