//! Perft, divide and classes of a position.

use crate::arguments::{ANY_DEPTH, Callback, Whole, bad, megabytes, threads};
use crate::exit::detach;
use crate::position::Position;
use crate::watch::{aside, count, raise};
use plywood::PerftSettings;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;

/// Depths that are counted in less time than it takes to start a thread that could be interrupted.
const AT_ONCE: u64 = 2;

/// From which the keys of tables are made.
const SEED: u64 = 1;

/// With so many threads and a table of so many megabytes, 0 for none.
pub(crate) fn settings(py: Python<'_>, wanted: Whole, hash: Whole) -> PyResult<PerftSettings> {
    let (threads, megabytes) = (threads(wanted)?, megabytes(hash)?);
    let make = move || -> Result<PerftSettings, String> {
        let settings = PerftSettings::new(threads).map_err(|fault| fault.to_string())?;
        match megabytes {
            0 => Ok(settings),
            megabytes => settings.with_table(megabytes << 20, SEED).map_err(|fault| fault.to_string()),
        }
    };
    // Threads are started and memory is filled where the interpreter need not wait for it.
    let made = if threads == 1 && megabytes == 0 { make() } else { aside(py, make)? };
    made.map_err(bad)
}

#[pymethods]
impl Position {
    /// The number of leaves of the tree of moves, `depth` plies deep.
    ///
    /// `mode` is one of `plywood.facts(game)["modes"]`, by default the first. `hash` is the size of a table in megabytes, 0 for none.
    /// `progress` is called with the share that is done, 0 to 1, every 0.05 s, and so never for a count that is quicker; when it returns something
    /// true the count is stopped and `Stopped` raised. Ctrl-C leaves a thread behind that frees what it holds and ends.
    #[pyo3(signature = (depth, mode=None, *, threads=Whole::from(1), hash=Whole::from(0), progress=None))]
    #[pyo3(text_signature = "($self, depth, mode=None, *, threads=1, hash=0, progress=None)")]
    fn perft(
        &self,
        py: Python<'_>,
        depth: Whole,
        mode: Option<&str>,
        threads: Whole,
        hash: Whole,
        progress: Option<Callback>,
    ) -> PyResult<u64> {
        let (node, depth) = (self.node(), depth.within("depth", ANY_DEPTH)?);
        let (settings, mode) = (settings(py, threads, hash)?, self.mode(mode));
        let work = move |settings: &PerftSettings| node.position.perft(&mode, depth as u32, settings);
        let counted = if depth <= AT_ONCE {
            detach(py, move || work(&settings))
        } else {
            count(py, settings, progress.as_ref(), work)?
        };
        counted.map_err(|fault| raise(py, fault, |partial| partial))
    }

    /// The leaves under every first move, by its text; for RBC by the request, or by the move taken in the mode that counts those.
    #[pyo3(signature = (depth, mode=None, *, threads=Whole::from(1), hash=Whole::from(0), progress=None))]
    #[pyo3(text_signature = "($self, depth, mode=None, *, threads=1, hash=0, progress=None)")]
    fn divide(
        &self,
        py: Python<'_>,
        depth: Whole,
        mode: Option<&str>,
        threads: Whole,
        hash: Whole,
        progress: Option<Callback>,
    ) -> PyResult<BTreeMap<String, u64>> {
        let (node, depth) = (self.node(), depth.within("depth", 1..=*ANY_DEPTH.end())?);
        let (settings, mode) = (settings(py, threads, hash)?, self.mode(mode));
        let work = move |settings: &PerftSettings| node.position.divide(&mode, depth as u32, settings);
        let counted = count(py, settings, progress.as_ref(), work)?;
        Ok(counted.map_err(|fault| raise(py, fault, BTreeMap::from_iter))?.into_iter().collect())
    }

    /// The leaves by the class of the last move: `nodes`, `captures`, `multi_captures`, `promotions`, `king_captures`.
    #[pyo3(signature = (depth, mode=None, *, threads=Whole::from(1), progress=None))]
    #[pyo3(text_signature = "($self, depth, mode=None, *, threads=1, progress=None)")]
    fn classes<'py>(
        &self,
        py: Python<'py>,
        depth: Whole,
        mode: Option<&str>,
        threads: Whole,
        progress: Option<Callback>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (node, depth) = (self.node(), depth.within("depth", ANY_DEPTH)?);
        let (settings, mode) = (settings(py, threads, Whole::from(0))?, self.mode(mode));
        let work = move |settings: &PerftSettings| node.position.classes(&mode, depth as u32, settings);
        let counted = count(py, settings, progress.as_ref(), work)?;
        let found = counted.map_err(|fault| raise(py, fault, |partial| partial.nodes))?;
        let dict = PyDict::new(py);
        dict.set_item("nodes", found.nodes)?;
        dict.set_item("captures", found.captures)?;
        dict.set_item("multi_captures", found.multi_captures)?;
        dict.set_item("promotions", found.promotions)?;
        dict.set_item("king_captures", found.king_captures)?;
        Ok(dict)
    }
}

impl Position {
    /// The mode that is meant; whether there is such a one is said by the count.
    fn mode(&self, named: Option<&str>) -> String {
        named.map_or_else(|| self.node().position.default_mode().to_owned(), str::to_owned)
    }
}
