//! Reads a program from its file, or links it from several files, and puts it into memory.

use super::error::CommandError;
use super::session::Session;
use crate::address::Address;
use crate::bus::NoDevices;
use crate::cpu::Cpu;
use crate::formats::file_format::FileFormat;
use crate::formats::link::{LinkedProgram, Linker, ORIGIN};
use crate::formats::program::{self, Leniency, ProgramLayout};
use crate::formats::words::Packing;
use crate::formats::{FormatError, Image, Place};
use crate::isa::{Family, Instruction};
use crate::memory::{MODULE_WORDS, Memory, MemorySet};
use crate::word::Word;

/// A file: its name and contents.
pub(crate) type Source = (String, Vec<u8>);

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LoadOptions<'a> {
    /// The format. Default: recognised by the contents.
    pub format: Option<FileFormat>,
    /// The start, an address or a symbol, instead of the program's own.
    pub start: Option<&'a str>,
    /// `true` to accept blocks with wrong checksums.
    pub ignore_checksums: bool,
}

#[derive(Debug)]
pub(crate) struct Program {
    pub image: Image,
    /// `true` if its file is an undamaged read-in tape.
    #[cfg_attr(not(feature = "cli"), allow(dead_code, reason = "only a command asks"))]
    pub is_tape: bool,
    /// Remarks for the user: damage, positions of linked programs.
    pub remarks: Vec<String>,
    /// Global names that the linked programs use and none of them defines.
    pub undefined: Vec<String>,
}

impl Program {
    pub(crate) fn read(files: &[Source], options: LoadOptions<'_>) -> Result<Program, CommandError> {
        let [(name, bytes)] = files else { return Program::linked(files) };
        // The start may be a symbol of this program, so it is looked up after loading; until then it is 0.
        let anywhere = options.start.is_some().then_some(Address::new(0));
        let leniency = Leniency { checksums: options.ignore_checksums, start: anywhere };
        let hint = options.format.map(FileFormat::hint).unwrap_or_default();
        let fail = |error| CommandError(format!("cannot load \"{name}\": {error}"));
        let found = match program::read_leniently(bytes, hint, leniency) {
            Ok(found) => found,
            Err(error) if options.format.is_some() => return Err(fail(error.in_named_format())),
            Err(error) => match (program::relocatable(bytes), &error) {
                (Ok(_), _) => return Program::linked(files),
                (Err(cut @ FormatError::Truncated { at: Place::Byte(_), .. }), _) => {
                    return Err(fail(cut));
                }
                (Err(cut @ FormatError::Truncated { .. }), FormatError::Empty { .. }) => {
                    return Err(fail(cut));
                }
                _ => return Err(fail(error)),
            },
        };
        let taken = |damage| format!("\"{name}\": {damage}; loaded anyway");
        let mut remarks: Vec<String> = found.damaged.iter().map(taken).collect();
        if found.packing == Packing::Octal && !bytes.ends_with(b"\n") {
            remarks.push(format!("\"{name}\": the last line has no newline; the file may be cut short"));
        }
        Ok(Program {
            is_tape: found.layout == ProgramLayout::Rim
                && found.packing == program::PAPER
                && found.damaged.is_empty(),
            remarks,
            image: found.image,
            undefined: Vec::new(),
        })
    }

    fn linked(files: &[Source]) -> Result<Program, CommandError> {
        let linked = Program::link(files, ORIGIN)?;
        let remarks = linked.programs.iter().map(|(name, begin)| format!("{begin} {name}")).collect();
        Ok(Program { image: linked.image, is_tape: false, remarks, undefined: linked.undefined })
    }

    /// Links relocatable files, loaded one after another from `origin` on.
    pub(crate) fn link(files: &[Source], origin: Address) -> Result<LinkedProgram, CommandError> {
        let mut linker = Linker::new(origin).executing(loader_operation);
        for (name, bytes) in files {
            let loaded = program::relocatable(bytes).and_then(|words| linker.load(&words));
            loaded.map_err(|error| CommandError(format!("cannot load \"{name}\": {error}")))?;
        }
        Ok(linker.finish())
    }
}

impl Session {
    /// Puts a program into memory. Returns the start address of `options` or, without one, of the program, if
    /// it has one.
    pub(crate) fn enter(
        &mut self,
        program: &Program,
        options: LoadOptions<'_>,
    ) -> Result<Option<Address>, CommandError> {
        self.must_have_core(&program.image)?;
        self.load(&program.image)?;
        let Some(text) = options.start else { return Ok(program.image.start_address()) };
        let start = self.target.address(text);
        start.map(Some).map_err(|error| CommandError(format!("--start {text}: {error}")))
    }

