//! The card reader, device 150, for software from other sites (device reference 7.6).
//!
//! The manual of DEC's Type 461 was not available; the conditions come from its successor CR10.

use super::{Context, Device, DeviceError, Field, FileUse, Medium, Units, request_line, save_state};
use crate::formats::cards::{self, DeckItem};
use crate::isa::DeviceCode;
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};
use support::text::count;

/// Time between two columns, as on the card reader of the PDP-4.
const COLUMN_TIME: Nanos = Nanos::from_micros(2_300);
/// Time from the command to the first column. It makes the speed 200 cards per minute.
const FEED_TIME: Nanos = Nanos::from_micros(300_000 - cards::COLUMNS as u64 * 2_300);

const READER: DeviceCode = DeviceCode::new(0o150);

const CHANNEL: u32 = 0o7;
const DATA_READY: u32 = 0o10;
const END_OF_CARD: u32 = 0o20;
const END_OF_FILE: u32 = 0o40;
const READY: u32 = 0o100;
const DATA_MISSED: u32 = 0o200;
const TROUBLE: u32 = 0o400;
const READING: u32 = 0o1000;
const HOPPER_EMPTY: u32 = 0o2000;
const CARD_IN_READER: u32 = 0o4000;
const STOPPED: u32 = 0o10000;
const READY_ENABLED: u32 = 0o200000;
const TROUBLE_ENABLED: u32 = 0o400000;

/// CONO: clears these conditions.
const CLEARED: u32 = DATA_READY | END_OF_CARD | END_OF_FILE | DATA_MISSED;
const ENABLE_READY: u32 = 0o100;
const ENABLE_TROUBLE: u32 = 0o400;
const READ_CARD: u32 = 0o1000;
const CLEAR_READER: u32 = 0o10000;

/// The event: a column is under the light, or the card has passed.
const COLUMN: u32 = 0;

/// The reader. A card never jams and is never misread.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct CardReader {
    /// All conditions except READY and HOPPER_EMPTY, which the deck determines.
    conditions: u32,
    buffer: Word,
    deck: Vec<DeckItem>,
    /// The item of the deck to be read next, or being read.
    item: usize,
    column: usize,
}

impl CardReader {
    fn conditions(&self) -> u32 {
        match self.conditions & (READING | TROUBLE) {
            _ if self.item >= self.deck.len() => self.conditions | HOPPER_EMPTY,
            0 => self.conditions | READY,
            _ => self.conditions,
        }
    }

    fn read_card(&mut self, context: &mut Context<'_>) {
        if self.conditions & READING != 0 {
            return;
        }
        self.conditions &= !(DATA_READY | END_OF_CARD);
        match self.deck.get(self.item) {
            Some(DeckItem::Card(_)) => {
                self.conditions |= READING;
                self.column = 0;
                context.schedule(FEED_TIME, COLUMN);
            }
            Some(DeckItem::EndOfFile) => {
                self.conditions |= END_OF_FILE;
                self.item += 1;
            }
            None => self.conditions |= TROUBLE | STOPPED,
        }
    }

    /// Puts a deck into the hopper and returns the old one. A card on its way through the reader is taken
    /// out.
    fn load(&mut self, deck: Vec<DeckItem>, context: &mut Context<'_>) -> Vec<DeckItem> {
        context.cancel(COLUMN);
        self.conditions &= !(READING | CARD_IN_READER | TROUBLE | STOPPED);
        (self.item, self.column) = (0, 0);
        std::mem::replace(&mut self.deck, deck)
    }
}

/// Returns the word for a column: its punches in bits 24-35, and a shorter code for them in the left half.
/// There, bits 10-14 are rows 9, 12, 11, 0 and 8. Bits 15-17 are the lowest number of a punched row from 1 to
/// 7. Bit 0 is on if more than one of these seven rows is punched.
fn word(punches: u16) -> Word {
    let punches = u32::from(punches);
    let zones = (punches >> 9) << 4;
    let eight_and_nine = (punches & 0o2) << 2 | (punches & 0o1) << 7;
    let rows = (1..=7).filter(|row| punches & 0o1000 >> row != 0);
    let several = if rows.clone().count() > 1 { 0o400000 } else { 0 };
    Word::halves(several | zones | eight_and_nine | rows.min().unwrap_or(0), punches)
}

