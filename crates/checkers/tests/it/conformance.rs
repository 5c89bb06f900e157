//! Every variant passes the core's conformance kit, in both counting modes, and climbs the ladder of searches.

use plywood_checkers::{Board, Rules, Sequences};
use plywood_core::search::ladder::{Climb, climb};
use plywood_core::{Game, Unique, conformance};

const GAMES: u64 = 6;
const PLIES: usize = 160;
/// Deep enough for captures of both sides in every variant.
const DEPTH: u32 = 6;

fn conforms<R: Rules>() {
    let checks = |board: &Board<R>| {
        conformance::check(board)?;
        conformance::check_mode(Sequences, board)
    };
    for seed in 0..GAMES {
        conformance::walk(Board::<R>::start(), seed, PLIES, checks).unwrap();
    }
    conformance::check_perft(Unique, &Board::<R>::start(), DEPTH).unwrap();
    conformance::check_perft(Sequences, &Board::<R>::start(), DEPTH).unwrap();
}

/// Every search gives the value of full minimax.
fn searches<R: Rules>() {
    let reach = Climb { positions: 60, plies: 100, depth: 3, nodes: 20_000, seed: 1 };
    let compared = climb(&Board::<R>::start(), &reach).unwrap();
    assert!(compared > 1000, "{compared} comparisons");
}

macro_rules! conformance {
    ($($test:ident: $rules:ident)*) => {
        $(mod $test {
            #[test]
            fn rules() {
                super::conforms::<plywood_checkers::rules::$rules>();
            }
            #[test]
            fn search() {
                super::searches::<plywood_checkers::rules::$rules>();
            }
        })*
    };
}

conformance! {
    russian6: Russian6Rules
    brazilian6: Brazilian6Rules
    english6: English6Rules
    english: EnglishRules
    russian: RussianRules
    pool: PoolRules
    brazilian: BrazilianRules
    international: InternationalRules
    canadian: CanadianRules
    italian: ItalianRules
    spanish: SpanishRules
    czech: CzechRules
    frisian: FrisianRules
    frysk: FryskRules
    killer: KillerRules
    breakthrough: BreakthroughRules
    antidraughts: AntidraughtsRules
    thai: ThaiRules
}
