//! The words for the linking loader: one-pass programs, chains of references, loading conditionals, long
//! blocks, and words before RELOCATABLE.
//!
//! A code is three bits of a code word. It says how the loader uses the next word (MIDAS reference, section
//! 8.6). Code 7 changes the meaning of the code after it.

use assembler::{Dialect, MemoryFiles, Options, assemble};

/// Returns the type, flags, address and words of each loader block, except empty data blocks and the blocks
/// for the start, the program name and the local symbols.
fn blocks(source: &str, dialect: Dialect) -> Vec<(u8, u8, u32, Vec<u64>)> {
    let files = MemoryFiles::new().with("source", source);
    let options = Options { dialect, ..Options::default() };
    let (output, diagnostics) = assemble("source", &files, &options);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    output
        .loader_blocks
        .iter()
        .filter(|b| !(b.words.is_empty() && matches!(b.kind, 2 | 3)))
        .filter(|b| !matches!((b.kind, b.address), (1, 1) | (4 | 0o10, _)))
        .map(|b| (b.kind, b.flags, b.address, b.words.iter().map(|w| w.bits()).collect()))
        .collect()
}

/// References to B form a chain. When B is defined, the loader must resolve the chain (code 6), and the
/// definition follows (codes 7 and 0 for a label, 7 and 4 for an assignment). Once C is defined, a word that
/// consists only of C is preceded by the name C.
#[test]
fn a_program_in_one_pass() {
    let source = "TITLE T\n1PASS\nA:\tMOVE 1,B\n\tMOVE 1,C\"\nB=A+1\nC:\t5\n\tB ? C\nEND\n";
    let words = vec![
        0o006746_700140,
        0o200040_000000,
        0o200040_000000,
        0o011117_400000,
        0o100000_000000,
        0o111117_400000,
        0o000000_000001,
        0o051726_100000,
        0o100000_000001,
        0o151726_100000,
        0o000000_000002,
        0o000000_000005,
        0o000000_000001,
        0o051726_100000,
        0o000000_000000,
    ];
    let area = |flags: u64| (3, 0, 5, vec![0o700000_000000, flags << 27 | 0o034773_600001, 5]);
    for (dialect, flags) in [(Dialect::A, 0o100), (Dialect::C, 0o500)] {
        let found = blocks(source, dialect);
        assert_eq!(found[0], (3, 0, 0, words.clone()), "in {dialect}");
        assert_eq!(found[1], area(flags), "in {dialect}");
    }
}

/// `.LIFS` tests whether names are present (type 11). `.LIFE` to `.LIFG` compare a value with 0 (type 1,
/// address 5, with the comparison in the flags). `.ELDC` ends the conditional (type 12, with the address of
/// the previous block).
#[test]
fn conditionals_for_the_loader() {
    let source = "TITLE T\nRELOCATABLE\n.LIFS X+Y,Z\n\t5\n.ELDC\n.LIFG FOO\"-3\n\t7\n.ELDC\n\t6\nEND\n";
    let expected = vec![
        (0o11, 0, 0, vec![0o071741_200000, 0o072547_700000, 0o473356_400000]),
        (3, 0, 0, vec![0, 5]),
        (0o12, 0, 0, vec![]),
        (1, 7, 5, vec![0o400000_000000, 0o054544_175000, 0o777777_777775]),
        (3, 0, 1, vec![0, 7]),
        (0o12, 0, 1, vec![]),
        (3, 0, 2, vec![0, 6]),
    ];
    for dialect in Dialect::ALL {
        assert_eq!(blocks(source, dialect), expected, "in {dialect}");
    }
}

/// `.LOP` makes the loader execute an instruction (type 1, address 7), whose results are the global symbols
/// `.LVAL1` and `.LVAL2`.
#[test]
fn an_instruction_for_the_loader() {
    let source = "TITLE T\nRELOCATABLE\n.LOP ADD 2 3\n\t.LVAL1\n\t.LVAL2\nEND\n";
    let expected = vec![
        (1, 0, 7, vec![0, 0o270000_000000, 2, 3]),
        (3, 0, 0, vec![0o404000_000000, 0o074523_664062, 0, 0o074523_664063, 0]),
    ];
    for dialect in Dialect::ALL {
        assert_eq!(blocks(source, dialect), expected, "in {dialect}");
    }
}

