//! Searching for the best move.
//!
//! The search runs on a thread of its own; the calling one waits for reports, calls the progress callback and looks at Ctrl-C.

use crate::arguments::{Whole, bad, megabytes, seconds, threads};
use crate::moves::Move;
use crate::node::Node;
use crate::position::Position;
use crate::watch::{EVERY, tell};
use plywood::core::search::{
    Bound as ScoreBound, Driver, Engine, Limits, MAX_DEPTH, Options, Report, Stop, mate_distance,
};
use plywood::{AnyEvaluation, AnyGame, AnyPosition, AnyRecord, SearchFault};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;

/// Stack of the searching thread in bytes: lines may be hundreds of plies long.
const STACK: usize = 16 << 20;

/// What a search found.
#[pyclass(frozen, module = "plywood")]
pub(crate) struct SearchResult {
    /// The position that was searched.
    node: Arc<Node>,
    report: Report<String>,
    /// The same for all best moves that were wanted, this one among them.
    others: Vec<Report<String>>,
}

#[pymethods]
impl SearchResult {
    /// Hundredths of a man, pawn or square, from the side to move. Beyond 900,000,000 lie wins and losses: see `mate`.
    #[getter]
    fn score(&self) -> i32 {
        self.report.score
    }

    /// Plies to the win (positive) or the loss (negative) that the score tells, else None.
    #[getter]
    fn mate(&self) -> Option<i32> {
        mate_distance(self.report.score)
    }

    /// `"exact"`, `"lower"` (the value is at least the score) or `"upper"`.
    #[getter]
    fn bound(&self) -> &'static str {
        match self.report.bound {
            ScoreBound::Exact => "exact",
            ScoreBound::Lower => "lower",
            ScoreBound::Upper => "upper",
        }
    }

    /// The depth that was finished, in plies; 0 when not even the first was.
    #[getter]
    fn depth(&self) -> u32 {
        self.report.depth
    }

    /// The longest line that was looked at, in plies.
    #[getter]
    fn selective_depth(&self) -> u32 {
        self.report.statistics.selective_depth
    }

    /// Which of the best moves this is, from 1.
    #[getter]
    fn rank(&self) -> usize {
        self.report.rank
    }

    /// Positions visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.report.statistics.nodes
    }

    /// Time since the search began.
    #[getter]
    fn seconds(&self) -> f64 {
        self.report.time.as_secs_f64()
    }

    /// The move to play. None when the search was stopped before it had seen one.
    #[getter]
    fn best_move(&self) -> Option<Move> {
        let node = Arc::clone(&self.node);
        let index = node.find(self.report.line.first()?).ok()?;
        Some(Move { node, index })
    }

    /// The best line, the move to play first.
    #[getter]
    fn pv<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (mut node, mut line) = (Arc::clone(&self.node), Vec::with_capacity(self.report.line.len()));
        for text in &self.report.line {
            let index = node.find(text)?;
            let next = node.play(index)?;
            line.push(Bound::new(py, Move { node: std::mem::replace(&mut node, next), index })?);
        }
        PyTuple::new(py, line)
    }

    /// The results of all best moves that were wanted (`multipv`), the best one first.
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let result = |report: &Report<String>| {
            Bound::new(py, Self { node: Arc::clone(&self.node), report: report.clone(), others: self.others.clone() })
        };
        PyTuple::new(py, self.others.iter().map(result).collect::<PyResult<Vec<_>>>()?)
    }

    fn __repr__(&self) -> String {
        let score = match self.mate() {
            Some(mate) => format!("mate={mate}"),
            None => format!("score={}", self.report.score),
        };
        let best = self.report.line.first().map_or("-", String::as_str);
        format!("<SearchResult {best} {score} depth={} nodes={}>", self.report.depth, self.report.statistics.nodes)
    }
}

/// The evaluation of a Python program.
struct Foreign {
    evaluate: Py<PyAny>,
    game: &'static dyn AnyGame,
    stop: Stop,
    /// What the function raised first.
    raised: Mutex<Option<PyErr>>,
}

