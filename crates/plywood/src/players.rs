//! Who plays: an engine within its limits, a random mover, a greedy one, or a function of the 6x6 report; and how such a
//! player is written in one word.
//!
//! `engine` or `depth=8,hash=64,off=reductions` | `random` | `greedy` | `F1:4` (the function, and how many plies it looks
//! ahead). Not here: people, who are the front end's business, and the games that players play (`contest`).

use crate::game::GameFacts;
use crate::session::{AnyRecord, SearchFault};
use plywood_checkers::seed::Function;
use plywood_core::rng::SplitMix64;
use plywood_core::search::{Engine, Limits, Options, Stop, TableError};
use std::ops::RangeInclusive;
use std::time::Duration;
use thiserror::Error;

/// Depth of an engine that is given no limit at all.
const DEFAULT_DEPTH: u32 = 6;
/// Table of an engine that is given none, in megabytes.
const DEFAULT_HASH: usize = 16;

/// A player.
#[derive(Debug)]
#[non_exhaustive]
pub enum Player {
    /// Searches within limits.
    Engine(Box<Engine>, Limits<String>),
    /// Plays any legal move.
    Random(SplitMix64),
    /// Looks one ply ahead: an engine of depth 1 that breaks ties at random.
    Greedy(Box<Engine>, SplitMix64),
    /// A player of the 6x6 report and its depth.
    Function(Function, u32),
}

