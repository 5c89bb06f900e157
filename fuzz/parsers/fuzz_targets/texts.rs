//! Every parser, on text.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| plywood_fuzz_parsers::texts(data));
