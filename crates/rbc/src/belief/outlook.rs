//! What may become of each request, over all boards.

use super::packed::Shared;
use super::{Belief, BeliefError, Event, State, Weighting};
use crate::board::{Board, Kind, Piece};
use crate::moves::Request;
use crate::requests::Outcome;
use crate::square::Square;
use alloc::vec::Vec;
use plywood_core::Position;

/// What may become of a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// The request; `None` is the pass.
    pub request: Request,
    /// All that becomes of it on some board, the most likely first; then in the order of moves, nothing taken first.
    pub outcomes: Vec<OutcomeShare>,
    /// The chance that it takes the king, 0 to 1.
    pub king_capture: f64,
    /// Whether it captures something on every board.
    pub certain_capture: bool,
}

/// One thing that may become of a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutcomeShare {
    /// The move taken and the square of capture.
    pub outcome: Outcome,
    /// On how many boards it becomes this. After the event so many are left, or fewer: boards that differed only in the piece
    /// captured or in en passant become one.
    pub boards: usize,
    /// Its chance, 0 to 1.
    pub chance: f64,
    /// On how many of the boards it takes the king.
    pub king_captures: usize,
}

impl Belief {
    /// What may become of every request of the list, all boards counting alike; in the order of [`Army::requests`](crate::Army::requests).
    ///
    /// # Errors
    /// [`BeliefError::Turn`] and [`BeliefError::Over`] when it is not the player's turn, or the game is over.
    pub fn requests(&self) -> Result<Vec<Outlook>, BeliefError> {
        self.requests_weighted(Weighting::Boards)
    }

    /// The same with the boards weighted.
    ///
    /// # Errors
    /// As [`requests`](Self::requests).
    pub fn requests_weighted(&self, weighting: Weighting<'_>) -> Result<Vec<Outlook>, BeliefError> {
        let event = Event::Moved { request: None, taken: None, capture: None };
        if self.state == State::Lost {
            return Err(BeliefError::Over { event });
        }
        if self.turn() != self.side() {
            return Err(BeliefError::Turn { event, turn: self.turn() });
        }
        let total: f64 = (0..self.len()).map(|n| weighting.of(self, n)).sum();
        let outlook = |request| self.outlook(request, weighting, total);
        Ok(self.army().requests().into_iter().map(outlook).collect())
    }

    fn outlook(&self, request: Request, weighting: Weighting<'_>, total: f64) -> Outlook {
        let mut outcomes: Vec<OutcomeShare> = Vec::new();
        let mut king = 0.0;
        for (n, board) in self.boards().enumerate() {
            let Ok(outcome) = board.outcome(request) else { continue };
            let takes_king = board.after(outcome.taken.as_ref()).ended().is_some();
            let weight = weighting.of(self, n);
            king += if takes_king { weight } else { 0.0 };
            let place = outcomes.iter().position(|share| share.outcome == outcome).unwrap_or_else(|| {
                outcomes.push(OutcomeShare { outcome, boards: 0, chance: 0.0, king_captures: 0 });
                outcomes.len() - 1
            });
            outcomes[place].boards += 1;
            outcomes[place].chance += weight;
            outcomes[place].king_captures += usize::from(takes_king);
        }
        let share = |weight: f64| if total > 0.0 { weight / total } else { 0.0 };
        outcomes.iter_mut().for_each(|outcome| outcome.chance = share(outcome.chance));
        let key = |share: &OutcomeShare| (share.outcome.taken, share.outcome.capture);
        outcomes.sort_by(|a, b| b.chance.total_cmp(&a.chance).then_with(|| key(a).cmp(&key(b))));
        let certain_capture = !outcomes.is_empty() && outcomes.iter().all(|share| share.outcome.capture.is_some());
        Outlook { request, outcomes, king_capture: share(king), certain_capture }
    }
}

/// Whether a request becomes this on some board with these own pieces.
pub(super) fn conceivable(shared: &Shared, request: Request, outcome: Outcome) -> bool {
    // A request looks at the first piece on its way alone: no enemy, or one enemy somewhere, and en passant are all there is.
    let view = shared.view;
    let enemy = Piece { side: shared.side.other(), kind: Kind::Knight };
    let free = (0..64).map(Square::of_bit).filter(|square| shared.own & square.set() == 0);
    let with = |square: Square| {
        let mut board = view;
        board.put(square, enemy);
        board
    };
    let passed = (0..64).map(|n| view.passing(Some(Square::of_bit(n))));
    let mut boards = core::iter::once(view).chain(free.map(with)).chain(passed);
    boards.any(|board: Board| board.outcome(request) == Ok(outcome))
}
