//! The interface between a device and the bus, and the services of the bus for a device.

use super::data_control::DataControl;
use super::{Action, DeviceError, DeviceOutput, Field, Setting, Units};
use crate::cpu::Pi;
use crate::event::{Event, EventQueue};
use crate::isa::DeviceCode;
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};
use std::any::Any;

/// The services of the bus for a device while it is called: the time, its events and its output.
pub struct Context<'a> {
    /// The machine's time.
    pub now: Nanos,
    pub(super) queue: &'a mut EventQueue,
    /// Output of the devices, by slot.
    pub(super) made: &'a mut [Vec<DeviceOutput>],
    pub(super) slot: usize,
    /// The devices in the slots before and after that of this device.
    pub(super) others: [&'a mut [Box<dyn Device>]; 2],
    /// The slot of another device that this one has called; the bus updates its requests too.
    pub(super) reached: Option<usize>,
}

impl Context<'_> {
    /// Schedules a call of [`Device::event`] with `tag` after `delay`; replaces an
    /// earlier one with the same tag.
    pub fn schedule(&mut self, delay: Nanos, tag: u32) {
        self.schedule_at(self.now.saturating_add(delay), tag);
    }

    /// Schedules a call of [`Device::event`] with `tag` at `time`; replaces an earlier one with the same tag.
    pub fn schedule_at(&mut self, time: Nanos, tag: u32) {
        self.queue.cancel(self.slot, tag);
        self.queue.add(Event { time: time.max(self.now), slot: self.slot, tag });
    }

    /// Cancels the event with `tag`.
    pub fn cancel(&mut self, tag: u32) {
        self.queue.cancel(self.slot, tag);
    }

    /// Cancels all events of this device.
    pub fn cancel_all(&mut self) {
        self.queue.cancel_all(self.slot);
    }

    /// Outputs `bytes`, made now by unit `unit` of the device.
    pub fn produce(&mut self, unit: u8, bytes: &[u8]) {
        self.made[self.slot].push(DeviceOutput { time: self.now, unit, bytes: bytes.to_vec() });
    }

    /// Returns the data control, if another device on the bus has one.
    pub(super) fn data_control(&mut self) -> Option<&mut DataControl> {
        let [before, after] = &mut self.others;
        let slots = (0..self.slot).chain(self.slot + 1..);
        for (slot, device) in slots.zip(before.iter_mut().chain(after.iter_mut())) {
            if let Some(data) = device.data_control() {
                self.reached = Some(slot);
                return Some(data);
            }
        }
        None
    }

    /// Returns when the event with `tag` is due, if it is scheduled.
    pub fn due(&self, tag: u32) -> Option<Nanos> {
        self.queue.time_of(self.slot, tag)
    }
}

/// A tape or a deck of cards to mount on a device.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Medium {
    /// The contents in the device's own form: frames of paper tape, a DECtape image.
    pub bytes: Vec<u8>,
    /// `true` if the device may write on it.
    pub writable: bool,
}

/// A part of a tape image that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Offset in the image, in bytes.
    pub at: usize,
    /// The bytes written there.
    pub bytes: Vec<u8>,
}

/// A device on the in-out bus.
///
/// The default methods suit a device that does nothing.
/// After every call of a method that can change its requests, the bus reads [`Device::requests`].
/// [`Device::save`] returns the whole state that a program or a later event can observe. Characters printed
/// and frames punched are output at once, with [`Context::produce`].
///
/// The device also defines its part of the prompt: the files that can be attached ([`Device::units`]), the
/// settings ([`Device::settings`]) and what `show` prints ([`Device::fields`], [`Device::details`]).
pub trait Device: Any + Send {
    /// Returns the name in commands: `tty`, `ptr`.
    fn name(&self) -> &'static str;

    /// Returns other names accepted in commands.
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the device numbers that the device answers to.
    fn codes(&self) -> &'static [DeviceCode];

    /// Returns a mask of the channels on which the device requests an interrupt: 100 octal for channel 1, 001
    /// for channel 7.
    fn requests(&self) -> u8 {
        0
    }

