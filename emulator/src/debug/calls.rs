//! Calls: the instructions with which a PDP-6 program calls a routine, and the nesting of the calls that a
//! program makes while it is observed.
//!
//! The machine has several ways to call (processor reference, section 4.11): PUSHJ puts the return address on
//! a pushdown list, JSR into the word before the routine, JSP into an accumulator. JSA puts it into the right
//! half of an accumulator, whose old contents go into the word before the routine. A UUO calls through
//! location 41. A call has returned when the program is at the instruction after the call, or (after a skip
//! return) at one of the two after that. A PUSHJ has returned only when its list is also as short as before.

use crate::address::Address;
use crate::cpu::Cpu;
use crate::isa::Instruction;
use crate::memory::Memory;
use crate::symbols::SourceLine;
use crate::word::Word;

const MAX_RETURN_SKIPS: u32 = 2;
/// Opcodes below this are UUOs: they trap to 40 (processor reference, section 6).
pub(crate) const UUOS: u16 = 0o100;

/// A way of calling a subroutine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// The return address is on the pushdown list of this accumulator.
    Pushj(u8),
    /// The return address is in the word before the routine.
    Jsr,
    /// The return address is in this accumulator.
    Jsp(u8),
    /// The return address is in the right half of this accumulator.
    Jsa(u8),
    /// The return address is in the word that the instruction in 41, a JSR, addresses.
    Uuo,
}

