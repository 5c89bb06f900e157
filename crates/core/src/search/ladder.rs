//! The ladder, for any game: full minimax = young brothers wait = alpha-beta with any table = every driver on any number
//! of threads.
//!
//! A kit for tests, as [`conformance`](crate::conformance) is for rules: each game climbs it with one line. Positions come from random
//! games under the game's own rules of play; they are valued by its own evaluation and by one derived from a hash, which
//! has few values, so that ties are everywhere and any mistake of order shows.

use super::minimax::minimax_within;
use super::order::{Order, Picker, Ranked};
use super::score::settled;
use super::{
    Driver, Engine, Evaluation, Limits, Options, Play, Record, Referee, RuleSet, Score, SearchGame, Stop,
    TranspositionTable, Valued, brothers::young_brothers_wait,
};
use crate::position::{Position, Unique};
use crate::rng::SplitMix64;
use crate::text::Game;
use crate::zobrist::{Planes, Zobrist};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// How far to climb.
#[derive(Clone, Copy, Debug)]
pub struct Climb {
    /// Random positions to look at.
    pub positions: u32,
    /// Plies of the random games, at most.
    pub plies: usize,
    /// The depths searched: 1 to this.
    pub depth: u32,
    /// Positions of full minimax, at most ([`rung`]).
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
        let record = Record::new(start.clone(), P::referee(RuleSet::standard(P::RULES)));
        let record = random_game(record, climb.plies, &mut random);
        for depth in 1..=climb.depth {
            compared += rung(&record, &Values::<P>::own(), depth, climb.nodes)?;
            compared += rung(&record, &Values::<P>::Few, depth, climb.nodes)?;
        }
    }
    Ok(compared)
}

/// Perft to depth 2 through the search's own order of moves, with a history that has learned something, is perft.
///
/// # Errors
/// The two numbers and the position.
fn every_move_is_picked<P: SearchGame + Game>(position: &P) -> Result<(), String> {
    let picked = picked_perft(position, 2, &mut Order::new::<P>());
    let counted = if position.ended().is_some() { 0 } else { position.count2() };
    if picked == counted {
        Ok(())
    } else {
        Err(format!("{picked} leaves through the picker instead of {counted} of {}", position.text()))
    }
}

fn picked_perft<P: SearchGame>(position: &P, depth: u32, order: &mut Order) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    if position.ended().is_none() {
        let _ = position.visit_cold(&mut |mv| {
            let (index, rank) = (moves.len() as u16, order.rank(position, &mv, None));
            moves.push(Ranked { mv, index, rank });
            ControlFlow::Continue(())
        });
    }
    let (mut picker, mut leaves, mut last) = (Picker::new(), 0, None);
    while let Some((_, ranked)) = picker.pick(&mut moves) {
        leaves += picked_perft(&position.play(&ranked.mv), depth - 1, order);
        last = Some(ranked);
    }
    // As if the last move had cut off after all others had not: the next lists come in another order.
    if let Some(best) = last {
        order.reward(position, &best, &moves[..moves.len() - 1], depth as i32, None);
    }
    leaves
}

/// The game goes on for at most `plies` random moves under all its rules of play, but not to its end.
pub fn random_game<P: SearchGame, R: Referee<P>>(
    mut record: Record<P, R>,
    plies: usize,
    random: &mut SplitMix64,
) -> Record<P, R> {
    for _ in 0..random.below(plies + 1) {
        if record.play_random(Unique, random).is_some() {
            break;
        }
        if record.outcome().is_some() {
            record.undo();
            break;
        }
    }
    record
}

/// By what the ladder values positions: one type for both, because every type compiles the searches of a game once more.
#[derive(Clone, Copy, Debug)]
pub enum Values<P: Play> {
    /// The game's own evaluation.
    Own(P::Evaluation),
    /// [`few_values`].
    Few,
}

impl<P: Play> Values<P> {
    /// The game's own evaluation, as it is by default.
    pub fn own() -> Self {
        Self::Own(P::Evaluation::default())
    }
}

impl<P: Play> Evaluation<P> for Values<P> {
    fn evaluate(&self, position: &P) -> Score {
        match self {
            Self::Own(evaluation) => evaluation.evaluate(position),
            Self::Few => few_values(position),
        }
    }
}

/// One of four values that depend on nothing but the position: ties are everywhere.
pub fn few_values<P: Position>(position: &P) -> Score {
    (position.planes().key(Zobrist::standard()) >> 64) as Score & 3
}

