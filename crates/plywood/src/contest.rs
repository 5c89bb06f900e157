//! Two players against each other: games from random openings, each played twice with the colours exchanged, and what
//! the score says.
//!
//! Pairs are independent of each other and are shared out to threads; the numbers are the same for any number of
//! threads, as long as the players are deterministic. A game that reaches the ply limit is unfinished and counts as a draw.
//!
//! Not here: who the players are (`players`), and how a game is written down (`pdn`).

use crate::game::AnyGame;
use crate::pdn;
use crate::players::{Player, PlayerError};
use crate::session::{AnyRecord, Form, RuleChoice, SearchFault, SetupError};
use plywood_core::rng::SplitMix64;
use plywood_core::search::Stop;
use plywood_core::{Outcome, Side};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use thiserror::Error;

/// What is played.
#[derive(Clone, Debug)]
pub struct Contest<'a> {
    /// The two players, as texts (`players`).
    pub players: [&'a str; 2],
    /// Pairs of games.
    pub pairs: usize,
    /// Random plies at the start of each pair.
    pub opening: usize,
    /// Rules of play that are not as usual.
    pub rules: &'a RuleChoice,
    /// Of openings and of random players.
    pub seed: u64,
    /// Plies after the opening at which a game is given up as unfinished.
    pub max_plies: usize,
    /// Games at the same time.
    pub threads: usize,
}

/// Why a contest ended badly.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ContestError {
    /// A player that is none.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The game could not be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A search failed.
    #[error(transparent)]
    Search(#[from] SearchFault),
    /// A move was refused: a fault of the program.
    #[error("{0}")]
    Move(#[from] plywood_core::TextError),
}

/// One finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// Which pair.
    pub pair: usize,
    /// Who had the white pieces: 0 or 1.
    pub white: usize,
    /// The result; `None` when the game was given up.
    pub outcome: Option<Outcome>,
    /// Random plies at its start.
    pub opening: usize,
    /// Its length in plies, the opening included.
    pub plies: usize,
    /// Legal moves in all positions after the opening, together.
    pub choices: usize,
    /// The whole game as PDN.
    pub text: String,
}

impl Played {
    /// What the first player got: 2 for a win, 1 for a draw or an unfinished game, 0.
    pub fn points(&self) -> u32 {
        match self.outcome {
            Some(Outcome::Win(side)) if (side == Side::White) == (self.white == 0) => 2,
            Some(Outcome::Win(_)) => 0,
            Some(Outcome::Draw) | None => 1,
        }
    }
}

impl Contest<'_> {
    /// Looks for faults of the settings before anything is played.
    ///
    /// # Errors
    /// A player that does not exist or does not play this game, or an unknown rule.
    pub fn check(&self, game: &dyn AnyGame) -> Result<(), ContestError> {
        for spec in self.players {
            Player::parse(spec, &game.facts(), self.seed)?;
        }
        game.record(None, self.rules, Form::Native)?;
        Ok(())
    }
}

/// Plays a contest; `report` gets every game as it ends, in any order, and says whether to go on.
///
/// # Errors
/// [`ContestError`].
pub fn play(
    game: &dyn AnyGame,
    contest: &Contest<'_>,
    stop: &Stop,
    report: &mut (dyn FnMut(Played) -> bool + Send),
) -> Result<(), ContestError> {
    contest.check(game)?;
    let (next, report, fault) = (AtomicUsize::new(0), Mutex::new(report), Mutex::new(None));
    let seen = |played: Played| {
        let go_on = report.lock().is_ok_and(|mut report| report(played));
        if !go_on {
            stop.stop();
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..contest.threads.clamp(1, contest.pairs.max(1)) {
            scope.spawn(|| {
                if let Err(error) = play_pairs(game, contest, &next, stop, &seen) {
                    stop.stop();
                    if let Ok(mut fault) = fault.lock() {
                        fault.get_or_insert(error);
                    }
                }
            });
        }
    });
    fault.into_inner().unwrap_or(None).map_or(Ok(()), Err)
}

/// Plays pair after pair with the same two players, until none is left.
fn play_pairs(
    game: &dyn AnyGame,
    contest: &Contest<'_>,
    next: &AtomicUsize,
    stop: &Stop,
    seen: &dyn Fn(Played),
) -> Result<(), ContestError> {
    let [a, b] = contest.players.map(|spec| Player::parse(spec, &game.facts(), contest.seed));
    let mut players = [a?, b?];
    loop {
        let pair = next.fetch_add(1, Relaxed);
        if pair >= contest.pairs || stop.stopped() {
            return Ok(());
        }
        let mut random = SplitMix64::member(contest.seed, pair as u64);
        let opening = opening(game, contest, &mut random, stop)?;
        for white in [0, 1] {
            players.iter_mut().for_each(|player| player.new_game(random.next_u64()));
            let mut record = opening.duplicate();
            let Some(choices) = play_out(&mut *record, &mut players, white, contest, stop)? else {
                return Ok(());
            };
            let names = [contest.players[white], contest.players[1 - white]];
            let text = pdn::write(&*record, game, &[("White", names[0]), ("Black", names[1])], record.outcome());
            let (outcome, plies, opening) = (record.outcome(), record.moves().len(), opening.moves().len());
            seen(Played { pair, white, outcome, opening, plies, choices, text });
        }
    }
}

