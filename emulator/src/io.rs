//! The in-out bus and the devices on it.
//!
//! A device answers the four kinds of in-out transfer under its device numbers, asks for interrupts on the lines of its
//! channels, and notes in the [queue of events](crate::event) when it will next do something by itself.
//! It is called only then, so a device that does nothing costs nothing.

pub mod character_generator;
pub mod data_control;
pub mod datanet;
pub mod dectape;
pub mod display340;
pub mod light_pen;
mod page;
pub mod printer;
pub mod printer646;
pub mod punch;
pub mod reader;
pub mod real_time_clock;
pub mod sense_register;
pub mod spacewar;
pub mod status;
pub mod teletype;

use crate::bus::Bus;
use crate::cpu::Pi;
use crate::event::{Event, EventQueue};
use crate::isa::DeviceCode;
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::fmt;

pub use status::Field;
pub use teletype::Parity;

/// What a device can ask of the machine while it is called.
pub struct Context<'a> {
    /// The time.
    pub now: Nanos,
    queue: &'a mut EventQueue,
    slot: usize,
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

/// What a person at the machine does to a device, other than loading tapes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Action {
    /// Types characters at the keyboard of a teletype line. They arrive at the speed of a teletype.
    Type {
        /// The line, 0 for the console.
        line: u8,
        /// The characters as the keys send them.
        characters: Vec<u8>,
    },
    /// Holds the light pen to the screen of the display, or takes it away.
    LightPen {
        /// The point it looks at, X to the right and Y up, 0 to 1023; `None` for none.
        at: Option<(u16, u16)>,
    },
    /// Sets the buttons of the spacewar consoles, by device number.
    Buttons {
        /// The word that the device gives.
        word: Word,
    },
    /// Turns the switch of a DECtape unit that protects the tape, or the control's switch for writing mark tracks.
    WriteSwitch {
        /// The unit, 1 to 4; 0 for the switch WRTM of the control.
        unit: u8,
        /// Whether writing is allowed.
        on: bool,
    },
    /// Makes the DECtape control test the checksums of blocks, as it does, or not: some images have rubbish there.
    Checksums {
        /// Whether they are tested.
        tested: bool,
    },
    /// Chooses the eighth bit of what the keyboards of the teletypes send from now on.
    Parity {
        /// Which.
        parity: Parity,
    },
    /// Makes the typists at the teletypes patient, as they are at first, or not.
    ///
    /// A patient typist does not strike a key before the program has taken the last character, does not begin before the
    /// program has turned to the teletypes (a program being read in would lose what he types), and types a little more
    /// slowly than the line allows, so that a program that sends each character back at once is never late; another one types
    /// on at full speed, and characters can be lost.
    Typist {
        /// Whether they are.
        patient: bool,
    },
}

/// A device on the in-out bus.
///
/// A method that a device does not have does nothing, or gives zero.
/// Every method that can change what the device asks for is followed by a look at [`Device::requests`].
/// The whole state that a program or the future can notice is in [`Device::save`]; what has been printed or punched for
/// the world outside is not.
pub trait Device: Any + Send {
    /// What it is called in commands: `tty`, `ptr`.
    fn name(&self) -> &'static str;

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

    /// I/O reset, by CONO APR,200000 (`key` off) or by the console's key (on).
    fn reset(&mut self, key: bool, context: &mut Context<'_>) {
        let _ = (key, context);
    }

    /// A person does something.
    ///
    /// # Errors
    ///
    /// The action is not for this device, or not possible; the text says why.
    fn act(&mut self, action: &Action, context: &mut Context<'_>) -> Result<(), String> {
        let _ = (action, context);
        Err(format!("{} cannot do that", self.name()))
    }

    /// Puts a tape on unit `unit` (0 if there is one only), instead of the one that was on it.
    ///
    /// # Errors
    ///
    /// There is no such unit, or the medium is not for this device; the text says why.
    fn mount(&mut self, unit: u8, medium: Medium, context: &mut Context<'_>) -> Result<(), String> {
        let _ = (unit, medium, context);
        Err(format!("{} takes no tapes", self.name()))
    }

    /// Takes the tape off unit `unit` and gives it back as it is now; `None` if there was none.
    fn unmount(&mut self, unit: u8, context: &mut Context<'_>) -> Option<Medium> {
        let _ = (unit, context);
        None
    }

