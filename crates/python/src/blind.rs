//! The rules of Reconnaissance Blind Chess as functions on boards: FENs, `Position("rbc")`, or boards of the package `chess`.
//!
//! They stand for those of `reconchess.utilities` 1.6.9 and give the same lists in the same order. Given a `chess.Board` they speak in
//! `chess.Move` and `chess.Piece`, given anything else in texts. Not here: players (`python/plywood/_bot.py`).

use crate::arguments::{Limit, Real, Whole, bad, unlike};
use crate::exit::detach;
use crate::node::Node;
use crate::position::Position;
use crate::watch::aside;
use plywood::core::{Bitboard, Game, MoveParts, Position as _, Side};
use plywood::rbc::end::{Limits, Referee};
use plywood::rbc::history::{History, reason_name};
use plywood::rbc::{Board, Kind, Move, Piece, Request, Square};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString, PyType};
use std::fmt::Write;

/// In which form the caller speaks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Text,
    /// The classes of the package `chess`.
    Chess,
}

/// A board as the caller gives it.
pub(crate) struct Given {
    pub(crate) board: Board,
    form: Form,
}

impl<'py> FromPyObject<'_, 'py> for Given {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(fen) = object.cast::<PyString>() {
            return Ok(Self { board: parse(fen.to_str()?)?, form: Form::Text });
        }
        if let Ok(position) = object.cast::<Position>() {
            let node = position.get().node();
            let board = node.position.as_any().downcast_ref::<Board>();
            let board = board.ok_or_else(|| bad(format!("a position of {}, expected one of rbc", node.game.name())))?;
            return Ok(Self { board: *board, form: Form::Text });
        }
        // What a `chess.BaseBoard` does not have.
        if !object.hasattr(intern!(object.py(), "castling_rights"))? {
            return Err(unlike("a FEN, a Position or a chess.Board", &object));
        }
        Ok(Self { board: parse(&fen(&object)?)?, form: Form::Chess })
    }
}

/// A player as the caller names him: True is White, as in the package `chess`; or "white" and "black".
pub(crate) struct Color(pub(crate) Side);

impl<'py> FromPyObject<'_, 'py> for Color {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(name) = object.cast::<PyString>() {
            return match name.to_str()? {
                "white" => Ok(Self(Side::White)),
                "black" => Ok(Self(Side::Black)),
                other => Err(bad(format!("'{other}' is no color, expected white or black"))),
            };
        }
        match object.extract::<bool>() {
            Ok(color) => Ok(Self(if color { Side::White } else { Side::Black })),
            Err(_) => Err(unlike("a color, which is True, False, 'white' or 'black'", &object)),
        }
    }
}

pub(crate) fn parse(fen: &str) -> PyResult<Board> {
    Board::parse(fen).map_err(|fault| bad(format!("bad position for rbc: {fault}")))
}

/// The FEN of a `chess.Board`, written here because its own method takes longer than all the rest.
fn fen(board: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = board.py();
    let set_of = |object: Bound<'_, PyAny>| object.extract::<Whole>()?.within("a set of squares", 0..=u64::MAX);
    let set = |name: &Bound<'_, PyString>| set_of(board.getattr(name)?);
    let white = set_of(board.getattr(intern!(py, "occupied_co"))?.get_item(1)?)?;
    let kinds = [
        ('p', set(intern!(py, "pawns"))?),
        ('n', set(intern!(py, "knights"))?),
        ('b', set(intern!(py, "bishops"))?),
        ('r', set(intern!(py, "rooks"))?),
        ('q', set(intern!(py, "queens"))?),
        ('k', set(intern!(py, "kings"))?),
    ];
    let letter = |square: u8| {
        let (kind, _) = kinds.iter().find(|(_, set)| set >> square & 1 == 1)?;
        Some(if white >> square & 1 == 1 { kind.to_ascii_uppercase() } else { *kind })
    };
    let rights = set(intern!(py, "castling_rights"))?;
    let corners = [('K', 7), ('Q', 0), ('k', 63), ('q', 56)];
    let castling: String =
        corners.iter().filter(|(_, corner)| rights >> corner & 1 == 1).map(|(letter, _)| letter).collect();
    let passed = board.getattr(intern!(py, "ep_square"))?.extract::<Option<Whole>>()?.map(square).transpose()?;
    let side = if board.getattr(intern!(py, "turn"))?.is_truthy()? { Side::White } else { Side::Black };
    let clock = |name: &Bound<'_, PyString>| {
        let number = board.getattr(name)?.extract::<Whole>()?.within("a clock of the board", 0..=u32::MAX.into())?;
        PyResult::Ok(number as u32)
    };
    let (half, full) = (clock(intern!(py, "halfmove_clock"))?, clock(intern!(py, "fullmove_number"))?);
    Ok(write_fen(letter, side, &castling, passed, half, full))
}

