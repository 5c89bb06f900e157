//! Search beside its peer: the same position, evaluation and depth, ours and the crate `minimax`.
//!
//! What is made equal: the evaluation; the depth, which both raise by one from 1; the size of the table, empty at the start of
//! each run; that there is no rule of draws; and the leaves: compulsory captures are played to their end on both sides, and
//! where noisy moves are an offer neither side has a quiescence. What helps the peer: its settings are tried one depth
//! earlier and the fastest are measured; it gets its moves with the best captures first.
//!
//! Ours is measured twice. *Exact* is plain alpha-beta, [`Options::EXACT`], which gives the value of full minimax, as the
//! crate does without a null move. With its *devices*, ours searches as it plays, [`Play::OPTIONS`], and the crate may try
//! the null move where ours does.
//!
//! Times of one thread are processor times. Teams are timed by the clock on the wall, beside what the machine gives: two
//! searches on one thread each, side by side. Where others keep the cores busy, the ratio of processor times says more: twice
//! the time of one thread by the time of both is the speed-up of threads that never wait. That is an upper bound: ours wait for
//! each other at the end of a depth, and small depths are one thread's; those of the crate sleep when they find no
//! work.
//!
//! Not here: how strong the moves are; whether the values are right (the tests of `rival` and of the core say so).

use crate::calm::{Calm, Inner};
use crate::median;
use crate::rival::{self, Settings};
use cpu_time::ProcessTime;
use plywood::{amazons, checkers, dameo, rbc};
use plywood_core::Game;
use plywood_core::rng::SplitMix64;
use plywood_core::search::{
    Engine, Evaluation, Limits, MAX_EVALUATION, NoReferee, Options, Play, Record, Score, SearchGame, Stop,
};
use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

/// The table of either side, in megabytes.
pub const MEGABYTES: usize = 64;

/// Numbers of threads whose nodes are compared with those of one; a machine with fewer cores runs them by turns.
const TEAMS: [usize; 4] = [2, 4, 8, 16];

/// How the positions are made on which teams are timed: trees differ, and a team that is lucky on one of them proves nothing.
const OPENINGS_SEED: u64 = 2026;
const OPENING_PLIES: usize = 6;

/// Positions of a game that are searched by one thread and by two.
pub const TEAM_POSITIONS: usize = 15;

/// On so many of them more threads than two are tried.
const LARGE_TEAM_POSITIONS: usize = 5;

/// The head of the table of serial searches.
pub const SERIAL_HEAD: &str = "\
| position | depth | ours | s | Mnodes | minimax | s | Mnodes | times faster | a node, times faster | same value |
|---|---|---|---|---|---|---|---|---|---|---|";

/// The head of the table of parallel searches.
pub const THREADS_HEAD: &str = "\
| position | search | depth | one thread, s | two threads, s | speed-up | two searches | by processor time | nodes: 2 | 4 | 8 | 16 |
|---|---|---|---|---|---|---|---|---|---|---|---|";

type Fallible<T> = Result<T, Box<dyn Error>>;

/// What something took that began at a position.
type Seconds<'a, P> = dyn Fn(&P) -> Fallible<f64> + 'a;

/// One position of a game, ready to be searched by both.
pub trait Contest {
    /// The game, as the registry names it.
    fn game(&self) -> &str;

    /// The rows of the table of serial searches: exact, and with devices; to `depth` plies instead of its own where one is
    /// given.
    ///
    /// # Errors
    /// When a search of ours fails.
    fn serial(&self, rounds: usize, depth: Option<u8>) -> Fallible<Vec<String>>;

    /// The rows of the table of parallel searches, from so many positions: ours with devices, ours exact, and with `peer` the
    /// crate's.
    ///
    /// # Errors
    /// When a search of ours fails.
    fn threads(&self, positions: usize, peer: bool) -> Fallible<Vec<String>>;
}

