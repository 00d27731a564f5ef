//! Fuzzes the parser of magnetic tape images.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::magtape(bytes));
