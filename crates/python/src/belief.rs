//! The core's exact belief (`plywood::rbc::belief`) as a Python class: `plywood.rbc.Belief`.
//!
//! What an event does is the core's; here it is done without any lock, to a copy that shares the boards, and takes effect as a whole or, where
//! it is refused or interrupted, not at all. Not here: players (`python/plywood/_bot.py`). The named tuples that answer questions are those
//! of `plywood._beliefs`.

use crate::arguments::{Whole, bad, threads};
use crate::blind::{Asked, Color, Given, parse, seen, square};
use crate::exit::detach;
use crate::position::array;
use crate::watch::{Turns, aside, controlled};
use plywood::core::perft::Control;
use plywood::core::rng::SplitMix64;
use plywood::core::{Game, Side};
use plywood::rbc::belief::{
    Belief as Core, BeliefError, Beyond, Centre, Options, OutcomeShare, Outlook, State as Kind, Weighting, best_sense,
};
use plywood::rbc::told::Told;
use plywood::rbc::{Board, Move, Outcome, Sensed, Square};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Boards that are worked through in a few milliseconds: a thread that could be interrupted is not worth its start.
const AT_ONCE: usize = 4096;

/// Boards that may be held where nobody says: half a gigabyte, and as much again during an event.
const USUAL_LIMIT: i64 = 20_000_000;

/// So many boards may be drawn in one call.
const MOST_DRAWN: u64 = 1 << 20;

/// Boards that are read before the clock is looked at.
const CHUNK: usize = 256;

/// All boards that a player of RBC must hold possible after what he was told, each once: exact, and the same on every machine and for any
/// number of threads.
///
/// `Belief(color)` is that of a player before the first move of a game; `color` is True for White, or "white" and "black".
/// `Belief.from_boards` begins elsewhere. The events are those of the callbacks of `reconchess.Player`: `opponent_moved`, `sensed`, `moved`.
/// What cannot be is a `ValueError` that says why, and changes nothing.
///
/// More than `limit` boards (None: any number) are refused with a `ValueError`. With `sample` the belief goes on with so many of them instead, all
/// sets of that size being equally likely, and is "sampled" from then on: it may have lost the true board. With `mend` such a sample that is
/// refuted goes on too: with some of its boards changed as little as makes them agree with the news. That is for players, who must move, not
/// for proofs. `seed` decides what is drawn; `threads` share out long events and questions; `histories` counts for each board the ways that lead to it
/// (`weights`).
///
/// A board takes 24 bytes, with histories 32. Iterates over FENs, in an order that depends on the events alone. Events in several threads
/// take effect one after the other; questions never wait for them, and copies share their boards.
///
/// ```python
/// >>> import plywood.rbc
/// >>> belief = plywood.rbc.Belief("black")
/// >>> belief.opponent_moved(None)
/// >>> len(belief), belief.state  # one of 20 moves, or the pass
/// (21, 'exact')
/// >>> truth = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
/// >>> belief.sensed(28, plywood.rbc.sense(truth, 28))
/// >>> list(belief)  # nobody can capture on e3
/// ['rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1']
/// >>> belief.moved("e7e5", "e7e5", None)
/// >>> belief.opponent_moved(28)
/// Traceback (most recent call last):
///     ...
/// ValueError: the opponent's move (capture e4): no own piece stands on e4, so none was captured there
///
/// ```
#[pyclass(frozen, module = "plywood.rbc")]
pub(crate) struct Belief {
    /// From which a sample that is refuted is mended, where that is wanted.
    mend: Option<u64>,
    state: Mutex<State>,
}

/// What an event replaces.
#[derive(Clone)]
struct State {
    belief: Arc<Core>,
    /// How often it was mended.
    mended: u64,
}

/// What a player is told in one call.
enum News {
    One(Told),
    /// The opponent's move and the sense after it.
    Both(Option<Square>, Option<Square>, Vec<Sensed>),
}

