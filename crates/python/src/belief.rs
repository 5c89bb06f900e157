//! What a player of RBC may believe: a bounded set of boards that agree with what he was told.
//!
//! While the set stays within its bound it is exact; then it is a random part of the exact one, and when every board of that is
//! refuted the last ones are mended by what is known. For the player of the package, not for proofs.
//!
//! An event is worked out on a copy of the state, without any lock, and takes effect as a whole or, where it is refused or interrupted, not
//! at all.

use crate::arguments::{Whole, bad};
use crate::blind::{Asked, Given, parse, seen, side, square, write_fen};
use crate::watch::Lookout;
use plywood::core::rng::SplitMix64;
use plywood::core::{Game, Position as _, Side};
use plywood::rbc::{Board, Identity, Kind, Outcome, Piece, Request, Square, request_text};
use pyo3::prelude::*;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So many boards are mended when all are refuted.
const MENDED: usize = 200;
/// So many boards are looked at to find where they differ.
const LOOKED_AT: usize = 2_000;

/// Boards that a player of RBC holds possible: at first the one he knows, then all that agree with what he is told, at most `limit` of them,
/// drawn at random. When none of these is left, some of the last are changed as little as makes them agree with the news, so that there
/// is always a board to go on with: a belief that has reached its limit may be wrong, and is never empty. What no game could have
/// brought is a `ValueError` and changes nothing: an event on the other side's turn, a request that is not in the list or cannot have become
/// what it is said to, something else on a square of one's own pieces.
///
/// Iterates over FENs. Events in several threads take effect one after the other; questions never wait for them.
#[pyclass(frozen, module = "plywood.rbc")]
pub(crate) struct Belief {
    side: Side,
    limit: usize,
    state: Mutex<State>,
}

#[derive(Clone)]
struct State {
    /// The player's own pieces and whose turn it is, which all boards share.
    own: Board,
    boards: Arc<Vec<Board>>,
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
    /// Held for moments, never while Python code runs or may be waited for.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn boards(&self) -> Arc<Vec<Board>> {
        Arc::clone(&self.state().boards)
    }

    /// Does `event` to the state. When another thread has done one meanwhile it is done again to what that left.
    fn change(
        &self,
        py: Python<'_>,
        event: impl Fn(State, &mut Lookout) -> PyResult<State> + Sync + Send,
    ) -> PyResult<()> {
        py.detach(|| {
            loop {
                let before = self.state().clone();
                let after = event(before.clone(), &mut Lookout::new())?;
                let mut state = self.state();
                if Arc::ptr_eq(&state.boards, &before.boards) {
                    *state = after;
                    return Ok(());
                }
            }
        })
    }
}

impl State {
    /// Goes on to what an event makes of the boards, a random part of so many, and to the player's own pieces after it. When it makes none,
    /// all were wrong: then some of them go on as `mend` changes them.
    fn step(
        mut self,
        limit: usize,
        own: Board,
        lookout: &mut Lookout,
        event: impl Fn(&Board, &mut dyn FnMut(Board)),
        mend: impl Fn(&Board, &mut SplitMix64) -> Board,
    ) -> PyResult<Self> {
        let mut next = children(&self.boards, lookout, &event)?;
        if next.is_empty() {
            next = draw(&self.boards, MENDED, &mut self.rng);
            next.iter_mut().for_each(|board| *board = mend(board, &mut self.rng));
        }
        if next.len() > limit {
            next = draw(&next, limit, &mut self.rng);
        }
        Ok(Self { own, boards: Arc::new(next), ..self })
    }

    /// That it is the player's turn, or is not.
    fn expect_turn(&self, event: &str, side: Side) -> PyResult<()> {
        if self.own.side() == side {
            return Ok(());
        }
        let name = side.name();
        Err(bad(format!("{event}: it is not the turn of {name}")))
    }
}

/// So many different boards, or all, in random order.
fn draw(boards: &[Board], count: usize, rng: &mut SplitMix64) -> Vec<Board> {
    let mut places: Vec<usize> = (0..boards.len()).collect();
    for place in 0..count.min(places.len()) {
        let other = place + rng.below(places.len() - place);
        places.swap(place, other);
    }
    places.iter().take(count).map(|&place| boards[place]).collect()
}

