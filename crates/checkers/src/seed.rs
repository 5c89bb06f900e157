//! The players of the 6x6 report from which the family grew: two functions of six measures, full minimax and alpha-beta
//! side by side.
//!
//! A leaf is valued by the function of the player at the root, from his view; a win is 10,000 less the ply, a loss the
//! reverse, a draw 0. There is no quiescence, no table and no order of moves but the generator's; both searches choose the same move, and among
//! moves of equal value the one whose text comes first.
//!
//! Source: the report's section on strategies. Not here: the end of the game (`draws`), the general search (in the core).

use crate::board::{Bits, Board, Move};
use crate::layout::Layout;
use crate::rules::Rules;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use plywood_core::search::{Record, Referee, Score, Stop};
use plywood_core::{Bitboard, Game, Outcome, Position, Side};

/// A win on the spot; the ply is taken off.
const WIN: Score = 10_000;

/// The six numbers that the report's functions weigh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measures {
    /// m1: enemy pieces that appear in some legal capture of the side, were it to move.
    pub could_capture: Score,
    /// m2: own pieces that appear in some legal capture of the enemy, were he to move.
    pub could_lose: Score,
    /// m3: enemy pieces on the half of the ranks nearest the own side.
    pub intruders: Score,
    /// m4: own kings.
    pub kings: Score,
    /// m5: enemy kings.
    pub enemy_kings: Score,
    /// m6: own pieces less enemy pieces, a king counting one.
    pub surplus: Score,
}

impl Measures {
    /// The measures of `board` from the view of `side`, whoever is to move.
    ///
    /// # Example
    /// ```
    /// use plywood_checkers::{Russian6, seed::Measures};
    /// use plywood_core::{Game, Side};
    /// let board = Russian6::parse("W:Wc3:Bd4,Ka5")?;
    /// let measures = Measures::of(&board, Side::White);
    /// assert_eq!((measures.could_capture, measures.enemy_kings, measures.surplus), (1, 1, -1));
    /// # Ok::<(), plywood_core::TextError>(())
    /// ```
    pub fn of<R: Rules>(board: &Board<R>, side: Side) -> Self {
        let (own, enemy) = (board.pieces(side), board.pieces(side.other()));
        let half = R::Layout::SIZE / 2;
        let own_half = match side {
            Side::White => R::Layout::ranks(0, half),
            Side::Black => R::Layout::ranks(half, R::Layout::SIZE),
        };
        let count = |set: Bits<R>| set.size() as Score;
        Self {
            could_capture: count(threatened(board, side)),
            could_lose: count(threatened(board, side.other())),
            intruders: count(enemy & own_half),
            kings: count(own & board.kings()),
            enemy_kings: count(enemy & board.kings()),
            surplus: count(own) - count(enemy),
        }
    }

    /// m1 to m6.
    pub const fn list(&self) -> [Score; 6] {
        [self.could_capture, self.could_lose, self.intruders, self.kings, self.enemy_kings, self.surplus]
    }
}

/// The pieces that appear in some legal capture of `side`, were it to move.
fn threatened<R: Rules>(board: &Board<R>, side: Side) -> Bits<R> {
    let to_move = Board::<R>::from_sets(board.pieces(Side::White), board.pieces(Side::Black), board.kings(), side);
    let mut taken = Bits::<R>::EMPTY;
    let _ = to_move.visit_cold(&mut |mv| {
        taken |= mv.captured;
        ControlFlow::Continue(())
    });
    taken
}

/// An evaluation of the report: a name, and what each of m1 to m6 weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// The weights of m1 to m6.
    pub weights: [Score; 6],
}

/// F1 = 3 m1 - 6 m2 - m3 + m4 - 5 m5 + 10 m6.
pub const F1: Function = Function { name: "F1", weights: [3, -6, -1, 1, -5, 10] };
/// F2 = 4 m1 - 2 m2 + 2 m4 - 3 m5 + 3 m6.
pub const F2: Function = Function { name: "F2", weights: [4, -2, 0, 2, -3, 3] };

impl Function {
    /// The function with this name.
    pub fn named(name: &str) -> Option<Self> {
        [F1, F2].into_iter().find(|function| function.name.eq_ignore_ascii_case(name))
    }

    /// The value of these measures.
    pub fn value(&self, measures: &Measures) -> Score {
        self.weights.iter().zip(measures.list()).map(|(weight, measure)| weight * measure).sum()
    }
}

/// A move that a player looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// The move as text; candidates are sorted by it.
    pub text: String,
    /// The measures of the position after it, from the player's view.
    pub measures: Measures,
    /// The function of these measures.
    pub function: Score,
    /// The minimax value.
    pub value: Score,
}

/// A move as it was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice<M> {
    /// All legal moves, sorted by text.
    pub candidates: Vec<Candidate<M>>,
    /// Which of them full minimax chose.
    pub by_minimax: usize,
    /// Which of them alpha-beta chose: the same.
    pub by_alpha_beta: usize,
    /// Positions that minimax visited, the root not counted.
    pub minimax_nodes: u64,
    /// Positions that alpha-beta visited.
    pub alpha_beta_nodes: u64,
}

