//! Fuzzes the assembler with a whole source, in every dialect.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::midas_source(bytes));