/// What an event makes of some boards, each once.
fn children(
    boards: &[Board],
    lookout: &mut Lookout,
    event: &impl Fn(&Board, &mut dyn FnMut(Board)),
) -> PyResult<Vec<Board>> {
    let (mut met, mut next) = (HashSet::<Identity>::new(), Vec::new());
    for board in boards {
        lookout.look()?;
        event(board, &mut |child: Board| {
            if met.insert(child.identity()) {
                next.push(child);
            }
        });
    }
    Ok(next)
}

/// What stands on every square.
type Pieces = [Option<Piece>; 64];

fn pieces(board: &Board) -> Pieces {
    std::array::from_fn(|n| board.piece_at(Square::new(n as u8)?))
}

/// The board with these pieces and no en passant; castling rights go with the rooks and kings. None where there is no such board.
fn with_pieces(board: &Board, pieces: &Pieces) -> Option<Board> {
    let text = board.text();
    let castling = text.split(' ').nth(2).unwrap_or("-").trim_matches('-');
    let letter = |n: u8| pieces[n as usize].map(Piece::letter);
    parse(&write_fen(letter, board.side(), castling, None, board.half_moves(), board.full_moves())).ok()
}

/// The board changed as little as makes it agree with the player's own pieces and with the facts; as it is where no board comes of that.
fn mend(board: &Board, own: &Board, side: Side, facts: &Facts, rng: &mut SplitMix64) -> Board {
    let (mut pieces, held) = (pieces(board), pieces(own));
    for (piece, held) in pieces.iter_mut().zip(held) {
        *piece = held.or(piece.filter(|piece| piece.side != side));
    }
    for &(square, piece) in &facts.known {
        if piece.is_some_and(|piece| piece.kind == Kind::King) {
            pieces.iter_mut().filter(|held| **held == piece).for_each(|held| *held = None);
        }
        pieces[square.number() as usize] = piece;
    }
    let known = |n: usize| facts.known.iter().any(|(square, _)| square.number() as usize == n);
    let enemy = side.other();
    if let Some(square) = facts.enemy {
        pieces[square.number() as usize].get_or_insert(Piece { side: enemy, kind: Kind::Knight });
    }
    let king = Piece { side: enemy, kind: Kind::King };
    if !pieces.contains(&Some(king)) {
        let free: Vec<usize> = (0..64).filter(|&n| pieces[n].is_none() && !known(n)).collect();
        if let Some(&n) = free.get(rng.below(free.len())) {
            pieces[n] = Some(king);
        }
    }
    with_pieces(board, &pieces).unwrap_or(*board)
}

/// Refuses what cannot be seen: something else than the player's own pieces, two things on one square, two kings of the opponent.
fn check_seen(own: &Board, side: Side, known: &[(Square, Option<Piece>)]) -> PyResult<()> {
    let name = |piece: Option<Piece>| piece.map_or_else(|| "nothing".to_owned(), |piece| piece.letter().to_string());
    let king = Some(Piece { side: side.other(), kind: Kind::King });
    let mut kings = HashSet::new();
    for &(square, piece) in known {
        let held = own.piece_at(square);
        if (held.is_some() || piece.is_some_and(|piece| piece.side == side)) && held != piece {
            return Err(bad(format!("sensed: {} on {square}, where one's own board has {}", name(piece), name(held))));
        }
        if known.iter().any(|&(other, there)| other == square && there != piece) {
            return Err(bad(format!("sensed: two different things on {square}")));
        }
        if piece == king {
            kings.insert(square);
        }
    }
    if kings.len() > 1 { Err(bad("sensed: two kings of the opponent")) } else { Ok(()) }
}

/// Whether a request may become this on some board with these own pieces: on one without enemies, on one full of them, or on one with a
/// single enemy, on the square that was asked for or where something was taken.
fn conceivable(own: &Board, side: Side, requested: Request, outcome: Outcome) -> PyResult<bool> {
    own.outcome(requested).map_err(|fault| bad(format!("moved: {fault}")))?;
    let enemy = Piece { side: side.other(), kind: Kind::Knight };
    let (bare, full) = (pieces(own), pieces(own).map(|piece| piece.or(Some(enemy))));
    let with_enemy = |square: Square| {
        let mut pieces = bare;
        pieces[square.number() as usize].get_or_insert(enemy);
        pieces
    };
    let single = [requested.map(|mv| mv.to), outcome.capture].into_iter().flatten().map(with_enemy);
    let possible = [bare, full].into_iter().chain(single);
    let mut boards = possible.filter_map(|pieces| with_pieces(own, &pieces));
    Ok(boards.any(|board| board.outcome(requested) == Ok(outcome)) || is_en_passant(own, requested, outcome))
}

