//! Fuzzes the parser of octal text, and checks the round trip.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::octal(bytes));