/// A FEN from its parts. What they are worth is judged where it is read.
fn write_fen(
    letter: impl Fn(u8) -> Option<char>,
    side: Side,
    castling: &str,
    passed: Option<Square>,
    half: u32,
    full: u32,
) -> String {
    let mut fen = String::with_capacity(90);
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let Some(letter) = letter(rank * 8 + file) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                let _ = write!(fen, "{empty}");
                empty = 0;
            }
            fen.push(letter);
        }
        if empty > 0 {
            let _ = write!(fen, "{empty}");
        }
        fen.push(if rank > 0 { '/' } else { ' ' });
    }
    fen.push(if side == Side::White { 'w' } else { 'b' });
    let castling = if castling.is_empty() { "-" } else { castling };
    let passed = passed.map_or_else(|| "-".to_owned(), |square| square.to_string());
    let _ = write!(fen, " {castling} {passed} {half} {full}");
    fen
}

/// What the caller may ask for: None, a text or a `chess.Move`.
pub(crate) struct Asked(pub(crate) Request);

impl<'py> FromPyObject<'_, 'py> for Asked {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() {
            return Ok(Self(None));
        }
        if let Ok(text) = object.cast::<PyString>() {
            return read_request(text.to_str()?).map(Self);
        }
        let py = object.py();
        if let Ok(mv) = object.cast::<crate::moves::Move>() {
            return read_request(&mv.get().text()).map(Self);
        }
        let Ok(from) = object.getattr(intern!(py, "from_square")) else {
            return Err(unlike("a move, its text or None", &object));
        };
        let to = object.getattr(intern!(py, "to_square"))?;
        let promotion: Option<Whole> = object.getattr(intern!(py, "promotion"))?.extract()?;
        let mv = Move::new(square(from.extract()?)?, square(to.extract()?)?);
        let Some(number) = promotion else { return Ok(Self(spoken(mv))) };
        let number = number.within("promotion", 2..=5)?;
        let kind = PIECES.iter().find(|(_, known)| u64::from(*known) == number).map(|(kind, _)| *kind);
        Ok(Self(kind.map(|kind| mv.promoting(kind))))
    }
}

/// The request that a move of the package `chess` stands for: its null move, which stays on a1, is the pass.
fn spoken(mv: Move) -> Request {
    ((mv.from.number(), mv.to.number()) != (0, 0)).then_some(mv)
}

fn read_request(text: &str) -> PyResult<Request> {
    // The last one is what `chess` writes for its null move.
    if matches!(text, "pass" | "-" | "0000") {
        return Ok(None);
    }
    let mv = Move::parse(text);
    mv.map(Some).ok_or_else(|| bad(format!("'{text}' is not a move, expected one such as e2e4, a7a8q or pass")))
}

pub(crate) fn square(number: Whole) -> PyResult<Square> {
    let number = number.within("square", 0..=63)?;
    Square::new(number as u8).ok_or_else(|| bad("no such square"))
}

/// The piece types of the package `chess`.
const PIECES: [(Kind, u8); 6] =
    [(Kind::Pawn, 1), (Kind::Knight, 2), (Kind::Bishop, 3), (Kind::Rook, 4), (Kind::Queen, 5), (Kind::King, 6)];

fn number_of(kind: Kind) -> u8 {
    PIECES.iter().find(|(known, _)| *known == kind).map_or(0, |(_, number)| *number)
}

/// A class of the package `chess`.
fn class<'py>(py: Python<'py>, cell: &'static PyOnceLock<Py<PyType>>, name: &str) -> PyResult<&'py Bound<'py, PyType>> {
    cell.import(py, "chess", name)
}

static MOVE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static PIECE: PyOnceLock<Py<PyType>> = PyOnceLock::new();

fn show_move<'py>(py: Python<'py>, form: Form, mv: &Move) -> PyResult<Bound<'py, PyAny>> {
    match form {
        Form::Text => Ok(PyString::new(py, &mv.to_string()).into_any()),
        Form::Chess => class(py, &MOVE, "Move")?.call1((mv.from.number(), mv.to.number(), mv.promotion.map(number_of))),
    }
}

fn show_moves<'py>(py: Python<'py>, form: Form, moves: &[Move]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    moves.iter().map(|mv| show_move(py, form, mv)).collect()
}

fn show_request<'py>(py: Python<'py>, form: Form, mv: Request) -> PyResult<Bound<'py, PyAny>> {
    mv.map_or_else(|| Ok(py.None().into_bound(py)), |mv| show_move(py, form, &mv))
}

