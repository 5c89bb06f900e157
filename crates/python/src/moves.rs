//! Moves and lists of moves as Python objects.
//!
//! A move knows the position in which it was legal, so that it costs no text until somebody wants to read it, and playing it there
//! no search.

use crate::arguments::{Whole, bad};
use crate::node::Node;
use plywood::core::{Bitboard, MoveParts};
use plywood::registry;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyString, PyTuple};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A legal move of a position (RBC: a request). `str(move)` is its text; a move equals that text, and every move with the same text
/// and the same parts. Squares are numbered as in `Position.square_name`.
#[pyclass(frozen, module = "plywood")]
pub(crate) struct Move {
    pub(crate) node: Arc<Node>,
    pub(crate) index: u32,
}

impl Move {
    pub(crate) fn text(&self) -> String {
        self.node.text_of(self.index)
    }

    pub(crate) fn parts(&self) -> MoveParts {
        self.node.moves().parts(self.index as usize).unwrap_or(MoveParts::NONE)
    }

    fn equals(&self, other: &Self) -> bool {
        let same = Arc::ptr_eq(&self.node, &other.node) && self.index == other.index;
        same || self.node.game.name() == other.node.game.name()
            && self.parts() == other.parts()
            && self.text() == other.text()
    }

    /// The place of this move in the list of `node`, which may be another position.
    pub(crate) fn place_in(&self, node: &Arc<Node>) -> PyResult<u32> {
        if Arc::ptr_eq(&self.node, node) {
            return Ok(self.index);
        }
        if self.node.game.name() != node.game.name() {
            return Err(bad(format!("a move of {} in a position of {}", self.node.game.name(), node.game.name())));
        }
        let text = self.text();
        let index = node.find(&text)?;
        if node.moves().parts(index as usize) != Some(self.parts()) {
            return Err(bad(format!("the move {text} of another position is not legal in this one")));
        }
        Ok(index)
    }

    fn square(&self, square: u8) -> Option<u8> {
        (square != MoveParts::NO_SQUARE).then_some(square)
    }

    fn name(&self, square: u8) -> Option<String> {
        self.square(square).map(|square| self.node.game.square_name(square.into()))
    }
}

#[pymethods]
#[allow(clippy::wrong_self_convention)] // python-chess calls the squares so
impl Move {
    /// The square that the piece leaves; None for the pass of RBC.
    #[getter]
    fn from_square(&self) -> Option<u8> {
        self.square(self.parts().from)
    }

    /// The square on which it ends; may be `from_square` again.
    #[getter]
    fn to_square(&self) -> Option<u8> {
        self.square(self.parts().to)
    }

    /// The target of the arrow (the Amazons).
    #[getter]
    fn arrow_square(&self) -> Option<u8> {
        self.square(self.parts().arrow)
    }

    /// What a man or pawn becomes: `"k"`, or one of `"q"`, `"r"`, `"b"`, `"n"` in RBC.
    #[getter]
    fn promotion(&self) -> Option<String> {
        self.parts().promotion.map(String::from)
    }

    /// The squares of the pieces that are taken, in ascending order. Empty for the requests of RBC whose capture depends on what the
    /// player does not see.
    #[getter]
    fn captured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.parts().captured.squares().collect::<Vec<_>>())
    }

    /// The name of `from_square` in the notation of the moves, such as `c3`, or `9` where draughts squares have numbers.
    #[getter]
    fn from_name(&self) -> Option<String> {
        self.name(self.parts().from)
    }

    /// The name of `to_square`.
    #[getter]
    fn to_name(&self) -> Option<String> {
        self.name(self.parts().to)
    }

    /// The name of `arrow_square`.
    #[getter]
    fn arrow_name(&self) -> Option<String> {
        self.name(self.parts().arrow)
    }

    /// The names of the squares in `captured`.
    #[getter]
    fn captured_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let names = self.parts().captured.squares().filter_map(|square| self.name(square as u8));
        PyTuple::new(py, names.collect::<Vec<_>>())
    }

    /// The squares on which the piece lands, in order, the one where it ends last: one for each piece of a capture in draughts and its relatives, of the
    /// least way in board order where several make the same move. Empty for the pass of RBC.
    #[getter]
    fn landings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.node.moves().landings(self.index as usize).unwrap_or_default())
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<{} move {}>", self.node.game.name(), self.text())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        if let Ok(other) = other.cast::<Self>() {
            return self.equals(other.get());
        }
        other.cast::<PyString>().is_ok_and(|text| text.to_str().is_ok_and(|text| text == self.text()))
    }

    /// That of the text, which the move equals.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.text()).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let rebuild = py.import("plywood._plywood")?.getattr("rebuild_move")?;
        Ok((rebuild, (self.node.game.name(), self.node.position.text(), self.text())))
    }
}

