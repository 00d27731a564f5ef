//! Fuzzes the directory of a tape. If it is valid, a file can be stored, read back and deleted.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::tape_files(bytes));
