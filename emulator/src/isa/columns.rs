//! Columns that many rows of the table share: those that depend on mode, condition and mask, and the places
//! that an instruction reads and writes.

use super::Family::*;
use super::Form::*;
use super::Mode::*;
use super::{Fetch as F, Flags, Next, Operand as E, Places, Row, Store as S};

/// The default of each column: an instruction without references.
pub(super) const ROW: Row = Row {
    opcode: 0,
    mnemonic: "",
    family: Unused,
    form: AcE,
    mode: Basic,
    fetch: F::Nothing,
    operand: E::Nothing,
    store: S::Nothing,
    reads: Places::NONE,
    writes: Places::NONE,
    moves_word: false,
    next: Next::Following,
    flags: Flags::NONE,
    base: 0,
    formula: &[],
    effect: "",
    section: "",
};

/// The formula of MOVM.
pub(super) const NEGATIVE: &str = " + 200 when the operand < 0";
/// The end of the formula in self mode.
pub(super) const NOT_STORED: &str = "; less 100 when the AC field is 0";

/// The columns that a mode chooses, and the nanoseconds that it adds.
pub(super) type ModeColumns = (super::Mode, F, E, S, i32);

pub(super) const MOVES: [ModeColumns; 4] = [
    (Basic, F::Nothing, E::Read, S::Ac, 0),
    (Immediate, F::Nothing, E::Nothing, S::Ac, 0),
    (Memory, F::Ac, E::Write, S::Nothing, 0),
    (Self_, F::Nothing, E::Pause, S::AcIfNonzero, 150),
];
pub(super) const HALVES: [ModeColumns; 4] = [
    (Basic, F::Ac, E::Read, S::Ac, 0),
    (Immediate, F::Ac, E::Nothing, S::Ac, 0),
    (Memory, F::Ac, E::Pause, S::Nothing, 50),
    (Self_, F::Nothing, E::Pause, S::AcIfNonzero, 50),
];
pub(super) const SUMS: [ModeColumns; 4] = [
    (Basic, F::Ac, E::Read, S::Ac, 0),
    (Immediate, F::Ac, E::Nothing, S::Ac, 0),
    (Memory, F::Ac, E::Pause, S::Nothing, 50),
    (Both, F::Ac, E::Pause, S::Ac, 150),
];
pub(super) const PRODUCTS: [ModeColumns; 4] = [
    (Basic, F::Ac, E::Read, S::Ac, 0),
    (Immediate, F::Ac, E::Nothing, S::Ac, 0),
    (Memory, F::Ac, E::ReadWrite, S::Nothing, -100),
    (Both, F::Ac, E::ReadWrite, S::Ac, 0),
];
pub(super) const FLOATS: [ModeColumns; 4] = [
    (Basic, F::Ac, E::Read, S::Ac, 0),
    (Long, F::Ac, E::Read, S::Both, 0),
    (Memory, F::Ac, E::ReadWrite, S::Nothing, -100),
    (Both, F::Ac, E::ReadWrite, S::Ac, 0),
];

macro_rules! modes {
    ($name:literal, $last:literal) => {
        [$name, concat!($name, "I"), concat!($name, "M"), concat!($name, $last)]
    };
}
pub(super) use modes;

macro_rules! floats {
    ($name:literal) => {
        [$name, concat!($name, "L"), concat!($name, "M"), concat!($name, "B")]
    };
}
pub(super) use floats;

macro_rules! conditions {
    ($name:literal) => {
        [
            $name,
            concat!($name, "L"),
            concat!($name, "E"),
            concat!($name, "LE"),
            concat!($name, "A"),
            concat!($name, "GE"),
            concat!($name, "N"),
            concat!($name, "G"),
        ]
    };
}
pub(super) use conditions;

macro_rules! tests {
    ($name:literal) => {
        tests!(@ "TR" "TL" $name, "TD" "TS" $name)
    };
    (@ $($a:literal $b:literal $name:literal),*) => {
        [$(
            concat!($a, $name), concat!($b, $name),
            concat!($a, $name, "E"), concat!($b, $name, "E"),
            concat!($a, $name, "A"), concat!($b, $name, "A"),
            concat!($a, $name, "N"), concat!($b, $name, "N"),
        )*]
    };
}
pub(super) use tests;

pub(super) type OpcodeTable = [Row; 512];

pub(super) const fn one(table: &mut OpcodeTable, opcode: u16, mnemonic: &'static str, row: Row) {
    let row = Row { opcode, mnemonic, ..row };
    table[opcode as usize] = Row { reads: reads(&row), writes: writes(&row), ..row };
}

/// Sets the same row for several opcodes without a name.
pub(super) const fn nameless(table: &mut OpcodeTable, first: u16, last: u16, row: Row) {
    let mut opcode = first;
    while opcode <= last {
        one(table, opcode, "", row);
        opcode += 1;
    }
}

/// Sets the rows of four modes. If `row` has two accumulators, a mode that fetches or stores one uses both.
pub(super) const fn four(
    table: &mut OpcodeTable,
    first: u16,
    names: [&'static str; 4],
    modes: [ModeColumns; 4],
    row: Row,
) {
    let mut mode = 0;
    while mode < 4 {
        let (column, mut fetch, operand, mut store, more) = modes[mode];
        if matches!((row.fetch, fetch), (F::Both, F::Ac)) {
            fetch = F::Both;
        }
        if matches!((row.store, store), (S::Both, S::Ac)) {
            store = S::Both;
        }
        let formula = if matches!(store, S::AcIfNonzero) { in_self_mode(row.formula) } else { row.formula };
        let base = row.base.wrapping_add_signed(more);
        let columns = Row { mode: column, fetch, operand, store, base, formula, ..row };
        one(table, first + mode as u16, names[mode], columns);
        mode += 1;
    }
}

/// Returns the formula in self mode. Of the instructions with a self mode, only MOVM has a `formula` in the
/// other modes.
const fn in_self_mode(formula: &'static [&'static str]) -> &'static [&'static str] {
    if formula.is_empty() { &[NOT_STORED] } else { &[NEGATIVE, NOT_STORED] }
}

