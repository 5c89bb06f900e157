//! `plywood diff`: another engine's rules against ours (docs/diff.md).
//!
//! Not here: how differences are found (`plywood::differ`), and how the other side is spoken to (`other`).

use crate::args::{PositionArguments, whole};
use crate::child::Engine;
use crate::engine::seconds;
use crate::failure::Failure;
use crate::other::{Protocol, introduced};
use crate::output::{Output, count};
use crate::{positions, watch};
use clap::{Args, ValueEnum};
use plywood::core::search::Stop;
use plywood::differ::{Compared, DiffError, Differ, Difference, Kind, Other, Plan, Verdict, edges};
use plywood::{AnyGame, AnyPosition, PerftSettings};
use serde_json::{Value, json};
use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
pub(crate) struct DiffArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// The other engine: a program and its arguments
    #[arg(long, value_name = "COMMAND", allow_hyphen_values = true)]
    against: String,
    /// How it is spoken to
    #[arg(long, value_enum, default_value_t = Protocol::Lines)]
    protocol: Protocol,
    /// What counts as one move and one leaf: a count mode of the game, by default its first
    #[arg(long, visible_alias = "mode", value_name = "MODE")]
    count: Option<String>,
    /// Counts are compared to this depth in plies, 1 to 64; at 1 only moves are
    #[arg(long, value_name = "D", default_value_t = 3, value_parser = whole::<u32>(1..=64), allow_negative_numbers = true)]
    depth: u32,
    /// Leave out counts that will have more leaves than about this
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    max_nodes: u64,
    /// Random walks from the position; 0 compares it alone
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<u32>(0..=1_000_000_000), allow_negative_numbers = true)]
    walks: u32,
    /// Plies of a walk
    #[arg(long, value_name = "P", default_value_t = 80, value_parser = whole::<u32>(1..=10_000), allow_negative_numbers = true)]
    plies: u32,
    /// The seed of the walks
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Seconds that the other engine gets for an answer
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Duration,
}

pub(crate) fn run(arguments: &DiffArguments, output: &mut Output<impl Write>) -> Result<(), Failure> {
    let game = positions::game(&arguments.position)?;
    let mode = mode(arguments, game)?;
    let stop = watch::stop_on_interrupt()?;
    let (mut other, mut differs) = (None, false);
    positions::each(&arguments.position, |position| {
        // A call that is wrong starts nothing.
        let other = match &mut other {
            Some(other) => other,
            None => other.insert(begin(arguments, game, &stop)?),
        };
        let comparison = Comparison { arguments, game, mode, stop: &stop };
        differs |= comparison.run(position, &mut **other, output)?;
        Ok(())
    })?;
    if differs { Err(Failure::Check) } else { Ok(()) }
}

/// The mode, after a look whether the game has it and it tells moves apart.
fn mode<'a>(arguments: &'a DiffArguments, game: &dyn AnyGame) -> Result<&'a str, Failure> {
    let start = game.position(None).map_err(Failure::input)?;
    let mode = arguments.count.as_deref().unwrap_or(start.default_mode());
    let settings = PerftSettings::new(1).map_err(Failure::input)?;
    edges(&*start, mode, &settings).map_err(Failure::input)?;
    Ok(mode)
}

fn begin(arguments: &DiffArguments, game: &'static dyn AnyGame, stop: &Stop) -> Result<Box<dyn Other>, Failure> {
    let engine = Engine::start(&arguments.against, arguments.timeout, stop.clone())?;
    introduced(engine, arguments.protocol, game)
}

/// One position, its walks, and what is said of them.
struct Comparison<'a> {
    arguments: &'a DiffArguments,
    game: &'static dyn AnyGame,
    mode: &'a str,
    stop: &'a Stop,
}

