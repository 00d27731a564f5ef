//! What a device is to the bus, and what it can ask of the machine.

use super::{Action, DeviceError, Field, Produced, Setting, Units};
use crate::cpu::Pi;
use crate::event::{Event, EventQueue};
use crate::isa::DeviceCode;
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};
use std::any::Any;

/// What a device can ask of the machine while it is called.
pub struct Context<'a> {
    /// The time.
    pub now: Nanos,
    pub(super) queue: &'a mut EventQueue,
    /// What the devices have made, by slot.
    pub(super) made: &'a mut [Vec<Produced>],
    pub(super) slot: usize,
}

impl Context<'_> {
    /// Calls [`Device::event`] with `tag` after `delay`; a call noted before with the same tag is forgotten.
    pub fn schedule(&mut self, delay: Nanos, tag: u32) {
        self.schedule_at(self.now.saturating_add(delay), tag);
    }

    /// Calls [`Device::event`] with `tag` at `time`; a call noted before with the same tag is forgotten.
    pub fn schedule_at(&mut self, time: Nanos, tag: u32) {
        self.queue.cancel(self.slot, tag);
        self.queue.add(Event { time: time.max(self.now), slot: self.slot, tag });
    }

    /// Forgets the call noted with `tag`.
    pub fn cancel(&mut self, tag: u32) {
        self.queue.cancel(self.slot, tag);
    }

    /// Forgets all calls of this device.
    pub fn cancel_all(&mut self) {
        self.queue.cancel_all(self.slot);
    }

    /// Gives `bytes` to the world outside: unit `unit` of the device has made them now.
    pub fn produce(&mut self, unit: u8, bytes: &[u8]) {
        self.made[self.slot].push(Produced { time: self.now, unit, bytes: bytes.to_vec() });
    }

    /// When the call with `tag` is due, if one is noted.
    pub fn due(&self, tag: u32) -> Option<Nanos> {
        self.queue.time_of(self.slot, tag)
    }
}

/// A tape that is put on a device.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Medium {
    /// What is on it, in the device's own form: frames of paper tape, a DECtape image.
    pub bytes: Vec<u8>,
    /// Whether the device may write on it.
    pub writable: bool,
}

/// A stretch of the image of a tape that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where in the image it begins, in bytes.
    pub at: usize,
    /// What stands there now.
    pub bytes: Vec<u8>,
}

/// A device on the in-out bus.
///
/// A method that a device does not have does nothing, or gives zero.
/// Every method that can change what the device asks for is followed by a look at [`Device::requests`].
/// The whole state that a program or the future can notice is in [`Device::save`]; what it prints or punches for the world
/// outside it gives away at once, with [`Context::produce`].
///
/// What a person can do with it at the prompt it says itself: the files that can be attached ([`Device::units`]), what can be
/// set ([`Device::settings`]), what it shows ([`Device::fields`], [`Device::details`]).
pub trait Device: Any + Send {
    /// What it is called in commands: `tty`, `ptr`.
    fn name(&self) -> &'static str;

