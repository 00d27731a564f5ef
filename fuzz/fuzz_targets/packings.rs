//! Checks the round trip of words through every packing.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::packings(bytes));