impl News {
    fn tell(&self, belief: &mut Core) -> Result<(), BeliefError> {
        match self {
            Self::One(told) => told.tell(belief),
            Self::Both(capture, center, seen) => belief.opponent_and_sensed(*capture, *center, seen),
        }
    }

    /// One after the other.
    fn parts(&self) -> Vec<Told> {
        match self {
            Self::One(told) => vec![told.clone()],
            Self::Both(capture, center, seen) => vec![Told::Opponent(*capture), Told::Sensed(*center, seen.clone())],
        }
    }
}

impl State {
    /// What it is after the news; `control` stops the work.
    fn after(&self, news: &News, mend: Option<u64>, control: Arc<Control>) -> Result<Self, BeliefError> {
        let mut belief = Core::clone(&self.belief);
        belief.set_control(control);
        let mut mended = self.mended;
        match (news.tell(&mut belief), mend) {
            (Err(BeliefError::Contradiction { sampled: true, .. }), Some(seed)) => {
                for told in news.parts() {
                    match told.tell(&mut belief) {
                        Err(BeliefError::Contradiction { .. }) => {
                            belief = belief.mended(&told, SplitMix64::member(seed, mended).next_u64())?;
                            mended += 1;
                        }
                        followed => followed?,
                    }
                }
            }
            (followed, _) => followed?,
        }
        Ok(Self { belief: Arc::new(belief), mended })
    }
}

/// The words of the core.
fn raised(fault: BeliefError) -> PyErr {
    match fault {
        BeliefError::Memory { .. } => PyMemoryError::new_err(fault.to_string()),
        _ => bad(fault),
    }
}

impl Belief {
    fn new_with(core: Core, mend: Option<u64>) -> Self {
        Self { mend, state: Mutex::new(State { belief: Arc::new(core), mended: 0 }) }
    }

    /// Held for moments, never while Python code runs or may be waited for.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn belief(&self) -> Arc<Core> {
        Arc::clone(&self.lock().belief)
    }

    /// Follows the news. When another thread has told some meanwhile they are followed again from there.
    fn follow(&self, py: Python<'_>, news: News) -> PyResult<()> {
        let news = Arc::new(news);
        loop {
            let before = self.lock().clone();
            let control = Arc::new(Control::new());
            let work = {
                let (before, news, control, mend) =
                    (before.clone(), Arc::clone(&news), Arc::clone(&control), self.mend);
                move || before.after(&news, mend, control)
            };
            let brief = before.belief.len() <= AT_ONCE;
            let after = if brief { detach(py, work) } else { controlled(py, &control, work)? };
            let after = after.map_err(raised)?;
            // Many boards take a moment to be freed: without the lock, and without the interpreter's.
            let replaced = detach(py, || {
                let mut state = self.lock();
                if !Arc::ptr_eq(&state.belief, &before.belief) {
                    return false;
                }
                let old = std::mem::replace(&mut *state, after);
                drop(state);
                drop((old, before));
                true
            });
            if replaced {
                return Ok(());
            }
        }
    }

    /// Asks something that looks at all boards, weighted as the caller says.
    fn ask_weighted<T: Send + 'static>(
        &self,
        py: Python<'_>,
        weights: Option<Weights>,
        question: impl FnOnce(&Core, Weighting<'_>) -> T + Send + 'static,
    ) -> PyResult<T> {
        ask(py, self.belief(), move |belief| match weights {
            None => Ok(question(belief, Weighting::Boards)),
            Some(Weights::Histories) if belief.options().histories => Ok(question(belief, Weighting::Histories)),
            Some(Weights::Histories) => Err("weights: this belief does not count histories".to_owned()),
            Some(Weights::Given(given)) if given.len() == belief.len() => {
                Ok(question(belief, Weighting::Given(&given)))
            }
            Some(Weights::Given(given)) => Err(format!("weights: {} numbers for {} boards", given.len(), belief.len())),
        })?
        .map_err(bad)
    }
}

