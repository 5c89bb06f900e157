//! The contract between a game and everything that plays, counts or searches it.
//!
//! A [`Position`] is a small value without history; moves are visited, not collected, and played by
//! making a copy. Which edges of the
//! tree are counted, and how often, is a second type, the [`Mode`]: `unique` moves for every game, and
//! what a game adds (capture sequences, landing paths, the requests of RBC).
//!
//! Draw rules that need history belong to the search and the game record, not here.

use crate::zobrist::Planes;
use core::fmt::Debug;
use core::hash::Hash;
use core::ops::ControlFlow;

/// One of the two players. Which of them moves first is a fact of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Side {
    /// The light pieces, at the bottom of the board.
    White,
    /// The dark pieces, at the top.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The opponent.
    #[inline(always)]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Its name in English: "White" or "Black".
    ///
    /// # Example
    /// ```
    /// assert_eq!(plywood_core::Side::Black.name(), "Black");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Nobody has won.
    Draw,
}

/// What kind of move a move is, for counting by class. The fields are independent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveClass {
    /// It takes at least one piece.
    pub capture: bool,
    /// It takes at least two pieces.
    pub multi_capture: bool,
    /// A man becomes a king, or a pawn a piece.
    pub promotion: bool,
    /// It takes a royal piece, so that the game is over: the king of RBC, never one of draughts.
    pub king_capture: bool,
}

/// How many leaves of a count are of which class; made by adding up [`MoveClass`]es.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct Classes {
    /// All leaves.
    pub nodes: u64,
    /// Leaves whose last move took at least one piece.
    pub captures: u64,
    /// Leaves whose last move took at least two pieces.
    pub multi_captures: u64,
    /// Leaves whose last move promoted.
    pub promotions: u64,
    /// Leaves whose last move took a royal piece.
    pub king_captures: u64,
}

/// A position of a game: a small value (128 bytes or less unless a measured win needs more), without
/// history, heap or pointers.
///
/// The three questions [`visit`](Self::visit), [`count`](Self::count) and [`any`](Self::any) have
/// separate answers because each can be much faster than the one before; they must agree, and the
/// [`conformance`](crate::conformance) kit checks that they do.
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A whole move: a capture chain, an Amazons step with its arrow. Two moves are equal exactly when
    /// the rules call them the same move.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The facts that decide the legal moves, as an array of bitboards; the source of the key.
    type Planes: Planes;

    /// Who is to move.
    fn side_to_move(&self) -> Side;

    /// Calls `visitor` once for every legal move, in an order that depends on the position alone,
    /// until it breaks.
    fn visit<F>(&self, visitor: F) -> ControlFlow<()>
    where
        F: FnMut(Self::Move) -> ControlFlow<()>;

    /// [`visit`](Self::visit) behind a call that is compiled once for each game: for places that are not hot, so that
    /// the generator is not copied into each of them (docs/decisions.md, "Cold visits").
    #[inline(never)]
    fn visit_cold(&self, visitor: &mut dyn FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.visit(visitor)
    }

    /// The number of legal moves, without building them.
    fn count(&self) -> u64;

    /// Whether there is a legal move.
    fn any(&self) -> bool;

    /// The number of leaves two plies down: children that have [ended](Self::ended) have none. Not asked of a position
    /// that has ended itself. Two plies of moves that fit on a board cannot overflow.
    #[inline]
    fn count2(&self) -> u64 {
        let mut leaves = 0;
        let _ = self.visit(|mv| {
            let child = self.play(&mv);
            if child.ended().is_none() {
                leaves += child.count();
            }
            ControlFlow::Continue(())
        });
        leaves
    }

    /// The position after `mv`, which must be a move that [`visit`](Self::visit) gave for this
    /// position. Any other move gives some position or other, never a panic.
    #[must_use]
    fn play(&self, mv: &Self::Move) -> Self;

    /// The cheap half of the end of a game: what can be read off the board without generating moves
    /// (a missing king). Positions that have ended have no successors in perft.
    #[inline(always)]
    fn ended(&self) -> Option<Outcome> {
        None
    }

    /// The other half: what it means that the side to move has no move. Asked only then.
    #[inline]
    fn stuck(&self) -> Outcome {
        Outcome::Win(self.side_to_move().other())
    }

    /// The planes from which the key is made: everything that changes the legal moves, nothing else.
    fn planes(&self) -> Self::Planes;

    /// What kind of move `mv` is.
    fn classify(&self, mv: &Self::Move) -> MoveClass;

    /// Whether `mv` is a legal move here.
    fn is_legal(&self, mv: &Self::Move) -> bool {
        self.visit_cold(&mut |found| if found == *mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            .is_break()
    }
}

/// A way to count a tree: which edges a node has, and how often each counts.
///
/// Edges that lead to the same position are visited once, with their number as `weight`: sequences of
/// captures that make the same move, requests that fail alike. A count of 10 sequences over 3 moves
/// therefore walks 3 subtrees, not 10.
pub trait Mode<P: Position>: Copy + Default + Send + Sync + 'static {
    /// The name on the command line, such as `unique`.
    const NAME: &'static str;

    /// Calls `visitor` for every distinct move with the number of edges that it stands for.
    fn visit<F>(self, position: &P, visitor: F) -> ControlFlow<()>
    where
        F: FnMut(P::Move, u64) -> ControlFlow<()>;

    /// [`visit`](Self::visit) for places that are not hot: see [`Position::visit_cold`].
    #[inline(never)]
    fn visit_cold(self, position: &P, visitor: &mut dyn FnMut(P::Move, u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.visit(position, visitor)
    }

    /// The number of edges: the sum of all weights; `u64::MAX` says that there are too many to count, which perft
    /// reports as an overflow.
    fn count(self, position: &P) -> u64;

    /// The number of edges two plies down. An override must agree with the default.
    #[inline]
    fn count2(self, position: &P) -> u64 {
        let mut leaves = 0;
        let _ = self.visit(position, |mv, weight| {
            let child = position.play(&mv);
            if child.ended().is_none() {
                leaves = weight.saturating_mul(self.count(&child)).saturating_add(leaves);
            }
            ControlFlow::Continue(())
        });
        leaves
    }
}

/// Every move counts once: the default of every game but RBC.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unique;

impl<P: Position> Mode<P> for Unique {
    const NAME: &'static str = "unique";

    #[inline(always)]
    fn visit<F>(self, position: &P, mut visitor: F) -> ControlFlow<()>
    where
        F: FnMut(P::Move, u64) -> ControlFlow<()>,
    {
        position.visit(|mv| visitor(mv, 1))
    }

    #[inline(always)]
    fn count(self, position: &P) -> u64 {
        position.count()
    }

    #[inline(always)]
    fn count2(self, position: &P) -> u64 {
        position.count2()
    }
}
