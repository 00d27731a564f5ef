//! A whole source of any bytes is assembled or refused, in every dialect.
#![no_main]

use assembler::Dialect;
use fuzz::assembled;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for dialect in Dialect::ALL {
        let (output, diagnostics) = assembled(bytes, dialect);
        assert!(output.complete || !diagnostics.is_empty());
        let _ = output.file_words();
    }
});
