//! Any file is recognised as a program or refused.
#![no_main]

use emulator::formats::program::{Hint, detect, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = read(bytes, Hint::default());
    let _ = detect(bytes);
});
