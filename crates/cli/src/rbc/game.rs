//! `plywood rbc game`: games between two players of the library, their score, and every game saved.

use super::seat::{Effort, Seat, TermsArguments, player_name};
use crate::args::{ThreadArguments, whole};
use crate::contest::progress;
use crate::failure::Failure;
use crate::output::Output;
use crate::watch;
use clap::Args;
use plywood::core::Side;
use plywood::core::rng::SplitMix64;
use plywood::core::search::Stop;
use plywood::rbc::arbiter::{Played, play};
use plywood::rbc::history::reason_name;
use plywood::rbc::players::Statistics;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::mpsc;
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
pub(crate) struct GameArguments {
    /// Who has White: random, attacker or plywood
    #[arg(long, value_name = "PLAYER", value_parser = player_name)]
    white: String,
    /// Who has Black
    #[arg(long, value_name = "PLAYER", value_parser = player_name)]
    black: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1..=10_000_000), allow_negative_numbers = true)]
    games: u32,
    /// Change colours after every game: the score stays that of the player named first
    #[arg(long)]
    swap: bool,
    /// The seed: with it and a fixed effort the games are the same everywhere
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Save every game in this directory as game-NUMBER.json; it is made if there is none
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    terms: TermsArguments,
    #[command(flatten)]
    threads: ThreadArguments,
    /// One JSON object a game, and one for all
    #[arg(long)]
    json: bool,
}

/// A game that is over. Players are numbered as they are named: 0 had White in the first game.
struct Finished {
    /// Its number, from 0.
    number: u32,
    /// Who had White.
    white: usize,
    played: Played,
    seats: [Counts; 2],
}

/// What a player needed for a game, or for all.
#[derive(Clone, Copy, Default)]
struct Counts {
    turns: u32,
    spent: Duration,
    /// What happened to his beliefs; nothing where he has none.
    beliefs: Statistics,
}

pub(crate) fn run(arguments: &GameArguments, output: &mut Output<impl Write>) -> Result<(), Failure> {
    let stop = watch::stop_on_interrupt()?;
    if let Some(directory) = &arguments.save {
        std::fs::create_dir_all(directory).map_err(|fault| Failure::unwritable(directory, &fault))?;
    }
    let mut tally = Tally::default();
    let result = all(arguments, &stop, |finished| {
        if let Some(directory) = &arguments.save {
            save(directory, &finished)?;
        }
        tally.add(&finished);
        if arguments.json {
            output.line(object(arguments, &finished))?;
        }
        progress(&format!("{} of {}: {}", tally.total(), arguments.games, tally.standing()));
        Ok(())
    });
    if let Err(failure) = result {
        stop.stop();
        return Err(failure);
    }
    progress("");
    let interrupted = stop.stopped();
    if arguments.json {
        output.line(tally.object(arguments, !interrupted))?;
    } else {
        tally.write(arguments, interrupted, output)?;
    }
    if interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Plays all games, several at a time, and gives them to `seen` in order; games that were broken off are left out.
fn all(
    arguments: &GameArguments,
    stop: &Stop,
    mut seen: impl FnMut(Finished) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let next = AtomicU32::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads.number().min(arguments.games as usize) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let number @ 0.. = next.fetch_add(1, Relaxed)
                    && number < arguments.games
                    && !stop.stopped()
                    && sender.send(one(arguments, number, stop)).is_ok()
                {}
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut wanted = 0;
        for finished in receiver {
            let finished = finished.inspect_err(|_| stop.stop())?;
            waiting.insert(finished.number, finished);
            while let Some(finished) = waiting.remove(&wanted) {
                wanted += 1;
                if finished.played.end.is_some() {
                    seen(finished).inspect_err(|_| stop.stop())?;
                }
            }
        }
        Ok(())
    })
}

fn one(arguments: &GameArguments, number: u32, stop: &Stop) -> Result<Finished, Failure> {
    let mut seeds = SplitMix64::member(arguments.seed, number.into());
    let white = usize::from(arguments.swap && number % 2 == 1);
    let names = [&arguments.white, &arguments.black];
    let mut seat = |player: usize| Seat::new(names[player], seeds.next_u64(), &arguments.effort, stop);
    let (mut first, mut second) = (seat(white)?, seat(1 - white)?);
    let start = Instant::now();
    let played = play(&mut first, &mut second, arguments.terms.terms(), &mut || start.elapsed().as_millis() as i64);
    let played = played.map_err(|halted| Failure::input(format!("game {}: {halted}", number + 1)))?;
    let mut seats = [&first, &second].map(|seat| Counts {
        turns: seat.turns,
        spent: seat.spent,
        beliefs: seat.beliefs().unwrap_or_default(),
    });
    if white == 1 {
        seats.reverse();
    }
    Ok(Finished { number, white, played, seats })
}

fn save(directory: &Path, finished: &Finished) -> Result<(), Failure> {
    let path = directory.join(format!("game-{:04}.json", finished.number + 1));
    std::fs::write(&path, finished.played.history.json()).map_err(|fault| Failure::unwritable(&path, &fault))
}

impl Finished {
    /// The side of the player named first.
    fn side(&self) -> Side {
        Side::BOTH[self.white]
    }

    /// What the player named first got, in half points.
    fn points(&self) -> usize {
        match self.played.end.and_then(|end| end.winner) {
            None => 1,
            Some(winner) => 2 * usize::from(winner == self.side()),
        }
    }

