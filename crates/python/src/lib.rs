//! Plywood as a Python package: the module `plywood._plywood`.
//!
//! What it is: the facade's games, positions, counts and searches as classes in the manner of python-chess, and the rules of RBC as
//! functions on its boards. Nothing here knows a rule.
//!
//! What it deliberately does not do: files, and all that is easily said in Python itself, which is in `python/plywood`.
//!
//! Interpreter lock. What takes longer than a look at a move list is done without it (`watch`). No lock of this crate is held while Python
//! code runs or may be waited for, so that no thread stands still behind another one's work. Faults are `ValueError` with the text of
//! the core; nothing panics on bad input.
//!
//! Start reading at `node` and `position`.

mod arguments;
mod belief;
mod blind;
mod counts;
mod exit;
mod games;
mod moves;
mod node;
mod playouts;
mod position;
mod searches;
mod svg;
mod watch;

use pyo3::prelude::*;

/// The compiled half of the package `plywood`.
#[pymodule]
mod _plywood {
    #[pymodule_export]
    use super::belief::{Belief, BoardIterator, rebuild_belief};
    #[pymodule_export]
    use super::blind::{
        add_pawn_queen_promotion, capture_square_of_move, capture_squares_of_moves, end_of_game, make_request,
        move_actions, move_actions_batch, play_taken, replay_history, revise_move, revise_moves, sense, view,
    };
    #[pymodule_export]
    use super::games::{facts, games};
    #[pymodule_export]
    use super::moves::{LegalMoves, Move, MoveIterator, rebuild_move, rebuild_moves};
    #[pymodule_export]
    use super::position::{Outcome, Position, rebuild_position};
    #[pymodule_export]
    use super::searches::{SearchResult, rebuild_result};
    #[pymodule_export]
    use super::watch::Stopped;

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn complete(module: &super::Bound<'_, super::PyModule>) -> super::PyResult<()> {
        super::exit::watch(module)?;
        super::watch::complete_stopped(module.py())
    }
}
