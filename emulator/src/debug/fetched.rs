//! Words as the processor finds them: relocated in user mode, and while KEY RIM SBR is on (after READ IN)
//! with the core under the accumulators in place of the accumulators.

use crate::address::Address;
use crate::cpu::Cpu;
use crate::memory::Memory;
use crate::word::Word;

pub(crate) fn next_instruction(cpu: &Cpu, memory: &Memory) -> Word {
    seen(cpu, memory, cpu.pc)
}

/// Returns the word that the processor finds at an address; zero if protection forbids that.
pub(crate) fn seen(cpu: &Cpu, memory: &Memory, address: Address) -> Word {
    if address.is_accumulator() {
        return if cpu.read_in { memory.shadow(address.index()) } else { memory.get(address) };
    }
    let physical = if cpu.relocates() { cpu.relocate(address) } else { Some(address) };
    physical.map_or(Word::ZERO, |physical| memory.get(physical))
}
