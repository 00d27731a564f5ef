//! A snapshot is restored or refused; the contents are preceded by a valid header.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::snapshot(bytes));
