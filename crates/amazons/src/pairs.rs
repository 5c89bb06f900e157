//! The number of leaves two plies down, without visiting the ply between.
//!
//! A pair is an own move (`from -> to`, arrow on `z`) and an opponent's move `P` after it. Fix `from`
//! and let `E` be the board without that amazon. `P` is a move on `E` that avoids both `to` and `z`: the
//! squares that it passes or lands on, by the step and by the arrow, are empty after the own move. So
//! with `Z` the squares that `to` sees on `E`, `A = |Z|`, `C` the number of opponent's moves on `E` and `f(q)`
//! the number of those that use `q`,
//!
//! ```text
//! pairs of `to` = A (C - f(to)) - sum over z in Z of f(z) + G(to),
//! G(to)         = sum over the moves P that use `to` of |Z and the squares of P|
//! ```
//!
//! `f` is one sum over the board for each own amazon; only `G` looks at single squares `to`. The moves
//! in `G` are of three kinds, by how they use `to` (`n'` is the run behind the stepping amazon):
//!
//! * the arrow passes or hits it, shot from some square `q` of `Z` ([`Flights`],
//!   [`Way::crossings`]);
//! * the step passes it or ends there: the stepping amazon sees `to`, the square is in its *way*
//!   ([`Way::steps_across`]);
//! * the arrow goes back over the vacated square and reaches it from behind ([`Way::shots_from_behind`]).
//!
//! Every sum of `lanes` fits a byte. Looked at from one square, a line holds at most 9 others; the worst is the
//! sum of `m(q) t` (`m` amazons see `q`, `t` steps away): 6 lines cross the ray at most, which adds up to
//! 6 * 36 + 4 * 9 = 252 with the edge at its end, 7 * (1 + .. + 8) = 252 with an amazon there, 8 * (1 + .. + 7)
//! = 224 with amazons at both ends.

use crate::geometry::{DIRECTIONS, Geometry, rising};
use crate::lanes::{self, CELL_STEPS, CELLS, Grid, sums};
use crate::runs::{Runs, reach};
use crate::set::Set;

/// A number for every square that may exceed a byte. The largest is a number of moves: 100 squares, each
/// seen by at most 8 amazons and seeing at most 35 squares, make fewer than 2^15.
type Wide = [u16; CELLS];

/// Most squares that a queen sees on a board.
const MAX_REACH: usize = 35;

/// `TOWARDS[CELLS + b - a]`: the direction that leads from cell `a` to cell `b` on a line with it.
static TOWARDS: [u8; 2 * CELLS] = {
    let mut towards = [0; 2 * CELLS];
    let mut d = 0;
    while d < DIRECTIONS {
        let mut steps = 1;
        while steps < 10 {
            towards[CELLS.wrapping_add_signed(CELL_STEPS[d] * steps)] = d as u8;
            steps += 1;
        }
        d += 1;
    }
    towards
};

/// The number of leaves two plies down when the amazons `own` move first and `theirs` answer.
#[inline]
pub(crate) fn count2<S: Set, const W: usize, const H: usize>(own: S, theirs: S, empty: S) -> u64 {
    own.squares().map(|from| pairs::<S, W, H>(from, theirs, empty | S::bit(from))).sum()
}

/// The pairs of the own amazon on `from`, a square that `empty` already holds.
#[inline]
fn pairs<S: Set, const W: usize, const H: usize>(from: u32, theirs: S, empty: S) -> u64 {
    let open = lanes::mask::<S, W, H>(empty);
    let runs = Runs::<W, H>::new(&open);
    let targets: S = reach::<S, W, H>(from, runs.around(lanes::cell::<W>(from)));
    if targets.is_empty() {
        return 0;
    }
    let own = Own::new(targets, &runs);
    let mut answers = Answers::<W, H>::new(&runs);
    for amazon in theirs.squares() {
        for d in 0..DIRECTIONS {
            if let Some(way) = Way::new(&runs, amazon, d) {
                answers.add(&way);
                answers.shared += way.shared(&runs, &answers.views, &own);
            }
        }
    }
    answers.total(&open, &own)
}