/// Whether this may be the capture of a pawn that has passed.
fn is_en_passant(own: &Board, requested: Request, outcome: Outcome) -> bool {
    let (Some(mv), Some(capture)) = (outcome.taken, outcome.capture) else { return false };
    let pawn = own.piece_at(mv.from).is_some_and(|piece| piece.kind == Kind::Pawn);
    let rank = if own.side() == Side::White { 4 } else { 3 };
    pawn && requested == Some(mv)
        && (capture.file(), capture.rank()) == (mv.to.file(), mv.from.rank())
        && capture.rank() == rank
        && capture.file() != mv.from.file()
        && own.piece_at(capture).is_none()
}

#[pymethods]
impl Belief {
    /// That of the player `color` (True is White) who knows the board; at most `limit` boards are kept. Equal seeds draw equally.
    #[new]
    #[pyo3(signature = (board, color, *, limit=Whole::from(10_000), seed=Whole::from(0)))]
    #[pyo3(text_signature = "(board, color, *, limit=10000, seed=0)")]
    fn new(board: Given, color: bool, limit: Whole, seed: Whole) -> PyResult<Self> {
        let (limit, side) = (limit.within("limit", 1..=50_000)? as usize, side(color));
        let rng = SplitMix64::new(seed.within("seed", 0..=u64::MAX)?);
        let state = State { own: board.board.view(side), boards: Arc::new(vec![board.board]), rng };
        Ok(Self { side, limit, state: Mutex::new(state) })
    }

    fn __len__(&self) -> usize {
        self.boards().len()
    }

    /// The opponent has moved, and taken the piece on `capture_square`, if that is not None.
    #[pyo3(signature = (capture_square))]
    fn opponent_moved(&self, py: Python<'_>, capture_square: Option<Whole>) -> PyResult<()> {
        let captured = capture_square.map(square).transpose()?;
        let event = |board: &Board, keep: &mut dyn FnMut(Board)| {
            let _ = board.visit(|taken| {
                let capture = taken.and_then(|mv| board.capture_square(&mv));
                if capture == captured {
                    keep(board.after(taken.as_ref()));
                }
                ControlFlow::Continue(())
            });
        };
        self.change(py, |state, lookout| {
            state.expect_turn("opponent_moved", self.side.other())?;
            let own = robbed(&state.own.after(None), captured)?;
            let facts = Facts { enemy: captured, ..Facts::default() };
            let mend = |board: &Board, rng: &mut SplitMix64| mend(&board.after(None), &own, self.side, &facts, rng);
            state.step(self.limit, own, lookout, event, mend)
        })
    }

