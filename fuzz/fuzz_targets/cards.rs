//! Fuzzes the parser of card decks.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::cards(bytes));
