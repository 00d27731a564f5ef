//! The rows: every opcode 000-777 and every I/O operation, once.
//!
//! Opcodes that differ only in mode, condition or mask share a line here. The printed table,
//! `docs/internals/instructions.md`, has one line per opcode. Section numbers refer to the processor
//! reference.
//!
//! Effects are templates. The mode of an opcode chooses the places `{to}` and `{from}`, its condition the
//! relation `~` (or always, or never). `{mask}` and `{skip}` belong to the test instructions, `{remainder}`
//! to divisions.

use super::Family::*;
use super::Form::*;
use super::Mode::*;
use super::columns::*;
use super::{Fetch as F, Flags, Next, Operand as E, Places, Row, Store as S};

// Parts of the times that depend on the data.
const PLACES: &str = " + 75 a place";
const BYTE: &str = " + 75 (P + S)";
const NEXT_WORD: &str = " + 600 when the word address advances";
const STEPS: &str = " + 350 a subtraction + 150 an addition";
const SIGNS: &str = " + 400 when AC < 0 + 200 when the signs differ";
const LONG_SIGNS: &str = " + 800 when AC < 0 (1000 when the low word is 0 too) + 200 when the signs differ";
const ALIGN: &str = " + 200 when AC has the larger exponent + 75 a place of alignment";
const NORMALIZE: &str = " + 150 a place of normalizing";
const ROUND: &str = " + 600 and 150 a place when rounding adds";

const UUO: Row = Row {
    family: Uuo,
    form: E,
    next: Next::Elsewhere,
    base: 500,
    formula: &[" + a write of 40 + a read of 41 + the instruction in 41"],
    effect: "traps: opcode, AC and E to 40, the instruction in 41 is executed",
    section: "6.2",
    ..ROW
};
const UNUSED: Row =
    Row { fetch: F::Ac, base: 700, effect: "no operation; the AC is fetched", section: "4.1", ..ROW };
const REWRITES: Row = Row { store: S::Ac, base: 900, effect: "no operation; the AC is rewritten", ..UNUSED };
const BYTES: Row = Row { family: Byte, flags: Flags::BYTE, section: "4.6", ..ROW };
const FLOAT: Row = Row { family: Floating, flags: Flags::OVERFLOW, section: "5.5", ..ROW };
const ADDS: Row = Row { formula: &[ALIGN, NORMALIZE], ..FLOAT };
const ADDS_ROUNDED: Row = Row { formula: &[ALIGN, NORMALIZE, ROUND], ..FLOAT };
const MOVE: Row = Row { family: Move, base: 800, section: "4.2", ..ROW };
const NEGATES: Row = Row { flags: Flags::OVERFLOW, ..MOVE };
const MULTIPLIES: Row =
    Row { family: Multiply, flags: Flags::OVERFLOW, formula: &[STEPS], section: "4.3", ..ROW };
const DIVIDES: Row = Row { family: Divide, store: S::Both, ..MULTIPLIES };
const SHIFTS: Row = Row {
    family: Shift,
    mode: Immediate,
    fetch: F::Ac,
    store: S::Ac,
    base: 1100,
    formula: &[PLACES],
    section: "4.4",
    ..ROW
};
const SHIFTS_BOTH: Row = Row { fetch: F::Both, store: S::Both, base: 1200, ..SHIFTS };
const JUMPS: Row = Row { mode: Immediate, next: Next::Jump, flags: Flags::JUMP, section: "4.11", ..ROW };
const COUNTS: Row = Row { family: Count, fetch: F::Ac, store: S::Ac, next: Next::MayJump, ..JUMPS };
const STACKS: Row = Row { family: Stack, fetch: F::Ac, store: S::Ac, section: "4.11", ..ROW };
const SUM: Row = Row { family: Add, flags: Flags::SUMS, section: "4.7", ..ROW };
const COMPARES: Row =
    Row { family: Compare, fetch: F::Ac, next: Next::MaySkip, base: 1850, section: "4.7", ..ROW };
const TESTS_AC: Row = Row { flags: Flags::NONE, section: "4.7", ..COUNTS };
const TESTS_WORD: Row = Row {
    family: Count,
    mode: Self_,
    operand: E::Pause,
    store: S::AcIfNonzero,
    next: Next::MaySkip,
    formula: &[NOT_STORED],
    section: "4.7",
    ..ROW
};
const TEST: Row = Row { family: Test, fetch: F::Ac, store: S::Ac, base: 1600, section: "4.13", ..ROW };

