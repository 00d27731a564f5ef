//! The paper tape reader Type 760, device 104 (device reference 2.1).

use super::{Context, Device, DeviceError, Field, FileUse, Medium, Units, request_line, save_state};
use crate::isa::DeviceCode;
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};

/// Time of a frame: 400 frames per second.
pub(crate) const FRAME_TIME: Nanos = Nanos::from_micros(2_500);

const CHANNEL: u32 = 0o7;
const DONE: u32 = 0o10;
const BUSY: u32 = 0o20;
const BINARY: u32 = 0o40;
const MOTOR: u32 = 0o400;

/// The event: a frame is under the light.
const FRAME: u32 = 0;

/// The reader. Its motor runs whenever a tape is mounted.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Reader {
    /// DONE, BUSY, BINARY and the channel.
    conditions: u32,
    buffer: Word,
    /// Frames already read of the current word.
    frames: u8,
    tape: Option<Vec<u8>>,
    position: usize,
    last_frame: Nanos,
}

impl Reader {
    /// Returns the number of frames read and the length of the tape in frames; `None` without a tape.
    pub(crate) fn position(&self) -> Option<(usize, usize)> {
        self.tape.as_ref().map(|tape| (self.position, tape.len()))
    }

    /// Returns `true` if the reader has nothing left to deliver: no tape or the end of the tape, and every
    /// item read was taken.
    pub(crate) fn is_spent(&self) -> bool {
        let more = self.position().is_some_and(|(read, length)| read < length);
        !more && self.conditions & DONE == 0
    }

    fn pull(&self, context: &mut Context<'_>) {
        let more = self.tape.as_ref().is_some_and(|tape| self.position < tape.len());
        if self.conditions & BUSY == 0 || !more {
            context.cancel(FRAME);
        } else if context.due(FRAME).is_none() {
            // The tape keeps its speed if it was not stopped for longer than a frame takes.
            let in_time = self.last_frame.saturating_add(FRAME_TIME);
            let moving = self.position > 0 && in_time >= context.now;
            context.schedule_at(if moving { in_time } else { context.now.saturating_add(FRAME_TIME) }, FRAME);
        }
    }

    fn begin(&mut self) {
        if self.conditions & BUSY == 0 {
            self.conditions |= BUSY;
            self.buffer = Word::ZERO;
            self.frames = 0;
        }
    }
}

