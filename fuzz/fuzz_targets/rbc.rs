//! Any bytes: the first chooses the game, the rest a position or a walk; every position met is checked.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_core::conformance::fuzz;
use plywood_rbc::{Board};

type Check = fn(&[u8]) -> Result<(), String>;

macro_rules! checks {
    ($($game:ty),*) => { [$(fuzz::<$game> as Check),*] };
}

fuzz_target!(|data: &[u8]| {
    let games = checks![Board];
    let Some((&game, rest)) = data.split_first() else { return };
    if let Err(fault) = games[usize::from(game) % games.len()](rest) {
        panic!("{fault}");
    }
});
