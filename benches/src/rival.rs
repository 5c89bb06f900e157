//! The peer for search: our games and evaluations in the traits of the crate `minimax` 0.6.
//!
//! Nothing is kept from it: it gets our keys, cheap copies of positions, moves ordered by what they take, noisy moves
//! where captures are compulsory, an index for its history table, and a null move where the game has one. What it does not take:
//! scores beyond 16 bits, which are clamped just below its wins. That costs nothing in games whose evaluation stays
//! within ±32,666; in RBC it makes all positions equal in which a king can be taken at once, and no other pair.
//!
//! Not here: what is measured (`search`).

use minimax::{BEST_EVAL, IterativeOptions, IterativeSearch, ParallelOptions, ParallelSearch, Strategy, Winner};
use plywood_core::search::{Evaluation, Score, SearchGame, Unrest};
use plywood_core::{Keyed, Outcome, Zobrist};
use std::cmp::Reverse;
use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// The largest evaluation: the crate takes the hundred values below its win for wins some plies away.
pub const LARGEST: Score = BEST_EVAL as Score - 101;

/// How many plies of noisy moves the crate follows at most: as good as all of them.
const QUIESCENCE: u8 = 200;

/// By how much less deeply the crate looks after a null move.
const NULL_MOVE_DEPTH: u8 = 3;

/// The game `P` for the crate; with `PASSES`, the side to move may give up its move where the game allows it.
#[derive(Clone, Copy, Debug)]
pub struct Rival<P, const PASSES: bool>(PhantomData<fn(P)>);

/// A move with its number in the history table; no move is the null move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<M> {
    mv: Option<M>,
    index: u16,
}

impl<M> Step<M> {
    const NULL: Self = Self { mv: None, index: 0 };
}

/// The numbers of moves, one off, since 0 is the null move.
fn step<P: SearchGame>(position: &P, mv: P::Move) -> Step<P::Move> {
    let index = u16::try_from(position.history_index(&mv) % P::HISTORY + 1).unwrap_or(u16::MAX);
    Step { mv: Some(mv), index }
}

/// Best captures first, else in generation order.
fn order<P: SearchGame>(position: &P, moves: &mut [Step<P::Move>]) {
    let gain = |step: &Step<P::Move>| step.mv.map_or(0, |mv| position.gain(&mv));
    if moves.len() > 1 && moves.iter().any(|step| gain(step) > 0) {
        moves.sort_by_key(|step| Reverse(gain(step)));
    }
}

fn winner<P: SearchGame>(position: &P, outcome: Outcome) -> Winner {
    match outcome {
        Outcome::Draw => Winner::Draw,
        Outcome::Win(side) if side == position.side_to_move() => Winner::PlayerToMove,
        Outcome::Win(_) => Winner::PlayerJustMoved,
    }
}

impl<P: SearchGame, const PASSES: bool> minimax::Game for Rival<P, PASSES> {
    type S = Keyed<P>;
    type M = Step<P::Move>;

    fn generate_moves(state: &Keyed<P>, moves: &mut Vec<Step<P::Move>>) -> Option<Winner> {
        let position = state.position();
        if let Some(outcome) = position.ended() {
            return Some(winner(position, outcome));
        }
        let _ = position.visit_cold(&mut |mv| {
            moves.push(step(position, mv));
            ControlFlow::Continue(())
        });
        order(position, moves);
        moves.is_empty().then(|| winner(position, position.stuck()))
    }

    fn apply(state: &mut Keyed<P>, step: Step<P::Move>) -> Option<Keyed<P>> {
        match step.mv {
            Some(mv) => Some(state.play(&mv, Zobrist::standard())),
            None => state.position().pass().map(|passed| Keyed::new(passed, Zobrist::standard())),
        }
    }

    // Asked once for each position where the depth has run out, and nowhere else.
    fn get_winner(state: &Keyed<P>) -> Option<Winner> {
        visit();
        let position = state.position();
        let outcome = position.ended().or_else(|| (!position.any()).then(|| position.stuck()))?;
        Some(winner(position, outcome))
    }

    // Asked once for each position above that depth.
    fn zobrist_hash(state: &Keyed<P>) -> u64 {
        visit();
        state.key() as u64
    }

    // Where the crate is not to pass it still needs such a move, to fill its table of countermoves with.
    fn null_move(state: &Keyed<P>) -> Option<Step<P::Move>> {
        (!PASSES || state.position().pass().is_some()).then_some(Step::NULL)
    }

    fn table_index(step: Step<P::Move>) -> u16 {
        step.index
    }

