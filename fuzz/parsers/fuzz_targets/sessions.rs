//! Whole sessions with the engine protocols.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| plywood_fuzz_parsers::sessions(data));
