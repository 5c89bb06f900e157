//! Problems from random games, several for each variant with rules of its own: one move is better by most of a man than all
//! others. That it is so is shown anew each time, in exact mode and deeper than the engine looks that has to find it.

use plywood_checkers::{Board, Evaluation, Rules};
use plywood_core::Game;
use plywood_core::search::{Engine, Limits, Options, Play, Record, RuleSet, Score, Stop};
use serde_json::Value;

const PROBLEMS: &str = include_str!("../../data/problems.jsonl");
/// The depth of the proof, and of the engine that solves.
const PROOF: u32 = 8;
const SOLUTION: u32 = 6;
/// By how much the move is better.
const MARGIN: Score = 80;

fn best_two<R: Rules>(
    record: &Record<Board<R>, <Board<R> as Play>::Referee>,
    options: Options,
    depth: u32,
) -> Vec<(String, Score)> {
    let engine = Engine { options, ..Engine::new(16).unwrap() };
    let limits = Limits { multi_pv: 2, ..Limits::depth(depth) };
    let mut found = Vec::new();
    let report = engine
        .search(record, &Evaluation, &limits, &Stop::default(), &mut |report| {
            if report.rank == 1 {
                found.clear();
            }
            found.push((record.position().move_text(&report.line[0]), report.score));
        })
        .unwrap();
    assert_eq!(report.rank, 1);
    found
}

fn solve<R: Rules>(row: &Value) {
    let position = Board::<R>::parse(row["fen"].as_str().unwrap()).unwrap();
    let record = Record::new(position, Board::<R>::referee(RuleSet::standard(Board::<R>::RULES)));
    let proof = best_two(&record, Options::EXACT, PROOF);
    assert_eq!(proof[0].0, row["best"], "{row}");
    assert!(proof[0].1 - proof[1].1 >= MARGIN, "{row}: {proof:?}");
    let solution = best_two(&record, Board::<R>::OPTIONS, SOLUTION);
    assert_eq!(solution[0].0, row["best"], "{row}");
}

#[test]
fn the_engine_finds_what_deeper_exact_search_proves() {
    let rows: Vec<Value> = PROBLEMS.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(rows.len() >= 20);
    for row in &rows {
        with_variant!(row["game"].as_str().unwrap(), solve(row));
    }
}