    fn max_table_index() -> u16 {
        u16::try_from(P::HISTORY).unwrap_or(u16::MAX)
    }
}

/// An evaluation of ours for the crate.
#[derive(Debug)]
pub struct Judge<P, E, const PASSES: bool>(E, PhantomData<fn(P)>);

impl<P, E: Clone, const PASSES: bool> Clone for Judge<P, E, PASSES> {
    fn clone(&self) -> Self {
        Self(self.0.clone(), PhantomData)
    }
}

impl<P: SearchGame, E: Evaluation<P>, const PASSES: bool> minimax::Evaluator for Judge<P, E, PASSES> {
    type G = Rival<P, PASSES>;

    fn evaluate(&self, state: &Keyed<P>) -> minimax::Evaluation {
        self.0.evaluate(state.position()).clamp(-LARGEST, LARGEST) as minimax::Evaluation
    }

    fn generate_noisy_moves(&self, state: &Keyed<P>, moves: &mut Vec<Step<P::Move>>) {
        let position = state.position();
        if position.unrest() == Unrest::Calm {
            return;
        }
        let _ = position.visit_noisy(&mut |mv| {
            moves.push(step(position, mv));
            ControlFlow::Continue(())
        });
        order(position, moves);
    }
}

/// How the crate looks for the value of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// The whole window, null windows below it: its default.
    Whole,
    /// First 50 hundredths around the last value, as ours.
    Aspiration,
    /// Null windows alone, MTD(f) (Plaat 1995).
    Mtdf,
}

/// Settings of the crate that change its speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Countermoves first (Uiterwijk 1992).
    pub countermoves: bool,
    /// Moves in the order of its history table.
    pub history: bool,
    /// How it looks for the value.
    pub window: Window,
    /// Whether it tries the null move; for games whose null move is sound enough.
    pub null_move: bool,
}

impl Settings {
    /// The crate as it comes.
    pub const PLAIN: Self = Self { countermoves: false, history: false, window: Window::Whole, null_move: false };

    /// All there are, the defaults of the crate first; `null_move` in all of them or in none.
    pub fn all(null_move: bool) -> impl Iterator<Item = Self> {
        let windows = [Window::Whole, Window::Aspiration, Window::Mtdf];
        let tables = [(false, false), (true, false), (false, true), (true, true)];
        tables.into_iter().flat_map(move |(countermoves, history)| {
            windows.map(|window| Self { countermoves, history, window, null_move })
        })
    }

    /// The options with a table of `megabytes`.
    fn options(self, megabytes: usize) -> IterativeOptions {
        let mut options =
            IterativeOptions::new().with_table_byte_size(megabytes << 20).with_quiescence_search_depth(QUIESCENCE);
        if self.countermoves {
            options = options.with_countermoves();
        }
        if self.history {
            options = options.with_countermove_history();
        }
        if self.null_move {
            options = options.with_null_move_depth(NULL_MOVE_DEPTH);
        }
        match self.window {
            Window::Whole => options,
            Window::Aspiration => options.with_aspiration_window(50),
            Window::Mtdf => options.with_mtdf(),
        }
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            (self.countermoves, "countermoves"),
            (self.history, "history"),
            (self.window == Window::Aspiration, "aspiration"),
            (self.window == Window::Mtdf, "MTD(f)"),
            (self.null_move, "null move"),
        ];
        let named: Vec<&str> = names.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
        f.write_str(if named.is_empty() { "defaults" } else { "" })?;
        f.write_str(&named.join(", "))
    }
}

/// A search of the crate, ready to be run once.
pub struct Prepared<'a> {
    run: Box<dyn FnOnce() -> Score + Send + 'a>,
}

impl Prepared<'_> {
    /// Searches; gives the value of the root and the positions visited, those of quiescence included. The tallies are
    /// those of the process, so that two searches wait for each other.
    pub fn run(self) -> (Score, u64) {
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = take_visits();
        let score = (self.run)();
        (score, take_visits())
    }
}

/// A search by one thread: `IterativeSearch`.
pub fn serial<'a, P, E>(position: &P, evaluation: &E, settings: Settings, megabytes: usize, depth: u8) -> Prepared<'a>
where
    P: SearchGame,
    E: Evaluation<P> + Clone + 'a,
{
    if settings.null_move {
        return serial_with::<P, E, true>(position, evaluation, settings, megabytes, depth);
    }
    serial_with::<P, E, false>(position, evaluation, settings, megabytes, depth)
}

