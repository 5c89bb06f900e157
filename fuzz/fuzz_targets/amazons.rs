//! Any bytes: the first chooses the game, the rest a position or a walk; every position met is checked.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_core::conformance::fuzz;
use plywood_amazons::{Amazons, Amazons9x9, Amazons8x8, Amazons7x7, Amazons6x6, Amazons5x5, Amazons4x4, Amazons4x5, Amazons4x6, Amazons4x7, Amazons5x4, Amazons5x6, Amazons6x4, Amazons6x5, Amazons7x4};

type Check = fn(&[u8]) -> Result<(), String>;

macro_rules! checks {
    ($($game:ty),*) => { [$(fuzz::<$game> as Check),*] };
}

fuzz_target!(|data: &[u8]| {
    let games = checks![Amazons, Amazons9x9, Amazons8x8, Amazons7x7, Amazons6x6, Amazons5x5, Amazons4x4, Amazons4x5, Amazons4x6, Amazons4x7, Amazons5x4, Amazons5x6, Amazons6x4, Amazons6x5, Amazons7x4];
    let Some((&game, rest)) = data.split_first() else { return };
    if let Err(fault) = games[usize::from(game) % games.len()](rest) {
        panic!("{fault}");
    }
});
