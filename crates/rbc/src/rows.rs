//! Rows of the rule tables that only RBC has: what becomes of a request (`case`), what a sense shows (`sense`), how large beliefs are
//! in a recorded game (`belief`). One row is one JSON object; the kinds are documented with [`SUITE`](crate::SUITE).
//!
//! Not here: `perft` and `moves` rows, which have one form for all games and are run by the facade.

#[cfg(feature = "std")]
use crate::belief::{Belief, BeliefError, Options, State};
use crate::board::{Board, Piece};
use crate::end::Referee;
use crate::history::reason_name;
#[cfg(feature = "std")]
use crate::history::{History, Turn};
use crate::moves::Move;
#[cfg(feature = "std")]
use crate::requests::Outcome;
use crate::square::Square;
#[cfg(feature = "std")]
use crate::suite::HISTORIES;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use plywood_core::{Game, Side};
use serde_json::{Value, json};

/// Checks a row of the kinds `case` and `sense`, and with the feature `std` of the kind `belief`: that up to the first size above its
/// field `most`, or 200,000.
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
    #[cfg(feature = "std")]
    if row["kind"] == "belief" {
        let most = row["most"].as_u64().unwrap_or(MOST_BOARDS);
        return check_belief(row, most, 1).map(|_| ());
    }
    let fen = row["fen"].as_str().ok_or("the row has no fen")?;
    let board = Board::parse(fen).map_err(|error| error.to_string())?;
    match row["kind"].as_str() {
        Some("case") => check_case(&board, row),
        Some("sense") => check_sense(&board, row),
        kind => Err(format!("rows of kind {} are not known, expected case, sense or belief", kind.unwrap_or("(none)"))),
    }
}

/// The size up to which a belief is followed: some tenths of a second for each of the built-in rows.
#[cfg(feature = "std")]
const MOST_BOARDS: u64 = 200_000;

/// Checks a row of the kind `belief` up to the first size above `most`, on so many threads; gives the number of events that were checked.
/// The true board has to be in the belief after each of them.
///
/// # Errors
/// The first event after which the belief differs from what the row says; or what makes the row unreadable.
#[cfg(feature = "std")]
pub fn check_belief(row: &Value, most: u64, threads: usize) -> Result<usize, String> {
    let side = match row["color"].as_str() {
        Some("white") => Side::White,
        Some("black") => Side::Black,
        _ => return Err("the row has no color, expected white or black".to_string()),
    };
    let name = row["history"].as_str().ok_or("the row has no history")?;
    let (_, json) = HISTORIES.iter().find(|(known, _)| *known == name).ok_or_else(|| {
        format!(
            "history {name} is not known, expected one of {}",
            HISTORIES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
        )
    })?;
    let turns = History::parse(json).map_err(|error| error.to_string())?.replay().map_err(|error| error.to_string())?;
    let rows = row["rows"].as_array().ok_or("the row has no rows")?;
    let mut belief = Belief::start_with(side, Options { threads, ..Options::default() });
    let (mut checked, mut events) = (0, turns.iter().flat_map(|turn| told(turn, side)));
    for (row, told) in rows.iter().zip(&mut events) {
        let (event, detail, truth) = told.tell(&mut belief).map_err(|error| error.to_string())?;
        let found = json!([event, detail, belief.len()]);
        if found != *row {
            return Err(format!("event {} is {found}, expected {row}", checked + 1));
        }
        if belief.contains(truth) == (belief.state() == State::Lost) {
            return Err(format!("event {}: the true board is not in the belief", checked + 1));
        }
        checked += 1;
        if belief.len() as u64 > most {
            return Ok(checked);
        }
    }
    if checked < rows.len() {
        Err(format!("the game ends after {checked} of {} events", rows.len()))
    } else {
        Ok(checked)
    }
}

/// What a player is told of in a turn.
#[cfg(feature = "std")]
enum Told<'a> {
    Opponent(&'a Turn),
    Sensed(&'a Turn),
    Moved(&'a Turn),
}

#[cfg(feature = "std")]
fn told(turn: &Turn, side: Side) -> Vec<Told<'_>> {
    if turn.side == side { vec![Told::Sensed(turn), Told::Moved(turn)] } else { vec![Told::Opponent(turn)] }
}

#[cfg(feature = "std")]
impl<'a> Told<'a> {
    /// Tells the belief; how the row names the event, and the true board after it.
    fn tell(&self, belief: &mut Belief) -> Result<(&'static str, String, &'a Board), BeliefError> {
        let name = |square: Option<Square>| square.map_or_else(|| "-".to_string(), |square| square.to_string());
        let mv = |mv: Option<Move>| mv.map_or_else(|| "-".to_string(), |mv| mv.to_string());
        match *self {
            Self::Opponent(turn) => {
                let capture = turn.outcome.capture;
                belief.opponent(capture).map(|()| ("opp", name(capture), &turn.after))
            }
            Self::Sensed(turn) => {
                belief.sensed(turn.sense, &turn.seen).map(|()| ("sense", name(turn.sense), &turn.before))
            }
            Self::Moved(turn) => {
                let Outcome { taken, capture } = turn.outcome;
                let detail = format!("{}>{}", mv(turn.request), mv(taken));
                belief.moved(turn.request, taken, capture).map(|()| ("move", detail, &turn.after))
            }
        }
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
