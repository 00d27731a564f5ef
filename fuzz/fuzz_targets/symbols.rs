//! A symbol file that is read can be written and read again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::symbols(bytes));
