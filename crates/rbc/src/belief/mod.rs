//! What a player may believe: the set of all boards that agree with everything he was told, exact and without repetition.
//!
//! [`Belief`] starts with one board, or some, and follows the game by what the player is told: the opponent's move
//! ([`Belief::opponent`]: only whether and where he captured), the sense ([`Belief::sensed`]), the own move ([`Belief::moved`]).
//! An event that cannot be followed is an error and changes nothing; a belief is never empty in silence. Two boards are the same if
//! [`Board::identity`] says so. Questions: where to sense ([`Belief::senses`]), what becomes of each request
//! ([`Belief::requests`]), what stands and attacks where ([`Belief::marginals`]).
//!
//! The boards and their order are the same for any number of threads and on every machine.
//!
//! Not here: which of the boards are likely (all are possible), players, clocks and draw rules. What is exact about it is said in
//! `docs/belief.md`; the rules are those of [`requests`](crate::requests) and `generate`.
//!
//! Start reading at [`Belief`], then `packed` (a board in three words) and `distinct` (sets by parallel partitions).

mod cases;
mod event;
mod marginals;
mod outlook;
mod packed;
mod senses;
mod weighting;

pub use event::{BeliefError, Event};
pub use marginals::Marginals;
pub use outlook::{OutcomeShare, Outlook};
pub use senses::{Centre, best_sense};
pub use weighting::Weighting;

use crate::board::{Army, Board};
use crate::crew::{Crew, MOST_THREADS};
use crate::distinct::{Bound, Failure, Made, Pieces, Sink, Spare, Sweep, Weight, Work, distinct};
use crate::modes::Taken;
use crate::moves::{Move, Request, request_text};
use crate::requests::Outcome;
use crate::sense::Sensed;
use crate::square::Square;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use cases::cases;
use core::ops::ControlFlow;
use packed::{Filter, Packed, Shared};
use plywood_core::perft::Control;
use plywood_core::rng::SplitMix64;
use plywood_core::{Game, Position, Side};

/// Boards that one thread looks at at a time.
const SPAN: usize = 1 << 12;

/// How a belief is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The most boards that may be held after an event; `None`: as many as there are.
    pub limit: Option<usize>,
    /// What happens when there would be more. Without effect where there is no limit.
    pub beyond: Beyond,
    /// Threads for long events, 1 to 64 (other numbers are brought into that range). More than the calling one are started by the first event
    /// that needs them, and end with the last belief of the process. Without the feature `parallel` there is none but the calling one.
    pub threads: usize,
    /// Whether to count for each board the ways that lead to it: 8 bytes more a board. See [`Belief::weights`].
    pub histories: bool,
}

impl Default for Options {
    /// Exact, on one thread, without counting histories.
    fn default() -> Self {
        Self { limit: None, beyond: Beyond::Error, threads: 1, histories: false }
    }
}

/// What becomes of a belief that would grow beyond its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// The event is refused with [`BeliefError::Limit`].
    Error,
    /// The belief goes on with a sample and is [`State::Sampled`] from then on.
    Sample {
        /// How many boards are kept, 1 up to the limit (other numbers are brought into that range). Every set of so many boards is equally
        /// likely to be kept.
        to: usize,
        /// Equal seeds draw alike. Each event draws anew.
        seed: u64,
    },
}

/// What the boards of a belief are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// All boards that agree with what the player was told.
    Exact,
    /// Some of them: a sample was drawn when they were too many.
    Sampled,
    /// None: the own king was taken, the game is over.
    Lost,
}

/// The boards that a player holds possible. A clone shares them: it costs next to nothing, however many they are.
///
/// # Example
/// ```
/// use plywood_core::{Game, Side};
/// use plywood_rbc::belief::{Belief, State};
/// use plywood_rbc::{Board, Move, Square};
/// let mut belief = Belief::start(Side::Black);
/// belief.opponent(None)?; // White moved and captured nothing: 20 moves, or none.
/// assert_eq!(belief.len(), 21);
/// let truth = Board::parse("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")?;
/// let square = Square::parse("e4").unwrap();
/// belief.sensed(Some(square), &truth.sense(square))?;
/// assert_eq!(belief.len(), 1);
/// let request = Move::parse("e7e5");
/// belief.moved(request, request, None)?;
/// assert_eq!(belief.boards().next().unwrap().text(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
/// assert_eq!(belief.state(), State::Exact);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Belief {
    shared: Shared,
    boards: Pieces<Packed>,
    /// One for each board, or empty where histories are not counted.
    weights: Pieces<u64>,
    state: State,
    options: Options,
    /// Events followed: no two draw alike.
    events: u64,
    control: Arc<Control>,
    spare: Arc<Spares>,
}