    /// What is on the tape on unit `unit` now, if something was written on it since it was put on.
    fn written(&mut self, unit: u8, context: &mut Context<'_>) -> Option<Vec<u8>> {
        let _ = (unit, context);
        None
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
    fn restore(&mut self, state: &[u8]) -> Result<(), String>;
}

/// [`Device::save`] and [`Device::restore`] for a device that is a serde type, by way of its field `state`.
macro_rules! save_state {
    () => {
        fn save(&self) -> Vec<u8> {
            postcard::to_stdvec(&self.state).expect("a state always fits into memory")
        }

        fn restore(&mut self, state: &[u8]) -> Result<(), String> {
            self.state =
                postcard::from_bytes(state).map_err(|error| format!("state of {}: {error}", self.name()))?;
            Ok(())
        }
    };
}
pub(crate) use save_state;

/// The request line of `channel` (0 is none) if a device is `asking` on it, channel 1 = 100 (octal).
pub(crate) fn request_line(asking: bool, channel: u32) -> u8 {
    if asking { Pi::mask(channel as u8) } else { 0 }
}

/// There is no device with that name or number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchDevice(pub String);

impl fmt::Display for NoSuchDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no device {}", self.0)
    }
}

impl std::error::Error for NoSuchDevice {}

/// No device at this number.
const EMPTY: u8 = u8::MAX;

/// The in-out bus: the devices, which of them answers to which number, the queue of their events, their requests.
pub struct InOut {
    devices: Vec<Box<dyn Device>>,
    /// By [`DeviceCode::index`].
    slots: [u8; 128],
    queue: EventQueue,
    /// What each device asks for.
    lines: Vec<u8>,
    /// The union of the lines.
    requests: u8,
}

impl Default for InOut {
    fn default() -> InOut {
        InOut::new()
    }
}

impl InOut {
    /// A bus without devices.
    pub fn new() -> InOut {
        InOut {
            devices: Vec::new(),
            slots: [EMPTY; 128],
            queue: EventQueue::new(),
            lines: Vec::new(),
            requests: 0,
        }
    }

    /// Connects a device; where it has a number that is taken it replaces the earlier one there.
    pub fn connect(&mut self, device: Box<dyn Device>) {
        for code in device.codes() {
            self.slots[code.index()] = self.devices.len() as u8;
        }
        self.lines.push(device.requests());
        self.devices.push(device);
        self.collect();
    }

    /// The device of type `D`.
    pub fn get<D: Device>(&self) -> Option<&D> {
        self.devices.iter().find_map(|device| (device.as_ref() as &dyn Any).downcast_ref())
    }

    /// The device of type `D`, to take from it what it has produced.
    pub fn get_mut<D: Device>(&mut self) -> Option<&mut D> {
        self.devices.iter_mut().find_map(|device| (device.as_mut() as &mut dyn Any).downcast_mut())
    }

    /// All devices.
    pub fn devices(&self) -> impl Iterator<Item = &dyn Device> {
        self.devices.iter().map(Box::as_ref)
    }

    /// The device called `name`, in either case of letters.
    pub fn by_name(&self, name: &str) -> Option<&dyn Device> {
        self.devices().find(|device| device.name().eq_ignore_ascii_case(name))
    }

    /// The device that answers to `code`.
    pub fn at(&self, code: DeviceCode) -> Option<&dyn Device> {
        self.devices.get(usize::from(self.slots[code.index()])).map(Box::as_ref)
    }

    /// The events that are noted.
    pub fn queue(&self) -> &EventQueue {
        &self.queue
    }

