//! A game as it was played: positions, moves, clocks, and how it ended. And playouts: random moves to the end of a game.

use super::game::{Referee, SearchGame};
use crate::perft::Control;
use crate::position::{Mode, Outcome};
use crate::rng::SplitMix64;
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
    /// How many positions back the last irreversible move lies, or the start.
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

    /// Takes back all but the first `moves` moves.
    pub fn cut(&mut self, moves: usize) {
        self.moves.truncate(moves);
        self.states.truncate(moves.saturating_add(1));
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
        self.judged()
    }

    /// How the rules of play end a game in which there is a move to make.
    fn judged(&self) -> Option<Outcome> {
        if self.referee.repetition() && self.occurrences() >= THREEFOLD {
            return Some(Outcome::Draw);
        }
        let State { node, clock, .. } = self.last();
        self.referee.verdict(*clock, node.position())
    }

    /// Plays one of the edges of `mode` that the history does not forbid, each with the same chance. Plays nothing and gives the end when
    /// the game is over.
    pub fn play_random<M: Mode<P>>(&mut self, mode: M, random: &mut SplitMix64) -> Option<Outcome> {
        let position = self.position();
        if let Some(outcome) = position.ended() {
            return Some(outcome);
        }
        let edges = self.edges(mode);
        if edges == 0 {
            return Some(self.referee.stuck(position));
        }
        if let Some(outcome) = self.judged() {
            return Some(outcome);
        }
        let chosen = random.below(usize::try_from(edges).unwrap_or(usize::MAX));
        let mv = self.edge(mode, chosen as u64)?;
        self.play_legal(&mv);
        None
    }

    /// Plays random moves, as [`play_random`](Self::play_random), until the game is over, `plies` were played, or `control` is stopped, and gives
    /// the end, if that is what it came to.
    pub fn play_out<M: Mode<P>>(
        &mut self,
        mode: M,
        plies: usize,
        random: &mut SplitMix64,
        control: &Control,
    ) -> Option<Outcome> {
        for _ in 0..plies {
            if control.stopped() {
                break;
            }
            let outcome = self.play_random(mode, random);
            if outcome.is_some() {
                return outcome;
            }
        }
        self.outcome()
    }

    /// The number of edges of `mode` that the history does not forbid.
    fn edges<M: Mode<P>>(&self, mode: M) -> u64 {
        let State { node, clock, .. } = self.last();
        let position = node.position();
        if !R::FORBIDS {
            return mode.count(position);
        }
        let mut edges = 0u64;
        let _ = mode.visit_cold(position, &mut |mv, weight| {
            if !self.referee.forbids(*clock, position, &mv) {
                edges = edges.saturating_add(weight);
            }
            ControlFlow::Continue(())
        });
        edges
    }

    /// The move behind edge number `n` of these, from 0.
    fn edge<M: Mode<P>>(&self, mode: M, n: u64) -> Option<P::Move> {
        let State { node, clock, .. } = self.last();
        let position = node.position();
        let (mut left, mut chosen) = (n, None);
        let _ = mode.visit_cold(position, &mut |mv, weight| {
            if R::FORBIDS && self.referee.forbids(*clock, position, &mv) {
                return ControlFlow::Continue(());
            }
            if left < weight {
                chosen = Some(mv);
                return ControlFlow::Break(());
            }
            left -= weight;
            ControlFlow::Continue(())
        });
        chosen
    }

    /// How often the position on the board has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let State { node, window, .. } = self.last();
        let reach = self.states.len() - 1 - window;
        self.states[reach..].iter().filter(|state| state.node.position() == node.position()).count()
    }

    pub(crate) fn last(&self) -> &State<P, R> {
        &self.states[self.states.len() - 1]
    }

    /// The keys since the last irreversible move, the position on the board last.
    pub(crate) fn recent_keys(&self) -> Vec<u64> {
        let from = self.states.len() - 1 - self.last().window;
        self.states[from..].iter().map(|state| state.node.key() as u64).collect()
    }
}