/// All positions.
///
/// # Errors
/// When one of them cannot be read.
pub fn contests() -> Fallible<Vec<Box<dyn Contest>>> {
    Ok(vec![
        contest::<checkers::English>("start", None, Depths { serial: 18, devices: 22, exact: 17, rival: 17 })?,
        contest::<checkers::Russian>("start", None, Depths { serial: 16, devices: 22, exact: 17, rival: 16 })?,
        contest::<checkers::International>("start", None, Depths { serial: 15, devices: 20, exact: 16, rival: 15 })?,
        contest::<dameo::Dameo>("start", None, Depths { serial: 8, devices: 16, exact: 8, rival: 8 })?,
        contest::<amazons::Amazons6x6>("start", None, Depths { serial: 4, devices: 8, exact: 4, rival: 4 })?,
        contest::<amazons::Amazons8x8>("start", None, Depths { serial: 3, devices: 7, exact: 3, rival: 3 })?,
        Box::new(Position {
            game: rbc::Board::NAME,
            name: "start, no quiescence",
            position: Calm(rbc::Board::start()),
            evaluation: Inner(rbc::Evaluation),
            devices: <rbc::Board as Play>::OPTIONS,
            depths: Depths { serial: 9, devices: 14, exact: 9, rival: 9 },
        }),
    ])
}

/// To which depths a position is searched: beside the crate on one thread, and by teams, where each search takes a second
/// or more on one thread.
#[derive(Clone, Copy, Debug)]
struct Depths {
    serial: u8,
    devices: u8,
    exact: u8,
    rival: u8,
}

struct Position<P, E> {
    game: &'static str,
    name: &'static str,
    position: P,
    evaluation: E,
    devices: Options,
    depths: Depths,
}

fn contest<P: Play<Evaluation: Clone + 'static>>(
    name: &'static str,
    fen: Option<&str>,
    depths: Depths,
) -> Fallible<Box<dyn Contest>> {
    let position = fen.map_or_else(|| Ok(P::start()), P::parse)?;
    let evaluation = P::Evaluation::default();
    Ok(Box::new(Position { game: P::NAME, name, position, evaluation, devices: P::OPTIONS, depths }))
}

/// What one search took and found.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// Seconds by the clock on the wall.
    wall: f64,
    /// Seconds of processor time, of all threads together.
    processor: f64,
    nodes: f64,
    score: Score,
}

impl Run {
    /// Ratios of teams are those of sums: single trees scatter by a quarter either way.
    fn sum(runs: &[Self], pick: fn(&Self) -> f64) -> f64 {
        runs.iter().map(pick).sum()
    }

    fn median(runs: &[Self], pick: fn(&Self) -> f64) -> f64 {
        median(runs.iter().map(pick))
    }
}

/// Times a search that gives its value and its nodes.
fn timed(search: impl FnOnce() -> Fallible<(Score, u64)>) -> Fallible<Run> {
    let (wall, processor) = (Instant::now(), ProcessTime::now());
    let (score, nodes) = search()?;
    let (wall, processor) = (wall.elapsed().as_secs_f64(), processor.elapsed().as_secs_f64());
    Ok(Run { wall, processor, nodes: nodes as f64, score })
}

