//! `plywood perft`: counts on the screen or as JSON.

use crate::args::PerftArguments;
use crate::failure::Failure;
use crate::output::{Output, count};
use crate::{memory, positions, watch};
use plywood::core::Classes;
use plywood::core::perft::PerftError;
use plywood::game::Labelled;
use plywood::{AnyPosition, CountError, GameFacts, PerftSettings};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The seed of the table's keys when none is given.
const DEFAULT_SEED: u64 = 1;

pub(crate) fn run(arguments: &PerftArguments, output: &mut Output<impl Write>) -> Result<(), Failure> {
    let facts = positions::game(&arguments.position)?.facts();
    let mode = arguments.count.as_deref().unwrap_or(facts.modes[0]);
    let settings = Arc::new(settings(arguments)?);
    watch::stop_count_on_interrupt(&settings)?;
    let many = positions::reads_stdin(&arguments.position);
    positions::each(&arguments.position, |position| {
        if many && !arguments.position.json {
            output.line(format_args!("position {}", position.text()))?;
        }
        let first = if arguments.only || arguments.divide { arguments.depth } else { 1 };
        (first..=arguments.depth).try_for_each(|depth| {
            let counter = Counter { arguments, game: &facts, mode, position, settings: &settings, depth };
            counter.run(output)
        })
    })
}

fn settings(arguments: &PerftArguments) -> Result<PerftSettings, Failure> {
    let settings = PerftSettings::new(arguments.threads.number()).map_err(Failure::input)?;
    let Some(megabytes) = arguments.hash else {
        return Ok(settings);
    };
    let bytes = memory::checked(megabytes)?;
    settings.with_table(bytes, arguments.seed.unwrap_or(DEFAULT_SEED)).map_err(Failure::input)
}

/// One count of one position.
struct Counter<'a> {
    arguments: &'a PerftArguments,
    game: &'a GameFacts,
    mode: &'a str,
    position: &'a dyn AnyPosition,
    settings: &'a PerftSettings,
    depth: u32,
}

/// What a count gave; partial when it was interrupted.
struct Counted {
    nodes: u64,
    divide: Option<Labelled>,
    classes: Option<Classes>,
    complete: bool,
    time: Duration,
}

impl Counter<'_> {
    fn run(&self, output: &mut Output<impl Write>) -> Result<(), Failure> {
        let counted = watch::with_bar(&format!("depth {}", self.depth), self.settings.control(), || self.count())?;
        if self.arguments.position.json {
            output.line(self.object(&counted))?;
        } else {
            self.write(&counted, output)?;
            let speed = counted.nodes as f64 / counted.time.as_secs_f64().max(1e-9) / 1e6;
            // Timing that nobody can read is no fault.
            let _ = writeln!(
                anstream::stderr(),
                "depth {}: {:.3} s, {speed:.1} Mn/s",
                self.depth,
                counted.time.as_secs_f64()
            );
        }
        if counted.complete { Ok(()) } else { Err(Failure::Interrupted) }
    }

    fn count(&self) -> Result<Counted, Failure> {
        let start = Instant::now();
        let mut counted = Counted { nodes: 0, divide: None, classes: None, complete: true, time: Duration::ZERO };
        if self.arguments.divide {
            let rows = counted.keep(self.position.divide(self.mode, self.depth, self.settings))?;
            let sum = rows.iter().try_fold(0u64, |sum, &(_, nodes)| sum.checked_add(nodes));
            counted.nodes = sum.ok_or_else(|| Failure::input(PerftError::<u64>::Overflow))?;
            counted.divide = Some(rows);
        }
        if self.arguments.classes && counted.complete {
            let classes = counted.keep(self.position.classes(self.mode, self.depth, self.settings))?;
            counted.nodes = classes.nodes;
            counted.classes = Some(classes);
        }
        if !self.arguments.divide && !self.arguments.classes {
            counted.nodes = counted.keep(self.position.perft(self.mode, self.depth, self.settings))?;
        }
        counted.time = start.elapsed();
        Ok(counted)
    }

    fn write(&self, counted: &Counted, output: &mut Output<impl Write>) -> Result<(), Failure> {
        let mark = if counted.complete { "" } else { " (incomplete: interrupted)" };
        let classes = counted.classes.map_or_else(String::new, |classes| self.class_text(&classes));
        let Some(rows) = &counted.divide else {
            return output.line(format_args!("depth {} nodes {}{classes}{mark}", self.depth, counted.nodes));
        };
        for (label, nodes) in rows {
            output.line(format_args!("{label}: {nodes}"))?;
        }
        output.line("")?;
        output.line(format_args!("Nodes searched: {}{classes}{mark}", counted.nodes))
    }

    fn class_text(&self, classes: &Classes) -> String {
        let words = self.class_list(classes).into_iter();
        words.map(|(name, nodes)| format!(" {} {nodes}", name.replace('_', "-"))).collect()
    }

    /// The classes that the game has.
    fn class_list(&self, classes: &Classes) -> Vec<(&'static str, u64)> {
        let mut list = vec![
            ("captures", classes.captures),
            ("multi_captures", classes.multi_captures),
            ("promotions", classes.promotions),
        ];
        if self.game.king_captures {
            list.push(("king_captures", classes.king_captures));
        }
        list
    }

    fn object(&self, counted: &Counted) -> Value {
        let seconds = counted.time.as_secs_f64();
        let mut object = json!({
            "game": self.game.name,
            "fen": self.position.text(),
            "count": self.mode,
            "depth": self.depth,
            "nodes": count(counted.nodes),
            "seconds": seconds,
            "nps": (counted.nodes as f64 / seconds.max(1e-9)) as u64,
            "threads": self.arguments.threads.number(),
            "hash_mb": self.arguments.hash.unwrap_or(0),
        });
        if let Some(rows) = &counted.divide {
            object["divide"] = rows.iter().map(|(mv, nodes)| json!({ "move": mv, "nodes": count(*nodes) })).collect();
        }
        if let Some(classes) = &counted.classes {
            object["classes"] = self.class_list(classes).into_iter().map(|(name, n)| (name, count(n))).collect();
        }
        if !counted.complete {
            object["complete"] = json!(false);
        }
        object
    }
}

impl Counted {
    /// The result of a count, or what an interrupted one has, with the mark that it is partial.
    fn keep<T: std::fmt::Debug>(&mut self, result: Result<T, CountError<T>>) -> Result<T, Failure> {
        match result {
            Ok(value) => Ok(value),
            Err(CountError::Perft(PerftError::Interrupted(partial))) => {
                self.complete = false;
                Ok(partial)
            }
            Err(fault) => Err(Failure::Input(fault.to_string())),
        }
    }
}