/// Working memory and threads of events, shared with copies of the belief: as a rule only one of them is in an event.
#[derive(Debug)]
struct Spares {
    plain: Spare<3, ()>,
    counted: Spare<3, u64>,
    crew: Arc<Crew>,
}

impl Spares {
    fn new() -> Arc<Self> {
        Arc::new(Self { plain: Spare::new(), counted: Spare::new(), crew: Crew::of_process() })
    }
}

impl Belief {
    /// The belief of `side` before the first move, with the default [`Options`].
    pub fn start(side: Side) -> Self {
        Self::of_board(side, &Board::start(), Options::default())
    }

    /// The same with other options.
    pub fn start_with(side: Side, options: Options) -> Self {
        Self::of_board(side, &Board::start(), options)
    }

    /// The belief of `side` who knows the whole board, which must have his king.
    fn of_board(side: Side, board: &Board, options: Options) -> Self {
        let shared = Shared::of(side, board);
        let weights = Pieces::new(options.histories.then(|| vec![1]));
        let boards = Pieces::new([vec![shared.pack(board)]]);
        Self {
            shared,
            boards,
            weights,
            state: State::Exact,
            options,
            events: 0,
            control: Arc::default(),
            spare: Spares::new(),
        }
    }

    /// The belief of `side` who holds these boards possible, repetitions counting once; as histories each counts as often as it is
    /// given. Half-move clocks are forgotten, the number of the turn is that of the first board.
    ///
    /// # Errors
    /// [`BeliefError::Boards`] if there is no board, if the own king is missing, or if they differ in something that the player knows:
    /// own pieces and castling rights, the side to move, the square that an own double push just passed over.
    /// [`BeliefError::Limit`] and [`BeliefError::Memory`] as for other events.
    ///
    /// # Example
    /// ```
    /// use plywood_core::{Game, Side};
    /// use plywood_rbc::Board;
    /// use plywood_rbc::belief::{Belief, BeliefError, Options};
    /// let board = |fen| Board::parse(fen).unwrap();
    /// let boards = [board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), board("3k4/8/8/8/8/8/8/4K2R w K - 0 1")];
    /// assert_eq!(Belief::from_boards(Side::White, boards, Options::default())?.len(), 2);
    /// let error = Belief::from_boards(Side::Black, boards, Options::default()).unwrap_err();
    /// assert!(matches!(error, BeliefError::Boards(_)));
    /// # Ok::<(), BeliefError>(())
    /// ```
    pub fn from_boards(
        side: Side,
        boards: impl IntoIterator<Item = Board>,
        options: Options,
    ) -> Result<Self, BeliefError> {
        let boards: Vec<Board> = boards.into_iter().collect();
        let fail = |fault: String| Err(BeliefError::Boards(fault));
        let Some(first) = boards.first() else { return fail("no boards: a belief has one at least".to_string()) };
        if !first.has_king(side) {
            return fail(format!("{}: the own king is missing", first.text()));
        }
        // A square that was passed over is only known to have been where some board still says so.
        let pushed = boards.iter().find(|board| board.en_passant().is_some()).unwrap_or(first);
        let shared = Shared::of(side, &first.passing(pushed.en_passant()));
        let differs = |board: &&Board| {
            board.side() != first.side() || shared.board(&shared.pack(board)).identity() != board.identity()
        };
        if let Some(other) = boards.iter().find(differs) {
            let fault = "own pieces, castling rights, side to move or own double push differ";
            return fail(format!("{} and {}: {fault}", first.text(), other.text()));
        }
        let start = Self { shared, ..Self::of_board(side, first, options) };
        let mut next = start.step(Event::Start, shared, boards.len(), Given { shared, boards: &boards })?;
        next.events = 0;
        Ok(next)
    }

    /// The player.
    pub fn side(&self) -> Side {
        self.shared.side
    }

    /// Whose turn it is. The player senses and moves in his own.
    pub fn turn(&self) -> Side {
        self.shared.view.side()
    }

    /// The board with the own pieces alone: all that the player knows for certain.
    pub fn view(&self) -> Board {
        self.shared.view
    }

