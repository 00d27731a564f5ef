//! A recording is read or refused.
#![no_main]

use emulator::replay::Recording;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = Recording::from_bytes(bytes);
});
