//! The players of the library by their names, with a watch on their time and on interrupts.

use crate::args::whole;
use crate::failure::Failure;
use clap::Args;
use plywood::core::Side;
use plywood::core::search::Stop;
use plywood::rbc::arbiter::{Choice, Player, Terms, TimeControl};
use plywood::rbc::end::{End, Limits};
use plywood::rbc::history::History;
use plywood::rbc::players::{self, Attacker, Plywood, Random, Settings, Statistics};
use plywood::rbc::{Board, Outcome, Request, Sensed, Square};
use std::time::{Duration, Instant};

/// Who can be asked for by name.
const NAMES: [&str; 3] = ["random", "attacker", "plywood"];

/// How hard `plywood` thinks.
#[derive(Args, Debug)]
pub(super) struct Effort {
    /// Nodes that `plywood` searches for a move: the same games again
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = whole::<u64>(1..=1 << 40), allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Seconds that `plywood` thinks about a turn
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
}

impl Effort {
    fn of_player(&self) -> players::Effort {
        match (self.nodes, self.time) {
            (Some(nodes), _) => players::Effort::Nodes(nodes),
            (None, Some(time)) => players::Effort::Time(time),
            (None, None) => Settings::default().effort,
        }
    }
}

/// The rules that both sides agreed on.
#[derive(Args, Debug)]
pub(super) struct TermsArguments {
    /// The clock of each player in seconds, with what each turn adds: such as `900+5`; without it nobody has a clock
    #[arg(long, value_name = "SECONDS[+INCREMENT]", value_parser = clock, allow_hyphen_values = true)]
    clock: Option<TimeControl>,
    /// Full turns after which a game is a draw
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=1_000_000), allow_negative_numbers = true)]
    max_turns: Option<u32>,
}

impl TermsArguments {
    pub(super) fn terms(&self) -> Terms {
        Terms { limits: Limits { turns: self.max_turns, ..Limits::default() }, time: self.clock }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds from 0.001 to 86400".into())
}

fn clock(text: &str) -> Result<TimeControl, String> {
    let (initial, increment) = text.split_once('+').unwrap_or((text, "0"));
    let milliseconds = |text: &str| {
        let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=1e7).contains(seconds))?;
        Some((seconds * 1000.0).round() as i64)
    };
    let both = milliseconds(initial).zip(milliseconds(increment));
    both.map(|(initial, increment)| TimeControl { initial, increment })
        .ok_or_else(|| "expected seconds and an increment such as 900+5".into())
}

/// A parser for the name of a player.
pub(super) fn player_name(text: &str) -> Result<String, String> {
    if NAMES.contains(&text) { Ok(text.to_owned()) } else { Err(format!("expected one of {}", NAMES.join(", "))) }
}

/// A player of the library.
pub(super) struct Seat {
    player: Computer,
    /// Set by an interrupt: he breaks the game off at his next turn.
    stop: Stop,
    /// The time that he took, and for how many turns.
    pub(super) spent: Duration,
    pub(super) turns: u32,
}

enum Computer {
    Random(Random),
    Attacker(Attacker),
    Plywood(Box<Plywood>),
}

impl Seat {
    pub(super) fn new(name: &str, seed: u64, effort: &Effort, stop: &Stop) -> Result<Self, Failure> {
        let player = match name {
            "random" => Computer::Random(Random::new(seed)),
            "attacker" => Computer::Attacker(Attacker::new(seed)),
            "plywood" => {
                let settings = Settings { effort: effort.of_player(), seed, ..Settings::default() };
                let mut player = Plywood::new(settings).map_err(Failure::input)?;
                player.set_stop(stop.clone());
                Computer::Plywood(Box::new(player))
            }
            other => return Err(Failure::input(format!("no player '{other}': expected one of {}", NAMES.join(", ")))),
        };
        Ok(Self { player, stop: stop.clone(), spent: Duration::ZERO, turns: 0 })
    }

    /// What happened to his beliefs in the last game, if he has any.
    pub(super) fn beliefs(&self) -> Option<Statistics> {
        match &self.player {
            Computer::Plywood(player) => Some(player.statistics()),
            _ => None,
        }
    }

    fn player(&mut self) -> &mut dyn Player {
        match &mut self.player {
            Computer::Random(player) => player,
            Computer::Attacker(player) => player,
            Computer::Plywood(player) => &mut **player,
        }
    }

    /// Lets the player do something and books the time.
    fn timed<T>(&mut self, work: impl FnOnce(&mut dyn Player) -> T) -> T {
        let start = Instant::now();
        let result = work(self.player());
        self.spent += start.elapsed();
        result
    }
}

impl Player for Seat {
    fn name(&self) -> String {
        match &self.player {
            Computer::Random(player) => player.name(),
            Computer::Attacker(player) => player.name(),
            Computer::Plywood(player) => player.name(),
        }
    }

    fn game_start(&mut self, side: Side, board: &Board, opponent: &str) -> Result<(), String> {
        self.player().game_start(side, board, opponent)
    }

    fn opponent_moved(&mut self, capture: Option<Square>) -> Result<(), String> {
        self.timed(|player| player.opponent_moved(capture))
    }

    fn choose_sense(&mut self, requests: &[Request], left: Option<i64>) -> Result<Choice<Option<Square>>, String> {
        if self.stop.stopped() {
            return Ok(Choice::Leave);
        }
        self.turns += 1;
        self.timed(|player| player.choose_sense(requests, left))
    }

    fn sensed(&mut self, seen: &[Sensed]) -> Result<(), String> {
        self.timed(|player| player.sensed(seen))
    }

    fn choose_move(&mut self, requests: &[Request], left: Option<i64>) -> Result<Choice<Request>, String> {
        self.timed(|player| player.choose_move(requests, left))
    }

    fn moved(&mut self, requested: Request, outcome: Outcome) -> Result<(), String> {
        self.timed(|player| player.moved(requested, outcome))
    }

    fn game_end(&mut self, end: Option<End>, history: &History) -> Result<(), String> {
        self.player().game_end(end, history)
    }
}
