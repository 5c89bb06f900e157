//! Beliefs of RBC: how fast they grow and answer, on beliefs of the recorded games.
//!
//! Times of one thread are processor times, in turn with a plain belief: one hash set, filled board by board, as one
//! would write it first. Threads are compared in wall time, and with what the machine gives.
//!
//! A small belief has to be worked through several times to be measured. The same event again and again would flatter: the
//! processor learns which way its branches go. So each time another tenth of the boards is missing.
//!
//! Not here: whether the sizes are right; that is `belief-sizes`, and the tests.

use crate::median;
use cpu_time::ThreadTime;
use plywood::rbc::belief::{Belief, BeliefError, Options};
use plywood::rbc::history::{History, Turn};
use plywood::rbc::{Board, HISTORIES, Identity, SUITE, check_belief};
use plywood_core::rng::SplitMix64;
use plywood_core::{Position, Side};
use std::collections::HashSet;
use std::error::Error;
use std::hint::{black_box, spin_loop};
use std::ops::ControlFlow;
use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Release},
};
use std::thread;
use std::time::Instant;

/// Events of each row, at most; fewer where they are long.
const ROUNDS: usize = 9;

/// Work of one measurement, in boards: small beliefs are worked through several times.
const WORK: usize = 400_000;

/// Different beliefs that are made of a small one, at most.
const SAMPLES: usize = 16;

/// Of so many boards one is missing in a sample.
const ONE_OF: usize = 10;

/// Round trips between two threads by which their distance is measured.
const TRIPS: u64 = 20_000;

/// A belief with the opponent to move, and what happens next.
#[derive(Clone)]
pub struct Stage {
    /// The belief.
    pub belief: Belief,
    /// The opponent's turn, which captures nothing.
    pub opponent: Turn,
    /// The player's own turn after it.
    pub own: Turn,
}

impl Stage {
    /// The stage of the recorded games whose size is nearest to `size`, by its ratio; on one thread.
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
        let mut stage = best.ok_or_else(|| format!("no belief of about {size} boards"))?;
        stage.belief.set_options(Options::default());
        Ok(stage)
    }

    fn grown(&self, threads: usize) -> Result<Belief, BeliefError> {
        let mut belief = self.belief.clone();
        belief.set_options(Options { threads, ..belief.options() });
        belief.opponent(self.opponent.outcome.capture)?;
        Ok(belief)
    }

    /// So many stages like this one, each without other boards; the stage itself if one is enough.
    fn samples(&self, count: usize) -> Result<Vec<Self>, BeliefError> {
        if count == 1 {
            return Ok(vec![self.clone()]);
        }
        let sample = |seed| {
            let mut random = SplitMix64::new(seed);
            let boards = self.belief.boards().filter(|_| random.below(ONE_OF) != 0);
            let belief = Belief::from_boards(self.belief.side(), boards, self.belief.options())?;
            Ok(Self { belief, ..self.clone() })
        };
        (0..count as u64).map(sample).collect()
    }
}

/// Seconds by the clock that so many events take, copies of the beliefs not counted.
fn seconds(stages: &[Stage], threads: usize, times: usize) -> Result<f64, BeliefError> {
    let mut seconds = 0.0;
    for stage in stages.iter().cycle().take(times) {
        let mut belief = stage.belief.clone();
        belief.set_options(Options { threads, ..belief.options() });
        let start = Instant::now();
        belief.opponent(stage.opponent.outcome.capture)?;
        seconds += start.elapsed().as_secs_f64();
        black_box(belief);
    }
    Ok(seconds)
}

/// Nanoseconds that a message between two threads takes there and back: some 70 where two cores share a cache, several
/// hundred where they do not, or where a host gives its guest other cores at other times.
fn round_trip() -> f64 {
    let turn = AtomicU64::new(0);
    let await_turn = |n| {
        while turn.load(Acquire) != n {
            spin_loop();
        }
    };
    let start = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            for trip in 0..TRIPS {
                await_turn(2 * trip + 1);
                turn.store(2 * trip + 2, Release);
            }
        });
        for trip in 0..TRIPS {
            turn.store(2 * trip + 1, Release);
            await_turn(2 * trip + 2);
        }
    });
    start.elapsed().as_secs_f64() * 1e9 / TRIPS as f64
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

