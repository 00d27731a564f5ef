//! A whole source of any bytes is assembled or refused, in every dialect.
#![no_main]

use assembler::{Dialect, Limits, MemoryFiles, Options, assemble};
use libfuzzer_sys::fuzz_target;

fn options(dialect: Dialect) -> Options {
    let limits = Limits { expansion_depth: 200, expanded_characters: 100_000, output_words: 20_000, ..Limits::default() };
    Options { dialect, limits, listing: true, ..Options::default() }
}

fuzz_target!(|bytes: &[u8]| {
    let files = MemoryFiles::new().with("main", bytes);
    for dialect in Dialect::ALL {
        let (output, diagnostics) = assemble("main", &files, &options(dialect));
        assert!(output.complete || !diagnostics.is_empty());
        let _ = output.file_words();
    }
});
