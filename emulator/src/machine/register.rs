//! The registers by name, as the lights of the console show them.

use super::Machine;
use crate::address::Address;
use crate::cpu::flag;
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
    /// The data switches.
    Switches,
    /// Protection.
    Pr,
    /// Relocation.
    Rlr,
    /// Channels turned on, channel 1 = 100.
    Pio,
    /// Requests.
    Pir,
    /// Interrupts in progress.
    Pih,
    /// The conditions of device 000, as CONI gives them.
    Apr,
    /// The MA switches.
    Mas,
}

impl Register {
    /// All of them.
    pub const ALL: [Register; 14] = [
        Register::Pc,
        Register::Flags,
        Register::Ma,
        Register::Mi,
        Register::Mb,
        Register::Ar,
        Register::Switches,
        Register::Pr,
        Register::Rlr,
        Register::Pio,
        Register::Pir,
        Register::Pih,
        Register::Apr,
        Register::Mas,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Register::Pc => "PC",
            Register::Flags => "FLAGS",
            Register::Ma => "MA",
            Register::Mi => "MI",
            Register::Mb => "MB",
            Register::Ar => "AR",
            Register::Switches => "SW",
            Register::Pr => "PR",
            Register::Rlr => "RLR",
            Register::Pio => "PIO",
            Register::Pir => "PIR",
            Register::Pih => "PIH",
            Register::Apr => "APR",
            Register::Mas => "MAS",
        }
    }

    /// The register with a name, in either case of letters.
    pub fn by_name(name: &str) -> Option<Register> {
        Register::ALL.into_iter().find(|register| register.name().eq_ignore_ascii_case(name))
    }
}

impl Machine {
    /// The contents of a register.
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

    /// Changes a register; of the conditions of device 000 only the channel.
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