/// The stand-alone assemblers treated the loader's own symbols like other names: an address that is only such
/// a symbol is chained, and the chain is resolved at END. (The expected words were written by the assembler
/// of dialect B on a PDP-6.)
#[test]
fn the_loaders_own_symbols_are_chained() {
    let source = "TITLE T\nRELOCATABLE\nR=12\n.LOP ADD 2 3\n .LVAL1\n JRST .LVAL1\n JRST .LVAL1(R)\n\
         \x20MOVE 1,.LVAL2+1\n\
 MOVE 2,.LVAL2\n .LVAL1,,.LVAL2\n .LVAL1,,5\n MOVE 3,.LVAL1\n END\n";
    let expected = vec![
        (1, 0, 7, vec![0, 0o270000_000000, 2, 3]),
        (
            3,
            0,
            0,
            vec![
                0o400140_041401,
                0o074523_664062,
                0,
                0o254000_000000,
                0o254012_000001,
                0o174523_664063,
                0o200040_000001,
                0o200100_000000,
                0o674523_664062,
                4,
                0o674523_664062,
                5,
                0o200140_000002,
            ],
        ),
        (
            3,
            0,
            0o10,
            vec![0o660000_000000, 0o074523_664062, 0o100000_000007, 0o074523_664063, 0o100000_000005],
        ),
    ];
    assert_eq!(blocks(source, Dialect::B), expected);
    // For dialect A, `midas` writes the symbols at END in another order. This order was not compared with the
    // original assembler.
    assert_eq!(blocks(source, Dialect::A)[..2], expected[..2]);
}

/// A right half that is only a name is chained, whatever is added to the left half. A name that is added
/// several times follows its count (code 7, the count, code 5).
#[test]
fn a_chain_beside_another_name() {
    let source = "TITLE T\nRELOCATABLE\n\tA\",,B\"\n\t2*A\nEND\n";
    let expected = vec![
        (3, 0, 0, vec![0o407540_000000, 0o650310_700000, 0, 2, 0o050310_700000, 0]),
        (3, 0, 2, vec![0o600000_000000, 0o051117_400000, 0o100000_000000]),
    ];
    for dialect in [Dialect::A, Dialect::B] {
        assert_eq!(blocks(source, dialect), expected, "in {dialect}");
    }
}

/// Only the loader knows a symbol defined in a loading conditional. A label is defined as the loader's
/// current location (codes 7 and 6), an assigned symbol by a block of type 7. (The original assemblers of
/// dialects B and C write these words.)
#[test]
fn definitions_in_a_loading_conditional() {
    let source = "TITLE T\nRELOCATABLE\n.LIFS X\nA:\t5\n\tA\n.ELDC\n.LIFS X\nB=A+3\n.ELDC\n\tJRST B\nEND\n";
    let (a, b, x) = (0o010310_700000, 0o011117_400000, 0o071741_200000);
    let expected = vec![
        (0o11, 0, 0, vec![x]),
        (3, 0, 0, vec![0o760400_000000, a, 5, a, 0]),
        (0o12, 0, 0, vec![]),
        (0o11, 0, 2, vec![x]),
        (7, 0, 2, vec![b, 0o400000_000000, a, 3]),
        (0o12, 0, 2, vec![]),
        (3, 0, 2, vec![0, 0o254000_000000]),
        (3, 0, 3, vec![0o600000_000000, b, 0o100000_000002]),
    ];
    for dialect in [Dialect::A, Dialect::B, Dialect::C] {
        assert_eq!(blocks(source, dialect), expected, "in {dialect}");
    }
}

/// A block has at most 30 words, including code words. The names for a word come in the order of the source.
/// They may end a block, and the word then begins the next. (The original assemblers of dialects B, C and D
/// write these words.)
#[test]
fn names_in_order_over_two_blocks() {
    let source = "TITLE T\nRELOCATABLE\nREPEAT 7,[\tB\"-A\"+C\"\n]END\n";
    let (a, b, c) = (0o050310_700000, 0o051117_400000, 0o051726_100000);
    let mut words = Vec::new();
    for _ in 0..2 {
        words.push(0o454045_404540);
        words.extend([b, a, c, 0].repeat(3));
    }
    words.extend([0o454000_000000, b, a, c]);
    let expected = vec![(3, 0, 0, words), (3, 0, 6, vec![0, 0])];
    for dialect in Dialect::ALL {
        assert_eq!(blocks(source, dialect), expected, "in {dialect}");
    }
}

/// References inside a loading conditional are not chained.
#[test]
fn no_chains_in_a_loading_conditional() {
    let source = "TITLE T\nRELOCATABLE\n.LIFS Y\n\tJRST X\"\n.ELDC\nEND\n";
    let expected = vec![
        (0o11, 0, 0, vec![0o072547_700000]),
        (3, 0, 0, vec![0o400000_000000, 0o171741_200000, 0o254000_000000]),
        (0o12, 0, 0, vec![]),
    ];
    for dialect in Dialect::ALL {
        assert_eq!(blocks(source, dialect), expected, "in {dialect}");
    }
}

/// Words before RELOCATABLE are relocated, but labels among them are not. (The original assemblers write
/// these words.)
#[test]
fn words_before_relocatable() {
    let source = "TITLE T\nA:\t1\nRELOCATABLE\nB:\tA\n\tB\nEND\n";
    let expected = vec![(3, 0, 0o100, vec![0, 1]), (3, 0, 0, vec![0o010000_000000, 0o100, 0])];
    for dialect in [Dialect::C, Dialect::D] {
        assert_eq!(blocks(source, dialect), expected, "in {dialect}");
    }
}
