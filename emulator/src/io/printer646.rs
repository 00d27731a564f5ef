//! DEC's line printer Type 646, device 124, for software from other sites (device reference 5.2).
//!
//! The manual was not available; the conditions come from its successor LP10.

use super::page::{self, PAGE, Page};
use super::{Context, Device, Field, Units, request_line, save_state};
use crate::isa::DeviceCode;
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};

/// Time to print a line: 300 lines per minute.
const PRINT_TIME: Nanos = Nanos::from_millis(200);
const CHARACTER_TIME: Nanos = Nanos::from_micros(2);

const DONE_CHANNEL: u32 = 0o7;
const ERROR_CHANNEL: u32 = 0o70;
const DONE: u32 = 0o100;
const BUSY: u32 = 0o200;
const CLEAR_BUFFER: u32 = 0o2000;

/// Tag of the event: the word has been taken.
const TAKEN: u32 = 0;

/// The printer, with unlimited paper; it is never out of order.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Printer646 {
    conditions: u32,
    page: Page,
}

impl Printer646 {
    fn print(&mut self, lines: u32, end: &[u8], context: &mut Context<'_>) -> Nanos {
        let time = if self.page.print(end, context) { PRINT_TIME } else { Nanos::ZERO };
        time + self.page.advance(lines)
    }

    fn take(&mut self, character: u8, context: &mut Context<'_>) -> Nanos {
        match character {
            0 => Nanos::ZERO,
            0o11 => {
                self.page.tabulate(8);
                CHARACTER_TIME
            }
            0o12 => self.print(1, b"\n", context),
            0o13 => self.skip(self.page.to_next(20), context),
            0o14 => self.print(self.page.to_next(PAGE), b"\x0c", context),
            0o15 => self.print(0, b"\r", context),
            // Channels of the vertical format tape: to a multiple of 30, 2 or 3 lines, and one line.
            0o20 => self.skip(self.page.to_next(30), context),
            0o21 => self.skip(self.page.to_next(2), context),
            0o22 => self.skip(self.page.to_next(3), context),
            0o23 => self.skip(1, context),
            0o40..=0o176 => {
                self.page.store(character.to_ascii_uppercase());
                CHARACTER_TIME
            }
            _ => CHARACTER_TIME,
        }
    }

    fn skip(&mut self, lines: u32, context: &mut Context<'_>) -> Nanos {
        self.print(lines, &vec![b'\n'; lines as usize], context)
    }
}

impl Device for Printer646 {
    fn name(&self) -> &'static str {
        "lpt"
    }

    fn codes(&self) -> &'static [DeviceCode] {
        &[DeviceCode::LPT]
    }

    fn requests(&self) -> u8 {
        request_line(self.conditions & DONE != 0, self.conditions & DONE_CHANNEL)
    }

    fn cono(&mut self, _: DeviceCode, word: Word, context: &mut Context<'_>) {
        let bits = word.right();
        self.conditions = bits & (DONE_CHANNEL | ERROR_CHANNEL | DONE | BUSY);
        if bits & CLEAR_BUFFER != 0 {
            self.page.clear();
        }
        if bits & BUSY == 0 {
            context.cancel(TAKEN);
        }
    }

    fn coni(&mut self, _: DeviceCode, _: Nanos) -> Word {
        Word::halves(0, self.conditions)
    }

    fn datao(&mut self, _: DeviceCode, word: Word, context: &mut Context<'_>) {
        let characters = (0..5).map(|i| word.field(7 * i, 7 * i + 6) as u8);
        let time = characters.fold(CHARACTER_TIME, |time, character| time + self.take(character, context));
        self.conditions = self.conditions & !DONE | BUSY;
        context.schedule(time, TAKEN);
    }

    fn event(&mut self, _: u32, _: &mut Context<'_>) {
        self.conditions = self.conditions & !BUSY | DONE;
    }

    fn is_output(&self, _: u32) -> bool {
        true
    }

    fn reset(&mut self, _: bool, context: &mut Context<'_>) {
        context.cancel(TAKEN);
        self.conditions = 0;
        self.page.clear();
    }

    fn units(&self) -> &'static [Units] {
        &[page::PAPER]
    }

    fn fields(&self, _: DeviceCode) -> &'static [Field] {
        const FIELDS: [Field; 4] = [
            Field::new(BUSY as u64, "busy"),
            Field::new(DONE as u64, "done"),
            Field::new(ERROR_CHANNEL as u64, "error-channel"),
            Field::new(DONE_CHANNEL as u64, "done-channel"),
        ];
        &FIELDS
    }

    fn details(&self) -> Vec<String> {
        vec![self.page.details()]
    }

    save_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::Bus;
    use crate::io::InOut;
    use crate::io::units::bytes_of;

    #[test]
    fn control_codes_move_the_paper() {
        let lpt = DeviceCode::LPT;
        let mut bus = InOut::new();
        bus.connect(Box::new(Printer646::default()));
        let mut now = Nanos::ZERO;
        let mut send = |codes: [u64; 5]| {
            bus.datao(lpt, Word::new(codes.iter().fold(0, |bits, code| bits << 7 | code) << 1), now);
            now = bus.next_event();
            bus.advance(now);
            String::from_utf8(bytes_of(&bus.take(DeviceCode::LPT), 0)).unwrap()
        };
        assert_eq!(send([0o101, 0o15, 0o137, 0o12, 0]), "A\r_\n", "printed over");
        // From line 1: one line; then to a multiple of two, and to a multiple of three.
        assert_eq!(send([0o23, 0, 0, 0, 0]), "\n");
        assert_eq!(send([0o21, 0o22, 0, 0, 0]), "\n\n\n\n");
        assert_eq!(send([0o14, 0o102, 0o12, 0, 0]), "\x0cB\n");
        assert_eq!(send([0o13, 0, 0, 0, 0]).len(), 19, "from line 1 to 20");
        assert_eq!(send([0o20, 0o20, 0, 0, 0]).len(), 40, "from line 20 to 60");
        assert_eq!(send([0o13, 0, 0, 0, 0]).len(), 6, "from line 60 to the top of the next page");
        assert_eq!(send([0o13, 0, 0, 0, 0]).len(), 20, "from line 0 to 20");
    }

    #[test]
    fn words_of_five_characters() {
        let lpt = DeviceCode::LPT;
        let mut bus = InOut::new();
        bus.connect(Box::new(Printer646::default()));
        bus.cono(lpt, Word::new(0o5), Nanos::ZERO);
        // A, tab, b, line feed, null.
        let word = [0o101u64, 0o11, 0o142, 0o12, 0].iter().fold(0, |bits, c| bits << 7 | c) << 1;
        bus.datao(lpt, Word::new(word), Nanos::ZERO);
        assert_eq!(bus.coni(lpt, Nanos::ZERO), Word::new(0o205));
        bus.advance(Nanos::from_millis(216));
        assert_eq!(bus.coni(lpt, Nanos::ZERO), Word::new(0o105));
        assert_eq!(bus.requests(), 0o004);
        assert_eq!(bytes_of(&bus.take(DeviceCode::LPT), 0), b"A       B\n");
    }
}
