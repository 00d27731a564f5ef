//! Relocatable files are loaded or refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::link(bytes));
