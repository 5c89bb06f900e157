//! Every variant passes the core's conformance kit, in both counting modes.

use plywood_checkers::{Board, Rules, Sequences};
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

macro_rules! conformance {
    ($($test:ident: $rules:ident)*) => {
        $(#[test]
        fn $test() {
            conforms::<plywood_checkers::rules::$rules>();
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
