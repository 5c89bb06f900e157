//! Any text through every parser of every game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_fuzz::read_everything;

fuzz_target!(|text: &str| read_everything(text));
