//! Any line typed at the prompt is executed, or its error is explained.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::prompt(bytes));