const fn boolean(table: &mut OpcodeTable, first: u16, names: [&'static str; 4], effect: &'static str) {
    four(table, first, names, SUMS, Row { family: Boolean, base: 900, effect, section: "4.8", ..ROW });
}

const fn halves(table: &mut OpcodeTable, first: u16, names: [&'static str; 4], effect: &'static str) {
    four(table, first, names, HALVES, Row { family: Half, base: 900, effect, section: "4.9", ..ROW });
}

const fn timed(row: Row, base: u32, effect: &'static str) -> Row {
    Row { base, effect, ..row }
}

// A constant, because constants of the processor are computed from it. Other code uses the static of the same
// name.
#[rustfmt::skip]
#[allow(clippy::large_const_arrays)]
pub(super) const OPCODES: OpcodeTable = {
    let mut table = [ROW; 512];
    let t = &mut table;
    nameless(t, 0o000, 0o077, UUO);
    nameless(t, 0o100, 0o131, UNUSED);
    one(t, 0o132, "FSC", Row {
        family: Scale, mode: Immediate, fetch: F::Ac, store: S::Ac, flags: Flags::OVERFLOW, base: 1300,
        effect: "exponent of AC + E", section: "4.5", ..ROW
    });
    one(t, 0o133, "IBP", Row {
        form: E, operand: E::Pause, flags: Flags::NONE, base: 1500,
        formula: &[NEXT_WORD, "; 650 when BIS is on"],
        effect: "advance the byte pointer C(E)", ..BYTES
    });
    one(t, 0o134, "ILDB", Row {
        operand: E::Pause, store: S::Ac, base: 2300, formula: &[BYTE, NEXT_WORD],
        effect: "advance the pointer C(E), AC <- the byte", ..BYTES
    });
    one(t, 0o135, "LDB", Row {
        operand: E::Read, store: S::Ac, base: 1450, formula: &[BYTE],
        effect: "AC <- the byte at C(E)", ..BYTES
    });
    one(t, 0o136, "IDPB", Row {
        fetch: F::Ac, operand: E::Pause, base: 2800, formula: &[BYTE, NEXT_WORD],
        effect: "advance the pointer C(E), the byte <- AC", ..BYTES
    });
    one(t, 0o137, "DPB", Row {
        fetch: F::Ac, operand: E::Read, base: 1950, formula: &[BYTE],
        effect: "the byte at C(E) <- AC", ..BYTES
    });

    four(t, 0o140, floats!("FAD"), FLOATS, timed(ADDS, 2500, "{to} <- AC + C(E)"));
    four(t, 0o144, floats!("FADR"), FLOATS, timed(ADDS_ROUNDED, 2500, "{to} <- AC + C(E), rounded"));
    four(t, 0o150, floats!("FSB"), FLOATS, timed(ADDS, 2900, "{to} <- AC - C(E)"));
    four(t, 0o154, floats!("FSBR"), FLOATS, timed(ADDS_ROUNDED, 2900, "{to} <- AC - C(E), rounded"));
    let times = Row { formula: &[STEPS, NORMALIZE], ..FLOAT };
    four(t, 0o160, floats!("FMP"), FLOATS, timed(times, 6650, "{to} <- AC * C(E)"));
    let times = Row { formula: &[STEPS, NORMALIZE, ROUND], ..FLOAT };
    four(t, 0o164, floats!("FMPR"), FLOATS, timed(times, 6650, "{to} <- AC * C(E), rounded"));
    let over = Row { formula: &[SIGNS, STEPS, NORMALIZE], ..FLOAT };
    four(t, 0o170, floats!("FDV"), FLOATS, timed(over, 6350, "{to} <- AC / C(E)"));
    let over = Row { formula: &[SIGNS, STEPS, NORMALIZE, ROUND], ..FLOAT };
    four(t, 0o174, floats!("FDVR"), FLOATS, timed(over, 6350, "{to} <- AC / C(E), rounded"));

    let moves = Row { moves_word: true, ..MOVE };
    four(t, 0o200, modes!("MOVE", "S"), MOVES, timed(moves, 800, "{to} <- {from}"));
    four(t, 0o204, modes!("MOVS", "S"), MOVES, timed(MOVE, 800, "{to} <- halves of {from} exchanged"));
    four(t, 0o210, modes!("MOVN", "S"), MOVES, timed(NEGATES, 1000, "{to} <- -{from}"));
    let magnitude = Row { formula: &[NEGATIVE], ..NEGATES };
    four(t, 0o214, modes!("MOVM", "S"), MOVES, timed(magnitude, 800, "{to} <- |{from}|"));
    four(t, 0o220, modes!("IMUL", "B"), PRODUCTS, timed(MULTIPLIES, 6550, "{to} <- AC * {from}, low word"));
    let double = Row { store: S::Both, ..MULTIPLIES };
    four(t, 0o224, modes!("MUL", "B"), PRODUCTS, timed(double, 6150, "{to} <- AC * {from}, double"));
    let divides = Row { formula: &[SIGNS, STEPS], ..DIVIDES };
    four(t, 0o230, modes!("IDIV", "B"), PRODUCTS, timed(divides, 5150, "{to} <- AC / {from}{remainder}"));
    let divides = Row { fetch: F::Both, formula: &[LONG_SIGNS, STEPS], ..DIVIDES };
    four(t, 0o234, modes!("DIV", "B"), PRODUCTS, timed(divides, 5100, "{to} <- AC,AC+1 / {from}{remainder}"));
    // The operand of MOVNI, MOVMI and MULI is 0,,E, which is not negative, so nothing overflows.
    t[0o211].flags = Flags::NONE;
    t[0o215].flags = Flags::NONE;
    t[0o225].flags = Flags::NONE;

    one(t, 0o240, "ASH", Row {
        flags: Flags::OVERFLOW, effect: "AC shifted arithmetically E places", ..SHIFTS
    });
    one(t, 0o241, "ROT", Row { effect: "AC rotated E places", ..SHIFTS });
    one(t, 0o242, "LSH", Row { effect: "AC shifted E places", ..SHIFTS });
    one(t, 0o243, "", REWRITES);
    one(t, 0o244, "ASHC", Row {
        flags: Flags::OVERFLOW, effect: "AC,AC+1 shifted arithmetically E places", ..SHIFTS_BOTH
    });
    one(t, 0o245, "ROTC", Row { effect: "AC,AC+1 rotated E places", ..SHIFTS_BOTH });
    one(t, 0o246, "LSHC", Row { effect: "AC,AC+1 shifted E places", ..SHIFTS_BOTH });
    one(t, 0o247, "", REWRITES);

    one(t, 0o250, "EXCH", Row {
        family: Move, mode: Both, fetch: F::Ac, operand: E::Pause, store: S::Ac, moves_word: true, base: 1050,
        effect: "AC and C(E) exchanged", section: "4.11", ..ROW
    });
    one(t, 0o251, "BLT", Row {
        family: Block, fetch: F::Ac, operand: E::Block, base: 300,
        formula: &[" + 1550 a word; 100 more when interrupted"],
        effect: "words from left half of AC to right half of AC ... E", section: "4.12", ..ROW
    });
    let both = Row { formula: &["; 1700 when it jumps"], ..COUNTS };
    one(t, 0o252, "AOBJP", timed(both, 1000, "AC + 1,,1; jump if >= 0"));
    one(t, 0o253, "AOBJN", timed(both, 1000, "AC + 1,,1; jump if < 0"));
    one(t, 0o254, "JRST", Row {
        family: Jump, form: FlagsE, flags: Flags::ALL, base: 1400,
        effect: "jump; AC bits: 10 dismiss, 4 halt, 2 restore flags, 1 user mode", section: "4.10", ..JUMPS
    });
    one(t, 0o255, "JFCL", Row {
        family: Jump, form: FlagsE, next: Next::MayJump, flags: Flags::CARRIES, base: 700,
        formula: &["; 1400 when it jumps"], effect: "jump if a flag selected by AC is on; clear them", ..JUMPS
    });
    one(t, 0o256, "XCT", Row {
        family: Execute, form: E, operand: E::Read, next: Next::Elsewhere, base: 600,
        formula: &[" + the instruction executed without its fetch"], effect: "execute C(E)",
        section: "4.11", ..ROW
    });
    one(t, 0o257, "", Row { form: E, fetch: F::Nothing, effect: "no operation", ..UNUSED });
    one(t, 0o260, "PUSHJ", Row {
        mode: Immediate, operand: E::Write, next: Next::Jump, flags: Flags::JUMP, base: 1700,
        effect: "AC + 1,,1; C(AC) <- flags,,PC; jump", ..STACKS
    });
    one(t, 0o261, "PUSH", Row {
        operand: E::ReadWrite, moves_word: true, base: 1700, effect: "AC + 1,,1; C(AC) <- C(E)", ..STACKS
    });
    one(t, 0o262, "POP", Row {
        fetch: F::AcAndTop, operand: E::Write, moves_word: true, base: 2100,
        effect: "C(E) <- C(AC); AC - 1,,1", ..STACKS
    });
    one(t, 0o263, "POPJ", Row {
        mode: Immediate, fetch: F::AcAndTop, next: Next::Elsewhere, flags: Flags::JUMP, base: 2100,
        effect: "PC <- C(AC); AC - 1,,1", ..STACKS
    });
    one(t, 0o264, "JSR", Row {
        family: Call, form: E, operand: E::Write, next: Next::JumpBeyond, flags: Flags::CALL, base: 1400,
        effect: "C(E) <- flags,,PC; jump to E+1", ..JUMPS
    });
    one(t, 0o265, "JSP", Row {
        family: Call, store: S::Ac, base: 1500, effect: "AC <- flags,,PC; jump to E", ..JUMPS
    });
    one(t, 0o266, "JSA", Row {
        family: Call, fetch: F::Ac, operand: E::Write, store: S::Ac, next: Next::JumpBeyond, base: 1600,
        effect: "C(E) <- AC; AC <- E,,PC; jump to E+1", ..JUMPS
    });
    one(t, 0o267, "JRA", Row {
        family: Call, fetch: F::AcAndLeft, store: S::Ac, base: 1800,
        effect: "AC <- C(left half of AC); jump to E", ..JUMPS
    });

    four(t, 0o270, modes!("ADD", "B"), SUMS, timed(SUM, 1050, "{to} <- AC + {from}"));
    four(t, 0o274, modes!("SUB", "B"), SUMS, timed(SUM, 1250, "{to} <- AC - {from}"));
    let immediate = Row { mode: Immediate, ..COMPARES };
    eight(t, 0o300, conditions!("CAI"), Row { effect: "skip if AC ~ {from}", ..immediate });
    eight(t, 0o310, conditions!("CAM"), Row { operand: E::Read, effect: "skip if AC ~ {from}", ..COMPARES });
    eight(t, 0o320, conditions!("JUMP"), timed(TESTS_AC, 1600, "jump if AC ~ 0"));
    eight(t, 0o330, conditions!("SKIP"), timed(TESTS_WORD, 1650, "(AC <- C(E);) skip if C(E) ~ 0"));
    let counts = Row { flags: Flags::SUMS, ..TESTS_AC };
    let counts_word = Row { flags: Flags::SUMS, ..TESTS_WORD };
    eight(t, 0o340, conditions!("AOJ"), timed(counts, 1700, "AC + 1; jump if ~ 0"));
    eight(t, 0o350, conditions!("AOS"), timed(counts_word, 1750, "C(E) + 1; skip if ~ 0"));
    eight(t, 0o360, conditions!("SOJ"), timed(counts, 1900, "AC - 1; jump if ~ 0"));
    eight(t, 0o370, conditions!("SOS"), timed(counts_word, 1950, "C(E) - 1; skip if ~ 0"));

    boolean(t, 0o400, modes!("SETZ", "B"), "{to} <- 0");
    boolean(t, 0o404, modes!("AND", "B"), "{to} <- AC and {from}");
    boolean(t, 0o410, modes!("ANDCA", "B"), "{to} <- not AC and {from}");
    boolean(t, 0o414, modes!("SETM", "B"), "{to} <- {from}");
    boolean(t, 0o420, modes!("ANDCM", "B"), "{to} <- AC and not {from}");
    boolean(t, 0o424, modes!("SETA", "B"), "{to} <- AC");
    boolean(t, 0o430, modes!("XOR", "B"), "{to} <- AC exclusive or {from}");
    boolean(t, 0o434, modes!("IOR", "B"), "{to} <- AC or {from}");
    boolean(t, 0o440, modes!("ANDCB", "B"), "{to} <- not AC and not {from}");
    boolean(t, 0o444, modes!("EQV", "B"), "{to} <- not (AC exclusive or {from})");
    boolean(t, 0o450, modes!("SETCA", "B"), "{to} <- not AC");
    boolean(t, 0o454, modes!("ORCA", "B"), "{to} <- not AC or {from}");
    boolean(t, 0o460, modes!("SETCM", "B"), "{to} <- not {from}");
    boolean(t, 0o464, modes!("ORCM", "B"), "{to} <- AC or not {from}");
    boolean(t, 0o470, modes!("ORCB", "B"), "{to} <- not AC or not {from}");
    boolean(t, 0o474, modes!("SETO", "B"), "{to} <- -1");

    halves(t, 0o500, modes!("HLL", "S"), "left half of {to} <- left half of {from}");
    halves(t, 0o504, modes!("HRL", "S"), "left half of {to} <- right half of {from}");
    halves(t, 0o510, modes!("HLLZ", "S"), "left half of {to} <- left half of {from}, rest 0");
    halves(t, 0o514, modes!("HRLZ", "S"), "left half of {to} <- right half of {from}, rest 0");
    halves(t, 0o520, modes!("HLLO", "S"), "left half of {to} <- left half of {from}, rest ones");
    halves(t, 0o524, modes!("HRLO", "S"), "left half of {to} <- right half of {from}, rest ones");
    halves(t, 0o530, modes!("HLLE", "S"), "left half of {to} <- left half of {from}, rest its sign");
    halves(t, 0o534, modes!("HRLE", "S"), "left half of {to} <- right half of {from}, rest its sign");
    halves(t, 0o540, modes!("HRR", "S"), "right half of {to} <- right half of {from}");
    halves(t, 0o544, modes!("HLR", "S"), "right half of {to} <- left half of {from}");
    halves(t, 0o550, modes!("HRRZ", "S"), "right half of {to} <- right half of {from}, rest 0");
    halves(t, 0o554, modes!("HLRZ", "S"), "right half of {to} <- left half of {from}, rest 0");
    halves(t, 0o560, modes!("HRRO", "S"), "right half of {to} <- right half of {from}, rest ones");
    halves(t, 0o564, modes!("HLRO", "S"), "right half of {to} <- left half of {from}, rest ones");
    halves(t, 0o570, modes!("HRRE", "S"), "right half of {to} <- right half of {from}, rest its sign");
    halves(t, 0o574, modes!("HLRE", "S"), "right half of {to} <- left half of {from}, rest its sign");

    let tests = Row { store: S::Nothing, base: 1500, ..TEST };
    sixteen(t, 0o600, tests!("N"), Row { effect: "test the bits of AC in {mask}; {skip}", ..tests });
    sixteen(t, 0o620, tests!("Z"), Row { effect: "clear the bits of AC in {mask}; {skip}", ..TEST });
    sixteen(t, 0o640, tests!("C"), Row { effect: "complement the bits of AC in {mask}; {skip}", ..TEST });
    sixteen(t, 0o660, tests!("O"), Row { effect: "set the bits of AC in {mask}; {skip}", ..TEST });
    nameless(t, 0o700, 0o777, IO);
    table
};

const IO: Row = Row {
    family: InOut,
    form: Device,
    base: 2800,
    effect: "I/O: device in bits 3-9, operation in bits 10-12",
    section: "8.1",
    ..ROW
};

const fn in_out(mnemonic: &'static str, mode: super::Mode, operand: E, effect: &'static str) -> Row {
    let row = Row { opcode: 0o700, mnemonic, mode, operand, effect, ..IO };
    Row { reads: reads(&row), writes: writes(&row), ..row }
}

/// Returns the row of BLKI or BLKO, which moves data to or from a word other than C(E).
const fn block_in_out(mnemonic: &'static str, reads: Places, writes: Places, effect: &'static str) -> Row {
    let row = in_out(mnemonic, Basic, E::Pause, effect);
    let (reads, writes) = (row.reads.or(reads), row.writes.or(writes));
    Row { reads, writes, next: Next::MaySkip, flags: Flags::JUMP, base: 3450, ..row }
}

const fn tests_conditions(mnemonic: &'static str, effect: &'static str) -> Row {
    let row = in_out(mnemonic, Immediate, E::Nothing, effect);
    Row { next: Next::MaySkip, flags: Flags::JUMP, base: 3500, ..row }
}

const BLKI: &str = "C(E) + 1,,1; word at its right half <- data; skip until the count is exhausted";
const BLKO: &str = "C(E) + 1,,1; data <- word at its right half; skip until the count is exhausted";

pub(super) const IN_OUT: [Row; 8] = [
    block_in_out("BLKI", Places::NONE, Places::ELSEWHERE, BLKI),
    in_out("DATAI", Basic, E::Write, "C(E) <- data"),
    block_in_out("BLKO", Places::ELSEWHERE, Places::NONE, BLKO),
    in_out("DATAO", Basic, E::Read, "data <- C(E)"),
    in_out("CONO", Immediate, E::Nothing, "conditions <- E,,E"),
    in_out("CONI", Basic, E::Write, "C(E) <- conditions"),
    tests_conditions("CONSZ", "skip if the conditions in 0,,E are all 0"),
    tests_conditions("CONSO", "skip if a condition in 0,,E is 1"),
];
