//! Snapshots of the texts that users read: messages, listing and cross-reference.

use assembler::diagnostic::render::render;
use assembler::{Dialect, Limits, MemoryFiles, Options, assemble};

fn messages(source: &str, dialect: Dialect) -> String {
    let files = MemoryFiles::new().with("prog.mid", source).with("DEFS", "\tUNDEF1\n");
    let options = Options { dialect, ..Options::default() };
    let (_, diagnostics) = assemble("prog.mid", &files, &options);
    diagnostics.iter().map(|d| render(d, false)).collect::<Vec<_>>().join("\n")
}

#[test]
fn undefined_symbol_with_a_name_like_it() {
    insta::assert_snapshot!(
        "undefined_symbol",
        messages("TITLE T\n\tLOC 100\nPRINT:\tJRST PRIMT\n\tJRST PRIMT+1\nEND\n", Dialect::D)
    );
}

#[test]
fn the_trail_of_expansions_is_shown_innermost_first() {
    insta::assert_snapshot!(
        "trail_of_expansions",
        messages(
            "TITLE T\n\tLOC 100\nDEFINE IN A\n\tMOVE 1,A\nTERMIN\nDEFINE OUT X\n\tIN X\nTERMIN\n\
             \tOUT NOWHER\nEND\n",
            Dialect::D
        )
    );
}

#[test]
fn multiply_defined_symbols_show_both_definitions() {
    insta::assert_snapshot!(
        "multiply_defined",
        messages("TITLE T\n\tLOC 100\nA:\t1\nA:\t2\nEND\n", Dialect::C)
    );
}

#[test]
fn an_error_in_an_inserted_file() {
    insta::assert_snapshot!(
        "inserted_file",
        messages("TITLE T\n\tLOC 100\n\t.INSRT DEFS\nEND\n", Dialect::D)
    );
}

#[test]
fn listing_and_cross_reference() {
    let source = "TITLE LIST A LISTING\n\tLOC 100\nDEFINE TWICE X\n\tX\n\tX+1\nTERMIN\nA==5\n\
        GO:\tMOVE 1,[A]\n\tTWICE A\n\
\tASCII /SEVERAL WORDS/\n\tJRST GO\n\tJRST NOWHER\nEND GO\n";
    let files = MemoryFiles::new().with("prog.mid", source);
    let options = Options { dialect: Dialect::C, listing: true, cross_reference: true, ..Options::default() };
    let (output, _) = assemble("prog.mid", &files, &options);
    insta::assert_snapshot!("listing", output.listing);
    insta::assert_snapshot!("cross_reference", output.cross_reference);
}

/// A line of a file is listed once, in full. Words from macros and loops are listed below it without text.
#[test]
fn listing_of_expansions() {
    let source = "\tLOC 100\nP=17\nDEFINE SAVE LIST\nIRP X,,[LIST]\n\tPUSH P,X\nTERMIN\nTERMIN\n\
DEFINE BOTH X\n\tSAVE [X]\t;WITHIN\n\tPOPJ P,\nTERMIN\nDEFINE NONE\nTERMIN\nGO:\tSAVE [1,2]\t;BEHIND\n\n\
\tBOTH 3\n\tNONE ? 5\nREPEAT 2, .RPCNT\n\t.INSRT MORE\nROOM:\tBLOCK 2\n\tMOVEI 1,2 ? MOVEI 3,4\nEND GO\n";
    let files = MemoryFiles::new().with("prog.mid", source).with("MORE", "IN:\t7\t;INSERTED\n\tSAVE 4");
    let options = Options { listing: true, ..Options::default() };
    let (output, diagnostics) = assemble("prog.mid", &files, &options);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    insta::assert_snapshot!(output.listing);
}

/// The source can exclude lines from the listing and names from the cross-reference, and can mention a name
/// with `.SEE`.
#[test]
fn switches_for_listing_and_cross_reference() {
    let source = "TITLE T\n\tLOC 100\nA=1\nB=2\nC=3\n.XCREF B\n.LSTOF\n\tA\n.LSTON\n\tB\n.CRFOF\n\tC\n\
        .CRFON\n\
.SEE C\nEND\n";
    let files = MemoryFiles::new().with("prog.mid", source);
    let options = Options { listing: true, cross_reference: true, ..Options::default() };
    let (output, diagnostics) = assemble("prog.mid", &files, &options);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    assert_eq!(output.cross_reference, "A      prog.mid:3# prog.mid:8\nC      prog.mid:5# prog.mid:14\n");
    let words: Vec<&str> = output.listing.lines().filter(|line| line.starts_with("00010")).collect();
    assert_eq!(words, ["000101 000000 000002       10   \tB", "000102 000000 000003       12   \tC"]);
}

