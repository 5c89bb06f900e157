//! Small searches against full minimax, and searches that are stopped.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| plywood_fuzz::search(data));