    /// The own pieces and castling rights; [`Army::requests`] is what the player may ask for.
    pub fn army(&self) -> Army {
        self.shared.view.army(self.side())
    }

    /// How many boards are held.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether no board is held: only where the own king was taken.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What the boards are: all, a sample, or none after a lost game.
    pub fn state(&self) -> State {
        self.state
    }

    /// The same belief, said to be a sample: for boards from outside that are not all there are. A lost one stays lost.
    #[must_use]
    pub fn as_sample(mut self) -> Self {
        if self.state == State::Exact {
            self.state = State::Sampled;
        }
        self
    }

    /// How the belief is kept.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Changes the limit, what is beyond it, and the threads; that histories are counted or not stays as it is. Takes effect with the next
    /// event.
    pub fn set_options(&mut self, options: Options) {
        self.options = Options { histories: self.options.histories, ..options };
    }

    /// Gives the belief a control by which another thread sees how far an event is, and stops it: [`BeliefError::Stopped`], the belief as it
    /// was. A control that was stopped stops every later event too, until another is given.
    pub fn set_control(&mut self, control: Arc<Control>) {
        self.control = control;
    }

    /// The bytes that the belief holds, unused room included: 24 a board, 8 more where histories are counted. Clones hold the same
    /// bytes, until they are told something. Beside that clones share working memory that one event leaves to the next, up to 128 MiB.
    pub fn memory(&self) -> usize {
        size_of::<Self>() + self.boards.memory() + self.weights.memory()
    }

