//! Each game of any text is read and played, or its error is reported with the place.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::pgn(bytes));
