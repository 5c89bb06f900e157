//! Searching for the best move.
//!
//! The search runs on a thread of its own; the calling one waits for reports, calls the progress callback and looks at Ctrl-C. The table
//! is made before, on another one.

use crate::arguments::{Callback, Real, Whole, bad, megabytes, seconds, threads, unlike};
use crate::exit::{attach, detach};
use crate::moves::Move;
use crate::node::Node;
use crate::position::Position;
use crate::watch::{EVERY, aside, tell};
use plywood::core::perft::STACK;
use plywood::core::search::{Bound as ScoreBound, Engine, Limits, MAX_DEPTH, Options, Report, Stop, mate_distance};
use plywood::{AnyEvaluation, AnyGame, AnyPosition, AnyRecord, Ranks, SearchFault, registry};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

/// What a search found. Results are equal when position, rank, depth, score, bound and line are: nodes and time may differ.
#[pyclass(frozen, module = "plywood")]
pub(crate) struct SearchResult {
    /// The position that was searched.
    node: Arc<Node>,
    report: Report<String>,
    /// The same for all best moves that were wanted, this one among them.
    others: Vec<Report<String>>,
}

/// The result of a search that goes on, or had one best move.
fn news(node: &Arc<Node>, report: Report<String>) -> SearchResult {
    SearchResult { node: Arc::clone(node), others: vec![report.clone()], report }
}

/// What a bound is called.
const BOUNDS: [(ScoreBound, &str); 3] =
    [(ScoreBound::Exact, "exact"), (ScoreBound::Lower, "lower"), (ScoreBound::Upper, "upper")];

fn bound_name(bound: ScoreBound) -> &'static str {
    BOUNDS.iter().find(|(known, _)| *known == bound).map_or("exact", |(_, name)| name)
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
        bound_name(self.report.bound)
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

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let other = other.get();
        finding(&self.report) == finding(&other.report) && self.node.position.same(&*other.node.position)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.node.position.key(), finding(&self.report)).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let rebuild = py.import("plywood._plywood")?.getattr("rebuild_result")?;
        let others = self.others.iter().map(pickled).collect();
        let game = self.node.game.name().to_owned();
        Ok((rebuild, (game, self.node.position.text(), pickled(&self.report), others)))
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

/// What makes results equal, the position left out.
fn finding(report: &Report<String>) -> (usize, u32, i32, &'static str, &[String]) {
    (report.rank, report.depth, report.score, bound_name(report.bound), &report.line)
}

/// A report as pickle keeps it: score, bound, depth, rank, line, nodes, longest line, nanoseconds.
type PickledReport = (i32, String, u32, usize, Vec<String>, u64, u32, u64);

/// Game, position, the report, those of all best moves.
type Pickled = (String, String, PickledReport, Vec<PickledReport>);

fn pickled(report: &Report<String>) -> PickledReport {
    let Report { score, depth, rank, ref line, statistics, time, .. } = *report;
    let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    let bound = bound_name(report.bound).to_owned();
    (score, bound, depth, rank, line.clone(), statistics.nodes, statistics.selective_depth, nanoseconds)
}

fn restored(report: PickledReport) -> PyResult<Report<String>> {
    let (score, name, depth, rank, line, nodes, selective_depth, nanoseconds) = report;
    let bound = BOUNDS.iter().find(|(_, known)| *known == name).map(|(bound, _)| *bound);
    let bound = bound.ok_or_else(|| bad(format!("'{name}' is no bound of a score")))?;
    let mut report = Report::<()>::default().with_line(line);
    (report.score, report.bound, report.depth, report.rank) = (score, bound, depth, rank);
    (report.statistics.nodes, report.statistics.selective_depth) = (nodes, selective_depth);
    report.time = Duration::from_nanos(nanoseconds);
    Ok(report)
}

/// What pickle makes results with.
#[pyfunction]
pub(crate) fn rebuild_result(
    game: &str,
    fen: &str,
    report: PickledReport,
    others: Vec<PickledReport>,
) -> PyResult<SearchResult> {
    let node = Node::read(registry::find(game).map_err(bad)?, Some(fen))?;
    let others = others.into_iter().map(restored).collect::<PyResult<_>>()?;
    Ok(SearchResult { node, report: restored(report)?, others })
}

/// The evaluation of a Python program.
struct Foreign {
    evaluate: Callback,
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
        let score = attach(|py| {
            let score = self.evaluate.0.bind(py).call1((Position::at(node),))?;
            score.extract::<Real>()?.sound("an evaluation")
        });
        match score {
            // Beyond the range of scores the cast and the core stop at its ends.
            Ok(score) => score as i32,
            Err(fault) => {
                self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
                self.stop.stop();
                0
            }
        }
    }
}

/// Everything that a search needs.
struct Order {
    engine: Engine,
    limits: Limits<String>,
    evaluation: Option<Arc<Foreign>>,
    stop: Stop,
}

