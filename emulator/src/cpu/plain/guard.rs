//! What the plain way looks at between instructions.

use super::Bounds;
use crate::address::Address;
use crate::cpu::{AddressSet, Cpu, flag};
use crate::isa::Instruction;
use crate::word::Word;

/// The flags, now off, that will ask for an interrupt.
pub(super) fn asking(cpu: &Cpu) -> u32 {
    let overflow = if cpu.apr.ar_ov_enable { flag::AR_OV } else { 0 };
    let change = if cpu.apr.pc_chg_enable { flag::PC_CHG } else { 0 };
    if cpu.apr.channel == 0 { 0 } else { (overflow | change) & !cpu.flags }
}

/// Breakpoints, accumulators that are wanted, flags that ask for an interrupt.
pub(super) struct Guard<'a> {
    breakpoints: Option<&'a AddressSet>,
    /// The next instruction is no breakpoint.
    exempt: bool,
    /// At this time a run ends, and does not get as far as a breakpoint.
    until: u64,
    asking: u32,
    accumulators: u32,
}

impl<'a> Guard<'a> {
    /// `accumulators` are those that somebody looks at, a bit for each.
    pub(super) fn new(cpu: &Cpu, bounds: &Bounds<'a>, accumulators: u32) -> Guard<'a> {
        Guard {
            breakpoints: bounds.breakpoints,
            exempt: bounds.first,
            until: bounds.until.min(cpu.next_tick).0,
            asking: asking(cpu),
            accumulators,
        }
    }

    /// Whether every instruction must be looked at: one that sets AR OV sees for itself whether that asks for an interrupt, and
    /// breakpoints and opcodes are known where instructions are fetched.
    pub(super) fn looks_at_each(&self) -> bool {
        self.accumulators != 0 || self.asking & flag::PC_CHG != 0
    }

    /// Whether the flags ask for an interrupt.
    pub(super) fn is_asked(&self, flags: u32) -> bool {
        flags & self.asking != 0
    }

    /// Whether there is a breakpoint before which a run stops now.
    pub(super) fn is_breakpoint(&mut self, pc: Address, now: u64) -> bool {
        let exempt = std::mem::replace(&mut self.exempt, false);
        !exempt && now < self.until && self.breakpoints.is_some_and(|set| set.contains(pc))
    }

    /// Whether an instruction surely refers to nobody's accumulators, unless by their addresses.
    pub(super) fn allows(&self, instruction: Word) -> bool {
        self.accumulators == 0 || !self.may_use(Instruction(instruction))
    }

    fn may_use(&self, instruction: Instruction) -> bool {
        let (ac, index) = (instruction.ac(), instruction.index());
        let named = [ac, ac + 1, index].into_iter().any(|ac| self.accumulators >> (ac & 0o17) & 1 != 0);
        // A word that is not yet here may have an index field, or be an instruction.
        named || instruction.indirect() || matches!(instruction.opcode(), 0o134..=0o137 | 0o256)
    }
}
