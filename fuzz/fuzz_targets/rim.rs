//! A read-in tape is a program or an error with its place; a program that is read can be written and read again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::rim(bytes));
