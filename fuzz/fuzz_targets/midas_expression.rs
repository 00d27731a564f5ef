//! A field of any characters between two known words leaves the second one where it is.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::midas_expression(bytes));
