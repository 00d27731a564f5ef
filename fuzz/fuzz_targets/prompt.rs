//! Fuzzes the debugger's prompt, without files and with an interrupt always pending.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::prompt(bytes));
