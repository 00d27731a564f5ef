//! The fast reader of plain statements (`src/plain.rs`) must give the same results as the general reader.
//!
//! The results include the listing and the source map. With `Options::general_reader`, the general reader
//! reads every character.

use assembler::{Dialect, Limits, MemoryFiles, Options, Output, assemble};
use proptest::prelude::*;
use proptest::sample::select;

/// Names and numbers, some of them defined by the lines, and operands that only resemble names or numbers.
const OPERANDS: &[&str] = &[
    "A",
    "B",
    "FOO",
    "BAR",
    "BAR1",
    "LATER",
    "P",
    "1",
    "17",
    "8",
    "10.",
    "777777777777",
    "12345678901",
    ".",
    "..",
    ".1",
    "1.5",
    "1.2.",
    "1X",
    "$",
    "A.B",
    "ABCDEFGH",
    "a",
    "MOVE",
    "DATAI",
    "M",
    "LOC",
    "V'",
    "G\"",
    "5'",
    "1^2",
    "4_3",
    "\"A",
    "'A",
    "[A]",
    "<A>",
    ".RPCNT",
    ".IRPCN",
    "%",
    "",
    "A@",
    "A!",
    "-A",
];

/// Text between operands, valid or not.
const JOINTS: &[&str] = &["+", "-", "+-", "*", "/", "&", "#", "\\", " ", "!", "(", ")", "]", "'", "=", ":"];

/// Text after a word, valid or not.
const ENDS: &[&str] = &[
    "", "", "", ";TEXT", " ;TEXT", "\t; A,B", " ", "(P)", "(P);X", "(P)!", "(B) ;", "(1", "@", ",", "\u{c}A",
    "\u{7f}", "\u{e9}", ";\u{e9}", "]", ">", "{", "}", "=1", " A", ",",
];

/// Statements that change how later lines are read, or that need the general reader.
const OTHERS: &[&str] = &[
    "RADIX 10.",
    "RADIX 2",
    ".BYTE 9,9",
    ".BYTE",
    "RELOCATABLE",
    "1PASS",
    "LOC 200",
    "BLOCK 2",
    "OFFSET 5",
    ".FORMAT 27,2200_44",
    "A=5",
    "B==FOO",
    "P=:17",
    "FOO=LATER",
    ".GLOBAL BAR",
    "EXPUNGE A",
    "EQUALS Q,MOVE",
    "CONSTANTS",
    "VARIABLES",
    ".BEGIN BLK",
    ".END",
    "DEFINE M X,Y\n\tMOVE X,Y\nX:\tADD Y,X(P)\t;X\n\tSUB A!X,Y+1\nTERMIN",
    "M A,B",
    "DEFINE N Z\n\tM A!Z,[B!Z]\n\tM Z,Z!1\nTERMIN\nN 1\nN A,\nN",
    "DEFINE O Z\nIRP X,Y,[A!Z,Z,[B,Z]]\n\tMOVE X,Z\nTERMIN\nREPEAT 2,MOVE A,Z+1\nTERMIN\nO 1\nO A",
    "M 1,FOO",
    "M FOO",
    "M ,1",
    "M [A,B],-1",
    "M",
    "IRP X,,[A,B,1]\n\tMOVE X,FOO\n\tX\nTERMIN",
    "IRPC X,Y,AB\n\tX,,Y\nTERMIN",
    "REPEAT 3,\tMOVE A,.RPCNT",
    "REPEAT A,[\tFOO\n]",
    "REPEAT -1,B",
    "IFN A,\tMOVE A,B",
    "IFE 1(P),FOO:\tB",
    "IFG LATER,[\tADD A,B\n]",
    "IFN A-B,IFE 0,A",
    "IF1 BAR:",
    "IF2 ;X",
    "IFDEF A,\tJRST .-1",
    "IFE @,A",
    "IFE 1 A",
    "IFN 5",
    "M",
    "XWD A,B",
    "ASCII /AB/",
    ".NSTGW",
    ".YSTGW",
];

