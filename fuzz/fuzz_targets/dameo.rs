//! Any bytes: the first chooses the game, the rest a position or a walk; every position met is checked.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_fuzz::{DAMEO, check_one_of};

fuzz_target!(|data: &[u8]| check_one_of(DAMEO, data));
