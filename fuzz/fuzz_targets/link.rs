//! Fuzzes the linker with two relocatable files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::link(bytes));
