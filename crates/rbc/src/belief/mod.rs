//! What a player may believe: the set of all boards that agree with everything he was told, exact and without repetition.
//!
//! [`Belief`] starts with one board, or some, and follows the game by what the player is told: the opponent's move
//! ([`Belief::opponent`]: only whether and where he captured), the sense ([`Belief::sensed`]), the own move ([`Belief::moved`]).
//! An event that cannot be followed is an error and changes nothing; a belief is never empty in silence. Two boards are the same if
//! [`Board::identity`] says so. Questions: where to sense ([`Belief::senses`]), what becomes of each request
//! ([`Belief::requests`]), what stands and attacks where ([`Belief::marginals`]).
//!
//! The result, the order of the boards included, is the same for any number of threads and on every machine.
//!
//! Not here: which of the boards are likely (all are possible), players, clocks and draw rules. What is exact about it is said in
//! `docs/belief.md`; the rules are those of [`requests`](crate::requests) and `generate`.
//!
//! Start reading at [`Belief`], then `packed` (a board in three words) and `distinct` (sets by parallel partitions).

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
use crate::distinct::{Bound, Failure, MOST_THREADS, Sink, Weight, Work, distinct, joined};
use crate::modes::Taken;
use crate::moves::{Move, Request, request_text};
use crate::requests::Outcome;
use crate::sense::Sensed;
use crate::square::Square;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use packed::{Filter, Packed, Shared};
use plywood_core::perft::Control;
use plywood_core::rng::SplitMix64;
use plywood_core::{Game, Position, Side};

/// How a belief is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The most boards that may be held after an event; `None`: as many as there are.
    pub limit: Option<usize>,
    /// What happens when there would be more. Without effect where there is no limit.
    pub beyond: Beyond,
    /// Threads for long events, 1 to 64 (other numbers are brought into that range).
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

