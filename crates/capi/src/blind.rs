//! Reconnaissance Blind Chess: what becomes of a request, and what a player sees.
//!
//! The requests themselves are the moves of a position (`plywood_position_moves`).

use crate::border::{Call, Fault, Status, call, put_items, put_text, text, writable};
use crate::handle::Handle;
use crate::positions::{Held, PlywoodMove, PlywoodPosition};
use plywood::core::{Game, MoveParts};
use plywood::rbc::{Board, Square};
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
        let side = *plywood::core::Side::BOTH
            .get(side as usize)
            .ok_or_else(|| Fault::new(Status::BadArgument, "a side is 0 (White) or 1 (Black)"))?;
        put_text(&board(&held)?.view(side).text(), buffer, capacity, required)
    })
}
