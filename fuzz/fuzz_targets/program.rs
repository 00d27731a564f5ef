//! Any file is recognised as a program or refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::program(bytes));