/// Millions of boards a second of processor time, of work that is done for each stage in turn, so many times in all.
fn speed(stages: &[Stage], times: usize, mut work: impl FnMut(&Stage)) -> f64 {
    let start = ThreadTime::now();
    stages.iter().cycle().take(times).for_each(&mut work);
    let boards: usize = stages.iter().cycle().take(times).map(|stage| stage.belief.len()).sum();
    boards as f64 / start.elapsed().as_secs_f64().max(1e-9) / 1e6
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
         two threads | two processes | there and back, ns |\n|---|---|---|---|---|---|---|---|---|---|"
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
    let (boards, after, side) = (stage.belief.len(), stage.grown(1)?.len(), stage.belief.side());
    let times = WORK.div_ceil(boards);
    let stages = stage.samples(times.min(SAMPLES))?;
    let lists: Vec<Vec<Board>> = stages.iter().map(|stage| stage.belief.boards().collect()).collect();
    let count = |boards: &Vec<Board>| {
        let options = Options { histories: true, ..Options::default() };
        Ok(Stage { belief: Belief::from_boards(side, boards.iter().copied(), options)?, ..stage.clone() })
    };
    let counted = lists.iter().map(count).collect::<Result<Vec<_>, BeliefError>>()?;
    let mut figures = Vec::new();
    for _ in 0..ROUNDS.min(3_000_000 / (boards * times)).max(3) {
        let ours = speed(&stages, times, |stage| _ = black_box(stage.grown(1)));
        let mut lists = lists.iter().cycle();
        let plain = speed(&stages, times, |_| drop(black_box(lists.next().map(|boards| plain(boards, side)))));
        let fused = speed(&stages, times, |Stage { belief, opponent, own }| {
            let mut belief = belief.clone();
            drop(black_box(belief.opponent_and_sensed(opponent.outcome.capture, own.sense, &own.seen)));
        });
        let histories = speed(&counted, times, |stage| _ = black_box(stage.grown(1)));
        let (alone, shared) = (seconds(&stages, 1, times)?, seconds(&stages, 2, times)?);
        let beside = thread::scope(|scope| {
            let other = scope.spawn(|| seconds(&stages, 1, times));
            let own = seconds(&stages, 1, times)?;
            Ok::<_, Box<dyn Error>>(own.max(other.join().map_err(|_| "an event that panicked")??))
        })?;
        figures.push([ours, plain, ours / plain, fused, histories, alone / shared, 2.0 * alone / beside, round_trip()]);
    }
    let figure = |n: usize| median(figures.iter().map(|figures| figures[n]));
    let cells: Vec<String> = (0..7).map(|n| format!("{:.2}", figure(n))).collect();
    Ok(format!("| {boards} | {after} | {} | {:.0} |", cells.join(" | "), figure(7)))
}

fn questions(stage: &Stage) -> Result<String, Box<dyn Error>> {
    let stage = Stage { belief: stage.grown(1)?, ..stage.clone() };
    let boards = stage.belief.len();
    let times = WORK.div_ceil(boards);
    let bytes = stage.belief.memory() as f64 / boards as f64;
    let stages = [stage];
    let mut figures = Vec::new();
    for _ in 0..ROUNDS.min(3_000_000 / boards).max(3) {
        figures.push([
            64.0 * speed(&stages, times, |stage| _ = black_box(stage.belief.senses())),
            speed(&stages, times, |stage| _ = black_box(stage.belief.requests())),
            speed(&stages, times, |stage| _ = black_box(stage.belief.marginals())),
        ]);
    }
    let figure = |n: usize| median(figures.iter().map(|figures| figures[n]));
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
