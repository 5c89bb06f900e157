//! The fixed set of positions that `plywood bench` searches, and its signature.
//!
//! Each line of `data/bench.jsonl` is a game, a position and a depth. Every position is searched with the devices of its game,
//! an empty table of [`MEGABYTES`] and the usual rules of play; with one thread the number of nodes depends on nothing but
//! the program, and the sum over all positions is the signature of a version.

use crate::registry;
use crate::session::{Form, SearchFault, SetupError};
use once_cell::sync::Lazy;
use plywood_core::search::{Engine, Limits, Report, Stop, TableError};
use thiserror::Error;

/// The size of the table.
pub const MEGABYTES: usize = 16;

/// A position of the bench.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The game.
    pub game: String,
    /// The position; none is the start.
    pub fen: Option<String>,
    /// The depth that it is searched to.
    pub depth: u32,
}

static ENTRIES: Lazy<Vec<Entry>> = Lazy::new(|| {
    let rows = include_str!("../data/bench.jsonl").lines().filter_map(|line| serde_json::from_str(line).ok());
    let entry = |row: serde_json::Value| {
        let text = |name: &str| row[name].as_str().map(str::to_owned);
        Entry {
            game: text("game").unwrap_or_default(),
            fen: text("fen"),
            depth: row["depth"].as_u64().unwrap_or(1) as u32,
        }
    };
    rows.map(entry).collect()
});

/// All positions, or those of one game.
pub fn entries(game: Option<&str>) -> impl Iterator<Item = &'static Entry> {
    ENTRIES.iter().filter(move |entry| game.is_none_or(|game| game == entry.game))
}

/// Why a position could not be searched.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BenchError {
    /// No such game.
    #[error(transparent)]
    Game(#[from] registry::UnknownGame),
    /// A position that cannot be read.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The search.
    #[error(transparent)]
    Search(#[from] SearchFault),
}

/// Searches one position on so many threads.
///
/// # Errors
/// [`BenchError`].
pub fn run(entry: &Entry, depth: u32, threads: usize, stop: &Stop) -> Result<Report<String>, BenchError> {
    let game = registry::find(&entry.game)?;
    let record = game.record(entry.fen.as_deref(), &[], Form::Native)?;
    let engine = Engine { options: game.facts().options, threads, ..Engine::new(MEGABYTES)? };
    Ok(record.search(&engine, None, &Limits::depth(depth), stop, &mut |_| {})?)
}