/// The boards that a player holds possible.
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
    boards: Vec<Packed>,
    /// One for each board, or empty where histories are not counted.
    weights: Vec<u64>,
    state: State,
    options: Options,
    /// Events followed: no two draw alike.
    events: u64,
    control: Arc<Control>,
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
        let weights = if options.histories { vec![1] } else { Vec::new() };
        let boards = vec![shared.pack(board)];
        Self { shared, boards, weights, state: State::Exact, options, events: 0, control: Arc::default() }
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
        let event = Event::Start;
        let mut next = start.step(event, shared, boards.len(), |n, keep| keep(shared.pack(&boards[n]), None))?;
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
        self.boards.is_empty()
    }

    /// What the boards are: all, a sample, or none after a lost game.
    pub fn state(&self) -> State {
        self.state
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

    /// The bytes that the belief holds, unused room included: 24 a board, 8 more where histories are counted.
    pub fn memory(&self) -> usize {
        size_of::<Self>() + self.boards.capacity() * size_of::<Packed>() + self.weights.capacity() * size_of::<u64>()
    }

    /// The boards, with their half-move clocks at 0, in an order that depends on the events alone.
    pub fn boards(&self) -> impl ExactSizeIterator<Item = Board> + '_ {
        self.boards.iter().map(|packed| self.shared.board(packed))
    }

    /// Board number `n` of [`boards`](Self::boards).
    pub fn get(&self, n: usize) -> Option<Board> {
        self.boards.get(n).map(|packed| self.shared.board(packed))
    }

    /// For each board, in the same order, the number of histories that lead to it: sequences of the opponent's moves taken that agree with
    /// what the player was told, the pass and all failed requests of a turn being one. They stay at 2^64-1. `None` where they are not
    /// counted.
    pub fn weights(&self) -> Option<&[u64]> {
        self.options.histories.then_some(&self.weights)
    }

    /// Whether a board is held that is the same as this one, which [`Board::identity`] and the side to move decide. Looks at all of them.
    pub fn contains(&self, board: &Board) -> bool {
        if board.side() != self.turn() {
            return false;
        }
        let packed = self.shared.pack(board);
        self.shared.board(&packed).identity() == board.identity() && self.boards.contains(&packed)
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
        let mut sums = Vec::with_capacity(self.len());
        let mut sum = 0.0;
        for n in 0..self.len() {
            sum += weighting.of(self, n);
            sums.push(sum);
        }
        if sum <= 0.0 {
            return Vec::new();
        }
        let mut rng = SplitMix64::new(seed);
        let mut next = || {
            let at = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64 * sum;
            self.get(sums.partition_point(|&sum| sum <= at))
        };
        (0..count).filter_map(|_| next()).collect()
    }

    /// The opponent has moved, and captured the piece on `capture` if that is a square (for en passant that of the pawn taken). Every
    /// board goes on to all that he can have made of it, the pass and failed requests included. If it was the own king, the belief is
    /// [`State::Lost`].
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
        if !shared.view.has_king(self.side()) {
            let control = Arc::clone(&self.control);
            let events = self.events + 1;
            let (boards, weights) = (Vec::new(), Vec::new());
            *self = Self { shared, boards, weights, state: State::Lost, options: self.options, events, control };
            return Ok(());
        }
        check_seen(event, &shared, seen)?;
        let filter = Filter::new(seen, shared.own);
        let within = capture.map_or(!0, Square::set);
        *self = self.step(event, shared, self.len(), |n, keep| {
            let board = self.shared.board(&self.boards[n]);
            if board.ended().is_some() {
                return;
            }
            let mut visit = |taken: Option<&Move>| {
                let packed = shared.pack(&board.after(taken));
                if filter.passes(&packed) {
                    keep(packed, Some(n));
                }
            };
            // Where a square of capture is known no other move is made. En passant ends on another square than it captures.
            let _ = board.visit_taken(Taken, !0, within | board.en_passant_set(), |mv, _| {
                if board.capture_square(&mv) == capture {
                    visit(Some(&mv));
                }
                ControlFlow::Continue(())
            });
            if capture.is_none() {
                visit(None);
            }
        })?;
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
        self.restrict(event, self.shared, !0, |packed| filter.passes(packed))
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
        if !outlook::conceivable(&self.shared, request, outcome) {
            let fault = format!("{} never becomes this, whatever the opponent has", request_text(request));
            return Err(BeliefError::Impossible { event, fault });
        }
        // What the opponent has stays where it is, but for what was captured; the marks of en passant go.
        let keep = !before.own & !capture.map_or(0, Square::set);
        let shared = before.after_own(taken.as_ref());
        self.restrict(event, shared, keep, |packed| before.board(packed).outcome(request) == Ok(outcome))
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

    /// Goes on with the boards that agree, the `keep` squares of each. What is not kept may have been all that told two boards apart.
    fn restrict(
        &mut self,
        event: Event,
        shared: Shared,
        keep: u64,
        agrees: impl Fn(&Packed) -> bool + Sync,
    ) -> Result<(), BeliefError> {
        *self = self.step(event, shared, self.len(), |n, found| {
            let packed = self.boards[n];
            if agrees(&packed) {
                found(packed.map(|plane| plane & keep), Some(n));
            }
        })?;
        Ok(())
    }

    /// The belief after an event that makes these boards of `count` sources; each board comes with the number of the one that it came
    /// from.
    fn step(
        &self,
        event: Event,
        shared: Shared,
        count: usize,
        expand: impl Fn(usize, &mut dyn FnMut(Packed, Option<usize>)) + Sync,
    ) -> Result<Self, BeliefError> {
        let made = if self.options.histories {
            let weight = |parent: Option<usize>| parent.map_or(1, |n| self.weights[n]);
            self.collect(count, |n, sink: &mut Sink<3, u64>| {
                expand(n, &mut |packed, from| sink.push(packed, weight(from)))
            })
        } else {
            let made =
                self.collect(count, |n, sink: &mut Sink<3, ()>| expand(n, &mut |packed, _| sink.push(packed, ())));
            made.map(|(boards, _, drawn)| (boards, Vec::new(), drawn))
        };
        let boards_before = self.len();
        let (boards, weights, drawn) = made.map_err(|failure| match failure {
            Failure::Memory => BeliefError::Memory { event, boards: boards_before },
            Failure::Stopped => BeliefError::Stopped { event },
            Failure::Limit => {
                let limit = self.options.limit.unwrap_or(usize::MAX);
                BeliefError::Limit { event, boards: boards_before, limit }
            }
        })?;
        if boards.is_empty() {
            let sampled = self.state == State::Sampled;
            return Err(BeliefError::Contradiction { event, boards: boards_before, sampled });
        }
        let state = if drawn { State::Sampled } else { self.state };
        let control = Arc::clone(&self.control);
        Ok(Self { shared, boards, weights, state, options: self.options, events: self.events + 1, control })
    }

    /// The distinct boards, their weights, and whether they are a sample.
    fn collect<W: Weight>(
        &self,
        count: usize,
        expand: impl Fn(usize, &mut Sink<3, W>) + Sync,
    ) -> Result<(Vec<Packed>, Vec<W>, bool), Failure> {
        let threads = self.options.threads.clamp(1, MOST_THREADS);
        let work = Work { threads, control: &self.control, share: 0.0..1.0 };
        let made = distinct(count, expand, self.bound(), &work)?;
        let drawn = made.drawn;
        let (boards, weights) = joined(made.parts)?;
        Ok((boards, weights, drawn))
    }

    fn bound(&self) -> Bound {
        let Some(limit) = self.options.limit else { return Bound::None };
        match self.options.beyond {
            Beyond::Error => Bound::Error(limit),
            Beyond::Sample { to, seed } => {
                let seed = SplitMix64::new(seed ^ self.events.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64();
                Bound::Draw { limit, keep: to.clamp(1, limit.max(1)), seed }
            }
        }
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