impl<M> Choice<M> {
    /// The same choice with texts alone.
    pub fn without_moves(self) -> Choice<()> {
        let Self { by_minimax, by_alpha_beta, minimax_nodes, alpha_beta_nodes, .. } = self;
        let bare =
            |Candidate { text, measures, function, value, .. }| Candidate { mv: (), text, measures, function, value };
        let candidates = self.candidates.into_iter().map(bare).collect();
        Choice { candidates, by_minimax, by_alpha_beta, minimax_nodes, alpha_beta_nodes }
    }
}

/// What a player who looks `depth` plies ahead (at least 1) chooses on the last position of `record`, with all that he
/// looked at; `None` when the game is over, or `stop` was called.
pub fn choose<R: Rules, A: Referee<Board<R>>>(
    record: &Record<Board<R>, A>,
    function: &Function,
    depth: u32,
    stop: &Stop,
) -> Option<Choice<Move<Bits<R>>>> {
    let (mut player, moves) = Player::sit_down(record, function, stop)?;
    let board = *record.position();
    let below = depth.saturating_sub(1);
    let values: Vec<Score> = moves.iter().map(|mv| player.after(mv, |player| -player.minimax(below, 1))).collect();
    let minimax_nodes = core::mem::take(&mut player.nodes);
    let by_alpha_beta = player.pick(&moves, below);
    let candidate = |(mv, value): (&Move<Bits<R>>, Score)| {
        let measures = Measures::of(&board.play(mv), player.side);
        Candidate { mv: *mv, text: board.move_text(mv), measures, function: function.value(&measures), value }
    };
    let highest = values.iter().copied().max();
    let choice = Choice {
        by_minimax: values.iter().position(|value| Some(*value) == highest).unwrap_or(0),
        by_alpha_beta,
        minimax_nodes,
        alpha_beta_nodes: player.nodes,
        candidates: moves.iter().zip(values).map(candidate).collect(),
    };
    (!stop.stopped()).then_some(choice)
}

/// The move alone, by alpha-beta; the same as [`choose`] gives.
pub fn pick<R: Rules, A: Referee<Board<R>>>(
    record: &Record<Board<R>, A>,
    function: &Function,
    depth: u32,
    stop: &Stop,
) -> Option<Move<Bits<R>>> {
    let (mut player, moves) = Player::sit_down(record, function, stop)?;
    let best = player.pick(&moves, depth.saturating_sub(1));
    moves.get(best).copied().filter(|_| !stop.stopped())
}

const INFINITE: Score = 2 * WIN;

/// A player at work.
struct Player<R: Rules, A: Referee<Board<R>>> {
    record: Record<Board<R>, A>,
    /// Who is at the root.
    side: Side,
    function: Function,
    nodes: u64,
    stop: Stop,
}

impl<R: Rules, A: Referee<Board<R>>> Player<R, A> {
    /// The player before the board, with the moves sorted by text; `None` when the game is over.
    fn sit_down(record: &Record<Board<R>, A>, function: &Function, stop: &Stop) -> Option<(Self, Vec<Move<Bits<R>>>)> {
        if record.outcome().is_some() {
            return None;
        }
        let board = *record.position();
        let (side, stop) = (board.side_to_move(), stop.clone());
        let player = Self { record: record.clone(), side, function: *function, nodes: 0, stop };
        let mut moves = player.moves();
        moves.sort_by_cached_key(|mv| board.move_text(mv));
        Some((player, moves))
    }

    /// The first of the best moves, by alpha-beta.
    fn pick(&mut self, moves: &[Move<Bits<R>>], below: u32) -> usize {
        let mut best = (0, -INFINITE);
        for (i, mv) in moves.iter().enumerate() {
            let value = self.after(mv, |player| -player.alpha_beta(below, 1, -INFINITE, -best.1));
            if value > best.1 {
                best = (i, value);
            }
        }
        best.0
    }

    fn moves(&self) -> Vec<Move<Bits<R>>> {
        self.record.legal_moves()
    }

    fn after<T>(&mut self, mv: &Move<Bits<R>>, work: impl FnOnce(&mut Self) -> T) -> T {
        self.record.play_legal(mv);
        let result = work(self);
        self.record.undo();
        result
    }

    /// The value of a position without looking further, from the side to move.
    fn leaf(&self, depth: u32, ply: u32) -> Option<Score> {
        if self.stop.stopped() {
            return Some(0);
        }
        let board = self.record.position();
        let own = match self.record.outcome() {
            Some(Outcome::Draw) => 0,
            Some(Outcome::Win(side)) if side == self.side => WIN - ply as Score,
            Some(Outcome::Win(_)) => ply as Score - WIN,
            None if depth == 0 => self.function.value(&Measures::of(board, self.side)),
            None => return None,
        };
        Some(if board.side_to_move() == self.side { own } else { -own })
    }

    fn minimax(&mut self, depth: u32, ply: u32) -> Score {
        self.nodes += 1;
        if let Some(value) = self.leaf(depth, ply) {
            return value;
        }
        let moves = self.moves();
        moves.iter().fold(-INFINITE, |best, mv| best.max(self.after(mv, |player| -player.minimax(depth - 1, ply + 1))))
    }

    fn alpha_beta(&mut self, depth: u32, ply: u32, mut alpha: Score, beta: Score) -> Score {
        self.nodes += 1;
        if let Some(value) = self.leaf(depth, ply) {
            return value;
        }
        let mut best = -INFINITE;
        for mv in self.moves() {
            best = best.max(self.after(&mv, |player| -player.alpha_beta(depth - 1, ply + 1, -beta, -alpha)));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
