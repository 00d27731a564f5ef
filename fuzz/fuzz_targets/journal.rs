//! A journal is read or refused, and so is one that other bytes follow.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::journal(bytes));
