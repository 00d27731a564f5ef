//! What people do to the machine: keys, switches, tapes.

use super::{Machine, Register};
use crate::address::Address;
use crate::cpu;
use crate::io::{Action, Medium};
use crate::word::Word;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Something a person does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Input {
    /// Presses a key of the console.
    Key(Key),
    /// Sets the 36 DATA switches.
    DataSwitches(Word),
    /// Puts a word into memory (0-17 are the accumulators), as DEPOSIT does, but in no time.
    Deposit {
        /// Where.
        address: Address,
        /// What.
        word: Word,
    },
    /// Puts a word into the core under an accumulator, as DEPOSIT with RIM MAINT on does.
    DepositShadow {
        /// Which, 0 to 15.
        ac: u8,
        /// What.
        word: Word,
    },
    /// Changes a register, which no key of the console can.
    Register {
        /// Which.
        register: Register,
        /// To what; bits that the register does not have are lost.
        word: Word,
    },
    /// Puts a tape on a device.
    Mount {
        /// The device's name.
        device: String,
        /// Its unit, 0 if there is only one.
        unit: u8,
        /// The tape.
        medium: Medium,
    },
    /// Takes a tape off a device.
    Unmount {
        /// The device's name.
        device: String,
        /// Its unit, 0 if there is only one.
        unit: u8,
    },
    /// Does something else to a device.
    Act {
        /// The device's name.
        device: String,
        /// What.
        action: Action,
    },
}

/// The keys of the operator's console (processor reference, section 9.3), with the MA switches where they count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Key {
    /// START at the address in the switches.
    Start(Address),
    /// READ IN at the address in the switches.
    ReadIn(Address),
    /// INST CONT.
    Continue,
    /// INST STOP.
    Stop,
    /// MEM CONT: the memory cycle in which the processor waits goes on.
    MemoryContinue,
    /// I/O RESET: clears the interrupt system, all flags and all devices.
    Reset,
    /// EXECUTE: the data switches as an instruction.
    Execute,
    /// EXAMINE the address in the switches.
    Examine(Address),
    /// EXAMINE NEXT.
    ExamineNext,
    /// DEPOSIT the data switches at the address in the switches.
    Deposit(Address),
    /// DEPOSIT NEXT.
    DepositNext,
}

/// An input is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// Why.
    pub what: String,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for InputError {}

impl Machine {
    /// Carries out an input.
    pub(super) fn perform(&mut self, input: &Input) -> Result<(), InputError> {
        let now = self.cpu.time;
        let no_device = |what: String| InputError { what };
        match input {
            Input::Key(key) => self.press(*key),
            Input::DataSwitches(word) => self.cpu.switches.data = *word,
            Input::Deposit { address, word } => {
                if !self.memory.exists(*address) {
                    return Err(no_device(format!("there is no memory at {address:o}")));
                }
                self.memory.put(*address, *word);
            }
            Input::DepositShadow { ac, word } => self.memory.put_shadow((*ac).into(), *word),
            Input::Mount { device, unit, medium } => self
                .io
                .with(device, now, |device, context| device.mount(*unit, medium.clone(), context))
                .map_err(|error| no_device(error.to_string()))?
                .map_err(no_device)?,
            Input::Register { register, word } => self.set_register(*register, *word),
            Input::Unmount { device, unit } => {
                self.take_off(device, *unit)?;
            }
            Input::Act { device, action } => self
                .io
                .with(device, now, |device, context| device.act(action, context))
                .map_err(|error| no_device(error.to_string()))?
                .map_err(no_device)?,
        }
        Ok(())
    }

    /// Takes a tape off.
    pub(super) fn take_off(&mut self, device: &str, unit: u8) -> Result<Medium, InputError> {
        let taken = self.io.with(device, self.cpu.time, |device, context| device.unmount(unit, context));
        let medium = taken.map_err(|error| InputError { what: error.to_string() })?;
        let what = format!("no tape on {device}{}", unit_suffix(unit));
        medium.ok_or(InputError { what })
    }

    /// Presses a key; where the processor must be stopped for it, a person stops it first.
    fn press(&mut self, key: Key) {
        let cpu = &mut self.cpu;
        if let Key::Start(address) | Key::ReadIn(address) | Key::Examine(address) | Key::Deposit(address) =
            key
        {
            cpu.switches.address = address;
        }
        let pressed = match key {
            Key::Start(_) => cpu::Key::Start,
            Key::ReadIn(_) => cpu::Key::ReadIn,
            Key::Continue => cpu::Key::Continue,
            Key::MemoryContinue => cpu::Key::MemoryContinue,
            Key::Stop => cpu::Key::Stop,
            Key::Reset => cpu::Key::Reset,
            Key::Execute => cpu::Key::Execute,
            Key::Examine(_) => cpu::Key::Examine,
            Key::ExamineNext => cpu::Key::ExamineNext,
            Key::Deposit(_) => cpu::Key::Deposit,
            Key::DepositNext => cpu::Key::DepositNext,
        };
        if matches!(key, Key::Continue) && cpu.running {
            return;
        }
        if matches!(key, Key::Start(_) | Key::ReadIn(_) | Key::Reset | Key::Execute) {
            cpu.press(cpu::Key::Stop, &mut self.memory, &mut self.io);
        }
        cpu.press(pressed, &mut self.memory, &mut self.io);
        if key == Key::Reset {
            self.io.reset_key(self.cpu.time);
        }
    }
}

/// The unit in a device's full name: none for the only one.
fn unit_suffix(unit: u8) -> String {
    if unit == 0 { String::new() } else { unit.to_string() }
}