impl Comparison<'_> {
    /// Whether there is a difference.
    fn run(
        &self,
        position: &dyn AnyPosition,
        other: &mut dyn Other,
        output: &mut Output<impl Write>,
    ) -> Result<bool, Failure> {
        let since = Instant::now();
        let verdict = self.verdict(position, other).map_err(Failure::input)?;
        let time = since.elapsed().as_secs_f64();
        if self.arguments.position.json {
            output.line(self.object(position, &verdict, time))?;
        } else {
            self.write(&verdict, output)?;
            // Timing that nobody can read is no fault.
            let _ = writeln!(anstream::stderr(), "{time:.3} s");
        }
        if verdict.complete { Ok(verdict.difference.is_some()) } else { Err(Failure::Interrupted) }
    }

    fn verdict(&self, position: &dyn AnyPosition, other: &mut dyn Other) -> Result<Verdict, DiffError> {
        let plan = Plan {
            walks: self.arguments.walks,
            plies: self.arguments.plies,
            seed: self.arguments.seed,
            depth: self.arguments.depth,
            max_nodes: self.arguments.max_nodes,
        };
        let bar = watch::spinner();
        let mut look = |compared: &Compared| {
            bar.set_message(summary(compared));
            if self.stop.stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let verdict = Differ::new(self.game, self.mode, plan, other, &mut look)?.run(position);
        bar.finish_and_clear();
        verdict
    }

    fn write(&self, verdict: &Verdict, output: &mut Output<impl Write>) -> Result<(), Failure> {
        let compared = summary(&verdict.compared);
        let Some(found) = &verdict.difference else {
            let mark = if verdict.complete { "" } else { " (incomplete: interrupted)" };
            return output.line(format_args!("no difference: {compared}{mark}"));
        };
        output.line(format_args!("difference in {}, after {compared}", self.game.name()))?;
        if !found.path.is_empty() {
            output.line(format_args!("after: {}", found.path.join(" ")))?;
        }
        describe(found, output)?;
        if let Some(smaller) = &verdict.smaller {
            output.line("\nwith fewer pieces")?;
            describe(smaller, output)?;
        }
        if let Some(fault) = &verdict.unshrunk {
            output.line(format_args!("\nno smaller: {fault}"))?;
        }
        output.line("\nagain")?;
        let [ours, both] = self.again(verdict.smaller.as_ref().unwrap_or(found));
        output.line(ours)?;
        output.line(both)
    }

    /// The commands that show a difference again: our side of it, and both.
    fn again(&self, found: &Difference) -> [String; 2] {
        let (game, fen, depth) = (self.game.name(), quoted(&found.position), found.depth);
        let usual = self.arguments.count.is_none();
        let count = if usual { String::new() } else { format!(" --count {}", self.mode) };
        let ours = match &found.kind {
            Kind::Moves { .. } | Kind::NoMove { .. } if usual => format!("plywood moves {game} --fen {fen}"),
            _ => format!("plywood perft {game} {depth} --divide{count} --fen {fen}"),
        };
        let protocol = match self.arguments.protocol.to_possible_value() {
            Some(value) if self.arguments.protocol != Protocol::Lines => format!(" --protocol {}", value.get_name()),
            _ => String::new(),
        };
        let against = quoted(&self.arguments.against);
        let limit = match self.arguments.max_nodes {
            1_000_000 => String::new(),
            limit => format!(" --max-nodes {limit}"),
        };
        let both = format!(
            "plywood diff {game} --against {against}{protocol}{count} --fen {fen} --walks 0 --depth {depth}{limit}"
        );
        [ours, both]
    }

    fn object(&self, position: &dyn AnyPosition, verdict: &Verdict, time: f64) -> Value {
        let compared = &verdict.compared;
        let best = verdict.smaller.as_ref().or(verdict.difference.as_ref());
        let mut object = json!({
            "game": self.game.name(), "fen": position.text(), "count": self.mode,
            "difference": verdict.difference.as_ref().map(Difference::to_json),
            "smaller": verdict.smaller.as_ref().map(Difference::to_json),
            "again": best.map(|found| self.again(found)),
            "walks": compared.walks, "positions": compared.positions, "moves": compared.moves,
            "counts": compared.counts, "deepest": compared.deepest, "leaves": count(compared.leaves),
            "seconds": time,
        });
        if !verdict.complete {
            object["complete"] = json!(false);
        }
        object
    }
}

/// What has been compared, in words.
fn summary(compared: &Compared) -> String {
    let Compared { walks, positions, moves, counts, deepest, leaves, .. } = compared;
    let counted = match counts {
        0 => String::new(),
        _ => format!(", {counts} counts to depth {deepest} with {leaves} leaves"),
    };
    format!("{walks} walks, {positions} positions with {moves} moves{counted}")
}

fn describe(found: &Difference, output: &mut Output<impl Write>) -> Result<(), Failure> {
    output.line(format_args!("position: {}", found.position))?;
    if found.depth > 1 {
        output.line(format_args!("depth: {}", found.depth))?;
    }
    found.kind.lines().iter().try_for_each(|line| output.line(line))
}

/// A text as one word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
