//! The table of the chess program's structures (`STRUCTURES`) agrees with its MIDAS source.

use chessprog::emulated::Program;
use chessprog::sources::STRUCTURES;
use chessprog::vocabulary::{Move, Piece, Special, Square};
use emulator::debug::{FieldKind, Structure, StructureField, Structures};
use emulator::symbols::Symbols;
use emulator::word::Word;

fn table() -> Structures {
    Structures::parse(STRUCTURES).expect("the table makes sense")
}

fn field<'t>(structure: &'t Structure, name: &str) -> &'t StructureField {
    structure.fields.iter().find(|field| field.name == name).unwrap_or_else(|| panic!("no field {name}"))
}

fn value(symbols: &Symbols, name: &str) -> u64 {
    symbols.get(name).unwrap_or_else(|| panic!("no symbol {name}")).value.bits()
}

/// Returns the bits selected by the left half of a byte pointer, whose position field counts from the right.
fn bits_of_pointer(left: u64) -> (u32, u32) {
    let (position, size) = ((left >> 12) as u32, (left >> 6 & 0o77) as u32);
    (36 - position - size, 35 - position)
}

/// Returns the bits of a mask in the right half of a word.
fn bits_of_mask(mask: u64) -> (u32, u32) {
    (mask.leading_zeros() - 28, 35 - mask.trailing_zeros())
}

#[test]
fn structure_fields_match_the_program() {
    let (table, program) = (table(), Program::built_in().unwrap());
    let symbols = &program.symbols;
    let word = table.structure("move").unwrap();
    for (name, pointer) in [
        ("from", "BPFROM"),
        ("to", "BPTO"),
        ("piece", "BPPIEC"),
        ("captured", "BPCAPT"),
        ("special", "BPSPEC"),
    ] {
        assert_eq!(field(word, name).bits, bits_of_pointer(value(symbols, pointer)), "{name}");
    }
    for (name, mask) in [("capture", "MCAPT"), ("side", "MBLACK")] {
        assert_eq!(field(word, name).bits, bits_of_mask(value(symbols, mask) << 18), "{name}");
    }
    for (name, mask) in [("check", "MCHECK"), ("double", "MDOUBL"), ("special", "MSPEC")] {
        assert_eq!(field(word, name).bits, bits_of_mask(value(symbols, mask)), "{name}");
    }
    let entry = table.structure("entry").unwrap();
    assert_eq!(u64::from(entry.words), value(symbols, "MLSIZE"));
    let places = [("move", "MLWORD"), ("plausibility", "MLPLAU"), ("pos", "MLPOS"), ("threats", "MLFLAG")];
    for (name, place) in places {
        assert_eq!(u64::from(field(entry, name).word), value(symbols, place), "{name}");
    }
    for (name, mask) in [("investigate", "FINV"), ("safe", "FSAFE"), ("poor", "FPOOR")] {
        assert_eq!(field(entry, name).bits, bits_of_mask(value(symbols, mask) << 18), "{name}");
        assert_eq!(u64::from(field(entry, name).word), value(symbols, "MLFLAG"), "{name}");
    }
    let undo = table.structure("undo").unwrap();
    assert_eq!(u64::from(undo.words), value(symbols, "UNSIZE"));
    let hash = table.structure("hash").unwrap();
    for (name, mask) in
        [("open", "HOPENB"), ("games", "HGAMES"), ("generation", "HGENS"), ("draft", "HDRAFT")]
    {
        assert_eq!(field(hash, name).bits, bits_of_mask(value(symbols, mask)), "{name}");
    }
    // The key has the left half of the word and the bits of HKEYR in the right half.
    assert_eq!(field(hash, "key").bits, (0, bits_of_mask(value(symbols, "HKEYR")).1));
    assert_eq!(value(symbols, "HTABB") - value(symbols, "HTAB"), u64::from(field(hash, "lower").word));
    for name in ["board", "diagram"] {
        let grid = table.grid(name).unwrap();
        assert!(symbols.get(&grid.symbol).is_some_and(|symbol| symbol.label), "{name}");
        assert_eq!(grid.steps.0 as u64, value(symbols, "SQA8"), "{name}: a8 is the upper left square");
        assert_eq!(i64::from(grid.steps.2), value(symbols, "SQB8") as i64 - value(symbols, "SQA8") as i64);
    }
}

#[test]
fn structure_names_match_the_program() {
    let (table, program) = (table(), Program::built_in().unwrap());
    let piece = FieldKind::Named("piece".to_owned());
    for (name, symbol) in [
        ("WKP", "WKP"),
        ("WQP", "WQP"),
        ("WKR", "WKR"),
        ("WKN", "WKN"),
        ("WKB", "WKB"),
        ("WK", "WK"),
        ("WQ", "WQ"),
        ("WQB", "WQB"),
        ("WQN", "WQN"),
        ("WQR", "WQR"),
        ("BKP", "BKP"),
        ("BQP", "BQP"),
        ("BKR", "BKR"),
        ("BK", "BK"),
        ("BQ", "BQ"),
        ("BQR", "BQR"),
        ("WKRP", "WHPAWN"),
        ("BKRP", "BHPAWN"),
    ] {
        assert_eq!(table.value_named(&piece, name), Some(value(&program.symbols, symbol)), "{name}");
    }
    let square = FieldKind::Named("square".to_owned());
    for name in
        ["A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "A2", "H2", "E3", "D3", "E6", "A8", "D8", "E8", "H8"]
    {
        let symbol = value(&program.symbols, &format!("SQ{name}"));
        assert_eq!(table.value_named(&square, name), Some(symbol), "{name}");
    }
    for square_of in Square::all() {
        let name = square_of.to_string().to_ascii_uppercase();
        assert_eq!(table.value_named(&square, &name), Some(square_of.number() as u64), "{name}");
    }
}

#[test]
fn a_move_word_reads_as_the_native_program_reads_it() {
    let table = table();
    let word = table.structure("move").unwrap();
    let square = |name: &str| Square::parse(name).unwrap();
    let knight = Move::new(Piece::new(26), square("g8"), square("f6"), Piece::new(0), Special::None);
    let line = |word_of: Word| table.line(word, &[word_of], &Symbols::new());
    assert_eq!(line(knight.word()), "side=black from=G8 to=F6 piece=BKN captured=. special=-");
    let takes = Move::new(Piece::new(4), square("e5"), square("d6"), Piece::new(21), Special::Passant);
    assert_eq!(
        line(takes.with_check(true).word()),
        "capture side=white from=E5 to=D6 piece=WKP captured=BQP special=EP check"
    );
}
