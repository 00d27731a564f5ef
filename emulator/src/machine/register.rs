//! The registers by name, as the lights of the console show them.

use super::Machine;
use crate::address::Address;
use crate::cpu::flag;
use crate::names::names;
use crate::word::Word;
use serde::{Deserialize, Serialize};

/// A register of the processor or the interrupt system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Register {
    /// Program counter.
    Pc,
    /// The flags, in the left half as in the PC word.
    Flags,
    /// Memory address.
    Ma,
    /// Memory indicator.
    Mi,
    /// Memory buffer.
    Mb,
    /// Arithmetic register.
    Ar,
    /// The DATA switches.
    Switches,
    /// Protection register.
    Pr,
    /// Relocation register.
    Rlr,
    /// Channels turned on; the mask of channel 1 is 100 (octal).
    Pio,
    /// Channels with a request.
    Pir,
    /// Channels whose interrupt is in progress.
    Pih,
    /// The conditions of device 000, as CONI reads them.
    Apr,
    /// The MA switches.
    Mas,
}

names!(Register {
    Pc "PC",
    Flags "FLAGS",
    Ma "MA",
    Mi "MI",
    Mb "MB",
    Ar "AR",
    Switches "SW",
    Pr "PR",
    Rlr "RLR",
    Pio "PIO",
    Pir "PIR",
    Pih "PIH",
    Apr "APR",
    Mas "MAS",
});

impl Machine {
    /// Returns the contents of a register.
    pub fn register(&self, register: Register) -> Word {
        let cpu = &self.cpu;
        match register {
            Register::Pc => cpu.pc.into(),
            Register::Flags => Word::halves(cpu.flags, 0),
            Register::Ma => cpu.ma.into(),
            Register::Mi => cpu.mi,
            Register::Mb => cpu.mb,
            Register::Ar => cpu.ar,
            Register::Switches => cpu.switches.data,
            Register::Pr => Word::from(u32::from(cpu.pr)),
            Register::Rlr => Word::from(u32::from(cpu.rlr)),
            Register::Pio => Word::from(u32::from(cpu.pi.on)),
            Register::Pir => Word::from(u32::from(cpu.pi.requests)),
            Register::Pih => Word::from(u32::from(cpu.pi.held)),
            Register::Apr => cpu.apr_conditions(),
            Register::Mas => cpu.switches.address.into(),
        }
    }

    /// Changes a register. Of the conditions of device 000 only the channel changes.
    pub(super) fn set_register(&mut self, register: Register, word: Word) {
        let cpu = &mut self.cpu;
        match register {
            Register::Pc => cpu.pc = Address::of(word),
            Register::Flags => cpu.flags = word.left() & flag::ALL,
            Register::Ma => cpu.ma = Address::of(word),
            Register::Mi => cpu.mi = word,
            Register::Mb => cpu.mb = word,
            Register::Ar => cpu.ar = word,
            Register::Switches => cpu.switches.data = word,
            Register::Pr => cpu.pr = word.bits() as u8,
            Register::Rlr => cpu.rlr = word.bits() as u8,
            Register::Pio => cpu.pi.on = word.bits() as u8 & 0o177,
            Register::Pir => cpu.pi.requests = word.bits() as u8 & 0o177,
            Register::Pih => cpu.pi.held = word.bits() as u8 & 0o177,
            Register::Apr => cpu.apr.channel = word.bits() as u8 & 7,
            Register::Mas => cpu.switches.address = Address::of(word),
        }
    }
}
