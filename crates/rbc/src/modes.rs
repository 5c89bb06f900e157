//! Three ways to count a tree move by move: [`Requests`], [`Canon`] and [`Taken`]; and the moves themselves.
//!
//! Requests that become the same move lead to the same position, so in every mode a node has one edge for each
//! move taken, weighted with the number of requests behind it; the pass and all requests that fail are one
//! edge. Two plies before the leaves not even those edges are walked: the opponent's list depends on his
//! own pieces alone, so only a capture changes how long it is.
//!
//! Not here: counting distinct boards ([`boards`](crate::boards())).

use crate::board::Board;
use crate::generate::Weighing;
use crate::moves::{Move, Request, request_text};
use crate::replies::count_replies;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use plywood_core::{Mode, MoveClass, Outcome, Position, Side};

/// Sequences of requests, the pass included. With `BARE` the bare pawn diagonal to the last row is an own
/// request beside the queen's promotion, as in the reference's list.
#[derive(Clone, Copy, Debug, Default)]
pub struct Listed<const BARE: bool>;

/// Sequences of requests as the reference lists them. The default mode of RBC.
pub type Requests = Listed<true>;

/// Sequences of requests without the bare pawn diagonal to the last row: what other implementations count.
pub type Canon = Listed<false>;

/// Distinct moves taken; the pass and all requests that fail count once together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Taken;

impl<const BARE: bool> Weighing for Listed<BARE> {
    const REQUESTS: bool = true;
    const BARE: bool = BARE;
}

impl Weighing for Taken {
    const REQUESTS: bool = false;
    const BARE: bool = false;
}

impl Position for Board {
    /// A move taken; `None` is the pass and every request that fails.
    type Move = Option<Move>;
    type Planes = [u64; 5];

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side()
    }

    #[inline(always)]
    fn visit<F>(&self, mut visitor: F) -> ControlFlow<()>
    where
        F: FnMut(Option<Move>) -> ControlFlow<()>,
    {
        self.visit_taken(Taken, !0, !0, |mv, _| visitor(Some(mv)))?;
        visitor(None)
    }

    #[inline(always)]
    fn count(&self) -> u64 {
        self.army(self.side()).count_taken(self.occupied(), self.en_passant_set())
    }

    #[inline]
    fn count2(&self) -> u64 {
        count_replies(self)
    }

    /// Always: there is the pass.
    #[inline(always)]
    fn any(&self) -> bool {
        true
    }

    #[inline(always)]
    fn play(&self, mv: &Option<Move>) -> Self {
        self.after(mv.as_ref())
    }

    /// A missing king. Without White's king Black has won, whatever became of his own: the order of the
    /// reference, which can matter only for boards that no game leads to.
    #[inline(always)]
    fn ended(&self) -> Option<Outcome> {
        if !self.has_king(Side::White) {
            return Some(Outcome::Win(Side::Black));
        }
        if !self.has_king(Side::Black) {
            return Some(Outcome::Win(Side::White));
        }
        None
    }

    /// Without effect: nobody is ever stuck, there is the pass.
    fn stuck(&self) -> Outcome {
        Outcome::Draw
    }

    #[inline(always)]
    fn planes(&self) -> [u64; 5] {
        self.key_planes()
    }

    fn classify(&self, mv: &Option<Move>) -> MoveClass {
        let Some(mv) = mv else { return MoveClass::default() };
        let capture = self.capture_square(mv);
        let king = self.army(self.side().other()).kings;
        MoveClass {
            capture: capture.is_some(),
            multi_capture: false,
            promotion: mv.promotion.is_some(),
            king_capture: capture.is_some_and(|square| king & square.set() != 0),
        }
    }
}

impl Mode<Board> for Taken {
    const NAME: &'static str = "taken";

    #[inline(always)]
    fn visit<F>(self, board: &Board, mut visitor: F) -> ControlFlow<()>
    where
        F: FnMut(Option<Move>, u64) -> ControlFlow<()>,
    {
        Position::visit(board, |mv| visitor(mv, 1))
    }