/// Plays a game to its end or to the ply limit; gives the number of legal moves in all its positions, or nothing when it was
/// stopped.
fn play_out(
    record: &mut dyn AnyRecord,
    players: &mut [Player; 2],
    white: usize,
    contest: &Contest<'_>,
    stop: &Stop,
) -> Result<Option<usize>, ContestError> {
    let last = record.moves().len() + contest.max_plies;
    let mut choices = 0;
    while record.outcome().is_none() && record.moves().len() < last {
        choices += record.legal_moves().len();
        let mover = if record.side_to_move() == Side::White { white } else { 1 - white };
        let chosen = players[mover].choose(record, stop)?;
        if stop.stopped() {
            return Ok(None);
        }
        match chosen {
            Some(mv) => record.play(&mv)?,
            None => break,
        }
    }
    Ok(Some(choices))
}

/// A game of random moves that is not over yet: one that ends within the opening is cut back.
fn opening(
    game: &dyn AnyGame,
    contest: &Contest<'_>,
    random: &mut SplitMix64,
    stop: &Stop,
) -> Result<Box<dyn AnyRecord>, ContestError> {
    let mut record = game.record(None, contest.rules, Form::Native)?;
    for _ in 0..contest.opening {
        let moves = record.legal_moves();
        if moves.is_empty() || stop.stopped() {
            break;
        }
        record.play(&moves[random.below(moves.len())])?;
    }
    while record.outcome().is_some() && record.undo() {}
    Ok(record)
}

/// The score of the first player.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Score {
    /// Games that it won, drew (or left unfinished) and lost.
    pub games: [u32; 3],
    /// Games that were given up, among the draws.
    pub unfinished: u32,
    /// Pairs of games by points, 0 to 4 (half points): what the error is computed from.
    pairs: [u32; 5],
    /// The points of pairs of which one game is missing.
    halves: std::collections::BTreeMap<usize, u32>,
}

impl Score {
    /// Adds a game.
    pub fn add(&mut self, played: &Played) {
        let points = played.points();
        self.games[2 - points as usize] += 1;
        self.unfinished += u32::from(played.outcome.is_none());
        match self.halves.remove(&played.pair) {
            Some(other) => self.pairs[(points + other) as usize] += 1,
            None => {
                self.halves.insert(played.pair, points);
            }
        }
    }

    /// All games.
    pub fn total(&self) -> u32 {
        self.games.iter().sum()
    }

    /// The share of the points, 0 to 1; a half when nothing was played.
    pub fn share(&self) -> f64 {
        let [won, drawn, _] = self.games.map(f64::from);
        if self.total() == 0 { 0.5 } else { (won + drawn / 2.0) / f64::from(self.total()) }
    }

    /// Mean and variance of the share of a pair.
    fn moments(&self) -> Option<(f64, f64, f64)> {
        let n = f64::from(self.pairs.iter().sum::<u32>());
        if n < 2.0 {
            return None;
        }
        let values = self.pairs.iter().enumerate().map(|(points, &count)| (points as f64 / 4.0, f64::from(count)));
        let mean = values.clone().map(|(value, count)| value * count).sum::<f64>() / n;
        let squares = values.map(|(value, count)| (value - mean).powi(2) * count).sum::<f64>();
        Some((n, mean, squares / (n - 1.0)))
    }

    /// Half the width of the 95 % interval of the share, from the spread of the pairs; `None` where all pairs ended alike, so that
    /// there is no spread to tell it from.
    pub fn error(&self) -> Option<f64> {
        let (n, _, variance) = self.moments().filter(|moments| moments.2 > 0.0)?;
        Some(1.96 * (variance / n).sqrt())
    }

    /// The difference in Elo that the share means, with the ends of its 95 % interval (the whole range where there is no error
    /// to tell); infinite where a side has everything.
    pub fn elo(&self) -> (f64, f64, f64) {
        let error = self.error().unwrap_or(1.0);
        let share = self.share();
        (elo(share), elo(share - error), elo(share + error))
    }

    /// The log-likelihood ratio of a difference of `elo1` against one of `elo0`, by the normal approximation over pairs
    /// (a sequential probability ratio test stops at about ±2.94 with 5 % errors).
    pub fn likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        // A tenth of a pair of each kind more: a clean sweep has no spread, and would never be decided.
        let mut smoothed = self.clone();
        smoothed.pairs = self.pairs.map(|count| count * PRIOR + 1);
        let Some((_, mean, variance)) = smoothed.moments() else {
            return 0.0;
        };
        let n = f64::from(self.pairs.iter().sum::<u32>());
        let [s0, s1] = [elo0, elo1].map(|elo| 1.0 / (1.0 + 10f64.powf(-elo / 400.0)));
        n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }
}

/// Parts that a pair of games is counted in where one part is assumed of each result.
const PRIOR: u32 = 10;

fn elo(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    400.0 * (share / (1.0 - share)).log10()
}