/// Compares all searches of one position to one depth; gives the number of comparisons, 0 for a game that is over. Where full minimax would
/// visit more than `nodes` positions (captures without end), young brothers wait is the measure, which is
/// compared with minimax everywhere else.
///
/// # Errors
/// The first difference, with the position.
pub fn rung<P, R, E>(record: &Record<P, R>, evaluation: &E, depth: u32, nodes: u64) -> Result<u64, String>
where
    P: SearchGame + Game,
    R: Referee<P>,
    E: Evaluation<P>,
{
    if record.outcome().is_some() {
        return Ok(0);
    }
    every_move_is_picked(record.position())?;
    let best = young_brothers_wait(record, evaluation, depth);
    let fault = |who: &str, what: Score| {
        let text = record.position().text();
        format!("{who}: {what}, young brothers wait: {best}, depth {depth} of {text} after {:?}", record.moves())
    };
    let values = minimax_within(record, evaluation, depth, nodes).map(|found| found.0);
    let highest = values.as_ref().and_then(|values| values.iter().map(|value| value.1).max());
    if highest.is_some_and(|highest| highest != best) {
        return Err(fault("minimax", highest.unwrap_or_default()));
    }
    let mut compared = 1;
    for setting in Setting::all() {
        agrees(record, evaluation, depth, setting, best, values.as_deref())?;
        compared += 1;
    }
    Ok(compared)
}

/// One way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Lines of the table, at least 1.
    pub lines: usize,
    /// Threads, at least 1.
    pub threads: usize,
    /// How they share the work.
    pub driver: Driver,
}

impl Setting {
    /// Those that a [`rung`] compares.
    fn all() -> Vec<Self> {
        let mut settings = Vec::new();
        for driver in [Driver::Abdada, Driver::LazySmp] {
            for threads in [1, 2, 4] {
                settings.extend([1, 7, 4096].map(|lines| Self { lines, threads, driver }));
            }
        }
        settings
    }

    /// An engine that searches so; its threads share every tree, however small.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn engine(self, options: Options) -> Result<Engine, String> {
        let table = TranspositionTable::with_lines(self.lines).ok_or("no memory for a table")?;
        Ok(Engine { table, options, threads: self.threads, driver: self.driver, share_after: 0 })
    }
}

/// Compares one search of one position with full minimax; `false` where minimax would visit more than `nodes` positions or the game
/// is over.
///
/// # Errors
/// The difference, with the position.
pub fn check_search<P, R, E>(
    record: &Record<P, R>,
    evaluation: &E,
    depth: u32,
    nodes: u64,
    setting: Setting,
) -> Result<bool, String>
where
    P: SearchGame + Game,
    R: Referee<P>,
    E: Evaluation<P>,
{
    if record.outcome().is_some() {
        return Ok(false);
    }
    let Some((values, _)) = minimax_within(record, evaluation, depth, nodes) else { return Ok(false) };
    let best = values.iter().map(|value| value.1).max().ok_or("minimax gives no move")?;
    agrees(record, evaluation, depth, setting, best, Some(&values))?;
    Ok(true)
}

/// Whether a search in exact mode gives the value `best` and, where the values of all moves are known, a move that has it.
fn agrees<P, R, E>(
    record: &Record<P, R>,
    evaluation: &E,
    depth: u32,
    setting: Setting,
    best: Score,
    values: Option<&[Valued<P::Move>]>,
) -> Result<(), String>
where
    P: SearchGame + Game,
    R: Referee<P>,
    E: Evaluation<P>,
{
    let fault = |what: &str, score: Score| {
        let text = record.position().text();
        Err(format!(
            "{setting:?}: {what} {score} instead of {best}, depth {depth} of {text} after {:?}",
            record.moves()
        ))
    };
    let report = setting
        .engine(Options::EXACT)?
        .search(record, evaluation, &Limits::depth(depth), &Stop::default(), &mut |_| {})
        .map_err(|error| format!("{setting:?}: {error}"))?;
    if report.depth < depth && !settled(report.score, report.depth) {
        return fault(&format!("only depth {}, value", report.depth), report.score);
    }
    if report.score != best {
        return fault("the value", report.score);
    }
    let Some(values) = values else { return Ok(()) };
    match values.iter().find(|value| Some(&value.0) == report.line.first()) {
        Some(&(_, value)) if value == best => Ok(()),
        Some(&(_, value)) => fault(&format!("the move {:?}, worth", report.line.first()), value),
        None => fault("no legal move for", report.score),
    }
}
