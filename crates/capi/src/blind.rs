//! Reconnaissance Blind Chess: what becomes of a request, what a player sees, and how a game ends.
//!
//! The requests themselves are the moves of a position (`plywood_position_moves`).

use crate::border::{Call, Fault, Status, call, put_items, put_text, read, text, writable};
use crate::handle::Handle;
use crate::positions::{Held, PlywoodMove, PlywoodOutcome, PlywoodPosition};
use plywood::core::{Game, MoveParts, Outcome, Side};
use plywood::rbc::end::{Limits, Referee};
use plywood::rbc::{Board, Square, WinReason};
use std::ffi::c_char;

/// What becomes of a request.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PlywoodRbcResult {
    /// The move that is made, with the piece that it takes; both squares are `PLYWOOD_NO_SQUARE` where none is made.
    pub taken: PlywoodMove,
    /// The square of the piece that is taken, which both players are told; `PLYWOOD_NO_SQUARE` for none.
    pub capture_square: u8,
}

/// What ends a game of RBC beside the board. `plywood_rbc_referee_init` fills it in.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PlywoodRbcReferee {
    /// What the clocks of White and Black show, in milliseconds, at the end of a turn and after its increment: zero and below have fallen.
    /// `INT64_MAX` where there is none.
    pub milliseconds: [i64; 2],
    /// Full turns that may be played; `UINT32_MAX` for any number.
    pub turn_limit: u32,
    /// Plies without capture or pawn move at which the game is drawn; `UINT32_MAX` for none.
    pub reversible_limit: u32,
    /// Who has resigned: 0 = nobody, 1 = White, 2 = Black.
    pub resigned: u32,
}

impl PlywoodRbcReferee {
    /// The reference's defaults.
    fn usual() -> Self {
        let limits = Limits::default();
        Self {
            milliseconds: [i64::MAX; 2],
            turn_limit: limits.turns.unwrap_or(u32::MAX),
            reversible_limit: limits.reversible.unwrap_or(u32::MAX),
            resigned: 0,
        }
    }
}

/// Why a game of RBC ended. Where several hold, the first counts.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlywoodRbcReason {
    /// It goes on.
    Open = 0,
    /// A player resigned.
    Resign = 1,
    /// The clock of a player has fallen; also of one who took the king in the same turn.
    Timeout = 2,
    /// A king was captured.
    KingCapture = 3,
    /// More full turns than the limit: a draw.
    TurnLimit = 4,
    /// Too many plies without capture or pawn move: a draw.
    MoveLimit = 5,
}

/// A square that was sensed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PlywoodRbcSensed {
    /// The square.
    pub square: u8,
    /// The letter of the piece there, as in FEN; 0 for none.
    pub piece: c_char,
}

fn board(held: &Held) -> Call<&Board> {
    let board = held.position.as_any().downcast_ref();
    board.ok_or_else(|| Fault::new(Status::NotForThisGame, "only positions of rbc have this"))
}

/// What becomes of a request on the true board; the position stays as it is.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_rbc_resolve(
    position: *const PlywoodPosition,
    request: *const c_char,
    result: *mut PlywoodRbcResult,
) -> Status {
    call(|| {
        let (out, request) = (writable(result, "result")?, text(request, "the request")?);
        let held = Handle::look(position)?;
        let board = board(&held)?;
        let bad = |fault: &dyn std::fmt::Display| Fault::new(Status::BadMove, fault);
        let request = board.parse_request(request).map_err(|fault| bad(&fault))?;
        let what = board.outcome(request).map_err(|fault| bad(&fault))?;
        out.set(PlywoodRbcResult {
            taken: PlywoodMove::of(&board.parts(&what.taken)),
            capture_square: what.capture.map_or(MoveParts::NO_SQUARE, Square::number),
        });
        Ok(())
    })
}

