//! The players of the 6x6 report: their measures against a slow count, and both searches beside each other.

use plywood_checkers::seed::{F1, F2, Function, Measures, choose, pick};
use plywood_checkers::{Russian6, rules::Russian6Rules};
use plywood_core::rng::SplitMix64;
use plywood_core::search::ladder::random_game;
use plywood_core::search::{Play, Record, RuleSet, Stop};
use plywood_core::{Game, Position, Side};
use std::collections::BTreeSet;

type Match = Record<Russian6, <Russian6 as Play>::Referee>;

fn seed_game() -> Match {
    Record::new(Russian6::start(), Russian6::referee(RuleSet::standard(Russian6::RULES)))
}

/// The same numbers from the public facts of moves and texts.
fn slow_measures(board: &Russian6, side: Side) -> [i32; 6] {
    let turned = |side| {
        let letter = if side == Side::White { "W" } else { "B" };
        Russian6::parse(&format!("{letter}{}", &board.text()[1..])).unwrap()
    };
    let victims = |side| {
        let board = turned(side);
        let victims = board.moves().iter().flat_map(|mv| board.facts(mv).captured).collect::<BTreeSet<_>>();
        victims.len() as i32
    };
    let text = board.text();
    let list = |letter: &str| -> Vec<String> {
        let part = text[1..].split(':').find(|part| part.starts_with(letter)).unwrap();
        part[1..].split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect()
    };
    let (own, enemy) = if side == Side::White { (list("W"), list("B")) } else { (list("B"), list("W")) };
    let kings = |pieces: &[String]| pieces.iter().filter(|piece| piece.starts_with('K')).count() as i32;
    let near = |piece: &String| (piece.ends_with(['1', '2', '3'])) == (side == Side::White);
    [
        victims(side),
        victims(side.other()),
        enemy.iter().filter(|piece| near(piece)).count() as i32,
        kings(&own),
        kings(&enemy),
        own.len() as i32 - enemy.len() as i32,
    ]
}

#[test]
fn measures_are_what_the_report_says() {
    let mut random = SplitMix64::new(3);
    for _ in 0..500 {
        let record = random_game(seed_game(), 40, &mut random);
        for side in Side::BOTH {
            let measures = Measures::of(record.position(), side);
            assert_eq!(measures.list(), slow_measures(record.position(), side), "{}", record.position().text());
        }
    }
}

#[test]
fn functions_weigh_as_the_report_says() {
    let measures = Measures {
        could_capture: 1,
        could_lose: 10,
        intruders: 100,
        kings: 1000,
        enemy_kings: 10_000,
        surplus: 100_000,
    };
    assert_eq!(F1.value(&measures), 3 - 60 - 100 + 1000 - 50_000 + 1_000_000);
    assert_eq!(F2.value(&measures), 4 - 20 + 2000 - 30_000 + 300_000);
    assert_eq!(Function::named("f2"), Some(F2));
    assert_eq!(Function::named("F3"), None);
}

#[test]
fn minimax_and_alpha_beta_choose_the_same_move_at_every_depth() {
    let mut random = SplitMix64::new(4);
    let mut choices = 0;
    for _ in 0..60 {
        let record = random_game(seed_game(), 30, &mut random);
        for (function, depth) in [(F1, 1), (F2, 2), (F1, 3), (F2, 4), (F1, 5)] {
            let Some(choice) =
                choose::<Russian6Rules, <Russian6 as Play>::Referee>(&record, &function, depth, &Stop::default())
            else {
                continue;
            };
            choices += 1;
            assert_eq!(choice.by_minimax, choice.by_alpha_beta, "{} {depth}", record.position().text());
            assert!(choice.alpha_beta_nodes <= choice.minimax_nodes);
            let alone = pick(&record, &function, depth, &Stop::default());
            assert_eq!(alone, Some(choice.candidates[choice.by_alpha_beta].mv));
            assert!(choice.candidates.is_sorted_by(|a, b| a.text < b.text));
            // Among equals the least text.
            let best = choice.candidates.iter().map(|candidate| candidate.value).max().unwrap();
            assert_eq!(choice.candidates.iter().position(|candidate| candidate.value == best), Some(choice.by_minimax));
        }
    }
    assert!(choices > 200);
}

#[test]
fn a_look_of_one_ply_is_the_function_itself() {
    let mut random = SplitMix64::new(5);
    for _ in 0..100 {
        let record = random_game(seed_game(), 20, &mut random);
        let Some(choice) = choose(&record, &F1, 1, &Stop::default()) else { continue };
        for candidate in choice.candidates {
            let mut after = record.clone();
            assert!(after.play(&candidate.mv));
            if after.outcome().is_none() {
                assert_eq!(candidate.value, candidate.function);
                let side = record.position().side_to_move();
                assert_eq!(candidate.measures.list(), slow_measures(after.position(), side));
            }
        }
    }
}

#[test]
fn a_player_who_is_stopped_chooses_nothing() {
    let stop = Stop::default();
    stop.stop();
    assert_eq!(choose(&seed_game(), &F1, 30, &stop), None);
    assert_eq!(pick(&seed_game(), &F1, 30, &stop), None);
}
