//! The instruction set of the Type 166 processor, as one table.
//!
//! Each opcode 000-777 and each of the eight in-out operations has a row. The row has the name, how the
//! operands are written, what the instruction reads and writes, and how long it takes.
//! The disassembler, the assembler's initial symbols, `docs/internals/instructions.md` and most of the
//! processor's times are views of it. The decoder's families are compared with it at compile time; a test
//! executes the instructions and compares what they read, write and change.

mod columns;
mod device;
mod disassemble;
pub mod flag;
mod flow;
mod table;

pub use device::{DEVICES, DeviceCode, NamedDevice};
pub use disassemble::{Names, NoNames, disassemble, disassemble_with};
pub use flow::{Next, Places};

use crate::address::Address;
use crate::word::Word;

/// Similar instructions that the same part of the processor executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Traps to locations 40 and 41.
    Uuo,
    /// Codes that the hardware does not decode.
    Unused,
    /// FSC.
    Scale,
    /// Byte (character) instructions.
    Byte,
    /// Floating point arithmetic.
    Floating,
    /// Full-word moves and EXCH.
    Move,
    /// Fixed point multiplication.
    Multiply,
    /// Fixed point division.
    Divide,
    /// Shifts and rotates.
    Shift,
    /// BLT.
    Block,
    /// Jumps and skips that test, and perhaps count, one word.
    Count,
    /// JRST and JFCL.
    Jump,
    /// XCT.
    Execute,
    /// Pushdown lists.
    Stack,
    /// Subroutine calls without a pushdown list.
    Call,
    /// ADD and SUB.
    Add,
    /// CAI and CAM.
    Compare,
    /// The sixteen Boolean functions.
    Boolean,
    /// Half-word moves.
    Half,
    /// Tests and modifications of masked bits.
    Test,
    /// In-out instructions.
    InOut,
}

/// How the operands are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// `NAME AC,E`.
    AcE,
    /// `NAME E`; the AC field is not used, except that a UUO stores it in location 40.
    E,
    /// `NAME F,E`: the AC field holds flags, not an accumulator.
    FlagsE,
    /// `NAME DEVICE,E`.
    Device,
}

/// The source of the operand and the destination of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Operand from memory, result to the accumulator.
    Basic,
    /// The operand is the effective address itself, `0,,E` (of CONO `E,,E`).
    Immediate,
    /// Result to memory.
    Memory,
    /// Operand from memory, result to memory, and to the accumulator unless that is AC 0.
    Self_,
    /// Result to the accumulator and to memory.
    Both,
    /// Result to the accumulator and the next one.
    Long,
}

/// The words fetched before C(E).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fetch {
    /// No word.
    Nothing,
    /// C(AC).
    Ac,
    /// C(AC) and C(AC+1).
    Both,
    /// C(AC) and the word that its right half points to.
    AcAndTop,
    /// C(AC) and the word that its left half points to.
    AcAndLeft,
}

/// The memory references at E. The write of PUSHJ and PUSH is not at E but on the pushdown list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// No reference.
    Nothing,
    /// A read only.
    Read,
    /// A write only.
    Write,
    /// Read, pause, write: one memory cycle.
    Pause,
    /// A read, and a write as a second cycle.
    ReadWrite,
    /// A block of words.
    Block,
}

/// The accumulators stored at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Store {
    /// No accumulator.
    Nothing,
    /// AC.
    Ac,
    /// AC, unless it is AC 0.
    AcIfNonzero,
    /// AC and AC+1.
    Both,
}

/// The flags that an instruction can change, at their positions in the left half of the PC word. Two rows are
/// incomplete: that of JSR omits USER, which a JSR in an interrupt or after a trap clears; that of CONO omits
/// the flags that CONO APR changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Flags(pub u32);

impl Flags {
    /// No flags.
    pub const NONE: Flags = Flags(0);
    /// AR OV.
    pub const OVERFLOW: Flags = Flags(flag::AR_OV);
    /// AR OV, CRY 0, CRY 1.
    pub const SUMS: Flags = Flags(flag::AR_OV | flag::CRY_0 | flag::CRY_1);
    /// BIS.
    pub const BYTE: Flags = Flags(flag::BIS);
    /// PC CHG and BIS.
    pub const CALL: Flags = Flags(flag::PC_CHG | flag::BIS);
    /// AR OV, CRY 0, CRY 1 and PC CHG.
    pub const CARRIES: Flags = Flags(flag::AR_OV | flag::CRY_0 | flag::CRY_1 | flag::PC_CHG);
    /// PC CHG.
    pub const JUMP: Flags = Flags(flag::PC_CHG);
    /// All flags.
    pub const ALL: Flags = Flags(flag::ALL);

