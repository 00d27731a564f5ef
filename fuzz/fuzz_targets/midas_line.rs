//! Numbers, symbols and text constants on one line: assembling twice gives the same.
#![no_main]

use assembler::{Dialect, Limits, MemoryFiles, Options, assemble};
use libfuzzer_sys::fuzz_target;

fn options(dialect: Dialect) -> Options {
    let limits = Limits { expansion_depth: 200, expanded_characters: 100_000, output_words: 20_000, ..Limits::default() };
    Options { dialect, limits, listing: true, ..Options::default() }
}

fuzz_target!(|text: &str| {
    let line: String = text.chars().filter(|c| !c.is_control()).collect();
    let source = format!("TITLE T\n\tLOC 100\n\t{line}\nEND\n");
    let files = MemoryFiles::new().with("main", source);
    for dialect in Dialect::ALL {
        let first = assemble("main", &files, &options(dialect));
        let second = assemble("main", &files, &options(dialect));
        assert_eq!(first.0.words, second.0.words);
        assert_eq!(first.1, second.1);
    }
});
