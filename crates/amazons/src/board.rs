//! A position on a board of any size, its moves one by one, and how they are played.
//!
//! Not here: how moves are counted without making them (`runs`, `pairs`), the names and set-ups of
//! the boards (`games`), text (`notation`).
//! The rule: a queen step of one own amazon, then an arrow shot as another queen step from where it
//! landed; the square just left is empty for the arrow (Zamkauskas 1988).

use crate::geometry::{DIRECTIONS, Geometry, rising};
use crate::lanes;
use crate::pairs;
use crate::runs::{self, Runs, reach};
use crate::set::Set;
use core::ops::ControlFlow;
use plywood_core::{MoveClass, Position, Side};

/// A move: the three squares, numbered from 0 = a1 along the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square that the amazon leaves.
    pub from: u8,
    /// The square on which it lands.
    pub to: u8,
    /// The square that its arrow blocks; may be [`from`](Self::from).
    pub arrow: u8,
}

/// A position of the Amazons on a board of `W` files and `H` ranks, at most 10 x 10, in words of
/// type `S`.
///
/// # Example
/// ```
/// use plywood_amazons::Amazons;
/// use plywood_core::{Game, Position};
/// let start = Amazons::start();
/// assert_eq!(start.count(), 2176);
/// let after = start.play(&start.parse_move("d1-d6/g9")?);
/// assert_eq!(after.text(), "3q2q3/6*3/10/q8q/3Q6/10/Q8Q/10/10/6Q3 b");
/// # Ok::<(), plywood_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<S, const W: usize, const H: usize> {
    /// The amazons of the side to move.
    own: S,
    theirs: S,
    arrows: S,
    side: Side,
}

const _: () = assert!(size_of::<Board<u128, 10, 10>>() <= 64);
const _: () = assert!(size_of::<Board<u64, 8, 8>>() <= 32);

impl<S: Set, const W: usize, const H: usize> Board<S, W, H> {
    /// A position with these amazons (White's, Black's) and arrows; a square may be in one set only,
    /// and bits beyond the board are dropped.
    ///
    /// `None` when a square holds two things.
    ///
    /// # Example
    /// ```
    /// use plywood_amazons::Board;
    /// use plywood_core::{Position, Side};
    /// let corner = Board::<u64, 4, 4>::new([0b1, 0b10], 0b11_0000, Side::White);
    /// assert_eq!(corner.map(|board| board.count()), Some(0));
    /// assert_eq!(Board::<u64, 4, 4>::new([0b1, 0b1], 0, Side::White), None);
    /// ```
    pub fn new(amazons: [S; 2], arrows: S, side: Side) -> Option<Self> {
        let [own, theirs] = [side, side.other()].map(|side| amazons[side.index()] & Self::all());
        let arrows = arrows & Self::all();
        let clash = own & theirs | own & arrows | theirs & arrows;
        clash.is_empty().then_some(Self { own, theirs, arrows, side })
    }

    /// The squares of the amazons of `side`.
    #[inline(always)]
    pub fn amazons(&self, side: Side) -> S {
        if side == self.side { self.own } else { self.theirs }
    }

    /// The squares that arrows block.
    #[inline(always)]
    pub fn arrows(&self) -> S {
        self.arrows
    }

    /// The squares that hold nothing.
    #[inline(always)]
    pub fn empty(&self) -> S {
        Self::all() & !(self.own | self.theirs | self.arrows)
    }

    /// The squares that a queen on `square` reaches over `empty`.
    #[inline(always)]
    pub(crate) fn reach(square: u32, empty: S) -> S {
        let mut reach = S::EMPTY;
        for d in 0..DIRECTIONS {
            let ray = S::narrow(Geometry::<W, H>::RAYS[d][square as usize]);
            let blocked = ray & !empty;
            reach |= ray & if rising(d) { blocked.below_lowest() } else { blocked.above_highest() };
        }
        reach
    }

    #[inline(always)]
    fn all() -> S {
        const {
            assert!(W >= 2 && W <= 10 && H >= 1 && H <= 10, "boards have 2 to 10 files and 1 to 10 ranks");
            assert!(W * H <= S::WIDTH as usize, "the word is too narrow for the board");
        }
        S::narrow(Geometry::<W, H>::ALL)
    }

    /// The squares of `set` and their king-neighbours, wherever the board has them.
    #[inline(always)]
    pub(crate) fn spread(set: S) -> S {
        let east = (set & S::narrow(Geometry::<W, H>::HAS_EAST)) << 1;
        let west = (set & S::narrow(Geometry::<W, H>::HAS_WEST)) >> 1;
        let rank = set | east | west;
        rank | rank << W as u32 | rank >> W as u32
    }
}

impl<S: Set, const W: usize, const H: usize> Position for Board<S, W, H> {
    type Move = Move;
    /// White, Black, arrows, and the side to move as one bit.
    type Planes = [S; 4];

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn visit<F>(&self, mut visitor: F) -> ControlFlow<()>
    where
        F: FnMut(Move) -> ControlFlow<()>,
    {
        let runs = Runs::<W, H>::new(&lanes::mask::<S, W, H>(self.empty()));
        for from in self.own.squares() {
            let start = runs.around(lanes::cell::<W>(from));
            for d in 0..DIRECTIONS {
                let back = (d + 4) % DIRECTIONS;
                for steps in 1..=start[d] {
                    let to = Geometry::<W, H>::along(from, d, steps);
                    let mut around = runs.around(lanes::cell::<W>(to));
                    // The arrow flies back over the square just left and on.
                    around[back] += 1 + start[back];
                    for arrow in reach::<S, W, H>(to, around).squares() {
                        visitor(Move { from: from as u8, to: to as u8, arrow: arrow as u8 })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn count(&self) -> u64 {
        runs::count::<S, W, H>(self.own, self.empty())
    }

    /// Some own amazon has an empty king-neighbour: it can step there and shoot back.
    #[inline(always)]
    fn any(&self) -> bool {
        (Self::spread(self.own) & self.empty()).any()
    }

    #[inline]
    fn count2(&self) -> u64 {
        pairs::count2::<S, W, H>(self.own, self.theirs, self.empty())
    }

    #[inline(always)]
    fn play(&self, mv: &Move) -> Self {
        // The arrow may stand on the square just left: it goes to another set than the amazon, and one
        // xor of all three squares would be wrong.
        Self {
            own: self.theirs,
            theirs: self.own & !S::bit(mv.from.into()) | S::bit(mv.to.into()) & Self::all(),
            arrows: self.arrows | S::bit(mv.arrow.into()) & Self::all(),
            side: self.side.other(),
        }
    }

    fn planes(&self) -> [S; 4] {
        let side = if self.side == Side::Black { S::bit(0) } else { S::EMPTY };
        [self.amazons(Side::White), self.amazons(Side::Black), self.arrows, side]
    }

    #[inline(always)]
    fn classify(&self, _: &Move) -> MoveClass {
        MoveClass::default()
    }

    #[inline]
    fn is_legal(&self, mv: &Move) -> bool {
        let empty = self.empty();
        let own = self.own.squares().find(|&from| from == u32::from(mv.from));
        own.is_some_and(|from| {
            Self::reach(from, empty).squares().any(|to| to == u32::from(mv.to))
                && Self::reach(mv.to.into(), empty | S::bit(from)).squares().any(|arrow| arrow == u32::from(mv.arrow))
        })
    }
}