/// The steps of one own amazon, and what each of its target squares sees.
struct Own<S, const W: usize, const H: usize> {
    targets: S,
    /// The targets as a mask.
    mask: Grid,
    /// The targets one by one, and what they see; the first `targets.size()` count.
    cells: [u8; MAX_REACH],
    sights: [S; MAX_REACH],
}

impl<S: Set, const W: usize, const H: usize> Own<S, W, H> {
    #[inline(always)]
    fn new(targets: S, runs: &Runs<W, H>) -> Self {
        let (mut cells, mut sights) = ([0; MAX_REACH], [S::EMPTY; MAX_REACH]);
        for ((square, cell), sight) in targets.squares().zip(&mut cells).zip(&mut sights) {
            *cell = lanes::cell::<W>(square) as u8;
            *sight = reach::<S, W, H>(square, runs.around((*cell).into()));
        }
        Self { targets, mask: lanes::mask::<S, W, H>(targets), cells, sights }
    }
}

/// The opponent's moves on the board without the own amazon, added up in three ways.
struct Answers<'a, const W: usize, const H: usize> {
    runs: &'a Runs<W, H>,
    /// `A`: the squares that each square sees.
    views: Grid,
    /// `C`: all moves.
    moves: u32,
    /// `f`: the moves that use each square. Arrows off the line of their step come last, in
    /// [`Flights::add`].
    uses: Wide,
    /// `m`: the amazons that see each square.
    seen: Grid,
    /// The sum of `G` over all targets, without [`Flights::across`].
    shared: i32,
}

impl<'a, const W: usize, const H: usize> Answers<'a, W, H> {
    #[inline(always)]
    fn new(runs: &'a Runs<W, H>) -> Self {
        Self { runs, views: runs.views(), moves: 0, uses: [0; CELLS], seen: [0; CELLS], shared: 0 }
    }

    /// The moves that begin with a step along `way`.
    #[inline(always)]
    fn add(&mut self, way: &Way) {
        let mut through = 0;
        for steps in (1..=way.length).rev() {
            let cell = way.cell(steps);
            through += u32::from(self.views[cell]) + 1 + way.behind;
            // An arrow shot back over a square of its own step uses it once.
            self.uses[cell] += (through - steps * (way.length - steps)) as u16;
            self.seen[cell] += 1;
        }
        self.moves += through;
        for back in 1..=way.behind {
            self.uses[way.cell_behind(back)] += (way.length * (way.behind - back + 1)) as u16;
        }
    }

    /// Adds the arrows that fly in any direction, and sums the pairs over all targets.
    #[inline(always)]
    fn total(mut self, open: &Grid, own: &Own<impl Set, W, H>) -> u64 {
        let targets = own.mask.map(|target| target & 1);
        let mut flights = Flights { hits: [0; CELLS], across: [0; CELLS] };
        flights.add::<0, W, H>(&mut self, open, &targets);
        flights.add::<1, W, H>(&mut self, open, &targets);
        flights.add::<2, W, H>(&mut self, open, &targets);
        flights.add::<3, W, H>(&mut self, open, &targets);
        flights.add::<4, W, H>(&mut self, open, &targets);
        flights.add::<5, W, H>(&mut self, open, &targets);
        flights.add::<6, W, H>(&mut self, open, &targets);
        flights.add::<7, W, H>(&mut self, open, &targets);
        let total: i32 = (0..CELLS).map(|cell| self.pairs_at(cell, &flights, open, &own.mask)).sum();
        (total + self.shared) as u64
    }

    /// What one square adds to the sum: as a target, and as the end of arrows.
    #[inline(always)]
    fn pairs_at(&self, cell: usize, flights: &Flights, open: &Grid, targets: &Grid) -> i32 {
        let uses = i32::from(self.uses[cell]);
        let hits = i32::from(flights.hits[cell] & open[cell]);
        let arrows = i32::from(self.views[cell] & targets[cell]);
        let across = if targets[cell] == 0 { 0 } else { i32::from(flights.across[cell]) };
        arrows * (self.moves as i32 - uses) + across - hits * uses
    }
}

