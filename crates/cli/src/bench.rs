//! `plywood bench`: the signature of the version, and how fast it searches.

use crate::args::{ThreadArguments, whole};
use crate::failure::Failure;
use crate::output::{Output, count};
use crate::watch;
use clap::Args;
use plywood::bench::{entries, run as search};
use plywood::core::search::MAX_DEPTH;
use plywood::registry;
use serde_json::json;
use std::io::Write;
use std::time::Duration;

#[derive(Args, Debug)]
pub(crate) struct BenchArguments {
    /// Only the positions of this game
    game: Option<String>,
    /// All positions to this depth instead of their own
    #[arg(long, value_name = "D", value_parser = whole::<u32>(1..=MAX_DEPTH.into()), allow_negative_numbers = true)]
    depth: Option<u32>,
    #[command(flatten)]
    threads: ThreadArguments,
    /// One JSON object a position, then one for all
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &BenchArguments, output: &mut Output<impl Write>) -> Result<(), Failure> {
    let game = arguments.game.as_deref().map(registry::find).transpose().map_err(Failure::input)?;
    let game = game.map(plywood::AnyGame::name);
    if entries(game).next().is_none() {
        let name = game.unwrap_or_default();
        return Err(Failure::input(format!("the bench has no position of {name}")));
    }
    let stop = watch::stop_on_interrupt()?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for entry in entries(game) {
        let depth = arguments.depth.unwrap_or(entry.depth);
        let report = search(entry, depth, arguments.threads.number(), &stop).map_err(Failure::input)?;
        nodes += report.statistics.nodes;
        time += report.time;
        if arguments.json {
            output.line(json!({
                "game": entry.game, "fen": entry.fen, "depth": report.depth, "score": report.score,
                "nodes": count(report.statistics.nodes), "seconds": report.time.as_secs_f64(),
                "best_move": report.line.first(),
            }))?;
        } else {
            let best = report.line.first().map_or("-", String::as_str);
            output.line(format_args!(
                "{} {} depth {} nodes {} best {best}",
                entry.game,
                entry.fen.as_deref().unwrap_or("start"),
                report.depth,
                report.statistics.nodes
            ))?;
        }
        if stop.stopped() {
            break;
        }
    }
    let speed = (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
    let mark = if stop.stopped() { " (incomplete: interrupted)" } else { "" };
    if arguments.json {
        output.line(json!({ "nodes": count(nodes), "nps": speed, "complete": !stop.stopped() }))?;
    } else {
        output.line(format_args!("{nodes} nodes {speed} nps{mark}"))?;
    }
    if stop.stopped() { Err(Failure::Interrupted) } else { Ok(()) }
}
