//! The MIDAS text uses nothing that the PDP-6's own assembler of 1967 had not.

use assembler::source::{Files, Found};
use assembler::{Dialect, Options, Severity, assemble};
use chessprog::emulated::Program;
use chessprog::sources::{ENTRY, Sources};

/// The whole text in one file, as an assembler without .INSRT wants it.
struct Whole(String);

impl Files for Whole {
    fn read(&self, name: &str, _: Option<&str>) -> Result<Found, String> {
        Ok(Found { name: name.to_owned(), bytes: self.0.clone().into_bytes() })
    }
}

/// The text of a file, with that of the files it takes in.
fn whole(sources: &Sources, name: &str) -> String {
    let found = sources.read(name, None).unwrap_or_else(|error| panic!("{name}: {error}"));
    let text = String::from_utf8(found.bytes).expect("the text is ASCII");
    let line = |line: &str| match line.trim_start().strip_prefix(".INSRT ") {
        Some(name) => whole(sources, name.trim_end()),
        None => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect()
}

#[test]
fn the_assembler_of_1967_makes_the_same_words_of_it() {
    let sources = Sources::default();
    let options = Options { dialect: Dialect::B, ..Options::default() };
    let (output, diagnostics) = assemble(ENTRY, &Whole(whole(&sources, ENTRY)), &options);
    let errors: Vec<&str> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity >= Severity::Error)
        .map(|diagnostic| diagnostic.message.as_str())
        .collect();
    assert_eq!(errors, [""; 0]);
    let kept = Program::kept().expect("the tape is good");
    assert!(output.image() == kept.image, "the words differ");
}