    #[inline(always)]
    fn count(self, board: &Board) -> u64 {
        Position::count(board)
    }

    #[inline(always)]
    fn count2(self, board: &Board) -> u64 {
        Position::count2(board)
    }
}

impl<const BARE: bool> Mode<Board> for Listed<BARE> {
    const NAME: &'static str = if BARE { "requests" } else { "canon" };

    #[inline(always)]
    fn visit<F>(self, board: &Board, mut visitor: F) -> ControlFlow<()>
    where
        F: FnMut(Option<Move>, u64) -> ControlFlow<()>,
    {
        let mut nothing = self.count(board);
        board.visit_taken(self, !0, !0, |mv, weight| {
            nothing -= weight;
            visitor(Some(mv), weight)
        })?;
        visitor(None, nothing)
    }

    #[inline(always)]
    fn count(self, board: &Board) -> u64 {
        board.army(board.side()).count_requests(BARE)
    }

    /// Every request that takes nothing leaves the opponent with the list that he has now.
    ///
    /// No sum saturates because none can overflow: 64 pieces, 63 targets and five ways to promote bound a list
    /// by 2^15, two plies by 2^30. The same holds for every count in this crate that is not a whole tree.
    #[inline]
    fn count2(self, board: &Board) -> u64 {
        if board.ended().is_some() {
            return 0;
        }
        let enemy = board.army(board.side().other());
        let unchanged = enemy.count_requests(BARE);
        let (mut quiet, mut leaves) = (self.count(board), 0);
        let _ = board.visit_taken(self, !0, board.capture_targets(), |mv, weight| {
            if let Some(victim) = board.capture_square(&mv) {
                quiet -= weight;
                let left = enemy.without(victim);
                leaves += if left.kings == 0 { 0 } else { weight * left.count_requests(BARE) };
            }
            ControlFlow::Continue(())
        });
        leaves + quiet * unchanged
    }
}

/// A mode whose edges have names, for `--divide`.
pub trait Labelled: Mode<Board> {
    /// Every edge of `board` with its label: the request (`pass` for the pass), or in [`Taken`] the move taken, the
    /// pass and all requests that fail together being `-`. In no promised order.
    ///
    /// # Example
    /// ```
    /// use plywood_core::Game;
    /// use plywood_rbc::{Board, Labelled, Move, Requests, Taken};
    /// let board = Board::start();
    /// let edges = Requests::default().labelled(&board);
    /// assert_eq!(edges.len(), 35);
    /// assert!(edges.contains(&("e2e4".into(), Move::parse("e2e4"))));
    /// assert!(edges.contains(&("e2d3".into(), None)));
    /// assert!(Taken.labelled(&board).contains(&("-".into(), None)));
    /// ```
    fn labelled(self, board: &Board) -> Vec<(String, Option<Move>)>;
}

impl Labelled for Taken {
    fn labelled(self, board: &Board) -> Vec<(String, Option<Move>)> {
        let mut edges = Vec::new();
        let _ = Position::visit(board, |mv| {
            edges.push((taken_text(mv), mv));
            ControlFlow::Continue(())
        });
        edges
    }
}

impl<const BARE: bool> Labelled for Listed<BARE> {
    fn labelled(self, board: &Board) -> Vec<(String, Option<Move>)> {
        let army = board.army(board.side());
        let mut requests = army.requests();
        if !BARE {
            requests.retain(|request| !army.is_bare_diagonal(*request));
        }
        let label = |request: Request| {
            let taken = board.outcome(request).ok().and_then(|outcome| outcome.taken);
            (request_text(request), taken)
        };
        requests.into_iter().map(label).collect()
    }
}

/// A move taken as text: `-` where none was.
fn taken_text(taken: Option<Move>) -> String {
    taken.map_or_else(|| "-".to_string(), |mv| mv.to_string())
}