/// What a player sees who senses around the square `center`, 0 to 63: up to nine squares, the upper rank first.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_rbc_sense(
    position: *const PlywoodPosition,
    center: u32,
    seen: *mut PlywoodRbcSensed,
    capacity: usize,
    count: *mut usize,
) -> Status {
    call(|| {
        let held = Handle::look(position)?;
        let center = u8::try_from(center).ok().and_then(Square::new);
        let center =
            center.ok_or_else(|| Fault::new(Status::OutOfRange, "there is no such square: expected 0 to 63"))?;
        let seen_squares = board(&held)?.sense(center).into_iter().map(|(square, piece)| PlywoodRbcSensed {
            square: square.number(),
            piece: piece.map_or(0, |piece| piece.letter() as u8 as c_char),
        });
        put_items(&seen_squares.collect::<Vec<_>>(), seen, capacity, count)
    })
}

/// Fills in the reference's defaults: nobody has resigned, no clocks, any number of turns, a draw at 100 plies without capture or pawn move.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_rbc_referee_init(referee: *mut PlywoodRbcReferee) -> Status {
    call(|| {
        writable(referee, "the referee")?.set(PlywoodRbcReferee::usual());
        Ok(())
    })
}

/// How a game that stands so has ended by the rules of the reference, and why; `PLYWOOD_OUTCOME_OPEN` and `PLYWOOD_RBC_REASON_OPEN` while it goes on.
/// A null `referee` stands for the reference's defaults; `reason` may be null.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_rbc_end_of_game(
    position: *const PlywoodPosition,
    referee: *const PlywoodRbcReferee,
    outcome: *mut PlywoodOutcome,
    reason: *mut PlywoodRbcReason,
) -> Status {
    call(|| {
        let out = writable(outcome, "outcome")?;
        let referee = if referee.is_null() { PlywoodRbcReferee::usual() } else { *read(referee, "the referee")? };
        let end = judge(&referee)?.end(board(&*Handle::look(position)?)?);
        out.set(PlywoodOutcome::of(end.map(|end| end.winner.map_or(Outcome::Draw, Outcome::Win))));
        if !reason.is_null() {
            writable(reason, "reason")?.set(end.map_or(PlywoodRbcReason::Open, |end| reason_of(end.reason)));
        }
        Ok(())
    })
}

fn judge(referee: &PlywoodRbcReferee) -> Call<Referee> {
    let resigned = match referee.resigned {
        0 => None,
        1 => Some(Side::White),
        2 => Some(Side::Black),
        other => {
            let fault = format!("nobody is {other}: expected 0 (nobody), 1 (White) or 2 (Black) to have resigned");
            return Err(Fault::new(Status::BadArgument, fault));
        }
    };
    // The greatest numbers are no limits by themselves: no game gets there.
    let limits = Limits { turns: Some(referee.turn_limit), reversible: Some(referee.reversible_limit) };
    Ok(Referee { resigned, clocks: referee.milliseconds.map(Some), limits })
}

fn reason_of(reason: WinReason) -> PlywoodRbcReason {
    match reason {
        WinReason::Resign => PlywoodRbcReason::Resign,
        WinReason::Timeout => PlywoodRbcReason::Timeout,
        WinReason::KingCapture => PlywoodRbcReason::KingCapture,
        WinReason::TurnLimit => PlywoodRbcReason::TurnLimit,
        WinReason::MoveLimit => PlywoodRbcReason::MoveLimit,
    }
}

/// All that a player (0 = White, 1 = Black) knows of the board without sensing, as a position without the pieces of the
/// other side.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_rbc_view(
    position: *const PlywoodPosition,
    side: u32,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| {
        let held = Handle::look(position)?;
        let side = *Side::BOTH
            .get(side as usize)
            .ok_or_else(|| Fault::new(Status::BadArgument, "a side is 0 (White) or 1 (Black)"))?;
        put_text(&board(&held)?.view(side).text(), buffer, capacity, required)
    })
}
