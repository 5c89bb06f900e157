//! How a game ends: a pure function of the board and of what a referee knows beside it.
//!
//! No clock is owned here: the referee passes in what the clocks show. There is no stalemate, no
//! repetition and no draw for want of material in RBC.

use crate::board::Board;
use plywood_core::{Outcome, Position, Side};

/// Why a game ended. In order of precedence: where several hold, the first counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WinReason {
    /// A player resigned.
    Resign,
    /// A player's clock reached zero. It outranks a king captured in the same turn.
    Timeout,
    /// A king was captured.
    KingCapture,
    /// More full turns than the limit: a draw.
    TurnLimit,
    /// Too many plies without capture or pawn move: a draw.
    MoveLimit,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct End {
    /// The winner; `None` is a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: WinReason,
}

/// The limits that make a game a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Full turns that may be played: the game is over when the number of the turn exceeds it. `None`: no limit.
    pub turns: Option<u32>,
    /// Plies without capture or pawn move at which the game is over. `None`: no limit.
    pub reversible: Option<u32>,
}

impl Default for Limits {
    /// The reference's defaults: any number of turns, 100 plies.
    fn default() -> Self {
        Self { turns: None, reversible: Some(100) }
    }
}

/// What a clock shows after a turn, in milliseconds: the increment is added *before* anyone looks at the flag, so a
/// player who ran a quarter of a second over and gets five seconds plays on.
///
/// # Example
/// ```
/// use plywood_rbc::end::clock_after;
/// assert_eq!(clock_after(1_000, 1_250, 5_000), 4_750);
/// ```
pub const fn clock_after(left: i64, used: i64, increment: i64) -> i64 {
    left.saturating_sub(used).saturating_add(increment)
}

/// What ends a game beside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Referee {
    /// Who has resigned.
    pub resigned: Option<Side>,
    /// What the clocks of White and Black show, in milliseconds: zero and below have fallen. `None`: no clock.
    pub clocks: [Option<i64>; 2],
    /// The limits of the game.
    pub limits: Limits,
}

impl Referee {
    /// The end of the game on `board`, if it has ended.
    ///
    /// # Example
    /// ```
    /// use plywood_core::{Game, Side};
    /// use plywood_rbc::{Board, WinReason, end::Referee};
    /// let taken = Board::parse("4R3/8/8/8/8/8/8/4K3 b - - 0 1")?;
    /// let mut referee = Referee::default();
    /// assert_eq!(referee.end(&taken).unwrap().winner, Some(Side::White));
    /// referee.clocks = [Some(0), Some(10_000)]; // White took the king, but his flag had fallen.
    /// assert_eq!(referee.end(&taken).unwrap().winner, Some(Side::Black));
    /// assert_eq!(referee.end(&taken).unwrap().reason, WinReason::Timeout);
    /// # Ok::<(), plywood_core::TextError>(())
    /// ```
    pub fn end(&self, board: &Board) -> Option<End> {
        let lost = |side: Side, reason| Some(End { winner: Some(side.other()), reason });
        let drawn = |reason| Some(End { winner: None, reason });
        if let Some(side) = self.resigned {
            return lost(side, WinReason::Resign);
        }
        if let Some(side) = Side::BOTH.into_iter().find(|side| self.clocks[side.index()].is_some_and(|left| left <= 0))
        {
            return lost(side, WinReason::Timeout);
        }
        if let Some(Outcome::Win(side)) = board.ended() {
            return lost(side.other(), WinReason::KingCapture);
        }
        if self.limits.turns.is_some_and(|limit| board.full_moves() > limit) {
            return drawn(WinReason::TurnLimit);
        }
        if self.limits.reversible.is_some_and(|limit| board.half_moves() >= limit) {
            return drawn(WinReason::MoveLimit);
        }
        None
    }
}
