//! What a player of RBC may believe: a bounded set of boards that agree with what he was told.
//!
//! While the set stays within its bound it is exact; then it is a random part of the exact one, and when every board of that is
//! refuted the last ones are mended by what is known. For the player of the package, not for proofs.

use crate::arguments::Whole;
use crate::blind::{Asked, Given, lost, parse, seen, side, square, write_fen};
use plywood::core::rng::SplitMix64;
use plywood::core::{Game, Position as _, Side};
use plywood::rbc::{Board, Identity, Kind, Outcome, Piece, Request, Square};
use pyo3::prelude::*;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many boards are mended when all are refuted.
const MENDED: usize = 200;
/// So many boards are looked at to find where they differ.
const LOOKED_AT: usize = 2_000;

/// Boards that a player of RBC holds possible.
#[pyclass(frozen, module = "plywood.rbc")]
pub(crate) struct Belief {
    side: Side,
    limit: usize,
    state: Mutex<State>,
}

struct State {
    boards: Vec<Board>,
    rng: SplitMix64,
}

/// What an event says for certain.
#[derive(Default)]
struct Facts {
    /// Squares whose contents are known.
    known: Vec<(Square, Option<Piece>)>,
    /// A square on which some piece of the opponent stands.
    enemy: Option<Square>,
}

impl Belief {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// A random part of so many boards.
    fn thin(&mut self, limit: usize) {
        for place in 0..limit.min(self.boards.len()) {
            let other = place + self.rng.below(self.boards.len() - place);
            self.boards.swap(place, other);
        }
        self.boards.truncate(limit);
    }

    /// The boards that an event makes of the present ones. When it makes none, all were wrong: then some of them as `mend` changes them.
    fn step(
        &mut self,
        limit: usize,
        event: impl Fn(&Board, &mut dyn FnMut(Board)),
        mend: impl Fn(&Board, &mut SplitMix64) -> Board,
    ) {
        let next = children(&self.boards, &event);
        if next.is_empty() {
            self.thin(MENDED);
            let Self { boards, rng } = self;
            boards.iter_mut().for_each(|board| *board = mend(board, rng));
        } else {
            self.boards = next;
        }
        self.thin(limit);
    }
}

/// What an event makes of some boards, each once.
fn children(boards: &[Board], event: &impl Fn(&Board, &mut dyn FnMut(Board))) -> Vec<Board> {
    let (mut met, mut next) = (HashSet::<Identity>::new(), Vec::new());
    for board in boards {
        event(board, &mut |child: Board| {
            if met.insert(child.identity()) {
                next.push(child);
            }
        });
    }
    next
}

/// The board changed as little as makes it agree with the facts; as it is where no board comes of that.
fn mend(board: &Board, own: Side, facts: &Facts, rng: &mut SplitMix64) -> Board {
    let mut pieces: [Option<Piece>; 64] = std::array::from_fn(|n| board.piece_at(Square::new(n as u8)?));
    for &(square, piece) in &facts.known {
        if piece.is_some_and(|piece| piece.kind == Kind::King) {
            pieces.iter_mut().filter(|held| **held == piece).for_each(|held| *held = None);
        }
        pieces[square.number() as usize] = piece;
    }
    let known = |n: usize| facts.known.iter().any(|(square, _)| square.number() as usize == n);
    let enemy = own.other();
    if let Some(square) = facts.enemy {
        let there = &mut pieces[square.number() as usize];
        if there.is_none_or(|piece| piece.side == own) {
            *there = Some(Piece { side: enemy, kind: Kind::Knight });
        }
    }
    let king = Piece { side: enemy, kind: Kind::King };
    if !pieces.contains(&Some(king)) {
        let free: Vec<usize> = (0..64).filter(|&n| pieces[n].is_none() && !known(n)).collect();
        if let Some(&n) = free.get(rng.below(free.len())) {
            pieces[n] = Some(king);
        }
    }
    let text = board.text();
    let castling = text.split(' ').nth(2).unwrap_or("-").trim_matches('-');
    let letter = |n: u8| pieces[n as usize].map(Piece::letter);
    let fen = write_fen(letter, board.side(), castling, None, board.half_moves(), board.full_moves());
    parse(&fen).unwrap_or(*board)
}

#[pymethods]
impl Belief {
    /// That of the player `color` (True is White) who knows the board; at most `limit` boards are kept.
    #[new]
    #[pyo3(signature = (board, color, *, limit=Whole::from(10_000), seed=0))]
    #[pyo3(text_signature = "(board, color, *, limit=10000, seed=0)")]
    fn new(board: Given, color: bool, limit: Whole, seed: u64) -> PyResult<Self> {
        let limit = limit.within("limit", 1..=50_000)? as usize;
        let state = State { boards: vec![board.board], rng: SplitMix64::new(seed) };
        Ok(Self { side: side(color), limit, state: Mutex::new(state) })
    }

    fn __len__(&self) -> usize {
        self.state().boards.len()
    }

    /// The opponent has moved, and taken the piece on `capture_square`, if that is not None.
    #[pyo3(signature = (capture_square))]
    fn opponent_moved(&self, py: Python<'_>, capture_square: Option<Whole>) -> PyResult<()> {
        let captured = capture_square.map(square).transpose()?;
        py.detach(|| {
            let event = |board: &Board, keep: &mut dyn FnMut(Board)| {
                let _ = board.visit(|taken| {
                    let capture = taken.and_then(|mv| board.capture_square(&mv));
                    let child = board.after(taken.as_ref());
                    if capture == captured && !lost(&child, self.side) {
                        keep(child);
                    }
                    ControlFlow::Continue(())
                });
            };
            let mend = |board: &Board, rng: &mut SplitMix64| {
                let facts = Facts { enemy: captured, ..Facts::default() };
                mend(&board.after(None), self.side, &facts, rng)
            };
            self.state().step(self.limit, event, mend);
        });
        Ok(())
    }

