//! Game histories in the JSON of the reference (`GameHistory.save` of `reconchess`): read, written, replayed.
//!
//! [`History::replay`] plays a game again and compares everything that the record says with what the rules say;
//! the first event that differs is named.
//!
//! Not here: files, clocks (the record has none) and beliefs.

use crate::board::{Board, Piece};
use crate::end::WinReason;
use crate::moves::{Move, Request};
use crate::requests::Outcome;
use crate::sense::Sensed;
use crate::square::Square;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use plywood_core::{Game, Position, Side};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

/// Something of White's and the same of Black's; in the JSON the keys are the colours of python-chess.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BySide<T> {
    /// White's.
    #[serde(rename = "true")]
    pub white: T,
    /// Black's.
    #[serde(rename = "false")]
    pub black: T,
}

impl<T> BySide<T> {
    /// That of `side`.
    pub fn of(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// That of `side`, to be changed.
    pub fn of_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}

/// The record of one game. Entry `n` of every list belongs to that player's turn `n`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    #[serde(rename = "type")]
    tag: Tag,
    /// Who played White.
    pub white_name: String,
    /// Who played Black.
    pub black_name: String,
    /// Where each player sensed; `None` where he did not.
    pub senses: BySide<Vec<Option<Square>>>,
    /// What he saw; empty where he did not sense.
    pub sense_results: BySide<Vec<Vec<Sensed>>>,
    /// What each player asked for; `None` is the pass.
    pub requested_moves: BySide<Vec<Request>>,
    /// What became of it.
    pub taken_moves: BySide<Vec<Option<Move>>>,
    /// Where something was captured.
    pub capture_squares: BySide<Vec<Option<Square>>>,
    /// The true board before each move.
    pub fens_before_move: BySide<Vec<String>>,
    /// The true board after it.
    pub fens_after_move: BySide<Vec<String>>,
    /// The winner; `None` for a draw or a game broken off.
    #[serde(with = "colour")]
    pub winner_color: Option<Side>,
    /// Why the game ended; `None` if it was broken off.
    pub win_reason: Option<WinReason>,
}

/// The `type` of the outermost object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Tag {
    #[default]
    GameHistory,
}

/// One turn of a game that was replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose turn it was.
    pub side: Side,
    /// Where he sensed.
    pub sense: Option<Square>,
    /// What he saw.
    pub seen: Vec<Sensed>,
    /// The board on which he sensed and moved.
    pub before: Board,
    /// What he asked for; `None` is the pass.
    pub request: Request,
    /// What became of it.
    pub outcome: Outcome,
    /// The board after it.
    pub after: Board,
}

/// The first thing in a record that the rules do not bear out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HistoryError {
    /// An event of a turn.
    #[error("{} turn {turn}: {fault}", .side.name())]
    Turn {
        /// Whose turn.
        side: Side,
        /// Which of his turns, from 1.
        turn: usize,
        /// What is recorded and what is right.
        fault: String,
    },
    /// The lists do not fit together.
    #[error("{0}")]
    Lengths(String),
    /// Winner or reason.
    #[error("the end of the game: {0}")]
    End(String),
}

impl History {
    /// Reads the JSON text of a history.
    ///
    /// # Errors
    /// Names the fault and its line and column.
    pub fn parse(json: &str) -> Result<Self, serde_json::Error> {
        // Derived readers would take a list of the fields as well.
        if json.trim_start().starts_with('[') {
            return Err(serde_json::Error::custom("a list, where an object is expected"));
        }
        serde_json::from_str(json)
    }

