//! Fuzzes the journal parser, with arbitrary bytes alone and after a valid beginning.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::journal(bytes));
