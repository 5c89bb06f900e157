//! Searching for the best move.

use crate::border::{Call, Fault, Status, call, optional_text, put_text, read, text, writable};
use crate::cancels::{PlywoodCancel, cancel_of, with_stop};
use crate::games::game;
use crate::handle::{Handle, Kind};
use crate::positions::{Held, PlywoodPosition};
use crate::records::PlywoodRecord;
use crate::resources::{table_bytes, threads, try_threads};
use plywood::core::search::{Bound, Engine, Limits, MAX_DEPTH, Options, Report, SearchError, Stop, mate_distance};
use plywood::players::without;
use plywood::{AnyEvaluation, AnyGame, AnyPosition, Ranks, SearchFault};
use std::ffi::{CString, c_char, c_void};
use std::time::Duration;

/// The deepest search, in plies.
pub const PLYWOOD_MAX_SEARCH_DEPTH: u32 = 128;

// The number is written out, because cbindgen takes over no other.
const _: () = assert!(PLYWOOD_MAX_SEARCH_DEPTH == MAX_DEPTH);

/// Who searches: a table, threads, and the devices that pay in a game. One search at a time.
pub type PlywoodEngine = Handle<Searcher>;

/// What an engine handle holds.
pub struct Searcher {
    game: &'static dyn AnyGame,
    engine: Engine,
    exact: bool,
    /// The devices that were switched off.
    off: Vec<String>,
    /// What the last search found: a report for each of the best moves that were wanted, the best one first.
    found: Vec<Report<String>>,
}

impl Kind for Searcher {
    const WORD: u64 = 0x656e_6967_6e65;
    const NAME: &'static str = "engine";
}

impl Searcher {
    /// The devices of the mode, without those that were switched off.
    fn options(&self) -> Options {
        let all = if self.exact { Options::EXACT } else { self.game.facts().options };
        self.off.iter().fold(all, |options, device| without(options, device).unwrap_or(options))
    }

    /// The report of the best move of this rank, from 1.
    fn ranked(&self, rank: u32) -> Call<&Report<String>> {
        let report = (rank as usize).checked_sub(1).and_then(|index| self.found.get(index));
        let none = || format!("there is no rank {rank}: the last search found {} best moves", self.found.len());
        report.ok_or_else(|| Fault::new(Status::OutOfRange, none()))
    }
}

/// When a search ends; a zero is no limit. With no limit at all it goes on until it is solved or stopped.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PlywoodLimits {
    /// Depth in plies, 1 to `PLYWOOD_MAX_SEARCH_DEPTH`.
    pub depth: u32,
    /// How many best moves are wanted, each with its line: 0 is 1, and more than there are moves is all of them.
    pub multi_pv: u32,
    /// Nodes; kept exactly by one thread.
    pub nodes: u64,
    /// Seconds after which no new depth is begun; not negative.
    pub soft_seconds: f64,
    /// Seconds after which the search is cut short; not negative.
    pub hard_seconds: f64,
}

/// What a search found.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PlywoodReport {
    /// In hundredths of a man, pawn or square, from the side to move.
    pub score: i32,
    /// 1 when the score tells a win or a loss and `mate` its distance, else 0.
    pub decided: u32,
    /// Plies to the win (positive) or the loss (negative).
    pub mate: i32,
    /// 0 = the score is the value, 1 = the value is at least the score, 2 = at most.
    pub bound: u32,
    /// The depth that was finished; 0 when not even the first was.
    pub depth: u32,
    /// The longest line that was looked at.
    pub selective_depth: u32,
    /// Which of the best moves this is, from 1.
    pub rank: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Those among them that were visited after the depth had run out.
    pub quiescence_nodes: u64,
    /// Positions that were found in the table.
    pub table_hits: u64,
    /// Positions whose search the table made unneeded.
    pub table_cutoffs: u64,
    /// Positions that were left before all moves had been tried.
    pub cutoffs: u64,
    /// Those among them that were left after the first move.
    pub first_move_cutoffs: u64,
    /// Seconds since the search began.
    pub seconds: f64,
}

impl PlywoodReport {
    fn of<M>(report: &Report<M>) -> Self {
        let counts = &report.statistics;
        let mate = mate_distance(report.score);
        Self {
            score: report.score,
            decided: mate.is_some().into(),
            mate: mate.unwrap_or(0),
            bound: match report.bound {
                Bound::Exact => 0,
                Bound::Lower => 1,
                Bound::Upper => 2,
            },
            depth: report.depth,
            selective_depth: counts.selective_depth,
            rank: report.rank as u32,
            nodes: counts.nodes,
            quiescence_nodes: counts.quiescence_nodes,
            table_hits: counts.table_hits,
            table_cutoffs: counts.table_cutoffs,
            cutoffs: counts.cutoffs,
            first_move_cutoffs: counts.first_move_cutoffs,
            seconds: report.time.as_secs_f64(),
        }
    }
}