/// Asks something that looks at all boards; Ctrl-C leaves a long answer to itself.
fn ask<T: Send + 'static>(
    py: Python<'_>,
    belief: Arc<Core>,
    question: impl FnOnce(&Core) -> T + Send + 'static,
) -> PyResult<T> {
    let brief = belief.len() <= AT_ONCE;
    let work = move || question(&belief);
    if brief { Ok(detach(py, work)) } else { aside(py, work) }
}

/// How much each board counts, where they do not count alike.
enum Weights {
    Histories,
    Given(Vec<f64>),
}

impl<'py> FromPyObject<'_, 'py> for Weights {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(name) = object.cast::<PyString>() {
            let histories = name.to_str()? == "histories";
            return if histories { Ok(Self::Histories) } else { Err(bad("weights are numbers, or 'histories'")) };
        }
        let given: Vec<f64> = object.extract()?;
        if let Some(wrong) = given.iter().find(|weight| !(weight.is_finite() && **weight >= 0.0)) {
            return Err(bad(format!("weights must be finite numbers from 0 on, not {wrong}")));
        }
        Ok(Self::Given(given))
    }
}

/// What a belief is made with, as Python says it.
struct Asking {
    limit: Option<Whole>,
    sample: Option<Whole>,
    seed: Whole,
    threads: Whole,
    histories: bool,
}

impl Asking {
    /// The options, and the seed.
    fn options(self) -> PyResult<(Options, u64)> {
        let limit = self.limit.map(|limit| limit.within("limit", 1..=1 << 40)).transpose()?;
        let seed = self.seed.within("seed", 0..=u64::MAX)?;
        let beyond = match (self.sample, limit) {
            (None, _) => Beyond::Error,
            (Some(_), None) => return Err(bad("a sample is drawn beyond a limit, and there is none")),
            (Some(to), Some(limit)) => Beyond::Sample { to: to.within("sample", 1..=limit)? as usize, seed },
        };
        let limit = limit.map(usize::try_from).transpose().map_err(bad)?;
        Ok((Options { limit, beyond, threads: threads(self.threads)?, histories: self.histories }, seed))
    }
}

/// What an event or a question of `reconchess` has for a square.
fn maybe(number: Option<Whole>) -> PyResult<Option<Square>> {
    number.map(square).transpose()
}

/// A square as Python sees it.
fn number(square: Option<Square>) -> Option<u8> {
    square.map(Square::number)
}

/// A class of `plywood._beliefs`.
fn class<'py>(py: Python<'py>, cell: &'static PyOnceLock<Py<PyType>>, name: &str) -> PyResult<&'py Bound<'py, PyType>> {
    cell.import(py, "plywood._beliefs", name)
}

static CENTRE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static OUTLOOK: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static SHARE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static MARGINALS: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// The squares around one and what was seen there, as Python says it.
type SenseResult<'py> = Vec<(Whole, Option<Bound<'py, PyAny>>)>;

