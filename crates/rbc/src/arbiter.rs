//! The arbiter: a whole game between two players who see only what the rules show them.
//!
//! [`play`] calls the two [`Player`]s in the order of the reference (`reconchess` 1.6.9, `play_local_game`), judges their requests on
//! the true board, keeps the clocks, ends the game by [`Referee`] and writes its [`History`]. [`Arbiter`] does the same turn by turn.
//!
//! In every turn: what the opponent took (at White's first turn too: nothing), where to sense, what was seen, what to ask for, what
//! became of it. The end is looked at between turns and nowhere else, so a turn in which the flag falls is played to its
//! end, and its increment is added before anybody looks at the clock. One thing differs from the reference: who resigns does so
//! instead of sensing or moving, and his turn is over.
//!
//! Not here: a clock (the caller passes one in), files, printing, and the players ([`players`](crate::players)).

use crate::board::Board;
use crate::end::{End, Limits, Referee, clock_after};
use crate::history::History;
use crate::moves::Request;
use crate::requests::{Outcome, Refused};
use crate::sense::Sensed;
use crate::square::Square;
use alloc::boxed::Box;
use alloc::string::String;
use plywood_core::{Game, Side};
use thiserror::Error;

/// What a player decides when he is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice<T> {
    /// This sense, or this request.
    Make(T),
    /// To give the game up: the opponent wins.
    Resign,
    /// To break the game off: it ends without winner and without reason.
    Leave,
}

/// One who plays a game and is told what he may know. Every call may fail: a fault ends the game and names
/// side and turn ([`PlayError`]); it is never counted as a lost turn.
///
/// Times are in milliseconds, `None` where the game has no clock; time runs from the end of the opponent's turn to the return of
/// [`moved`](Self::moved).
pub trait Player {
    /// What he is called in histories.
    fn name(&self) -> String;

    /// The game begins: his side, the board, the opponent's name.
    ///
    /// # Errors
    /// The player's own fault, in words.
    fn game_start(&mut self, side: Side, board: &Board, opponent: &str) -> Result<(), String>;

    /// Where the opponent's last turn took one of his pieces. Also called, with nothing taken, at White's first turn, when
    /// no turn came before.
    ///
    /// # Errors
    /// The player's own fault, in words.
    fn opponent_moved(&mut self, capture: Option<Square>) -> Result<(), String>;

    /// Where to sense: any of the 64 squares, or nowhere. `requests` are what he may ask for afterwards.
    ///
    /// # Errors
    /// The player's own fault, in words.
    fn choose_sense(&mut self, requests: &[Request], left: Option<i64>) -> Result<Choice<Option<Square>>, String>;

    /// What he saw; nothing where he did not sense.
    ///
    /// # Errors
    /// The player's own fault, in words.
    fn sensed(&mut self, seen: &[Sensed]) -> Result<(), String>;

    /// What to ask for: one of `requests` (the pass is the last), or a bare push of a pawn to the last row.
    ///
    /// # Errors
    /// The player's own fault, in words.
    fn choose_move(&mut self, requests: &[Request], left: Option<i64>) -> Result<Choice<Request>, String>;

    /// What became of his request.
    ///
    /// # Errors
    /// The player's own fault, in words.
    fn moved(&mut self, requested: Request, outcome: Outcome) -> Result<(), String>;

    /// The game is over (`None`: broken off), and may be seen whole.
    ///
    /// # Errors
    /// The player's own fault, in words.
    fn game_end(&mut self, _end: Option<End>, _history: &History) -> Result<(), String> {
        Ok(())
    }
}

/// The time of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// For the game, in milliseconds.
    pub initial: i64,
    /// Added after each of his turns, in milliseconds.
    pub increment: i64,
}

impl Default for TimeControl {
    /// The reference's: 900 s and 5 s a turn.
    fn default() -> Self {
        Self { initial: 900_000, increment: 5_000 }
    }
}

/// What a game is played by, beside the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Terms {
    /// When it is a draw.
    pub limits: Limits,
    /// Each player's time; `None`: no clock, and the caller's is not asked.
    pub time: Option<TimeControl>,
}

/// What a player did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// He asked for what is not in his list.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// He failed, in his own words.
    #[error("the player failed: {0}")]
    Player(String),
}

/// A fault of a player, which ends the game without a winner.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} turn {turn}: {fault}", .side.name())]
pub struct PlayError {
    /// Who.
    pub side: Side,
    /// In which of his turns, from 1; 0 is before the first.
    pub turn: usize,
    /// What.
    pub fault: Fault,
}

