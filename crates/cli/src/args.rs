//! What can be said on the command line.

use crate::bench::BenchArguments;
use crate::contest::{MatchArguments, SelfplayArguments};
use crate::diff::DiffArguments;
use crate::lines::LinesArguments;
use crate::play::PlayArguments;
use crate::rbc::RbcCommand;
use crate::score::ScoreArguments;
use crate::search::SearchArguments;
use clap::{Args, Parser, Subcommand};
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// A parser for whole numbers of a range that says what it expects.
pub(crate) fn whole<T: TryFrom<u64>>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number =
            text.parse().ok().filter(|number| range.contains(number)).and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| match range.end() {
            &u64::MAX => "expected a whole number".into(),
            end => format!("expected a whole number from {} to {end}", range.start()),
        })
    }
}

/// A bitboard core for draughts, Dameo, the Amazons and Reconnaissance Blind Chess.
#[derive(Parser, Debug)]
#[command(name = "plywood", version, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Count the leaves of a game tree
    Perft(PerftArguments),
    /// List the legal moves of a position
    Moves(MovesArguments),
    /// List the games, or what is known of one: its counts and its rules of play
    Games {
        /// One game
        game: Option<String>,
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Search a position
    Search(SearchArguments),
    /// Search a fixed set of positions: the number of nodes is the signature of the version
    Bench(BenchArguments),
    /// Play a game in the terminal, a person or an engine on each side
    Play(PlayArguments),
    /// Let two players play many games from random openings
    Match(MatchArguments),
    /// Let a player play itself, for statistics of a game
    Selfplay(SelfplayArguments),
    /// Count the territories of a position of the Amazons
    Score(ScoreArguments),
    /// Reconnaissance Blind Chess between two players who do not see each other: games, histories, beliefs
    #[command(subcommand, arg_required_else_help = true)]
    Rbc(RbcCommand),
    /// Compare the rules of another engine with ours, and find the first difference
    Diff(DiffArguments),
    /// Answer questions about moves and counts, one a line: the other side of `diff`
    Lines(LinesArguments),
    /// Speak the Hub protocol (draughts)
    Hub,
    /// Speak UCI, for every game
    Uci,
    /// Check the rules against the built-in tables, or against a file of rows
    Suite(SuiteArguments),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print a manual page (troff)
    Man {
        /// The command; without it the page of the program
        command: Option<String>,
    },
}

#[derive(Args, Debug)]
pub(crate) struct PositionArguments {
    /// The game: a name from `plywood games`
    pub(crate) game: String,
    /// The position, in the notation of the game; `-` reads positions from standard input, one a line
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// One JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct MovesArguments {
    #[command(flatten)]
    pub(crate) position: PositionArguments,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArguments {
    #[command(flatten)]
    pub(crate) position: PositionArguments,
    /// The depth in plies, 1 to 64
    #[arg(value_parser = whole::<u32>(1..=64), allow_negative_numbers = true)]
    pub(crate) depth: u32,
    /// What counts as one leaf: a count mode of the game, by default its first
    #[arg(long, value_name = "MODE")]
    pub(crate) count: Option<String>,
    /// The leaves under every first move, for DEPTH alone
    #[arg(long)]
    pub(crate) divide: bool,
    /// DEPTH alone, not the depths before it
    #[arg(long)]
    pub(crate) only: bool,
    /// Also captures, multi-captures and promotions among the last plies
    #[arg(long)]
    pub(crate) classes: bool,
    /// A table of this many megabytes for counts already made; without it nothing is cached
    #[arg(long, value_name = "MB", value_parser = whole::<u64>(1..=1 << 40), allow_negative_numbers = true)]
    pub(crate) hash: Option<u64>,
    /// The seed of the keys of the table: repeat a count with other keys
    #[arg(long, requires = "hash", value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) threads: ThreadArguments,
}

#[derive(Args, Debug)]
pub(crate) struct ThreadArguments {
    /// How many threads work; by default all cores
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=1024), allow_negative_numbers = true)]
    threads: Option<u16>,
}

impl ThreadArguments {
    /// The number of threads asked for, or of the cores at hand.
    pub(crate) fn number(&self) -> usize {
        self.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}

#[derive(Args, Debug)]
pub(crate) struct SuiteArguments {
    /// A game, or a file of rows (docs/suite.md); without it all built-in tables
    pub(crate) what: Option<PathBuf>,
    /// Leave out perft depths with more leaves than this
    #[arg(long, value_name = "N", default_value_t = plywood::suite::DEFAULT_MAX_NODES, value_parser = whole::<u64>(0..=u64::MAX))]
    pub(crate) max_nodes: u64,
    /// One JSON object a row
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadArguments,
}
