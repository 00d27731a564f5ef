//! Whatever is typed at the prompt is carried out or explained.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::prompt(bytes));
