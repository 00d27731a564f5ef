//! The Type 136 data control: a two-word buffer between a character device and the in-out bus.
//!
//! Source: device reference, section 4.1.
//! The first one, device 200, serves the DECtape control ([`super::dectape`]), the only device that the
//! Artificial Intelligence Group had connected to it, and the disk control ([`super::disk`]) of other sites.
//! The second one, device 204, serves the magnetic tape control ([`super::magtape`]).

use super::{Field, request_line};
use crate::word::Word;
use serde::{Deserialize, Serialize};

/// With the tape in reverse, ports 1 and 2 exchange the halves of each character, as DECtape requires.
const LAST_EXCHANGING_PORT: u8 = 2;

const OUT: u32 = 0o400;
const DB_REQUEST: u32 = 0o1000;
const DA_REQUEST: u32 = 0o2000;
const MOVE: u32 = 0o4000;
const CLOBBERED: u32 = 0o10000;

pub(super) const FIELDS: [Field; 9] = [
    Field::new(0o160000, "count"),
    Field::new(CLOBBERED as u64, "data-clobbered"),
    Field::new(MOVE as u64, "move-ok"),
    Field::new(DA_REQUEST as u64, "da-request"),
    Field::new(DB_REQUEST as u64, "db-request"),
    Field::named(OUT as u64, "direction", &["in", "out"]),
    Field::named(0o300, "mode", &["6x6", "1x36", "3x12", "2x18"]),
    Field::new(0o70, "device"),
    Field::new(0o7, "channel"),
];

/// The data control of the DECtape control.
pub(super) type DataControl = DoubleBuffer<1>;

/// A data control with a device that transfers characters, connected to a port.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoubleBuffer<const PORT: u8> {
    /// The buffer on the device's side.
    da: Word,
    /// The buffer on the bus's side.
    db: Word,
    channel: u8,
    device: u8,
    /// The format of a word. 0: six characters of 6 bits, 1: one of 36, 2: three of 12, 3: two of 18.
    mode: u8,
    out: bool,
    db_request: bool,
    da_request: bool,
    move_ok: bool,
    clobbered: bool,
    /// Characters of the word in DA that have been transferred.
    count: u8,
}

impl<const PORT: u8> DoubleBuffer<PORT> {
    /// CONO DC: DA goes to DB, everything else is cleared, then the bits are set.
    pub(super) fn cono(&mut self, bits: u32) {
        *self = DoubleBuffer {
            db: self.da,
            da: Word::ZERO,
            channel: (bits & 7) as u8,
            device: (bits >> 3 & 7) as u8,
            mode: (bits >> 6 & 3) as u8,
            out: bits & OUT != 0,
            db_request: bits & DB_REQUEST != 0,
            da_request: bits & DA_REQUEST != 0,
            move_ok: bits & MOVE != 0,
            clobbered: bits & CLOBBERED != 0,
            count: 0,
        };
        self.exchange();
    }

    pub(super) fn coni(&self) -> Word {
        let flag = |on: bool, mask: u32| if on { mask } else { 0 };
        let bits = u32::from(self.channel)
            | u32::from(self.device) << 3
            | u32::from(self.mode) << 6
            | flag(self.out, OUT)
            | flag(self.db_request, DB_REQUEST)
            | flag(self.da_request, DA_REQUEST)
            | flag(self.move_ok, MOVE)
            | flag(self.clobbered, CLOBBERED)
            | u32::from(self.count) << 13;
        Word::halves(0, bits)
    }

    /// DATAI DC: returns DB, even if it has no new word.
    pub(super) fn datai(&mut self) -> Word {
        let word = self.db;
        (self.db_request, self.move_ok) = (false, true);
        self.exchange();
        word
    }

    pub(super) fn datao(&mut self, word: Word) {
        (self.db, self.db_request, self.move_ok) = (word, false, true);
        self.exchange();
    }

    pub(super) fn reset(&mut self) {
        *self = DoubleBuffer::default();
    }

    pub(super) fn requests(&self) -> u8 {
        request_line(self.db_request, self.channel.into())
    }

    pub(super) fn is_selected(&self) -> bool {
        self.device == PORT
    }

    /// Returns `true` if the tape control can transfer: its port is selected, and DA has a
    /// word or is free for one.
    pub(super) fn is_connected(&self) -> bool {
        self.is_selected() && !self.da_request
    }

    /// Returns `true` if the device at `port`, which transfers words, can begin with a record: the port is
    /// selected, and for output DA has a word.
    pub(super) fn is_open(&self, port: u8) -> bool {
        self.device == port && !(self.out && self.da_request)
    }

    /// Takes a word from the device at `port`. Returns `false` if DA is not free for it.
    pub(super) fn put_word(&mut self, port: u8, word: Word) -> bool {
        let is_free = self.device == port && !self.out && !self.da_request;
        if is_free {
            (self.da, self.da_request) = (word, true);
            self.exchange();
        }
        is_free
    }

    /// Returns the next word for the device at `port`; `None` if DA has none.
    pub(super) fn take_word(&mut self, port: u8) -> Option<Word> {
        let is_there = self.device == port && self.out && !self.da_request;
        is_there.then(|| {
            self.da_request = true;
            let word = std::mem::take(&mut self.da);
            self.exchange();
            word
        })
    }

    fn exchange(&mut self) {
        if self.move_ok && self.da_request {
            (self.move_ok, self.da_request, self.db_request) = (false, false, true);
            if self.out {
                self.da = self.db;
            } else {
                (self.db, self.da) = (self.da, Word::ZERO);
            }
        }
    }

    /// Records that the tape control had to move a character while DA was waiting for service.
    pub(super) fn overrun(&mut self) {
        self.clobbered |= self.is_selected();
    }

