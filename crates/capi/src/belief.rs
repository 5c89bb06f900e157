//! Beliefs in Reconnaissance Blind Chess: all boards that a player must hold possible.
//!
//! What an event does and what a question means is the core's (docs/belief.md). Squares are numbers, moves and boards are texts.

use crate::blind::PlywoodRbcSensed;
use crate::border::{Call, Fault, Status, call, optional_text, put_items, put_text, read, slice, text, writable};
use crate::cancels::{Cancel, PlywoodCancel, cancel_of};
use crate::handle::{Handle, Kind};
use crate::positions::PLYWOOD_NO_SQUARE;
use crate::resources::threads;
use plywood::core::perft::Control;
use plywood::core::{Game, Side};
use plywood::rbc::belief::{Belief, BeliefError, Beyond, Centre, Options, OutcomeShare, State, best_sense};
use plywood::rbc::{Board, Move, Piece, Request, Sensed, Square, request_text};
use std::ffi::c_char;
use std::sync::{Arc, mpsc};
use std::thread::Builder;
use std::time::Duration;

/// All boards that a player of RBC must hold possible. An event changes it; copy it to try one out: copies share their boards.
pub type PlywoodBelief = Handle<Belief>;

impl Kind for Belief {
    const WORD: u64 = 0x6665_696c_6562;
    const NAME: &'static str = "belief";
}

/// How a belief is kept. All zeros is fine: any number of boards, all cores, no histories.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PlywoodBeliefOptions {
    /// The most boards that may be held after an event, 24 bytes each; 0 = any number.
    pub limit: u64,
    /// What is done where there would be more: 0 = the event is refused; else the belief goes on with so many of them, drawn at random, 1 to
    /// `limit`.
    pub sample: u64,
    /// From which samples are drawn; equal seeds draw alike.
    pub seed: u64,
    /// Threads for long events and questions, 1 to `PLYWOOD_MAX_THREADS`; 0 = all cores. What comes out does not depend on them.
    pub threads: u32,
    /// 1 = count for each board the ways that lead to it, 8 bytes more a board; 0 = do not.
    pub histories: u32,
}

/// What the boards of a belief are.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlywoodBeliefKind {
    /// All that agree with what the player was told.
    Exact = 0,
    /// Some of them: a sample was drawn when they were too many.
    Sampled = 1,
    /// None: the player's king was taken, the game is over.
    Lost = 2,
}

/// What a sense around one square would tell.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlywoodBeliefCentre {
    /// How many different things may be seen.
    pub classes: u64,
    /// How many boards would be left at worst.
    pub worst: u64,
    /// How many boards would be left on average.
    pub expected: f64,
    /// The entropy of what is seen, in bits.
    pub entropy: f64,
    /// The centre of the window.
    pub square: u8,
    /// For a square on the rim, the one beside it whose window holds this whole window and more; else `PLYWOOD_NO_SQUARE`.
    pub dominated_by: u8,
}

/// One thing that may become of a request.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlywoodBeliefOutcome {
    /// On how many boards it becomes this.
    pub boards: u64,
    /// On how many of these it takes the king.
    pub king_captures: u64,
    /// The share of the boards, 0 to 1.
    pub chance: f64,
    /// The move that is made; both squares are `PLYWOOD_NO_SQUARE` where none is.
    pub from: u8,
    /// The square on which it ends.
    pub to: u8,
    /// What a pawn becomes: one of 'q' 'r' 'b' 'n'; 0 for nothing.
    pub promotion: u8,
    /// The square of the piece that is taken; `PLYWOOD_NO_SQUARE` for none.
    pub capture_square: u8,
}

/// How often a cancel is looked at.
const EVERY: Duration = Duration::from_millis(20);

fn fault(error: BeliefError) -> Fault {
    let status = match error {
        BeliefError::Over { .. } => Status::GameOver,
        BeliefError::Contradiction { .. } => Status::Contradiction,
        BeliefError::Limit { .. } => Status::TooManyBoards,
        BeliefError::Memory { .. } => Status::NoResources,
        BeliefError::Stopped { .. } => Status::Stopped,
        BeliefError::Turn { .. } | BeliefError::Impossible { .. } | BeliefError::Boards(_) => Status::BadArgument,
    };
    Fault::new(status, error)
}

fn side_of(side: u32) -> Call<Side> {
    let side = Side::BOTH.get(side as usize).copied();
    side.ok_or_else(|| Fault::new(Status::BadArgument, "a side is 0 (White) or 1 (Black)"))
}

