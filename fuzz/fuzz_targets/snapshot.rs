//! A snapshot is restored or refused; the contents are reached through a right header.
#![no_main]

use emulator::machine::Machine;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|contents: &[u8]| {
    let mut bytes = Machine::default().snapshot()[..16].to_vec();
    bytes.extend_from_slice(&(contents.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&crc32fast::hash(contents).to_le_bytes());
    bytes.extend_from_slice(contents);
    let _ = Machine::default().restore(&bytes);
    let _ = Machine::default().restore(contents);
});
