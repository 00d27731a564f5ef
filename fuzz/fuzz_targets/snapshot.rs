//! Fuzzes restoring a snapshot, with and without a valid header.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::snapshot(bytes));
