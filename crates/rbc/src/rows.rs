//! Rows of the rule tables that only RBC has: what becomes of a request (`case`), what a sense shows (`sense`). One row
//! is one JSON object; the kinds are documented with [`SUITE`](crate::SUITE).
//!
//! Not here: `perft` and `moves` rows, which have one form for all games and are run by the facade.

use crate::board::{Board, Piece};
use crate::end::Referee;
use crate::history::reason_name;
use crate::moves::Move;
use crate::square::Square;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use plywood_core::{Game, Side};
use serde_json::{Value, json};

/// Checks a row of the kinds `case` and `sense`.
///
/// # Errors
/// What the row says and what the rules say; or what makes the row unreadable.
///
/// # Example
/// ```
/// let row = serde_json::json!({
///     "game": "rbc", "kind": "case", "fen": "4k3/8/8/8/8/8/8/R3K1nR w KQ - 0 1", "requested": "e1g1",
///     "taken": null, "capture_square": null, "fen_after": "4k3/8/8/8/8/8/8/R3K1nR b KQ - 1 1"
/// });
/// assert_eq!(plywood_rbc::check_row(&row), Ok(()));
/// ```
pub fn check_row(row: &Value) -> Result<(), String> {
    let fen = row["fen"].as_str().ok_or("the row has no fen")?;
    let board = Board::parse(fen).map_err(|error| error.to_string())?;
    match row["kind"].as_str() {
        Some("case") => check_case(&board, row),
        Some("sense") => check_sense(&board, row),
        kind => Err(format!("rows of kind {} are not known, expected case or sense", kind.unwrap_or("(none)"))),
    }
}

/// Compares the field `name` of the row, if it has it, with what is right.
fn field(row: &Value, name: &str, right: Value) -> Result<(), String> {
    match row.get(name) {
        Some(value) if *value != right => Err(format!("{name} is {right}, expected {value}")),
        _ => Ok(()),
    }
}

fn text<T: ToString>(value: Option<T>) -> Value {
    value.map_or(Value::Null, |value| Value::from(value.to_string()))
}

fn check_case(board: &Board, row: &Value) -> Result<(), String> {
    let request = match row.get("requested") {
        Some(Value::Null) => None,
        Some(Value::String(text)) => Some(Move::parse(text).ok_or_else(|| format!("'{text}' is not a move"))?),
        _ => return Err("the row has no requested".to_string()),
    };
    let listed = board.army(board.side()).requests().contains(&request);
    field(row, "in_move_actions", listed.into())?;
    let outcome = match board.outcome(request) {
        Ok(outcome) if row["error"].is_null() => outcome,
        Ok(_) => return Err("the request is accepted, expected an error".to_string()),
        Err(_) if !row["error"].is_null() => return Ok(()),
        Err(refused) => return Err(refused.to_string()),
    };
    let after = board.after(outcome.taken.as_ref());
    let end = Referee::default().end(&after);
    let winner = end.and_then(|end| end.winner).map(|side| if side == Side::White { "white" } else { "black" });
    field(row, "taken", text(outcome.taken))?;
    field(row, "capture_square", text(outcome.capture))?;
    field(row, "fen_after", after.text().into())?;
    field(row, "is_over", end.is_some().into())?;
    field(row, "winner", text(winner))?;
    field(row, "win_reason", text(end.map(|end| reason_name(end.reason))))
}

fn check_sense(board: &Board, row: &Value) -> Result<(), String> {
    let square = match (row["square"].as_str(), row["square_index"].as_i64()) {
        (Some(name), _) => Square::parse(name),
        (None, Some(index)) => u8::try_from(index).ok().and_then(Square::new),
        (None, None) => return Err("the row has neither square nor square_index".to_string()),
    };
    let Some(square) = square else {
        return if row["error"].is_null() { Err("there is no such square".to_string()) } else { Ok(()) };
    };
    if !row["error"].is_null() {
        return Err(format!("{square} can be sensed, expected an error"));
    }
    let seen = board.sense(square).into_iter();
    let seen: Vec<Value> =
        seen.map(|(square, piece)| json!([square.to_string(), text(piece.map(Piece::letter))])).collect();
    field(row, "result", seen.into())
}