fn serial_with<'a, P, E, const PASSES: bool>(
    position: &P,
    evaluation: &E,
    settings: Settings,
    megabytes: usize,
    depth: u8,
) -> Prepared<'a>
where
    P: SearchGame,
    E: Evaluation<P> + Clone + 'a,
{
    let state = Keyed::new(position.clone(), Zobrist::standard());
    let judge = Judge::<P, E, PASSES>(evaluation.clone(), PhantomData);
    let mut search = IterativeSearch::new(judge, settings.options(megabytes));
    search.set_max_depth(depth);
    let run = Box::new(move || {
        search.choose_move(&state);
        search.root_value().into()
    });
    Prepared { run }
}

/// A search by several threads: `ParallelSearch`, young brothers wait on rayon. There are no settings to choose: it knows neither
/// MTD(f) nor aspiration, and never makes the tables of countermoves and history, even where they are asked for.
pub fn parallel<'a, P, E>(position: &P, evaluation: &E, megabytes: usize, depth: u8, threads: usize) -> Prepared<'a>
where
    P: SearchGame,
    E: Evaluation<P> + Clone + 'static,
{
    let state = Keyed::new(position.clone(), Zobrist::standard());
    let judge = Judge::<P, E, false>(evaluation.clone(), PhantomData);
    let team = ParallelOptions::new().with_num_threads(threads);
    let mut search = ParallelSearch::new(judge, Settings::PLAIN.options(megabytes), team);
    search.set_max_depth(depth);
    let run = Box::new(move || {
        search.choose_move(&state);
        search.root_value().into()
    });
    Prepared { run }
}

// The crate reports no nodes of quiescence, and a parallel search none at all: they are counted here, by each thread for
// itself, so that counting costs it no more than a few instructions.

static TALLIES: Mutex<Vec<Arc<AtomicU64>>> = Mutex::new(Vec::new());

thread_local! {
    static TALLY: Arc<AtomicU64> = enlist();
}

fn enlist() -> Arc<AtomicU64> {
    let tally = Arc::new(AtomicU64::new(0));
    TALLIES.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&tally));
    tally
}

fn visit() {
    // Nobody else writes to it during a search.
    TALLY.with(|tally| tally.store(tally.load(Relaxed) + 1, Relaxed));
}

/// The positions visited since the last call, by all threads.
fn take_visits() -> u64 {
    let mut tallies = TALLIES.lock().unwrap_or_else(PoisonError::into_inner);
    let visits = tallies.iter().map(|tally| tally.swap(0, Relaxed)).sum();
    tallies.retain(|tally| Arc::strong_count(tally) > 1);
    visits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calm::{Calm, Inner};
    use plywood::{amazons, checkers, dameo, rbc};
    use plywood_core::Game;
    use plywood_core::search::{NoReferee, Play, Record, minimax};

    /// The crate must find the value of full minimax with our quiescence: the wrapper hides nothing and adds nothing.
    fn agrees<P: SearchGame, E: Evaluation<P> + Clone + 'static>(position: &P, evaluation: &E, depth: u8) {
        let (values, _) = minimax(&Record::new(position.clone(), NoReferee), evaluation, depth.into());
        let best = values.iter().map(|&(_, value)| value).max();
        for settings in Settings::all(false) {
            let (value, visits) = serial(position, evaluation, settings, 1, depth).run();
            assert_eq!(Some(value), best, "{settings} at depth {depth} of {position:?}");
            assert!(visits > u64::from(depth));
        }
        let (value, _) = parallel(position, evaluation, 1, depth, 2).run();
        assert_eq!(Some(value), best, "two threads at depth {depth} of {position:?}");
    }

    fn agrees_from<P: Play<Evaluation: Clone + 'static>>(fen: &str, depth: u8) {
        let position = P::parse(fen).expect("a position of these tests");
        agrees(&position, &P::Evaluation::default(), depth);
    }

    #[test]
    fn the_value_is_that_of_minimax() {
        agrees_from::<checkers::English>(&checkers::English::start().text(), 5);
        agrees_from::<checkers::International>("W:W31-35,37,40,42,45:B6,9,14-16,18,22,24", 4);
        agrees_from::<dameo::Dameo>("W:Wa1,c3,d3,e4,h2:Ba8,c6,d5,f7", 3);
        agrees_from::<amazons::Amazons4x4>(&amazons::Amazons4x4::start().text(), 2);
    }

    #[test]
    fn without_quiescence_leaves_are_equal_in_games_of_optional_captures() {
        let open = rbc::Board::parse("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4");
        agrees(&Calm(open.expect("a position of these tests")), &Inner(rbc::Evaluation), 2);
    }
}
