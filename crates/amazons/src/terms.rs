//! What the published evaluation of the Amazons measures: distances, territory, closeness, contact and mobility.
//!
//! Not here: how the terms are weighed against each other (`evaluation`), and the phase in which they mean nothing any more
//! (`territory`).
//! The terms are those of J. Lieberum, "An evaluation function for the game of amazons", Theoretical Computer Science
//! 349 (2005), in integers. With `D1(s)` the least number of queen steps from an amazon of a side to the empty square
//! `s`, and `D2(s)` the same in king steps, both over empty squares.

use crate::board::Board;
use crate::fills::QueenSteps;
use crate::geometry::DIRECTIONS;
use crate::lanes::{self, CELLS, Grid, cell, fading};
use crate::set::Set;
use plywood_core::{Bitboard, Position, Side};

/// The terms of a position, all from the side to move: what is good for it is positive.
///
/// # Example
/// ```
/// use plywood_amazons::{Amazons, Terms};
/// use plywood_core::Game;
/// let terms = Terms::of(&Amazons::start());
/// // Both sides are equally near to everything, and most squares are near to both.
/// assert_eq!((terms.queen_lead, terms.king_lead, terms.enclosure), (0, 0, 0));
/// assert!(terms.contact > 50 * Terms::CONTACT_UNIT);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// `t1` without its ties: squares that the side to move reaches in fewer queen steps, less those that the other does.
    pub queen_lead: i32,
    /// Squares that both reach in equally many queen steps.
    pub queen_ties: i32,
    /// `t2` without its ties: the same as [`queen_lead`](Self::queen_lead) in king steps.
    pub king_lead: i32,
    /// Squares that both reach in equally many king steps.
    pub king_ties: i32,
    /// `c1`, in units of 1/[`QUEEN_UNIT`](Self::QUEEN_UNIT) square: twice the sum of `2^-D1` of the side to move less that of the other. Distances
    /// above 10 count nothing.
    pub queen_closeness: i32,
    /// `c2`, in units of 1/[`KING_UNIT`](Self::KING_UNIT) square: the sum of the differences of `D2`, each at most one square.
    pub king_closeness: i32,
    /// `w`, in units of 1/[`CONTACT_UNIT`](Self::CONTACT_UNIT): the sum of `2^-|difference of D1|` over the squares that both reach, with
    /// differences above 7 as 7. Zero exactly when all regions are separated.
    pub contact: i32,
    /// How much more the amazons of the opponent are shut in than those of the side to move, in units of
    /// 1/[`ENCLOSURE_UNIT`](Self::ENCLOSURE_UNIT) amazon: an amazon with mobility `alpha` counts `2^(-alpha / 5)`, so that one
    /// which can go nowhere counts 1. Not computed, and 0, when the contact is 0.
    pub enclosure: i32,
}

impl Terms {
    /// The unit of [`queen_closeness`](Self::queen_closeness).
    pub const QUEEN_UNIT: i32 = 512;
    /// The unit of [`king_closeness`](Self::king_closeness).
    pub const KING_UNIT: i32 = 6;
    /// The unit of [`contact`](Self::contact).
    pub const CONTACT_UNIT: i32 = 128;
    /// The unit of [`enclosure`](Self::enclosure).
    pub const ENCLOSURE_UNIT: i32 = 256;

    /// All terms of a position.
    pub fn of<S: Set, const W: usize, const H: usize>(board: &Board<S, W, H>) -> Self {
        let side = board.side_to_move();
        let (amazons, empty) = ([board.amazons(side), board.amazons(side.other())], board.empty());
        // Arrays of bytes are written long before they are read at other places: reading at once would wait for the stores.
        let open = lanes::mask::<S, W, H>(empty);
        let (king, reach) = king_race::<S, W, H>(amazons, empty);
        let both = reach[0] & reach[1];
        let source = Mobility::<W, H>::source(&open, both);
        let (queen, queen_closeness) = queen_race::<S, W, H>(amazons, empty, reach);
        // In the filling phase nobody asks for mobility.
        let enclosure = if both.any() { Mobility::<W, H>::new(&open, &source).enclosure(amazons) } else { 0 };
        Self {
            queen_lead: queen.lead(),
            queen_ties: queen.ties(),
            king_lead: king.lead(),
            king_ties: king.ties(),
            queen_closeness,
            king_closeness: king.distance(both),
            contact: queen.nearness(both),
            enclosure,
        }
    }
}

