//! Assembling one line twice gives the same words and diagnostics.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::midas_line(bytes));