/// A game under way, without its players.
///
/// # Example
/// ```
/// use plywood_rbc::arbiter::{Arbiter, Terms};
/// use plywood_rbc::players::Random;
/// use plywood_core::Side;
/// let mut players = [Random::new(1), Random::new(2)];
/// let mut game = Arbiter::new(Terms::default(), ["a", "b"], 0);
/// for side in Side::BOTH {
///     game.greet(&mut players[side.index()], side)?;
/// }
/// while game.end().is_none() && game.history().requested_moves.white.len() < 10 {
///     let side = game.board().side();
///     game.turn(&mut players[side.index()], &mut || 0)?;
/// }
/// assert_eq!(game.history().replay()?.len(), 19);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Arbiter {
    terms: Terms,
    board: Board,
    history: History,
    /// What the last turn captured.
    capture: Option<Square>,
    clocks: [Option<i64>; 2],
    /// When the turn under way began.
    since: i64,
    resigned: Option<Side>,
    left: bool,
    /// Whether a player's fault has stopped the game.
    halted: bool,
}

impl Arbiter {
    /// A game at its start, between players called `names` (White's first). The clock of the first player runs from the time
    /// `now`, in milliseconds of the caller's clock.
    pub fn new(terms: Terms, names: [&str; 2], now: i64) -> Self {
        let mut history = History::default();
        [history.white_name, history.black_name] = names.map(String::from);
        let clock = terms.time.map(|time| time.initial);
        Self {
            terms,
            board: Board::start(),
            history,
            capture: None,
            clocks: [clock; 2],
            since: now,
            resigned: None,
            left: false,
            halted: false,
        }
    }

    /// The true board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What was played so far. Winner and reason are there when the game has ended.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// What the clocks of White and Black showed after the last turn, in milliseconds; `None` without clocks.
    pub fn clocks(&self) -> [Option<i64>; 2] {
        self.clocks
    }

    /// How the game has ended, if it has: a game that was broken off has not, see [`left`](Self::left).
    pub fn end(&self) -> Option<End> {
        if self.left {
            return None;
        }
        let referee = Referee { resigned: self.resigned, clocks: self.clocks, limits: self.terms.limits };
        referee.end(&self.board)
    }

    /// Whether a player has broken the game off.
    pub fn left(&self) -> bool {
        self.left
    }

    /// Tells the player of `side` that the game begins.
    ///
    /// # Errors
    /// [`PlayError`] with turn 0.
    pub fn greet(&self, player: &mut (impl Player + ?Sized), side: Side) -> Result<(), PlayError> {
        let opponent = match side {
            Side::White => &self.history.black_name,
            Side::Black => &self.history.white_name,
        };
        let greeted = player.game_start(side, &self.board, opponent);
        greeted.map_err(|fault| PlayError { side, turn: 0, fault: Fault::Player(fault) })
    }

    /// One turn of the side to move, whose player is `player`. Does nothing when the game is over, was broken off, or was halted by a
    /// fault. `now` tells the time in
    /// milliseconds and is asked only in games with a clock.
    ///
    /// # Errors
    /// [`PlayError`] halts the game. What came before the fault stays in the history: the sense where a move was refused, the
    /// whole turn where the player failed when he was told of it.
    pub fn turn(
        &mut self,
        player: &mut (impl Player + ?Sized),
        now: &mut impl FnMut() -> i64,
    ) -> Result<(), PlayError> {
        if self.left || self.halted || self.end().is_some() {
            return Ok(());
        }
        let side = self.board.side();
        let turn = self.history.requested_moves.of(side).len() + 1;
        let made = self.made(player, side, now);
        self.stop_clock(side, now);
        self.note_end();
        self.halted = made.is_err();
        made.map_err(|fault| PlayError { side, turn, fault })
    }

    /// All of a turn but the clock.
    fn made(
        &mut self,
        player: &mut (impl Player + ?Sized),
        side: Side,
        now: &mut impl FnMut() -> i64,
    ) -> Result<(), Fault> {
        let requests = self.board.army(side).requests();
        player.opponent_moved(self.capture).map_err(Fault::Player)?;
        let sense = player.choose_sense(&requests, self.time_left(side, now)).map_err(Fault::Player)?;
        let Some(sense) = self.heed(sense, side) else { return Ok(()) };
        let seen = sense.map(|square| self.board.sense(square)).unwrap_or_default();
        self.history.senses.of_mut(side).push(sense);
        self.history.sense_results.of_mut(side).push(seen.clone());
        player.sensed(&seen).map_err(Fault::Player)?;
        let request = player.choose_move(&requests, self.time_left(side, now)).map_err(Fault::Player)?;
        let Some(request) = self.heed(request, side) else { return Ok(()) };
        let outcome = self.board.outcome(request)?;
        self.make(side, request, outcome);
        player.moved(request, outcome).map_err(Fault::Player)
    }

