//! Beliefs against the sizes of the recorded games, and against slow references.

use plywood_core::{Game, Side};
use plywood_rbc::belief::{Belief, Options, State};
use plywood_rbc::history::{History, Turn};
use plywood_rbc::{Board, HISTORIES};
use serde_json::Value;

/// The rows `[event, detail, size]` of the recorded games: `crates/rbc/data/beliefs.jsonl`.
fn recorded() -> Vec<Value> {
    include_str!("../data/beliefs.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn turns(game: &str) -> Vec<Turn> {
    let (_, json) = HISTORIES.iter().find(|(name, _)| *name == game).unwrap();
    History::parse(json).unwrap().replay().unwrap()
}

/// One belief per event of the game, in order, until `visit` has had enough.
fn follow(belief: &mut Belief, turns: &[Turn], mut visit: impl FnMut(&str, &Belief, &Board) -> bool) {
    for turn in turns {
        if turn.side != belief.side() {
            belief.opponent(turn.outcome.capture).unwrap();
            if !visit("opp", belief, &turn.after) {
                return;
            }
            continue;
        }
        belief.sensed(turn.sense, &turn.seen).unwrap();
        if !visit("sense", belief, &turn.before) {
            return;
        }
        belief.moved(turn.request, turn.outcome.taken, turn.outcome.capture).unwrap();
        if !visit("move", belief, &turn.after) {
            return;
        }
    }
}

#[test]
fn sizes_of_the_recorded_games() {
    for row in recorded() {
        let side = if row["color"] == "white" { Side::White } else { Side::Black };
        for threads in [1, 2] {
            let mut belief = Belief::start_with(side, Options { threads, ..Options::default() });
            let mut expected = row["rows"].as_array().unwrap().iter();
            follow(&mut belief, &turns(row["game"].as_str().unwrap()), |event, belief, truth| {
                let Some(row) = expected.next() else { return false };
                assert_eq!((event, belief.len() as u64), (row[0].as_str().unwrap(), row[2].as_u64().unwrap()), "{row}");
                assert!(belief.contains(truth) || belief.state() == State::Lost);
                belief.len() < 200_000
            });
        }
    }
    assert_eq!(Board::start(), Belief::start(Side::White).boards().next().unwrap());
}
