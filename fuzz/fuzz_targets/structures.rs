//! A table of what a program's words mean is read or refused with its line.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::structures(bytes));