impl Device for CardReader {
    fn name(&self) -> &'static str {
        "cr"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["cdr"]
    }

    fn codes(&self) -> &'static [DeviceCode] {
        &[READER]
    }

    fn requests(&self) -> u8 {
        let conditions = self.conditions();
        let enabled = |flag, enable| conditions & (flag | enable) == flag | enable;
        let asks = conditions & (DATA_READY | END_OF_CARD | END_OF_FILE) != 0
            || enabled(READY, READY_ENABLED)
            || enabled(TROUBLE, TROUBLE_ENABLED);
        request_line(asks, conditions & CHANNEL)
    }

    fn cono(&mut self, _: DeviceCode, word: Word, context: &mut Context<'_>) {
        let bits = word.right();
        if bits & CLEAR_READER != 0 {
            context.cancel(COLUMN);
            self.item += usize::from(self.conditions & READING != 0);
            self.conditions = 0;
        }
        self.conditions &= !(bits & CLEARED | CHANNEL | READY_ENABLED | TROUBLE_ENABLED);
        self.conditions |= bits & CHANNEL;
        if bits & ENABLE_READY != 0 {
            self.conditions |= READY_ENABLED;
        }
        if bits & ENABLE_TROUBLE != 0 {
            self.conditions |= TROUBLE_ENABLED;
        }
        if bits & READ_CARD != 0 {
            self.read_card(context);
        }
    }

    fn coni(&mut self, _: DeviceCode, _: Nanos) -> Word {
        Word::halves(0, self.conditions())
    }

    fn datai(&mut self, _: DeviceCode, _: &mut Context<'_>) -> Word {
        self.conditions &= !DATA_READY;
        self.buffer
    }

    fn event(&mut self, _: u32, context: &mut Context<'_>) {
        let Some(DeckItem::Card(columns)) = self.deck.get(self.item) else { return };
        if let Some(&punches) = columns.get(self.column) {
            if self.conditions & DATA_READY != 0 {
                self.conditions |= DATA_MISSED;
            }
            self.conditions |= CARD_IN_READER | DATA_READY;
            self.buffer = word(punches);
            self.column += 1;
            context.schedule(COLUMN_TIME, COLUMN);
        } else {
            self.conditions = self.conditions & !(READING | CARD_IN_READER) | END_OF_CARD;
            self.item += 1;
        }
    }

    /// Stops reading: a card that is moving is not read to its end.
    fn reset(&mut self, _: bool, context: &mut Context<'_>) {
        self.cono(READER, Word::new(CLEAR_READER.into()), context);
    }

    fn units(&self) -> &'static [Units] {
        const HOPPER: Units = Units {
            numbers: 0..=0,
            file: FileUse::Deck,
            help: "cards are read from the file: text with a card on each line, or column binary",
        };
        &[HOPPER]
    }

    fn mount(&mut self, unit: u8, medium: Medium, context: &mut Context<'_>) -> Result<(), DeviceError> {
        if unit != 0 {
            return Err(DeviceError::OneCardReader);
        }
        let deck = cards::read(&medium.bytes).map_err(DeviceError::NoDeck)?;
        self.load(deck, context);
        Ok(())
    }

    fn unmount(&mut self, _: u8, context: &mut Context<'_>) -> Option<Medium> {
        // A deck may be empty.
        let deck = self.load(Vec::new(), context);
        Some(Medium { bytes: cards::write(&deck), writable: false })
    }

    fn fields(&self, _: DeviceCode) -> &'static [Field] {
        const FIELDS: [Field; 13] = [
            Field::new(TROUBLE_ENABLED as u64, "trouble-enabled"),
            Field::new(READY_ENABLED as u64, "ready-enabled"),
            Field::new(STOPPED as u64, "stopped"),
            Field::new(CARD_IN_READER as u64, "card-in-reader"),
            Field::new(HOPPER_EMPTY as u64, "hopper-empty"),
            Field::new(READING as u64, "reading"),
            Field::new(TROUBLE as u64, "trouble"),
            Field::new(DATA_MISSED as u64, "data-missed"),
            Field::new(READY as u64, "ready"),
            Field::new(END_OF_FILE as u64, "end-of-file"),
            Field::new(END_OF_CARD as u64, "end-of-card"),
            Field::new(DATA_READY as u64, "data-ready"),
            Field::new(CHANNEL as u64, "channel"),
        ];
        &FIELDS
    }

    fn details(&self) -> Vec<String> {
        let is_card = |item: &&DeckItem| matches!(item, DeckItem::Card(_));
        let cards = |items: &[DeckItem]| items.iter().filter(is_card).count();
        let CardReader { deck, item, column, buffer, .. } = self;
        let deck = format!("{} of {} read", cards(&deck[..*item]), count(cards(deck), "card"));
        vec![deck, format!("column {column}, buffer {buffer}")]
    }

    save_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::Bus;
    use crate::io::InOut;

    fn with_deck(deck: &[u8]) -> InOut {
        let mut bus = InOut::new();
        bus.connect(Box::new(CardReader::default()));
        let medium = Medium { bytes: deck.to_vec(), writable: false };
        bus.with("cr", Nanos::ZERO, |device, context| device.mount(0, medium, context)).unwrap().unwrap();
        bus
    }

    fn cono(bus: &mut InOut, bits: u64, now: Nanos) -> u64 {
        bus.cono(READER, Word::new(bits), now);
        bus.coni(READER, now).bits()
    }

    #[test]
    fn an_empty_deck_can_be_taken_off() {
        let mut bus = with_deck(b"");
        let taken = bus.with("cr", Nanos::ZERO, |device, context| device.unmount(0, context)).unwrap();
        assert_eq!(taken.map(|medium| medium.bytes), Some(Vec::new()));
    }

    /// 12-1 is A. The left half has row 12 in bit 11, row 1 as 1.
    #[test]
    fn a_column_has_its_punches_and_a_code() {
        assert_eq!(word(0o4400), Word::halves(0o000101, 0o4400));
        assert_eq!(word(0o2000), Word::halves(0o000040, 0o2000), "row 11");
        assert_eq!(word(0o1200), Word::halves(0o000022, 0o1200), "S: rows 0 and 2");
        assert_eq!(word(0o0106), Word::halves(0o400013, 0o0106), "rows 3 and 7, row 8");
        assert_eq!(word(0o0001), Word::halves(0o000200, 0o0001), "row 9");
        assert_eq!(word(0), Word::ZERO);
    }

    /// 200 cards per minute: 300 ms from the command to the end of the card. The columns are read in the last
    /// 184 ms.
    #[test]
    fn a_card_takes_300_milliseconds() {
        let mut bus = with_deck(b"AB\nC\n");
        assert_eq!(cono(&mut bus, 0o3, Nanos::ZERO), 0o103, "ready");
        assert_eq!(cono(&mut bus, 0o1003, Nanos::ZERO), 0o1003, "reading");
        assert_eq!(bus.next_event(), Nanos::from_millis(116));
        let mut columns = Vec::new();
        while bus.coni(READER, bus.next_event()).bits() & 0o1000 != 0 {
            let now = bus.next_event();
            bus.advance(now);
            if bus.coni(READER, now).bits() & 0o10 != 0 {
                assert_eq!(bus.requests(), 0o020);
                columns.push(bus.datai(READER, now).right());
                assert_eq!(bus.coni(READER, now).bits(), 0o5003, "the card is in the reader");
            } else {
                assert_eq!(now, Nanos::from_millis(300));
            }
        }
        assert_eq!((columns.len(), &columns[..3]), (80, [0o4400, 0o4200, 0].as_slice()));
        let now = Nanos::from_millis(300);
        assert_eq!((bus.coni(READER, now).bits(), bus.requests()), (0o123, 0o020), "end of card, ready");
        assert_eq!((cono(&mut bus, 0o23, now), bus.requests()), (0o103, 0));
        assert_eq!((cono(&mut bus, 0o103, now), bus.requests()), (0o200103, 0o020), "ready interrupts");
    }

    #[test]
    fn a_column_not_taken_in_time_is_missed() {
        let mut bus = with_deck(b"ABC");
        cono(&mut bus, 0o1003, Nanos::ZERO);
        let second = Nanos::from_micros(118_300);
        bus.advance(second);
        assert_eq!(bus.coni(READER, second).bits(), 0o5213);
        assert_eq!(bus.datai(READER, second).right(), 0o4200, "B");
        assert_eq!(cono(&mut bus, 0o203, second), 0o5003);
    }

    /// A mark in the deck ends a file. Reading from an empty hopper sets the trouble flag until the hopper is
    /// filled.
    #[test]
    fn the_end_of_a_file_and_of_the_deck() {
        let mut bus = with_deck(b"~\n");
        assert_eq!(cono(&mut bus, 0o1003, Nanos::ZERO), 0o2043);
        assert_eq!(bus.requests(), 0o020);
        assert_eq!(cono(&mut bus, 0o1043, Nanos::ZERO), 0o12403, "cleared; trouble without its interrupt");
        assert_eq!(bus.requests(), 0);
        assert_eq!((cono(&mut bus, 0o403, Nanos::ZERO), bus.requests()), (0o412403, 0o020));
        let medium = Medium { bytes: b"A\n".to_vec(), writable: false };
        bus.with("cr", Nanos::ZERO, |device, context| device.mount(0, medium, context)).unwrap().unwrap();
        assert_eq!((bus.coni(READER, Nanos::ZERO).bits(), bus.requests()), (0o400103, 0));
        let taken = bus.with("cr", Nanos::ZERO, |device, context| device.unmount(0, context)).unwrap();
        assert_eq!(taken.unwrap().bytes, b"A\n");
        assert_eq!(cono(&mut bus, 0o10000, Nanos::ZERO), 0o2000);
    }

    #[test]
    fn a_reset_lets_the_card_pass_unread() {
        let mut bus = with_deck(b"A\nB\n");
        cono(&mut bus, 0o1003, Nanos::ZERO);
        bus.reset(Nanos::from_millis(200));
        assert_eq!(bus.coni(READER, Nanos::ZERO).bits(), 0o100);
        let now = Nanos::from_millis(200);
        cono(&mut bus, 0o1003, now);
        bus.advance(now + FEED_TIME);
        assert_eq!(bus.datai(READER, now + FEED_TIME).right(), 0o4200, "the second card");
        let medium = Medium { bytes: b"\xff".to_vec(), writable: false };
        let error = bus.with("cr", now, |device, context| device.mount(0, medium, context)).unwrap();
        let message = error.unwrap_err().to_string();
        assert!(
            message.starts_with("card reader: line 1, column 1: the byte 377 has no card code"),
            "{message}"
        );
    }
}
