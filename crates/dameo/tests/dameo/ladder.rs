//! The ladder of the core's kit on positions of random games of all five, with the rules of play as usual and with one of them the other way
//! round, and on endings in which positions come back.
//!
//! What full minimax itself knows comes from the generator, which `differential` holds against a second one.

use crate::common::{GAMES, on_game};
use plywood_core::Game;
use plywood_core::rng::SplitMix64;
use plywood_core::search::ladder::{Values, random_game, rung};
use plywood_core::search::{Play, Record, Referee, RuleSet};
use proptest::prelude::*;

/// As many positions as full minimax may visit: most of the time goes there.
const MINIMAX: u64 = 50_000;

fn climb<G: Play, R: Referee<G>>(record: &Record<G, R>, depth: u32) -> Result<(), TestCaseError> {
    rung(record, &Values::<G>::own(), depth, MINIMAX).map_err(TestCaseError::fail)?;
    rung(record, &Values::<G>::Few, depth, MINIMAX).map_err(TestCaseError::fail)?;
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn every_search_gives_the_value_of_full_minimax(name in prop::sample::select(&GAMES[..]), seed: u64, plies in 0usize..160, depth in 1u32..4, toggled in 0usize..8) {
        on_game!(name, G => {
            // All rules as usual, or one of them the other way round.
            let standard = RuleSet::standard(G::RULES);
            let rules = if toggled < G::RULES.len() { standard.with(toggled, !standard.has(toggled)) } else { standard };
            let record = Record::new(G::start(), G::referee(rules));
            climb(&random_game(record, plies, &mut SplitMix64::new(seed)), depth)?;
        });
    }

    /// Few kings on the board: repetitions and the clock come into reach of the search.
    #[test]
    fn endings_of_kings_too(name in prop::sample::select(&GAMES[..]), seed: u64, plies in 0usize..60, depth in 1u32..4) {
        on_game!(name, G => {
            let start = G::parse("W:WKa1,Kc2:BKh7,e5").map_err(|error| TestCaseError::fail(error.to_string()))?;
            let mut record = Record::new(start, G::referee(RuleSet::standard(G::RULES)));
            let mut dice = SplitMix64::new(seed);
            for _ in 0..plies {
                // Quiet moves of kings alone, to and fro, so that positions come back.
                let mut moves = record.position().moves();
                moves.truncate(2 + dice.below(2));
                record.play(&moves[dice.below(moves.len())]);
                if record.outcome().is_some() {
                    record.undo();
                    break;
                }
            }
            climb(&record, depth)?;
        });
    }
}
