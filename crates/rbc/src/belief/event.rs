//! What a player is told, and why a belief cannot follow it.

use crate::moves::{Move, Request, request_text};
use crate::square::Square;
use alloc::string::{String, ToString};
use core::fmt;
use plywood_core::Side;
use thiserror::Error;

/// Something that a player is told, as errors name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The boards that a belief was started with.
    Start,
    /// The opponent moved, and captured on this square.
    Opponent {
        /// Where he captured; for en passant the square of the pawn taken.
        capture: Option<Square>,
    },
    /// The player sensed here, or not at all.
    Sensed {
        /// The centre of the window.
        square: Option<Square>,
    },
    /// The two before, taken together.
    OpponentAndSensed {
        /// Where the opponent captured.
        capture: Option<Square>,
        /// The centre of the window.
        square: Option<Square>,
    },
    /// The player asked for a move, and this became of it.
    Moved {
        /// What he asked for.
        request: Request,
        /// What was really done.
        taken: Option<Move>,
        /// Where he captured.
        capture: Option<Square>,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |square: Option<Square>| square.map_or_else(|| "none".to_string(), |square| square.to_string());
        match *self {
            Self::Start => f.write_str("the start"),
            Self::Opponent { capture } => write!(f, "the opponent's move (capture {})", name(capture)),
            Self::Sensed { square } => write!(f, "the sense (square {})", name(square)),
            Self::OpponentAndSensed { capture, square } => {
                write!(f, "the opponent's move (capture {}) and the sense (square {})", name(capture), name(square))
            }
            Self::Moved { request, taken, capture } => {
                let taken = taken.map_or_else(|| "none".to_string(), |mv| mv.to_string());
                write!(f, "the move {} (taken {taken}, capture {})", request_text(request), name(capture))
            }
        }
    }
}

/// Why a belief is as it was before an event.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BeliefError {
    /// The event belongs to the other side's turn.
    #[error("{event}: it is {}'s turn to move", .turn.name())]
    Turn {
        /// The event.
        event: Event,
        /// Who is to move.
        turn: Side,
    },
    /// The own king was taken before.
    #[error("{event}: the game is over, the own king was taken")]
    Over {
        /// The event.
        event: Event,
    },
    /// No board at all can bring this, whatever the opponent has.
    #[error("{event}: {fault}")]
    Impossible {
        /// The event.
        event: Event,
        /// What is wrong with it.
        fault: String,
    },
    /// Some board can bring this, but none of those that are held.
    #[error("{event}: none of {boards} boards{} agrees", if *.sampled { " of a sample" } else { "" })]
    Contradiction {
        /// The event.
        event: Event,
        /// The boards that were held before it, and still are.
        boards: usize,
        /// Whether these are a sample: then the true board may be one that was dropped.
        sampled: bool,
    },
    /// More boards than [`Options::limit`](super::Options::limit) would be left.
    #[error("{event}: there would be more boards than the limit of {limit} (before it {boards})")]
    Limit {
        /// The event.
        event: Event,
        /// The boards that were held before it, and still are.
        boards: usize,
        /// The limit.
        limit: usize,
    },
    /// The system gave no memory.
    #[error("{event}: out of memory, with {boards} boards before it")]
    Memory {
        /// The event.
        event: Event,
        /// The boards that were held before it, and still are.
        boards: usize,
    },
    /// The belief's [`Control`](plywood_core::perft::Control) was stopped.
    #[error("{event}: interrupted")]
    Stopped {
        /// The event.
        event: Event,
    },
    /// Boards that no belief can hold together.
    #[error("{0}")]
    Boards(String),
}
