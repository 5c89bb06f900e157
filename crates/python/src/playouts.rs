//! Playouts of a position: whole random games in one call.
//!
//! What is returned are the named tuples of `plywood._playouts`.

use crate::arguments::{Callback, Whole};
use crate::counts::settings;
use crate::exit::detach;
use crate::node::Node;
use crate::position::{Outcome, Position};
use crate::watch::{aside, count, raise};
use plywood::playouts::MAX_PLIES;
use plywood::{PerftSettings, PlayoutCounts, RandomGame, RandomGames};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

/// Plies that are played in less time than an answer to Ctrl-C may take, and often in less than it takes to start a thread.
const AT_ONCE: u64 = 10_000;

/// Plies after which a random game is given up when nobody says.
const USUAL_PLIES: i64 = 1000;

fn plies(number: Whole) -> PyResult<usize> {
    Ok(number.within("max_plies", 0..=MAX_PLIES as u64)? as usize)
}

fn seed_of(number: Whole) -> PyResult<u64> {
    number.within("seed", 0..=u64::MAX)
}

#[pymethods]
impl Position {
    /// Plays random moves to the end of the game, under the rules of play and with the moves of the stack, or for `max_plies` (at most 100,000), and
    /// returns what came of it, a `plywood.Playout`; the position itself stays as it is.
    ///
    /// Every legal move has the same chance; in RBC a request is drawn, and what becomes of it is played. With `moves` their texts are returned too
    /// (RBC: the moves taken). The same seed gives the same game on every machine: it is number `game` of those of `playouts` with this seed.
    #[pyo3(signature = (*, seed=Whole::from(0), game=Whole::from(0), max_plies=Whole::from(USUAL_PLIES), moves=false))]
    #[pyo3(text_signature = "($self, *, seed=0, game=0, max_plies=1000, moves=False)")]
    fn playout<'py>(
        &self,
        py: Python<'py>,
        seed: Whole,
        game: Whole,
        max_plies: Whole,
        moves: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let which =
            RandomGame { seed: seed_of(seed)?, game: game.within("game", 0..=u64::MAX)?, max_plies: plies(max_plies)? };
        let node = self.node();
        let record = self.with_record(|record| record.duplicate())?;
        let work = move || record.playout(which, moves);
        let played = if which.max_plies as u64 <= AT_ONCE { detach(py, work) } else { aside(py, work)? };
        // A game that is over by the rules of play may have been played on: its record stands where it ended.
        let end = if played.plies == 0 { node } else { Node::new(self.game, played.position) };
        let position = Bound::new(py, self.with_rules_at(end))?;
        let texts = moves.then(|| PyTuple::new(py, &played.moves)).transpose()?;
        static PLAYOUT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = PLAYOUT.import(py, "plywood._playouts", "Playout")?;
        class.call1((played.outcome.map(Outcome::of), played.plies, position, texts))
    }

    /// Plays `games` random games, each as `playout` does with this seed and its number, and returns how they ended, a `plywood.Playouts`.
    ///
    /// The result does not depend on `threads`. `progress` is called with the share that is done, 0 to 1, every 0.05 s; when it returns something
    /// true the games are stopped and `Stopped` raised, with those that were played in `partial`.
    #[pyo3(signature = (games, *, seed=Whole::from(0), max_plies=Whole::from(USUAL_PLIES), threads=Whole::from(1), progress=None))]
    #[pyo3(text_signature = "($self, games, *, seed=0, max_plies=1000, threads=1, progress=None)")]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        games: Whole,
        seed: Whole,
        max_plies: Whole,
        threads: Whole,
        progress: Option<Callback>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let games = RandomGames {
            seed: seed_of(seed)?,
            games: games.within("games", 0..=i64::MAX as u64)?,
            max_plies: plies(max_plies)?,
        };
        let settings = settings(py, threads, Whole::from(0))?;
        let record = self.with_record(|record| record.duplicate())?;
        let work = move |settings: &PerftSettings| record.playouts(&games, settings);
        let brief = games.games.saturating_mul(games.max_plies as u64) <= AT_ONCE;
        let played =
            if brief { detach(py, move || work(&settings)) } else { count(py, settings, progress.as_ref(), work)? };
        Counts(played.map_err(|fault| raise(py, fault, Counts))?).into_pyobject(py)
    }
}

/// Counts that become a `plywood.Playouts`.
struct Counts(PlayoutCounts);

impl<'py> IntoPyObject<'py> for Counts {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static PLAYOUTS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let PlayoutCounts { games, wins: [white, black], draws, unfinished, plies } = self.0;
        PLAYOUTS.import(py, "plywood._playouts", "Playouts")?.call1((games, white, black, draws, unfinished, plies))
    }
}
