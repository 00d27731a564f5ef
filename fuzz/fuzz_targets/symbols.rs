//! A symbol file that is read can be written and read again.
#![no_main]

use emulator::symbols::Symbols;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(symbols) = Symbols::parse(text) {
        let written = symbols.to_text();
        let again = Symbols::parse(&written).expect("our own files can be read");
        assert_eq!(again.to_text(), written);
    }
});
