//! Fuzzes the parser of structure tables, and prints every structure of a valid table.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::structures(bytes));
