//! The built-in suite and the published divide, as far as a test run has time.

use crate::boards::move_texts;
use crate::on_every_board;
use plywood_amazons::{Amazons, SUITE};
use plywood_core::perft::{Control, Perft};
use plywood_core::{Game, Unique};
use serde_json::Value;

/// Counting visits the positions two plies above the leaves; rows that have more of them are left to the
/// suite of the command line.
const MOST_VISITED: u64 = 60_000;

fn rows<G: Game>() -> impl Iterator<Item = (Value, G)> {
    let rows = SUITE.iter().flat_map(|file| file.lines()).map(|line| serde_json::from_str::<Value>(line).unwrap());
    rows.filter(|row| row["game"] == G::NAME).map(|row| {
        let position = row["fen"].as_str().map_or_else(G::start, |fen| G::parse(fen).unwrap());
        (row, position)
    })
}

fn perft<G: Game>(position: &G, depth: usize) -> u64 {
    Perft::new(1).unwrap().count(Unique, position, depth as u32, None, &Control::new()).unwrap()
}

fn check_rows<G: Game>(_: usize, _: usize) {
    let mut seen = 0;
    for (row, position) in rows::<G>() {
        seen += 1;
        let nodes = if row["kind"] == "perft" { &row["nodes"] } else { &row["perft"] };
        let nodes: Vec<Option<u64>> = nodes.as_array().unwrap().iter().map(Value::as_u64).collect();
        for depth in 1..=nodes.len() {
            let visited = if depth > 2 { nodes[depth - 3] } else { Some(1) };
            if let (Some(leaves), Some(0..=MOST_VISITED)) = (nodes[depth - 1], visited) {
                assert_eq!(perft(&position, depth), leaves, "{} depth {depth} of {row}", G::NAME);
            }
        }
        if let Some(moves) = row["moves"].as_array() {
            let expected: Vec<&str> = moves.iter().map(|mv| mv.as_str().unwrap()).collect();
            assert_eq!(move_texts(&position), expected, "{row}");
        }
    }
    assert!(seen > 9, "{} has {seen} rows", G::NAME);
}

#[test]
fn every_row_of_every_board() {
    on_every_board!(check_rows);
}

#[test]
fn every_first_move_has_the_published_number_of_replies() {
    let start = Amazons::start();
    let divide = Perft::new(1).unwrap().divide(Unique, &start, 2, None, &Control::new()).unwrap();
    let mut ours: Vec<String> = divide.iter().map(|(mv, n)| format!("{}: {n}", start.move_text(mv))).collect();
    ours.push(format!("total {}", divide.iter().map(|(_, n)| n).sum::<u64>()));
    let mut published: Vec<&str> = include_str!("../../data/divide_10x10_depth2.txt").lines().collect();
    ours.sort();
    published.sort_unstable();
    assert_eq!(ours, published);
}