impl Call {
    /// Returns the call that an instruction makes; `None` if it calls nothing.
    pub fn of(instruction: Word) -> Option<Call> {
        let instruction = Instruction(instruction);
        match instruction.row().mnemonic {
            _ if instruction.opcode() < UUOS => Some(Call::Uuo),
            "PUSHJ" => Some(Call::Pushj(instruction.ac())),
            "JSR" => Some(Call::Jsr),
            "JSP" => Some(Call::Jsp(instruction.ac())),
            "JSA" => Some(Call::Jsa(instruction.ac())),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PendingCall {
    /// The address of the instruction after the call, or of the one that an interrupt delayed.
    pub place: Address,
    /// For a PUSHJ, the accumulator of its pushdown list, and the address of the last word on the list before
    /// the call.
    pub list: Option<(u8, Address)>,
}

impl PendingCall {
    fn is_over(&self, cpu: &Cpu, memory: &Memory) -> bool {
        let back = (0..=MAX_RETURN_SKIPS).any(|skip| self.place.offset(skip as i32) == cpu.pc);
        let longer = |(ac, length)| Address::of(memory.ac(usize::from(ac))) > length;
        back && !self.list.is_some_and(longer)
    }
}

/// The calls that have not returned, as far as the program was observed.
#[derive(Clone, Debug)]
pub(crate) struct CallDepth {
    levels: Vec<Level>,
    /// The address of the instruction in progress.
    at: Address,
    /// The channels held before that instruction, one bit each.
    held: u8,
    /// The word executed last: an XCT or a trap executes several.
    executed: Option<Word>,
    /// `true` if an interrupt was granted in place of the instruction.
    interrupted: bool,
}

#[derive(Clone, Copy, Debug)]
struct Level {
    ends: LevelEnd,
    /// The beginning of the current step in this routine, kept for the reverse stepper.
    marks: StepMarks,
}

#[derive(Clone, Copy, Debug)]
enum LevelEnd {
    /// Unknown, because the routine had begun before the program was observed.
    Never,
    Call(PendingCall),
    /// Ends when the channels held are these again.
    Interrupt(u8),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StepMarks {
    /// The number of instructions executed before the step.
    pub step: Option<u64>,
    /// The line of the step, as `Symbols::line` returns it, if steps are lines and the line is known.
    pub line: Option<(SourceLine, Option<SourceLine>)>,
}

impl CallDepth {
    /// Begins to observe a program; `pending` is the call that it is in, if that is known.
    pub(crate) fn new(pending: Option<PendingCall>) -> CallDepth {
        let outer = Level { ends: LevelEnd::Never, marks: StepMarks::default() };
        let inner = pending.map(|pending| Level { ends: LevelEnd::Call(pending), ..outer });
        CallDepth {
            levels: [outer].into_iter().chain(inner).collect(),
            at: Address::default(),
            held: 0,
            executed: None,
            interrupted: false,
        }
    }

    /// Returns the number of nested routines, including the outermost one.
    pub(crate) fn level(&self) -> usize {
        self.levels.len()
    }

    /// Returns `true` during an interrupt that began after the observation began.
    pub(crate) fn is_in_interrupt(&self) -> bool {
        self.levels.iter().any(|level| matches!(level.ends, LevelEnd::Interrupt(_)))
    }

    pub(crate) fn marks(&mut self) -> &mut StepMarks {
        let last = self.levels.len() - 1;
        &mut self.levels[last].marks
    }

    pub(crate) fn callers_marks(&self) -> Option<StepMarks> {
        self.levels.len().checked_sub(2).map(|caller| self.levels[caller].marks)
    }

    /// Removes the routines that have returned. Must be called before each instruction.
    pub(crate) fn before(&mut self, cpu: &Cpu, memory: &Memory) {
        let returns = self.has_jumped(cpu.pc);
        (self.at, self.held) = (cpu.pc, cpu.pi.held);
        (self.executed, self.interrupted) = (None, false);
        let over = |level: &Level| match level.ends {
            LevelEnd::Never => false,
            LevelEnd::Call(pending) => returns && pending.is_over(cpu, memory),
            LevelEnd::Interrupt(held) => !cpu.pi.cycle && cpu.pi.held == held,
        };
        // A program that jumps out of several routines at once is back from all of them.
        if let Some(outermost) = self.levels.iter().position(over) {
            self.levels.truncate(outermost);
        }
    }

    /// Returns `true` if the previous instruction has jumped to `pc`, as a return does. A program that
    /// continues with the next instruction or skips one has not returned, even if a caller continues there: a
    /// routine can follow its caller directly.
    fn has_jumped(&self, pc: Address) -> bool {
        let returning = |word| matches!(Instruction(word).row().mnemonic, "POPJ" | "JRST" | "JRA");
        self.executed.is_some_and(returning)
            || (1..=MAX_RETURN_SKIPS).all(|skip| self.at.offset(skip as i32) != pc)
    }

    /// Returns `true` if the previous instruction may have left the outermost routine that was observed.
    pub(crate) fn may_have_left(&self) -> bool {
        let leaves = |word| {
            let instruction = Instruction(word);
            let computed = instruction.indirect() || instruction.index() != 0;
            matches!(instruction.row().mnemonic, "POPJ" | "JRA")
                || instruction.row().mnemonic == "JRST" && computed
        };
        self.levels.len() == 1 && self.executed.is_some_and(leaves)
    }

    pub(crate) fn executes(&mut self, instruction: Word) {
        // The instruction that a UUO executes in 41 is part of the UUO.
        if self.executed.and_then(Call::of) != Some(Call::Uuo) {
            self.executed = Some(instruction);
        }
    }

    /// Adds the routine of a granted interrupt. The routine ends when the same channels are held as before.
    pub(crate) fn interrupt(&mut self) {
        self.interrupted = true;
        self.levels.push(Level { ends: LevelEnd::Interrupt(self.held), marks: StepMarks::default() });
    }

    /// Adds the routine called if the instruction was a call. Must be called after each instruction.
    pub(crate) fn after(&mut self, memory: &Memory) {
        let Some(call) = self.executed.and_then(Call::of).filter(|_| !self.interrupted) else { return };
        let list = match call {
            // PUSHJ has put the return address on the list, so the list was one word shorter before.
            Call::Pushj(ac) => Some((ac, Address::of(memory.ac(usize::from(ac))).offset(-1))),
            _ => None,
        };
        let pending = PendingCall { place: self.at.next(), list };
        self.levels.push(Level { ends: LevelEnd::Call(pending), marks: StepMarks::default() });
    }
}