fn show_piece<'py>(py: Python<'py>, form: Form, piece: Option<Piece>) -> PyResult<Bound<'py, PyAny>> {
    match (piece, form) {
        (None, _) => Ok(py.None().into_bound(py)),
        (Some(piece), Form::Text) => Ok(PyString::new(py, &piece.letter().to_string()).into_any()),
        (Some(piece), Form::Chess) => {
            class(py, &PIECE, "Piece")?.call1((number_of(piece.kind), piece.side == Side::White))
        }
    }
}

/// All requests but the pass, in the order of the reference: pieces from the last square on, castling, pawns ahead, pawns two ahead, and
/// then, from the first square on, what pawns could capture.
fn listed(board: &Board) -> Vec<Move> {
    let army = board.army(board.side());
    let mut moves: Vec<Move> = army.requests().into_iter().flatten().collect();
    let descending = |square: Square| 63 - square.number();
    let promoted = |mv: &Move| mv.promotion.map_or(0, number_of);
    moves.sort_by_cached_key(|mv| {
        let kind = board.piece_at(mv.from).map(|piece| piece.kind);
        let (steps, straight) = (mv.from.number().abs_diff(mv.to.number()), mv.from.file() == mv.to.file());
        match kind {
            Some(Kind::King) if steps == 2 && !straight => (1, descending(mv.to), 0, 0),
            Some(Kind::Pawn) if straight && steps == 16 => (3, descending(mv.to), 0, 0),
            Some(Kind::Pawn) if straight => (2, descending(mv.to), 0, 5 - promoted(mv)),
            Some(Kind::Pawn) => (4, mv.from.number(), mv.to.number(), promoted(mv)),
            _ => (0, descending(mv.from), descending(mv.to), 0),
        }
    });
    moves
}

/// The moves that the side to move may ask for, the pass left out: what depends on its own pieces alone. As
/// `reconchess.utilities.move_actions`.
#[pyfunction]
pub(crate) fn move_actions<'py>(py: Python<'py>, board: Given) -> PyResult<Vec<Bound<'py, PyAny>>> {
    show_moves(py, board.form, &listed(&board.board))
}

/// `move_actions` of many boards.
#[pyfunction]
pub(crate) fn move_actions_batch<'py>(
    py: Python<'py>,
    boards: Vec<Bound<'py, PyAny>>,
) -> PyResult<Vec<Bound<'py, PyList>>> {
    let work = |given: &Given| Ok(listed(&given.board));
    let items = boards.into_iter().map(|board| board.extract());
    batch(py, items, work, |given, moves| PyList::new(py, show_moves(py, given.form, &moves)?))
}

/// So many boards are worked on at a time: for a few milliseconds, after which other threads get their turn and Ctrl-C is looked at.
const CHUNK: usize = 256;

/// Reads items, works on them without the interpreter lock, shows what came out; in chunks.
fn batch<'py, I: Send + Sync, T: Send, U>(
    py: Python<'py>,
    mut items: impl Iterator<Item = PyResult<I>>,
    work: impl Fn(&I) -> PyResult<T> + Sync,
    show: impl Fn(&I, T) -> PyResult<U>,
) -> PyResult<Vec<U>> {
    let mut shown = Vec::new();
    loop {
        let chunk = items.by_ref().take(CHUNK).collect::<PyResult<Vec<I>>>()?;
        if chunk.is_empty() {
            return Ok(shown);
        }
        let done = detach(py, || chunk.iter().map(&work).collect::<PyResult<Vec<T>>>())?;
        for (item, result) in chunk.iter().zip(done) {
            shown.push(show(item, result)?);
        }
        py.check_signals()?;
    }
}

/// Boards with a move for each.
fn pairs<'py>(
    boards: Vec<Bound<'py, PyAny>>,
    moves: Vec<Bound<'py, PyAny>>,
) -> PyResult<impl Iterator<Item = PyResult<(Given, Asked)>>> {
    if boards.len() != moves.len() {
        return Err(bad(format!("{} boards and {} moves: expected as many of both", boards.len(), moves.len())));
    }
    Ok(boards.into_iter().zip(moves).map(|(board, mv)| Ok((board.extract()?, mv.extract()?))))
}