    /// Calls the device in `slot` and looks at its requests afterwards.
    #[inline]
    fn call<R>(
        &mut self,
        slot: usize,
        now: Nanos,
        f: impl FnOnce(&mut dyn Device, &mut Context<'_>) -> R,
    ) -> R {
        let device = self.devices[slot].as_mut();
        let result = f(device, &mut Context { now, queue: &mut self.queue, slot });
        let line = device.requests();
        if line != self.lines[slot] {
            self.lines[slot] = line;
            self.collect();
        }
        result
    }

    fn collect(&mut self) {
        self.requests = self.lines.iter().fold(0, |all, line| all | line);
    }

    /// Calls the device named `name`.
    ///
    /// # Errors
    ///
    /// There is no such device.
    pub fn with<R>(
        &mut self,
        name: &str,
        now: Nanos,
        f: impl FnOnce(&mut dyn Device, &mut Context<'_>) -> R,
    ) -> Result<R, NoSuchDevice> {
        let slot = self.devices.iter().position(|device| device.name().eq_ignore_ascii_case(name));
        let slot = slot.ok_or_else(|| NoSuchDevice(name.to_owned()))?;
        Ok(self.call(slot, now, f))
    }

    /// The console's I/O RESET key.
    pub fn reset_key(&mut self, now: Nanos) {
        for slot in 0..self.devices.len() {
            self.call(slot, now, |device, context| device.reset(true, context));
        }
    }

    /// The state of everything on the bus.
    pub fn save(&self) -> SavedInOut {
        let devices = self.devices.iter().map(|device| (device.name().to_owned(), device.save())).collect();
        SavedInOut { devices, queue: self.queue.clone() }
    }

    /// Puts back what [`InOut::save`] gave, on a bus with the same devices.
    ///
    /// # Errors
    ///
    /// The devices are not the same, or a device does not know its state; the bus may then be in any state.
    pub fn restore(&mut self, saved: &SavedInOut) -> Result<(), String> {
        let names = |list: &mut dyn Iterator<Item = &str>| list.collect::<Vec<_>>().join(" ");
        let theirs = names(&mut saved.devices.iter().map(|(name, _)| name.as_str()));
        let ours = names(&mut self.devices.iter().map(|device| device.name()));
        if theirs != ours {
            return Err(format!("devices are \"{theirs}\", the machine has \"{ours}\""));
        }
        for (device, (_, state)) in self.devices.iter_mut().zip(&saved.devices) {
            device.restore(state)?;
        }
        self.queue = saved.queue.clone();
        self.lines = self.devices.iter().map(|device| device.requests()).collect();
        self.collect();
        Ok(())
    }
}

/// The state of the devices and their events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedInOut {
    /// By name, in the order in which they are connected.
    devices: Vec<(String, Vec<u8>)>,
    queue: EventQueue,
}

impl Bus for InOut {
    fn next_event(&self) -> Nanos {
        self.queue.next_time()
    }

    fn next_event_is_unnoticed(&self) -> bool {
        let mut events = self.queue.iter();
        let (Some(next), after) = (events.next(), events.next()) else { return false };
        after.is_none_or(|after| after.time > next.time) && self.devices[next.slot].is_unnoticed(next.tag)
    }

    fn advance(&mut self, now: Nanos) {
        while let Some(Event { time, slot, tag }) = self.queue.take_due(now) {
            self.call(slot, time, |device, context| device.event(tag, context));
        }
    }

    fn requests(&self) -> u8 {
        self.requests
    }

    fn datao(&mut self, code: DeviceCode, word: Word, now: Nanos) {
        let slot = self.slots[code.index()];
        if slot != EMPTY {
            self.call(slot.into(), now, |device, context| device.datao(code, word, context));
        }
    }

    fn conditions_until(&self, code: DeviceCode) -> Nanos {
        self.at(code).map_or(Nanos::MAX, |device| device.conditions_until(code))
    }

    fn datai(&mut self, code: DeviceCode, now: Nanos) -> Word {
        match self.slots[code.index()] {
            EMPTY => Word::ZERO,
            slot => self.call(slot.into(), now, |device, context| device.datai(code, context)),
        }
    }

    fn cono(&mut self, code: DeviceCode, word: Word, now: Nanos) {
        let slot = self.slots[code.index()];
        if slot != EMPTY {
            self.call(slot.into(), now, |device, context| device.cono(code, word, context));
        }
    }

    fn coni(&mut self, code: DeviceCode, now: Nanos) -> Word {
        match self.slots[code.index()] {
            EMPTY => Word::ZERO,
            slot => self.devices[usize::from(slot)].coni(code, now),
        }
    }

    fn reset(&mut self, now: Nanos) {
        for slot in 0..self.devices.len() {
            self.call(slot, now, |device, context| device.reset(false, context));
        }
    }
}
