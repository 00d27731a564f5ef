//! The user's inputs to the machine: keys, switches, tapes.

use super::{Machine, Register, RepeatSpeed};
use crate::address::Address;
use crate::cpu::Key;
use crate::io::units::unit_name;
use crate::io::{Action, DeviceError, Medium, NoSuchDevice};
use crate::memory::MemorySet;
use crate::names::names;
use crate::word::Word;
use serde::{Deserialize, Serialize};

/// An action of the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Input {
    /// Presses a key of the console.
    Key(Key),
    /// Sets the 36 DATA switches.
    DataSwitches(Word),
    /// Puts a word into memory (0-17 are the accumulators). Unlike with DEPOSIT, the address is never
    /// relocated. No register changes except MI, and MI only if the address is that in the MA switches.
    Deposit {
        /// The physical address.
        address: Address,
        /// The word.
        word: Word,
    },
    /// Puts a word into the core under an accumulator, like DEPOSIT with RIM MAINT on.
    DepositShadow {
        /// The accumulator, 0 to 15.
        ac: u8,
        /// The word.
        word: Word,
    },
    /// Changes a register directly. The console has no key for that.
    Register {
        /// The register.
        register: Register,
        /// Its new contents; bits that the register does not have are lost.
        word: Word,
    },
    /// Puts a tape on a device.
    Mount {
        /// The device's name.
        device: String,
        /// Its unit, 0 if there is only one.
        unit: u8,
        /// The tape or cards, with their contents.
        medium: Medium,
    },
    /// Takes a tape off a device.
    Unmount {
        /// The device's name.
        device: String,
        /// Its unit, 0 if there is only one.
        unit: u8,
    },
    /// Acts on a device in another way.
    Act {
        /// The device's name.
        device: String,
        /// The action.
        action: Action,
    },
    /// Turns a switch of the console, or holds a STOP key down.
    Switch {
        /// The switch or STOP key.
        switch: Switch,
        /// `true` if the switch is on, or the STOP key down.
        on: bool,
    },
    /// Sets the 18 MA switches.
    AddressSwitches(Address),
    /// Sets the speed knobs of REPEAT.
    RepeatSpeed(RepeatSpeed),
    /// Presses a key and holds it down, which matters with REPEAT.
    Hold(Key),
    /// Releases the key that is held down.
    Release,
    /// Changes the kind of core memory and keeps its contents.
    MemorySet(MemorySet),
    /// Clears every word of memory, including the shadow core.
    ClearMemory,
}

impl Input {
    /// Returns the device and the unit whose tape the input changes.
    pub(crate) fn unit(&self) -> Option<(&str, u8)> {
        match self {
            Input::Mount { device, unit, .. } | Input::Unmount { device, unit } => Some((device, *unit)),
            _ => None,
        }
    }
}

/// The switches of the console that are on or off (processor reference, sections 9.1 and 9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Switch {
    /// ADDRESS STOP: the processor stops in a memory cycle to the address in the MA switches.
    AddressStop,
    /// MEM DISABLE: the processor waits forever for memory that does not exist.
    MemDisable,
    /// INST STOP, a key, held down: one instruction at a time.
    InstStop,
    /// MEM STOP, a key, held down: one memory cycle at a time.
    MemStop,
    /// RIM MAINT: EXAMINE and DEPOSIT reach the core under the accumulators.
    RimMaint,
    /// REPEAT: a key that is held down acts repeatedly.
    Repeat,
}

names!(Switch {
    AddressStop "addrstop",
    MemDisable "memdisable",
    InstStop "inststop",
    MemStop "memstop",
    RimMaint "rimmaint",
    Repeat "repeat",
});

impl Switch {
    /// Returns the switch's label on the console (processor reference, section 9.1).
    pub fn legend(self) -> &'static str {
        match self {
            Switch::AddressStop => "ADDRESS STOP",
            Switch::MemDisable => "MEM DISABLE",
            Switch::InstStop => "INST STOP held",
            Switch::MemStop => "MEM STOP held",
            Switch::RimMaint => "RIM MAINT",
            Switch::Repeat => "REPEAT",
        }
    }
}

/// The reason why an input is not possible.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// The key has no effect now; the text says why.
    #[error("{0}")]
    NoEffect(String),
    /// No memory exists at this address.
    #[error("there is no memory at {0:o}")]
    NoMemory(Address),
    /// No such device exists.
    #[error(transparent)]
    NoDevice(#[from] NoSuchDevice),
    /// The device cannot perform the input.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// This unit of this device has no tape to take off.
    #[error("no tape on {}", unit_name(.0, *.1))]
    NoTape(String, u8),
}

