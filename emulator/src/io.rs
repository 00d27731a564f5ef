//! The in-out bus and the devices on it.
//!
//! A device answers the four kinds of in-out transfer under its device numbers, requests interrupts on the
//! lines of its channels, and schedules its next action in the [event queue](crate::event). Between transfers
//! it is called only when that event is due (the loudspeaker also when MI changes), so an idle device costs
//! nothing.

pub(crate) mod card_punch;
pub(crate) mod card_reader;
mod character_generator;
mod data_control;
pub(crate) mod data_lines;
pub(crate) mod datanet;
pub(crate) mod dectape;
mod device;
pub(crate) mod disk;
pub(crate) mod display340;
mod error;
pub(crate) mod loudspeaker;
pub(crate) mod magtape;
mod page;
pub(crate) mod printer;
pub(crate) mod printer646;
pub(crate) mod punch;
pub(crate) mod reader;
pub(crate) mod real_time_clock;
pub(crate) mod second_processor;
pub(crate) mod sense_register;
pub(crate) mod setting;
pub(crate) mod spacewar;
pub(crate) mod status;
pub mod teletype;
pub mod units;

use crate::bus::Bus;
use crate::event::{Event, EventQueue};
use crate::isa::DeviceCode;
use crate::shared::Shared;
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};
use std::any::Any;

pub use device::{Context, Device, Medium, Piece};
pub use error::DeviceError;
pub use setting::{Action, Setting, Value, ValueError};
pub use status::Field;
pub use teletype::Parity;
pub use units::{DeviceOutput, FileUse, Units};

pub(crate) use device::{request_line, save_state};

/// No device has this name or number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no device {0}")]
pub struct NoSuchDevice(pub String);

/// The entry in the table of slots for a device number without a device.
const EMPTY: u8 = u8::MAX;

/// The in-out bus: the devices, their device numbers, their events and their requests.
pub struct InOut {
    devices: Vec<Box<dyn Device>>,
    /// Slot of the device for each number, by [`DeviceCode::index`].
    slots: [u8; 128],
    queue: EventQueue,
    /// The request lines of each device.
    lines: Vec<u8>,
    /// Output of each device that has not been taken yet.
    pub(crate) made: Vec<Vec<DeviceOutput>>,
    /// The union of the request lines of all devices.
    requests: u8,
    /// The slot of the device that is notified of changes of MI, the memory indicator.
    listener: Option<usize>,
}

impl Default for InOut {
    fn default() -> InOut {
        InOut::new()
    }
}

impl InOut {
    /// Returns a bus without devices.
    pub fn new() -> InOut {
        InOut {
            devices: Vec::new(),
            slots: [EMPTY; 128],
            queue: EventQueue::default(),
            lines: Vec::new(),
            made: Vec::new(),
            requests: 0,
            listener: None,
        }
    }

    /// Connects a device. It replaces an earlier device at any number that both have.
    pub fn connect(&mut self, device: Box<dyn Device>) {
        for code in device.codes() {
            self.slots[code.index()] = self.devices.len() as u8;
        }
        self.lines.push(device.requests());
        self.made.push(Vec::new());
        self.devices.push(device);
        self.collect();
    }

    /// Returns the first device of type `D`; `None` without one.
    pub fn get<D: Device>(&self) -> Option<&D> {
        self.devices.iter().find_map(|device| (device.as_ref() as &dyn Any).downcast_ref())
    }

    /// Returns the first device of type `D`, for methods that only this type has.
    pub fn get_mut<D: Device>(&mut self) -> Option<&mut D> {
        self.devices.iter_mut().find_map(|device| (device.as_mut() as &mut dyn Any).downcast_mut())
    }

    /// Returns all devices, in the order of connection.
    pub fn devices(&self) -> impl Iterator<Item = &dyn Device> {
        self.devices.iter().map(Box::as_ref)
    }

    /// Returns the device with this name or alias, ignoring case.
    pub fn by_name(&self, name: &str) -> Option<&dyn Device> {
        self.devices.get(self.slot(name)?).map(Box::as_ref)
    }