/// The move with a queen added if it is that of a pawn to the last row and says nothing; any other move as it is. As
/// `reconchess.utilities.add_pawn_queen_promotion`.
#[pyfunction]
#[pyo3(signature = (board, r#move))]
pub(crate) fn add_pawn_queen_promotion<'py>(
    py: Python<'py>,
    board: Given,
    r#move: Asked,
) -> PyResult<Bound<'py, PyAny>> {
    let is_pawn = |mv: &Move| board.board.piece_at(mv.from).is_some_and(|piece| piece.kind == Kind::Pawn);
    let bare = |mv: &Move| mv.promotion.is_none() && matches!(mv.to.rank(), 0 | 7);
    let full = r#move.0.map(|mv| if bare(&mv) && is_pawn(&mv) { mv.promoting(Kind::Queen) } else { mv });
    show_request(py, board.form, full)
}

/// What becomes of a move that was asked for. As in the reference a pawn's move to the last row must say what the pawn becomes
/// (`add_pawn_queen_promotion`): without it nothing is made.
fn revised(board: &Board, mv: Move) -> PyResult<Request> {
    let outcome = board.outcome(Some(mv)).map_err(bad)?;
    Ok(outcome.taken.filter(|taken| taken.promotion == mv.promotion))
}

/// The move that is really made when the side to move asks for `move`; None where none is. As `reconchess.utilities.revise_move`,
/// but a move that is not in `move_actions` is a `ValueError`.
#[pyfunction]
#[pyo3(signature = (board, r#move))]
pub(crate) fn revise_move<'py>(py: Python<'py>, board: Given, r#move: Asked) -> PyResult<Bound<'py, PyAny>> {
    let taken = r#move.0.map_or(Ok(None), |mv| revised(&board.board, mv))?;
    show_request(py, board.form, taken)
}

/// `revise_move` of many boards and as many moves.
#[pyfunction]
pub(crate) fn revise_moves<'py>(
    py: Python<'py>,
    boards: Vec<Bound<'py, PyAny>>,
    moves: Vec<Bound<'py, PyAny>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let revise = |(given, asked): &(Given, Asked)| asked.0.map_or(Ok(None), |mv| revised(&given.board, mv));
    batch(py, pairs(boards, moves)?, revise, |(given, _), taken| show_request(py, given.form, taken))
}

/// What becomes of a request in a game, where a pawn's move to the last row that says nothing means a queen: the move that is really made
/// (None where none is), the square of the piece that it takes (or None), and the FEN after the turn. As `reconchess.LocalGame.move`.
#[pyfunction]
#[pyo3(signature = (board, request))]
pub(crate) fn make_request<'py>(py: Python<'py>, board: Given, request: Asked) -> PyResult<Made<'py>> {
    let outcome = board.board.outcome(request.0).map_err(bad)?;
    let taken = show_request(py, board.form, outcome.taken)?;
    Ok((taken, outcome.capture.map(Square::number), board.board.after(outcome.taken.as_ref()).text()))
}

/// The move taken, the capture square, the FEN after it.
type Made<'py> = (Bound<'py, PyAny>, Option<u8>, String);

/// Where a move that is made takes a piece of the opponent.
fn capture(board: &Board, mv: Request) -> Option<u8> {
    let mv = mv?;
    let own = board.piece_at(mv.to).is_some_and(|piece| piece.side == board.side());
    board.capture_square(&mv).filter(|_| !own).map(Square::number)
}

/// The square of the piece that a move takes which is really made: for en passant that of the pawn. None where nothing is taken. As
/// `reconchess.utilities.capture_square_of_move`.
#[pyfunction]
#[pyo3(signature = (board, r#move))]
pub(crate) fn capture_square_of_move(board: Given, r#move: Asked) -> Option<u8> {
    capture(&board.board, r#move.0)
}

/// `capture_square_of_move` of many boards and as many moves.
#[pyfunction]
pub(crate) fn capture_squares_of_moves<'py>(
    py: Python<'py>,
    boards: Vec<Bound<'py, PyAny>>,
    moves: Vec<Bound<'py, PyAny>>,
) -> PyResult<Vec<Option<u8>>> {
    let find = |(given, asked): &(Given, Asked)| Ok(capture(&given.board, asked.0));
    batch(py, pairs(boards, moves)?, find, |_, square| Ok(square))
}

/// What is seen around a square: up to nine pairs of a square and the piece there (None where there is none), the upper rank first.
/// Nothing for None, as for the player who does not sense.
#[pyfunction]
#[pyo3(signature = (board, square))]
pub(crate) fn sense<'py>(
    py: Python<'py>,
    board: Given,
    square: Option<Whole>,
) -> PyResult<Vec<(u8, Bound<'py, PyAny>)>> {
    let center = square.map(self::square).transpose()?;
    let seen = center.map_or_else(Vec::new, |center| board.board.sense(center));
    seen.into_iter().map(|(square, piece)| Ok((square.number(), show_piece(py, board.form, piece)?))).collect()
}