/// Sets the rows of the eight conditions: never, always and six relations.
pub(super) const fn eight(table: &mut OpcodeTable, first: u16, names: [&'static str; 8], row: Row) {
    let mut condition = 0;
    while condition < 8 {
        let next = match condition {
            0 => Next::Following,
            4 => row.next.always(),
            _ => row.next,
        };
        let flags = if condition == 0 { row.flags } else { row.flags.or(Flags::JUMP) };
        one(table, first + condition as u16, names[condition], Row { next, flags, ..row });
        condition += 1;
    }
}

/// Sets the rows of the test instructions that do the same to the bits.
pub(super) const fn sixteen(table: &mut OpcodeTable, first: u16, names: [&'static str; 16], row: Row) {
    let mut index = 0;
    while index < 16 {
        let (mode, operand) = if index < 8 { (Immediate, E::Nothing) } else { (Basic, E::Read) };
        let (next, flags) = match index >> 1 & 3 {
            0 => (Next::Following, Flags::NONE),
            2 => (Next::Skip, Flags::JUMP),
            _ => (Next::MaySkip, Flags::JUMP),
        };
        one(table, first + index as u16, names[index], Row { mode, operand, next, flags, ..row });
        index += 1;
    }
}

pub(super) const fn reads(row: &Row) -> Places {
    let accumulators = match row.fetch {
        F::Nothing => Places::NONE,
        F::Ac => Places::AC,
        F::Both => Places::BOTH,
        F::AcAndTop | F::AcAndLeft => Places::AC.or(Places::ELSEWHERE),
    };
    let memory = match (row.family, row.operand) {
        (Stack, E::Write) | (_, E::Nothing | E::Write) => Places::NONE,
        (_, E::Read | E::Pause | E::ReadWrite) => Places::E,
        (_, E::Block) => Places::ELSEWHERE,
    };
    let elsewhere = match row.opcode {
        // UUOs read the instruction in 41; ILDB, LDB, IDPB and DPB read the word with the byte.
        0o000..=0o077 | 0o134..=0o137 => Places::ELSEWHERE,
        _ => Places::NONE,
    };
    accumulators.or(memory).or(elsewhere).without(unused(row.opcode))
}

pub(super) const fn writes(row: &Row) -> Places {
    let accumulators = match row.store {
        S::Nothing => Places::NONE,
        S::Ac | S::AcIfNonzero => Places::AC,
        S::Both => Places::BOTH,
    };
    let memory = match (row.opcode, row.operand) {
        // PUSHJ and PUSH write on the pushdown list.
        (0o260 | 0o261, _) => Places::ELSEWHERE,
        (_, E::Nothing | E::Read) => Places::NONE,
        (_, E::Write | E::Pause | E::ReadWrite) => Places::E,
        (_, E::Block) => Places::ELSEWHERE,
    };
    let elsewhere = match row.opcode {
        // UUOs write location 40; IDPB and DPB write the word with the byte.
        0o000..=0o077 | 0o136 | 0o137 => Places::ELSEWHERE,
        _ => Places::NONE,
    };
    accumulators.or(memory).or(elsewhere).without(unchanged(row.opcode))
}

/// Returns the words that an instruction fetches without effect.
const fn unused(opcode: u16) -> Places {
    match opcode {
        // SETZ, SETO; comparisons and tests with a condition that is always or never true.
        0o400..=0o403 | 0o474..=0o477 => Places::AC.or(Places::E),
        0o300 | 0o304 | 0o310 | 0o314 => Places::AC.or(Places::E),
        0o600 | 0o601 | 0o604 | 0o605 | 0o610 | 0o611 | 0o614 | 0o615 => Places::AC.or(Places::E),
        // SETM, SETCM; SETA, SETCA.
        0o416 | 0o424 | 0o425 => Places::AC.or(Places::E),
        0o414..=0o417 | 0o460..=0o463 => Places::AC,
        0o426 | 0o427 | 0o450..=0o453 => Places::E,
        // JUMP, JUMPA; codes without an instruction.
        0o320 | 0o324 | 0o100..=0o131 | 0o243 | 0o247 => Places::AC,
        // Half-word moves with Z, O or E, which replace the other half of their destination, too.
        0o510..=0o537 | 0o550..=0o577 => match opcode & 3 {
            0 | 1 => Places::AC,
            2 => Places::E,
            _ => Places::NONE,
        },
        _ => Places::NONE,
    }
}

/// Returns the words that an instruction stores unchanged.
const fn unchanged(opcode: u16) -> Places {
    match opcode {
        // JUMP and its conditions; codes without an instruction; SETA to the accumulator.
        0o320..=0o327 | 0o243 | 0o247 | 0o424 | 0o425 | 0o427 => Places::AC,
        // MOVES, HLLS, HRRS; SKIP and its conditions; SETM to memory.
        0o203 | 0o503 | 0o543 | 0o330..=0o337 | 0o416 | 0o417 => Places::E,
        _ => Places::NONE,
    }
}
