//! An arbitrary field before a word at a fixed address does not move that word.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::midas_expression(bytes));
