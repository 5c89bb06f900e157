//! What a player of RBC must not learn.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| plywood_fuzz::blind(data));
