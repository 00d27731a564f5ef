//! Octal text: a program that is read can be written as a script and read again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::octal(bytes));
