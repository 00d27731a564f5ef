//! An observer that keeps the last instructions executed.

use super::fetched::seen;
use crate::address::Address;
use crate::bus::Bus;
use crate::cpu::{Cpu, Observer};
use crate::isa::Instruction;
use crate::memory::Memory;
use crate::time::Nanos;
use crate::word::Word;
use std::collections::VecDeque;

/// An executed instruction, with its accumulator and its operand afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExecutedInstruction {
    /// The number of instructions executed before this one.
    pub instructions: u64,
    /// The time of its beginning.
    pub time: Nanos,
    /// The address of its word.
    pub address: Address,
    /// The word executed.
    pub instruction: Word,
    /// The effective address.
    pub effective: Address,
    /// The accumulator of its AC field afterwards.
    pub ac: Word,
    /// The word at the effective address afterwards.
    pub operand: Word,
    /// The channel whose interrupt it serves, 0 for none.
    pub channel: u8,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct RecentInstructions {
    length: usize,
    entries: VecDeque<ExecutedInstruction>,
    /// The instruction in progress: its number, its time, its channel.
    now: (u64, Nanos, u8),
    /// The number of words that the instruction in progress has executed: an XCT or a trap executes several.
    executed: usize,
}

impl RecentInstructions {
    pub(crate) fn of(length: usize) -> RecentInstructions {
        RecentInstructions { length, ..RecentInstructions::default() }
    }

    /// Returns the instructions, oldest first.
    pub(crate) fn into_entries(self) -> Vec<ExecutedInstruction> {
        self.entries.into()
    }
}

impl Observer for RecentInstructions {
    fn sees_references(&self) -> bool {
        false
    }

    fn before(&mut self, cpu: &Cpu, _: &Memory, _: &dyn Bus) -> bool {
        (self.now, self.executed) = ((cpu.instructions, cpu.time, 0), 0);
        false
    }

    fn interrupt(&mut self, channel: u8, _: Nanos) {
        self.now.2 = channel;
    }

    fn executes(&mut self, address: Address, instruction: Word, effective: Address) {
        let (instructions, time, channel) = self.now;
        self.executed += 1;
        if self.entries.len() == self.length {
            self.entries.pop_front();
        }
        let (ac, operand) = (Word::ZERO, Word::ZERO);
        let executed =
            ExecutedInstruction { instructions, time, address, instruction, effective, ac, operand, channel };
        self.entries.push_back(executed);
    }

    fn after(&mut self, cpu: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        for executed in self.entries.iter_mut().rev().take(self.executed) {
            executed.ac = memory.ac(Instruction(executed.instruction).ac().into());
            executed.operand = seen(cpu, memory, executed.effective);
        }
        false
    }
}
