//! What people read: messages, the listing, the cross-reference.

use assembler::diagnostic::render::render;
use assembler::{Dialect, MemoryFiles, Options, assemble};

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
            "TITLE T\n\tLOC 100\nDEFINE IN A\n\tMOVE 1,A\nTERMIN\nDEFINE OUT X\n\tIN X\nTERMIN\n\tOUT NOWHER\nEND\n",
            Dialect::D
        )
    );
}

#[test]
fn the_other_party_is_shown() {
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
    let source = "TITLE LIST A LISTING\n\tLOC 100\nDEFINE TWICE X\n\tX\n\tX+1\nTERMIN\nA==5\nGO:\tMOVE 1,[A]\n\tTWICE A\n\
\tASCII /SEVERAL WORDS/\n\tJRST GO\n\tJRST NOWHER\nEND GO\n";
    let files = MemoryFiles::new().with("prog.mid", source);
    let options = Options { dialect: Dialect::C, listing: true, cross_reference: true, ..Options::default() };
    let (output, _) = assemble("prog.mid", &files, &options);
    insta::assert_snapshot!("listing", output.listing);
    insta::assert_snapshot!("cross_reference", output.cross_reference);
}
