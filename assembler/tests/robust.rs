//! No source makes the assembler panic or run forever, and it accepts the output of the disassembler.

use assembler::{Dialect, Limits, MemoryFiles, Options, Severity, assemble};
use emulator::isa::{DEVICES, disassemble};
use emulator::word::Word;
use proptest::prelude::*;

fn limited(dialect: Dialect) -> Options {
    let limits = Limits {
        expansion_depth: 200,
        expanded_characters: 200_000,
        bracket_depth: 60,
        repeat_count: 1_000,
        output_words: 50_000,
        ..Limits::default()
    };
    Options {
        dialect,
        limits,
        listing: true,
        cross_reference: true,
        source_map: true,
        monitor_calls: true,
        slips: true,
        symbols: Vec::new(),
        text: None,
        general_reader: false,
    }
}

/// Generates a token or fragment of the language, so that random sources are not rejected at once.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("\n".to_owned()),
        Just("\t".to_owned()),
        Just(" ".to_owned()),
        Just(",".to_owned()),
        prop::sample::select(vec![
            "DEFINE M A,B",
            "TERMIN",
            "M 1,2",
            "REPEAT 3,",
            "IRP X,,[1,2]",
            "IRPC X,,ABC",
            "IFE ",
            "IFN A,[",
            "IF1 ",
            "A:",
            "B=",
            "C==",
            "ASCII /",
            "SIXBIT /",
            "SQUOZE 4,",
            ".BYTE 6,6",
            ".BYTE",
            "LOC ",
            "BLOCK ",
            "OFFSET ",
            "END",
            "CONSTANTS",
            "VARIABLES",
            "X'",
            "Y\"",
            "RELOCATABLE",
            ".BEGIN ",
            ".END ",
            ".INSRT F",
            ".OP ADD 1 2",
            ".FORMAT 25,",
            "EQUALS A,B",
            "EXPUNGE A",
            ".GO T",
            ".TAG T",
            ".STOP",
            ".ISTOP",
            "XWD ",
            "MOVE 1,",
            "@",
            "[",
            "]",
            "<",
            ">",
            "(",
            ")",
            "!",
            "?",
            ";",
            "+",
            "-",
            "*",
            "/",
            "_",
            "^",
            "\\",
            "1.5",
            "7",
            ".RPCNT",
            ".",
            "IRPNC 1,2,3,",
            "{",
            "}",
            ".QUOTE /A/",
            "\\A",
            "\"A",
            "'A",
            "RADIX 10.",
            ".LIBRA A,B",
            ".FATAL ",
        ])
        .prop_map(str::to_owned),
        "[ -~\\x00-\\x1f]{1,4}",
        "\\PC{1,3}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_source_panics(pieces in prop::collection::vec(piece(), 0..60), dialect in 0usize..4) {
        let dialect = Dialect::ALL[dialect];
        let files = MemoryFiles::new()
            .with("main", pieces.concat())
            .with("F", "A+1\n.INSRT F\n");
        let (output, diagnostics) = assemble("main", &files, &limited(dialect));
        // The assembly completes or reports an error.
        prop_assert!(output.complete || diagnostics.iter().any(|d| d.severity > Severity::Warning));
        let _ = output.file_words();
        let _ = output.rim();
        for diagnostic in &diagnostics {
            let _ = assembler::diagnostic::render::render(diagnostic, false);
        }
    }

    #[test]
    fn bytes_of_any_kind_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let files = MemoryFiles::new().with("main", bytes);
        let _ = assemble("main", &files, &limited(Dialect::D));
    }

    #[test]
    fn expressions_agree_with_wide_integers(a in any::<u32>(), b in 1u32..1000, c in any::<u16>()) {
        let source = format!("TITLE T\n\tLOC 100\n\t<{a:o}+{b:o}>*{c:o}/{b:o}-{a:o}\\{c:o}\nEND\n");
        let files = MemoryFiles::new().with("main", source);
        let (output, diagnostics) = assemble("main", &files, &Options::default());
        prop_assert!(diagnostics.is_empty());
        // Logical operators bind tighter than the product, and the product tighter than the difference.
        let product = (i128::from(a) + i128::from(b)) * i128::from(c);
        let low = product & 0o377777_777777;
        let expected = low / i128::from(b) - i128::from(a | u32::from(c));
        prop_assert_eq!(output.words().next().unwrap().1, Word::from_i64(expected as i64));
    }

    #[test]
    fn disassembly_reassembles_to_the_same_word(bits in 0u64..1 << 36) {
        assert_round_trip(&[Word::new(bits)]);
    }
}

