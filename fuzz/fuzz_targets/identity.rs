//! Moves as values and as texts.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| plywood_fuzz::identity(data));