    const fn or(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

/// The description of an opcode or an in-out operation.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Row {
    /// Bits 0-8 of the instruction, 000-777.
    pub opcode: u16,
    /// The assembler's name; empty if the code has none.
    pub mnemonic: &'static str,
    /// The group of similar instructions.
    pub family: Family,
    /// How the operands are written.
    pub form: Form,
    /// Source and destination.
    pub mode: Mode,
    /// Words fetched before C(E).
    pub fetch: Fetch,
    /// References at E.
    pub operand: Operand,
    /// Accumulators stored.
    pub store: Store,
    /// The places on which the effect depends, without those that are fetched and not used.
    pub reads: Places,
    /// The places that can change, without those that are always stored unchanged.
    pub writes: Places,
    /// The instruction moves a word and computes nothing.
    pub moves_word: bool,
    /// Where the program continues.
    pub next: Next,
    /// Flags that can change.
    pub flags: Flags,
    /// Processor time in nanoseconds without memory references, indexing and indirection. If the time
    /// depends on the data, this is its constant part.
    pub base: u32,
    /// How the time depends on the data: texts to be printed after `base`.
    pub formula: &'static [&'static str],
    /// A one-line description of the instruction's effect, a template that `tests/instructions.rs` fills in.
    pub effect: &'static str,
    /// The section of the processor reference that defines the instruction; the times come from its section
    /// 10.
    pub section: &'static str,
}

/// The row of each opcode; the rows 700-777 represent all in-out instructions, see [`IN_OUT`].
pub static OPCODES: [Row; 512] = table::OPCODES;

/// The row of each in-out operation, by bits 10-12 of the instruction.
pub static IN_OUT: [Row; 8] = table::IN_OUT;

pub(crate) const fn base(opcode: u16) -> u64 {
    table::OPCODES[opcode as usize].base as u64
}

/// Returns `true` if an instruction refers to the word at its effective address, or is a PUSHJ; `false` for
/// every in-out instruction.
pub(crate) const fn refers(opcode: u16) -> bool {
    !matches!(table::OPCODES[opcode as usize].operand, Operand::Nothing)
}

pub(crate) const fn may_overflow(opcode: u16) -> bool {
    table::OPCODES[opcode as usize].flags.0 & flag::AR_OV != 0
}

pub(crate) const fn in_out_base(operation: usize) -> u64 {
    table::IN_OUT[operation].base as u64
}

/// Other names of instructions and of instructions with fixed fields, which old listings
/// and later assemblers use.
pub static ALIASES: [Alias; 22] = [
    alias("CAO", 0o133000, "first name of IBP"),
    alias("LDCI", 0o134000, "first name of ILDB"),
    alias("LDC", 0o135000, "first name of LDB"),
    alias("DPCI", 0o136000, "first name of IDPB"),
    alias("DPC", 0o137000, "first name of DPB"),
    alias("FADLR", 0o145000, "FADRL"),
    alias("FADMR", 0o146000, "FADRM"),
    alias("FADBR", 0o147000, "FADRB"),
    alias("FSBLR", 0o155000, "FSBRL"),
    alias("FSBMR", 0o156000, "FSBRM"),
    alias("FSBBR", 0o157000, "FSBRB"),
    alias("FMPLR", 0o165000, "FMPRL"),
    alias("FDVLR", 0o175000, "FDVRL"),
    alias("HALT", 0o254200, "JRST 4,"),
    alias("JRSTF", 0o254100, "JRST 2,"),
    alias("JEN", 0o254500, "JRST 12,"),
    alias("PORTAL", 0o254040, "JRST 1,"),
    alias("JFOV", 0o255040, "JFCL 1, (PC CHG on the PDP-6)"),
    alias("JCRY1", 0o255100, "JFCL 2,"),
    alias("JCRY0", 0o255200, "JFCL 4,"),
    alias("JCRY", 0o255300, "JFCL 6,"),
    alias("JOV", 0o255400, "JFCL 10,"),
];

/// Another name of an instruction.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Alias {
    /// The assembler's name, in upper case.
    pub name: &'static str,
    /// The instruction word for the name.
    pub word: Word,
    /// The instruction in its usual spelling, perhaps with a remark.
    pub meaning: &'static str,
}

const fn alias(name: &'static str, left: u32, meaning: &'static str) -> Alias {
    Alias { name, word: Word::halves(left, 0), meaning }
}

