//! What may become of each request, over all boards.

use super::cases::{Case, Condition, cases};
use super::weighting::share;
use super::{Belief, BeliefError, Event, State, Weighting};
use crate::moves::Request;
use crate::requests::Outcome;
use alloc::vec::Vec;

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
        let list = self.army().requests();
        let cases: Vec<Vec<Case>> = list.iter().map(|&request| cases(&self.shared.view, request)).collect();
        // Many requests are decided by the same squares.
        let mut conditions: Vec<Condition> = Vec::new();
        for case in cases.iter().flatten() {
            if !conditions.contains(&case.condition) {
                conditions.push(case.condition);
            }
        }
        let counts = self.counts(&conditions, weighting);
        let total = weighting.weights(self).map_or(self.len() as f64, |weights| weights.iter().sum());
        let count = |case: &Case| {
            let place = conditions.iter().position(|condition| *condition == case.condition);
            place.map_or_else(Count::default, |place| counts[place])
        };
        Ok(list.into_iter().zip(cases).map(|(request, cases)| outlook(request, &cases, count, total)).collect())
    }

    /// On how many boards each condition holds.
    fn counts(&self, conditions: &[Condition], weighting: Weighting<'_>) -> Vec<Count> {
        let weights = weighting.weights(self);
        let spans = self.by_spans(|boards| {
            let mut counts = vec![Count::default(); conditions.len()];
            for (n, packed) in boards {
                let weight = weights.as_ref().map_or(1.0, |weights| weights[n]);
                let (enemy, passed) = (self.shared.enemy(packed), self.shared.passed(packed));
                let king = packed[0] & packed[1] & !packed[2] & enemy;
                for (condition, count) in conditions.iter().zip(&mut counts) {
                    if condition.holds(enemy, passed) {
                        count.add(weight, condition.enemies & king != 0);
                    }
                }
            }
            counts
        });
        let mut sums = vec![Count::default(); conditions.len()];
        for counts in spans {
            sums.iter_mut().zip(counts).for_each(|(sum, count)| sum.merge(count));
        }
        sums
    }
}

/// On how many boards a condition holds.
#[derive(Clone, Copy, Default)]
struct Count {
    boards: usize,
    weight: f64,
    /// Those on which the enemy that it names is the king.
    kings: usize,
    king_weight: f64,
}

impl Count {
    #[inline(always)]
    fn add(&mut self, weight: f64, king: bool) {
        self.boards += 1;
        self.weight += weight;
        if king {
            self.kings += 1;
            self.king_weight += weight;
        }
    }

    fn merge(&mut self, other: Self) {
        self.boards += other.boards;
        self.weight += other.weight;
        self.kings += other.kings;
        self.king_weight += other.king_weight;
    }
}

fn outlook(request: Request, cases: &[Case], count: impl Fn(&Case) -> Count, total: f64) -> Outlook {
    let (mut outcomes, mut king): (Vec<OutcomeShare>, f64) = (Vec::new(), 0.0);
    for case in cases {
        let (outcome, count) = (case.outcome, count(case));
        if count.boards == 0 {
            continue;
        }
        // A pawn that a king stops does not take him.
        let captures = outcome.capture.is_some();
        king += if captures { count.king_weight } else { 0.0 };
        let king_captures = if captures { count.kings } else { 0 };
        let chance = share(count.weight, total);
        outcomes.push(OutcomeShare { outcome, boards: count.boards, chance, king_captures });
    }
    let key = |share: &OutcomeShare| (share.outcome.taken, share.outcome.capture);
    outcomes.sort_by(|a, b| b.chance.total_cmp(&a.chance).then_with(|| key(a).cmp(&key(b))));
    let certain_capture = !outcomes.is_empty() && outcomes.iter().all(|share| share.outcome.capture.is_some());
    Outlook { request, outcomes, king_capture: share(king, total), certain_capture }
}
