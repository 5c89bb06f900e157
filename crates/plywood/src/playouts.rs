//! Playouts: whole random games in one call, one of them or many, under all rules of play.
//!
//! At every position each legal move has the same chance; two captures in draughts that are one move count once. In RBC a request
//! is drawn, as a player would who sees nothing, and what becomes of it is played. Games come from a seed and a number alone, so that a
//! batch is the same on every machine and with any number of threads, and each of its games can be played again by itself.
//!
//! Not here: players that think (`players`), and what is done with the record of such a game (`session`).

use crate::game::AnyPosition;
use plywood_core::perft::{Control, Perft};
use plywood_core::rng::SplitMix64;
use plywood_core::search::{Play, Record};
use plywood_core::{Mode, Outcome};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// The most plies that a random game may have: it remembers all its positions.
pub const MAX_PLIES: usize = 100_000;

/// Which random game is played.
///
/// # Example
/// ```
/// use plywood::{Form, playouts::RandomGame, registry};
/// let record = registry::find("amazons-4x4")?.record(None, &[], Form::Native)?;
/// let which = RandomGame { seed: 7, game: 0, max_plies: 100 };
/// let playout = record.playout(which, true);
/// assert!(playout.outcome.is_some() && playout.moves.len() == playout.plies);
/// let mut again = record.duplicate();
/// for mv in &playout.moves {
///     again.play(mv)?;
/// }
/// assert_eq!((again.text(), again.outcome()), (playout.position.text(), playout.outcome));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomGame {
    /// What all games of a batch come from.
    pub seed: u64,
    /// Its number in the batch, from 0.
    pub game: u64,
    /// Plies after which it is given up, at most [`MAX_PLIES`].
    pub max_plies: usize,
}

/// Which random games are played: numbers 0 to `games`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomGames {
    /// What all of them come from.
    pub seed: u64,
    /// How many.
    pub games: u64,
    /// Plies after which each is given up, at most [`MAX_PLIES`].
    pub max_plies: usize,
}

/// A random game.
pub struct Playout {
    /// How it ended; none when it was given up.
    pub outcome: Option<Outcome>,
    /// How many plies were played.
    pub plies: usize,
    /// The position at its end.
    pub position: Box<dyn AnyPosition>,
    /// The moves, where they were asked for. RBC: the moves taken, which are requests too and become the same.
    pub moves: Vec<String>,
}

/// What random games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PlayoutCounts {
    /// Games that were played.
    pub games: u64,
    /// Those that White and Black have won.
    pub wins: [u64; 2],
    /// Those that nobody has won.
    pub draws: u64,
    /// Those that were given up.
    pub unfinished: u64,
    /// The plies of all of them.
    pub plies: u64,
}

impl PlayoutCounts {
    fn add(&mut self, outcome: Option<Outcome>, plies: usize) {
        self.games += 1;
        self.plies += plies as u64;
        match outcome {
            Some(Outcome::Win(side)) => self.wins[side.index()] += 1,
            Some(Outcome::Draw) => self.draws += 1,
            None => self.unfinished += 1,
        }
    }

    fn join(&mut self, other: &Self) {
        self.games += other.games;
        self.wins[0] += other.wins[0];
        self.wins[1] += other.wins[1];
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.plies += other.plies;
    }

    /// The mean length of a game in plies; 0 when there is none.
    pub fn mean_plies(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.plies as f64 / self.games as f64 }
    }
}

/// How random games of `G` are played: to the end, so many plies, or a stop.
pub(crate) type PlayOut<G> =
    fn(&mut Record<G, <G as Play>::Referee>, usize, &mut SplitMix64, &Control) -> Option<Outcome>;

/// Random games whose moves are the edges of the mode `M`.
pub(crate) fn by_edges<G: Play, M: Mode<G>>() -> PlayOut<G> {
    |record, plies, random, control| record.play_out(M::default(), plies, random, control)
}

/// Goes on with `record` as the game `which` does, and gives its end.
pub(crate) fn go_on<G: Play>(
    play_out: PlayOut<G>,
    record: &mut Record<G, G::Referee>,
    which: RandomGame,
    control: &Control,
) -> Option<Outcome> {
    let mut random = SplitMix64::member(which.seed, which.game);
    play_out(record, which.max_plies.min(MAX_PLIES), &mut random, control)
}

/// Games that a thread takes at a time: some of them cost less than a microsecond.
const TAKEN: u64 = 16;

/// Plays all `games` from `record` on; those that a stop of `control` cut short are not counted.
pub(crate) fn count<G: Play>(
    play_out: PlayOut<G>,
    record: &Record<G, G::Referee>,
    games: &RandomGames,
    perft: &Perft,
    control: &Control,
) -> PlayoutCounts {
    control.set_progress(0.0);
    let (next, all) = (AtomicU64::new(0), Mutex::new(PlayoutCounts::default()));
    perft.on_every_thread(&|| {
        let (mut record, begun) = (record.clone(), record.moves().len());
        let mut counts = PlayoutCounts::default();
        'taking: loop {
            let first = next.fetch_add(TAKEN, Relaxed);
            if first >= games.games {
                break;
            }
            for game in first..games.games.min(first.saturating_add(TAKEN)) {
                let which = RandomGame { seed: games.seed, game, max_plies: games.max_plies };
                let outcome = go_on(play_out, &mut record, which, control);
                if control.stopped() {
                    break 'taking;
                }
                counts.add(outcome, record.moves().len() - begun);
                record.cut(begun);
            }
            control.set_progress(first as f64 / games.games as f64);
        }
        all.lock().unwrap_or_else(PoisonError::into_inner).join(&counts);
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}