fn options_of(options: *const PlywoodBeliefOptions) -> Call<Options> {
    let usual = PlywoodBeliefOptions { limit: 0, sample: 0, seed: 0, threads: 0, histories: 0 };
    let asked = if options.is_null() { usual } else { *read(options, "the options")? };
    let bad = |fault: String| Err(Fault::new(Status::BadArgument, fault));
    if asked.sample > asked.limit {
        return bad(format!("a sample of {} boards beyond a limit of {}", asked.sample, asked.limit));
    }
    if asked.histories > 1 {
        return bad(format!("histories are counted (1) or not (0), not {}", asked.histories));
    }
    // More than there are addresses for is no limit.
    let boards = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let beyond = match asked.sample {
        0 => Beyond::Error,
        sample => Beyond::Sample { to: boards(sample), seed: asked.seed },
    };
    let limit = (asked.limit > 0).then(|| boards(asked.limit));
    Ok(Options { limit, beyond, threads: threads(asked.threads)?, histories: asked.histories == 1 })
}

/// A square that may be none.
fn square_of(number: u8) -> Call<Option<Square>> {
    if number == PLYWOOD_NO_SQUARE {
        return Ok(None);
    }
    let none = || Fault::new(Status::OutOfRange, format!("there is no square {number}: expected 0 to 63"));
    Square::new(number).map(Some).ok_or_else(none)
}

fn number_of(square: Option<Square>) -> u8 {
    square.map_or(PLYWOOD_NO_SQUARE, Square::number)
}

fn board_of(fen: &str) -> Call<Board> {
    Board::parse(fen).map_err(|fault| Fault::new(Status::BadPosition, fault))
}

/// A move, or the pass, which null stands for as well.
fn request_of(pointer: *const c_char, what: &str) -> Call<Request> {
    let Some(text) = optional_text(pointer, what)?.filter(|text| !matches!(*text, "pass" | "-")) else {
        return Ok(None);
    };
    let none =
        || Fault::new(Status::BadMove, format!("'{text}' is not a move, expected one such as e2e4, a7a8q or pass"));
    Move::parse(text).map(Some).ok_or_else(none)
}

fn seen_of(seen: *const PlywoodRbcSensed, count: usize) -> Call<Vec<Sensed>> {
    let one = |sensed: &PlywoodRbcSensed| {
        let none = || Fault::new(Status::BadArgument, "a square that was seen is none");
        let square = square_of(sensed.square)?.ok_or_else(none)?;
        let letter = char::from(sensed.piece as u8);
        let piece = if sensed.piece == 0 { None } else { Some(Piece::of_letter(letter)) };
        if piece == Some(None) {
            return Err(Fault::new(Status::BadArgument, format!("'{}' is no piece", letter.escape_default())));
        }
        Ok((square, piece.flatten()))
    };
    slice(seen, count, "what was seen")?.iter().map(one).collect()
}

/// Lets a belief follow an event, which the cancel stops.
fn follow(
    belief: *mut PlywoodBelief,
    cancel: *const PlywoodCancel,
    event: impl FnOnce(&mut Belief) -> Result<(), BeliefError>,
) -> Call {
    let (mut belief, cancel) = (Handle::change(belief)?, cancel_of(cancel)?);
    let control = Arc::new(Control::new());
    belief.set_control(Arc::clone(&control));
    watched(cancel.as_ref(), &control, || event(&mut belief)).map_err(fault)
}

/// Does `work`, and has another thread look at the cancel meanwhile.
fn watched<T>(cancel: Option<&Cancel>, control: &Control, work: impl FnOnce() -> T) -> T {
    let Some(cancel) = cancel else { return work() };
    if cancel.called() {
        control.stop();
    }
    let (done, wait) = mpsc::channel::<()>();
    let watch = move || {
        while wait.recv_timeout(EVERY) == Err(mpsc::RecvTimeoutError::Timeout) {
            if cancel.called() {
                control.stop();
            }
        }
    };
    std::thread::scope(|scope| {
        // Where no thread is to be had the work is done all the same.
        let _ = Builder::new().spawn_scoped(scope, watch);
        let result = work();
        drop(done);
        result
    })
}

/// The belief of a player (0 = White, 1 = Black) before the first move of a game. `options` may be null. Free it with `plywood_belief_free`.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_new(
    side: u32,
    options: *const PlywoodBeliefOptions,
    belief: *mut *mut PlywoodBelief,
) -> Status {
    call(|| {
        let out = Handle::place(belief)?;
        Handle::hand_out(Belief::start_with(side_of(side)?, options_of(options)?), &out);
        Ok(())
    })
}