    /// What was chosen; `None` when it was to play no further.
    fn heed<T>(&mut self, choice: Choice<T>, side: Side) -> Option<T> {
        match choice {
            Choice::Make(chosen) => return Some(chosen),
            Choice::Resign => self.resigned = Some(side),
            Choice::Leave => self.left = true,
        }
        None
    }

    fn make(&mut self, side: Side, request: Request, outcome: Outcome) {
        let after = self.board.after(outcome.taken.as_ref());
        let history = &mut self.history;
        history.requested_moves.of_mut(side).push(request);
        history.taken_moves.of_mut(side).push(outcome.taken);
        history.capture_squares.of_mut(side).push(outcome.capture);
        history.fens_before_move.of_mut(side).push(self.board.text());
        history.fens_after_move.of_mut(side).push(after.text());
        self.board = after;
        self.capture = outcome.capture;
    }

    /// What the clock of the side to move shows now.
    fn time_left(&self, side: Side, now: &mut impl FnMut() -> i64) -> Option<i64> {
        self.clocks[side.index()].map(|left| left.saturating_sub(now().saturating_sub(self.since)))
    }

    /// Books the time of a turn and starts the opponent's.
    fn stop_clock(&mut self, side: Side, now: &mut impl FnMut() -> i64) {
        let (Some(time), Some(left)) = (self.terms.time, self.clocks[side.index()]) else { return };
        let now = now();
        self.clocks[side.index()] = Some(clock_after(left, now.saturating_sub(self.since), time.increment));
        self.since = now;
    }

    fn note_end(&mut self) {
        if let Some(end) = self.end() {
            self.history.winner_color = end.winner;
            self.history.win_reason = Some(end.reason);
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended; `None`: a player broke it off.
    pub end: Option<End>,
    /// All of it.
    pub history: History,
    /// What the clocks of White and Black showed at the end, in milliseconds.
    pub clocks: [Option<i64>; 2],
}

/// A game that ended by a fault.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{error}")]
pub struct Halted {
    /// Whose, when, what.
    pub error: PlayError,
    /// What was played until then, without winner and reason.
    pub history: Box<History>,
}

/// Plays a whole game. Both players are told of its start, White first, then of every turn of theirs, then, White first, of its end.
/// `now` tells the time in milliseconds; it is asked only where the terms say that there is a clock.
///
/// # Errors
/// [`Halted`] when a player fails or asks for what is not in his list.
///
/// # Example
/// ```
/// use plywood_rbc::arbiter::{Terms, play};
/// use plywood_rbc::players::Random;
/// let played = play(&mut Random::new(1), &mut Random::new(2), Terms::default(), &mut || 0)?;
/// assert!(played.end.is_some());
/// assert!(played.history.replay().is_ok());
/// # Ok::<(), plywood_rbc::arbiter::Halted>(())
/// ```
pub fn play(
    white: &mut (impl Player + ?Sized),
    black: &mut (impl Player + ?Sized),
    terms: Terms,
    now: &mut impl FnMut() -> i64,
) -> Result<Played, Halted> {
    let (white_name, black_name) = (white.name(), black.name());
    let start = if terms.time.is_some() { now() } else { 0 };
    let mut game = Arbiter::new(terms, [&white_name, &black_name], start);
    let finished = run(&mut game, white, black, now);
    let history = game.history.clone();
    match finished {
        Ok(()) => Ok(Played { end: game.end(), history, clocks: game.clocks }),
        Err(error) => Err(Halted { error, history: Box::new(history) }),
    }
}

fn run(
    game: &mut Arbiter,
    white: &mut (impl Player + ?Sized),
    black: &mut (impl Player + ?Sized),
    now: &mut impl FnMut() -> i64,
) -> Result<(), PlayError> {
    game.greet(white, Side::White)?;
    game.greet(black, Side::Black)?;
    if game.terms.time.is_some() {
        // As in the reference the clock starts after both have been greeted.
        game.since = now();
    }
    game.note_end();
    while !game.left && game.end().is_none() {
        match game.board.side() {
            Side::White => game.turn(white, now)?,
            Side::Black => game.turn(black, now)?,
        }
    }
    let end = game.end();
    let told = [white.game_end(end, &game.history), black.game_end(end, &game.history)];
    for (side, told) in Side::BOTH.into_iter().zip(told) {
        let turn = game.history.requested_moves.of(side).len();
        told.map_err(|fault| PlayError { side, turn, fault: Fault::Player(fault) })?;
    }
    Ok(())
}
