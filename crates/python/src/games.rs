//! The list of games, and what is known of each.

use crate::arguments::bad;
use plywood::core::Side;
use plywood::{AnyGame, registry};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The names of all games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    registry::games().map(AnyGame::name).collect()
}

/// What is known of a game: its name, board, first player, counting modes, rules of play (name, summary, whether it is on) and more.
#[pyfunction]
pub(crate) fn facts<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyDict>> {
    let facts = registry::find(game).map_err(bad)?.facts();
    let dict = PyDict::new(py);
    dict.set_item("name", facts.name)?;
    dict.set_item("summary", facts.summary)?;
    dict.set_item("board", facts.board)?;
    dict.set_item("files", facts.grid.files)?;
    dict.set_item("ranks", facts.grid.ranks)?;
    dict.set_item("squares", facts.grid.squares())?;
    dict.set_item("pieces", facts.letters.iter().collect::<String>())?;
    dict.set_item("first", facts.first == Side::White)?;
    dict.set_item("modes", facts.modes)?;
    dict.set_item("rules", facts.rules.iter().map(|rule| (rule.name, rule.summary, rule.on)).collect::<Vec<_>>())?;
    dict.set_item("game_type", facts.game_type)?;
    Ok(dict)
}
