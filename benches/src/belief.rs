//! Beliefs of RBC: how fast they grow and answer, on beliefs of the recorded games.
//!
//! Times of one thread are processor times, in turn with a plain belief: one hash set, filled board by board, as one
//! would write it first. Threads are compared in wall time, and with what the machine gives.
//!
//! Not here: whether the sizes are right; that is `belief-sizes`, and the tests.

use crate::median;
use cpu_time::ThreadTime;
use plywood::rbc::belief::{Belief, BeliefError, Options};
use plywood::rbc::history::{History, Turn};
use plywood::rbc::{Board, HISTORIES, Identity, SUITE, check_belief};
use plywood_core::{Position, Side};
use std::collections::HashSet;
use std::error::Error;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

/// Events of each row, at most; fewer where they are long.
const ROUNDS: usize = 9;

/// Work of one measurement, in boards: small beliefs are worked through several times.
const WORK: usize = 100_000;

/// A belief with the opponent to move, and what happens next.
pub struct Stage {
    /// The belief.
    pub belief: Belief,
    /// The opponent's turn, which captures nothing.
    pub opponent: Turn,
    /// The player's own turn after it.
    pub own: Turn,
}

impl Stage {
    /// The stage of the recorded games whose size is nearest to `size`, by its ratio.
    pub fn near(size: usize) -> Result<Self, Box<dyn Error>> {
        let mut best: Option<Self> = None;
        let off = |belief: &Belief| (belief.len() as f64 / size as f64).ln().abs();
        for (_, json) in HISTORIES {
            let turns = History::parse(json)?.replay()?;
            for side in Side::BOTH {
                let mut belief = Belief::start_with(side, Options { threads: 2, ..Options::default() });
                for (n, turn) in turns.iter().enumerate() {
                    tell(&mut belief, turn)?;
                    if belief.len() > 3 * size || belief.is_empty() {
                        break;
                    }
                    let (Some(opponent), Some(own)) = (turns.get(n + 1), turns.get(n + 2)) else { break };
                    let quiet = turn.side == side && opponent.outcome.capture.is_none();
                    if quiet && best.as_ref().is_none_or(|best| off(&belief) < off(&best.belief)) {
                        best = Some(Self { belief: belief.clone(), opponent: opponent.clone(), own: own.clone() });
                    }
                }
            }
        }
        best.ok_or_else(|| format!("no belief of about {size} boards").into())
    }

    fn grown(&self, threads: usize) -> Result<Belief, BeliefError> {
        let mut belief = self.belief.clone();
        belief.set_options(Options { threads, ..belief.options() });
        belief.opponent(self.opponent.outcome.capture)?;
        Ok(belief)
    }

    /// Seconds by the clock that the event takes so many times, copies of the belief not counted.
    fn seconds(&self, threads: usize, times: usize) -> Result<f64, BeliefError> {
        let mut seconds = 0.0;
        for _ in 0..times {
            let mut belief = self.belief.clone();
            belief.set_options(Options { threads, ..belief.options() });
            let start = Instant::now();
            belief.opponent(self.opponent.outcome.capture)?;
            seconds += start.elapsed().as_secs_f64();
            black_box(belief);
        }
        Ok(seconds)
    }
}

/// All that a player is told of a turn.
fn tell(belief: &mut Belief, turn: &Turn) -> Result<(), BeliefError> {
    if turn.side != belief.side() {
        return belief.opponent(turn.outcome.capture);
    }
    belief.sensed(turn.sense, &turn.seen)?;
    belief.moved(turn.request, turn.outcome.taken, turn.outcome.capture)
}

/// What the opponent makes of some boards, as one would write it first.
fn plain(boards: &[Board], side: Side) -> HashSet<Identity> {
    let mut next = HashSet::new();
    for board in boards.iter().filter(|board| board.ended().is_none()) {
        let _ = board.visit(|taken| {
            if taken.and_then(|mv| board.capture_square(&mv)).is_none() {
                let after = board.play(&taken);
                if after.has_king(side) {
                    next.insert(after.identity());
                }
            }
            ControlFlow::Continue(())
        });
    }
    next
}

/// Millions of boards a second of processor time.
fn speed(boards: usize, times: usize, mut work: impl FnMut()) -> f64 {
    let start = ThreadTime::now();
    (0..times).for_each(|_| work());
    (boards * times) as f64 / start.elapsed().as_secs_f64().max(1e-9) / 1e6
}

