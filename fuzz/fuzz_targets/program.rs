//! Fuzzes the detection and the loading of program files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::program(bytes));