    /// The player has seen what stands on some squares: pairs of a square and a piece (its letter or a `chess.Piece`) or None.
    fn sensed(&self, py: Python<'_>, result: Vec<(Whole, Option<Bound<'_, PyAny>>)>) -> PyResult<()> {
        let facts = Facts { known: seen(result)?, enemy: None };
        let agrees = |board: &Board| facts.known.iter().all(|&(square, piece)| board.piece_at(square) == piece);
        let event = |board: &Board, keep: &mut dyn FnMut(Board)| {
            if agrees(board) {
                keep(*board);
            }
        };
        self.change(py, |state, lookout| {
            let own = state.own;
            check_seen(&own, self.side, &facts.known)?;
            let mend = |board: &Board, rng: &mut SplitMix64| mend(board, &own, self.side, &facts, rng);
            state.step(self.limit, own, lookout, event, mend)
        })
    }

    /// The player has asked for a move, and this became of it.
    #[pyo3(signature = (requested, taken, capture_square))]
    fn moved(&self, py: Python<'_>, requested: Asked, taken: Asked, capture_square: Option<Whole>) -> PyResult<()> {
        let (requested, taken) = (requested.0, taken.0);
        let outcome = Outcome { taken, capture: capture_square.map(square).transpose()? };
        let facts = Facts { known: cleared(requested, taken), enemy: outcome.capture };
        let event = |board: &Board, keep: &mut dyn FnMut(Board)| {
            if board.outcome(requested) == Ok(outcome) {
                keep(board.after(taken.as_ref()));
            }
        };
        self.change(py, |state, lookout| {
            state.expect_turn("moved", self.side)?;
            let own = state.own;
            if !conceivable(&own, self.side, requested, outcome)? {
                let capture = outcome.capture.map_or_else(|| "nothing".to_owned(), |square| square.to_string());
                let (asked, made) = (request_text(requested), request_text(taken));
                return Err(bad(format!("moved: {asked} never becomes {made} with {capture} taken")));
            }
            // Whatever else is wrong with the boards, this move was made.
            let mend =
                |board: &Board, rng: &mut SplitMix64| mend(board, &own, self.side, &facts, rng).after(taken.as_ref());
            state.step(self.limit, own.after(taken.as_ref()), lookout, event, mend)
        })
    }

    /// The square around which the boards differ most: the sum of the entropies of the nine squares is greatest there.
    fn window(&self, py: Python<'_>) -> u8 {
        let boards = self.boards();
        py.detach(|| {
            let step = boards.len().div_ceil(LOOKED_AT).max(1);
            let boards: Vec<&Board> = boards.iter().step_by(step).collect();
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
    fn sample(&self, py: Python<'_>, count: Whole) -> PyResult<Vec<String>> {
        let count = count.within("count", 0..=1 << 20)? as usize;
        let (boards, mut rng) = {
            let mut state = self.state();
            let rng = SplitMix64::new(state.rng.next_u64());
            (Arc::clone(&state.boards), rng)
        };
        Ok(py.detach(|| draw(&boards, count, &mut rng).iter().map(Game::text).collect()))
    }

    /// Whether the board of this FEN is among those held possible.
    fn __contains__(&self, py: Python<'_>, board: Given) -> bool {
        let (boards, side, wanted) = (self.boards(), board.board.side(), board.board.identity());
        py.detach(|| boards.iter().any(|held| held.side() == side && held.identity() == wanted))
    }

    fn __iter__(&self) -> BoardIterator {
        BoardIterator { boards: self.boards(), next: AtomicUsize::new(0) }
    }

    fn __copy__(&self) -> Self {
        Self { side: self.side, limit: self.limit, state: Mutex::new(self.state().clone()) }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__()
    }

    /// What it draws later is drawn from another seed, made from the one it has.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let State { own, boards, mut rng } = self.state().clone();
        let fens = py.detach(|| boards.iter().map(Game::text).collect());
        let rebuild = py.import("plywood._plywood")?.getattr("rebuild_belief")?;
        Ok((rebuild, (self.side == Side::White, self.limit, rng.next_u64(), own.text(), fens)))
    }

    fn __repr__(&self) -> String {
        let name = self.side.name();
        format!("<Belief of {name}: {} boards>", self.boards().len())
    }
}

/// Color, limit, seed, own pieces, boards.
type Pickled = (bool, usize, u64, String, Vec<String>);

/// What pickle makes beliefs with.
#[pyfunction]
pub(crate) fn rebuild_belief(
    py: Python<'_>,
    color: bool,
    limit: usize,
    seed: u64,
    own: &str,
    fens: Vec<String>,
) -> PyResult<Belief> {
    let boards = py.detach(|| fens.iter().map(|fen| parse(fen)).collect::<PyResult<Vec<_>>>())?;
    let state = State { own: parse(own)?, boards: Arc::new(boards), rng: SplitMix64::new(seed) };
    Ok(Belief { side: side(color), limit, state: Mutex::new(state) })
}

/// Goes through the boards of a belief as they were when it began.
#[pyclass(frozen, module = "plywood.rbc")]
pub(crate) struct BoardIterator {
    boards: Arc<Vec<Board>>,
    next: AtomicUsize,
}

#[pymethods]
impl BoardIterator {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<String> {
        self.boards.get(self.next.fetch_add(1, Relaxed)).map(Game::text)
    }

    fn __length_hint__(&self) -> usize {
        self.boards.len().saturating_sub(self.next.load(Relaxed))
    }
}

/// The player's own pieces after the opponent has taken one of them, or none.
fn robbed(own: &Board, captured: Option<Square>) -> PyResult<Board> {
    let Some(square) = captured else { return Ok(*own) };
    let mut pieces = pieces(own);
    if pieces[square.number() as usize].take().is_none() {
        return Err(bad(format!("opponent_moved: there is no piece of one's own on {square}")));
    }
    with_pieces(own, &pieces).ok_or_else(|| bad("opponent_moved: no such board"))
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