    fn slot(&self, name: &str) -> Option<usize> {
        let is = |other: &&str| other.eq_ignore_ascii_case(name);
        self.devices.iter().position(|device| is(&device.name()) || device.aliases().iter().any(is))
    }

    /// Returns the device that answers to `code`; `None` without one.
    pub fn at(&self, code: DeviceCode) -> Option<&dyn Device> {
        self.devices.get(usize::from(self.slots[code.index()])).map(Box::as_ref)
    }

    /// Takes the output of the device at `code` since the last call, in order of time; empty if no device has
    /// this number.
    pub fn take(&mut self, code: DeviceCode) -> Vec<DeviceOutput> {
        self.made.get_mut(usize::from(self.slots[code.index()])).map(std::mem::take).unwrap_or_default()
    }

    /// Returns `true` if the device at `code` has output that has not been taken.
    pub fn has_made(&self, code: DeviceCode) -> bool {
        self.made.get(usize::from(self.slots[code.index()])).is_some_and(|made| !made.is_empty())
    }

    /// Takes the output of all devices since the last call, with their names.
    pub fn take_all(&mut self) -> Vec<(&'static str, DeviceOutput)> {
        let mut all = Vec::new();
        for (device, made) in self.devices.iter().zip(&mut self.made) {
            all.extend(made.drain(..).map(|made| (device.name(), made)));
        }
        all
    }

    /// Returns `true` if the device called `name` has an event scheduled, for example because it moves a
    /// tape, prints or draws.
    pub fn is_busy(&self, name: &str) -> bool {
        self.slot(name).is_some_and(|slot| self.queue.iter().any(|event| event.slot == slot))
    }

    /// Returns the time of the next event that ends an output already started by the program;
    /// [`Nanos::MAX`] without one.
    pub(crate) fn next_output(&self) -> Nanos {
        let mut outputs = self.queue.iter().filter(|event| self.devices[event.slot].is_output(event.tag));
        outputs.next().map_or(Nanos::MAX, |event| event.time)
    }

    /// Returns the scheduled events of all devices.
    pub fn queue(&self) -> &EventQueue {
        &self.queue
    }

