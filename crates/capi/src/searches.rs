//! Searching for the best move.

use crate::border::{Call, Fault, Status, call, optional_text, put_text, read, text, writable};
use crate::counts::{PlywoodCancel, all_cores, stop_of};
use crate::games::game;
use crate::handle::{Handle, Kind};
use crate::positions::{Held, PlywoodPosition};
use crate::records::PlywoodRecord;
use plywood::core::search::{
    Bound, Driver, Engine, Limits, MAX_DEPTH, Options, Report, SearchError, Stop, mate_distance,
};
use plywood::players::without;
use plywood::{AnyEvaluation, AnyPosition, SearchFault};
use std::ffi::{CString, c_char, c_void};
use std::time::Duration;

/// Who searches: a table, threads, and the devices that pay in a game. One search at a time.
pub type PlywoodEngine = Handle<Searcher>;

/// What an engine handle holds.
pub struct Searcher {
    game: &'static str,
    engine: Engine,
    usual: Options,
    /// The best line of the last search.
    line: Vec<String>,
}

impl Kind for Searcher {
    const WORD: u64 = 0x656e_6967_6e65;
    const NAME: &'static str = "engine";
}

/// When a search ends; a zero is no limit. With no limit at all it goes on until it is solved or stopped.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PlywoodLimits {
    /// Depth in plies, at most 128.
    pub depth: u32,
    /// How many best moves are wanted, each with its line; 0 is 1.
    pub multi_pv: u32,
    /// Nodes; kept exactly by one thread.
    pub nodes: u64,
    /// Seconds after which no new depth is begun.
    pub soft_seconds: f64,
    /// Seconds after which the search is cut short.
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

/// Told of every finished depth, by the calling thread; `line` is the best line, moves with a space between them, and lives during the
/// call. Anything but 0 stops the search.
pub type PlywoodInfo =
    Option<extern "C" fn(report: *const PlywoodReport, line: *const c_char, user: *mut c_void) -> i32>;

/// Says what a position is worth, in hundredths, from the side to move; it must depend on the position alone. All threads of the
/// search call it, at the same time. The position lives during the call, and must not be changed or freed.
pub type PlywoodEvaluate = Option<extern "C" fn(position: *const PlywoodPosition, user: *mut c_void) -> i32>;

/// The evaluation of a C program.
struct Foreign {
    evaluate: extern "C" fn(*const PlywoodPosition, *mut c_void) -> i32,
    user: *mut c_void,
}

// SAFETY: the caller's word (`PlywoodEvaluate`) is that his function may be called by several threads with this pointer.
unsafe impl Sync for Foreign {}

impl AnyEvaluation for Foreign {
    fn evaluate(&self, position: &dyn AnyPosition) -> i32 {
        let handle = Handle::new(Held::new(position.duplicate()));
        (self.evaluate)(&raw const handle, self.user)
    }
}

/// An engine for a game, with a table of `table_megabytes` and `threads` threads (0 = all cores). Free it with
/// `plywood_engine_free`.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_engine_new(
    name: *const c_char,
    table_megabytes: u64,
    threads: u32,
    engine: *mut *mut PlywoodEngine,
) -> Status {
    call(|| {
        let (out, facts) = (Handle::place(engine)?, game(name)?.facts());
        let megabytes = usize::try_from(table_megabytes).unwrap_or(usize::MAX);
        let engine = Engine::new(megabytes).map_err(|fault| Fault::new(Status::NoResources, fault))?;
        let threads = if threads > 0 { threads as usize } else { all_cores() };
        let engine = Engine { options: facts.options, threads, ..engine };
        Handle::hand_out(Searcher { game: facts.name, engine, usual: facts.options, line: Vec::new() }, &out);
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

/// In exact mode (`exact` not 0) the score is that of full minimax; otherwise the devices that pay in the game are on.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_engine_set_exact(engine: *mut PlywoodEngine, exact: u32) -> Status {
    call(|| {
        let mut searcher = Handle::change(engine)?;
        searcher.engine.options = if exact == 0 { searcher.usual } else { Options::EXACT };
        Ok(())
    })
}

/// Switches a device off: `null-move`, `reductions`, `futility`, `probcut` or `aspiration`.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_engine_without(engine: *mut PlywoodEngine, device: *const c_char) -> Status {
    call(|| {
        let device = text(device, "the device")?;
        let mut searcher = Handle::change(engine)?;
        let options = without(searcher.engine.options, device);
        searcher.engine.options =
            options.ok_or_else(|| Fault::new(Status::BadArgument, format!("'{device}' is no device of the search")))?;
        Ok(())
    })
}

/// Searches the position on the board of a record. `moves` are those to look at from the root, with spaces between them; null = all.
/// `evaluate` replaces the evaluation of the game, and `info` hears of every depth; both, `cancel` and `report` may be null. A
/// search that is stopped is not an error: it reports what it has. `user` is given to the functions as it is.
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
        let (limits, moves) = (read(limits, "the limits")?, optional_text(moves, "the moves")?);
        let moves = moves.unwrap_or("").split_whitespace().map(ToOwned::to_owned).collect();
        let stop = stop_of(cancel)?.unwrap_or_default();
        let mut searcher = Handle::change(engine)?;
        searcher.line.clear();
        let record = Handle::look(record)?.look(|record| record.duplicate())?;
        if record.game() != searcher.game {
            let fault = format!("the engine is for {}, the record of {}", searcher.game, record.game());
            return Err(Fault::new(Status::BadArgument, fault));
        }
        let limits = full(limits, moves)?;
        let fixed = limits.hard.is_none() && limits.soft.is_none() && limits.depth < MAX_DEPTH;
        searcher.engine.driver = if fixed { Driver::Abdada } else { Driver::LazySmp };
        let foreign = evaluate.map(|evaluate| Foreign { evaluate, user });
        let found = record.search(
            &searcher.engine,
            foreign.as_ref().map(|foreign| foreign as &dyn AnyEvaluation),
            &limits,
            &stop,
            &mut |report| tell(info, user, report, &stop),
        );
        let found = found.map_err(|fault| Fault::new(status(&fault), fault))?;
        if !report.is_null() {
            writable(report, "report")?.set(PlywoodReport::of(&found));
        }
        searcher.line = found.line;
        Ok(())
    })
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
    Ok(Limits {
        depth: if limits.depth == 0 { MAX_DEPTH } else { limits.depth.min(MAX_DEPTH) },
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
    }
}

/// The best line of the engine's last search: moves with a space between them, the best one first. Empty before.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_engine_line(
    engine: *const PlywoodEngine,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| put_text(&Handle::look(engine)?.line.join(" "), buffer, capacity, required))
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
        put_text(searcher.line.first().map_or("", String::as_str), buffer, capacity, required)
    })
}
