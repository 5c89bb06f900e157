//! Every row of the suite: published node counts and complete move lists, by the fast generator and, as far
//! as it can go, by the slow reference.

use crate::reference;
use crate::variants;
use plywood_checkers::{Board, Rules, SUITE, Sequences};
use plywood_core::perft::{Control, Perft};
use plywood_core::{Game, Mode, MoveFacts, Unique};
use serde_json::Value;
use std::collections::BTreeSet;

/// Nodes at the last depth of a row up to which this test goes; deeper ones belong to the installed suite.
const NODES: u64 = 25_000_000;
/// The same for the reference.
const REFERENCE_NODES: u64 = 30_000;

fn rows() -> Vec<Value> {
    let lines = SUITE.iter().flat_map(|file| file.lines());
    lines.map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

fn rows_of_kind(kind: &str) -> impl Iterator<Item = Value> {
    rows().into_iter().filter(move |row| row["kind"] == kind)
}

/// The depths of a list of node counts that are small enough, each with its count.
fn depths(nodes: &Value, limit: u64) -> Vec<(u32, u64)> {
    let nodes = nodes.as_array().map(Vec::as_slice).unwrap_or_default();
    let known = (1..).zip(nodes).filter_map(|(depth, count)| Some((depth, count.as_u64()?)));
    known.take_while(|&(_, count)| count <= limit).collect()
}

fn board_of<R: Rules>(row: &Value) -> Board<R> {
    row["fen"].as_str().map_or_else(Board::start, |fen| Board::parse(fen).unwrap())
}

fn reference_of(row: &Value) -> reference::Board {
    let rules = reference::rules::of(row["game"].as_str().unwrap());
    row["fen"].as_str().map_or_else(|| reference::Board::start(rules), |fen| reference::Board::read(rules, fen))
}

#[test]
fn every_row_has_a_known_form() {
    for row in rows() {
        let keys: BTreeSet<&str> = row.as_object().unwrap().keys().map(String::as_str).collect();
        let known: &[&str] = match row["kind"].as_str() {
            Some("perft") => &["game", "kind", "name", "fen", "count", "nodes", "source"],
            Some("moves") => &["game", "kind", "fen", "moves", "count", "perft"],
            other => panic!("kind {other:?}"),
        };
        assert!(keys.iter().all(|key| known.contains(key)), "{row}");
        assert!(row["game"].as_str().is_some_and(|game| variants::NAMES.contains(&game)), "{row}");
    }
}

#[test]
fn published_node_counts() {
    for row in rows_of_kind("perft") {
        with_variant!(row["game"].as_str().unwrap(), perft_row(&row));
    }
}

fn perft_row<R: Rules>(row: &Value) {
    match row["count"].as_str() {
        Some("unique") => counts_agree::<R, _>(Unique, row, &row["nodes"], NODES),
        Some("sequences") => counts_agree::<R, _>(Sequences, row, &row["nodes"], NODES),
        other => panic!("count {other:?}"),
    }
}

fn counts_agree<R: Rules, M: Mode<Board<R>>>(mode: M, row: &Value, nodes: &Value, limit: u64) {
    let (board, perft) = (board_of::<R>(row), Perft::new(1).unwrap());
    for (depth, count) in depths(nodes, limit) {
        let found = perft.count(mode, &board, depth, None, &Control::new());
        assert_eq!(found, Ok(count), "{} {} depth {depth}", R::NAME, board.text());
    }
}

#[test]
fn complete_move_lists() {
    for row in rows_of_kind("moves") {
        with_variant!(row["game"].as_str().unwrap(), moves_row(&row));
    }
}

fn moves_row<R: Rules>(row: &Value) {
    let board = board_of::<R>(row);
    let moves = board.moves();
    let expected = row["moves"].as_array().unwrap();
    assert_eq!(moves.len(), expected.len(), "{row}");
    assert!(row["count"].as_u64().is_none_or(|count| count == moves.len() as u64), "{row}");
    let found: BTreeSet<usize> = expected.iter().map(|entry| index_of(entry, &board)).collect();
    assert_eq!(found.len(), moves.len(), "two entries for one move: {row}");
    counts_agree::<R, _>(Unique, row, &row["perft"], NODES);
}

/// The place in the list of moves of the one that `entry` means: by its text, or by the parts it names.
fn index_of<R: Rules>(entry: &Value, board: &Board<R>) -> usize {
    if let Some(text) = entry.as_str() {
        let mv = board.parse_move(text).unwrap();
        return board.moves().iter().position(|other| *other == mv).unwrap();
    }
    let facts: Vec<MoveFacts> = board.moves().iter().map(|mv| board.facts(mv)).collect();
    let fitting: Vec<usize> = (0..facts.len()).filter(|&i| fits(entry, &facts[i])).collect();
    assert_eq!(fitting.len(), 1, "{} {entry}: {facts:?}", board.text());
    fitting[0]
}

fn fits(entry: &Value, facts: &MoveFacts) -> bool {
    entry.as_object().unwrap().iter().all(|(key, value)| match key.as_str() {
        "from" => *value == *facts.from,
        "to" => *value == *facts.to,
        "promotes" => *value == facts.promotes,
        "captured" => {
            let squares = |list: &[String]| list.iter().cloned().collect::<BTreeSet<String>>();
            squares(&serde_json::from_value::<Vec<String>>(value.clone()).unwrap()) == squares(&facts.captured)
        }
        other => panic!("field {other}"),
    })
}

/// The reference must be right before anything may be compared with it.
#[test]
fn the_reference_agrees_with_published_counts() {
    for row in rows_of_kind("perft") {
        for (depth, count) in depths(&row["nodes"], REFERENCE_NODES) {
            let (unique, sequences) = reference_of(&row).perft(depth as usize);
            let found = if row["count"] == "unique" { unique } else { sequences };
            assert_eq!(found, count, "depth {depth} of {row}");
        }
    }
}

#[test]
fn the_reference_agrees_with_complete_move_lists() {
    for row in rows_of_kind("moves") {
        let board = reference_of(&row);
        let found: BTreeSet<_> = board.moves(usize::MAX).unwrap().into_keys().collect();
        assert_eq!(found.len(), row["moves"].as_array().unwrap().len(), "{row}");
        for entry in row["moves"].as_array().unwrap().iter().filter(|entry| entry["captured"].is_array()) {
            let identity = reference::Identity {
                from: entry["from"].as_str().unwrap().into(),
                to: entry["to"].as_str().unwrap().into(),
                captured: serde_json::from_value(entry["captured"].clone()).unwrap(),
                promotes: entry["promotes"].as_bool().unwrap(),
            };
            assert!(found.contains(&identity), "{entry} of {row}");
        }
        for (depth, count) in depths(&row["perft"], REFERENCE_NODES / 10) {
            assert_eq!(board.perft(depth as usize).0, count, "depth {depth} of {row}");
        }
    }
}