    /// The history as JSON text, in the order of the reference.
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Plays the game again from its first recorded board. Every sense result, move taken, capture square and
    /// board is compared with what the rules make of it, then winner and reason.
    ///
    /// A limit that a game was played with is not in its record: a draw by limit must have no winner and
    /// both kings, no more. Nor are the clocks: a win on time or by resignation must have a winner.
    ///
    /// # Errors
    /// The first event that is wrong.
    ///
    /// # Example
    /// ```
    /// use plywood_rbc::{HISTORIES, history::History};
    /// let (_, json) = HISTORIES[0];
    /// let mut game = History::parse(json)?;
    /// assert_eq!(game.replay()?.len(), 175);
    /// game.capture_squares.black[0] = plywood_rbc::Square::parse("a1");
    /// let error = game.replay().unwrap_err();
    /// assert_eq!(error.to_string(), "Black turn 1: capture square a1, should be none");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replay(&self) -> Result<Vec<Turn>, HistoryError> {
        let mut turns = Vec::new();
        self.replay_each(|turn| turns.push(turn.clone()))?;
        Ok(turns)
    }

    /// As [`replay`](Self::replay), with every turn given to `seen` as soon as it is found right: those before the first
    /// that is wrong are seen too.
    ///
    /// # Errors
    /// The first event that is wrong.
    pub fn replay_each(&self, mut seen: impl FnMut(&Turn)) -> Result<(), HistoryError> {
        self.check_lengths()?;
        let mut last: Option<Turn> = None;
        let plies = self.requested_moves.white.len() + self.requested_moves.black.len();
        for ply in 0..plies {
            let (side, n) = (Side::BOTH[ply % 2], ply / 2);
            let fail = |fault| HistoryError::Turn { side, turn: n + 1, fault };
            let before = match &last {
                Some(turn) => turn.after,
                None => Board::parse(&self.fens_before_move.white[0]).map_err(|error| fail(error.to_string()))?,
            };
            let turn = self.turn(before, side, n).map_err(fail)?;
            seen(&turn);
            last = Some(turn);
        }
        self.check_last_sense(last.as_ref())?;
        self.check_end(last.map_or(Board::start(), |turn| turn.after))
    }

    pub(crate) fn check_lengths(&self) -> Result<(), HistoryError> {
        let fail = |fault: String| Err(HistoryError::Lengths(fault));
        let moves = Side::BOTH.map(|side| self.requested_moves.of(side).len());
        if moves[0] != moves[1] && moves[0] != moves[1] + 1 {
            return fail(format!(
                "White has moved {} times and Black {}: they take turns, White first",
                moves[0], moves[1]
            ));
        }
        let next = if moves[0] == moves[1] { Side::White } else { Side::Black };
        for side in Side::BOTH {
            let requested = moves[side.index()];
            let lists = [
                ("taken_moves", self.taken_moves.of(side).len()),
                ("capture_squares", self.capture_squares.of(side).len()),
                ("fens_before_move", self.fens_before_move.of(side).len()),
                ("fens_after_move", self.fens_after_move.of(side).len()),
            ];
            if let Some((list, length)) = lists.into_iter().find(|&(_, length)| length != requested) {
                return fail(format!("{}: {length} {list}, but {requested} requested_moves", side.name()));
            }
            let (senses, results) = (self.senses.of(side).len(), self.sense_results.of(side).len());
            if senses != results {
                return fail(format!("{}: {results} sense_results, but {senses} senses", side.name()));
            }
            // The game may have ended between a sense and the move after it.
            if senses != requested && !(side == next && senses == requested + 1) {
                return fail(format!("{}: {senses} senses, but {requested} requested_moves", side.name()));
            }
        }
        Ok(())
    }

    fn turn(&self, before: Board, side: Side, n: usize) -> Result<Turn, String> {
        if before.ended().is_some() {
            return Err("a turn after a king was taken".to_string());
        }
        if before.side() != side {
            return Err("the board before the move has the other side to move".to_string());
        }
        compare_fen("before", &self.fens_before_move.of(side)[n], &before)?;
        let (sense, seen) = (self.senses.of(side)[n], &self.sense_results.of(side)[n]);
        compare_sense(&before, sense, seen)?;
        let request = self.requested_moves.of(side)[n];
        let outcome = before.outcome(request).map_err(|refused| refused.to_string())?;
        let taken = self.taken_moves.of(side)[n];
        compare("taken move", taken, outcome.taken)?;
        compare("capture square", self.capture_squares.of(side)[n], outcome.capture)?;
        let after = before.after(outcome.taken.as_ref());
        compare_fen("after", &self.fens_after_move.of(side)[n], &after)?;
        Ok(Turn { side, sense, seen: seen.clone(), before, request, outcome, after })
    }

    /// The sense of a turn that never came to its move.
    fn check_last_sense(&self, last: Option<&Turn>) -> Result<(), HistoryError> {
        let board = last.map_or(Board::start(), |turn| turn.after);
        let (side, n) = (board.side(), self.requested_moves.of(board.side()).len());
        let Some(seen) = self.sense_results.of(side).get(n) else { return Ok(()) };
        compare_sense(&board, self.senses.of(side)[n], seen).map_err(|fault| HistoryError::Turn {
            side,
            turn: n + 1,
            fault,
        })
    }

    fn check_end(&self, board: Board) -> Result<(), HistoryError> {
        let captured = board.ended().map(|_| board.side().other());
        let right = match self.win_reason {
            Some(WinReason::KingCapture) => captured.is_some() && self.winner_color == captured,
            Some(WinReason::Timeout | WinReason::Resign) => self.winner_color.is_some(),
            Some(WinReason::TurnLimit | WinReason::MoveLimit) | None => {
                captured.is_none() && self.winner_color.is_none()
            }
        };
        if right {
            return Ok(());
        }
        let winner = self.winner_color.map_or("nobody", Side::name);
        let reason = self.win_reason.map_or("no reason", reason_name);
        let stands = captured.map_or("both kings stand", |side| match side {
            Side::White => "White has taken the king",
            Side::Black => "Black has taken the king",
        });
        Err(HistoryError::End(format!("won by {winner}, {reason}, but {stands}")))
    }
}

