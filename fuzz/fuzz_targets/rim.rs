//! A read-in tape is a program or an error with its place; a program that is read can be written and read again.
#![no_main]

use emulator::formats::rim;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|frames: &[u8]| {
    if let Ok(image) = rim::parse(frames) {
        if let Ok(tape) = rim::write(&image) {
            if !image.is_empty() && image.start.is_some() {
                let again = rim::parse(&tape).expect("our own tapes can be read");
                assert!(again.iter().eq(image.iter()));
            }
        }
    }
});