impl<S: Set, const W: usize, const H: usize> Board<S, W, H> {
    /// The empty squares that White and Black each reach in fewer king steps than the other, and those that both
    /// reach in equally many.
    ///
    /// # Example
    /// ```
    /// use plywood_amazons::Amazons;
    /// use plywood_core::{Bitboard, Game};
    /// let [white, black, both] = Amazons::start().king_territory();
    /// assert_eq!((white.size(), black.size(), both.size()), (38, 38, 16));
    /// ```
    #[inline]
    pub fn king_territory(&self) -> [S; 3] {
        let empty = self.empty();
        let mut next = Side::BOTH.map(|side| Self::spread(self.amazons(side)) & empty);
        let (mut mine, mut tied, mut unclaimed) = ([S::EMPTY; 2], S::EMPTY, empty);
        // Where the other side came first nobody need go on: each square beyond is nearer to that side.
        while (next[0] | next[1]).any() {
            let clash = next[0] & next[1];
            tied |= clash;
            unclaimed &= !(next[0] | next[1]);
            for i in 0..2 {
                mine[i] |= next[i] & !clash;
                next[i] = Self::spread(mine[i] | tied) & unclaimed;
            }
        }
        [mine[0], mine[1], tied]
    }
}

/// Who reaches each square first, and by how many steps: the steps are counted in three bits for each square, up to 7.
struct Race<S> {
    /// What at least one side has reached.
    claimed: S,
    /// What one side alone reached first: the side to move, its opponent.
    first: [S; 2],
    /// The number of steps during which one side alone had reached a square, lowest bit first.
    steps: [S; 3],
}

impl<S: Set> Race<S> {
    const START: Self = Self { claimed: S::EMPTY, first: [S::EMPTY; 2], steps: [S::EMPTY; 3] };

    /// What the sides have reached after one more step.
    #[inline(always)]
    fn step(&mut self, [own, theirs]: [S; 2]) {
        self.first[0] |= own & !theirs & !self.claimed;
        self.first[1] |= theirs & !own & !self.claimed;
        self.claimed |= own | theirs;
        let [ones, twos, fours] = self.steps;
        let carry = (own ^ theirs) & !(ones & twos & fours);
        self.steps = [ones ^ carry, twos ^ carry & ones, fours | carry & ones & twos];
    }

    fn lead(&self) -> i32 {
        size(self.first[0]) - size(self.first[1])
    }

    fn ties(&self) -> i32 {
        size(self.claimed & !self.first[0] & !self.first[1])
    }

    /// The sum of the differences, each at most 6; squares that one side never reaches count 6.
    fn distance(&self, both: S) -> i32 {
        let [ones, twos, fours] = self.steps;
        let of = |first: S| {
            let met = first & both;
            let full = ones & twos & fours & met;
            size(ones & met) + 2 * size(twos & met) + 4 * size(fours & met) - size(full) + 6 * size(first & !both)
        };
        of(self.first[0]) - of(self.first[1])
    }

    /// The sum of `2^(7 - difference)` over the squares that both reach.
    fn nearness(&self, both: S) -> i32 {
        let [ones, twos, fours] = self.steps;
        let four = |set: S, shift: i32| {
            let (near, far) = (set & !twos, set & twos);
            let eighths = 8 * size(near & !ones) + 4 * size(near & ones) + 2 * size(far & !ones) + size(far & ones);
            eighths << shift
        };
        four(both & !fours, 4) + four(both & fours, 0)
    }
}

#[inline(always)]
fn size<S: Bitboard>(set: S) -> i32 {
    set.size() as i32
}