/// Game, position, text of the move.
type Pickled = (&'static str, String, String);

/// What pickle makes moves with.
#[pyfunction]
pub(crate) fn rebuild_move(game: &str, fen: &str, text: &str) -> PyResult<Move> {
    let node = Node::read(registry::find(game).map_err(bad)?, Some(fen))?;
    let index = node.find(text)?;
    Ok(Move { node, index })
}

/// The legal moves of a position as they were when it was asked, a `collections.abc.Sequence` of `Move` objects; empty when the game is over
/// by the board. The order depends on the position alone; `in`, `index` and `count` take a move or its text.
#[pyclass(frozen, sequence, module = "plywood")]
pub(crate) struct LegalMoves {
    pub(crate) node: Arc<Node>,
}

/// So many moves are named in a repr.
const SHOWN: usize = 20;

#[pymethods]
impl LegalMoves {
    fn __len__(&self) -> usize {
        self.node.count()
    }

    fn __bool__(&self) -> bool {
        self.node.count() > 0
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> bool {
        self.place(item).is_some()
    }

    /// A move, or a list of the moves of a slice.
    fn __getitem__<'py>(&self, item: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let length = self.node.moves().len();
        if let Ok(slice) = item.cast::<PySlice>() {
            return self.part(slice, length);
        }
        let place = item.extract::<Whole>()?.place_in(length).and_then(|place| u32::try_from(place).ok());
        let index = place.ok_or_else(|| PyIndexError::new_err(format!("there is no such move: there are {length}")))?;
        Ok(Bound::new(item.py(), self.at(index))?.into_any())
    }

    /// The place of a move, between `start` and `stop` where these are given. `ValueError` when it is not there.
    #[pyo3(signature = (value, start=Whole::from(0), stop=None))]
    #[pyo3(text_signature = "($self, value, start=0, stop=None)")]
    fn index(&self, value: &Bound<'_, PyAny>, start: Whole, stop: Option<Whole>) -> PyResult<u32> {
        let length = self.node.moves().len();
        let stop = stop.map_or(length, |stop| stop.border_in(length));
        let place = self.place(value).filter(|&place| (start.border_in(length)..stop).contains(&(place as usize)));
        match place {
            Some(place) => Ok(place),
            None => Err(bad(format!("{} is not in the list", value.repr()?))),
        }
    }

    /// 1 for a move that is in the list, else 0.
    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        usize::from(self.place(value).is_some())
    }

    fn __iter__(&self) -> MoveIterator {
        MoveIterator { node: Arc::clone(&self.node), next: AtomicU32::new(0) }
    }

    /// The texts of all moves: quicker than `[str(move) for move in moves]`.
    fn texts(&self) -> Vec<String> {
        let moves = self.node.moves();
        (0..moves.len()).filter_map(|index| moves.text(index)).collect()
    }

    fn __repr__(&self) -> String {
        let moves = self.node.moves();
        let mut texts: Vec<_> = (0..moves.len().min(SHOWN)).filter_map(|index| moves.text(index)).collect();
        if moves.len() > SHOWN {
            texts.push(format!("... {} in all", moves.len()));
        }
        format!("<LegalMoves ({})>", texts.join(", "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str, String))> {
        let rebuild = py.import("plywood._plywood")?.getattr("rebuild_moves")?;
        Ok((rebuild, (self.node.game.name(), self.node.position.text())))
    }
}

/// What pickle makes lists of moves with.
#[pyfunction]
pub(crate) fn rebuild_moves(game: &str, fen: &str) -> PyResult<LegalMoves> {
    Ok(LegalMoves { node: Node::read(registry::find(game).map_err(bad)?, Some(fen))? })
}

impl LegalMoves {
    fn at(&self, index: u32) -> Move {
        Move { node: Arc::clone(&self.node), index }
    }

    /// The place of a move or its text.
    fn place(&self, item: &Bound<'_, PyAny>) -> Option<u32> {
        match item.cast::<Move>() {
            Ok(mv) => mv.get().place_in(&self.node).ok(),
            Err(_) => self.node.find(item.cast::<PyString>().ok()?.to_str().ok()?).ok(),
        }
    }

    fn part<'py>(&self, slice: &Bound<'py, PySlice>, length: usize) -> PyResult<Bound<'py, PyAny>> {
        let part = slice.indices(isize::try_from(length).map_err(bad)?)?;
        let places = (0..part.slicelength as isize).map(|n| part.start + n * part.step);
        let moves = places.filter_map(|place| u32::try_from(place).ok()).map(|index| self.at(index));
        Ok(moves.collect::<Vec<_>>().into_pyobject(slice.py())?.into_any())
    }
}

/// Goes through a list of moves.
#[pyclass(frozen, module = "plywood")]
pub(crate) struct MoveIterator {
    node: Arc<Node>,
    next: AtomicU32,
}

#[pymethods]
impl MoveIterator {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<Move> {
        let index = self.next.load(Relaxed);
        if index as usize >= self.node.moves().len() {
            return None;
        }
        self.next.store(index + 1, Relaxed);
        Some(Move { node: Arc::clone(&self.node), index })
    }

    fn __length_hint__(&self) -> usize {
        self.node.moves().len().saturating_sub(self.next.load(Relaxed) as usize)
    }
}