/// The belief of a player who holds `count` boards possible, as texts of positions of rbc. They must agree in what he knows: his own pieces and
/// castling rights, whose turn it is, the square that his own double push passed over.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_from_boards(
    side: u32,
    boards: *const *const c_char,
    count: usize,
    options: *const PlywoodBeliefOptions,
    belief: *mut *mut PlywoodBelief,
) -> Status {
    call(|| {
        let (out, side, options) = (Handle::place(belief)?, side_of(side)?, options_of(options)?);
        let texts = slice(boards, count, "the boards")?.iter();
        let boards: Call<Vec<Board>> = texts.map(|fen| board_of(text(*fen, "a board")?)).collect();
        Handle::hand_out(Belief::from_boards(side, boards?, options).map_err(fault)?, &out);
        Ok(())
    })
}

/// Another belief with the same boards, to be freed by itself. It costs next to nothing.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_copy(belief: *const PlywoodBelief, copy: *mut *mut PlywoodBelief) -> Status {
    call(|| {
        let out = Handle::place(copy)?;
        Handle::hand_out(Handle::look(belief)?.clone(), &out);
        Ok(())
    })
}

/// Frees a belief; null is fine.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_free(belief: *mut PlywoodBelief) -> Status {
    call(|| Handle::free(belief))
}

/// The opponent has moved, and taken what stood on `capture_square` (`PLYWOOD_NO_SQUARE` for nothing; for en passant the square of the pawn).
/// If it was the own king the belief is lost.
///
/// As for all events: one that cannot be followed changes nothing. `PLYWOOD_STATUS_BAD_ARGUMENT`: it is not his turn, or no board at all
/// can bring this; `PLYWOOD_STATUS_CONTRADICTION`: none of the boards that are held does, which for a sample is no fault of the caller;
/// `PLYWOOD_STATUS_TOO_MANY_BOARDS`: more would be left than the limit; `PLYWOOD_STATUS_GAME_OVER`: the belief is lost;
/// `PLYWOOD_STATUS_STOPPED`: by the cancel, which may be null.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_opponent_moved(
    belief: *mut PlywoodBelief,
    capture_square: u8,
    cancel: *const PlywoodCancel,
) -> Status {
    call(|| {
        let capture = square_of(capture_square)?;
        follow(belief, cancel, |belief| belief.opponent(capture))
    })
}

/// The player has sensed around `square`, and saw this: each square of the window once, in any order. `PLYWOOD_NO_SQUARE` and a count of 0
/// where he did not sense.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_sensed(
    belief: *mut PlywoodBelief,
    square: u8,
    seen: *const PlywoodRbcSensed,
    count: usize,
    cancel: *const PlywoodCancel,
) -> Status {
    call(|| {
        let (square, seen) = (square_of(square)?, seen_of(seen, count)?);
        follow(belief, cancel, |belief| belief.sensed(square, &seen))
    })
}

/// The opponent's move and the sense after it at once: quicker, and without ever holding the boards that the sense refutes.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_opponent_moved_and_sensed(
    belief: *mut PlywoodBelief,
    capture_square: u8,
    square: u8,
    seen: *const PlywoodRbcSensed,
    count: usize,
    cancel: *const PlywoodCancel,
) -> Status {
    call(|| {
        let (capture, square, seen) = (square_of(capture_square)?, square_of(square)?, seen_of(seen, count)?);
        follow(belief, cancel, |belief| belief.opponent_and_sensed(capture, square, &seen))
    })
}

/// The player has asked for `requested`; `taken` was made, and something was taken on `capture_square` (`PLYWOOD_NO_SQUARE` for nothing).
/// Both moves may be null: the pass, and nothing.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_moved(
    belief: *mut PlywoodBelief,
    requested: *const c_char,
    taken: *const c_char,
    capture_square: u8,
    cancel: *const PlywoodCancel,
) -> Status {
    call(|| {
        let (request, taken) = (request_of(requested, "the request")?, request_of(taken, "the move that was taken")?);
        let capture = square_of(capture_square)?;
        follow(belief, cancel, |belief| belief.moved(request, taken, capture))
    })
}

/// How many boards are held.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_size(belief: *const PlywoodBelief, boards: *mut u64) -> Status {
    call(|| {
        let out = writable(boards, "boards")?;
        out.set(Handle::look(belief)?.len() as u64);
        Ok(())
    })
}

/// What the boards are.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_state(belief: *const PlywoodBelief, state: *mut PlywoodBeliefKind) -> Status {
    call(|| {
        let out = writable(state, "state")?;
        out.set(match Handle::look(belief)?.state() {
            State::Exact => PlywoodBeliefKind::Exact,
            State::Sampled => PlywoodBeliefKind::Sampled,
            State::Lost => PlywoodBeliefKind::Lost,
        });
        Ok(())
    })
}