impl Machine {
    pub(super) fn perform(&mut self, input: &Input) -> Result<(), InputError> {
        let now = self.cpu.time;
        match input {
            Input::Key(key) => self.press(*key)?,
            Input::Hold(key) => {
                self.press(*key)?;
                self.hold(Some(*key));
            }
            Input::Release => self.hold(None),
            Input::Switch { switch, on } => *self.switch_mut(*switch) = *on,
            Input::AddressSwitches(address) => self.cpu.switches.address = *address,
            Input::RepeatSpeed(speed) => self.repeat.speed = *speed,
            Input::DataSwitches(word) => self.cpu.switches.data = *word,
            Input::Deposit { address, word } => {
                if !self.memory.exists(*address) {
                    return Err(InputError::NoMemory(*address));
                }
                self.memory.put(*address, *word);
                if *address == self.cpu.switches.address {
                    self.cpu.mi = *word;
                }
            }
            Input::MemorySet(set) => self.memory.change_set(*set),
            Input::ClearMemory => self.memory.clear(),
            Input::DepositShadow { ac, word } => self.memory.put_shadow((*ac).into(), *word),
            Input::Mount { device, unit, medium } => {
                self.io
                    .with(device, now, |device, context| device.mount(*unit, medium.clone(), context))??;
            }
            Input::Register { register, word } => self.set_register(*register, *word),
            Input::Unmount { device, unit } => {
                self.take_off(device, *unit)?;
            }
            Input::Act { device, action } => {
                self.io.with(device, now, |device, context| device.act(action, context))??;
            }
        }
        Ok(())
    }

    pub(super) fn take_off(&mut self, device: &str, unit: u8) -> Result<Medium, InputError> {
        let taken = self.io.with(device, self.cpu.time, |device, context| device.unmount(unit, context))?;
        taken.ok_or_else(|| InputError::NoTape(device.to_owned(), unit))
    }

    /// Returns `true` if a switch is on.
    pub fn switch(&self, switch: Switch) -> bool {
        let switches = &self.cpu.switches;
        match switch {
            Switch::AddressStop => switches.address_stop,
            Switch::MemDisable => switches.mem_disable,
            Switch::InstStop => switches.single_instruction,
            Switch::MemStop => switches.single_cycle,
            Switch::RimMaint => switches.rim_maint,
            Switch::Repeat => self.repeat.on,
        }
    }

    fn switch_mut(&mut self, switch: Switch) -> &mut bool {
        let switches = &mut self.cpu.switches;
        match switch {
            Switch::AddressStop => &mut switches.address_stop,
            Switch::MemDisable => &mut switches.mem_disable,
            Switch::InstStop => &mut switches.single_instruction,
            Switch::MemStop => &mut switches.single_cycle,
            Switch::RimMaint => &mut switches.rim_maint,
            Switch::Repeat => &mut self.repeat.on,
        }
    }

    /// Presses a key. START, READ IN, I/O RESET and EXECUTE stop a running processor first.
    pub(super) fn press(&mut self, key: Key) -> Result<(), InputError> {
        let cpu = &mut self.cpu;
        let waits = cpu.waits_for_memory();
        let no_effect = |why: String| Err(InputError::NoEffect(why));
        match key {
            Key::MemoryContinue if !waits => {
                return no_effect(
                    "MEM CONT has no effect: the processor is not waiting in a memory cycle".to_owned(),
                );
            }
            Key::Stop | Key::MemoryContinue | Key::Reset => {}
            _ if waits => {
                return no_effect(format!(
                    "the processor waits in a memory cycle at address {:o}: MEM CONT (\"key memcont\") \
                     finishes the cycle, I/O RESET (\"key ioreset\") abandons it",
                    cpu.ma
                ));
            }
            Key::ExamineNext | Key::DepositNext if cpu.running => {
                return no_effect(
                    "the NEXT keys have no effect while the processor runs; press STOP (\"key stop\") first"
                        .to_owned(),
                );
            }
            Key::Continue if cpu.running => return Ok(()),
            _ => {}
        }
        if matches!(key, Key::Start(_) | Key::ReadIn(_) | Key::Reset | Key::Execute) {
            cpu.press(Key::Stop, &mut self.memory, &mut self.io);
        }
        cpu.press(key, &mut self.memory, &mut self.io);
        if key == Key::Reset {
            self.io.reset_key(self.cpu.time);
        }
        Ok(())
    }
}