/// Checks that the disassembly of `words` assembles to the same words.
fn assert_round_trip(words: &[Word]) {
    let mut source = "TITLE T\n\tLOC 1000\n".to_owned();
    for device in &DEVICES {
        source += &format!("{}={:o}\n", device.name, device.code.get());
    }
    for word in words {
        source += &format!("\t{}\n", disassemble(*word));
    }
    source += "END\n";
    let files = MemoryFiles::new().with("main", source.as_str());
    let options = Options { dialect: Dialect::C, ..Options::default() };
    let (output, diagnostics) = assemble("main", &files, &options);
    let unknown = |d: &assembler::Diagnostic| format!("{} {:?}", d.message, d.span);
    let said: Vec<String> = diagnostics.iter().map(unknown).collect();
    assert!(said.is_empty(), "{said:?}\n{source}");
    for ((_, got), word) in output.words().zip(words) {
        assert_eq!(got, *word, "{}", disassemble(*word));
    }
    assert_eq!(output.words().count(), words.len());
}

#[test]
fn all_opcodes_round_trip() {
    let mut words = Vec::new();
    for opcode in 0..0o1000u64 {
        for rest in [0, 0o740_000000, 0o377_123456, 0o40_000001, 0o20_777777, 0o17_000000] {
            words.push(Word::new(opcode << 27 | rest));
        }
    }
    assert_round_trip(&words);
}

#[test]
fn insertion_without_end_is_reported() {
    let files = MemoryFiles::new().with("main", "\t1\n.INSRT main\nEND\n");
    let (_, diagnostics) = assemble("main", &files, &Options::default());
    assert!(diagnostics.iter().any(|d| d.code == assembler::Code::TooManyInsertions));
}

/// The second dummy of a loop gets the rest of the list, which counts as expanded whether the dummy is used
/// or not.
#[test]
fn the_rest_of_a_list_counts_as_expanded() {
    let files = |dummies: &str| {
        let list = "A".repeat(100_000);
        MemoryFiles::new().with("main", format!("TITLE T\nIRPC {dummies},[{list}]\nTERMIN\nEND\n"))
    };
    let (_, diagnostics) = assemble("main", &files("X,Y"), &Options::default());
    assert!(diagnostics.iter().any(|d| d.code == assembler::Code::ExpansionTooLong), "{diagnostics:?}");
    let (output, diagnostics) = assemble("main", &files("X,"), &Options::default());
    assert!(output.complete && diagnostics.is_empty(), "{diagnostics:?}");
}

#[test]
fn two_thousand_macros_inside_each_other_make_a_word() {
    // Each macro calls the previous one once.
    let mut source = "TITLE T\n\tLOC 100\nDEFINE M0\n\t1\nTERMIN\n".to_owned();
    for i in 1..2000 {
        source += &format!("DEFINE M{i}\nM{}\nTERMIN\n", i - 1);
    }
    source += "M1999\nEND\n";
    let files = MemoryFiles::new().with("main", source);
    let (output, diagnostics) = assemble("main", &files, &Options::default());
    assert_eq!((output.words().count(), diagnostics.len()), (1, 0));
}

#[test]
fn arguments_in_arguments_without_end_are_reported() {
    let macro_in_its_argument = "DEFINE M\nIFE M TERMIN\n\tM\nEND\n".to_owned();
    for source in [macro_in_its_argument, "XWD ".repeat(100_000), "1_".repeat(100_000), "\"A".repeat(100_000)]
    {
        for dialect in Dialect::ALL {
            let files = MemoryFiles::new().with("main", format!("TITLE T\n\t{source}\nEND\n"));
            let (output, diagnostics) = assemble("main", &files, &Options { dialect, ..Options::default() });
            assert!(
                output.complete || diagnostics.iter().any(|d| d.severity == Severity::Fatal),
                "in {dialect}"
            );
        }
    }
}