fn operand() -> impl Strategy<Value = String> {
    let simple = select(&OPERANDS[..9]);
    let joint = prop_oneof![4 => select(&JOINTS[..2]), 1 => select(JOINTS)];
    prop_oneof![
        6 => simple.clone().prop_map(str::to_owned),
        2 => select(OPERANDS).prop_map(str::to_owned),
        2 => (simple, joint, select(OPERANDS)).prop_map(|(a, joint, b)| format!("{a}{joint}{b}")),
        1 => simple_index(),
    ]
}

fn simple_index() -> impl Strategy<Value = String> {
    select(vec!["@FOO", "@(P)", "(P)", "-1(P)", "@", "FOO(A)", "FOO+1(B)", "@BAR-1(1)"])
        .prop_map(str::to_owned)
}

fn line() -> impl Strategy<Value = String> {
    let label =
        select(vec!["", "", "", "", "FOO:", "BAR:", "BAR1:", "LATER:", "A::", "1:", "MOVE:", "M:", "X.Y:"]);
    let operation = select(vec![
        "MOVE", "MOVE", "ADD", "SETZ", "PUSHJ", "DATAI", "A", "5", "UNKNWN", "FOO", "", "-1", "@A", "(P)",
    ]);
    let separator = select(vec![" ", "\t", "  ", ",", ",,", " ,", ""]);
    let comma = select(vec![",", ",", ",", ", ", ",,", " ", ""]);
    let word =
        (label, select(vec!["\t", " ", ""]), operation, separator, operand(), comma, operand(), select(ENDS))
            .prop_map(|(label, blank, operation, separator, first, comma, second, end)| {
                format!("{label}{blank}{operation}{separator}{first}{comma}{second}{end}")
            });
    prop_oneof![
        12 => word,
        2 => select(OTHERS).prop_map(str::to_owned),
        1 => select(vec!["", ";A", "\t;A", " ", "\u{c}", "\u{0}", "!", "A", "\tFOO ;B"]).prop_map(str::to_owned),
    ]
}

