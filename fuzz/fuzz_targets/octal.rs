//! Octal text: what is read can be written as a script and read again.
#![no_main]

use emulator::formats::octal;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(image) = octal::parse(bytes) {
        assert_eq!(octal::parse(octal::script(&image).as_bytes()), Ok(image));
    }
});
