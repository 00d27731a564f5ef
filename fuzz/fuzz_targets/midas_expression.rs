//! A field of any characters between two known words does not move the second one.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::midas_expression(bytes));