/// Sums over arrows that fly across a square.
struct Flights {
    /// From how many targets an own arrow can hit each square.
    hits: Grid,
    /// The part of `G` that every square would have as a target: an opponent's arrow that is shot from `t` squares
    /// away and ends `j` squares beyond shares `t + j` squares with what the target sees.
    across: Wide,
}

impl Flights {
    /// The arrows that come from direction `D`, and fly on in the other.
    #[inline(always)]
    fn add<const D: usize, const W: usize, const H: usize>(
        &mut self,
        answers: &mut Answers<W, H>,
        open: &Grid,
        targets: &Grid,
    ) {
        let [mut hits, mut shooters, mut distances] = [[0; CELLS]; 3];
        sums::<D, W, H>(open, targets, &mut hits);
        sums::<D, W, H>(open, &answers.seen, &mut shooters);
        sums::<D, W, H>(open, &shooters, &mut distances);
        let onward = &answers.runs.0[(D + 4) % DIRECTIONS];
        for cell in 0..CELLS {
            let (shooters, onward) = (u16::from(shooters[cell]), u16::from(onward[cell]));
            // Each square of the run passes on how many shooters are beyond it: a shooter t away counts t - 1.
            let distances = u16::from(distances[cell]) + shooters;
            answers.uses[cell] += (1 + onward) * shooters;
            self.across[cell] += (1 + onward) * distances + onward * (onward + 1) / 2 * shooters;
            self.hits[cell] += hits[cell];
        }
    }
}

/// The steps of one opposing amazon in one direction.
struct Way {
    square: u32,
    /// The cell of the amazon.
    start: usize,
    d: usize,
    /// How many squares it can go, at least one.
    length: u32,
    /// `n'`: the run behind the amazon.
    behind: u32,
}

impl Way {
    #[inline(always)]
    fn new<const W: usize, const H: usize>(runs: &Runs<W, H>, square: u32, d: usize) -> Option<Self> {
        let start = lanes::cell::<W>(square);
        let length = runs.run(d, start);
        (length > 0).then(|| Self { square, start, d, length, behind: runs.run(d + 4, start) })
    }

    #[inline(always)]
    fn cell(&self, steps: u32) -> usize {
        self.start.wrapping_add_signed(CELL_STEPS[self.d] * steps as isize)
    }

    #[inline(always)]
    fn cell_behind(&self, back: u32) -> usize {
        self.start.wrapping_add_signed(-CELL_STEPS[self.d] * back as isize)
    }

    /// What this way adds to `G` of all targets, beside [`Flights::across`].
    #[inline(always)]
    fn shared<S: Set, const W: usize, const H: usize>(
        &self,
        runs: &Runs<W, H>,
        views: &Grid,
        own: &Own<S, W, H>,
    ) -> i32 {
        let mut shared = 0;
        for steps in 1..=self.length {
            if own.mask[self.cell(steps)] != 0 {
                let ahead = (self.length - steps) as i32;
                let steps = steps as i32;
                shared += self.shots_along(steps, ahead)
                    + self.shots_from_behind(steps, ahead)
                    + self.steps_across(runs, views, steps, ahead);
            }
        }
        if self.length >= 2 { shared + self.crossings(runs, own) } else { shared }
    }

    /// A target on the way, `steps` from the amazon: what [`Flights::across`] has wrong about shots along
    /// the way. A shot back from `ahead` comes after a step across the target, which is counted elsewhere;
    /// a shot forward from a square before the target also shares the squares of its step.
    #[inline(always)]
    fn shots_along(&self, steps: i32, ahead: i32) -> i32 {
        (ahead + 1) * triangle(steps - 2) - steps * triangle(ahead) - ahead * triangle(steps - 1)
    }

    /// The same target, and the amazon steps the other way: as many squares as the run behind it has. From each it
    /// can shoot back over the vacated square, across the target and on.
    #[inline(always)]
    fn shots_from_behind(&self, steps: i32, ahead: i32) -> i32 {
        self.behind as i32 * ((steps - 1) * (ahead + 1) + triangle(ahead))
    }