    /// Other names that people use.
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }

    /// The device numbers it answers to.
    fn codes(&self) -> &'static [DeviceCode];

    /// The channels on which it asks for an interrupt now: channel 1 is 100 (octal), channel 7 is 001.
    fn requests(&self) -> u8 {
        0
    }

    /// CONO: the conditions in the right half of `word`.
    fn cono(&mut self, code: DeviceCode, word: Word, context: &mut Context<'_>) {
        let _ = (code, word, context);
    }

    /// CONI, CONSZ, CONSO.
    fn coni(&mut self, code: DeviceCode, now: Nanos) -> Word {
        let _ = (code, now);
        Word::ZERO
    }

    /// The program looks at those conditions that `mask` has: with CONI at all, with CONSZ and CONSO at those named.
    fn looked(&mut self, code: DeviceCode, mask: u32) {
        let _ = (code, mask);
    }

    /// Until when CONI goes on to give what it gave last, unless an event that is noted or a transfer changes it. To look at
    /// the conditions again must change nothing.
    fn conditions_until(&self, code: DeviceCode) -> Nanos {
        let _ = code;
        Nanos::MAX
    }

    /// DATAO.
    fn datao(&mut self, code: DeviceCode, word: Word, context: &mut Context<'_>) {
        let _ = (code, word, context);
    }

    /// DATAI.
    fn datai(&mut self, code: DeviceCode, context: &mut Context<'_>) -> Word {
        let _ = (code, context);
        Word::ZERO
    }

    /// The time noted with [`Context::schedule`] has come.
    fn event(&mut self, tag: u32, context: &mut Context<'_>) {
        let _ = (tag, context);
    }

    /// Whether the event, if it came now, would change neither [`Device::requests`] nor what CONI gives.
    fn is_unnoticed(&self, tag: u32) -> bool {
        let _ = tag;
        false
    }

    /// Returns `true` if the event ends an output that the program has already handed over: a character that is being
    /// printed, a frame that is being punched. A machine that halts runs on until those have come; see
    /// [`Machine::run_until`](crate::machine::Machine::run_until).
    fn is_output(&self, tag: u32) -> bool {
        let _ = tag;
        false
    }

    /// I/O reset, by CONO APR,200000 (`key` off) or by the console's key (on).
    fn reset(&mut self, key: bool, context: &mut Context<'_>) {
        let _ = (key, context);
    }

    /// What can be attached to it, for `attach`.
    fn units(&self) -> &'static [Units] {
        &[]
    }

    /// What a person can set, for `set`.
    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    /// Whether it has keyboards, for `send`.
    fn has_keyboards(&self) -> bool {
        false
    }

    /// A person does something.
    ///
    /// # Errors
    ///
    /// The action is not for this device, or not possible.
    fn act(&mut self, action: &Action, context: &mut Context<'_>) -> Result<(), DeviceError> {
        let _ = (action, context);
        Err(DeviceError::Cannot(self.name()))
    }

    /// Puts a tape on unit `unit` (0 if there is one only), instead of the one that was on it.
    ///
    /// # Errors
    ///
    /// There is no such unit, or the medium is not for this device.
    fn mount(&mut self, unit: u8, medium: Medium, context: &mut Context<'_>) -> Result<(), DeviceError> {
        let _ = (unit, medium, context);
        Err(DeviceError::NoTapes(self.name()))
    }

    /// Takes the tape off unit `unit` and gives it back as it is now; `None` if there was none.
    fn unmount(&mut self, unit: u8, context: &mut Context<'_>) -> Option<Medium> {
        let _ = (unit, context);
        None
    }

    /// The image of the reel on unit `unit` as it is now, and whether something was written on it since it was put on.
    fn image(&mut self, unit: u8, context: &mut Context<'_>) -> Option<(Vec<u8>, bool)> {
        let _ = (unit, context);
        None
    }

    /// What was written on the tape on unit `unit` since this was last asked, as pieces of its image: whole blocks, of which
    /// the one that is being written is not told yet. It changes nothing that the program or the future can notice.
    fn fresh(&mut self, unit: u8, now: Nanos) -> Vec<Piece> {
        let _ = (unit, now);
        Vec::new()
    }

    /// The bits that CONI gives, for people.
    fn fields(&self, code: DeviceCode) -> &'static [Field] {
        let _ = code;
        &[]
    }

    /// The rest of its state for people, a line each.
    fn details(&self) -> Vec<String> {
        Vec::new()
    }

    /// Its state.
    fn save(&self) -> Vec<u8>;

    /// Puts back what [`Device::save`] gave.
    ///
    /// # Errors
    ///
    /// The bytes are not a state of this device; it may then be in any state.
    fn restore(&mut self, state: &[u8]) -> Result<(), DeviceError>;
}

/// [`Device::save`] and [`Device::restore`] for a device that is a serde type, by way of its field `state`.
macro_rules! save_state {
    () => {
        fn save(&self) -> Vec<u8> {
            postcard::to_stdvec(&self.state).expect("a state always fits into memory")
        }

        fn restore(&mut self, state: &[u8]) -> Result<(), $crate::io::DeviceError> {
            self.state = postcard::from_bytes(state)
                .map_err(|error| $crate::io::DeviceError::State { device: self.name(), error })?;
            Ok(())
        }
    };
}
pub(crate) use save_state;

/// The request line of `channel` (0 is none) if a device is `asking` on it, channel 1 = 100 (octal).
pub(crate) fn request_line(asking: bool, channel: u32) -> u8 {
    if asking { Pi::mask(channel as u8) } else { 0 }
}