fn compare<T: PartialEq + ToString>(what: &str, recorded: Option<T>, right: Option<T>) -> Result<(), String> {
    if recorded == right {
        return Ok(());
    }
    let text = |value: Option<T>| value.map_or_else(|| "none".to_string(), |value| value.to_string());
    Err(format!("{what} {}, should be {}", text(recorded), text(right)))
}

fn compare_fen(when: &str, recorded: &str, right: &Board) -> Result<(), String> {
    if recorded == right.text() {
        return Ok(());
    }
    Err(format!("board {when} the move {recorded}, should be {}", right.text()))
}

fn compare_sense(board: &Board, sense: Option<Square>, seen: &[Sensed]) -> Result<(), String> {
    let right = sense.map(|square| board.sense(square)).unwrap_or_default();
    if seen == right {
        return Ok(());
    }
    let at = sense.map_or_else(|| "none".to_string(), |square| square.to_string());
    Err(format!("sense {at} shows {}, should be {}", sense_text(seen), sense_text(&right)))
}

fn sense_text(seen: &[Sensed]) -> String {
    let squares = seen.iter().map(|(square, piece)| format!("{square}{}", piece.map_or('.', Piece::letter)));
    format!("[{}]", squares.collect::<Vec<_>>().join(" "))
}

/// The names of the reasons in the reference.
const REASONS: [(WinReason, &str); 5] = [
    (WinReason::KingCapture, "KING_CAPTURE"),
    (WinReason::Timeout, "TIMEOUT"),
    (WinReason::Resign, "RESIGN"),
    (WinReason::TurnLimit, "TURN_LIMIT"),
    (WinReason::MoveLimit, "MOVE_LIMIT"),
];

/// The name of a reason as the reference writes it.
pub fn reason_name(reason: WinReason) -> &'static str {
    REASONS.iter().find(|(known, _)| *known == reason).map_or("", |(_, name)| name)
}

/// How the reference writes values that JSON does not know.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", content = "value")]
enum Tagged {
    Move(String),
    Piece(String),
    WinReason(String),
}

/// Implements serde for a type that is written as one variant of [`Tagged`].
macro_rules! tagged {
    ($type:ty, $variant:ident, $what:literal, $write:expr, $read:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(&Self) -> String = $write;
                Tagged::$variant(write(self)).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let read: fn(&str) -> Option<Self> = $read;
                match Tagged::deserialize(deserializer)? {
                    Tagged::$variant(text) => {
                        read(&text).ok_or_else(|| D::Error::custom(format!("'{text}' is not {}", $what)))
                    }
                    _ => Err(D::Error::custom(concat!("expected ", $what))),
                }
            }
        }
    };
}

tagged!(Move, Move, "a move", ToString::to_string, Move::parse);
tagged!(Piece, Piece, "a piece", |piece| piece.letter().to_string(), |text| {
    let mut letters = text.chars();
    Piece::of_letter(letters.next()?).filter(|_| letters.next().is_none())
});
tagged!(WinReason, WinReason, "a win reason", |reason| reason_name(*reason).to_string(), |text| {
    REASONS.iter().find(|(_, name)| *name == text).map(|(reason, _)| *reason)
});

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number())
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Self::new(number).ok_or_else(|| D::Error::custom(format!("{number} is not a square, expected 0 to 63")))
    }
}

/// A side as the boolean of python-chess: true is White.
mod colour {
    use super::*;

    pub(super) fn serialize<S: Serializer>(side: &Option<Side>, serializer: S) -> Result<S::Ok, S::Error> {
        side.map(|side| side == Side::White).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Side>, D::Error> {
        let white = Option::<bool>::deserialize(deserializer)?;
        Ok(white.map(|white| if white { Side::White } else { Side::Black }))
    }
}
