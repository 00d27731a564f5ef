//! Triggers: the events that can trigger a stop, and their hits.

use crate::address::Address;
use crate::isa::{DeviceCode, Instruction};
use crate::word::Word;
use std::fmt;

/// An event that can trigger a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trigger {
    /// Before the instruction at this address.
    Place(Address),
    /// Before an instruction with this opcode (bits 0-8).
    Opcode(u16),
    /// Before a UUO, an instruction with an opcode from 000 to 077.
    Uuo,
    /// Before an in-out instruction for this device, or after one that an interrupt, XCT or trap executes.
    Device(u16),
    /// After the instruction in an interrupt location of this channel, 1-7.
    Channel(u8),
    /// After an instruction that has trapped to location 40, as UUOs do, or that protection has stopped.
    Trap,
    /// After an instruction that has changed the word at this address.
    Change(Address),
    /// After an instruction that has read the word at this address.
    Read(Address),
    /// After an instruction that has changed or read the word at this address.
    Access(Address),
}

impl fmt::Display for Trigger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trigger::Place(address) => write!(f, "breakpoint at {address:o}"),
            Trigger::Opcode(opcode) => {
                let name = Instruction(Word::new(u64::from(*opcode) << 27)).row().mnemonic;
                write!(f, "opcode {opcode:03o} {name}")
            }
            Trigger::Uuo => f.write_str("UUO"),
            Trigger::Device(code) => {
                let code = DeviceCode::new(*code);
                write!(f, "device {code} {}", code.name().unwrap_or_default())
            }
            Trigger::Channel(channel) => write!(f, "interrupt channel {channel}"),
            Trigger::Trap => f.write_str("trap"),
            Trigger::Change(address) => write!(f, "change of {address:o}"),
            Trigger::Read(address) => write!(f, "reading of {address:o}"),
            Trigger::Access(address) => write!(f, "access to {address:o}"),
        }
    }
}

/// A trigger that has fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The trigger of the stop.
    pub trigger: Trigger,
    /// The address of the instruction before or after which the trigger fired.
    pub at: Address,
    /// `true` if the trigger fired before this instruction.
    pub is_before: bool,
    /// For a change: the word before and after.
    pub change: Option<(Word, Word)>,
}

impl fmt::Display for Hit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.trigger {
            Trigger::Place(_) => self.trigger.fmt(f)?,
            trigger @ (Trigger::Change(_) | Trigger::Read(_) | Trigger::Access(_)) => {
                write!(f, "{trigger} by the instruction at {:o}", self.at)?;
            }
            trigger => write!(f, "{trigger} at {:o}", self.at)?,
        }
        self.change.map_or(Ok(()), |(old, new)| write!(f, ": {old} became {new}"))
    }
}
