//! Numbers, symbols and text constants on one line: assembling them twice gives the same result.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::laws::midas_line(bytes));
