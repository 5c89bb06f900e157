//! Positions as Python objects: read, written, played and taken back.
//!
//! A `Position` holds the stack of what was played, so that the rules of play that need the history (repetition) can be judged. Not here:
//! counting (`counts`), searching (`searches`).

use crate::arguments::{Rules, Whole, bad, unlike};
use crate::blind;
use crate::moves::{LegalMoves, Move};
use crate::node::Node;
use crate::svg;
use plywood::core::{self, Side};
use plywood::{AnyGame, AnyRecord, Form, registry};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyString};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How a game has ended.
#[pyclass(frozen, eq, hash, module = "plywood")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    /// Who has won: True is White, False is Black, None is a draw.
    #[pyo3(get)]
    winner: Option<bool>,
}

impl Outcome {
    pub(crate) fn of(outcome: core::Outcome) -> Self {
        match outcome {
            core::Outcome::Win(side) => Self { winner: Some(side == Side::White) },
            core::Outcome::Draw => Self { winner: None },
        }
    }
}

#[pymethods]
impl Outcome {
    #[new]
    fn new(winner: Option<bool>) -> Self {
        Self { winner }
    }

    /// `"1-0"` where White has won, `"0-1"` where Black has, `"1/2-1/2"`.
    fn result(&self) -> &'static str {
        match self.winner {
            Some(true) => "1-0",
            Some(false) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __repr__(&self) -> &'static str {
        match self.winner {
            Some(true) => "Outcome(winner=True)",
            Some(false) => "Outcome(winner=False)",
            None => "Outcome(winner=None)",
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (Option<bool>,)) {
        (py.get_type::<Self>().into_any(), (self.winner,))
    }
}

/// What changes in a position.
struct State {
    node: Arc<Node>,
    /// The positions before, each with the move that was played there.
    stack: Vec<(Arc<Node>, u32)>,
    /// The same game for the rules of play, made when they are asked for. It never holds more moves than the stack.
    record: Option<Box<dyn AnyRecord>>,
}

/// A position of a game, and the moves that led to it.
///
/// `Position("dameo")` is the start, `Position("russian", "W:Wc3:Bd4")` is read from text. `rules` switches rules of play by name
/// (`plywood.facts(game)["rules"]`). Positions are equal when game and board are, whatever was played before. The hash is that of the board at
/// the moment: do not play on a position that is a key of a dictionary.
#[pyclass(frozen, module = "plywood")]
pub(crate) struct Position {
    pub(crate) game: &'static dyn AnyGame,
    rules: Vec<(String, bool)>,
    state: Mutex<State>,
}

impl Position {
    pub(crate) fn at(node: Arc<Node>) -> Self {
        let game = node.game;
        Self { game, rules: Vec::new(), state: Mutex::new(State { node, stack: Vec::new(), record: None }) }
    }

    /// Another position of the game with the same rules, without a stack.
    pub(crate) fn with_rules_at(&self, node: Arc<Node>) -> Self {
        Self { rules: self.rules.clone(), ..Self::at(node) }
    }

    /// Never held while Python code runs.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The position at the moment.
    pub(crate) fn node(&self) -> Arc<Node> {
        Arc::clone(&self.state().node)
    }

    /// The place of a move or its text in the list of `node`.
    fn place(node: &Arc<Node>, item: &Bound<'_, PyAny>) -> PyResult<u32> {
        if let Ok(mv) = item.cast::<Move>() {
            return mv.get().place_in(node);
        }
        let Ok(text) = item.cast::<PyString>() else {
            return Err(unlike("a move or its text", item));
        };
        node.find(text.to_str()?)
    }

    /// Plays move `index` of `node`, if that is still the position at the moment; says whether it was.
    fn advance(&self, node: &Arc<Node>, index: u32) -> PyResult<bool> {
        let mut state = self.state();
        if !Arc::ptr_eq(&state.node, node) {
            return Ok(false);
        }
        let next = node.play(index)?;
        let before = std::mem::replace(&mut state.node, next);
        state.stack.push((before, index));
        Ok(true)
    }

    /// Takes the last move back.
    fn retreat(&self) -> Option<Move> {
        let mut state = self.state();
        let (node, index) = state.stack.pop()?;
        state.node = Arc::clone(&node);
        let left = state.stack.len();
        if let Some(record) = &mut state.record
            && record.moves().len() > left
        {
            record.undo();
        }
        Some(Move { node, index })
    }

