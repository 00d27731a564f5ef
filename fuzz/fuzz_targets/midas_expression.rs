//! A field of any characters between two known words leaves the second one where it is.
#![no_main]

use assembler::{Dialect, Limits, MemoryFiles, Options, assemble};
use libfuzzer_sys::fuzz_target;

fn options(dialect: Dialect) -> Options {
    let limits = Limits { expansion_depth: 200, expanded_characters: 100_000, output_words: 20_000, ..Limits::default() };
    Options { dialect, limits, listing: true, ..Options::default() }
}

fuzz_target!(|text: &str| {
    // Only what makes one field: operators, digits, parentheses, a few names.
    if !text.bytes().all(|c| b"0123456789.+-*/&#\\_^<>()AB ".contains(&c)) {
        return;
    }
    let source = format!("TITLE T\n\tLOC 100\nA==3\nB==5\n\t{text}\n\tLOC 200\n\t7\nEND\n");
    let files = MemoryFiles::new().with("main", source);
    let (output, diagnostics) = assemble("main", &files, &options(Dialect::C));
    if diagnostics.is_empty() {
        assert!(output.words.iter().any(|(address, word)| *address == 0o200 && word.bits() == 7));
    }
});