/// Told of every finished depth and of each of the best moves that are wanted, by the calling thread. `line` is the line of that move, moves
/// with a space between them; `report` and `line` live during the call. Anything but 0 stops this search, and nothing else.
pub type PlywoodInfo =
    Option<extern "C" fn(report: *const PlywoodReport, line: *const c_char, user: *mut c_void) -> i32>;

/// Says what a position is worth, in hundredths, from the side to move; it must depend on the position alone. All threads of the
/// search call it, at the same time. The position lives during the call and can only be looked at: changing or freeing it is
/// `PLYWOOD_STATUS_BAD_HANDLE`.
pub type PlywoodEvaluate = Option<extern "C" fn(position: *const PlywoodPosition, user: *mut c_void) -> i32>;

/// The evaluation of a C program.
struct Foreign {
    game: &'static dyn AnyGame,
    evaluate: extern "C" fn(*const PlywoodPosition, *mut c_void) -> i32,
    user: *mut c_void,
}

// SAFETY: the caller's word (`PlywoodEvaluate`) is that his function may be called by several threads with this pointer.
unsafe impl Sync for Foreign {}

impl AnyEvaluation for Foreign {
    fn evaluate(&self, position: &dyn AnyPosition) -> i32 {
        let handle = Handle::lend(Held::new(self.game, position.duplicate()));
        (self.evaluate)(&raw const handle, self.user)
    }
}

/// An engine for a game, with a table of `table_megabytes` (0 = the smallest there is) and `threads` threads, 1 to `PLYWOOD_MAX_THREADS`
/// (0 = all cores). `PLYWOOD_STATUS_NO_RESOURCES` when the machine does not have them. Free it with `plywood_engine_free`.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_engine_new(
    name: *const c_char,
    table_megabytes: u64,
    threads: u32,
    engine: *mut *mut PlywoodEngine,
) -> Status {
    call(|| {
        let (out, game) = (Handle::place(engine)?, game(name)?);
        let threads = granted(threads)?;
        let megabytes = table_bytes(table_megabytes)? >> 20;
        let engine = Engine::new(megabytes).map_err(|fault| Fault::new(Status::NoResources, fault))?;
        let engine = Engine { options: game.facts().options, threads, ..engine };
        Handle::hand_out(Searcher { game, engine, exact: false, off: Vec::new(), found: Vec::new() }, &out);
        Ok(())
    })
}

/// The threads that are meant, after the system was asked for them.
fn granted(wanted: u32) -> Call<usize> {
    let threads = threads(wanted)?;
    try_threads(threads)?;
    Ok(threads)
}

/// With how many threads the next search is done, as in `plywood_engine_new`. The table stays as it is.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_engine_set_threads(engine: *mut PlywoodEngine, threads: u32) -> Status {
    call(|| {
        let mut searcher = Handle::change(engine)?;
        searcher.engine.threads = granted(threads)?;
        Ok(())
    })
}

/// Frees an engine; null is fine. No search may be under way.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_engine_free(engine: *mut PlywoodEngine) -> Status {
    call(|| Handle::free(engine))
}

/// Forgets everything in the table, as before a new game.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_engine_clear(engine: *mut PlywoodEngine) -> Status {
    call(|| {
        Handle::change(engine)?.engine.table.clear();
        Ok(())
    })
}

/// In exact mode (`exact` not 0) the score is that of full minimax; otherwise the devices that pay in the game are on, but for those
/// that `plywood_engine_without` has switched off.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_engine_set_exact(engine: *mut PlywoodEngine, exact: u32) -> Status {
    call(|| {
        let mut searcher = Handle::change(engine)?;
        searcher.exact = exact != 0;
        searcher.engine.options = searcher.options();
        Ok(())
    })
}

/// Switches a device off for as long as the engine lives: `null-move`, `reductions`, `futility`, `probcut` or `aspiration`.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_engine_without(engine: *mut PlywoodEngine, device: *const c_char) -> Status {
    call(|| {
        let device = text(device, "the device")?;
        let mut searcher = Handle::change(engine)?;
        let none = || Fault::new(Status::BadArgument, format!("'{device}' is no device of the search"));
        without(searcher.engine.options, device).ok_or_else(none)?;
        searcher.off.push(device.to_owned());
        searcher.engine.options = searcher.options();
        Ok(())
    })
}