    /// The step passes the target or ends on it, then shoots anywhere.
    #[inline(always)]
    fn steps_across<const W: usize, const H: usize>(
        &self,
        runs: &Runs<W, H>,
        views: &Grid,
        steps: i32,
        ahead: i32,
    ) -> i32 {
        let to = self.cell(steps as u32);
        let around = runs.around(to);
        let sideways = (1..DIRECTIONS).filter(|&turn| turn != 4);
        let mut shared: i32 = sideways.map(|turn| triangle(around[(self.d + turn) % DIRECTIONS] as i32)).sum();
        for on in 0..=ahead {
            let arrows = i32::from(views[self.cell((steps + on) as u32)]) + 1 + self.behind as i32;
            shared += (steps - 1 + on) * arrows + triangle(ahead - on);
        }
        for on in 1..=ahead {
            shared += self.shots_back_into_view(runs, &around, steps + on, on as u32) as i32;
        }
        shared
    }

    /// The step ends `on` squares beyond the target: its arrows to the sides and obliquely back cross
    /// what the target sees in at most three places on each side.
    #[inline(always)]
    fn shots_back_into_view<const W: usize, const H: usize>(
        &self,
        runs: &Runs<W, H>,
        around: &[u32; DIRECTIONS],
        steps: i32,
        on: u32,
    ) -> u32 {
        let cell = self.cell(steps as u32);
        let mut shared = 0;
        for side in [1, DIRECTIONS - 1] {
            let [oblique, square, back] = [1, 2, 3].map(|n| (self.d + n * side) % DIRECTIONS);
            let (flank, retreat) = (runs.run(square, cell), runs.run(back, cell));
            // The arrows of a run that reach at least `distance`, if the target sees `sight` squares that way.
            let through = |run: u32, distance: u32, view: usize, sight: u32| {
                if around[view] >= sight { (run + 1).saturating_sub(distance) } else { 0 }
            };
            shared += if self.d.is_multiple_of(2) {
                let half = if on.is_multiple_of(2) { through(retreat, on / 2, oblique, on / 2) } else { 0 };
                through(flank, on, oblique, on) + through(retreat, on, square, on) + half
            } else {
                through(flank, on, oblique, 2 * on)
                    + through(retreat, on, oblique, on)
                    + through(retreat, 2 * on, square, on)
            };
        }
        shared
    }

    /// Targets beside the way: an arrow shot across the target from a square of the way that it
    /// sees shares, beside what [`Flights::across`] counts, the squares of its step that the target sees.
    #[inline(always)]
    fn crossings<S: Set, const W: usize, const H: usize>(&self, runs: &Runs<W, H>, own: &Own<S, W, H>) -> i32 {
        let ray = S::narrow(Geometry::<W, H>::RAYS[self.d][self.square as usize]);
        let beyond = Geometry::<W, H>::along(self.square, self.d, self.length);
        let way = ray & !S::narrow(Geometry::<W, H>::RAYS[self.d][beyond as usize]);
        let mut shared = 0;
        for (target, (&to, &sight)) in own.targets.squares().zip(own.cells.iter().zip(&own.sights)) {
            let common = way & sight;
            if common.size() >= 2 && !way.has(target) {
                shared += self.crossing(runs, to.into(), common);
            }
        }
        shared as i32
    }

    #[inline(always)]
    fn crossing<S: Set, const W: usize, const H: usize>(&self, runs: &Runs<W, H>, to: usize, common: S) -> u32 {
        let last = common.size() - 1;
        let earlier = |n: u32| if rising(self.d) { n } else { last - n };
        let shots = |square| {
            let towards = TOWARDS[CELLS + lanes::cell::<W>(square) - to];
            1 + runs.run(usize::from(towards) + 4, to)
        };
        common.squares().zip(0..).map(|(square, n)| earlier(n) * shots(square)).sum()
    }
}

/// 1 + 2 + .. + n, and 0 below.
#[inline(always)]
const fn triangle(n: i32) -> i32 {
    n * (n + 1) / 2
}