    /// Asks the record of the game so far. A game that is over by the rules of play stays over, whatever was played on. After a move that
    /// the rules of play forbid, such as a Frisian king's fourth, what was before is not looked at.
    pub(crate) fn with_record<T>(&self, ask: impl FnOnce(&dyn AnyRecord) -> T) -> PyResult<T> {
        let mut state = self.state();
        let State { node: now, stack, record } = &mut *state;
        let record = match record {
            Some(record) => record,
            None => {
                let first = stack.first().map_or(&*now, |(first, _)| first);
                let made = self.game.record(Some(&first.position.text()), &self.rules, Form::Native);
                record.insert(made.map_err(bad)?)
            }
        };
        for (node, index) in stack.iter().skip(record.moves().len()) {
            if record.outcome().is_some() {
                break;
            }
            if record.play(&node.text_of(*index)).is_err() {
                let anew = self.game.record(Some(&now.position.text()), &self.rules, Form::Native);
                return Ok(ask(&*anew.map_err(bad)?));
            }
        }
        Ok(ask(&**record))
    }

    fn history(&self) -> Vec<(Arc<Node>, u32)> {
        self.state().stack.clone()
    }
}

/// One letter a square, rows from the top rank; a blank where no piece can stand.
fn letters(node: &Node) -> Vec<Vec<char>> {
    let (grid, pieces) = (node.game.facts().grid, node.position.pieces());
    let on = |square: u32| pieces.iter().find(|(_, set)| set >> square & 1 == 1).map_or('.', |&(letter, _)| letter);
    let letter = |file, rank| grid.number(file, rank).map_or(' ', on);
    (0..grid.ranks).rev().map(|rank| (0..grid.files).map(|file| letter(file, rank)).collect()).collect()
}

fn lines(rows: &[Vec<char>]) -> String {
    let line = |row: &Vec<char>| {
        let line = row.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
        line.trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, fen=None, *, rules=None))]
    fn new(game: &str, fen: Option<&str>, rules: Option<Rules>) -> PyResult<Self> {
        let game = registry::find(game).map_err(bad)?;
        let rules: Vec<_> = rules.unwrap_or_default().0.into_iter().collect();
        if !rules.is_empty() {
            game.record(None, &rules, Form::Native).map_err(bad)?;
        }
        Ok(Self { rules, ..Self::at(Node::read(game, fen)?) })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.game.name()
    }

    /// Who is to move: True is White, False is Black (`plywood.WHITE`, `plywood.BLACK`).
    #[getter]
    fn turn(&self) -> bool {
        self.node().position.side_to_move() == Side::White
    }

    /// The rules of play that were switched.
    #[getter]
    fn rules(&self) -> BTreeMap<String, bool> {
        self.rules.iter().cloned().collect()
    }

    /// The position as text, which `Position(game, fen)` reads.
    fn fen(&self) -> String {
        self.node().position.text()
    }

    /// The legal moves of the position as it is now (RBC: the requests). The rule of play that forbids moves by the history, a Frisian
    /// king's fourth quiet one in a row, does not change them.
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves { node: self.node() }
    }

    /// The legal move that `text` says. `ValueError` when there is none.
    fn parse_move(&self, text: &str) -> PyResult<Move> {
        let node = self.node();
        let index = node.find(text)?;
        Ok(Move { node, index })
    }

    /// Whether a move or its text is legal here.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> bool {
        Self::place(&self.node(), r#move).is_ok()
    }

    /// Plays a move, or the move that a text says. `ValueError` when it is not legal here. A draw by the rules of play does not end the
    /// moves: `outcome` tells of it, and goes on telling.
    fn push(&self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        // The usual case: a move of the very list that belongs to the position.
        if let Ok(mv) = r#move.cast::<Move>()
            && self.advance(&mv.get().node, mv.get().index)?
        {
            return Ok(());
        }
        let node = self.node();
        let index = Self::place(&node, r#move)?;
        if self.advance(&node, index)? { Ok(()) } else { Err(bad("the position was changed by another thread")) }
    }

    /// Takes the last move back and returns it. `IndexError` when there is none.
    fn pop(&self) -> PyResult<Move> {
        self.retreat().ok_or_else(|| PyIndexError::new_err("no move to take back"))
    }

    /// The last move. `IndexError` when there is none.
    fn peek(&self) -> PyResult<Move> {
        let last = self.state().stack.last().map(|(node, index)| Move { node: Arc::clone(node), index: *index });
        last.ok_or_else(|| PyIndexError::new_err("no move was played"))
    }

    /// The moves that were played, the first one first.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.history().into_iter().map(|(node, index)| Move { node, index }).collect()
    }

    /// How many moves were played.
    fn ply(&self) -> usize {
        self.state().stack.len()
    }

    /// The position before all moves of the stack, with the same rules.
    fn root(&self) -> Self {
        let first = self.state().stack.first().map(|(node, _)| Arc::clone(node));
        self.with_rules_at(first.unwrap_or_else(|| self.node()))
    }

    /// How the game has ended, if it has: by the board, and with `rules` by the rules of play too (repetition, quiet moves), as far as
    /// the moves of the stack tell.
    #[pyo3(signature = (*, rules=true))]
    fn outcome(&self, rules: bool) -> PyResult<Option<Outcome>> {
        let outcome = if rules { self.with_record(|record| record.outcome())? } else { None };
        Ok(outcome.or_else(|| self.node().position.outcome()).map(Outcome::of))
    }

    /// Whether `outcome(rules=rules)` is not None.
    #[pyo3(signature = (*, rules=true))]
    fn is_game_over(&self, rules: bool) -> PyResult<bool> {
        Ok(self.outcome(rules)?.is_some())
    }

    /// `"1-0"`, `"0-1"`, `"1/2-1/2"`, or `"*"` while the game goes on.
    #[pyo3(signature = (*, rules=true))]
    fn result(&self, rules: bool) -> PyResult<&'static str> {
        Ok(self.outcome(rules)?.map_or("*", |outcome| outcome.result()))
    }

    /// What the position is worth without looking ahead: hundredths of a man, pawn or square, from the side to move.
    fn evaluate(&self) -> PyResult<i32> {
        self.with_record(|record| record.evaluate())
    }

    /// The squares of each kind of piece, by its letter: bit n is square n.
    fn bitboards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (letter, set) in self.node().position.pieces() {
            dict.set_item(letter, set)?;
        }
        Ok(dict)
    }

    /// `bitboards()` as a numpy array of `uint64` and shape (kinds, 2): squares 0 to 63, and from 64 on.
    fn bitboard_words<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pieces = self.node().position.pieces();
        let words = pieces.iter().flat_map(|&(_, set)| [set as u64, (set >> 64) as u64]);
        let bytes: Vec<u8> = words.flat_map(u64::to_ne_bytes).collect();
        array(py, &bytes, "uint64")?.call_method1("reshape", (pieces.len(), 2))
    }

    /// The pieces as a numpy array of `uint8` and shape (kinds, ranks, files): 1 where such a piece stands. The kinds are those of
    /// `plywood.facts(game)["pieces"]`; rank 1 is row 0, file a column 0. Squares that are not played on are 0.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let node = self.node();
        let (grid, pieces) = (node.game.facts().grid, node.position.pieces());
        let cells = (grid.files * grid.ranks) as usize;
        let mut bytes = vec![0; pieces.len() * cells];
        for (plane, (_, set)) in bytes.chunks_exact_mut(cells).zip(&pieces) {
            for square in (0..grid.squares()).filter(|square| set >> square & 1 == 1) {
                let (file, rank) = grid.place(square);
                plane[(rank * grid.files + file) as usize] = 1;
            }
        }
        array(py, &bytes, "uint8")?.call_method1("reshape", (pieces.len(), grid.ranks, grid.files))
    }

    /// The letter of the piece on a square, given by number or name; None where there is none.
    fn piece_at(&self, square: &Bound<'_, PyAny>) -> PyResult<Option<char>> {
        let square = match square.cast::<PyString>() {
            Ok(name) => self.square_number(name.to_str()?)?,
            Err(_) => square.extract::<Whole>()?.within("square", 0..=self.last_square())? as u32,
        };
        let pieces = self.node().position.pieces();
        Ok(pieces.iter().find(|(_, set)| set >> square & 1 == 1).map(|&(letter, _)| letter))
    }

    /// The name of a square in the notation of the moves: `c3`, or `9` where draughts squares have numbers. Squares that are played on are
    /// numbered from 0 along the ranks, from a1, in all games.
    fn square_name(&self, square: Whole) -> PyResult<String> {
        let square = square.within("square", 0..=self.last_square())?;
        Ok(self.game.square_name(square as u32))
    }

    /// The number of the square with this name, which is one of the moves' notation, or file and rank.
    fn square_number(&self, name: &str) -> PyResult<u32> {
        self.game.read_square(name).ok_or_else(|| bad(format!("'{name}' is no square of {}", self.game.name())))
    }

    /// A copy, with the moves of the stack unless it is not wanted.
    #[pyo3(signature = (*, stack=true))]
    fn copy(&self, stack: bool) -> Self {
        let copy = self.with_rules_at(self.node());
        if stack {
            let state = self.state();
            let (node, stack) = (Arc::clone(&state.node), state.stack.clone());
            drop(state);
            *copy.state() = State { node, stack, record: None };
        }
        copy
    }

    fn __copy__(&self) -> Self {
        self.copy(true)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(true)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let (node, other) = (self.node(), other.get().node());
        Arc::ptr_eq(&node, &other) || node.position.same(&*other.position)
    }

    /// A number of 64 bits that equal positions of a game share, and different ones hardly ever do: the same in every run, for tables
    /// of one's own.
    fn key(&self) -> u64 {
        self.node().position.key()
    }

    fn __hash__(&self) -> u64 {
        self.key()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let (node, stack) = {
            let state = self.state();
            (Arc::clone(&state.node), state.stack.clone())
        };
        let first = stack.first().map_or(&node, |(first, _)| first).position.text();
        let moves = stack.iter().map(|(node, index)| node.text_of(*index)).collect();
        let rebuild = py.import("plywood._plywood")?.getattr("rebuild_position")?;
        Ok((rebuild, (self.game.name().to_owned(), first, self.rules(), moves)))
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', '{}')", self.game.name(), self.fen())
    }

    /// The board as letters, the top rank first.
    fn __str__(&self) -> String {
        lines(&letters(&self.node()))
    }

    /// The board with Unicode's pieces and the names of files and ranks.
    fn unicode(&self) -> String {
        let (node, grid) = (self.node(), self.game.facts().grid);
        let label = |(row, rank): (&Vec<char>, u32)| format!("{rank:>2} {}", lines(std::slice::from_ref(row)));
        let mut rows: Vec<_> = node.position.picture().iter().zip((1..=grid.ranks).rev()).map(label).collect();
        let files: Vec<char> = (0..grid.files as u8).map(|file| char::from(b'a' + file)).collect();
        rows.push(format!("   {}", lines(&[files])));
        rows.join("\n")
    }

    /// The board as an SVG image with the last move marked (RBC: what became of the request; nothing when it failed). `size` is its width in
    /// pixels; with `orientation=plywood.BLACK` it is seen from Black's side. Squares have their numbers where the notation has them.
    #[pyo3(signature = (size=Whole::from(DEFAULT_SIZE), *, orientation=true))]
    #[pyo3(text_signature = "($self, size=360, *, orientation=True)")]
    fn svg(&self, size: Whole, orientation: bool) -> PyResult<String> {
        let size = size.within("size", 1..=u32::MAX.into())?;
        let (node, last) = {
            let state = self.state();
            (Arc::clone(&state.node), state.stack.last().cloned())
        };
        let parts = last.and_then(|(before, index)| {
            let parts = before.moves().parts(index as usize)?;
            blind::made(&before, &parts).unwrap_or(Some(parts))
        });
        Ok(svg::board(&node, parts.as_ref(), size, if orientation { Side::White } else { Side::Black }))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(Whole::from(DEFAULT_SIZE), true)
    }
}

/// The width of a picture in pixels.
const DEFAULT_SIZE: i64 = 360;

impl Position {
    fn last_square(&self) -> u64 {
        u64::from(self.game.facts().grid.squares()) - 1
    }
}

/// Game, first position, rules, moves.
type Pickled = (String, String, BTreeMap<String, bool>, Vec<String>);

/// What pickle makes positions with.
#[pyfunction]
pub(crate) fn rebuild_position(
    game: &str,
    fen: &str,
    rules: BTreeMap<String, bool>,
    moves: Vec<String>,
) -> PyResult<Position> {
    let position = Position::new(game, Some(fen), Some(Rules(rules)))?;
    for text in moves {
        let node = position.node();
        position.advance(&node, node.find(&text)?)?;
    }
    Ok(position)
}

/// A flat numpy array that may be written to.
pub(crate) fn array<'py>(py: Python<'py>, bytes: &[u8], dtype: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("numpy")?.call_method1("frombuffer", (PyByteArray::new(py, bytes), dtype))
}