/// Returns the results of an assembly as one text.
fn results(source: &str, options: &Options) -> String {
    let files = MemoryFiles::new().with("main", source);
    let (output, diagnostics) = assemble("main", &files, options);
    let Output { complete, start, symbols, blocks, constants, typed, messages, listing, .. } = &output;
    let words: Vec<_> = output.words().collect();
    let places = output.symbol_file().to_text();
    let file = output.file_words();
    format!(
        "{complete} {words:?} {start:?} {symbols:?} {blocks:?} {constants:?} {typed} {messages:?} {:?}
{file:?} {places} {listing} {diagnostics:#?}",
        output.loader_blocks
    )
}

fn assert_same(source: &str, dialect: Dialect, limits: &Limits) {
    let plain =
        Options { dialect, source_map: true, listing: true, limits: limits.clone(), ..Options::default() };
    let general = Options { general_reader: true, ..plain.clone() };
    assert_eq!(results(source, &plain), results(source, &general), "in {dialect}:\n{source}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn both_readers_give_the_same_output(lines in prop::collection::vec(line(), 1..20)) {
        let begin = "TITLE T\nA=1\nB=2\nP=17\nDEFINE M X,Y\n\tMOVE X,Y(P)\n\tADD A,X!Y\nTERMIN\n\tLOC 100\n";
        let source = format!("{begin}{}\nEND 100\n", lines.join("\n"));
        for dialect in Dialect::ALL {
            assert_same(&source, dialect, &Limits::default());
        }
    }

    #[test]
    fn limits_are_reached_at_the_same_place(
        lines in prop::collection::vec(line(), 1..20),
        expansion_depth in 1usize..5,
        expanded_characters in 0usize..200,
        output_words in 0usize..10,
        bracket_depth in 0usize..3,
    ) {
        let limits =
            Limits { expansion_depth, expanded_characters, output_words, bracket_depth, ..Limits::default() };
        let begin = "TITLE T\nA=1\nDEFINE M X,Y\n\tMOVE X,Y(P);Y\n\tADD A,X\nTERMIN\nM 1,B\nM 2,A\n";
        let source = format!("{begin}{}\nEND 100\n", lines.join("\n"));
        for dialect in Dialect::ALL {
            assert_same(&source, dialect, &limits);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Macros that define labels and contain loops, called several times.
    #[test]
    fn both_readers_agree_on_repeated_macro_bodies(
        lines in prop::collection::vec(line(), 1..8),
        between in prop::collection::vec(line(), 1..6),
        limit in prop_oneof![3 => Just(usize::MAX), 1 => 0usize..1000],
    ) {
        let text = lines.join("\n");
        let between = between.join("\n");
        let source = format!(
            "TITLE T\nP=17\n\tLOC 100\nDEFINE AGAIN A,FOO\n{text}\nIRP BAR,B,[A,1,P]\n{text}\nTERMIN\n\
             IRP Q,,[1,2]\n\tADD P,Q\n{text}\nTERMIN\nTERMIN\n\
             AGAIN 1,B\nAGAIN 1,B\nAGAIN B,BAR\nAGAIN 2\nAGAIN ,A\n{between}\nAGAIN BAR,-1\nAGAIN ,P\n\
             REPEAT 4,[{text}\nAGAIN 2,P\n]\nIRP A,,[1,FOO,B,2]\n{text}\nTERMIN\nEND 100\n"
        );
        let expanded_characters = limit.min(Limits::default().expanded_characters);
        let limits = Limits { expanded_characters, ..Limits::default() };
        for dialect in Dialect::ALL {
            assert_same(&source, dialect, &limits);
        }
    }
}

const BODY: &[&str] = &[
    "\tMOVE A,X",
    "\tADD X,Y(P)",
    "X,,-Y+2",
    "\t@X ;COMMENT",
    "\t-X+B-1(Y)",
    "\t17(X)",
    "\tJRST .-X",
    "\tLATER",
    "\tSETZ Y,",
    "\t.RPCNT,,.IRPCN",
    "",
    ";NOTHING",
    "IFN X,\tADDI 1,Y",
    "IFE X-Y,\tMOVE B,X",
    "IFG X,IFLE Y-3,\tY ;C",
    "IFGE LATER,\tX",
    "IFL .-110,",
    "REPEAT 3,\tADD .RPCNT,5",
    "REPEAT Y,[\t.RPCNT(P)\n\tB\n]",
    "IRP Z,,[X]\n\tPUSH P,Z\nTERMIN",
    "IRP Z,W,[1,B,17]\n\tZ(P)\nIFN Z-1,\tZ+.IRPCN\nTERMIN",
    "IRPC Z,,[X]\n\tZ\nTERMIN",
    "IRPS Z,,[A B+1]\nREPEAT 2,\tA,.RPCNT\n\tZ\nTERMIN",
    "IRP Z,,[1,1]\nIFN Z-1,\tLAST\n\tB\nTERMIN",
    "\tMOVE A,UNKNWN",
    "\tX*2",
    "BAR:",
    "\t[Y]",
];

/// Statements between two calls that may change how a body is read.
const CHANGES: &[&str] = &[
    "",
    "\tOFTEN 1,2",
    "REPEAT 3,\tADD .RPCNT,A",
    "REPEAT 4,[\tLATER\nIFN .RPCNT,\tB ;C\n]",
    "IRP Z,W,[1,A,LATER]\n\tZ(P)\nTERMIN",
    "IRPC Z,,[12]\nIFE Z-1,\tZ+.\nTERMIN",
    "LATER:\t1",
    "A=5",
    "MOVE=2",
    "EXPUNGE A",
    "EXPUNGE TERMIN",
    "EQUALS IFN,IFE",
    "EQUALS B,TERMIN",
    "EQUALS LAST,TERMIN",
    ".ELSE\tB",
    "RADIX 10.",
    ".BEGIN Q",
    ".END",
    "LOC 777770",
    "OFFSET 10",
    "DEFINE OFTEN X,Y\n\tX+Y\nTERMIN",
    "DEFINE B X\n\tX\nTERMIN",
    ".FORMA 27,0",
    "IFN=3",
    ".NSTGW",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    /// A macro is called again after a change.
    #[test]
    fn both_readers_agree_on_calls_after_changes(
        body in prop::collection::vec(select(BODY), 1..5),
        calls in prop::collection::vec((call(), select(CHANGES)), 1..4),
        first in call(),
        limit in prop_oneof![3 => Just(Limits::default()), 1 => narrow()],
    ) {
        let body = body.join("\n");
        let often = format!("\tOFTEN {first}\n").repeat(2);
        let calls: String =
            calls.iter().map(|(call, change)| format!("\tOFTEN {call}\n{change}\n{often}")).collect();
        let source = format!(
            "TITLE T\nA=1\nB=2\nP=17\n\tLOC 100\nDEFINE OFTEN X,Y\n{body}\nTERMIN\n{often}{calls}FOO:\n\
             END 100\n"
        );
        assert_same(&source, Dialect::D, &limit);
    }
}

/// Combines every line of a body with every change, because the property above seldom tests a given pair.
#[test]
fn each_change_between_calls_has_an_effect() {
    for body in BODY {
        for change in CHANGES {
            let source = format!(
                "TITLE T\nA=1\nB=2\nP=17\n\tLOC 100\nDEFINE OFTEN X,Y\n{body}\nTERMIN\n\tOFTEN 1,2\n\
                 \tOFTEN 0,A\n\
                 {change}\n\tOFTEN 1,2\n\tOFTEN FAR,AWAY\nEQUALS NEW,FAR\n\tOFTEN 0,A\nEND 100\n"
            );
            assert_same(&source, Dialect::D, &Limits::default());
        }
    }
}

/// A name that is defined only in a block is undefined after it.
#[test]
fn macro_bodies_do_not_keep_names_of_a_block() {
    let source = "TITLE T\n\tLOC 100\nDEFINE OFTEN\n\tONLYQ\nTERMIN\n.BEGIN Q\nONLYQ=7\n\tOFTEN\n.END\n\
        \tOFTEN\nEND 100\n";
    assert_same(source, Dialect::D, &Limits::default());
}

/// Generates the arguments of a call and text after them, valid or not.
fn call() -> impl Strategy<Value = String> {
    let arguments = [
        "1,2",
        "1,2",
        "0,A",
        "A,B",
        "LATER,1",
        "-1,P",
        "[1,B,3],2",
        "FOO,17",
        "1",
        "",
        "A+1,2",
        "B,X",
        "MOVE,3",
        "1,B ;C",
        "2,1,5",
        "[],1",
        "[[1],2]",
        "IFE,1",
        "Z,W",
        "77777777777,1",
        "TERMIN,1",
        "FAR,AWAY",
    ];
    select(arguments.to_vec()).prop_map(str::to_owned)
}

/// Generates limits that are reached early.
fn narrow() -> impl Strategy<Value = Limits> {
    (1usize..5, 0usize..2000, 0usize..60, 0usize..5).prop_map(
        |(expansion_depth, expanded_characters, output_words, repeat_count)| Limits {
            expansion_depth,
            expanded_characters,
            output_words,
            repeat_count,
            ..Limits::default()
        },
    )
}

/// With either reader, the message about a forbidden word shows the whole statement.
#[test]
fn a_forbidden_word_is_shown_whole() {
    let source = "TITLE T\nA=1\n\tLOC 100\n\tMOVE A,1;TEXT\n\t5 \"A 6;TEXT\n.NSTGW\nEND 100\n";
    for dialect in Dialect::ALL {
        assert_same(source, dialect, &Limits::default());
    }
    let files = MemoryFiles::new().with("main", source);
    let (_, diagnostics) = assemble("main", &files, &Options { dialect: Dialect::B, ..Options::default() });
    let span = diagnostics[0].span.as_ref().expect("it is in the file");
    assert_eq!((span.line, span.column, span.length), (4, 2, "MOVE A,1;TEXT".len()));
}