/// The king steps of both sides to their ends; and what each reaches.
#[inline(always)]
fn king_race<S: Set, const W: usize, const H: usize>(amazons: [S; 2], empty: S) -> (Race<S>, [S; 2]) {
    let (mut race, mut reach) = (Race::START, [S::EMPTY; 2]);
    let spread =
        |[own, theirs]: [S; 2]| [Board::<S, W, H>::spread(own) & empty, Board::<S, W, H>::spread(theirs) & empty];
    let mut next = spread(amazons);
    while next != reach {
        reach = next;
        race.step(reach);
        next = spread(reach);
    }
    (race, reach)
}

/// The queen steps of both sides until they have reached all that they can; and `c1`.
#[inline(always)]
fn queen_race<S: Set, const W: usize, const H: usize>(amazons: [S; 2], empty: S, goal: [S; 2]) -> (Race<S>, i32) {
    let steps = QueenSteps::<W, H>::new(empty);
    let (mut race, mut reach) = (Race::START, [S::EMPTY; 2]);
    let (mut closeness, mut worth) = (0, Terms::QUEEN_UNIT);
    let mut from = amazons;
    while reach != goal {
        let [own, theirs] = steps.step(from);
        let next = [own & empty, theirs & empty];
        race.step(next);
        closeness += worth * (size(next[0]) - size(reach[0]) - size(next[1]) + size(reach[1]));
        worth /= 2;
        reach = next;
        from = next;
    }
    (race, closeness)
}

/// The mobility of an amazon on any square: `alpha`, the sum of `2^-k N(s)` over the squares `s` that it sees at `k` steps
/// and that both sides can reach, with `N(s)` the number of empty neighbours. In sixteenths, each sum along a ray rounded up
/// at every step.
struct Mobility<const W: usize, const H: usize>([Grid; DIRECTIONS]);

impl<const W: usize, const H: usize> Mobility<W, H> {
    /// The unit of [`alpha`](Self::alpha).
    const UNIT: u32 = 16;

    /// What each square adds: its empty neighbours, when both sides can reach it.
    #[inline(always)]
    fn source<S: Set>(open: &Grid, both: S) -> Grid {
        let room = lanes::neighbours::<H>(&open.map(|open| open & Self::UNIT as u8));
        let wanted = lanes::mask::<S, W, H>(both);
        core::array::from_fn(|i| room[i] & wanted[i])
    }

    #[inline(always)]
    fn new(open: &Grid, source: &Grid) -> Self {
        let mut rays = [[0; CELLS]; DIRECTIONS];
        let [n, ne, e, se, s, sw, w, nw] = &mut rays;
        fading::<0, W, H>(open, source, n);
        fading::<1, W, H>(open, source, ne);
        fading::<2, W, H>(open, source, e);
        fading::<3, W, H>(open, source, se);
        fading::<4, W, H>(open, source, s);
        fading::<5, W, H>(open, source, sw);
        fading::<6, W, H>(open, source, w);
        fading::<7, W, H>(open, source, nw);
        Self(rays)
    }

    /// How much more the second side's amazons are shut in.
    #[inline(always)]
    fn enclosure<S: Set>(&self, [own, theirs]: [S; 2]) -> i32 {
        let of = |amazons: S| amazons.squares().map(|square| shut_in(self.alpha(square))).sum::<i32>();
        of(theirs) - of(own)
    }

    #[inline(always)]
    fn alpha(&self, square: u32) -> u32 {
        self.0.iter().map(|ray| u32::from(ray[cell::<W>(square)])).sum()
    }
}

/// `2^(-alpha / 5)` in 256ths, by whole points of `alpha`.
fn shut_in(alpha: u32) -> i32 {
    FADING[(alpha / Mobility::<10, 10>::UNIT) as usize % FADING.len()].into()
}

/// Each entry is 223/256 = 2^-0.199 of the one before, rounded down; 64 is the most that eight rays can add up to.
const FADING: [u16; 65] = {
    let mut table = [Terms::ENCLOSURE_UNIT as u16; 65];
    let mut i = 1;
    while i < table.len() {
        table[i] = (table[i - 1] as u32 * 223 / 256) as u16;
        i += 1;
    }
    table
};
