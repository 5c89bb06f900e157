//! The built-in tables and the recorded games: every row of every file.

use plywood_core::perft::{Control, Perft};
use plywood_core::{Game, Mode};
use plywood_rbc::history::History;
use plywood_rbc::{Board, Canon, HISTORIES, Requests, SUITE, Taken, boards, check_row, request_text};
use serde_json::Value;

/// Rows with more nodes are counted by the facade's suite; here the time of a test run counts.
const LIMIT: u64 = 60_000_000;

fn rows(kind: &str) -> Vec<Value> {
    let lines = SUITE.iter().flat_map(|file| file.lines());
    lines.map(|line| serde_json::from_str::<Value>(line).unwrap()).filter(|row| row["kind"] == kind).collect()
}

#[test]
fn the_tables_are_complete() {
    assert_eq!([rows("perft").len(), rows("case").len(), rows("sense").len(), rows("moves").len()], [98, 66, 17, 31]);
}

#[test]
fn cases_senses_and_request_tables() {
    for row in ["case", "sense"].into_iter().flat_map(rows) {
        assert_eq!(check_row(&row), Ok(()), "{row}");
    }
    for row in rows("moves") {
        assert_eq!(requests(&row), Some(expected_requests(&row)), "{row}");
    }
}

/// A request, what becomes of it, and where that captures.
type Entry = (String, Option<String>, Option<String>);

/// The complete list of requests on the board of the row, sorted.
fn requests(row: &Value) -> Option<Vec<Entry>> {
    let board = Board::parse(row["fen"].as_str()?).ok()?;
    let entry = |request| {
        let outcome = board.outcome(request).ok()?;
        let name = |square: plywood_rbc::Square| square.to_string();
        Some((request_text(request), outcome.taken.map(|mv| mv.to_string()), outcome.capture.map(name)))
    };
    let mut list = board.army(board.side()).requests().into_iter().map(entry).collect::<Option<Vec<_>>>()?;
    list.sort();
    Some(list)
}

fn expected_requests(row: &Value) -> Vec<Entry> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let entry = |row: &Value| (text(&row["request"]).unwrap(), text(&row["taken"]), text(&row["capture_square"]));
    let mut list: Vec<Entry> = row["moves"].as_array().unwrap().iter().map(entry).collect();
    list.sort();
    list
}

/// Nodes, and king captures where the row has them.
fn count(mode: impl Mode<Board>, board: &Board, depth: u32, classes: bool) -> (u64, Option<u64>) {
    let (perft, control) = (Perft::new(1).unwrap(), Control::new());
    let nodes = perft.count(mode, board, depth, None, &control).unwrap();
    let classes = classes.then(|| perft.classes(mode, board, depth, &control).unwrap());
    if let Some(classes) = classes {
        assert_eq!(classes.nodes, nodes);
    }
    (nodes, classes.map(|classes| classes.king_captures))
}

fn count_boards(board: &Board, depth: u32, raw: bool) -> (u64, Option<u64>) {
    let count = boards(board, depth, raw, 1, &Control::new()).unwrap();
    assert_eq!(boards(board, depth, raw, 2, &Control::new()), Ok(count));
    (count.nodes, Some(count.terminal))
}

#[test]
fn perft_rows_in_every_mode() {
    for row in rows("perft") {
        let board = Board::parse(row["fen"].as_str().unwrap()).unwrap();
        for (i, nodes) in row["nodes"].as_array().unwrap().iter().enumerate() {
            let Some(nodes) = nodes.as_u64().filter(|&nodes| nodes <= LIMIT) else { continue };
            let depth = i as u32 + 1;
            let extra = row.get("king_captures").or(row.get("terminal")).map(|list| list[i].as_u64().unwrap());
            let found = match row["count"].as_str().unwrap() {
                "requests" => count(Requests::default(), &board, depth, extra.is_some()),
                "canon" => count(Canon::default(), &board, depth, extra.is_some()),
                "taken" => count(Taken, &board, depth, extra.is_some()),
                "boards" => count_boards(&board, depth, false),
                "boards-raw" => count_boards(&board, depth, true),
                other => panic!("mode {other}"),
            };
            assert_eq!(found, (nodes, extra), "depth {depth} of {row}");
        }
    }
}

#[test]
fn recorded_games_replay_and_write_back() {
    for (name, json) in HISTORIES {
        let game = History::parse(json).unwrap();
        let turns = game.replay().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(turns.len(), game.requested_moves.white.len() + game.requested_moves.black.len());
        let (written, original): (Value, Value) =
            (serde_json::from_str(&game.json()).unwrap(), serde_json::from_str(json).unwrap());
        assert_eq!(written, original, "{name}");
        let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(&written), keys(&original), "{name}");
    }
}
