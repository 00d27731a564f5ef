//! Fuzzes booting from a DECtape image.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::dectape(bytes));