/// The tables of `belief`: events, then questions.
///
/// # Errors
/// A history that does not replay, or an event that fails.
pub fn tables() -> Result<(), Box<dyn Error>> {
    let stages = [1_000, 10_000, 120_000, 1_000_000].map(Stage::near);
    let stages = stages.into_iter().collect::<Result<Vec<_>, _>>()?;
    println!(
        "| boards | after the opponent's move | M boards/s | plain hash set | ratio | with the sense | histories | \
         two threads | two processes |\n|---|---|---|---|---|---|---|---|---|"
    );
    for stage in &stages {
        println!("{}", events(stage)?);
    }
    println!(
        "\n| boards | senses, M board-squares/s | requests, M boards/s | marginals, M boards/s | bytes a board |\n\
         |---|---|---|---|---|"
    );
    for stage in &stages {
        println!("{}", questions(stage)?);
    }
    Ok(())
}

fn events(stage: &Stage) -> Result<String, Box<dyn Error>> {
    let belief = &stage.belief;
    let (boards, after) = (belief.len(), stage.grown(1)?.len());
    let (times, side) = (WORK.div_ceil(boards), belief.side());
    let all: Vec<Board> = belief.boards().collect();
    let counted = Belief::from_boards(side, all.iter().copied(), Options { histories: true, ..Options::default() })?;
    let counted = Stage { belief: counted, opponent: stage.opponent.clone(), own: stage.own.clone() };
    let rounds = ROUNDS.min(3_000_000 / (boards * times)).max(3);
    let mut figures = Vec::new();
    for _ in 0..rounds {
        let ours = speed(boards, times, || _ = black_box(stage.grown(1)));
        let plain = speed(boards, times, || _ = black_box(plain(&all, side)));
        let fused = speed(boards, times, || {
            let mut belief = belief.clone();
            belief.set_options(Options::default());
            let (capture, own) = (stage.opponent.outcome.capture, &stage.own);
            drop(black_box(belief.opponent_and_sensed(capture, own.sense, &own.seen)));
        });
        let histories = speed(boards, times, || _ = black_box(counted.grown(1)));
        let (alone, shared) = (stage.seconds(1, times)?, stage.seconds(2, times)?);
        let beside = std::thread::scope(|scope| {
            let other = scope.spawn(|| stage.seconds(1, times));
            let own = stage.seconds(1, times)?;
            Ok::<_, Box<dyn Error>>(own.max(other.join().map_err(|_| "an event that panicked")??))
        })?;
        figures.push([ours, plain, ours / plain, fused, histories, alone / shared, 2.0 * alone / beside]);
    }
    let figure = |n: usize| median(figures.iter().map(|figures| figures[n]));
    let cells: Vec<String> = (0..7).map(|n| format!("{:.2}", figure(n))).collect();
    Ok(format!("| {boards} | {after} | {} |", cells.join(" | ")))
}

fn questions(stage: &Stage) -> Result<String, Box<dyn Error>> {
    let belief = stage.grown(1)?;
    let boards = belief.len();
    let times = WORK.div_ceil(boards);
    let mut figures = Vec::new();
    for _ in 0..ROUNDS.min(3_000_000 / boards).max(3) {
        figures.push([
            64.0 * speed(boards, times, || _ = black_box(belief.senses())),
            speed(boards, times, || _ = black_box(belief.requests())),
            speed(boards, times, || _ = black_box(belief.marginals())),
        ]);
    }
    let figure = |n: usize| median(figures.iter().map(|figures| figures[n]));
    let bytes = belief.memory() as f64 / boards as f64;
    Ok(format!("| {boards} | {:.0} | {:.1} | {:.1} | {bytes:.1} |", figure(0), figure(1), figure(2)))
}

/// Every size of the recorded games up to the first above `most`, on so many threads.
///
/// # Errors
/// The first size that is wrong.
pub fn sizes(most: u64, threads: usize) -> Result<(), Box<dyn Error>> {
    println!("| game | events | s |\n|---|---|---|");
    for line in SUITE.iter().flat_map(|file| file.lines()) {
        let row: serde_json::Value = serde_json::from_str(line)?;
        if row["kind"] != "belief" {
            continue;
        }
        let start = Instant::now();
        let events = check_belief(&row, most, threads)?;
        println!("| {} | {events} | {:.1} |", row["name"].as_str().unwrap_or_default(), start.elapsed().as_secs_f64());
    }
    Ok(())
}
