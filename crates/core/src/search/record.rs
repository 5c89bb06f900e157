//! A game as it was played: positions, moves, clocks, and how it ended.

use super::game::{Referee, SearchGame};
use crate::position::Outcome;
use crate::zobrist::{Keyed, Zobrist};
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Occurrences of a position that make a draw.
pub(crate) const THREEFOLD: usize = 3;

/// A game under way: it can be played on, taken back and asked for its end.
#[derive(Clone, Debug)]
pub struct Record<P: SearchGame, R: Referee<P>> {
    referee: R,
    states: Vec<State<P, R>>,
    moves: Vec<P::Move>,
}

/// A position of a record with what its history says.
#[derive(Clone, Debug)]
pub(crate) struct State<P: SearchGame, R: Referee<P>> {
    pub(crate) node: Keyed<P>,
    pub(crate) clock: R::Clock,
    /// How many positions back the last irreversible move lies.
    pub(crate) window: usize,
}

impl<P: SearchGame, R: Referee<P>> Record<P, R> {
    /// A game that begins at `position` and is judged by `referee`.
    pub fn new(position: P, referee: R) -> Self {
        let clock = referee.start(&position);
        let node = Keyed::new(position, Zobrist::standard());
        Self { referee, states: [State { node, clock, window: 0 }].into(), moves: Vec::new() }
    }

    /// The position on the board.
    pub fn position(&self) -> &P {
        self.last().node.position()
    }

    /// The moves so far.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }

    /// The position before move number `n` (0 is the start); the last one for any larger `n`.
    pub fn position_before(&self, n: usize) -> &P {
        self.states[n.min(self.moves.len())].node.position()
    }

    /// The rules of play.
    pub fn referee(&self) -> &R {
        &self.referee
    }

    /// Plays a move, if it is legal and not forbidden by the history; says whether it was.
    pub fn play(&mut self, mv: &P::Move) -> bool {
        let State { node, clock, .. } = self.last();
        let position = node.position();
        if self.outcome().is_some() || !position.is_legal(mv) || self.referee.forbids(*clock, position, mv) {
            return false;
        }
        self.play_legal(mv);
        true
    }

    /// The moves that may be played, in generation order; none when the game is over by the board.
    pub fn legal_moves(&self) -> Vec<P::Move> {
        self.moves_of(false)
    }

    /// All moves, or the noisy ones, but for those that the history forbids.
    pub(crate) fn moves_of(&self, noisy: bool) -> Vec<P::Move> {
        let State { node, clock, .. } = self.last();
        let (position, mut moves) = (node.position(), Vec::new());
        if position.ended().is_some() {
            return moves;
        }
        let mut keep = |mv: P::Move| {
            if !self.referee.forbids(*clock, position, &mv) {
                moves.push(mv);
            }
            ControlFlow::Continue(())
        };
        let _ = if noisy { position.visit_noisy(&mut keep) } else { position.visit_cold(&mut keep) };
        moves
    }

    /// Plays a move that is known to be legal: one of [`legal_moves`](Self::legal_moves), which is not asked again.
    pub fn play_legal(&mut self, mv: &P::Move) {
        let State { node, clock, window } = self.last();
        let position = node.position();
        let child = node.play(mv, Zobrist::standard());
        let clock = self.referee.tick(*clock, position, mv, child.position());
        let window = if position.irreversible(mv) { 0 } else { window + 1 };
        self.states.push(State { node: child, clock, window });
        self.moves.push(*mv);
    }

    /// Takes the last move back and gives it.
    pub fn undo(&mut self) -> Option<P::Move> {
        let mv = self.moves.pop()?;
        self.states.pop();
        Some(mv)
    }

    /// How the game has ended, if it has: by the board, by having no move, or by the rules of play.
    pub fn outcome(&self) -> Option<Outcome> {
        let State { node, clock, .. } = self.last();
        let position = node.position();
        if let Some(outcome) = position.ended() {
            return Some(outcome);
        }
        if !self.referee.can_move(*clock, position) {
            return Some(self.referee.stuck(position));
        }
        if self.referee.repetition() && self.occurrences() >= THREEFOLD {
            return Some(Outcome::Draw);
        }
        self.referee.verdict(*clock, position)
    }

    /// How often the position on the board has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let State { node, window, .. } = self.last();
        let reach = self.states.len() - 1 - window.min(&(self.states.len() - 1));
        self.states[reach..].iter().filter(|state| state.node.position() == node.position()).count()
    }

    pub(crate) fn last(&self) -> &State<P, R> {
        &self.states[self.states.len() - 1]
    }

    /// The keys since the last irreversible move, the position on the board last.
    pub(crate) fn recent_keys(&self) -> Vec<u64> {
        let from = self.states.len() - 1 - self.last().window.min(self.states.len() - 1);
        self.states[from..].iter().map(|state| state.node.key() as u64).collect()
    }
}