/// Each place in the cross-reference is a line of the listing under the heading of its file. Form feeds begin
/// pages.
#[test]
fn places_in_the_cross_reference_are_in_the_listing() {
    let source =
        "TITLE T\n\tLOC 100\nGO:\tMOVE 1,SIZE\n\x0c\tJRST GO\n\t.INSRT MORE\n\x0c\tJRST DONE\nEND GO\n";
    let files = MemoryFiles::new().with("prog.mid", source).with("MORE", "SIZE:\t1\nDONE:\tJRST GO\n");
    let options = Options { listing: true, cross_reference: true, ..Options::default() };
    let (output, diagnostics) = assemble("prog.mid", &files, &options);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let headings: Vec<&str> = output.listing.lines().filter(|line| line.contains(", page ")).collect();
    assert_eq!(
        headings,
        ["prog.mid, page 1", "prog.mid, page 2", "MORE, page 1", "prog.mid, page 2", "prog.mid, page 3"]
    );
    let mut followed = 0;
    for line in output.cross_reference.lines() {
        let (name, places) = line.split_once(' ').expect("a name and places");
        for (file, number) in
            places.split_whitespace().filter_map(|place| place.trim_end_matches('#').split_once(':'))
        {
            let mut heading = "";
            let found = output.listing.lines().any(|line| {
                heading = line.split_once(", page ").map_or(heading, |(file, _)| file);
                heading == file && line.get(22..29).map(str::trim) == Some(number) && line.contains(name)
            });
            assert!(found, "{name} at {file}:{number} in\n{}", output.listing);
            followed += 1;
        }
    }
    assert_eq!(followed, 8, "{}", output.cross_reference);
}

/// The caret is below the right character even after characters outside ASCII or bytes that are not valid
/// UTF-8.
#[test]
fn carets_are_right_after_non_ascii_bytes() {
    for (before, column) in [("\u{e9}".as_bytes(), 9), (b"\xff\xff", 10), (b"\xe2\x82", 12)] {
        let source =
            [b"TITLE T\n\t5 ;".as_slice(), before, b"\nA:\t\"", before, b" B+NOWHER\nEND\n"].concat();
        let files = MemoryFiles::new().with("prog.mid", source);
        let (_, diagnostics) = assemble("prog.mid", &files, &Options::default());
        let found = diagnostics.iter().find(|d| d.symbol.as_deref() == Some("NOWHER")).expect("the message");
        assert_eq!(
            found.span.as_ref().map(|span| (span.line, span.column, span.length)),
            Some((3, column, 6))
        );
        let text = render(found, false);
        let lines: Vec<&str> = text.lines().collect();
        let at = lines.iter().position(|line| line.starts_with("3 |")).expect("the line");
        let name = lines[at].find("NOWHER").map(|byte| lines[at][..byte].chars().count());
        assert_eq!(lines[at + 1].find("^^^^^^"), name, "{text}");
    }
}

/// An undefined name that another dialect defines is reported as such, and no similar name is suggested.
#[test]
fn a_name_of_another_dialect() {
    let late = messages("TITLE T\n\tCONO TTY,0\n\tCONO DIS,0\nEND\n", Dialect::D);
    for name in ["TTY", "DIS"] {
        assert!(late.contains(&format!("help: the dialects A, B and C know {name}: --dialect C")), "{late}");
    }
    assert!(!late.contains("did you mean"), "{late}");
    let first = messages("TITLE T\n\t.ELSE\n\t.OPEN\nEND\n", Dialect::A);
    assert!(first.contains("help: the dialect D knows .ELSE: --dialect D"), "{first}");
    assert!(first.contains("help: --monitor-calls defines .OPEN"), "{first}");
}

#[test]
fn message_on_globals_depends_on_the_dialect() {
    let source = "TITLE T\n\tRELOCATABLE\n\tX\"/2\n\tEND\n";
    for (dialect, multiplied) in
        [(Dialect::A, true), (Dialect::B, true), (Dialect::C, true), (Dialect::D, false)]
    {
        let said = messages(source, dialect);
        assert!(said.contains("a global symbol can only be added"), "{said}");
        assert_eq!(said.contains("multiplied by a number"), multiplied, "{dialect}: {said}");
    }
}

#[test]
fn an_error_is_kept_however_many_warnings_come_before_it() {
    let source = format!("TITLE T\n{}\tNOWHER\nEND\n", "EQUALS A,NOSUCH\n".repeat(20));
    let files = MemoryFiles::new().with("prog.mid", source);
    let options = Options { limits: Limits { messages: 3, ..Limits::default() }, ..Options::default() };
    let (output, diagnostics) = assemble("prog.mid", &files, &options);
    assert_eq!(output.messages.len(), 4);
    assert!(assembler::output::has_errors(&diagnostics), "{diagnostics:?}");
}