#[pymethods]
impl Position {
    /// Searches for the best move, within at least one limit: `depth` in plies (at most 128), `nodes`, `time` in seconds.
    ///
    /// `multipv` is how many best moves are wanted, `hash` the size of the table in megabytes, `exact` switches off all that could
    /// change the value of full minimax. `moves`, at least one, are the only ones to look at. Rules of play count, with the moves of the stack.
    /// `evaluate` replaces the evaluation of the game: it gets a `Position`, which has neither a stack nor rules that were switched, and returns
    /// hundredths from the side to move; with several threads they all call it. `progress` gets a `SearchResult` for every depth (and each
    /// of several best moves); when it returns something true the search ends with what it has. Ctrl-C leaves a thread behind that frees
    /// what it holds and ends; with `evaluate` it waits for that.
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
        time: Option<Real>,
        multipv: Whole,
        threads: Whole,
        hash: Whole,
        exact: bool,
        moves: Option<&Bound<'_, PyAny>>,
        evaluate: Option<Callback>,
        progress: Option<Callback>,
    ) -> PyResult<SearchResult> {
        let stop = Stop::default();
        let limits = Limits {
            multi_pv: multipv.within("multipv", 1..=500)? as usize,
            moves: moves.map_or_else(|| Ok(Vec::new()), |moves| self.texts(moves))?,
            ..limits(depth, nodes, time)?
        };
        let engine = engine(py, self.game, threads, hash, exact)?;
        let game = self.game;
        let evaluation =
            evaluate.map(|evaluate| Foreign { evaluate, game, stop: stop.clone(), raised: Mutex::new(None) });
        self.run(py, Order { engine, limits, evaluation: evaluation.map(Arc::new), stop }, progress.as_ref())
    }
}

impl Position {
    /// The texts of moves that must be legal here.
    fn texts(&self, moves: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        if moves.is_instance_of::<PyString>() {
            return Err(unlike("moves", moves));
        }
        let node = self.node();
        let text = |mv: PyResult<Bound<'_, PyAny>>| -> PyResult<String> {
            let mv = mv?;
            match mv.cast::<Move>() {
                Ok(mv) => Ok(node.text_of(mv.get().place_in(&node)?)),
                Err(_) => Ok(mv.cast::<PyString>()?.to_str()?.to_owned()),
            }
        };
        let texts = moves.try_iter()?.map(text).collect::<PyResult<Vec<_>>>()?;
        if texts.is_empty() { Err(bad("moves must be at least one, or None for all")) } else { Ok(texts) }
    }

    fn run(&self, py: Python<'_>, order: Order, progress: Option<&Callback>) -> PyResult<SearchResult> {
        let record = self.with_record(|record| record.duplicate())?;
        let (node, mut ranks) = (self.node(), Ranks::default());
        let (evaluation, stop) = (order.evaluation.clone(), order.stop.clone());
        let report = detach(py, || {
            order.carry_out(record, &mut |news| {
                news.iter().for_each(|report| ranks.add(report));
                look(&node, news, progress, &stop)
            })
        });
        let report = report?;
        if let Some(raised) = evaluation.and_then(|foreign| foreign.raised()) {
            return Err(raised);
        }
        // A signal that came after the last look belongs to this call.
        py.check_signals()?;
        let last = report.map_err(bad)?;
        let others = ranks.end(last.clone());
        Ok(SearchResult { node, report: others.first().cloned().unwrap_or(last), others })
    }
}

impl Order {
    /// Searches on a thread of its own and gives every report to `hear`, on this one; nothing at all when none came for a while. What that
    /// raises ends the search, and where no Python code is called in it nobody waits for its end.
    fn carry_out(
        self,
        record: Box<dyn AnyRecord>,
        hear: &mut dyn FnMut(Option<Report<String>>) -> PyResult<()>,
    ) -> PyResult<Result<Report<String>, SearchFault>> {
        let (tell_report, reports) = channel();
        let (stop, foreign) = (self.stop.clone(), self.evaluation.is_some());
        let search = move || {
            let judge = self.evaluation.as_deref().map(|foreign| foreign as &dyn AnyEvaluation);
            // The other side listens until this one hangs up, or goes away.
            let mut tell_report = |report: &Report<String>| drop(tell_report.send(report.clone()));
            record.search(&self.engine, judge, &self.limits, &self.stop, &mut tell_report)
        };
        let searching = Builder::new().stack_size(STACK).spawn(search).map_err(bad)?;
        let mut heard = Ok(());
        while heard.is_ok() {
            heard = match reports.recv_timeout(EVERY) {
                Ok(report) => hear(Some(report)),
                Err(RecvTimeoutError::Timeout) => hear(None),
                Err(RecvTimeoutError::Disconnected) => break,
            };
        }
        if heard.is_err() {
            stop.stop();
        }
        match heard {
            Err(raised) if !foreign => Err(raised),
            heard => {
                let report = searching.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                heard.map(|()| report)
            }
        }
    }
}

/// Looks at signals, and tells the caller the news, who may want the search to stop.
fn look(node: &Arc<Node>, news: Option<Report<String>>, progress: Option<&Callback>, stop: &Stop) -> PyResult<()> {
    let told = attach(|py| match (news, progress) {
        (Some(report), Some(_)) => tell(py, progress, self::news(node, report)),
        _ => py.check_signals().map(|()| false),
    });
    if told? {
        stop.stop();
    }
    Ok(())
}

fn limits(depth: Option<Whole>, nodes: Option<Whole>, time: Option<Real>) -> PyResult<Limits<String>> {
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

fn engine(py: Python<'_>, game: &dyn AnyGame, wanted: Whole, hash: Whole, exact: bool) -> PyResult<Engine> {
    let (threads, megabytes) = (threads(wanted)?, megabytes(hash)?);
    let engine = aside(py, move || Engine::new(megabytes))?.map_err(bad)?;
    Ok(Engine { options: if exact { Options::EXACT } else { game.facts().options }, threads, ..engine })
}