impl Device for Reader {
    fn name(&self) -> &'static str {
        "ptr"
    }

    fn codes(&self) -> &'static [DeviceCode] {
        &[DeviceCode::PTR]
    }

    fn requests(&self) -> u8 {
        request_line(self.conditions & DONE != 0, self.conditions & CHANNEL)
    }

    fn cono(&mut self, _: DeviceCode, word: Word, context: &mut Context<'_>) {
        let bits = word.right();
        let was_busy = self.conditions & BUSY;
        self.conditions = bits & (CHANNEL | DONE | BINARY);
        if bits & BUSY != 0 {
            self.conditions |= was_busy;
            self.begin();
        }
        self.pull(context);
    }

    fn coni(&mut self, _: DeviceCode, _: Nanos) -> Word {
        let motor = if self.tape.is_some() { MOTOR } else { 0 };
        Word::halves(0, self.conditions | motor)
    }

    fn datai(&mut self, _: DeviceCode, context: &mut Context<'_>) -> Word {
        let word = self.buffer;
        self.conditions &= !DONE;
        self.begin();
        self.pull(context);
        word
    }

    fn event(&mut self, _: u32, context: &mut Context<'_>) {
        let Some(&frame) = self.tape.as_ref().and_then(|tape| tape.get(self.position)) else { return };
        self.position += 1;
        self.last_frame = context.now;
        if self.conditions & BINARY == 0 {
            self.buffer = self.buffer | Word::new(frame.into());
            self.frames = 6;
        } else if frame & 0o200 != 0 {
            self.buffer = Word::new(self.buffer.bits() << 6 | u64::from(frame & 0o77));
            self.frames += 1;
        }
        if self.frames >= 6 {
            self.conditions = self.conditions & !BUSY | DONE;
        }
        self.pull(context);
    }

    /// Returns `true` for any frame of a binary word except its last.
    fn is_unnoticed(&self, _: u32) -> bool {
        self.conditions & BINARY != 0 && self.frames < 5
    }

    fn reset(&mut self, _: bool, context: &mut Context<'_>) {
        self.conditions = 0;
        self.pull(context);
    }

    fn units(&self) -> &'static [Units] {
        const TAPE: Units =
            Units { numbers: 0..=0, file: FileUse::PaperTape, help: "the tape is read from the file" };
        &[TAPE]
    }

    fn mount(&mut self, unit: u8, medium: Medium, context: &mut Context<'_>) -> Result<(), DeviceError> {
        if unit != 0 {
            return Err(DeviceError::OneReader);
        }
        if self.tape.is_none() {
            // Switching the motor on or off sets DONE for a waiting program.
            self.conditions |= DONE;
        }
        self.tape = Some(medium.bytes);
        self.position = 0;
        context.cancel(FRAME);
        self.pull(context);
        Ok(())
    }

    fn unmount(&mut self, _: u8, context: &mut Context<'_>) -> Option<Medium> {
        let bytes = self.tape.take()?;
        self.conditions |= DONE;
        self.pull(context);
        Some(Medium { bytes, writable: false })
    }

    fn fields(&self, _: DeviceCode) -> &'static [Field] {
        const FIELDS: [Field; 5] = [
            Field::new(MOTOR as u64, "motor"),
            Field::new(BINARY as u64, "binary"),
            Field::new(BUSY as u64, "busy"),
            Field::new(DONE as u64, "done"),
            Field::new(CHANNEL as u64, "channel"),
        ];
        &FIELDS
    }

    fn details(&self) -> Vec<String> {
        let tape = match self.position() {
            None => "no tape".to_owned(),
            Some((at, length)) => format!("tape: {at} of {length} frames read"),
        };
        vec![tape, format!("buffer {}", self.buffer)]
    }

    save_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::Bus;
    use crate::formats::tape;
    use crate::io::InOut;

    const PTR: DeviceCode = DeviceCode::PTR;

    fn with_tape(bytes: Vec<u8>) -> InOut {
        let mut bus = InOut::new();
        bus.connect(Box::new(Reader::default()));
        let medium = Medium { bytes, writable: false };
        bus.with("ptr", Nanos::ZERO, |device, context| device.mount(0, medium, context)).unwrap().unwrap();
        bus
    }

    fn coni(bus: &mut InOut) -> u64 {
        bus.coni(PTR, Nanos::ZERO).bits()
    }

    #[test]
    fn binary_words_take_fifteen_milliseconds() {
        let mut frames = Vec::new();
        tape::punch(Word::halves(0o123456, 0o654321), &mut frames);
        tape::punch(Word::ONES, &mut frames);
        let mut bus = with_tape(frames);
        bus.cono(PTR, Word::halves(0, 0o65), Nanos::ZERO);
        assert_eq!(coni(&mut bus), 0o465);
        bus.advance(Nanos::from_micros(14_999));
        assert_eq!(coni(&mut bus), 0o465);
        bus.advance(Nanos::from_micros(15_000));
        assert_eq!(coni(&mut bus), 0o455);
        assert_eq!(bus.requests(), 0o004);
        // The word is taken a millisecond late, but the tape has not stopped.
        assert_eq!(bus.datai(PTR, Nanos::from_micros(16_000)), Word::halves(0o123456, 0o654321));
        assert_eq!(coni(&mut bus), 0o465);
        bus.advance(Nanos::from_micros(30_000));
        assert_eq!(bus.datai(PTR, Nanos::from_micros(30_000)), Word::ONES);
        bus.advance(Nanos::from_seconds(10));
        assert_eq!(coni(&mut bus), 0o465, "the tape has run out: busy for ever");
    }

    /// Device reference 2.1: a waiting program sees the motor start and stop.
    #[test]
    fn a_tape_put_on_or_taken_off_is_noticed() {
        let mut bus = with_tape(vec![1]);
        assert_eq!(coni(&mut bus), 0o410);
        bus.cono(PTR, Word::new(3), Nanos::ZERO);
        assert_eq!((coni(&mut bus), bus.requests()), (0o403, 0));
        bus.with("ptr", Nanos::ZERO, |device, context| device.unmount(0, context)).unwrap().unwrap();
        assert_eq!((coni(&mut bus), bus.requests()), (0o13, 0o020));
        // Without a tape nothing is ever read.
        bus.cono(PTR, Word::new(0o23), Nanos::ZERO);
        bus.advance(Nanos::from_seconds(10));
        assert_eq!(coni(&mut bus), 0o23);
    }

    #[test]
    fn alphanumeric_mode_gives_all_eight_holes() {
        let mut bus = with_tape(vec![0, 0o301]);
        bus.cono(PTR, Word::halves(0, 0o20), Nanos::ZERO);
        bus.advance(Nanos::from_micros(2_500));
        assert_eq!(bus.datai(PTR, Nanos::from_micros(2_500)), Word::ZERO);
        bus.advance(Nanos::from_micros(5_000));
        assert_eq!(bus.datai(PTR, Nanos::from_micros(5_000)), Word::new(0o301));
    }

    #[test]
    fn a_second_cono_keeps_the_half_assembled_word() {
        let mut frames = Vec::new();
        tape::punch(Word::halves(0o123456, 0o654321), &mut frames);
        let mut bus = with_tape(frames);
        bus.cono(PTR, Word::halves(0, 0o60), Nanos::ZERO);
        bus.advance(Nanos::from_micros(6_000));
        bus.cono(PTR, Word::halves(0, 0o60), Nanos::from_micros(6_000));
        bus.advance(Nanos::from_micros(15_000));
        assert_eq!(bus.datai(PTR, Nanos::from_micros(15_000)), Word::halves(0o123456, 0o654321));
    }
}
