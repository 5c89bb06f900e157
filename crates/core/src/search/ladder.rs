//! The ladder, for any game: full minimax = young brothers wait = alpha-beta with any table = every driver on any number
//! of threads.
//!
//! A kit for tests, as [`conformance`](crate::conformance) is for rules: each game climbs it with one line. Positions come from random
//! games under the game's own rules of play; they are valued by its own evaluation and by one derived from a hash, which
//! has few values, so that ties are everywhere and any mistake of order shows.

use super::minimax::minimax_within;
use super::{
    Driver, Engine, Evaluation, Limits, Options, Play, Record, RuleSet, Score, Stop, TranspositionTable,
    brothers::young_brothers_wait,
};
use crate::rng::SplitMix64;
use crate::zobrist::{Planes, Zobrist};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// How far to climb.
#[derive(Clone, Copy, Debug)]
pub struct Climb {
    /// Random positions to look at.
    pub positions: u32,
    /// Plies of the random games, at most.
    pub plies: usize,
    /// The depths searched: 1 to this.
    pub depth: u32,
    /// Positions of full minimax, at most: where it needs more, a shallower search must do.
    pub nodes: u64,
    /// The seed of the random games.
    pub seed: u64,
}

/// Climbs the ladder from random positions of the game `P`; gives the number of comparisons made.
///
/// # Errors
/// The first difference, with the position.
pub fn climb<P: Play>(start: &P, climb: &Climb) -> Result<u64, String> {
    let mut random = SplitMix64::new(climb.seed);
    let mut compared = 0;
    for _ in 0..climb.positions {
        let record = random_game(start, climb.plies, &mut random);
        if record.outcome().is_some() {
            continue;
        }
        for depth in 1..=climb.depth {
            compared += rung(&record, &P::Evaluation::default(), depth, climb.nodes)?;
            compared += rung(&record, &few_values::<P>, depth, climb.nodes)?;
        }
    }
    Ok(compared)
}

/// A game of at most `plies` random moves under all rules of play.
pub fn random_game<P: Play>(start: &P, plies: usize, random: &mut SplitMix64) -> Record<P, P::Referee> {
    let mut record = Record::new(start.clone(), P::referee(RuleSet::standard(P::RULES)));
    for _ in 0..random.below(plies + 1) {
        let moves = record.legal_moves();
        if moves.is_empty() || record.outcome().is_some() {
            break;
        }
        record.play_legal(&moves[random.below(moves.len())]);
    }
    record
}

/// One of four values that depend on nothing but the position.
fn few_values<P: Play>(position: &P) -> Score {
    (position.planes().key(Zobrist::standard()) >> 64) as Score & 3
}

/// Compares all searches of one position to one depth.
fn rung<P: Play, E: Evaluation<P>>(
    record: &Record<P, P::Referee>,
    evaluation: &E,
    depth: u32,
    nodes: u64,
) -> Result<u64, String> {
    let Some((values, _)) = minimax_within(record, evaluation, depth, nodes) else {
        return Ok(0);
    };
    let best = values.iter().map(|value| value.1).max().unwrap_or_default();
    let fault = |who: &str, what: Score| {
        format!("{who}: {what} instead of {best} at depth {depth} of {} after {:?}", record.position().text(), record.moves())
    };
    let brothers = young_brothers_wait(record, evaluation, depth);
    if brothers != best {
        return Err(fault("young brothers wait", brothers));
    }
    let mut compared = 1;
    for (lines, threads, driver) in engines() {
        let who = format!("{driver:?}, {threads} threads, {lines} lines");
        let table = TranspositionTable::with_lines(lines).ok_or("no memory for a table")?;
        let engine = Engine { table, options: Options::EXACT, threads, driver };
        let report = engine
            .search(record, evaluation, &Limits::depth(depth), &Stop::default(), &mut |_| {})
            .map_err(|error| format!("{who}: {error}"))?;
        // A win found within its own distance ends the deepening: it cannot get better.
        if report.score != best && report.depth == depth {
            return Err(fault(&who, report.score));
        }
        let chosen = values.iter().find(|value| Some(&value.0) == report.line.first());
        let Some(&(_, value)) = chosen else {
            return Err(format!("{who}: no legal move in {}", record.position().text()));
        };
        if value != best && report.depth == depth {
            return Err(fault(&format!("{who}: the move {:?}", report.line.first()), value));
        }
        compared += 1;
    }
    Ok(compared)
}

/// Lines of the table, threads and drivers.
fn engines() -> Vec<(usize, usize, Driver)> {
    let mut engines = Vec::new();
    for driver in [Driver::Abdada, Driver::LazySmp] {
        for threads in [1, 2, 4] {
            engines.extend([1, 7, 4096].map(|lines| (lines, threads, driver)));
        }
    }
    engines
}
