//! A tape with any words in its directory is listed. It stores a file and returns it, or reports an error.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::tape_files(bytes));
