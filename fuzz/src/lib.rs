//! What the fuzz targets of the assembler share.

use assembler::{Diagnostic, Dialect, Limits, MemoryFiles, Options, Output, assemble};

/// Assembles `source`, all that can grow held small, with a listing.
pub fn assembled(source: impl Into<Vec<u8>>, dialect: Dialect) -> (Output, Vec<Diagnostic>) {
    let limits = Limits {
        expansion_depth: 200,
        expanded_characters: 100_000,
        output_words: 20_000,
        ..Limits::default()
    };
    let options = Options { dialect, limits, listing: true, ..Options::default() };
    assemble("main", &MemoryFiles::new().with("main", source), &options)
}