    /// Counts a transferred character; after the last one of a word DA requests service.
    fn passed(&mut self) {
        self.clobbered |= self.da_request;
        self.count += 1;
        if self.count >= [6, 1, 3, 2][usize::from(self.mode & 3)] {
            self.count = 0;
            self.da_request = true;
            self.exchange();
        }
    }

    /// Takes a 6-bit character from the tape control, in the order of the tape: with the tape in reverse,
    /// the last character of a word comes first.
    pub(super) fn input(&mut self, character: u8, reverse: bool) {
        if !self.is_selected() {
            return;
        }
        let da = self.da.bits();
        self.da = if reverse {
            Word::new(da >> 6 | u64::from(in_reverse::<PORT>(character)) << 30)
        } else {
            Word::new(da << 6 | u64::from(character & 0o77))
        };
        self.passed();
    }

    /// Returns the next 6-bit character for the tape control; zero if its port is not selected.
    pub(super) fn output(&mut self, reverse: bool) -> u8 {
        if !self.is_selected() {
            return 0;
        }
        let da = self.da.bits();
        let (character, rest) = if reverse {
            (in_reverse::<PORT>((da & 0o77) as u8), da >> 6)
        } else {
            ((da >> 30) as u8, da << 6)
        };
        self.da = Word::new(rest);
        self.passed();
        character
    }

    pub(super) fn details(&self) -> String {
        format!("data control: DA {}, DB {}", self.da, self.db)
    }
}

fn in_reverse<const PORT: u8>(character: u8) -> u8 {
    if PORT <= LAST_EXCHANGING_PORT { halves_exchanged(character) } else { character & 0o77 }
}

fn halves_exchanged(character: u8) -> u8 {
    (character & 7) << 3 | character >> 3 & 7
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DB: u64 = 0o1000;

    fn send(control: &mut DataControl, word: u64, reverse: bool) {
        for i in 0..6 {
            let character = |i: u32| (word >> (30 - 6 * i) & 0o77) as u8;
            control.input(if reverse { halves_exchanged(character(5 - i)) } else { character(i) }, reverse);
        }
    }

    #[test]
    fn start_values_of_the_reference() {
        let mut control = DataControl::default();
        control.cono(0o4010);
        assert_eq!(control.coni(), Word::new(0o4010));
        assert!(control.is_connected());
        control.cono(0o3411);
        assert_eq!((control.coni(), control.requests()), (Word::new(0o3411), 0o100));
        assert!(!control.is_connected(), "DA is empty");
    }

    #[test]
    fn output_goes_through_both_buffers() {
        let mut control = DataControl::default();
        control.cono(0o3411);
        control.datao(Word::new(0o010203_040506));
        assert_eq!(control.coni().bits() & 0o7000, DB, "the word has moved on, DB asks for the next one");
        control.datao(Word::new(0o111213_141516));
        assert_eq!((control.coni().bits() & 0o7000, control.requests()), (0o4000, 0));
        let characters: Vec<u8> = (0..6).map(|_| control.output(false)).collect();
        assert_eq!(characters, [1, 2, 3, 4, 5, 6]);
        assert_eq!(control.requests(), 0o100);
        assert_eq!(control.output(true), 0o61, "from the right, halves exchanged");
        assert_eq!(control.coni().bits() & 0o160000, 0o020000);
    }

    #[test]
    fn unread_input_sets_the_clobbered_flag() {
        let mut control = DataControl::default();
        control.cono(0o4010);
        send(&mut control, 1, false);
        assert_eq!(control.coni().bits() & 0o17000, DB);
        send(&mut control, 2, false);
        assert_eq!(control.coni().bits() & 0o17000, 0o3000, "both buffers are full");
        assert!(!control.is_connected());
        assert_eq!(control.datai(), Word::new(1));
        assert_eq!(control.coni().bits() & 0o17000, DB);
        send(&mut control, 3, false);
        control.input(0, false);
        assert_eq!(control.coni().bits() & 0o17000, 0o13000);
        control.cono(0);
        assert_eq!(control.coni(), Word::ZERO);
    }

    /// Bits 28-29 of CONO select the mode, and with it the number of characters in a word.
    #[test]
    fn words_have_as_many_characters_as_the_mode_says() {
        for (mode, characters) in [(0, 6), (0o100, 1), (0o200, 3), (0o300, 2)] {
            let mut control = DataControl::default();
            control.cono(0o4010 | mode);
            for passed in 1..characters {
                control.input(1, false);
                assert_eq!(control.coni(), Word::new(u64::from(0o4010 | mode | passed << 13)));
            }
            control.input(1, false);
            assert_eq!(control.coni(), Word::new(u64::from(0o1010 | mode)), "mode {mode:o}");
        }
    }

    #[test]
    fn cono_saves_da_in_db() {
        let mut control = DataControl::default();
        control.cono(0o4010);
        control.input(0o12, false);
        control.input(0o34, false);
        control.cono(0);
        assert_eq!(control.datai(), Word::new(0o1234));
        control.reset();
        assert_eq!(control.datai(), Word::ZERO);
    }

    proptest! {
        #[test]
        fn words_are_the_same_in_both_directions(word in 0u64..1 << 36, reverse: bool) {
            let mut control = DataControl::default();
            control.cono(0o4010);
            send(&mut control, word, reverse);
            prop_assert_eq!(control.datai(), Word::new(word));
            control.cono(0o3410);
            control.datao(Word::new(word));
            let mut characters: Vec<u8> = (0..6).map(|_| control.output(reverse)).collect();
            if reverse {
                characters = characters.into_iter().rev().map(halves_exchanged).collect();
            }
            prop_assert_eq!(characters.into_iter().fold(0, |word, c| word << 6 | u64::from(c)), word);
        }
    }
}
