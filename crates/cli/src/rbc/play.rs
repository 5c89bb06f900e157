//! `plywood rbc play`: a person in the terminal against a player of the library.

use super::colour;
use super::person::Person;
use super::seat::{Effort, Seat, TermsArguments, player_name};
use crate::args::whole;
use crate::failure::Failure;
use crate::output::{Output, append};
use crate::watch;
use clap::Args;
use plywood::core::Side;
use plywood::rbc::arbiter::{Halted, Played, play};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Args, Debug)]
pub(crate) struct PlayArguments {
    /// Your side: white or black
    #[arg(long, value_name = "COLOR", default_value = "white", value_parser = colour)]
    color: Side,
    /// The opponent: random, attacker or plywood
    #[arg(long, value_name = "PLAYER", default_value = "plywood", value_parser = player_name)]
    against: String,
    /// Save the game at its end, as reconchess does
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// The seed of the opponent
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    terms: TermsArguments,
}

pub(crate) fn run(arguments: &PlayArguments, output: &mut Output<impl Write>) -> Result<(), Failure> {
    let stop = watch::stop_on_interrupt()?;
    if let Some(path) = &arguments.save {
        // A game is not played to find out at its end that it cannot be saved.
        append(path)?;
    }
    let mut seat = Seat::new(&arguments.against, arguments.seed, &arguments.effort, &stop)?;
    let mut person = Person::new(output, stop.clone());
    person.save = arguments.save.as_ref().map(|path| path.display().to_string());
    let start = Instant::now();
    let mut now = || start.elapsed().as_millis() as i64;
    let terms = arguments.terms.terms();
    let result = match arguments.color {
        Side::White => play(&mut person, &mut seat, terms, &mut now),
        Side::Black => play(&mut seat, &mut person, terms, &mut now),
    };
    let (save, failed) = (person.save.take(), person.failed.take());
    if let Some(failure) = failed {
        return Err(failure);
    }
    let (history, fault) = match result {
        Ok(Played { history, .. }) => (history, None),
        Err(Halted { error, history }) => (*history, Some(error)),
    };
    if let Some(path) = save {
        let path = Path::new(&path);
        std::fs::write(path, history.json()).map_err(|fault| Failure::unwritable(path, &fault))?;
        output.line(format_args!("saved to {}", path.display()))?;
    }
    match fault {
        Some(fault) => Err(Failure::input(fault)),
        None if stop.stopped() => Err(Failure::Interrupted),
        None => Ok(()),
    }
}
