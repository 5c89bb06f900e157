//! The command line of Plywood.
//!
//! What it is: arguments in, a game of the registry, results on standard output. Progress, timing and
//! faults go to standard error. Exit code 0 = fine, 1 = a check failed, 2 = bad usage or bad input,
//! 130 = interrupted.
//!
//! What it deliberately does not do: it knows no rule; whatever it can do with one game it can do with all. What only one game has is
//! in rooms of its own: `score`, and `rbc`. Start reading at [`args`].

mod args;
mod bench;
mod child;
mod clock;
mod contest;
mod diff;
mod engine;
mod failure;
mod games;
mod hub;
mod lines;
mod memory;
mod moves;
mod other;
mod output;
mod perft;
mod play;
mod positions;
mod protocol;
mod rbc;
mod rules;
mod score;
mod search;
mod suite;
mod uci;
mod watch;

use args::{Arguments, Command};
use clap::{CommandFactory, Parser};
use failure::Failure;
use output::Output;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = Arguments::try_parse().map_err(Failure::from).and_then(|arguments| run(arguments.command));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(command: Command) -> Result<(), Failure> {
    let output = &mut Output::stdout();
    match command {
        Command::Games { game, json } => games::run(game.as_deref(), json, output),
        Command::Moves(arguments) => moves::run(&arguments, output),
        Command::Perft(arguments) => perft::run(&arguments, output),
        Command::Suite(arguments) => suite::run(&arguments, output),
        Command::Search(arguments) => search::run(&arguments, output),
        Command::Bench(arguments) => bench::run(&arguments, output),
        Command::Play(arguments) => play::run(&arguments, output),
        Command::Match(arguments) => contest::run_match(&arguments, output),
        Command::Selfplay(arguments) => contest::run_selfplay(&arguments, output),
        Command::Score(arguments) => score::run(&arguments, output),
        Command::Rbc(command) => rbc::run(&command, output),
        Command::Diff(arguments) => diff::run(&arguments, output),
        Command::Lines(arguments) => lines::run(&arguments),
        Command::Hub => hub::run(),
        Command::Uci => uci::run(),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "plywood", &mut script);
            output.bytes(&script)
        }
        Command::Man { command } => manual(command.as_deref(), output),
    }?;
    Ok(output.flush()?)
}

/// Writes the manual page of the program or of one of its commands, as troff.
fn manual(command: Option<&str>, output: &mut Output<impl Write>) -> Result<(), Failure> {
    let mut root = Arguments::command();
    root.build();
    let page = match command {
        None => root,
        Some(name) => {
            let names = || root.get_subcommands().map(clap::Command::get_name).collect::<Vec<_>>().join(", ");
            let found = root.find_subcommand(name).cloned();
            found.ok_or_else(|| Failure::input(format!("no command '{name}': expected one of {}", names())))?
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    output.bytes(&text)
}
