//! The command line of Plywood.
//!
//! What it is: arguments in, a game of the registry, results on standard output. Progress, timing and
//! faults go to standard error. Exit code 0 = fine, 1 = a check failed, 2 = bad usage or bad input,
//! 130 = interrupted.
//!
//! What it deliberately does not do: it knows no game and no rule; whatever it can do with one game it
//! can do with all. Start reading at [`args`].

mod args;
mod failure;
mod games;
mod moves;
mod output;
mod perft;
mod positions;
mod suite;
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
    let mut output = Output::stdout();
    match command {
        Command::Games { json } => games::run(json, &mut output),
        Command::Moves(arguments) => moves::run(&arguments, &mut output),
        Command::Perft(arguments) => perft::run(&arguments, &mut output),
        Command::Suite(arguments) => suite::run(&arguments, &mut output),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "plywood", &mut script);
            output.bytes(&script)
        }
        Command::Man { command } => manual(command.as_deref(), &mut output),
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
