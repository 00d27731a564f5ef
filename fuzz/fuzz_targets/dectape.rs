//! A DECtape image is read or refused.
#![no_main]

use emulator::machine::Machine;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = Machine::default().boot_dectape(bytes.to_vec());
});