impl<P, E> Position<P, E>
where
    P: SearchGame,
    E: Evaluation<P> + Clone + 'static,
{
    fn engine(&self, options: Options, threads: usize) -> Fallible<Engine> {
        Ok(Engine { options, threads, ..Engine::new(MEGABYTES)? })
    }

    /// Runs a search of ours from an empty table.
    fn ours(&self, engine: &Engine, depth: u8) -> Fallible<Run> {
        self.ours_from(&self.position, engine, depth)
    }

    fn ours_from(&self, position: &P, engine: &Engine, depth: u8) -> Fallible<Run> {
        engine.table.clear();
        let record = Record::new(position.clone(), NoReferee);
        let limits = Limits::depth(depth.into());
        timed(|| {
            let report = engine.search(&record, &self.evaluation, &limits, &Stop::default(), &mut |_| {})?;
            Ok((report.score, report.statistics.nodes))
        })
    }

    /// Runs a search of the crate on one thread.
    fn rival(&self, settings: Settings, depth: u8) -> Fallible<Run> {
        let search = rival::serial(&self.position, &self.evaluation, settings, MEGABYTES, depth);
        timed(|| Ok(search.run()))
    }

    /// The fastest settings of the crate, one depth before the one that is measured.
    fn best_settings(&self, depth: u8, all: impl Iterator<Item = Settings>) -> Fallible<Settings> {
        let depth = depth.saturating_sub(1).max(1);
        let mut best = (f64::INFINITY, Settings::PLAIN);
        for settings in all {
            let seconds = self.rival(settings, depth)?.processor;
            eprintln!("{}: minimax, {settings}: {seconds:.3} s to depth {depth}", self.what());
            if seconds < best.0 {
                best = (seconds, settings);
            }
        }
        Ok(best.1)
    }

    fn what(&self) -> String {
        format!("{} {}", self.game, self.name)
    }

    fn serial_row(&self, kind: &str, depth: u8, ours: &[Run], settings: Settings, rival: &[Run]) -> String {
        let ratio =
            |pick: fn(&Run) -> f64| median(ours.iter().zip(rival).map(|(ours, theirs)| pick(theirs) / pick(ours)));
        let (faster, slower_nodes) = (ratio(|run| run.processor), ratio(|run| run.processor / run.nodes));
        let same = ours.iter().zip(rival).all(|(ours, theirs)| same_value(ours.score, theirs.score));
        let of = |runs: &[Run]| {
            let seconds = Run::median(runs, |run| run.processor);
            format!("{seconds:.3} | {:.3}", Run::median(runs, |run| run.nodes) / 1e6)
        };
        let (ours, theirs, same) = (of(ours), of(rival), if same { "yes" } else { "no" });
        let what = self.what();
        format!(
            "| {what} | {depth} | {kind} | {ours} | {settings} | {theirs} | {faster:.1} | {slower_nodes:.1} | {same} |"
        )
    }

    /// The position, and others of the same game: after a few random plies.
    fn openings(&self, count: usize) -> Vec<P> {
        let mut random = SplitMix64::new(OPENINGS_SEED);
        let mut opening = || {
            let mut position = self.position.clone();
            for _ in 0..OPENING_PLIES {
                let moves = all_moves(&position);
                if moves.is_empty() || position.ended().is_some() {
                    break;
                }
                position = position.play(&moves[random.below(moves.len())]);
            }
            position
        };
        std::iter::once(self.position.clone()).chain((1..count).map(|_| opening())).collect()
    }

    /// Two threads beside one, a position a round, and the nodes of larger teams.
    fn team_row(
        &self,
        kind: &str,
        depth: u8,
        rounds: usize,
        search: &mut dyn FnMut(&P, usize) -> Fallible<Run>,
        beside: Option<&Seconds<'_, P>>,
    ) -> Fallible<String> {
        let (mut one, mut two, mut possible) = (Vec::new(), Vec::new(), Vec::new());
        let positions = self.openings(rounds);
        for position in &positions {
            one.push(search(position, 1)?);
            two.push(search(position, 2)?);
            if let (Some(beside), Some(alone)) = (beside, one.last()) {
                possible.push(2.0 * alone.wall / beside(position)?);
            }
        }
        let ratio = |pick: fn(&Run) -> f64| Run::sum(&one, pick) / Run::sum(&two, pick);
        let (speed_up, work) = (ratio(|run| run.wall), 2.0 * ratio(|run| run.processor));
        let possible = if possible.is_empty() { String::new() } else { format!("{:.2}", median(possible.into_iter())) };
        let mut more = Vec::new();
        for threads in TEAMS {
            let runs = if threads == 2 {
                two.clone()
            } else {
                let some = positions.iter().take(LARGE_TEAM_POSITIONS);
                some.map(|position| search(position, threads)).collect::<Fallible<_>>()?
            };
            let ratio = Run::sum(&runs, |run| run.nodes) / Run::sum(&one[..runs.len()], |run| run.nodes);
            more.push(format!("{:+.0} %", 100.0 * (ratio - 1.0)));
        }
        let [one, two] = [&one, &two].map(|runs| Run::sum(runs, |run| run.wall));
        let (what, more) = (self.what(), more.join(" | "));
        Ok(format!(
            "| {what} | {kind} | {depth} | {one:.2} | {two:.2} | {speed_up:.2} | {possible} | {work:.2} | {more} |"
        ))
    }

    fn our_team_row(&self, kind: &str, options: Options, depth: u8, rounds: usize) -> Fallible<String> {
        let alone = [self.engine(options, 1)?, self.engine(options, 1)?];
        // What the machine gives: two searches on one thread each, side by side.
        let beside = |position: &P| -> Fallible<f64> {
            let start = Instant::now();
            let right = std::thread::scope(|scope| {
                let runs =
                    alone.each_ref().map(|engine| scope.spawn(|| self.ours_from(position, engine, depth).is_ok()));
                runs.into_iter().all(|run| run.join().unwrap_or(false))
            });
            if right { Ok(start.elapsed().as_secs_f64()) } else { Err(format!("{}: no result", self.what()).into()) }
        };
        let mut engine = self.engine(options, 1)?;
        let mut search = |position: &P, threads: usize| {
            engine.threads = threads;
            self.ours_from(position, &engine, depth)
        };
        self.team_row(kind, depth, rounds, &mut search, Some(&beside))
    }

    fn their_team_row(&self, rounds: usize) -> Fallible<String> {
        let depth = self.depths.rival;
        let mut search = |position: &P, threads: usize| {
            let search = rival::parallel(position, &self.evaluation, MEGABYTES, depth, threads);
            timed(|| Ok(search.run()))
        };
        self.team_row("minimax", depth, rounds, &mut search, None)
    }
}