impl Foreign {
    fn raised(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl AnyEvaluation for Foreign {
    fn evaluate(&self, position: &dyn AnyPosition) -> i32 {
        if self.stop.stopped() {
            return 0;
        }
        let node = Node::new(self.game, position.duplicate());
        let score = Python::attach(|py| self.evaluate.bind(py).call1((Position::at(node),))?.extract::<f64>());
        match score {
            // Beyond the range of scores the cast and the core stop at its ends; what is no number is nothing.
            Ok(score) => score as i32,
            Err(fault) => {
                self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
                self.stop.stop();
                0
            }
        }
    }
}

/// Reports as they come.
struct Found {
    node: Arc<Node>,
    /// Those of the last depth in which all best moves were found, by rank.
    lines: Vec<Report<String>>,
    /// Those of the depth under way.
    coming: Vec<Report<String>>,
}

impl Found {
    fn add(&mut self, report: &Report<String>) {
        if report.rank == 1 {
            self.complete();
        }
        self.coming.push(report.clone());
    }

    /// Takes over what has come, if no move is missing.
    fn complete(&mut self) {
        if self.coming.len() >= self.lines.len() {
            self.lines = std::mem::take(&mut self.coming);
        }
        self.coming.clear();
    }

    fn news(&self, report: Report<String>) -> SearchResult {
        SearchResult { node: Arc::clone(&self.node), others: vec![report.clone()], report }
    }

    /// The result of a search that ended with `last`, which may have been cut short in the middle of a depth. Several best moves
    /// can only be compared where all were searched to the same depth.
    fn result(mut self, last: Report<String>) -> SearchResult {
        self.complete();
        if self.lines.len() < 2 {
            return self.news(last);
        }
        let report = Report { statistics: last.statistics, time: last.time, ..self.lines[0].clone() };
        SearchResult { node: self.node, report, others: self.lines }
    }
}

/// Everything that a search needs.
struct Order {
    engine: Engine,
    limits: Limits<String>,
    evaluation: Option<Foreign>,
    stop: Stop,
}

#[pymethods]
impl Position {
    /// Searches for the best move, within at least one limit: `depth` in plies (at most 128), `nodes`, `time` in seconds.
    ///
    /// `multipv` is how many best moves are wanted, `hash` the size of the table in megabytes, `exact` switches off all that could
    /// change the value of full minimax. `moves` are the only ones to look at. Rules of play count, with the moves of the stack.
    /// `evaluate` replaces the evaluation of the game: it gets a `Position` and returns hundredths from the side to move. `progress` gets a
    /// `SearchResult` for every depth (and each of several best moves); when it returns something true the search ends with what it has.
    #[pyo3(signature = (*, depth=None, nodes=None, time=None, multipv=Whole::from(1), threads=Whole::from(1),
        hash=Whole::from(16), exact=false, moves=None, evaluate=None, progress=None))]
    #[pyo3(
        text_signature = "($self, *, depth=None, nodes=None, time=None, multipv=1, threads=1, hash=16, exact=False, moves=None, \
                             evaluate=None, progress=None)"
    )]
    #[allow(clippy::too_many_arguments)] // they are keywords
    fn search(
        &self,
        py: Python<'_>,
        depth: Option<Whole>,
        nodes: Option<Whole>,
        time: Option<f64>,
        multipv: Whole,
        threads: Whole,
        hash: Whole,
        exact: bool,
        moves: Option<Vec<Bound<'_, PyAny>>>,
        evaluate: Option<Py<PyAny>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<SearchResult> {
        let stop = Stop::default();
        let limits = Limits {
            multi_pv: multipv.within("multipv", 1..=500)? as usize,
            moves: self.texts(moves)?,
            ..limits(depth, nodes, time)?
        };
        let engine = engine(self.game, threads, hash, exact, &limits)?;
        let game = self.game;
        let evaluation =
            evaluate.map(|evaluate| Foreign { evaluate, game, stop: stop.clone(), raised: Mutex::new(None) });
        self.run(py, &Order { engine, limits, evaluation, stop }, progress.as_ref())
    }
}