#[pymethods]
impl Belief {
    #[new]
    #[pyo3(signature = (color, *, limit=Some(Whole::from(USUAL_LIMIT)), sample=None, seed=Whole::from(0), threads=Whole::from(1),
        histories=false, mend=false))]
    #[pyo3(text_signature = "(color, *, limit=20000000, sample=None, seed=0, threads=1, histories=False, mend=False)")]
    fn new(
        color: Color,
        limit: Option<Whole>,
        sample: Option<Whole>,
        seed: Whole,
        threads: Whole,
        histories: bool,
        mend: bool,
    ) -> PyResult<Self> {
        let (options, seed) = Asking { limit, sample, seed, threads, histories }.options()?;
        Ok(Self::new_with(Core::start_with(color.0, options), mend.then_some(seed)))
    }

    /// The belief of a player who holds these boards possible: FENs, `Position("rbc")` or `chess.Board`, in any iterable. Repetitions count once, as
    /// histories as often as they are given.
    ///
    /// They must agree in what he knows: his own pieces and castling rights, whose turn it is, the square that his own double push passed over.
    /// `sampled` says that they are not all that are possible.
    ///
    /// ```python
    /// >>> import plywood.rbc
    /// >>> boards = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "3k4/8/8/8/8/8/8/4K2R w K - 0 1"]
    /// >>> len(plywood.rbc.Belief.from_boards(boards, "white"))
    /// 2
    /// >>> plywood.rbc.Belief.from_boards(boards, "black")
    /// Traceback (most recent call last):
    ///     ...
    /// ValueError: 4k3/8/8/8/8/8/8/4K2R w K - 0 1 and 3k4/8/8/8/8/8/8/4K2R w K - 0 1: own pieces, ... differ
    ///
    /// ```
    #[classmethod]
    #[pyo3(signature = (boards, color, *, limit=Some(Whole::from(USUAL_LIMIT)), sample=None, seed=Whole::from(0),
        threads=Whole::from(1), histories=false, mend=false, sampled=false))]
    #[pyo3(
        text_signature = "($cls, boards, color, *, limit=20000000, sample=None, seed=0, threads=1, histories=False, \
                             mend=False, sampled=False)"
    )]
    #[allow(clippy::too_many_arguments)] // they are keywords
    fn from_boards(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        boards: &Bound<'_, PyAny>,
        color: Color,
        limit: Option<Whole>,
        sample: Option<Whole>,
        seed: Whole,
        threads: Whole,
        histories: bool,
        mend: bool,
        sampled: bool,
    ) -> PyResult<Self> {
        let (options, seed) = Asking { limit, sample, seed, threads, histories }.options()?;
        let (mut list, mut turns) = (Vec::<Board>::new(), Turns::new());
        for board in boards.try_iter()? {
            list.push(board?.extract::<Given>()?.board);
            if list.len().is_multiple_of(CHUNK) {
                turns.pass(py)?;
            }
        }
        let core = of_boards(py, color.0, list, options, sampled)?;
        Ok(Self::new_with(core, mend.then_some(seed)))
    }

    /// The opponent has moved, and taken what stood on `capture_square`, if that is not None; for en passant it is the square of the pawn.
    /// As `reconchess.Player.handle_opponent_move_result` is told. If it was the own king, the belief is "lost".
    #[pyo3(signature = (capture_square))]
    fn opponent_moved(&self, py: Python<'_>, capture_square: Option<Whole>) -> PyResult<()> {
        self.follow(py, News::One(Told::Opponent(maybe(capture_square)?)))
    }

    /// The player has sensed around `square`, and saw `result`: pairs of a square and a piece (its letter or a `chess.Piece`) or None, each square of
    /// the window once. As `reconchess.Player.handle_sense_result` is told; None and `[]` for a player who does not sense.
    #[pyo3(signature = (square, result))]
    fn sensed(&self, py: Python<'_>, square: Option<Whole>, result: SenseResult<'_>) -> PyResult<()> {
        self.follow(py, News::One(Told::Sensed(maybe(square)?, seen(result)?)))
    }

    /// `opponent_moved` and `sensed`, one after the other, without ever holding a board that the sense refutes: quicker, and within limits that
    /// the first alone would break.
    #[pyo3(signature = (capture_square, square, result))]
    fn opponent_moved_and_sensed(
        &self,
        py: Python<'_>,
        capture_square: Option<Whole>,
        square: Option<Whole>,
        result: SenseResult<'_>,
    ) -> PyResult<()> {
        self.follow(py, News::Both(maybe(capture_square)?, maybe(square)?, seen(result)?))
    }

    /// The player has asked for `requested`; `taken` was made (None for nothing), and something was taken on `capture_square`. As
    /// `reconchess.Player.handle_move_result` is told. Moves are texts, `chess.Move` or `plywood.Move`.
    #[pyo3(signature = (requested, taken, capture_square))]
    fn moved(&self, py: Python<'_>, requested: Asked, taken: Asked, capture_square: Option<Whole>) -> PyResult<()> {
        let outcome = Outcome { taken: taken.0, capture: maybe(capture_square)? };
        self.follow(py, News::One(Told::Moved(requested.0, outcome)))
    }

    /// "exact": all boards that agree with what the player was told; "sampled": some of them, drawn when they were too many, or mended; "lost":
    /// none, the own king was taken.
    #[getter]
    fn state(&self) -> &'static str {
        match self.belief().state() {
            Kind::Exact => "exact",
            Kind::Sampled => "sampled",
            Kind::Lost => "lost",
        }
    }

    /// The player: True is White.
    #[getter]
    fn color(&self) -> bool {
        self.belief().side() == Side::White
    }

    /// Whose turn it is: True is White's. The player senses and moves in his own.
    #[getter]
    fn turn(&self) -> bool {
        self.belief().turn() == Side::White
    }

    /// How often a sample was refuted and mended.
    #[getter]
    fn mended(&self) -> u64 {
        self.lock().mended
    }

    /// All that the player knows for certain, as a FEN without the pieces of the other side.
    fn view(&self) -> String {
        self.belief().view().text()
    }

    /// The bytes that the boards take; copies share theirs until they are told something.
    fn memory(&self) -> usize {
        self.belief().memory()
    }

    fn __len__(&self) -> usize {
        self.belief().len()
    }

    /// The FEN of board number `n`, in the order of iteration.
    fn __getitem__(&self, n: Whole) -> PyResult<String> {
        let belief = self.belief();
        let board = n.place_in(belief.len()).and_then(|place| belief.get(place));
        board
            .map(|board| board.text())
            .ok_or_else(|| PyIndexError::new_err(format!("there is no such board: there are {}", belief.len())))
    }

    /// Whether a board is among them; clocks do not count, nor an en-passant square that nobody can use.
    fn __contains__(&self, py: Python<'_>, board: Given) -> PyResult<bool> {
        ask(py, self.belief(), move |belief| belief.contains(&board.board))
    }

    fn __iter__(&self) -> BoardIterator {
        BoardIterator { belief: self.belief(), next: AtomicUsize::new(0) }
    }

    /// The FENs of `count` different boards, at most 1,048,576, or all, drawn at random; equal seeds draw alike.
    #[pyo3(signature = (count, seed=Whole::from(0)), text_signature = "($self, count, seed=0)")]
    fn sample(&self, py: Python<'_>, count: Whole, seed: Whole) -> PyResult<Vec<String>> {
        let (count, seed) = drawing(count, seed)?;
        ask(py, self.belief(), move |belief| belief.sample(count, seed).iter().map(Game::text).collect())
    }

    /// The FENs of `count` boards, at most 1,048,576, drawn independently, with chances in proportion to their weights (as in `senses`); none where
    /// all weights are 0.
    #[pyo3(signature = (count, seed=Whole::from(0), weights=None), text_signature = "($self, count, seed=0, weights=None)")]
    fn draw(&self, py: Python<'_>, count: Whole, seed: Whole, weights: Option<Weights>) -> PyResult<Vec<String>> {
        let (count, seed) = drawing(count, seed)?;
        let draw = move |belief: &Core, weighting: Weighting<'_>| {
            belief.draw(count, seed, weighting).iter().map(Game::text).collect()
        };
        self.ask_weighted(py, weights, draw)
    }

    /// For each board, in the order of iteration, in how many ways the opponent can have brought it about, as a numpy array of `uint64`; they stay at
    /// 2^64 - 1. None where `histories` are not counted.
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let bytes = |belief: &Core| Some(belief.weights()?.flat_map(u64::to_ne_bytes).collect::<Vec<u8>>());
        ask(py, self.belief(), bytes)?.map(|bytes| array(py, &bytes, "uint64")).transpose()
    }

    /// What a sense around each of the 64 squares would tell, a list of `plywood.rbc.Centre` by the number of the square.
    ///
    /// `weights` says how much each board counts: alike (None), "histories", or a number for each, in the order of iteration.
    ///
    /// ```python
    /// >>> import plywood.rbc
    /// >>> belief = plywood.rbc.Belief("black")
    /// >>> belief.opponent_moved(None)
    /// >>> centre = belief.senses()[belief.best_sense()]
    /// >>> centre.classes, centre.worst
    /// (9, 13)
    ///
    /// ```
    #[pyo3(signature = (weights=None))]
    fn senses<'py>(&self, py: Python<'py>, weights: Option<Weights>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let class = class(py, &CENTRE, "Centre")?;
        let show = |centre: &Centre| {
            let Centre { square, classes, entropy, expected, worst, dominated_by } = *centre;
            class.call1((square.number(), classes, entropy, expected, worst, number(dominated_by)))
        };
        let centres = self.ask_weighted(py, weights, Core::senses_weighted)?;
        centres.iter().map(show).collect()
    }

    /// The square where a sense tells most: greatest entropy, then fewest boards left on average, then at worst; never on the rim.
    #[pyo3(signature = (weights=None))]
    fn best_sense(&self, py: Python<'_>, weights: Option<Weights>) -> PyResult<u8> {
        let best = |belief: &Core, weighting: Weighting<'_>| best_sense(&belief.senses_weighted(weighting)).number();
        self.ask_weighted(py, weights, best)
    }

    /// What may become of each request, the pass included: a list of `plywood.rbc.Outlook`. `ValueError` when it is not the player's turn.
    ///
    /// `weights` as in `senses`.
    ///
    /// ```python
    /// >>> import plywood.rbc
    /// >>> belief = plywood.rbc.Belief.from_boards(["4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1"], "white")
    /// >>> push = next(outlook for outlook in belief.requests() if outlook.request == "e2e4")
    /// >>> [(share.taken, share.chance) for share in push.outcomes]
    /// [(None, 0.5), ('e2e3', 0.5)]
    ///
    /// ```
    #[pyo3(signature = (weights=None))]
    fn requests<'py>(&self, py: Python<'py>, weights: Option<Weights>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (outlook, share) = (class(py, &OUTLOOK, "Outlook")?, class(py, &SHARE, "OutcomeShare")?);
        let text = |mv: Option<Move>| mv.map(|mv| mv.to_string());
        let show_share = |of: &OutcomeShare| {
            let Outcome { taken, capture } = of.outcome;
            share.call1((text(taken), number(capture), of.boards, of.chance, of.king_captures))
        };
        let show = |of: &Outlook| {
            let shares = of.outcomes.iter().map(show_share).collect::<PyResult<Vec<_>>>()?;
            outlook.call1((text(of.request), PyTuple::new(py, shares)?, of.king_capture, of.certain_capture))
        };
        let asked = self.ask_weighted(py, weights, Core::requests_weighted)?;
        asked.map_err(raised)?.iter().map(show).collect()
    }

    /// What stands and attacks where, as chances in numpy arrays of 64 squares: a `plywood.rbc.Marginals`.
    ///
    /// `weights` as in `senses`.
    ///
    /// ```python
    /// >>> import plywood.rbc
    /// >>> belief = plywood.rbc.Belief("black")
    /// >>> belief.opponent_moved(None)
    /// >>> marginals = belief.marginals()
    /// >>> round(float(marginals.pieces["N"][21]) * 21)  # on one board of 21 a knight stands on f3
    /// 1
    ///
    /// ```
    #[pyo3(signature = (weights=None))]
    fn marginals<'py>(&self, py: Python<'py>, weights: Option<Weights>) -> PyResult<Bound<'py, PyAny>> {
        let found = self.ask_weighted(py, weights, Core::marginals_weighted)?;
        let squares = |chances: &[f64; 64]| {
            let bytes: Vec<u8> = chances.iter().flat_map(|chance| chance.to_ne_bytes()).collect();
            array(py, &bytes, "float64")
        };
        let pieces = PyDict::new(py);
        // The letters in the order of `plywood.facts("rbc")["pieces"]`.
        for (letter, _) in Board::start().pieces() {
            if let Some(piece) = plywood::rbc::Piece::of_letter(letter) {
                let chances = std::array::from_fn(|n| Square::new(n as u8).map_or(0.0, |at| found.chance(at, piece)));
                pieces.set_item(letter, squares(&chances)?)?;
            }
        }
        class(py, &MARGINALS, "Marginals")?.call1((pieces, squares(&found.attacked)?, found.king_danger))
    }

    /// Another belief with the same boards; it costs next to nothing.
    fn copy(&self) -> Self {
        Self { mend: self.mend, state: Mutex::new(self.lock().clone()) }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    /// By its boards, which may come back in another order. One that counts histories, or is lost, has more to it than that.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let State { belief, mended } = self.lock().clone();
        let Options { limit, beyond, threads, histories } = belief.options();
        if histories || belief.is_empty() {
            return Err(PyTypeError::new_err("a belief that counts histories or is lost cannot be pickled"));
        }
        let sample = match beyond {
            Beyond::Error => None,
            Beyond::Sample { to, seed } => Some((to, seed)),
        };
        let (side, sampled) = (belief.side(), belief.state() == Kind::Sampled);
        let fens = ask(py, belief, |belief| belief.boards().map(|board| board.text()).collect())?;
        let rebuild = py.import("plywood._plywood")?.getattr("rebuild_belief")?;
        Ok((rebuild, (fens, side == Side::White, limit, sample, threads, sampled, self.mend, mended)))
    }

    fn __repr__(&self) -> String {
        let belief = self.belief();
        let (name, boards) = (belief.side().name(), belief.len());
        let how = match (belief.state(), boards) {
            (Kind::Lost, _) => "lost".to_owned(),
            (Kind::Exact, 1) => "1 board".to_owned(),
            (Kind::Exact, _) => format!("{boards} boards"),
            (Kind::Sampled, _) => format!("{boards} boards, sampled"),
        };
        format!("<Belief of {name}: {how}>")
    }
}

