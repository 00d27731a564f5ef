//! The games of any text are read and played, or the place is told at which they cannot be.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::pgn(bytes));
