//! A whole source of any bytes is assembled or refused, in every dialect.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::midas_source(bytes));
