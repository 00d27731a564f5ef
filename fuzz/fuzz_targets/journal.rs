//! A journal is read or refused, and so is one after which other bytes stand.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::journal(bytes));