/// The FEN after a move that is really made, or after none.
#[pyfunction]
#[pyo3(signature = (board, taken))]
pub(crate) fn play_taken(board: Given, taken: Asked) -> PyResult<String> {
    let legal = taken.0.is_none() || board.board.is_legal(&taken.0);
    if !legal {
        return Err(bad(format!("{} cannot be made on this board", plywood::rbc::request_text(taken.0))));
    }
    Ok(board.board.after(taken.0.as_ref()).text())
}

/// All that a player (True is White) knows of a board without sensing, as a FEN without the pieces of the other side.
#[pyfunction]
pub(crate) fn view(board: Given, color: Color) -> String {
    board.board.view(color.0).text()
}

/// Winner (None is a draw) and reason, or None while the game goes on. The reasons are the names of `reconchess.WinReason`.
///
/// `seconds` is what the clocks of White and Black show, None for no clock; `resigned` who has resigned. Limits are whole numbers, or
/// None or infinity for none.
#[pyfunction]
#[pyo3(signature = (board, *, reversible_moves_limit=Limit::from(100), full_turn_limit=Limit::NONE, seconds=(None, None),
    resigned=None))]
#[pyo3(
    text_signature = "(board, *, reversible_moves_limit=100, full_turn_limit=None, seconds=(None, None), resigned=None)"
)]
pub(crate) fn end_of_game(
    board: Given,
    reversible_moves_limit: Limit,
    full_turn_limit: Limit,
    seconds: (Option<Real>, Option<Real>),
    resigned: Option<Color>,
) -> PyResult<Option<(Option<bool>, &'static str)>> {
    // Rounded away from zero: a clock that is just above it has not fallen. Beyond the range of numbers the cast stops at its ends.
    let clock = |seconds: Option<Real>| {
        let seconds = seconds.map(|seconds| seconds.sound("seconds")).transpose()?;
        PyResult::Ok(seconds.map(|seconds| (seconds * 1000.0).ceil() as i64))
    };
    let referee = Referee {
        resigned: resigned.map(|color| color.0),
        clocks: [clock(seconds.0)?, clock(seconds.1)?],
        limits: Limits {
            turns: full_turn_limit.number("full_turn_limit")?,
            reversible: reversible_moves_limit.number("reversible_moves_limit")?,
        },
    };
    let end = referee.end(&board.board);
    Ok(end.map(|end| (end.winner.map(|side| side == Side::White), reason_name(end.reason))))
}

/// Plays a history of the reference again (the text of its JSON file), compares all that it says with the rules, and gives the number
/// of turns. `ValueError` names the first thing that differs.
#[pyfunction]
pub(crate) fn replay_history(py: Python<'_>, json: String) -> PyResult<usize> {
    aside(py, move || Ok(History::parse(&json).map_err(bad)?.replay().map_err(bad)?.len()))?
}

/// What became of a request on a board of RBC, as parts of a move; nothing at all where it failed. None in other games.
pub(crate) fn made(node: &Node, request: &MoveParts) -> Option<Option<MoveParts>> {
    let board = node.position.as_any().downcast_ref::<Board>()?;
    let (Some(from), Some(to)) = (Square::new(request.from), Square::new(request.to)) else { return Some(None) };
    let kind = request.promotion.and_then(Piece::of_letter).map(|piece| piece.kind);
    let outcome = board.outcome(Some(Move { promotion: kind, ..Move::new(from, to) })).ok()?;
    Some(outcome.taken.map(|taken| MoveParts {
        to: taken.to.number(),
        captured: outcome.capture.map_or(0, |square| Bitboard::bit(square.number().into())),
        ..*request
    }))
}

/// Squares and letters as Python gives them after a sense.
pub(crate) fn seen(result: Vec<(Whole, Option<Bound<'_, PyAny>>)>) -> PyResult<Vec<(Square, Option<Piece>)>> {
    let piece = |object: Bound<'_, PyAny>| {
        let letter: String = match object.cast::<PyString>() {
            Ok(letter) => letter.to_str()?.to_owned(),
            Err(_) => match object.getattr(intern!(object.py(), "symbol")) {
                Ok(symbol) => symbol.call0()?.extract()?,
                Err(_) => return Err(unlike("a piece, its letter or None", &object)),
            },
        };
        let mut letters = letter.chars();
        let piece = letters.next().and_then(Piece::of_letter).filter(|_| letters.next().is_none());
        piece.ok_or_else(|| bad(format!("'{letter}' is no piece")))
    };
    result.into_iter().map(|(number, object)| Ok((square(number)?, object.map(piece).transpose()?))).collect()
}
