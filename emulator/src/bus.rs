//! The in-out bus as the processor sees it.
//!
//! The processor knows neither a device nor a queue of events. It asks for the time of the next event, lets
//! due events happen, and reads the seven request lines.

use crate::isa::DeviceCode;
use crate::time::Nanos;
use crate::word::Word;

/// The in-out bus with all devices on it, except the processor (000) and the priority interrupt (004), which
/// belong to the processor.
///
/// `now` never decreases from call to call. Devices act on their own only in [`Bus::advance`]; in the other
/// calls, `now` is the time of the transfer or of the change. The default methods model an empty bus.
pub trait Bus {
    /// Returns the time of the next event that no instruction causes, [`Nanos::MAX`] without one.
    /// The processor runs undisturbed up to this time.
    fn next_event(&self) -> Nanos {
        Nanos::MAX
    }

    /// Returns `true` if the event due at [`Bus::next_event`] changes neither the requests nor the
    /// conditions of any device.
    fn next_event_is_unnoticed(&self) -> bool {
        false
    }

    /// Handles all events due at or before `now`, in order of time.
    fn advance(&mut self, _now: Nanos) {}

    /// Returns the seven request lines, the union of the requests of all devices. The mask of channel 1 is
    /// 100 (octal), that of channel 7 is 001. The processor reads the lines after every in-out transfer and
    /// after [`Bus::advance`].
    fn requests(&self) -> u8 {
        0
    }

    /// DATAO: sends a word to the device.
    fn datao(&mut self, _device: DeviceCode, _word: Word, _now: Nanos) {}

    /// DATAI: reads a word from the device; zero without a device at that number.
    fn datai(&mut self, _device: DeviceCode, _now: Nanos) -> Word {
        Word::ZERO
    }

    /// CONO: sends conditions to the device; the bus carries the effective address in both halves.
    fn cono(&mut self, _device: DeviceCode, _word: Word, _now: Nanos) {}

    /// CONI, CONSZ, CONSO: returns the conditions of the device; zero without a device.
    fn coni(&mut self, _device: DeviceCode, _now: Nanos) -> Word {
        Word::ZERO
    }

    /// Called before [`Bus::coni`] with the conditions that the program tests: all for CONI, the mask for
    /// CONSZ and CONSO.
    fn looked(&mut self, _device: DeviceCode, _mask: u32) {}

    /// Returns the time until which [`Bus::coni`] of the device keeps returning the same conditions, unless
    /// an event announced by [`Bus::next_event`] or a transfer changes them. [`Nanos::MAX`] for a device
    /// whose conditions change in no other way.
    fn conditions_until(&self, _device: DeviceCode) -> Nanos {
        Nanos::MAX
    }

    /// Returns `true` if a device listens to the memory indicator: every change of MI by a program is then
    /// reported with [`Bus::indicated`].
    fn listens(&self) -> bool {
        false
    }

    /// Called when the program has changed MI to `word`.
    fn indicated(&mut self, _word: Word, _now: Nanos) {}

    /// I/O reset: every device clears its flags and channel assignments.
    fn reset(&mut self, _now: Nanos) {}
}

/// A bus without devices.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDevices;

impl Bus for NoDevices {}
