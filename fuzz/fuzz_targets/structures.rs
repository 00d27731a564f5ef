//! Fuzzes the parser of structure tables, and prints every structure and grid of a valid table.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::structures(bytes));
