//! The card punch, device 110, for software from other sites (device reference 7.6).
//!
//! The manual of DEC's Type 460 was not available; the conditions come from its successor CP10.

use super::{Context, Device, Field, FileUse, Units, request_line, save_state};
use crate::formats::cards::{self, COLUMNS};
use crate::isa::DeviceCode;
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};
use support::text::count;

/// Time to punch a column. With [`FEED_TIME`], 100 full cards per minute.
const COLUMN_TIME: Nanos = Nanos::from_millis(6);
/// Time to bring a blank card to its first column.
const FEED_TIME: Nanos = Nanos::from_millis(120);

const PUNCH: DeviceCode = DeviceCode::new(0o110);

const CHANNEL: u32 = 0o7;
const DATA_REQUEST: u32 = 0o10;
const PUNCH_ON: u32 = 0o40;
const END_OF_CARD: u32 = 0o100;
const END_ENABLED: u32 = 0o200;
const CARD_IN_PUNCH: u32 = 0o400;
const TROUBLE_ENABLED: u32 = 0o2000;

/// CONO: each of these bits sets the condition at the same bit.
const SET: u32 = DATA_REQUEST | END_ENABLED | TROUBLE_ENABLED;
/// CONO: each bit clears a condition.
const CLEARS: [(u32, u32); 5] = [
    (0o20, DATA_REQUEST),
    (0o100, END_OF_CARD),
    (0o400, END_ENABLED),
    (0o4000, TROUBLE_ENABLED),
    (0o100000, END_OF_CARD | END_ENABLED | TROUBLE_ENABLED),
];
/// CONO: leaves the rest of the card blank and ejects it.
const EJECT: u32 = 0o10000;

/// The event: a card is at its first column.
const FED: u32 = 0;
/// The event: a column is punched, or the card is ejected.
const PUNCHED: u32 = 1;

/// The punch, with unlimited blank cards. Each card is output as a line of text when it is ejected.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct CardPunch {
    conditions: u32,
    /// The columns already punched in the card.
    card: Vec<u16>,
    /// The column to punch next.
    column: Option<u16>,
}

impl CardPunch {
    fn next_column(&mut self, context: &mut Context<'_>) {
        if self.column.is_some() {
            context.schedule(COLUMN_TIME, PUNCHED);
        } else {
            self.conditions |= DATA_REQUEST;
        }
    }

    fn eject(&mut self, context: &mut Context<'_>) {
        context.produce(0, cards::line(&self.card).as_bytes());
        self.card.clear();
        self.conditions &= !(PUNCH_ON | CARD_IN_PUNCH);
        self.conditions |= END_OF_CARD;
    }
}