    /// The boards, with their half-move clocks at 0, in an order that depends on the events alone.
    pub fn boards(&self) -> impl Iterator<Item = Board> + '_ {
        self.boards.iter().map(|packed| self.shared.board(packed))
    }

    /// Board number `n` of [`boards`](Self::boards).
    pub fn get(&self, n: usize) -> Option<Board> {
        self.boards.get(n).map(|packed| self.shared.board(packed))
    }

    /// For each board, in the order of [`boards`](Self::boards), the number of histories that lead to it: sequences of the opponent's moves taken that agree with
    /// what the player was told, the pass and all failed requests of a turn being one. They stay at 2^64-1. `None` where they are not
    /// counted.
    pub fn weights(&self) -> Option<impl Iterator<Item = u64> + '_> {
        self.options.histories.then(|| self.weights.iter().copied())
    }

    /// Whether a board is held that is the same as this one, which [`Board::identity`] and the side to move decide. Looks at all of them.
    pub fn contains(&self, board: &Board) -> bool {
        if board.side() != self.turn() {
            return false;
        }
        let packed = self.shared.pack(board);
        self.shared.board(&packed).identity() == board.identity() && self.boards.iter().any(|held| *held == packed)
    }

    /// So many different boards, or all, drawn at random: each set of them is equally likely.
    pub fn sample(&self, count: usize, seed: u64) -> Vec<Board> {
        let mut rng = SplitMix64::new(seed);
        let count = count.min(self.len());
        // Floyd's method: no list of all places is made.
        let mut chosen = std::collections::HashSet::with_capacity(count);
        let mut places = Vec::with_capacity(count);
        for last in self.len() - count..self.len() {
            let place = rng.below(last + 1);
            let place = if chosen.insert(place) { place } else { last };
            chosen.insert(place);
            places.push(place);
        }
        places.into_iter().filter_map(|place| self.get(place)).collect()
    }

    /// So many boards drawn independently, the same one perhaps several times, with chances in proportion to the weights. None where all
    /// weights are 0.
    pub fn draw(&self, count: usize, seed: u64, weighting: Weighting<'_>) -> Vec<Board> {
        let weights = weighting.weights(self);
        let mut sum = 0.0;
        let add = |n: usize| {
            sum += weights.as_ref().map_or(1.0, |weights| weights[n]);
            sum
        };
        let sums: Vec<f64> = (0..self.len()).map(add).collect();
        let mut rng = SplitMix64::new(seed);
        (0..count).filter_map(|_| self.get(rng.weighted(&sums)?)).collect()
    }

    /// The opponent has moved, and captured the piece on `capture` if that is a square (for en passant that of the pawn taken). Every
    /// board goes on to all that he can have made of it, the pass and failed requests included. If it was the own king, and some board allows it
    /// (or the belief is a sample, which may have dropped that one), the belief is [`State::Lost`].
    ///
    /// # Errors
    /// [`BeliefError`]; the belief is as it was. [`BeliefError::Impossible`] if no own piece stands on `capture`.
    pub fn opponent(&mut self, capture: Option<Square>) -> Result<(), BeliefError> {
        self.opponent_then(Event::Opponent { capture }, capture, &[])
    }

    /// As [`opponent`](Self::opponent) and [`sensed`](Self::sensed) one after the other, without ever holding a board that the sense refutes.
    ///
    /// # Errors
    /// As theirs; the belief is as it was before both.
    pub fn opponent_and_sensed(
        &mut self,
        capture: Option<Square>,
        square: Option<Square>,
        seen: &[Sensed],
    ) -> Result<(), BeliefError> {
        let event = Event::OpponentAndSensed { capture, square };
        check_window(event, square, seen)?;
        self.opponent_then(event, capture, seen)
    }

    fn opponent_then(&mut self, event: Event, capture: Option<Square>, seen: &[Sensed]) -> Result<(), BeliefError> {
        self.check_turn(event, self.side().other())?;
        if let Some(square) = capture.filter(|square| self.shared.own & square.set() == 0) {
            let fault = format!("no own piece stands on {square}, so none was captured there");
            return Err(BeliefError::Impossible { event, fault });
        }
        let shared = self.shared.after_opponent(capture);
        let moves = |shared, filter| Moves { belief: self, shared, capture, filter };
        if !shared.view.has_king(self.side()) {
            // A sample may lack the boards on which it happened.
            if self.state == State::Exact && !moves(shared, Filter::new(&[], shared.own)).any() {
                return Err(BeliefError::Contradiction { event, boards: self.len(), sampled: false });
            }
            let control = Arc::clone(&self.control);
            let events = self.events + 1;
            let (boards, weights, spare) = (Pieces::new([]), Pieces::new([]), Spares::new());
            *self = Self { shared, boards, weights, state: State::Lost, options: self.options, events, control, spare };
            return Ok(());
        }
        check_seen(event, &shared, seen)?;
        let filter = Filter::new(seen, shared.own);
        *self = self.step(event, shared, self.len(), moves(shared, filter))?;
        Ok(())
    }

    /// The player sensed around `square`, and saw this: every square of the window once, in any order; nothing where he did not sense.
    ///
    /// # Errors
    /// [`BeliefError`]; the belief is as it was. [`BeliefError::Impossible`] if these are not the squares of the window, if own pieces are not
    /// seen as they stand, and for several kings of the opponent or pawns on a last row.
    pub fn sensed(&mut self, square: Option<Square>, seen: &[Sensed]) -> Result<(), BeliefError> {
        let event = Event::Sensed { square };
        self.check_turn(event, self.side())?;
        check_window(event, square, seen)?;
        check_seen(event, &self.shared, seen)?;
        let filter = Filter::new(seen, self.shared.own);
        self.restrict(event, self.shared, |packed| filter.passes(packed).then_some(*packed))
    }

    /// The player asked for `request`; `taken` was done (`None` for a pass and every request that fails), and something was captured on
    /// `capture`. If it may have been the king, the boards on which it was are kept beside the others, until the opponent moves.
    ///
    /// # Errors
    /// [`BeliefError`]; the belief is as it was. [`BeliefError::Impossible`] if the player may not ask for it, or if it never becomes this.
    pub fn moved(&mut self, request: Request, taken: Option<Move>, capture: Option<Square>) -> Result<(), BeliefError> {
        let event = Event::Moved { request, taken, capture };
        self.check_turn(event, self.side())?;
        let (army, before) = (self.army(), self.shared);
        if !army.may_request(request) {
            let fault = format!("{} is not in the list of requests", request_text(request));
            return Err(BeliefError::Impossible { event, fault });
        }
        let outcome = Outcome { taken, capture };
        let cases = cases(&before.view, request);
        let Some(case) = cases.iter().find(|case| case.outcome == outcome) else {
            let fault = format!("{} never becomes this, whatever the opponent has", request_text(request));
            return Err(BeliefError::Impossible { event, fault });
        };
        let shared = before.after_own(taken.as_ref());
        let agrees = |packed: &Packed| case.condition.holds(before.enemy(packed), before.passed(packed));
        self.restrict(event, shared, |packed| agrees(packed).then(|| before.robbed(packed, capture)))
    }

    fn check_turn(&self, event: Event, side: Side) -> Result<(), BeliefError> {
        if self.state == State::Lost {
            return Err(BeliefError::Over { event });
        }
        if self.turn() != side {
            return Err(BeliefError::Turn { event, turn: self.turn() });
        }
        Ok(())
    }

    /// Goes on with what `next` makes of each board, if anything.
    fn restrict(
        &mut self,
        event: Event,
        shared: Shared,
        next: impl Fn(&Packed) -> Option<Packed> + Sync,
    ) -> Result<(), BeliefError> {
        *self = self.step(event, shared, self.len(), Kept { belief: self, next })?;
        Ok(())
    }

    /// The belief after an event that makes these boards of `count` sources; each board comes with the number of the one that it came
    /// from.
    fn step(&self, event: Event, shared: Shared, count: usize, sources: impl Sources) -> Result<Self, BeliefError> {
        let made = if self.options.histories {
            let weight = |parent: Option<usize>| parent.and_then(|n| self.weights.get(n).copied()).unwrap_or(1);
            let expand = |n, sink: &mut Sink<3, u64>| sources.expand(n, |packed, from| sink.push(packed, weight(from)));
            self.collect(count, expand, &self.spare.counted).map(|made| (made.records, made.weights, made.drawn))
        } else {
            let expand = |n, sink: &mut Sink<3, ()>| sources.expand(n, |packed, _| sink.push(packed, ()));
            self.collect(count, expand, &self.spare.plain).map(|made| (made.records, Pieces::new([]), made.drawn))
        };
        let boards_before = self.len();
        let (boards, weights, drawn) = made.map_err(|failure| match failure {
            Failure::Memory => BeliefError::Memory { event, boards: boards_before },
            Failure::Limit => {
                let limit = self.options.limit.unwrap_or(usize::MAX);
                BeliefError::Limit { event, boards: boards_before, limit }
            }
        })?;
        if self.control.stopped() {
            return Err(BeliefError::Stopped { event });
        }
        if boards.len() == 0 {
            let sampled = self.state == State::Sampled;
            return Err(BeliefError::Contradiction { event, boards: boards_before, sampled });
        }
        let state = if drawn { State::Sampled } else { self.state };
        let (control, spare) = (Arc::clone(&self.control), Arc::clone(&self.spare));
        Ok(Self { shared, boards, weights, state, options: self.options, events: self.events + 1, control, spare })
    }

    /// The distinct boards.
    fn collect<W: Weight>(
        &self,
        count: usize,
        expand: impl Fn(usize, &mut Sink<3, W>) + Sync,
        spare: &Spare<3, W>,
    ) -> Result<Made<3, W>, Failure> {
        let work = Work { threads: self.threads(), crew: &self.spare.crew, control: &self.control, share: 0.0..1.0 };
        distinct(count, expand, self.bound(), Sweep::ALL, &work, spare)
    }

    fn threads(&self) -> usize {
        self.options.threads.clamp(1, MOST_THREADS)
    }

    /// `task` on all boards, a span of their numbers at a time; the results in order. Spans depend on the number of boards alone, so that even
    /// sums that are rounded do not depend on the threads.
    fn by_spans<R: Send>(&self, task: impl Fn(&mut dyn Iterator<Item = (usize, &Packed)>) -> R + Sync) -> Vec<R> {
        let starts = self.boards.pieces().iter().scan(0, |next, piece| {
            let start = *next;
            *next += piece.len();
            Some((start, piece))
        });
        let mut spans: Vec<(usize, &[Packed])> = Vec::new();
        for (start, piece) in starts {
            spans.extend(piece.chunks(SPAN).enumerate().map(|(n, span)| (start + n * SPAN, span)));
        }
        let groups = spans.chunks(spans.len().div_ceil(MOST_THREADS).max(1));
        let task = |group: &[(usize, &[Packed])]| {
            let numbered = |&(start, span): &(usize, _)| (start..).zip(<&[Packed]>::into_iter(span));
            task(&mut group.iter().flat_map(numbered))
        };
        self.spare.crew.share_out(self.threads(), groups, task)
    }

    fn bound(&self) -> Bound {
        let Some(limit) = self.options.limit else { return Bound::None };
        match self.options.beyond {
            Beyond::Error => Bound::Error(limit),
            Beyond::Sample { to, seed } => {
                let seed = SplitMix64::member(seed, self.events).next_u64();
                Bound::Draw { limit, keep: to.clamp(1, limit.max(1)), seed }
            }
        }
    }
}

