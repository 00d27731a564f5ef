//! A field of any characters between two known words leaves the second one where it is.
#![no_main]

use assembler::Dialect;
use fuzz::assembled;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // Only what makes one field: operators, digits, parentheses, a few names.
    if !text.bytes().all(|c| b"0123456789.+-*/&#\\_^<>()AB ".contains(&c)) {
        return;
    }
    let source = format!("TITLE T\n\tLOC 100\nA==3\nB==5\n\t{text}\n\tLOC 200\n\t7\nEND\n");
    let (output, diagnostics) = assembled(source, Dialect::C);
    if diagnostics.is_empty() {
        assert!(output.words.iter().any(|(address, word)| *address == 0o200 && word.bits() == 7));
    }
});