impl Device for CardPunch {
    fn name(&self) -> &'static str {
        "cp"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["cdp"]
    }

    fn codes(&self) -> &'static [DeviceCode] {
        &[PUNCH]
    }

    fn requests(&self) -> u8 {
        let conditions = self.conditions;
        let ended = conditions & (END_OF_CARD | END_ENABLED) == END_OF_CARD | END_ENABLED;
        request_line(ended || conditions & DATA_REQUEST != 0, conditions & CHANNEL)
    }

    fn cono(&mut self, _: DeviceCode, word: Word, context: &mut Context<'_>) {
        let bits = word.right();
        self.conditions = self.conditions & !CHANNEL | bits & (CHANNEL | SET);
        for (_, cleared) in CLEARS.iter().filter(|(bit, _)| bits & bit != 0) {
            self.conditions &= !cleared;
        }
        if bits & PUNCH_ON != 0 && self.conditions & PUNCH_ON == 0 {
            self.conditions |= PUNCH_ON;
            context.schedule(FEED_TIME, FED);
        }
        if bits & EJECT != 0 && self.conditions & CARD_IN_PUNCH != 0 {
            self.conditions &= !DATA_REQUEST;
            self.card.extend(self.column.take());
            self.card.resize(COLUMNS, 0);
            context.schedule(COLUMN_TIME, PUNCHED);
        }
    }

    fn coni(&mut self, _: DeviceCode, _: Nanos) -> Word {
        Word::halves(0, self.conditions)
    }

    fn datao(&mut self, _: DeviceCode, word: Word, context: &mut Context<'_>) {
        self.conditions &= !DATA_REQUEST;
        self.column = Some(word.right() as u16 & 0o7777);
        if self.conditions & CARD_IN_PUNCH != 0 && context.due(PUNCHED).is_none() {
            self.next_column(context);
        }
    }

    fn event(&mut self, tag: u32, context: &mut Context<'_>) {
        if tag == FED {
            self.conditions |= CARD_IN_PUNCH;
        } else {
            self.card.extend(self.column.take());
        }
        if self.card.len() >= COLUMNS {
            self.card.truncate(COLUMNS);
            self.eject(context);
        } else {
            self.next_column(context);
        }
    }

    fn is_output(&self, tag: u32) -> bool {
        tag == PUNCHED
    }

    /// Ejects a partly punched card immediately.
    fn reset(&mut self, _: bool, context: &mut Context<'_>) {
        context.cancel_all();
        if !self.card.is_empty() {
            self.card.resize(COLUMNS, 0);
            self.eject(context);
        }
        *self = CardPunch::default();
    }

    fn units(&self) -> &'static [Units] {
        const STACKER: Units = Units {
            numbers: 0..=0,
            file: FileUse::Punch,
            help: "punched cards are written as text to the file, which must be new",
        };
        &[STACKER]
    }

    fn fields(&self, _: DeviceCode) -> &'static [Field] {
        const FIELDS: [Field; 7] = [
            Field::new(TROUBLE_ENABLED as u64, "trouble-enabled"),
            Field::new(CARD_IN_PUNCH as u64, "card-in-punch"),
            Field::new(END_ENABLED as u64, "end-enabled"),
            Field::new(END_OF_CARD as u64, "end-of-card"),
            Field::new(PUNCH_ON as u64, "punch-on"),
            Field::new(DATA_REQUEST as u64, "data-request"),
            Field::new(CHANNEL as u64, "channel"),
        ];
        &FIELDS
    }

    fn details(&self) -> Vec<String> {
        vec![format!("{} punched", count(self.card.len(), "column"))]
    }

    save_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::Bus;
    use crate::io::InOut;
    use crate::io::units::bytes_of;

    fn punch() -> InOut {
        let mut bus = InOut::new();
        bus.connect(Box::new(CardPunch::default()));
        bus
    }

    fn cono(bus: &mut InOut, bits: u64, now: Nanos) -> u64 {
        bus.cono(PUNCH, Word::new(bits), now);
        bus.coni(PUNCH, now).bits()
    }

    /// The program supplies each column in time, so 100 cards are punched per minute, 600 ms for each.
    #[test]
    fn a_full_card_takes_600_milliseconds() {
        let mut bus = punch();
        assert_eq!(cono(&mut bus, 0o244, Nanos::ZERO), 0o244, "on; the end of the card interrupts");
        let mut now = Nanos::ZERO;
        for column in 0..80 {
            now = bus.next_event();
            bus.advance(now);
            assert_eq!((bus.coni(PUNCH, now).bits(), bus.requests()), (0o654, 0o010), "column {column}");
            bus.datao(PUNCH, Word::new(if column == 79 { 0o4400 } else { 0o1_000000 }), now);
            assert_eq!((bus.coni(PUNCH, now).bits(), bus.requests()), (0o644, 0));
        }
        assert_eq!(now, Nanos::from_millis(120 + 79 * 6));
        now = bus.next_event();
        bus.advance(now);
        assert_eq!(now, Nanos::from_millis(600));
        assert_eq!((bus.coni(PUNCH, now).bits(), bus.requests()), (0o304, 0o010));
        assert_eq!((cono(&mut bus, 0o504, now), bus.requests()), (0o4, 0));
        let cards = String::from_utf8(bytes_of(&bus.take(PUNCH), 0)).unwrap();
        assert_eq!(cards, format!("{}A\n", " ".repeat(79)));
    }

    /// A column that is supplied before the card arrives waits for the card.
    #[test]
    fn ejecting_leaves_the_rest_blank() {
        let mut bus = punch();
        assert_eq!(cono(&mut bus, 0o54, Nanos::ZERO), 0o54, "data are requested at once");
        bus.datao(PUNCH, Word::new(0o4400), Nanos::ZERO);
        assert_eq!(cono(&mut bus, 0o10004, Nanos::ZERO), 0o44, "no card to eject yet");
        let fed = Nanos::from_millis(120);
        bus.advance(fed);
        assert_eq!(bus.coni(PUNCH, fed).bits(), 0o444);
        let first = Nanos::from_millis(126);
        bus.advance(first);
        bus.datao(PUNCH, Word::new(0o7777), first);
        assert_eq!(cono(&mut bus, 0o10004, first), 0o444);
        bus.advance(Nanos::from_millis(132));
        assert_eq!(bus.coni(PUNCH, fed).bits(), 0o104);
        let expected = format!("~raw44007777{}\n", "0".repeat(4 * 78));
        assert_eq!(String::from_utf8(bytes_of(&bus.take(PUNCH), 0)).unwrap(), expected);
    }

    #[test]
    fn a_reset_ejects_the_card() {
        let mut bus = punch();
        cono(&mut bus, 0o40, Nanos::ZERO);
        bus.datao(PUNCH, Word::new(0o4400), Nanos::ZERO);
        let now = Nanos::from_millis(126);
        bus.advance(now);
        bus.reset(now);
        assert_eq!((bus.coni(PUNCH, now).bits(), bus.next_event()), (0, Nanos::MAX));
        assert_eq!(bytes_of(&bus.take(PUNCH), 0), b"A\n");
        assert_eq!(cono(&mut bus, 0o102200, now), 0, "CLEAR PUNCH after setting the enable bits");
    }
}