/// What an event makes of the boards, by the number of the one that it starts from.
trait Sources: Sync {
    /// Calls `found` with everything that board `n` becomes, and where that comes from.
    fn expand(&self, n: usize, found: impl FnMut(Packed, Option<usize>));
}

/// Boards from outside.
struct Given<'a> {
    shared: Shared,
    boards: &'a [Board],
}

impl Sources for Given<'_> {
    fn expand(&self, n: usize, mut found: impl FnMut(Packed, Option<usize>)) {
        found(self.shared.pack(&self.boards[n]), None);
    }
}

/// What is left of the boards that agree with something.
struct Kept<'a, F> {
    belief: &'a Belief,
    next: F,
}

impl<F: Fn(&Packed) -> Option<Packed> + Sync> Sources for Kept<'_, F> {
    #[inline(always)]
    fn expand(&self, n: usize, mut found: impl FnMut(Packed, Option<usize>)) {
        if let Some(next) = self.belief.boards.get(n).and_then(&self.next) {
            found(next, Some(n));
        }
    }
}

/// What the opponent can have made of a board.
struct Moves<'a> {
    belief: &'a Belief,
    /// What all boards share after it.
    shared: Shared,
    capture: Option<Square>,
    filter: Filter,
}

impl Moves<'_> {
    /// Whether anything is found on any board.
    fn any(&self) -> bool {
        let mut met = false;
        (0..self.belief.len()).any(|n| {
            self.expand(n, |_, _| met = true);
            met
        })
    }
}