    /// The player has seen what stands on some squares: pairs of a square and a piece (its letter or a `chess.Piece`) or None.
    fn sensed(&self, py: Python<'_>, result: Vec<(Whole, Option<Bound<'_, PyAny>>)>) -> PyResult<()> {
        let known = seen(result)?;
        let facts = Facts { known, enemy: None };
        py.detach(|| {
            let agrees = |board: &Board| facts.known.iter().all(|&(square, piece)| board.piece_at(square) == piece);
            let event = |board: &Board, keep: &mut dyn FnMut(Board)| {
                if agrees(board) {
                    keep(*board);
                }
            };
            self.state().step(self.limit, event, |board, rng| mend(board, self.side, &facts, rng));
        });
        Ok(())
    }

    /// The player has asked for a move, and this became of it.
    #[pyo3(signature = (requested, taken, capture_square))]
    fn moved(&self, py: Python<'_>, requested: Asked, taken: Asked, capture_square: Option<Whole>) -> PyResult<()> {
        let (requested, taken) = (requested.0, taken.0);
        let capture = capture_square.map(square).transpose()?;
        py.detach(|| {
            let facts = Facts { known: cleared(requested, taken), enemy: capture };
            let event = |board: &Board, keep: &mut dyn FnMut(Board)| {
                if board.outcome(requested) == Ok(Outcome { taken, capture }) {
                    keep(board.after(taken.as_ref()));
                }
            };
            // Whatever else is wrong with the boards, this move was made.
            let mend = |board: &Board, rng: &mut SplitMix64| mend(board, self.side, &facts, rng).after(taken.as_ref());
            self.state().step(self.limit, event, mend);
        });
        Ok(())
    }

    /// The square around which the boards differ most: the sum of the entropies of the nine squares is greatest there.
    fn window(&self, py: Python<'_>) -> u8 {
        py.detach(|| {
            let state = self.state();
            let step = state.boards.len().div_ceil(LOOKED_AT).max(1);
            let boards: Vec<&Board> = state.boards.iter().step_by(step).collect();
            let doubt: Vec<f64> = (0..64).map(|n| doubt(&boards, n)).collect();
            let around = |center: u8| {
                let (file, rank) = (center % 8, center / 8);
                (rank - 1..=rank + 1).flat_map(move |rank| (file - 1..=file + 1).map(move |file| rank * 8 + file))
            };
            let inner = (1..7).flat_map(|rank| (1..7).map(move |file| rank * 8 + file));
            let sum = |center: u8| around(center).map(|n| doubt[n as usize]).sum::<f64>();
            inner.max_by(|&a, &b| sum(a).total_cmp(&sum(b))).unwrap_or(0)
        })
    }

    /// The FENs of up to `count` different boards, drawn at random.
    fn sample(&self, count: Whole) -> PyResult<Vec<String>> {
        let count = count.within("count", 0..=1 << 20)? as usize;
        let mut state = self.state();
        let State { boards, rng } = &mut *state;
        for place in 0..count.min(boards.len()) {
            let other = place + rng.below(boards.len() - place);
            boards.swap(place, other);
        }
        Ok(boards.iter().take(count).map(Game::text).collect())
    }

    /// Whether the board of this FEN is among those held possible.
    fn __contains__(&self, board: Given) -> bool {
        let wanted = board.board.identity();
        self.state().boards.iter().any(|held| held.side() == board.board.side() && held.identity() == wanted)
    }
}

/// The squares that a request has shown to be empty: those behind which its move did not stop.
fn cleared(requested: Request, taken: Request) -> Vec<(Square, Option<Piece>)> {
    let (Some(_), Some(taken)) = (requested, taken) else { return Vec::new() };
    let step = |from: u8, to: u8| i16::from(to).cmp(&i16::from(from)) as i16;
    let (files, ranks) = (step(taken.from.file(), taken.to.file()), step(taken.from.rank(), taken.to.rank()));
    let straight = taken.from.file() == taken.to.file()
        || taken.from.rank() == taken.to.rank()
        || taken.from.file().abs_diff(taken.to.file()) == taken.from.rank().abs_diff(taken.to.rank());
    if !straight {
        return Vec::new();
    }
    let mut passed = Vec::new();
    let mut at = i16::from(taken.from.number()) + files + 8 * ranks;
    while at != i16::from(taken.to.number()) {
        passed.extend(u8::try_from(at).ok().and_then(Square::new).map(|square| (square, None)));
        at += files + 8 * ranks;
    }
    passed
}

/// The entropy of what stands on a square.
fn doubt(boards: &[&Board], n: u8) -> f64 {
    let Some(square) = Square::new(n) else { return 0.0 };
    let mut counts = [0_u32; 128];
    for board in boards {
        counts[board.piece_at(square).map_or(0, |piece| piece.letter() as usize)] += 1;
    }
    let all = boards.len().max(1) as f64;
    counts
        .iter()
        .filter(|&&count| count > 0)
        .map(|&count| f64::from(count) / all)
        .map(|share| -share * share.ln())
        .sum()
}