/// Why a text names no player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// A word that is no setting.
    #[error(
        "'{0}' is no player: expected engine, random, greedy, F1:DEPTH, F2:DEPTH or settings such as depth=8, nodes=N, \
         time=SECONDS, hash=MB, threads=N, exact, off=DEVICE, futility=N, probcut=N, aspiration=N"
    )]
    Word(String),
    /// A setting whose value cannot be read.
    #[error("'{0}': expected {1}")]
    Value(String, &'static str),
    /// The functions of the 6x6 report in another family.
    #[error("'{player}' does not play {game}: it knows draughts alone")]
    Function {
        /// The function.
        player: String,
        /// The game.
        game: &'static str,
    },
    /// The memory of a table.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// The devices that `off=` names.
pub const DEVICES: [&str; 5] = ["null-move", "reductions", "futility", "probcut", "aspiration"];

/// The options with one device off; `None` when there is no such device.
pub fn without(options: Options, device: &str) -> Option<Options> {
    Some(match device {
        "null-move" => Options { null_move: false, ..options },
        "reductions" => Options { reductions: false, ..options },
        "futility" => Options { futility: 0, ..options },
        "probcut" => Options { probcut: 0, ..options },
        "aspiration" => Options { aspiration: 0, ..options },
        _ => return None,
    })
}

impl Player {
    /// The player that `spec` describes, in a game with these facts; `seed` is for what it does at random.
    ///
    /// # Errors
    /// [`PlayerError`] names the word and what was expected.
    ///
    /// # Example
    /// ```
    /// use plywood::{Form, players::Player, registry, core::search::Stop};
    /// let game = registry::find("english")?;
    /// let mut player = Player::parse("depth=5,hash=1", &game.facts(), 1)?;
    /// let record = game.record(None, &[], Form::Native)?;
    /// assert!(player.choose(&*record, &Stop::default())?.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(spec: &str, facts: &GameFacts, seed: u64) -> Result<Self, PlayerError> {
        match spec {
            "random" => return Ok(Self::Random(SplitMix64::new(seed))),
            "greedy" => {
                let engine = Engine { options: Options::EXACT, ..Engine::new(1)? };
                return Ok(Self::Greedy(Box::new(engine), SplitMix64::new(seed)));
            }
            _ => {}
        }
        let (name, depth) = spec.split_once(':').unwrap_or((spec, "4"));
        if let Some(function) = Function::named(name) {
            if !facts.functions {
                return Err(PlayerError::Function { player: spec.into(), game: facts.name });
            }
            let depth = number(spec, depth, 1..=64, "a depth from 1 to 64")? as u32;
            return Ok(Self::Function(function, depth));
        }
        Self::engine(spec, facts)
    }

    fn engine(spec: &str, facts: &GameFacts) -> Result<Self, PlayerError> {
        let mut limits = Limits::depth(plywood_core::search::MAX_DEPTH);
        let exact = spec.split(',').any(|word| word == "exact");
        let mut options = if exact { Options::EXACT } else { facts.options };
        let (mut hash, mut threads, mut limited) = (DEFAULT_HASH, 1, false);
        let mut seen = Vec::new();
        for word in spec.split(',').filter(|word| *word != "engine") {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            if name != "off" && seen.contains(&name) {
                return Err(PlayerError::Value(word.into(), "each setting once"));
            }
            seen.push(name);
            match name {
                "depth" => limits.depth = number(word, value, 1..=128, "a depth from 1 to 128")? as u32,
                "nodes" => limits.nodes = number(word, value, 1..=u64::MAX, "a number of nodes")?,
                "time" => {
                    let time = seconds(value).ok_or(PlayerError::Value(word.into(), SECONDS))?;
                    (limits.soft, limits.hard) = (Some(time / 2), Some(time));
                }
                "hash" => hash = number(word, value, 0..=1 << 20, "megabytes from 0 to 1048576")? as usize,
                "threads" => threads = number(word, value, 1..=1024, "a number of threads from 1 to 1024")? as usize,
                "futility" => options.futility = number(word, value, 0..=100_000, "a margin in hundredths")? as i32,
                "probcut" => options.probcut = number(word, value, 0..=100_000, "a margin in hundredths")? as i32,
                "aspiration" => {
                    options.aspiration = number(word, value, 0..=100_000, "half a width in hundredths")? as i32;
                }
                "exact" if value.is_empty() => {}
                "off" => {
                    options = without(options, value).ok_or_else(|| {
                        PlayerError::Value(word.into(), "null-move, reductions, futility, probcut or aspiration")
                    })?;
                }
                _ => return Err(PlayerError::Word(word.into())),
            }
            limited |= matches!(name, "depth" | "nodes" | "time");
        }
        if !limited {
            limits.depth = DEFAULT_DEPTH;
        }
        let engine = Engine { options, threads, ..Engine::new(hash)? };
        Ok(Self::Engine(Box::new(engine), limits))
    }

    /// The move that the player makes; `None` when the game is over. A stop makes an engine move at once.
    ///
    /// # Errors
    /// When a thread of the search fails.
    pub fn choose(&mut self, record: &dyn AnyRecord, stop: &Stop) -> Result<Option<String>, SearchFault> {
        if record.outcome().is_some() {
            return Ok(None);
        }
        match self {
            Self::Engine(engine, limits) => {
                // With a clock running, a forced move is not thought about.
                let forced = limits.soft.and_then(|_| only_move(record));
                if forced.is_some() {
                    return Ok(forced);
                }
                let report = record.search(engine, None, limits, stop, &mut |_| {})?;
                Ok(report.line.into_iter().next())
            }
            Self::Random(random) => Ok(any(record.legal_moves(), random)),
            Self::Greedy(engine, random) => {
                let moves = record.legal_moves();
                let limits = Limits { multi_pv: moves.len(), ..Limits::depth(1) };
                // In exact mode the moves come best first, each after a look at all that are left: after the best ones it is enough.
                let (mut best, mut equals, enough) = (None, Vec::new(), Stop::default());
                record.search(engine, None, &limits, &enough, &mut |report| {
                    if *best.get_or_insert(report.score) == report.score {
                        equals.extend(report.line.first().cloned());
                    } else {
                        enough.stop();
                    }
                    if stop.stopped() {
                        enough.stop();
                    }
                })?;
                Ok(any(equals, random))
            }
            Self::Function(function, depth) => Ok(record.pick(function, *depth, stop)),
        }
    }

    /// Forgets the game before; what is done at random begins anew with `seed`.
    pub fn new_game(&mut self, seed: u64) {
        match self {
            Self::Engine(engine, _) => engine.table.clear(),
            Self::Greedy(engine, random) => {
                engine.table.clear();
                *random = SplitMix64::new(seed);
            }
            Self::Random(random) => *random = SplitMix64::new(seed),
            Self::Function(..) => {}
        }
    }
}

/// The move that has to be made, where there is no choice.
fn only_move(record: &dyn AnyRecord) -> Option<String> {
    let mut moves = record.legal_moves();
    if moves.len() == 1 { moves.pop() } else { None }
}

fn any(moves: Vec<String>, random: &mut SplitMix64) -> Option<String> {
    if moves.is_empty() {
        return None;
    }
    let chosen = random.below(moves.len());
    moves.into_iter().nth(chosen)
}

fn number(word: &str, value: &str, range: RangeInclusive<u64>, expected: &'static str) -> Result<u64, PlayerError> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or(PlayerError::Value(word.into(), expected))
}

/// What [`seconds`] reads, in words.
pub const SECONDS: &str = "seconds from 0.001 to 2592000";

/// A time in seconds, from a thousandth to a month; `None` for anything else.
pub fn seconds(text: &str) -> Option<Duration> {
    let time = text.parse().ok().filter(|time: &f64| (0.001..=2_592_000.0).contains(time));
    time.map(Duration::from_secs_f64)
}