/// The player, and whose turn it is: 0 = White, 1 = Black.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_sides(belief: *const PlywoodBelief, player: *mut u32, turn: *mut u32) -> Status {
    call(|| {
        let (player, turn, belief) = (writable(player, "player")?, writable(turn, "turn")?, Handle::look(belief)?);
        player.set(belief.side().index() as u32);
        turn.set(belief.turn().index() as u32);
        Ok(())
    })
}

/// The bytes that the boards take; copies share theirs until they are told something.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_memory(belief: *const PlywoodBelief, bytes: *mut u64) -> Status {
    call(|| {
        let out = writable(bytes, "bytes")?;
        out.set(Handle::look(belief)?.memory() as u64);
        Ok(())
    })
}

/// The text of board number `index`, its half-move clock at 0. The order depends on the events alone.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_text(
    belief: *const PlywoodBelief,
    index: u64,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| {
        let belief = Handle::look(belief)?;
        let board = usize::try_from(index).ok().and_then(|index| belief.get(index));
        let none = || Fault::new(Status::OutOfRange, format!("there is no board {index}: there are {}", belief.len()));
        put_text(&board.ok_or_else(none)?.text(), buffer, capacity, required)
    })
}

/// All that the player knows for certain, as the text of a board without the pieces of the other side.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_view(
    belief: *const PlywoodBelief,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| put_text(&Handle::look(belief)?.view().text(), buffer, capacity, required))
}

/// For each board, by its number, in how many ways the opponent can have brought it about; they stay at `UINT64_MAX`. None at all where
/// histories are not counted.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_weights(
    belief: *const PlywoodBelief,
    weights: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> Status {
    call(|| {
        let belief = Handle::look(belief)?;
        let all: Vec<u64> = belief.weights().map_or_else(Vec::new, Iterator::collect);
        put_items(&all, weights, capacity, count)
    })
}

/// Whether a board is held, 1 or 0; clocks do not count, nor an en-passant square that nobody can use.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_contains(
    belief: *const PlywoodBelief,
    board: *const c_char,
    held: *mut u32,
) -> Status {
    call(|| {
        let (out, board) = (writable(held, "held")?, board_of(text(board, "the board")?)?);
        out.set(u32::from(Handle::look(belief)?.contains(&board)));
        Ok(())
    })
}

/// What a sense around each of the 64 squares would tell, by the number of the square.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_senses(
    belief: *const PlywoodBelief,
    centres: *mut PlywoodBeliefCentre,
    capacity: usize,
    count: *mut usize,
) -> Status {
    call(|| put_items(&Handle::look(belief)?.senses().map(|centre| centre_of(&centre)), centres, capacity, count))
}

fn centre_of(centre: &Centre) -> PlywoodBeliefCentre {
    PlywoodBeliefCentre {
        classes: centre.classes as u64,
        worst: centre.worst as u64,
        expected: centre.expected,
        entropy: centre.entropy,
        square: centre.square.number(),
        dominated_by: number_of(centre.dominated_by),
    }
}

/// The square where a sense tells most: the greatest entropy, then fewest boards left on average, then at worst; never on the rim.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_best_sense(belief: *const PlywoodBelief, square: *mut u8) -> Status {
    call(|| {
        let out = writable(square, "square")?;
        out.set(best_sense(&Handle::look(belief)?.senses()).number());
        Ok(())
    })
}

/// All that may become of a request (null is the pass) on some board, the most likely first.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_belief_outcomes(
    belief: *const PlywoodBelief,
    request: *const c_char,
    outcomes: *mut PlywoodBeliefOutcome,
    capacity: usize,
    count: *mut usize,
) -> Status {
    call(|| {
        let request = request_of(request, "the request")?;
        let outlooks = Handle::look(belief)?.requests().map_err(fault)?;
        let fault = || format!("{} is not in the list of requests", request_text(request));
        let outlook = outlooks.iter().find(|outlook| outlook.request == request);
        let outlook = outlook.ok_or_else(|| Fault::new(Status::BadMove, fault()))?;
        let all: Vec<PlywoodBeliefOutcome> = outlook.outcomes.iter().map(outcome_of).collect();
        put_items(&all, outcomes, capacity, count)
    })
}

fn outcome_of(share: &OutcomeShare) -> PlywoodBeliefOutcome {
    let taken = share.outcome.taken;
    PlywoodBeliefOutcome {
        boards: share.boards as u64,
        king_captures: share.king_captures as u64,
        chance: share.chance,
        from: number_of(taken.map(|mv| mv.from)),
        to: number_of(taken.map(|mv| mv.to)),
        promotion: taken.and_then(|mv| mv.promotion).map_or(0, |kind| Piece { side: Side::Black, kind }.letter() as u8),
        capture_square: number_of(share.outcome.capture),
    }
}