fn all_moves<P: SearchGame>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    let _ = position.visit_cold(&mut |mv| {
        moves.push(mv);
        ControlFlow::Continue(())
    });
    moves
}

/// Whether two scores say the same: wins and losses of any distance count as one, since the crate keeps no distance.
fn same_value(ours: Score, theirs: Score) -> bool {
    let decided = |score: Score, bound: Score| if score.abs() > bound { score.signum() } else { 0 };
    match (decided(ours, MAX_EVALUATION), decided(theirs, rival::LARGEST)) {
        (0, 0) => ours == theirs,
        (ours, theirs) => ours == theirs,
    }
}

impl<P, E> Contest for Position<P, E>
where
    P: SearchGame,
    E: Evaluation<P> + Clone + 'static,
{
    fn game(&self) -> &str {
        self.game
    }

    fn serial(&self, rounds: usize, depth: Option<u8>) -> Fallible<Vec<String>> {
        let depth = depth.unwrap_or(self.depths.serial);
        let [exact, devices] = [self.engine(Options::EXACT, 1)?, self.engine(self.devices, 1)?];
        let plain = self.best_settings(depth, Settings::all(false))?;
        let with_pass = || self.best_settings(depth, Settings::all(true));
        let passes = self.devices.null_move.then(with_pass).transpose()?;
        let mut runs = [const { Vec::<Run>::new() }; 4];
        for _ in 0..rounds {
            runs[0].push(self.ours(&exact, depth)?);
            runs[1].push(self.ours(&devices, depth)?);
            let without = self.rival(plain, depth)?;
            runs[2].push(without);
            runs[3].push(passes.map_or(Ok(without), |passes| self.rival(passes, depth))?);
        }
        let [exact, devices, without, with] = &runs;
        Ok(vec![
            self.serial_row("exact", depth, exact, plain, without),
            self.serial_row("devices", depth, devices, passes.unwrap_or(plain), with),
        ])
    }

    fn threads(&self, positions: usize, peer: bool) -> Fallible<Vec<String>> {
        let mut rows = vec![
            self.our_team_row("ours, devices", self.devices, self.depths.devices, positions)?,
            self.our_team_row("ours, exact", Options::EXACT, self.depths.exact, positions)?,
        ];
        if peer {
            rows.push(self.their_team_row(positions)?);
        }
        Ok(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood::registry;
    use plywood_core::search::win_in;

    #[test]
    fn wins_are_the_same_at_any_distance() {
        let theirs = Score::from(minimax::BEST_EVAL);
        assert!(same_value(win_in(3), theirs - 3) && same_value(-win_in(5), -theirs));
        assert!(!same_value(win_in(3), -theirs) && !same_value(12, 13) && !same_value(12, theirs));
    }

    #[test]
    fn every_contest_is_of_a_game_that_exists() -> Fallible<()> {
        let contests = contests()?;
        assert!(contests.len() >= 7);
        contests.iter().try_for_each(|contest| Ok(registry::find(contest.game()).map(drop)?))
    }
}