/// Searches the position on the board of a record. `moves` are those to look at from the root, with spaces between them; null = all, and an
/// empty text, which leaves nothing to search, is `PLYWOOD_STATUS_BAD_ARGUMENT`. `evaluate` replaces the evaluation of the game, and `info`
/// hears of every depth; both, `cancel` and `report` may be null. `user` is given to both functions as it is. A search that is stopped is
/// not an error: it reports what it has. What was found stays in the engine until its next search; a search that is refused changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_search(
    engine: *mut PlywoodEngine,
    record: *const PlywoodRecord,
    limits: *const PlywoodLimits,
    moves: *const c_char,
    evaluate: PlywoodEvaluate,
    info: PlywoodInfo,
    user: *mut c_void,
    cancel: *const PlywoodCancel,
    report: *mut PlywoodReport,
) -> Status {
    call(|| {
        let limits = full(read(limits, "the limits")?, root_moves(moves)?)?;
        let cancel = cancel_of(cancel)?;
        let mut searcher = Handle::change(engine)?;
        let record = Handle::look(record)?.look(|under_way| under_way.record.duplicate())?;
        let game = searcher.game;
        if record.game() != game.name() {
            let fault = format!("the engine is for {}, the record of {}", game.name(), record.game());
            return Err(Fault::new(Status::BadArgument, fault));
        }
        let foreign = evaluate.map(|evaluate| Foreign { game, evaluate, user });
        let evaluation = foreign.as_ref().map(|foreign| foreign as &dyn AnyEvaluation);
        let mut found = Ranks::default();
        let last = with_stop(cancel.as_ref(), |stop| {
            let mut progress = |report: &Report<String>| {
                found.add(report);
                tell(info, user, report, stop);
            };
            record.search(&searcher.engine, evaluation, &limits, stop, &mut progress)
        });
        searcher.found = found.end(last.map_err(|fault| Fault::new(status(&fault), fault))?);
        if !report.is_null() {
            writable(report, "report")?.set(PlywoodReport::of(searcher.ranked(1)?));
        }
        Ok(())
    })
}

/// The moves to look at from the root; none stands for all.
fn root_moves(moves: *const c_char) -> Call<Vec<String>> {
    let Some(moves) = optional_text(moves, "the moves")? else { return Ok(Vec::new()) };
    let moves: Vec<String> = moves.split_whitespace().map(ToOwned::to_owned).collect();
    if moves.is_empty() {
        return Err(Fault::new(Status::BadArgument, "the list of moves is empty: null stands for all moves"));
    }
    Ok(moves)
}

fn tell(info: PlywoodInfo, user: *mut c_void, report: &Report<String>, stop: &Stop) {
    let Some(info) = info else { return };
    let (line, report) = (CString::new(report.line.join(" ")).unwrap_or_default(), PlywoodReport::of(report));
    if info(&raw const report, line.as_ptr(), user) != 0 {
        stop.stop();
    }
}

fn full(limits: &PlywoodLimits, moves: Vec<String>) -> Call<Limits<String>> {
    let seconds = |seconds: f64| match seconds {
        0.0 => Ok(None),
        _ => Duration::try_from_secs_f64(seconds).map(Some).map_err(|fault| Fault::new(Status::BadArgument, fault)),
    };
    if limits.depth > MAX_DEPTH {
        let fault = format!("depth {} is above {MAX_DEPTH}", limits.depth);
        return Err(Fault::new(Status::BadArgument, fault));
    }
    Ok(Limits {
        depth: if limits.depth == 0 { MAX_DEPTH } else { limits.depth },
        nodes: if limits.nodes == 0 { u64::MAX } else { limits.nodes },
        soft: seconds(limits.soft_seconds)?,
        hard: seconds(limits.hard_seconds)?,
        multi_pv: limits.multi_pv.max(1) as usize,
        moves,
    })
}

fn status(fault: &SearchFault) -> Status {
    match fault {
        SearchFault::Move(_) | SearchFault::Search(SearchError::NoSuchMove) => Status::BadMove,
        SearchFault::Search(SearchError::Over) => Status::GameOver,
        SearchFault::Search(SearchError::Worker(_)) => Status::Panic,
        // What later versions add: the text says what it is.
        _ => Status::BadArgument,
    }
}

/// How many best moves the engine's last search found, each with a report and a line: `multi_pv`, or fewer where there are fewer moves or the
/// search was cut short in its first depth. 0 before the first search.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_engine_ranks(engine: *const PlywoodEngine, ranks: *mut u32) -> Status {
    call(|| {
        let out = writable(ranks, "ranks")?;
        out.set(Handle::look(engine)?.found.len() as u32);
        Ok(())
    })
}

/// What the engine's last search found for the best move of rank `rank`, from 1; with several, all are of the same depth.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_engine_report(engine: *const PlywoodEngine, rank: u32, report: *mut PlywoodReport) -> Status {
    call(|| {
        let out = writable(report, "report")?;
        out.set(PlywoodReport::of(Handle::look(engine)?.ranked(rank)?));
        Ok(())
    })
}

/// The line of the best move of rank `rank`, from 1, of the engine's last search: moves with a space between them, the best move first.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_engine_line(
    engine: *const PlywoodEngine,
    rank: u32,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| put_text(&Handle::look(engine)?.ranked(rank)?.line.join(" "), buffer, capacity, required))
}

/// The best move of the engine's last search. Empty before.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_engine_best_move(
    engine: *const PlywoodEngine,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| {
        let searcher = Handle::look(engine)?;
        let best = searcher.found.first().and_then(|report| report.line.first());
        put_text(best.map_or("", String::as_str), buffer, capacity, required)
    })
}
