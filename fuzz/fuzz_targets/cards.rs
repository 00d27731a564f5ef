//! A deck of cards is read or refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::cards(bytes));
