//! A position with its move list, shared by all Python objects that speak of it: positions, their stacks, lists, moves.

use crate::arguments::bad;
use plywood::{AnyGame, AnyMoves, AnyPosition};
use pyo3::prelude::*;
use std::sync::{Arc, OnceLock};

/// A position; it never changes.
pub(crate) struct Node {
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) position: Box<dyn AnyPosition>,
    /// The moves, once somebody has asked for them.
    moves: OnceLock<Box<dyn AnyMoves>>,
}

impl Node {
    pub(crate) fn new(game: &'static dyn AnyGame, position: Box<dyn AnyPosition>) -> Arc<Self> {
        Arc::new(Self { game, position, moves: OnceLock::new() })
    }

    pub(crate) fn read(game: &'static dyn AnyGame, fen: Option<&str>) -> PyResult<Arc<Self>> {
        let position = game.position(fen);
        let position = position.map_err(|fault| bad(format!("bad position for {}: {fault}", game.name())))?;
        Ok(Self::new(game, position))
    }

    #[inline]
    pub(crate) fn moves(&self) -> &dyn AnyMoves {
        &**self.moves.get_or_init(|| self.position.list())
    }

    /// How many moves there are. Nobody who only wants to know that has to pay for the list.
    pub(crate) fn count(&self) -> usize {
        self.moves.get().map_or_else(|| self.position.count() as usize, |moves| moves.len())
    }

    pub(crate) fn find(&self, text: &str) -> PyResult<u32> {
        let index = self.moves().find(text).map_err(bad)?;
        u32::try_from(index).map_err(bad)
    }

    /// The position after a move of the list.
    pub(crate) fn play(&self, index: u32) -> PyResult<Arc<Self>> {
        let after = self.moves().play(index as usize);
        let after = after.ok_or_else(|| bad(format!("there is no move {index}: there are {}", self.moves().len())))?;
        Ok(Self::new(self.game, after))
    }

    pub(crate) fn text_of(&self, index: u32) -> String {
        self.moves().text(index as usize).unwrap_or_default()
    }
}
