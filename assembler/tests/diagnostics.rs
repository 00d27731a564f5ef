//! A snapshot of every message of `midas`, as the user sees it.
//!
//! The snapshot has each code with its explanation and the message that an example causes. The examples come
//! from `--explain`; `example` has sources for the codes without a short one.

use assembler::diagnostic::explain;
use assembler::diagnostic::render::render;
use assembler::{Code, Limits, MemoryFiles, Options, assemble};

/// Limits low enough for a few lines to exceed.
const LIMITS: Limits = Limits {
    expansion_depth: 20,
    expanded_characters: 20_000,
    insertion_depth: 5,
    insertions: 50,
    bracket_depth: 8,
    repeat_count: 2_000,
    output_words: 1_000,
    messages: 100,
};

/// Returns a source that causes the message.
fn example(code: Code) -> String {
    match code {
        Code::NothingTyped => ".TTYMAC A\n\tA\nTERMIN\n".to_owned(),
        Code::TooManyDummies => {
            let dummies: Vec<String> = (0..121).map(|number| format!("A{number}")).collect();
            format!("DEFINE M {}\nTERMIN\n", dummies.join(","))
        }
        Code::NoEnd => "\t5\n".to_owned(),
        Code::ExpansionTooLong => {
            "REPEAT 1000,[IRPC X,,ABCDEFGHIJKLMNOPQRSTUVWXYZ\nX==1\nTERMIN\n]\n".to_owned()
        }
        Code::BracketsTooDeep => "\t<<<<<<<<<1>>>>>>>>>\n".to_owned(),
        Code::TooManyInsertions => "\t.INSRT AGAIN\n".to_owned(),
        Code::TooManySymbols => (0..1700).map(|number| format!("A{number}==1\n")).collect(),
        Code::OutputTooLarge => "REPEAT 3000,[\t5\n]\n".to_owned(),
        _ => code.explanation().wrong.to_owned(),
    }
}

#[test]
fn every_code_is_reported_and_explained() {
    let mut page = String::new();
    for code in Code::ALL.iter().copied() {
        let source = example(code);
        let ends = source.starts_with("END") || code == Code::NoEnd;
        let source = format!("TITLE T\n{source}{}", if ends { "" } else { "END 100\n" });
        let files = MemoryFiles::new().with("prog.mid", source).with("AGAIN", "\t.INSRT AGAIN\n");
        let dialect = code.explanation().dialects.last().copied().unwrap_or_default();
        let options = Options { dialect, slips: true, limits: LIMITS, ..Options::default() };
        let (_, diagnostics) = assemble("prog.mid", &files, &options);
        let reported = diagnostics.iter().find(|reported| reported.code == code);
        let reported = reported.unwrap_or_else(|| panic!("no example of {:?}: {diagnostics:?}", code));
        page += &format!("{}\n{}\n", explain::text(code), render(reported, false));
    }
    insta::assert_snapshot!(page);
}
