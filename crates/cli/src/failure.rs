//! How a run ends badly: an exit code and one line that names the fault.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// A run that did not end well.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Help or version was asked for, or nothing at all: the text is the answer.
    Usage(clap::Error),
    /// Bad usage or bad input, exit code 2.
    Input(String),
    /// A check failed, exit code 1; the results say which.
    Check,
    /// Interrupted, exit code 130; what was counted has been written.
    Interrupted,
    /// Standard output could not be written.
    Output(io::Error),
}

impl Failure {
    /// Bad usage or bad input.
    pub(crate) fn input(fault: impl Display) -> Self {
        Self::Input(fault.to_string())
    }

    /// A file that cannot be written.
    pub(crate) fn unwritable(path: &std::path::Path, fault: &io::Error) -> Self {
        Self::Input(format!("cannot write '{}': {fault}", path.display()))
    }

    /// Says what is to be said on standard error and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Usage(text) => {
                // A closed pipe is no reason to complain about help that nobody reads.
                let _ = text.print();
                ExitCode::from(if text.use_stderr() { 2 } else { 0 })
            }
            Self::Input(fault) => {
                say(&fault);
                ExitCode::from(2)
            }
            Self::Check => ExitCode::from(1),
            Self::Interrupted => ExitCode::from(130),
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Output(error) => {
                say(&format!("cannot write the results: {error}"));
                ExitCode::from(2)
            }
        }
    }
}

/// Writes a fault as one line, whatever is in it. Where standard error is closed or full there is nobody to tell.
fn say(fault: &str) {
    let mut line = String::new();
    for c in fault.chars().take(LONGEST) {
        if c.is_control() { line.extend(c.escape_default()) } else { line.push(c) }
    }
    let more = if fault.chars().nth(LONGEST).is_some() { " ..." } else { "" };
    let _ = writeln!(anstream::stderr(), "{ERROR}error:{ERROR:#} {line}{more}");
}

/// Characters of a fault that are shown: a fault quotes its input, which may be long.
const LONGEST: usize = 1000;

const ERROR: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        use clap::error::ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
        match error.kind() {
            DisplayHelp | DisplayVersion | DisplayHelpOnMissingArgumentOrSubcommand => Self::Usage(error),
            _ => Self::Input(one_line(&error.to_string())),
        }
    }
}

/// The paragraphs of a message on one line, without the pointer to `--help`.
fn one_line(message: &str) -> String {
    let paragraphs = message.split("\n\n").map(|paragraph| {
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        words.join(" ")
    });
    let kept: Vec<String> = paragraphs.filter(|p| !p.is_empty() && !p.starts_with("For more information")).collect();
    let line = kept.join("; ");
    line.strip_prefix("error: ").unwrap_or(&line).replace("; Usage:", "; usage:")
}
