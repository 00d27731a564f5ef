//! Each cause has one message, in source order, whatever other mistakes there are. Also tests help for
//! foreign words, and that long sources are assembled in linear time.

use assembler::{Dialect, MemoryFiles, Options, assemble};

/// Returns the code and the lines of each message about a source; the lines of its labels are in parentheses.
fn messages(source: &str, dialect: Dialect) -> Vec<String> {
    let files = MemoryFiles::new().with("prog", source);
    let (_, diagnostics) = assemble("prog", &files, &Options { dialect, ..Options::default() });
    let line = |span: &assembler::diagnostic::ShownSpan| span.line.to_string();
    let message = |d: &assembler::Diagnostic| {
        let labels: Vec<String> = d.labels.iter().map(|label| format!("({})", line(&label.span))).collect();
        format!("{} {}{}", d.code, d.span.as_ref().map(line).unwrap_or_default(), labels.concat())
    };
    diagnostics.iter().map(message).collect()
}

/// In each source, XYZ (line 3) and NOWHER are undefined, and B is defined. A construct without an end must
/// not hide this.
#[test]
fn unclosed_constructs_hide_no_other_error() {
    for (what, source, expected) in [
        ("no END", "A:\tJRST B\n\tXYZ\nB:\tJRST NOWHER\n", &["M0301 3", "M0301 4", "M0701 4"][..]),
        (
            "no END in a blank last line",
            "A:\tJRST B\n\tXYZ\nB:\tJRST NOWHER\n\n",
            &["M0301 3", "M0301 4", "M0701 5"],
        ),
        // A label or a statement such as LOC at the beginning of a line shows that a bracket was forgotten.
        (
            "[ before a label",
            "A:\tJRST B\n\tXYZ\n\tMOVE 1,[1\n\tJRST NOWHER\nB:\tJRST A\n\tEND A\n",
            &["M0301 3", "M0203 4(6)", "M0302 5"],
        ),
        (
            "( before LOC",
            "A:\tJRST B\n\tXYZ\n\tMOVE 1,(2\n\tLOC 200\nB:\tJRST NOWHER\n\tEND A\n",
            &["M0301 3", "M0203 4(5)", "M0301 6"],
        ),
        (
            "< before CONSTANTS",
            "A:\tJRST B\n\tXYZ\n\tMOVE 1,<2\n\tCONSTANTS\nB:\tJRST NOWHER\n\tEND A\n",
            &["M0301 3", "M0203 4(5)", "M0301 6"],
        ),
        (
            "[ before END",
            "A:\tJRST B\n\tXYZ\nB:\tJRST NOWHER\n\tMOVE 1,[2\n\tEND A\n",
            &["M0301 3", "M0301 4", "M0203 5(6)"],
        ),
        (
            "two brackets, each forgotten",
            "A:\tJRST B\n\tXYZ\n\tMOVE 1,[1\n\tMOVE 2,[2\nB:\tJRST NOWHER\n\tEND A\n",
            &["M0301 3", "M0203 4(6)", "M0203 5(6)", "M0301 6"],
        ),
        (
            "[ at the end of a source without END",
            "A:\tJRST B\n\tXYZ\nB:\tJRST NOWHER\n\tMOVE 1,[2\n",
            &["M0301 3", "M0301 4", "M0701 5"],
        ),
        // B is defined in the skipped text, so its use is not reported.
        (
            "a text",
            "A:\tJRST B\n\tXYZ\n\tJRST NOWHER\n\tASCII /AB\nB:\tJRST A\n\tEND A\n",
            &["M0301 3", "M0301 4", "M0701 5"],
        ),
        (
            "a definition",
            "A:\tJRST B\n\tXYZ\n\tMAC 5\n\tJRST NOWHER\nDEFINE X\n\t5\nB:\tJRST A\nDEFINE MAC Y\n\tY\n\
             TERMIN\n\tEND A\n",
            &["M0301 3", "M0301 5", "M0701 6"],
        ),
        (
            "a loop",
            "A:\tJRST B\n\tXYZ\n\tJRST NOWHER\nREPEAT 2,[\n\t5\nB=6\n\tEND A\n",
            &["M0301 3", "M0301 4", "M0701 5"],
        ),
        (
            "a conditional that is false",
            "A:\tJRST B\n\tXYZ\n\tJRST NOWHER\nIFN 0,[\n\t5\nB:\tJRST A\n\tEND A\n",
            &["M0301 3", "M0301 4", "M0701 5"],
        ),
        (
            "a comment",
            "A:\tJRST B\n\tXYZ\n\tJRST NOWHER\nCOMMENT /\nB:\tJRST A\n\tEND A\n",
            &["M0301 3", "M0301 4", "M0701 5"],
        ),
    ] {
        assert_eq!(messages(&format!("\tTITLE T\n{source}"), Dialect::D), expected, "{what}");
    }
}

/// In dialects A to C the end of a line closes the brackets opened in it.
#[test]
fn a_line_ends_its_brackets_in_the_classic_dialects() {
    for dialect in [Dialect::A, Dialect::B, Dialect::C] {
        let source = "\tTITLE T\nA:\tMOVE 1,[2\nB:\tMOVE 1,(2\n\tXYZ\n\tEND A\n";
        assert_eq!(messages(source, dialect), ["M0301 4"], "{dialect}");
    }
}

