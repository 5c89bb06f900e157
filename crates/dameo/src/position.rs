//! The position of any game of the family, and its place in the contract of `plywood-core`.
//!
//! Three words (White's pieces, Black's pieces, the kings of both) and the side to move. This file decides
//! between quiet moves and captures; the moves themselves are found in `quiet`, `capture` and `chain`.

use crate::capture::Jumps;
use crate::chain::Chain;
use crate::geometry::Geometry;
use crate::rules::Rules;
use crate::{chain, quiet};
use core::hash::Hash;
use core::marker::PhantomData;
use core::ops::ControlFlow;
use plywood_core::{Bitboard, MoveClass, Position, Side};

/// A set of squares on the board of `R`.
pub(crate) type Set<R> = <<R as Rules>::Board as Geometry>::Set;

/// A position under the rules `R`. It holds pieces and the side to move, nothing of the game before.
///
/// # Example
/// ```
/// use plywood_core::{Game, Position};
/// use plywood_dameo::Turkish;
/// let position = Turkish::parse("W:Wd4:Bd5,d7,c8")?;
/// assert_eq!(position.moves().len(), 1);
/// assert_eq!(position.move_text(&position.moves()[0]), "d4xd6xd8xb8");
/// # Ok::<(), plywood_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Orthogonal<R: Rules> {
    pieces: [Set<R>; 2],
    kings: Set<R>,
    side: Side,
    rules: PhantomData<R>,
}

const _: () = assert!(size_of::<crate::Dameo>() <= 32);
const _: () = assert!(size_of::<crate::BigDameo4>() <= 64);

/// A whole move: two are equal exactly when the rules call them the same move, whatever the route.
///
/// Squares are numbered as in [`geometry`](crate::geometry).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move<S> {
    /// The pieces that are taken; empty for a quiet move.
    pub captured: S,
    /// The square that is left.
    pub from: u8,
    /// The square on which the move ends; a capture may end where it began.
    pub to: u8,
    /// Whether a man becomes a king.
    pub promotes: bool,
}

/// The board as the mover sees it: what generation works on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<R: Rules> {
    pub(crate) side: Side,
    pub(crate) men: Set<R>,
    pub(crate) kings: Set<R>,
    pub(crate) enemy: Set<R>,
    pub(crate) empty: Set<R>,
}

impl<R: Rules> Scene<R> {
    /// The move `from`-`to` that takes `captured`.
    #[inline(always)]
    pub(crate) fn make(&self, from: u32, to: u32, captured: Set<R>) -> Move<Set<R>> {
        let promotes = R::Board::CROWNING[self.side.index()].has(to) && !self.kings.has(from);
        Move { captured, from: from as u8, to: to as u8, promotes }
    }
}

impl<R: Rules> Orthogonal<R> {
    /// The position with these pieces. The caller answers for its sense: sets of the two sides are
    /// disjoint, every king is a piece, no man stands on the rank where it would be crowned.
    pub(crate) fn new(pieces: [Set<R>; 2], kings: Set<R>, side: Side) -> Self {
        Self { pieces, kings, side, rules: PhantomData }
    }

    /// The pieces of `side`, men and kings, as a set of squares.
    pub fn pieces(&self, side: Side) -> Set<R> {
        self.pieces[side.index()]
    }

    /// The kings of both sides.
    pub fn kings(&self) -> Set<R> {
        self.kings
    }

    #[inline(always)]
    pub(crate) fn scene(&self) -> Scene<R> {
        self.seen_by(self.side)
    }

    /// Where the compiler knows `side`, every direction becomes a constant: hence a copy for each side of
    /// what is often asked.
    #[inline(always)]
    pub(crate) fn seen_by(&self, side: Side) -> Scene<R> {
        let own = self.pieces[side.index()];
        let enemy = self.pieces[side.other().index()];
        let empty = R::Board::SQUARES & !(own | enemy);
        Scene { side, men: own & !self.kings, kings: own & self.kings, enemy, empty }
    }

    /// Visits every move with the number of its routes.
    #[inline(always)]
    pub(crate) fn visit_weighted<F>(&self, mut visitor: F) -> ControlFlow<()>
    where
        F: FnMut(Move<Set<R>>, u64) -> ControlFlow<()>,
    {
        match self.side {
            Side::White => self.visit_as(Side::White, &mut visitor),
            Side::Black => self.visit_as(Side::Black, &mut visitor),
        }
    }