    /// CONO: sets the conditions from the right half of `word`.
    fn cono(&mut self, _code: DeviceCode, _word: Word, _context: &mut Context<'_>) {}

    /// CONI, CONSZ, CONSO: returns the conditions.
    fn coni(&mut self, _code: DeviceCode, _now: Nanos) -> Word {
        Word::ZERO
    }

    /// Called when the program tests the conditions in `mask`: all of them for CONI, those in the instruction
    /// for CONSZ and CONSO.
    fn looked(&mut self, _code: DeviceCode, _mask: u32) {}

    /// Returns the time until which CONI keeps returning the same conditions, unless a scheduled event or a
    /// transfer changes them. Reading the conditions again must change nothing.
    fn conditions_until(&self, _code: DeviceCode) -> Nanos {
        Nanos::MAX
    }

    /// DATAO: sends a word to the device.
    fn datao(&mut self, _code: DeviceCode, _word: Word, _context: &mut Context<'_>) {}

    /// DATAI: reads a word from the device.
    fn datai(&mut self, _code: DeviceCode, _context: &mut Context<'_>) -> Word {
        Word::ZERO
    }

    /// Called when an event scheduled with [`Context::schedule`] is due.
    fn event(&mut self, _tag: u32, _context: &mut Context<'_>) {}

    /// Returns `true` if the event, handled now, would change neither
    /// [`Device::requests`] nor the result of CONI.
    fn is_unnoticed(&self, _tag: u32) -> bool {
        false
    }

    /// Returns `true` if the event ends an output that the program has already started: a character that is
    /// being printed, a frame that is being punched. A machine that halts runs until those are finished; see
    /// [`Machine::run_until`](crate::machine::Machine::run_until).
    fn is_output(&self, _tag: u32) -> bool {
        false
    }

    /// Returns `true` if the device listens to MI, the memory indicator. Only actions of the user may change
    /// the result.
    fn listens(&self) -> bool {
        false
    }

    /// Called when the program has changed MI to `word`, if the device listens.
    fn indicated(&mut self, _word: Word, _context: &mut Context<'_>) {}

    /// Resets the device. `key` is `true` for the console's key I/O RESET, `false` for CONO APR,200000.
    fn reset(&mut self, _key: bool, _context: &mut Context<'_>) {}

    /// Returns the units that files can be attached to, for `attach`.
    fn units(&self) -> &'static [Units] {
        &[]
    }

    /// Returns the settings that a user can change, for `set`.
    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    /// Returns `true` if the device has keyboards, for `send`.
    fn has_keyboards(&self) -> bool {
        false
    }

    /// Returns the number of characters that the typist at `line` still has to type, including the one on
    /// its way.
    fn keys_left(&self, _line: u8) -> usize {
        0
    }

    /// Carries out an action of the user.
    ///
    /// # Errors
    ///
    /// Returns an error if the device does not have this action, or if it is not possible now.
    fn act(&mut self, _action: &Action, _context: &mut Context<'_>) -> Result<(), DeviceError> {
        Err(DeviceError::Cannot(self.name()))
    }

    /// Mounts a tape or a deck on unit `unit` (0 for the only unit) and replaces the one that was on it.
    ///
    /// # Errors
    ///
    /// Returns an error if the device lacks the unit, or if the medium does not fit this device.
    fn mount(&mut self, _unit: u8, _medium: Medium, _context: &mut Context<'_>) -> Result<(), DeviceError> {
        Err(DeviceError::NoTapes(self.name()))
    }

    /// Unmounts the tape of unit `unit` and returns it in its current state; `None` if there was none.
    fn unmount(&mut self, _unit: u8, _context: &mut Context<'_>) -> Option<Medium> {
        None
    }

    /// Returns the image of the reel on unit `unit` as it is now, and `true` if it was
    /// written since it was mounted; `None` without a reel.
    fn image(&mut self, _unit: u8, _context: &mut Context<'_>) -> Option<(Vec<u8>, bool)> {
        None
    }

    /// Returns what was written on the tape of unit `unit` since the last call, as pieces of its image.
    /// A block of a DECtape that is still being written is not included. The call has no effect that a
    /// program can observe.
    fn fresh(&mut self, _unit: u8, _now: Nanos) -> Vec<Piece> {
        Vec::new()
    }

    /// Returns the Type 136 data control of this device, if it has one that serves other devices too.
    fn data_control(&mut self) -> Option<&mut DataControl> {
        None
    }

    /// Returns the fields of CONI, for display.
    fn fields(&self, _code: DeviceCode) -> &'static [Field] {
        &[]
    }

    /// Returns the rest of the device's state for display, one line per item.
    fn details(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the state of the device.
    fn save(&self) -> Vec<u8>;

    /// Restores a state returned by [`Device::save`].
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not a state of this device; the device may then be in any state.
    fn restore(&mut self, state: &[u8]) -> Result<(), DeviceError>;
}

/// Implements [`Device::save`] and [`Device::restore`] for a serde type, or through a field that is one.
macro_rules! save_state {
    ($($field:ident)?) => {
        fn save(&self) -> Vec<u8> {
            postcard::to_stdvec(&self$(.$field)?).expect("a state always fits into memory")
        }

        fn restore(&mut self, state: &[u8]) -> Result<(), $crate::io::DeviceError> {
            let device = self.name();
            let restored = postcard::from_bytes(state);
            (*self)$(.$field)? = restored.map_err(|error| $crate::io::DeviceError::State { device, error })?;
            Ok(())
        }
    };
}
pub(crate) use save_state;

/// Returns the mask of `channel` (0 for none) if the device is `asking` for an interrupt, otherwise 0. The
/// mask of channel 1 is 100 (octal).
pub(crate) fn request_line(asking: bool, channel: u32) -> u8 {
    if asking { Pi::mask(channel as u8) } else { 0 }
}
