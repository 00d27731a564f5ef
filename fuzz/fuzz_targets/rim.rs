//! Fuzzes the parser of read-in tapes, and checks the round trip.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::rim(bytes));
