//! FEN and EPD: a case that is read is written and read again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::positions(bytes));
