//! Sources from ITS, where a lone LF is byte 015, and sources from the host.

use assembler::{Dialect, MemoryFiles, Options, assemble};
use emulator::formats::text::Encoding;

/// Returns the words of a source, which may insert `inserted` as the file BITS.
fn words(source: &[u8], inserted: &[u8], text: Option<Encoding>, dialect: Dialect) -> Vec<u64> {
    let files = MemoryFiles::new().with("main", source).with("BITS", inserted);
    let (output, diagnostics) = assemble("main", &files, &Options { dialect, text, ..Options::default() });
    assert!(!assembler::output::has_errors(&diagnostics), "{diagnostics:?}");
    output.image().iter().map(|(_, word)| word.bits()).collect()
}

/// Returns an ASCII word whose first character is `c` and whose others are 0.
fn ascii(c: u8) -> u64 {
    u64::from(c) << 29
}

/// Each row has the source, the encoding option, and the words. CR is 015, LF is 012.
#[test]
fn a_lone_line_feed_is_a_character_of_the_source() {
    for (what, source, text, expected) in [
        ("ITS", &b"LOC 100\nASCII /\r/\n1\nEND\n"[..], None, vec![ascii(0o12), 1]),
        ("ITS, lone CR", b"LOC 100\nASCII /\xEE/\n1\nEND\n", None, vec![ascii(0o15), 1]),
        ("today's, as said", b"LOC 100\nASCII /\r/\n1\nEND\n", Some(Encoding::Host), vec![ascii(0o15), 1]),
        ("Windows", b"LOC 100\r\nASCII /\r/\r\n1\r\nEND\r\n", None, vec![ascii(0o15), 1]),
        ("ITS, LF before the line end", b"LOC 100\n1\r\n2\nEND\n", None, vec![1, 2]),
        ("ITS, LF in a comment", b"LOC 100\n1 ;ONE\rTWO\n2\nEND\n", None, vec![1, 2]),
    ] {
        for dialect in [Dialect::A, Dialect::B] {
            assert_eq!(words(source, b"", text, dialect), expected, "{what}, {dialect:?}");
        }
    }
}

/// Programs of the time detect the end of a line with a macro like this one: the LF is one of the characters
/// of its argument.
#[test]
fn a_macro_finds_the_line_feed_that_ends_a_line() {
    let source = b"LOC 100\nDEFINE ENDS A\nIRPC X,,[A]\nIFE ASCII /X/-ASCII /\r/,[7\n]TERMIN\nTERMIN\n\
         \x20ENDS [AB\n]\n 5\nEND\n";
    assert_eq!(words(source, b"", None, Dialect::A), [7, 5]);
}

/// The encoding of each file is detected from its own contents.
#[test]
fn an_inserted_file_is_read_by_its_own_contents() {
    let source = b"LOC 100\r\n.INSRT BITS\r\nASCII /\r/\r\nEND\r\n";
    let inserted = b"ASCII /\r/\n";
    assert_eq!(words(source, inserted, None, Dialect::D), [ascii(0o12), ascii(0o15)]);
    assert_eq!(words(source, inserted, Some(Encoding::Host), Dialect::D), [ascii(0o15), ascii(0o15)]);
}
