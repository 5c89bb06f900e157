//! Small trees by threads, tables, moves and classes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| plywood_fuzz::perft(data));