/// A label or LOC on the line of a bracket is itself an error, and a literal may have several lines.
#[test]
fn brackets_that_are_closed_are_not_blamed() {
    for (source, expected) in [
        ("\tMOVE 1,[A: 5]\n", &["M0307 2"][..]),
        ("\tMOVE 1,[LOC 5]\n", &["M0405 2"]),
        ("\tMOVE 1,[1\n\t2\n\t3]\nA:\tXYZ\n", &["M0301 5"]),
        ("\tMOVE 1,[1\n\tB=2\n\tB]\nA:\tXYZ\n", &["M0301 5"]),
        ("\tMOVE 1,[1\n\t2)\nA:\tXYZ\n", &["M0202 3(2)", "M0301 4"]),
    ] {
        assert_eq!(messages(&format!("\tTITLE T\n{source}\tEND\n"), Dialect::D), expected, "{source}");
    }
}

#[test]
fn messages_are_in_the_order_of_the_source() {
    // Pass 1 reports line 4, pass 2 the others.
    let source = "\tTITLE T\n\tXYZ\nA:\t1\nA:\t2\n\tMOVEI 1,99\n\tNOWHER\n\tEND\n";
    assert_eq!(messages(source, Dialect::D), ["M0301 2", "M0305 4(3)", "M0105 5", "M0301 6"]);
}

/// Digits 8 and 9 are reported if the octal and decimal values differ, unless the source sets another radix.
#[test]
fn digits_that_are_not_octal() {
    for (line, is_reported) in [
        ("MOVEI 1,99", true),
        ("MOVEI 1,18", true),
        ("MOVEI 18,0", true),
        ("A=108", true),
        ("128*2", true),
        ("[19]", true),
        ("REPEAT 2,[19\n]", true),
        ("19'", true),
        ("MOVEI 1,9", false),
        ("MOVEI 1,08", false),
        ("MOVEI 1,18.", false),
        ("1.9", false),
        ("9.5^2", false),
        ("X9", false),
        ("A98=1", false),
        ("RADIX 10.\n\t99", false),
        ("ASCII /99/", false),
        ("5 ;99", false),
        ("IFN 0,[99\n]", false),
    ] {
        for dialect in Dialect::ALL {
            let found = messages(&format!("\tTITLE T\n\t{line}\n\tEND\n"), dialect);
            let reported = found.iter().any(|message| message.starts_with("M0105"));
            assert_eq!(reported, is_reported, "{line} in {dialect}: {found:?}");
        }
    }
}

/// Help for a pseudo-op of another assembler names the equivalent in MIDAS, not a symbol with similar
/// letters.
#[test]
fn words_of_other_assemblers() {
    for (line, help) in [
        ("MACRO FOO", "DEFINE NAME"),
        ("ENDM", "TERMIN"),
        ("EQU 5", "NAME=value"),
        ("ORG 100", "LOC address"),
        ("INCLUDE", ".INSRT FILE"),
        (".WORD 5", "each line is a word"),
        ("DS 5", "BLOCK"),
        ("ENDIF", "which ends what [ begins"),
        ("JMP 100", "JRST"),
        ("IOWD 5,6", "-count,,address-1"),
    ] {
        let files = MemoryFiles::new().with("prog", format!("\tTITLE T\nENDX=1\nJUMPX=2\n\t{line}\n\tEND\n"));
        let (_, diagnostics) = assemble("prog", &files, &Options::default());
        let first =
            diagnostics.iter().find(|d| d.code == assembler::Code::Undefined).expect("it is undefined");
        assert!(first.help.len() == 1 && first.help[0].contains(help), "{line}: {:?}", first.help);
    }
}

/// The time to locate calls and messages in a long body is linear in its length, not quadratic.
#[test]
fn long_bodies_are_placed_quickly() {
    let lines = 100_000;
    let calls = format!("DEFINE M A\n\tA\nTERMIN\nDEFINE BIG\n{}TERMIN\n\tBIG\n", "\tM 1\n".repeat(lines));
    let mistakes = format!("DEFINE WRONG\n{}TERMIN\n\tWRONG\n", "\tUNDEF\n".repeat(lines));
    let files = MemoryFiles::new().with("prog", format!("TITLE T\n{calls}{mistakes}END\n"));
    let (output, diagnostics) = assemble("prog", &files, &Options { source_map: true, ..Options::default() });
    assert_eq!((output.words().count(), diagnostics.len()), (2 * lines, 1));
}

/// The time to list nested definitions is linear in the length of the text, not quadratic.
#[test]
fn nested_definitions_are_listed_quickly() {
    let depth = 60_000;
    let source = format!("TITLE T\n{}{}END\n", "DEFINE Q\n".repeat(depth), "TERMIN\n".repeat(depth));
    let files = MemoryFiles::new().with("prog", source);
    let (output, _) = assemble("prog", &files, &Options { listing: true, ..Options::default() });
    assert!(output.listing.lines().count() > 2 * depth);
}

#[test]
fn a_word_is_listed_on_its_line_and_not_on_a_form_feed_after_it() {
    let files = MemoryFiles::new().with("prog", "A:\t1\n\u{c}\nB:\t2\n\tEND A\n");
    let (output, _) = assemble("prog", &files, &Options { listing: true, ..Options::default() });
    for line in ["000100 000000 000001        1   A:\t1", "000101 000000 000002        3   B:\t2"] {
        assert!(output.listing.lines().any(|listed| listed == line), "{}", output.listing);
    }
}
