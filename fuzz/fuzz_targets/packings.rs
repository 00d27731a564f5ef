//! Words that were unpacked pack and unpack to themselves.
#![no_main]

use emulator::formats::words::Packing;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for packing in Packing::ALL {
        if let Ok(words) = packing.unpack(bytes) {
            if !words.is_empty() {
                assert_eq!(packing.unpack(&packing.pack(&words)), Ok(words));
            }
        }
    }
});
