//! The settings of an engine on the command line: limits, threads, table, devices.

use crate::args::{ThreadArguments, whole};
use crate::failure::Failure;
use crate::memory;
use clap::Args;
use plywood::GameFacts;
use plywood::core::search::{Driver, Engine, Limits, MAX_DEPTH, Options, TranspositionTable};
use plywood::players::{DEVICES, without};
use std::time::Duration;

#[derive(Args, Debug)]
#[group(required = true, multiple = true)]
pub(crate) struct LimitArguments {
    /// To this depth in plies, 1 to 128
    #[arg(long, value_name = "D", value_parser = whole::<u32>(1..=MAX_DEPTH.into()), allow_negative_numbers = true)]
    depth: Option<u32>,
    /// For this many nodes
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// For this many seconds; no depth is begun after a half of them
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Until it is solved or interrupted
    #[arg(long, conflicts_with_all = ["depth", "nodes", "time"])]
    infinite: bool,
}

impl LimitArguments {
    pub(crate) fn limits<M>(&self) -> Limits<M> {
        let mut limits = self.time.map_or_else(|| Limits::depth(MAX_DEPTH), Limits::time);
        limits.depth = self.depth.unwrap_or(MAX_DEPTH);
        limits.nodes = self.nodes.unwrap_or(u64::MAX);
        limits
    }
}

/// A time in seconds, from a thousandth to a month.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    plywood::players::seconds(text).ok_or_else(|| format!("expected {}", plywood::players::SECONDS))
}

#[derive(Args, Debug)]
pub(crate) struct EngineArguments {
    /// Megabytes of the transposition table
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = whole::<u64>(0..=1 << 40), allow_negative_numbers = true)]
    hash: u64,
    #[command(flatten)]
    threads: ThreadArguments,
    /// The value of full minimax: every device that could change it is off
    #[arg(long)]
    exact: bool,
    /// A device of the search to switch off; may be given again
    #[arg(long = "off", value_name = "DEVICE", value_parser = DEVICES)]
    off: Vec<String>,
}

impl EngineArguments {
    pub(crate) fn engine(&self, facts: &GameFacts) -> Result<Engine, Failure> {
        let bytes = memory::checked(self.hash)?;
        let table = TranspositionTable::new(bytes >> 20).map_err(Failure::input)?;
        let base = if self.exact { Options::EXACT } else { facts.options };
        let options = self.off.iter().fold(base, |options, device| without(options, device).unwrap_or(options));
        Ok(Engine {
            table,
            options,
            threads: self.threads.number(),
            driver: Driver::default(),
            share_after: Engine::SHARE_AFTER,
        })
    }
}
