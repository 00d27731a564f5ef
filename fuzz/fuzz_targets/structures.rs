//! A table of a program's structures is read, or refused with its line.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::structures(bytes));