impl Row {
    /// Returns the instruction word with all fields but the opcode (and in-out operation) zero.
    pub fn word(&self) -> Word {
        match IN_OUT.iter().position(|r| r.mnemonic == self.mnemonic) {
            Some(operation) if !self.mnemonic.is_empty() => {
                Word::ZERO.with_field(0, 2, 7).with_field(10, 12, operation as u64)
            }
            _ => Word::ZERO.with_field(0, 8, self.opcode.into()),
        }
    }
}

/// The fields of an instruction word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction(pub Word);

impl Instruction {
    /// Returns bits 0-8.
    pub fn opcode(self) -> u16 {
        self.0.field(0, 8) as u16
    }

    /// Returns bits 9-12.
    pub fn ac(self) -> u8 {
        self.0.field(9, 12) as u8
    }

    /// Returns bit 13.
    pub fn indirect(self) -> bool {
        self.0.bit(13)
    }

    /// Returns bits 14-17, the index register; 0 for none.
    pub fn index(self) -> u8 {
        self.0.field(14, 17) as u8
    }

    /// Returns bits 18-35, before indexing and indirection.
    pub fn address(self) -> Address {
        Address::of(self.0)
    }

    /// Returns `true` for an in-out instruction: bits 0-2 are 7.
    pub fn is_in_out(self) -> bool {
        self.opcode() >= 0o700
    }

    /// Returns the device in bits 3-9 of an in-out instruction.
    pub fn device(self) -> DeviceCode {
        DeviceCode::new((self.0.field(3, 9) << 2) as u16)
    }

    /// Returns bits 10-12 of an in-out instruction: 0 BLKI to 7 CONSO.
    pub fn operation(self) -> usize {
        self.0.field(10, 12) as usize
    }

    /// Returns the row of the table.
    pub fn row(self) -> &'static Row {
        if self.is_in_out() { &IN_OUT[self.operation()] } else { &OPCODES[usize::from(self.opcode())] }
    }
}

/// Returns all rows that have a mnemonic, in the order of their codes: the assembler's initial symbols.
pub fn named() -> impl Iterator<Item = &'static Row> {
    OPCODES.iter().chain(&IN_OUT).filter(|row| !row.mnemonic.is_empty())
}

/// Returns the row of a mnemonic (upper case).
pub fn row_of(mnemonic: &str) -> Option<&'static Row> {
    named().find(|row| row.mnemonic == mnemonic)
}

/// Returns the instruction word of a mnemonic (upper case): MOVE is 200000,,0.
pub fn by_mnemonic(mnemonic: &str) -> Option<Word> {
    row_of(mnemonic).map(Row::word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_opcode_has_its_row() {
        for (opcode, row) in OPCODES.iter().enumerate() {
            assert_eq!(usize::from(row.opcode), opcode);
            assert_eq!(row.family == Family::InOut, opcode >= 0o700);
        }
    }

    #[test]
    fn mnemonics_are_unique() {
        let mut seen = HashSet::new();
        for name in named().map(|r| r.mnemonic).chain(ALIASES.iter().map(|a| a.name)) {
            assert!(seen.insert(name), "{name} twice");
        }
        // 64 UUOs, 26 codes 100-131, 243, 247 and 257 have no name; the 64 in-out opcodes share eight.
        assert_eq!(named().count(), 512 - 64 - 26 - 3 - 64 + 8);
    }

    /// Codes from the MIDAS reference, appendix A.1, and the device reference, section 0.1.
    #[test]
    fn mnemonics_have_their_codes() {
        for (name, left) in [
            ("FSC", 0o132000),
            ("FADRL", 0o145000),
            ("FDVRB", 0o177000),
            ("MOVMS", 0o217000),
            ("DIVB", 0o237000),
            ("ASHC", 0o244000),
            ("XCT", 0o256000),
            ("JRA", 0o267000),
            ("CAMG", 0o317000),
            ("SOSN", 0o376000),
            ("ORCMB", 0o467000),
            ("HLRES", 0o577000),
            ("TLZE", 0o623000),
            ("TSON", 0o677000),
            ("BLKI", 0o700000),
            ("CONO", 0o700200),
            ("CONSO", 0o700340),
        ] {
            assert_eq!(by_mnemonic(name), Some(Word::halves(left, 0)), "{name}");
        }
        assert_eq!(by_mnemonic("UFA"), None);
        assert_eq!(by_mnemonic(""), None);
    }

    #[test]
    fn aliases_of_opcodes_are_opcodes() {
        for alias in &ALIASES {
            assert!(!Instruction(alias.word).row().mnemonic.is_empty(), "{}", alias.name);
        }
    }
}