    pub(crate) fn must_have_core(&self, image: &Image) -> Result<(), CommandError> {
        let memory = &self.target.machine.memory;
        let Some(last) = image.iter().map(|(address, _)| address).max() else { return Ok(()) };
        if memory.exists(last) {
            return Ok(());
        }
        let needed = (last.get() + 1).next_multiple_of(MODULE_WORDS) / 1024;
        Err(CommandError(format!(
            "the program has words up to {last}, but core ends at {:06o}; run it with --core {needed} or \
             more (256 is all)",
            memory.size() - 1
        )))
    }
}

/// The accumulators with the operands of a loader operation (an instruction that `.LOP` has the loader
/// execute). If an instruction word has only an operation code, they become its AC and address.
const OPERANDS: [usize; 2] = [4, 5];

/// Executes an instruction of `.LOP` on a separate processor; the original loader executed it in place.
/// Returns the resulting accumulator and word in memory. Returns `None`, without executing anything, for an
/// instruction that does more than compute, such as a jump.
pub fn loader_operation(instruction: Word, first: Word, second: Word) -> Option<(Word, Word)> {
    match Instruction(instruction).row().family {
        Family::Scale | Family::Floating | Family::Move | Family::Multiply | Family::Divide => {}
        Family::Shift | Family::Add | Family::Compare | Family::Boolean | Family::Half | Family::Test => {}
        _ => return None,
    }
    let bare = instruction.bits() & 0o000777_777777 == 0;
    let operands = Word::halves((OPERANDS[0] as u32) << 5, OPERANDS[1] as u32);
    let mut memory = Memory::new(MemorySet::default());
    memory.put_ac(OPERANDS[0], first);
    memory.put_ac(OPERANDS[1], second);
    memory.put(ORIGIN, if bare { Word::new(instruction.bits() | operands.bits()) } else { instruction });
    let mut cpu = Cpu::new();
    cpu.pc = ORIGIN;
    cpu.step(&mut memory, &mut NoDevices);
    Some((memory.ac(OPERANDS[0]), memory.ac(OPERANDS[1])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Config, Machine};
    use crate::symbols::Symbols;

    #[test]
    fn a_program_needs_core_for_its_words() {
        let with = |core: u32, last: u32| {
            let machine = Machine::new(Config { words: core * 1024, ..Config::default() });
            let image: Image =
                [(Address::new(0o100), Word::ZERO), (Address::new(last), Word::ZERO)].into_iter().collect();
            Session::new(machine, Symbols::new()).must_have_core(&image)
        };
        for (core, last) in [(16, 0o37777), (20, 0o77777), (64, 0o177777), (256, 0o777777)] {
            assert_eq!(with(core, last), Ok(()), "{core} {last:o}");
        }
        for (core, last, needed) in [(16, 0o40000, 32), (64, 0o200000, 80), (240, 0o777777, 256)] {
            let error = with(core, last).expect_err("it does not fit").0;
            assert!(error.contains(&format!("up to {last:06o}")), "{error}");
            assert!(error.contains(&format!("--core {needed} or more")), "{error}");
        }
    }

    #[cfg(feature = "cli")]
    #[test]
    fn a_reference_to_missing_core_is_reported_once() {
        let machine = Machine::new(Config { words: 16 * 1024, ..Config::default() });
        let mut session = Session::new(machine, Symbols::new());
        for (address, word) in [(0o100, 0o200040_037777), (0o101, 0o202040_200000), (0o102, 0o254200_000101)]
        {
            session.target.machine.deposit(Address::new(address), Word::new(word));
        }
        let mut host = crate::terminal::NullHost::default();
        session.execute("go 100 for 1", &mut host).expect("no error");
        assert!(!host.shown.contains("core"), "{}", host.shown);
        for _ in 0..2 {
            session.execute("go 101", &mut host).expect("no error");
        }
        let remark = "[the program refers to address 200000, but core ends at 037777; if it needs memory \
            there, use --core 256]";
        assert_eq!(host.shown.matches(remark).count(), 1, "{}", host.shown);
    }

    #[test]
    fn the_loader_computes_and_nothing_else() {
        let instruction = |opcode: u64| Word::new(opcode << 27);
        let done = |opcode, first, second| {
            loader_operation(instruction(opcode), Word::new(first), Word::new(second))
        };
        assert_eq!(done(0o270, 2, 3), Some((Word::new(5), Word::new(3))), "ADD");
        assert_eq!(done(0o272, 2, 3), Some((Word::new(2), Word::new(5))), "ADDM");
        assert_eq!(done(0o274, 7, 2), Some((Word::new(5), Word::new(2))), "SUB");
        // An accumulator and an address in the instruction itself are used as they are.
        let add = Word::new(0o270 << 27 | 4 << 23 | 4);
        assert_eq!(loader_operation(add, Word::new(3), Word::new(9)), Some((Word::new(6), Word::new(9))));
        for opcode in [0o254, 0o264, 0o260, 0o256, 0o001, 0o700] {
            assert_eq!(done(opcode, 1, 2), None, "{opcode:o}");
        }
    }
}
