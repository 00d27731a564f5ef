//! Words that were unpacked pack and unpack to themselves.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::packings(bytes));