impl Sources for Moves<'_> {
    #[inline(always)]
    fn expand(&self, n: usize, mut found: impl FnMut(Packed, Option<usize>)) {
        let Some(packed) = self.belief.boards.get(n) else { return };
        let board = self.belief.shared.board(packed);
        if board.ended().is_some() {
            return;
        }
        let mut keep = |child: Packed| {
            if self.filter.passes(&child) {
                found(child, Some(n));
            }
        };
        if self.capture.is_none() {
            keep(*packed);
        }
        // Where the square of a capture is known only some moves can be it. En passant ends on another square than it captures.
        let within = match self.capture {
            Some(square) => square.set() | board.en_passant_set(),
            None => !board.army(self.belief.side()).all,
        };
        let _ = board.visit_taken(Taken, !0, within, |mv, _| {
            if board.capture_square(&mv) == self.capture {
                let child = self.shared.child(packed, &mv);
                debug_assert_eq!(child, self.shared.pack(&board.after(Some(&mv))), "{mv} on {board:?}");
                keep(child);
            }
            ControlFlow::Continue(())
        });
    }
}

/// That what was seen is the window around the square.
fn check_window(event: Event, square: Option<Square>, seen: &[Sensed]) -> Result<(), BeliefError> {
    let window = square.map_or(0, Square::window);
    let set = seen.iter().fold(0, |set, (square, _)| set | square.set());
    if set == window && seen.len() == window.count_ones() as usize {
        return Ok(());
    }
    let fault = match square {
        Some(square) => format!("{} squares seen, not each square around {square} once", seen.len()),
        None => format!("{} squares seen without a sense", seen.len()),
    };
    Err(BeliefError::Impossible { event, fault })
}

/// That the own pieces are where the player knows them to be, and that the rest can stand there.
fn check_seen(event: Event, shared: &Shared, seen: &[Sensed]) -> Result<(), BeliefError> {
    let name =
        |piece: Option<crate::Piece>| piece.map_or_else(|| "nothing".to_string(), |piece| piece.letter().to_string());
    let fail = |fault: String| Err(BeliefError::Impossible { event, fault });
    let mut kings = 0;
    for &(square, piece) in seen {
        let held = shared.view.piece_at(square);
        let own = piece.filter(|piece| piece.side == shared.side);
        if (held.is_some() && held != piece) || (held.is_none() && own.is_some()) {
            return fail(format!("{} seen on {square}, where the own board has {}", name(piece), name(held)));
        }
        let Some(piece) = piece else { continue };
        if piece.kind == crate::Kind::Pawn && matches!(square.rank(), 0 | 7) {
            return fail(format!("a pawn seen on {square}"));
        }
        kings += u32::from(piece.kind == crate::Kind::King && piece.side != shared.side);
    }
    if kings > 1 { fail("two kings of the opponent seen".to_string()) } else { Ok(()) }
}
