//! The line printer of the Artificial Intelligence Group, device 124: a Data Products printer with an
//! interface made at MIT (device reference 5.1). DEC's Type 646 is in [`super::printer646`].

use super::page::{self, PAGE, Page};
use super::{Context, Device, Field, Units, request_line, save_state};
use crate::isa::DeviceCode;
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};

/// Time to print the line buffer: 600 lines per minute.
const PRINT_TIME: Nanos = Nanos::from_millis(100);

const CHANNEL: u32 = 0o7;
/// CONO: print; CONI: busy.
const PRINT: u32 = 0o10;

const LINE_FEED: u64 = 0o400;
const FORM_FEED: u64 = 0o401;

/// The event: printing and paper motion are over.
const READY: u32 = 0;

/// The printer, with unlimited paper. In its output a carriage return precedes a line printed over another
/// one, and a form feed ends a page.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Printer {
    channel: u8,
    busy: bool,
    page: Page,
}

impl Printer {
    fn print(&mut self, lines: u32, end: &[u8], context: &mut Context<'_>) {
        let time = if self.page.print(end, context) { PRINT_TIME } else { Nanos::ZERO };
        let time = time + self.page.advance(lines);
        self.busy_for(time, context);
    }

    fn busy_for(&mut self, time: Nanos, context: &mut Context<'_>) {
        let from = context.due(READY).unwrap_or(context.now);
        self.busy = true;
        context.schedule_at(from.saturating_add(time), READY);
    }
}

impl Device for Printer {
    fn name(&self) -> &'static str {
        "lpt"
    }

    fn codes(&self) -> &'static [DeviceCode] {
        &[DeviceCode::LPT]
    }

    /// Requests an interrupt whenever the printer is idle.
    fn requests(&self) -> u8 {
        request_line(!self.busy, self.channel.into())
    }

    fn cono(&mut self, _: DeviceCode, word: Word, context: &mut Context<'_>) {
        self.channel = (word.right() & CHANNEL) as u8;
        if word.right() & PRINT != 0 && !self.page.is_blank() {
            self.print(0, b"\r", context);
        }
    }

    fn coni(&mut self, _: DeviceCode, _: Nanos) -> Word {
        Word::halves(0, u32::from(self.channel) | if self.busy { PRINT } else { 0 })
    }

    fn datao(&mut self, _: DeviceCode, word: Word, context: &mut Context<'_>) {
        match word.bits() & 0o777 {
            code @ 0..=0o77 => self.page.store(code as u8 + b' '),
            LINE_FEED => self.print(1, b"\n", context),
            FORM_FEED => self.print(self.page.to_next(PAGE), b"\x0c", context),
            _ => {}
        }
    }

    fn event(&mut self, _: u32, _: &mut Context<'_>) {
        self.busy = false;
    }

    fn is_output(&self, _: u32) -> bool {
        true
    }

    fn reset(&mut self, _: bool, context: &mut Context<'_>) {
        context.cancel(READY);
        self.channel = 0;
        self.busy = false;
        self.page.clear();
    }

    fn units(&self) -> &'static [Units] {
        &[page::PAPER]
    }

    fn fields(&self, _: DeviceCode) -> &'static [Field] {
        const FIELDS: [Field; 2] = [Field::new(PRINT as u64, "busy"), Field::new(CHANNEL as u64, "channel")];
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

    const LPT: DeviceCode = DeviceCode::LPT;

    #[test]
    fn lines_overprinting_and_pages() {
        let mut bus = InOut::new();
        bus.connect(Box::new(Printer::default()));
        bus.cono(LPT, Word::new(5), Nanos::ZERO);
        assert_eq!(bus.requests(), 0o004, "an idle printer asks at once");
        let send = |bus: &mut InOut, text: &str, millis: u64| {
            for character in text.bytes() {
                bus.datao(LPT, Word::new(u64::from(character - 0o40)), Nanos::from_millis(millis));
            }
        };
        send(&mut bus, "HELLO", 0);
        assert_eq!(bus.requests(), 0o004, "storing a character takes no time worth mentioning");
        bus.cono(LPT, Word::new(0o15), Nanos::ZERO);
        assert_eq!(bus.coni(LPT, Nanos::ZERO), Word::new(0o15));
        assert_eq!(bus.requests(), 0);
        bus.advance(Nanos::from_millis(100));
        assert_eq!(bus.requests(), 0o004);
        send(&mut bus, "  ___", 150);
        bus.datao(LPT, Word::new(LINE_FEED), Nanos::from_millis(200));
        assert_eq!(bus.next_event(), Nanos::from_millis(315));
        bus.advance(Nanos::from_millis(315));
        bus.datao(LPT, Word::new(FORM_FEED), Nanos::from_millis(400));
        assert_eq!(bus.next_event(), Nanos::from_millis(400 + 65 * 15));
        let paper = bytes_of(&bus.take(LPT), 0);
        assert_eq!(String::from_utf8(paper).unwrap(), "HELLO\r  ___\n\x0c");
    }

    #[test]
    fn the_line_has_120_columns() {
        let mut bus = InOut::new();
        bus.connect(Box::new(Printer::default()));
        for _ in 0..130 {
            bus.datao(LPT, Word::new(0o41), Nanos::ZERO);
        }
        bus.datao(LPT, Word::new(LINE_FEED), Nanos::ZERO);
        let paper = bytes_of(&bus.take(LPT), 0);
        assert_eq!(paper, [vec![b'A'; 120], vec![b'\n']].concat());
    }
}
