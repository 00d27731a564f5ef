//! The paper tape punch Type 761, device 100 (device reference 2.2).

use super::{Context, Device, Field, FileUse, Units, request_line, save_state};
use crate::isa::DeviceCode;
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};

/// Time of a frame: 63 1/3 frames per second.
pub(crate) const FRAME_TIME: Nanos = Nanos(15_789_474);
/// Time for the motor to come up to speed. Part 3 of MIT's diagnostics measures it: the first frame after a
/// pause takes more than 48 and less than 65 cycles of the 60-cycle clock.
const SPIN_UP: Nanos = Nanos::from_seconds(1);
/// Time for which the motor keeps running after the last frame.
const SPIN_DOWN: Nanos = Nanos::from_seconds(5);

const CHANNEL: u32 = 0o7;
const DONE: u32 = 0o10;
const BUSY: u32 = 0o20;
const BINARY: u32 = 0o40;

/// The event: the frame is punched.
const PUNCHED: u32 = 0;

/// The punch, with unlimited tape.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Punch {
    conditions: u32,
    buffer: u8,
    last_frame: Option<Nanos>,
}

impl Punch {
    fn begin(&self, context: &mut Context<'_>) {
        let stopped = self.last_frame.is_none_or(|last| context.now.since(last) > SPIN_DOWN);
        let wait = if stopped { SPIN_UP } else { Nanos::ZERO };
        if context.due(PUNCHED).is_none() {
            context.schedule(FRAME_TIME + wait, PUNCHED);
        }
    }
}

impl Device for Punch {
    fn name(&self) -> &'static str {
        "ptp"
    }

    fn codes(&self) -> &'static [DeviceCode] {
        &[DeviceCode::PTP]
    }

    fn requests(&self) -> u8 {
        request_line(self.conditions & DONE != 0, self.conditions & CHANNEL)
    }

    fn cono(&mut self, _: DeviceCode, word: Word, context: &mut Context<'_>) {
        self.conditions = word.right() & (CHANNEL | DONE | BUSY | BINARY);
        if self.conditions & BUSY == 0 {
            context.cancel(PUNCHED);
        } else {
            self.begin(context);
        }
    }

    fn coni(&mut self, _: DeviceCode, _: Nanos) -> Word {
        Word::halves(0, self.conditions)
    }

    fn datao(&mut self, _: DeviceCode, word: Word, context: &mut Context<'_>) {
        self.conditions = self.conditions & !DONE | BUSY;
        self.buffer = word.bits() as u8;
        self.begin(context);
    }

    fn event(&mut self, _: u32, context: &mut Context<'_>) {
        let binary = self.conditions & BINARY != 0;
        let frame = if binary { self.buffer & 0o77 | 0o200 } else { self.buffer };
        context.produce(0, &[frame]);
        self.conditions = self.conditions & !BUSY | DONE;
        self.last_frame = Some(context.now);
    }

    fn is_output(&self, _: u32) -> bool {
        true
    }

    fn reset(&mut self, _: bool, context: &mut Context<'_>) {
        self.conditions = 0;
        context.cancel(PUNCHED);
    }

    fn units(&self) -> &'static [Units] {
        const TAPE: Units = Units {
            numbers: 0..=0,
            file: FileUse::Punch,
            help: "punched frames are written to the file, which must be new",
        };
        &[TAPE]
    }

    fn fields(&self, _: DeviceCode) -> &'static [Field] {
        const FIELDS: [Field; 4] = [
            Field::new(BINARY as u64, "binary"),
            Field::new(BUSY as u64, "busy"),
            Field::new(DONE as u64, "done"),
            Field::new(CHANNEL as u64, "channel"),
        ];
        &FIELDS
    }

    save_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::Bus;
    use crate::io::InOut;
    use crate::io::units::bytes_of;

    const PTP: DeviceCode = DeviceCode::PTP;

    #[test]
    fn frames_are_eight_holes_or_six_and_a_mark() {
        let mut bus = InOut::new();
        bus.connect(Box::new(Punch::default()));
        bus.datao(PTP, Word::new(0o1234), Nanos::ZERO);
        assert_eq!(bus.coni(PTP, Nanos::ZERO), Word::new(0o20));
        let first = SPIN_UP + FRAME_TIME;
        bus.advance(first);
        assert_eq!(bus.coni(PTP, first), Word::new(0o10));
        bus.cono(PTP, Word::new(0o43), first);
        bus.datao(PTP, Word::new(0o1234), first);
        assert_eq!(bus.next_event(), first + FRAME_TIME);
        bus.advance(first + FRAME_TIME);
        assert_eq!(bus.coni(PTP, first + FRAME_TIME), Word::new(0o53));
        assert_eq!(bus.requests(), 0o020);
        assert_eq!(bytes_of(&bus.take(PTP), 0), [0o234, 0o234]);
    }

    #[test]
    fn setting_busy_punches_the_buffer_again() {
        let mut bus = InOut::new();
        bus.connect(Box::new(Punch::default()));
        bus.datao(PTP, Word::new(0o101), Nanos::ZERO);
        let first = bus.next_event();
        bus.advance(first);
        bus.cono(PTP, Word::new(0o20), first);
        assert_eq!(bus.coni(PTP, first), Word::new(0o20));
        bus.advance(first + FRAME_TIME);
        assert_eq!(bytes_of(&bus.take(PTP), 0), [0o101, 0o101]);
    }

    #[test]
    fn the_motor_needs_a_second_after_a_pause_of_five() {
        let mut bus = InOut::new();
        bus.connect(Box::new(Punch::default()));
        bus.datao(PTP, Word::new(1), Nanos::ZERO);
        // Clock cycles that the diagnostic counts until the frame is punched.
        let cycles = bus.next_event().0 * 60 / 1_000_000_000;
        assert!((0o61..0o101).contains(&cycles), "{cycles}");
        bus.advance(bus.next_event());
        bus.datao(PTP, Word::new(1), Nanos::from_seconds(2));
        assert_eq!(bus.next_event(), Nanos::from_seconds(2) + FRAME_TIME);
        bus.advance(bus.next_event());
        bus.datao(PTP, Word::new(1), Nanos::from_seconds(8));
        assert_eq!(bus.next_event(), Nanos::from_seconds(8) + SPIN_UP + FRAME_TIME);
    }
}