    fn turns(&self) -> usize {
        let moves = &self.played.history.requested_moves;
        moves.white.len() + moves.black.len()
    }

    fn reason(&self) -> &'static str {
        self.played.end.map_or("", |end| reason_name(end.reason))
    }
}

fn object(arguments: &GameArguments, finished: &Finished) -> Value {
    let names = [&arguments.white, &arguments.black];
    let end = finished.played.end;
    json!({
        "game": finished.number + 1, "white": names[finished.white], "black": names[1 - finished.white],
        "winner": end.and_then(|end| end.winner).map(|side| side.name().to_lowercase()),
        "reason": finished.reason(), "turns": finished.turns(),
    })
}

/// All games so far.
#[derive(Default)]
struct Tally {
    /// Games that the player named first lost, drew, won.
    games: [u32; 3],
    reasons: BTreeMap<(&'static str, &'static str), u32>,
    turns: usize,
    seats: [Counts; 2],
}

impl Tally {
    fn add(&mut self, finished: &Finished) {
        self.games[finished.points()] += 1;
        let result = ["lost", "drawn", "won"][finished.points()];
        *self.reasons.entry((result, finished.reason())).or_default() += 1;
        self.turns += finished.turns();
        for (sum, counts) in self.seats.iter_mut().zip(finished.seats) {
            sum.add(counts);
        }
    }

    fn total(&self) -> u32 {
        self.games.iter().sum()
    }

    fn share(&self) -> f64 {
        let [_, drawn, won] = self.games.map(f64::from);
        if self.total() == 0 { 0.5 } else { (won + drawn / 2.0) / f64::from(self.total()) }
    }

    /// The 95 % interval of the share (Wilson 1927): it has a width even where all games ended alike. A draw counts as half a win and
    /// half a loss, which makes the interval wider than it is.
    fn interval(&self) -> (f64, f64) {
        const Z: f64 = 1.96;
        let (n, share) = (f64::from(self.total().max(1)), self.share());
        let middle = share + Z * Z / (2.0 * n);
        let width = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        (((middle - width) / scale).max(0.0), ((middle + width) / scale).min(1.0))
    }

    fn standing(&self) -> String {
        let [lost, drawn, won] = self.games;
        let (low, high) = self.interval();
        format!("+{won} ={drawn} -{lost}, {:.1} % ({:.1} to {:.1})", 100.0 * self.share(), 100.0 * low, 100.0 * high)
    }

    fn write(
        &self,
        arguments: &GameArguments,
        interrupted: bool,
        output: &mut Output<impl Write>,
    ) -> Result<(), Failure> {
        let mark = if interrupted { " (incomplete: interrupted)" } else { "" };
        output.line(format_args!("{} against {}: {}{mark}", arguments.white, arguments.black, self.standing()))?;
        for ((result, reason), count) in &self.reasons {
            output.line(format_args!("{result} by {reason}: {count}"))?;
        }
        output.line(format_args!("turns {:.1} a game", self.turns as f64 / f64::from(self.total().max(1))))?;
        let same = arguments.white == arguments.black;
        let named = [(&arguments.white, "first"), (&arguments.black, "second")];
        for ((name, place), counts) in named.into_iter().zip(&self.seats) {
            let place = if same { format!(" ({place})") } else { String::new() };
            output.line(format_args!("{name}{place}: {}", counts.text()))?;
        }
        Ok(())
    }

    fn object(&self, arguments: &GameArguments, complete: bool) -> Value {
        let [lost, drawn, won] = self.games;
        let (low, high) = self.interval();
        let reasons =
            self.reasons.iter().map(|((result, reason), n)| json!({"result": result, "reason": reason, "games": n}));
        json!({
            "white": arguments.white, "black": arguments.black, "swap": arguments.swap, "games": self.total(),
            "won": won, "drawn": drawn, "lost": lost, "share": self.share(), "share_low": low, "share_high": high,
            "reasons": reasons.collect::<Vec<_>>(), "turns_mean": self.turns as f64 / f64::from(self.total().max(1)),
            "players": self.seats.iter().map(Counts::object).collect::<Vec<_>>(), "complete": complete,
        })
    }
}

impl Counts {
    fn add(&mut self, other: Self) {
        self.turns += other.turns;
        self.spent += other.spent;
        self.beliefs.turns += other.beliefs.turns;
        self.beliefs.boards += other.beliefs.boards;
        self.beliefs.most = self.beliefs.most.max(other.beliefs.most);
        self.beliefs.mended += other.beliefs.mended;
    }

    /// Boards that he held possible when he moved, on average.
    fn boards(&self) -> f64 {
        self.beliefs.boards as f64 / f64::from(self.beliefs.turns.max(1))
    }

    fn text(&self) -> String {
        let beliefs = match self.beliefs {
            Statistics { turns: 0, .. } => String::new(),
            Statistics { most, mended, .. } => {
                format!(", {:.0} boards in the belief ({most} at most), mended {mended} times", self.boards())
            }
        };
        format!("{:.3} s a turn{beliefs}", self.seconds())
    }

    /// Time for a turn.
    fn seconds(&self) -> f64 {
        self.spent.as_secs_f64() / f64::from(self.turns.max(1))
    }

    fn object(&self) -> Value {
        let mut object = json!({ "turns": self.turns, "seconds_a_turn": self.seconds() });
        if self.beliefs.turns > 0 {
            object["boards_mean"] = json!(self.boards());
            object["boards_most"] = json!(self.beliefs.most);
            object["mended"] = json!(self.beliefs.mended);
        }
        object
    }
}
