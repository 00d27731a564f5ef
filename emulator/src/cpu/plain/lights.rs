//! What the plain way keeps for the lights of the console.

use crate::address::Address;
use crate::cpu::Cpu;
use crate::memory::Memory;

/// What is kept of the memory references for the lights of the console.
pub(super) trait Lights: Copy {
    /// Whether MA and MB are right after every instruction, so that it is possible to stop.
    const KEPT: bool;
    fn see(&mut self, address: Address);
    /// Before another reference, so many words from `first` on.
    fn see_block(&mut self, first: Address, count: u32);
    /// After an instruction.
    fn show(self, cpu: &mut Cpu, memory: &Memory);
}

/// Nothing: the full way executes an instruction before anybody looks.
#[derive(Clone, Copy)]
pub(super) struct Dark;

impl Lights for Dark {
    const KEPT: bool = false;

    #[inline(always)]
    fn see(&mut self, _: Address) {}

    #[inline(always)]
    fn see_block(&mut self, _: Address, _: u32) {}

    fn show(self, _: &mut Cpu, _: &Memory) {}
}

/// MA, with the word that is there as MB, and whether it has been the address in the switches.
#[derive(Clone, Copy)]
pub(super) struct Compared {
    pub(super) ma: Address,
    pub(super) switches: Address,
    pub(super) met: bool,
}

impl Lights for Compared {
    const KEPT: bool = true;

    #[inline(always)]
    fn see(&mut self, address: Address) {
        self.ma = address;
        self.met |= address == self.switches;
    }

    #[inline(always)]
    fn see_block(&mut self, first: Address, count: u32) {
        self.met |= (first.get()..first.get() + count).contains(&self.switches.get());
    }

    fn show(self, cpu: &mut Cpu, memory: &Memory) {
        (cpu.ma, cpu.mb) = (self.ma, memory.get(self.ma));
        if self.met {
            cpu.mi = memory.get(self.switches);
        }
    }
}
