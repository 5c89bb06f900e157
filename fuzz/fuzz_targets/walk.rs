//! A few plies with every cheap check.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| plywood_fuzz::walk(data));