    /// Calls the device in `slot` and then updates its requests.
    #[inline]
    fn call<R>(
        &mut self,
        slot: usize,
        now: Nanos,
        f: impl FnOnce(&mut dyn Device, &mut Context<'_>) -> R,
    ) -> R {
        let (before, rest) = self.devices.split_at_mut(slot);
        let (device, after) = rest.split_first_mut().expect("every slot has a device");
        let (queue, made) = (&mut self.queue, &mut self.made);
        let mut context = Context { now, queue, made, slot, others: [before, after], reached: None };
        let result = f(device.as_mut(), &mut context);
        let reached = context.reached;
        self.update(slot);
        if let Some(other) = reached {
            self.update(other);
        }
        result
    }

    /// Updates the requests of the device in `slot`.
    #[inline]
    fn update(&mut self, slot: usize) {
        let line = self.devices[slot].requests();
        if line != self.lines[slot] {
            self.lines[slot] = line;
            self.collect();
        }
    }

    /// Finds the device that listens to MI. Only the user's actions and restored states change it.
    fn find_listener(&mut self) {
        self.listener = self.devices.iter().position(|device| device.listens());
    }

    fn collect(&mut self) {
        self.requests = self.lines.iter().fold(0, |all, line| all | line);
    }

    /// Calls `f` with the device named `name`.
    pub fn with<R>(
        &mut self,
        name: &str,
        now: Nanos,
        f: impl FnOnce(&mut dyn Device, &mut Context<'_>) -> R,
    ) -> Result<R, NoSuchDevice> {
        let slot = self.slot(name).ok_or_else(|| NoSuchDevice(name.to_owned()))?;
        let result = self.call(slot, now, f);
        self.find_listener();
        Ok(result)
    }

    /// Calls `f` with the first device of type `D`; `None` if the bus has no such device.
    pub fn with_type<D: Device, R>(
        &mut self,
        now: Nanos,
        f: impl FnOnce(&mut D, &mut Context<'_>) -> R,
    ) -> Option<R> {
        let slot = self.devices.iter().position(|device| (device.as_ref() as &dyn Any).is::<D>())?;
        self.call(slot, now, |device, context| {
            (device as &mut dyn Any).downcast_mut().map(|device| f(device, context))
        })
    }

    /// Takes the pieces of a tape image that the device has written since the last call; see
    /// [`Device::fresh`].
    pub fn fresh(&mut self, name: &str, unit: u8, now: Nanos) -> Vec<Piece> {
        let slot = self.slot(name);
        slot.map(|slot| self.devices[slot].fresh(unit, now)).unwrap_or_default()
    }

    /// Resets the devices, as the console's I/O RESET key does.
    pub fn reset_key(&mut self, now: Nanos) {
        for slot in 0..self.devices.len() {
            self.call(slot, now, |device, context| device.reset(true, context));
        }
    }

    /// Returns the state of everything on the bus.
    pub fn save(&self) -> SavedInOut {
        self.save_beside(None)
    }

    /// Returns the state of everything on the bus. Parts equal to the state `before` share its memory.
    pub(crate) fn save_beside(&self, before: Option<&SavedInOut>) -> SavedInOut {
        let saved = self.devices.iter().enumerate().map(|(slot, device)| {
            let before = before.and_then(|before| before.devices.get(slot));
            (device.name().to_owned(), Shared::of(&device.save(), before.map(|(_, state)| state)))
        });
        SavedInOut { devices: saved.collect(), queue: self.queue.clone() }
    }

    /// Restores a state returned by [`InOut::save`], on a bus with the same devices.
    ///
    /// # Errors
    ///
    /// Returns an error if the devices differ or a device cannot read its state; the bus
    /// may then be in any state.
    pub fn restore(&mut self, saved: &SavedInOut) -> Result<(), DeviceError> {
        let names = |list: &mut dyn Iterator<Item = &str>| list.collect::<Vec<_>>().join(" ");
        let theirs = names(&mut saved.devices.iter().map(|(name, _)| name.as_str()));
        let ours = names(&mut self.devices.iter().map(|device| device.name()));
        if theirs != ours {
            return Err(DeviceError::OtherDevices { theirs, ours });
        }
        for (device, (_, state)) in self.devices.iter_mut().zip(&saved.devices) {
            device.restore(&state.to_vec())?;
        }
        self.queue = saved.queue.clone();
        self.lines = self.devices.iter().map(|device| device.requests()).collect();
        self.collect();
        self.find_listener();
        Ok(())
    }
}

/// The saved state of the devices and their events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedInOut {
    /// Name and state of each device, in the order of connection.
    devices: Vec<(String, Shared<u8>)>,
    queue: EventQueue,
}

impl SavedInOut {
    pub(crate) fn bytes_beside(&self, before: Option<&SavedInOut>) -> usize {
        let states = self.devices.iter().enumerate().map(|(slot, (_, state))| {
            let before = before.and_then(|before| before.devices.get(slot));
            state.bytes_beside(before.map(|(_, state)| state))
        });
        states.sum()
    }
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

    fn looked(&mut self, code: DeviceCode, mask: u32) {
        let slot = self.slots[code.index()];
        if slot != EMPTY {
            self.devices[usize::from(slot)].looked(code, mask);
        }
    }

    fn listens(&self) -> bool {
        self.listener.is_some()
    }

    fn indicated(&mut self, word: Word, now: Nanos) {
        if let Some(slot) = self.listener {
            self.call(slot, now, |device, context| device.indicated(word, context));
        }
    }

    fn reset(&mut self, now: Nanos) {
        for slot in 0..self.devices.len() {
            self.call(slot, now, |device, context| device.reset(false, context));
        }
    }
}
