//! What the processor sees of the in-out devices.
//!
//! The processor knows neither a device nor a queue of events: it asks when something is due, lets that happen, and looks
//! at the seven request lines.

use crate::isa::DeviceCode;
use crate::time::Nanos;
use crate::word::Word;

/// The in-out bus with all devices on it, except the processor (000) and the priority interrupt (004), which are
/// the processor's own.
///
/// `now` never runs backwards from call to call.
/// Devices are only told the time; what they do by themselves they do in [`Bus::advance`].
/// What is not said otherwise is as on a bus with nothing on it.
pub trait Bus {
    /// When the next thing happens that no instruction causes: [`Nanos::MAX`] if none is in sight.
    /// The processor runs undisturbed up to this time.
    fn next_event(&self) -> Nanos {
        Nanos::MAX
    }

    /// Whether what happens next, at [`Bus::next_event`], changes nothing that the requests or the conditions of any device
    /// show.
    fn next_event_is_unnoticed(&self) -> bool {
        false
    }

    /// Lets everything happen that is due at or before `now`, in order of time.
    fn advance(&mut self, now: Nanos) {
        let _ = now;
    }

    /// The seven request lines, channel 1 = 100 (octal) to channel 7 = 001: the union of what the devices ask for.
    /// They are looked at after every call of another method.
    fn requests(&self) -> u8 {
        0
    }

    /// DATAO: a word for the device.
    fn datao(&mut self, device: DeviceCode, word: Word, now: Nanos) {
        let _ = (device, word, now);
    }

    /// DATAI: the word the device gives; zero if there is no such device.
    fn datai(&mut self, device: DeviceCode, now: Nanos) -> Word {
        let _ = (device, now);
        Word::ZERO
    }

    /// CONO: conditions for the device; the bus carries the effective address in both halves.
    fn cono(&mut self, device: DeviceCode, word: Word, now: Nanos) {
        let _ = (device, word, now);
    }

    /// CONI, CONSZ, CONSO: the conditions of the device; zero if there is no such device.
    fn coni(&mut self, device: DeviceCode, now: Nanos) -> Word {
        let _ = (device, now);
        Word::ZERO
    }

    /// Before [`Bus::coni`]: which conditions the program looks at, all with CONI, those of its mask with CONSZ and CONSO.
    fn looked(&mut self, device: DeviceCode, mask: u32) {
        let _ = (device, mask);
    }

    /// Until when [`Bus::coni`] of the device goes on to give what it gave last, unless something happens that
    /// [`Bus::next_event`] announces or a transfer changes it: [`Nanos::MAX`] for a device without conditions that change
    /// otherwise.
    fn conditions_until(&self, device: DeviceCode) -> Nanos {
        let _ = device;
        Nanos::MAX
    }

    /// I/O reset: every device clears its flags and assignments.
    fn reset(&mut self, now: Nanos) {
        let _ = now;
    }
}

/// A bus with nothing on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDevices;

impl Bus for NoDevices {}