    #[inline(always)]
    fn visit_as<F>(&self, side: Side, visitor: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Move<Set<R>>, u64) -> ControlFlow<()>,
    {
        let scene = &self.seen_by(side);
        if Jumps::of(scene).any() {
            self.visit_captures(visitor)
        } else {
            quiet::visit(scene, &mut |mv| visitor(mv, 1))
        }
    }

    /// Out of line, like [`count_captures`](Self::count_captures), to keep quiet positions fast.
    #[inline(never)]
    fn visit_captures<F>(&self, visitor: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Move<Set<R>>, u64) -> ControlFlow<()>,
    {
        let scene = &self.scene();
        let jumps = Jumps::of(scene);
        let leaders = jumps.leaders(scene);
        if leaders.is_empty() {
            return jumps.visit(scene, &mut |mv| visitor(mv, 1));
        }
        chain::longest(scene, leaders)
            .iter()
            .try_for_each(|chain| visitor(scene.make(chain.from.into(), chain.at.into(), chain.victims), chain.paths))
    }

    /// The number of moves, where `weigh` says how many the captures of several pieces are.
    #[inline(always)]
    pub(crate) fn count_by(&self, weigh: impl Fn(&[Chain<Set<R>>]) -> u64) -> u64 {
        match self.side {
            Side::White => self.count_as::<true>(&weigh),
            Side::Black => self.count_as::<false>(&weigh),
        }
    }

    /// A call each time, so that a caller's visitor holds calls and not copies of the count for each of
    /// the places from which it is called (docs/decisions.md, "`count` is a function call").
    #[inline(never)]
    fn count_as<const WHITE: bool>(&self, weigh: &impl Fn(&[Chain<Set<R>>]) -> u64) -> u64 {
        let scene = &self.seen_by(if WHITE { Side::White } else { Side::Black });
        if Jumps::of(scene).any() { self.count_captures::<WHITE>(weigh) } else { quiet::count(scene) }
    }

    /// Out of line, with nothing but the position to go by: positions without captures then keep all
    /// their sets in registers.
    #[inline(never)]
    fn count_captures<const WHITE: bool>(&self, weigh: &impl Fn(&[Chain<Set<R>>]) -> u64) -> u64 {
        let scene = &self.seen_by(if WHITE { Side::White } else { Side::Black });
        let count = Jumps::of(scene).count_men();
        count.unwrap_or_else(|| self.count_by_search(weigh))
    }

    /// Out of line, with nothing but the position to go by: rare, and large.
    #[inline(never)]
    fn count_by_search(&self, weigh: &impl Fn(&[Chain<Set<R>>]) -> u64) -> u64 {
        let scene = &self.scene();
        let jumps = Jumps::of(scene);
        let leaders = jumps.leaders(scene);
        if leaders.is_empty() { jumps.count(scene) } else { weigh(&chain::longest(scene, leaders)) }
    }
}

impl<R: Rules> Position for Orthogonal<R> {
    type Move = Move<Set<R>>;
    type Planes = [Set<R>; 4];

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn visit<F>(&self, mut visitor: F) -> ControlFlow<()>
    where
        F: FnMut(Self::Move) -> ControlFlow<()>,
    {
        self.visit_weighted(|mv, _| visitor(mv))
    }

    #[inline(always)]
    fn count(&self) -> u64 {
        self.count_by(|chains| chains.len() as u64)
    }

    #[inline]
    fn any(&self) -> bool {
        let scene = &self.scene();
        Jumps::of(scene).any() || quiet::any(scene)
    }

    #[inline(always)]
    fn play(&self, mv: &Self::Move) -> Self {
        let (from, to) = (Set::<R>::bit(mv.from.into()), Set::<R>::bit(mv.to.into()));
        let moved = from ^ to;
        let mut pieces = self.pieces;
        pieces[self.side.index()] ^= moved;
        pieces[self.side.other().index()] &= !mv.captured;
        let mut kings = self.kings & !mv.captured;
        if (kings & from).any() {
            kings ^= moved;
        } else if mv.promotes {
            kings |= to;
        }
        Self::new(pieces, kings, self.side.other())
    }

    fn planes(&self) -> Self::Planes {
        let side = if self.side == Side::White { Set::<R>::EMPTY } else { Set::<R>::bit(0) };
        [self.pieces[0], self.pieces[1], self.kings, side]
    }

    fn classify(&self, mv: &Self::Move) -> MoveClass {
        MoveClass {
            capture: mv.captured.any(),
            multi_capture: mv.captured.size() > 1,
            promotion: mv.promotes,
            // A class of games in which a king is royal; here it is one piece among others.
            king_capture: false,
        }
    }
}