impl Position {
    /// The texts of moves that must be legal here.
    fn texts(&self, moves: Option<Vec<Bound<'_, PyAny>>>) -> PyResult<Vec<String>> {
        let text = |mv: Bound<'_, PyAny>| match mv.cast::<Move>() {
            Ok(mv) => Ok(self.node().text_of(mv.get().place_in(&self.node())?)),
            Err(_) => Ok(mv.cast::<PyString>()?.to_str()?.to_owned()),
        };
        moves.unwrap_or_default().into_iter().map(text).collect()
    }

    fn run(&self, py: Python<'_>, order: &Order, progress: Option<&Py<PyAny>>) -> PyResult<SearchResult> {
        let record = self.with_record(|record| record.duplicate())?;
        let mut found = Found { node: self.node(), lines: Vec::new(), coming: Vec::new() };
        let mut fault = None;
        let report = py.detach(|| {
            order.carry_out(record, &mut |news| {
                news.iter().for_each(|report| found.add(report));
                if fault.is_none() {
                    fault = look(&found, news, progress, &order.stop).err();
                }
            })
        });
        if let Some(raised) = fault.or_else(|| order.evaluation.as_ref().and_then(Foreign::raised)) {
            return Err(raised);
        }
        // A signal that came after the last look belongs to this call.
        py.check_signals()?;
        Ok(found.result(report?.map_err(bad)?))
    }
}

impl Order {
    /// Searches on a thread of its own and gives every report to `hear`, on this one; nothing at all when none came for a while.
    fn carry_out(
        &self,
        record: Box<dyn AnyRecord>,
        hear: &mut dyn FnMut(Option<Report<String>>),
    ) -> PyResult<Result<Report<String>, SearchFault>> {
        let (tell_report, reports) = channel();
        std::thread::scope(|scope| {
            let search = move || {
                let judge = self.evaluation.as_ref().map(|foreign| foreign as &dyn AnyEvaluation);
                // The other side listens until this one hangs up.
                let mut tell_report = |report: &Report<String>| drop(tell_report.send(report.clone()));
                record.search(&self.engine, judge, &self.limits, &self.stop, &mut tell_report)
            };
            let searching = Builder::new().stack_size(STACK).spawn_scoped(scope, search).map_err(bad)?;
            loop {
                match reports.recv_timeout(EVERY) {
                    Ok(report) => hear(Some(report)),
                    Err(RecvTimeoutError::Timeout) => hear(None),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            Ok(searching.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }
}

/// Looks at signals, and tells the caller the news; what is raised stops the search.
fn look(found: &Found, news: Option<Report<String>>, progress: Option<&Py<PyAny>>, stop: &Stop) -> PyResult<()> {
    let told = Python::attach(|py| match (news, progress) {
        (Some(report), Some(_)) => tell(py, progress, found.news(report)),
        _ => py.check_signals().map(|()| false),
    });
    if !matches!(told, Ok(false)) {
        stop.stop();
    }
    told.map(drop)
}

fn limits(depth: Option<Whole>, nodes: Option<Whole>, time: Option<f64>) -> PyResult<Limits<String>> {
    if depth.is_none() && nodes.is_none() && time.is_none() {
        return Err(bad("a search needs a limit: depth, nodes or time"));
    }
    let mut limits = time.map(seconds).transpose()?.map_or_else(|| Limits::depth(MAX_DEPTH), Limits::time);
    if let Some(depth) = depth {
        limits.depth = depth.within("depth", 1..=MAX_DEPTH.into())? as u32;
    }
    if let Some(nodes) = nodes {
        limits.nodes = nodes.within("nodes", 1..=i64::MAX as u64)?;
    }
    Ok(limits)
}

fn engine(game: &dyn AnyGame, wanted: Whole, hash: Whole, exact: bool, limits: &Limits<String>) -> PyResult<Engine> {
    let engine = Engine::new(megabytes(hash)?).map_err(bad)?;
    // Threads share a tree where the depth is fixed, and only the table where it is not.
    let fixed = limits.depth < MAX_DEPTH && limits.hard.is_none();
    Ok(Engine {
        options: if exact { Options::EXACT } else { game.facts().options },
        threads: threads(wanted)?,
        driver: if fixed { Driver::Abdada } else { Driver::LazySmp },
        ..engine
    })
}
