//! A tape with any words in its directory is listed, and takes a file and gives it back, or says that it does not.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::tape_files(bytes));
