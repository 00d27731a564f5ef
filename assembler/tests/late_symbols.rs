//! The symbol table of the late assembler, with its named blocks.

use assembler::{MemoryFiles, Options, assemble};

/// Each block comes after the blocks inside it. The main block has the program's name and level 2; global
/// symbols would be in the last block. A block has its name, its size and level, then the name and value of
/// each symbol, sorted by value.
#[test]
fn blocks_follow_those_inside_them() {
    let source = "TITLE T\nLOC 100\nA==1\n.BEGIN F\nA==2\n.BEGIN G\nB==3\nA==4\n.END G\n.END F\n\
                  .BEGIN H\nC==5\n.END H\n\t7\nEND 100\n";
    let files = MemoryFiles::new().with("source", source);
    let (output, diagnostics) = assemble("source", &files, &Options::default());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let words: Vec<u64> = output.file_words().iter().map(|w| w.bits()).collect();
    let expected = [
        0o777754_000000,
        0o014760_500000, // G
        0o777772_000004,
        0o511117_400000, // B
        3,
        0o510310_700000, // A
        4,
        0o014152_000000, // F
        0o777774_000003,
        0o510310_700000, // A
        2,
        0o015567_200000, // H
        0o777774_000003,
        0o511726_100000, // C
        5,
        0o026706_600000, // T
        0o777774_000002,
        0o510310_700000, // A
        1,
        0o015315_513316, // GLOBAL
        0o777776_000000,
    ];
    let at = words.iter().position(|w| *w == expected[0]).expect("the block of symbols");
    assert_eq!(words[at..at + expected.len()], expected);
}

/// As in the original assembler, the size of a block without symbols counts only its name. If the program has
/// no symbols, the size of GLOBAL counts one symbol, which is not there.
#[test]
fn blocks_without_symbols() {
    let inner = [0o014152_000000, 0o777776_000003, 0o026706_600000]; // F, T
    let cases: [(&str, Vec<u64>); 3] = [
        ("", vec![0o015315_513316, 0o777774_000000]),
        (
            ".BEGIN F\n.END F\nA=1\n",
            [&inner[..], &[0o777774_000002, 0o110310_700000, 1, 0o015315_513316, 0o777776_000000]].concat(),
        ),
        (".BEGIN F\n.END F\n", [&inner[..], &[0o777776_000002, 0o015315_513316, 0o777774_000000]].concat()),
    ];
    for (symbols, expected) in cases {
        let source = format!("TITLE T\nLOC 100\n{symbols}\t7\nEND 100\n");
        let files = MemoryFiles::new().with("source", source);
        let (output, diagnostics) = assemble("source", &files, &Options::default());
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let words: Vec<u64> = output.file_words().iter().map(|w| w.bits()).collect();
        // The checksum and the start follow.
        let end = words.len() - 2;
        assert_eq!(words[end - expected.len()..end], expected, "{symbols:?}");
    }
}