/// How many boards are drawn, and from which seed.
fn drawing(count: Whole, seed: Whole) -> PyResult<(usize, u64)> {
    Ok((count.within("count", 0..=MOST_DRAWN)? as usize, seed.within("seed", 0..=u64::MAX)?))
}

/// A belief of boards that were read.
fn of_boards(py: Python<'_>, side: Side, boards: Vec<Board>, options: Options, sampled: bool) -> PyResult<Core> {
    let brief = boards.len() <= AT_ONCE;
    let work = move || Core::from_boards(side, boards, options);
    let core = if brief { detach(py, work) } else { aside(py, work)? }.map_err(raised)?;
    Ok(if sampled { core.as_sample() } else { core })
}

/// Boards, color, limit, sample and its seed, threads, whether they are a sample, how it is mended and how often it was.
type Pickled = (Vec<String>, bool, Option<usize>, Option<(usize, u64)>, usize, bool, Option<u64>, u64);

/// What pickle makes beliefs with.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // the fields of a belief, for pickle alone
pub(crate) fn rebuild_belief(
    py: Python<'_>,
    fens: Vec<String>,
    color: Color,
    limit: Option<usize>,
    sample: Option<(usize, u64)>,
    threads: usize,
    sampled: bool,
    mend: Option<u64>,
    mended: u64,
) -> PyResult<Belief> {
    let boards = detach(py, || fens.iter().map(|fen| parse(fen)).collect::<PyResult<Vec<_>>>())?;
    let beyond = sample.map_or(Beyond::Error, |(to, seed)| Beyond::Sample { to, seed });
    let core = of_boards(py, color.0, boards, Options { limit, beyond, threads, histories: false }, sampled)?;
    Ok(Belief { mend, state: Mutex::new(State { belief: Arc::new(core), mended }) })
}

/// Goes through the boards of a belief as they were when it began.
#[pyclass(frozen, module = "plywood.rbc")]
pub(crate) struct BoardIterator {
    belief: Arc<Core>,
    next: AtomicUsize,
}

#[pymethods]
impl BoardIterator {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<String> {
        self.belief.get(self.next.fetch_add(1, Relaxed)).map(|board| board.text())
    }

    fn __length_hint__(&self) -> usize {
        self.belief.len().saturating_sub(self.next.load(Relaxed))
    }
}
