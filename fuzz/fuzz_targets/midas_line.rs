//! Numbers, symbols and text constants on one line: assembling twice gives the same.
#![no_main]

use assembler::Dialect;
use fuzz::assembled;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let line: String = text.chars().filter(|c| !c.is_control()).collect();
    let source = format!("TITLE T\n\tLOC 100\n\t{line}\nEND\n");
    for dialect in Dialect::ALL {
        let first = assembled(source.as_str(), dialect);
        let second = assembled(source.as_str(), dialect);
        assert_eq!(first.0.words, second.0.words);
        assert_eq!(first.1, second.1);
    }
});