#[test]
fn the_first_of_two_pseudo_ops_forbids_words() {
    let said = messages("TITLE T\n.NSTGW\n.NSTGW\n.YSTGW\n\t5\nEND\n", Dialect::D);
    assert!(said.contains("2 | .NSTGW\n  | ------ forbidden from here on"), "{said}");
    assert_eq!(messages("TITLE T\n.NSTGW\n.NSTGW\n.YSTGW\n.YSTGW\n\t5\nEND\n", Dialect::D), "");
}

#[test]
fn a_nine_with_a_period_is_nine_in_octal_too() {
    let options = Options { slips: true, ..Options::default() };
    for (number, warns) in [("9.'", false), ("9'", false), ("19.'", true), ("19'", true)] {
        let files = MemoryFiles::new().with("prog.mid", format!("TITLE T\n\t{number}\nEND\n"));
        let (_, diagnostics) = assemble("prog.mid", &files, &options);
        assert_eq!(diagnostics.iter().any(|d| d.message.contains("is not octal")), warns, "{number}");
    }
}

/// The expected tags are those that the late assembler printed for this source.
#[test]
fn locations_are_named_by_the_last_label() {
    let source = "TITLE T\nBAR: FOO: 1\nFOO: 2\n\tUNDEF1\n\tUNDEF2\n\tBLOCK 10\n\tUNDEF3\n\tOFFSET -10\n\
        QUX: UNDEF4\n\
\tUNDEF5\n\tOFFSET 0\n.=300\n\tUNDEF6\nQ: R: 2\nQ: UNDEF7\nEND\n";
    let files = MemoryFiles::new().with("prog.mid", source);
    let (output, _) = assemble("prog.mid", &files, &Options::default());
    let second = output.messages.iter().filter(|m| m.pass == 2);
    let tags: Vec<_> = second.map(|m| (m.tag.as_str(), m.location)).collect();
    let expected = [
        ("BAR", 0o100),
        ("BAR+1", 0o101),
        ("BAR+2", 0o102),
        ("BAR+3", 0o103),
        ("BAR+14", 0o114),
        ("QUX+10", 0o115),
        ("QUX+11", 0o116),
        ("", 0o300),
        ("", 0o301),
        ("R+1", 0o302),
        ("R+1", 0o302),
    ];
    assert_eq!(tags, expected);
}

/// If an error ends pass 1, the listing has the lines read before the error, and the message after its line.
#[test]
fn a_listing_of_what_was_read_before_a_fatal_error() {
    let source =
        "TITLE STOPPED\n\tLOC 200\nX==3\nA:\t5\n\t6\nDEFINE LOOP\n\t7\n\tLOOP\nTERMIN\n\tLOOP\nEND\n";
    let files = MemoryFiles::new().with("prog.mid", source);
    let limits = Limits { expansion_depth: 100, ..Limits::default() };
    let options = Options { listing: true, limits, ..Options::default() };
    let (output, _) = assemble("prog.mid", &files, &options);
    assert!(!output.complete);
    let lines: Vec<&str> = output.listing.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(
        lines[..10],
        [
            "STOPPED",
            "prog.mid, page 1",
            "                            1   TITLE STOPPED",
            "                            2   \tLOC 200",
            "       000000 000003        3   X==3",
            "000200                      4   A:\t5",
            "000201                      5   \t6",
            "                            6   DEFINE LOOP",
            "                            7   \t7",
            "                            8   \tLOOP",
        ]
    );
    let message = "****                  M0901 macros and loops are nested more than 100 deep";
    assert!(lines.contains(&message), "{}", output.listing);
    assert!(lines.len() < 20, "{}", output.listing);
}

/// The undefined names of a word are reported in the order of the source.
#[test]
fn undefined_names_in_their_order() {
    let source = "TITLE T\n\tLOC 100\n\tMOVE NOA,NOB(NOC)\n\tNOD,,NOA\nEND 100\n";
    for dialect in Dialect::ALL {
        let files = MemoryFiles::new().with("prog.mid", source);
        let (_, diagnostics) = assemble("prog.mid", &files, &Options { dialect, ..Options::default() });
        let columns: Vec<_> =
            diagnostics.iter().filter_map(|d| d.span.as_ref()).map(|s| (s.line, s.column)).collect();
        assert_eq!(columns, [(3, 7), (3, 11), (3, 15), (4, 2)], "{dialect:?}");
    }
}
