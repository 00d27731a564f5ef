//! The data communication system Type 630, devices 300 and 304: sixteen teletype lines with two scanners, for
//! software from other sites (device reference 7.7).
//!
//! The receiver's scanner runs from line to line until it stops at one that has received a character, the
//! transmitter's until it stops at one that has sent its character.

use super::{Action, Context, Device, DeviceError, Field, FileUse, Units, request_line, save_state};
use crate::isa::DeviceCode;
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

const LINES: u8 = 16;
/// The number that programs give to the first line.
const FIRST_NUMBER: u8 = 2;
/// Time of a character at 110 baud.
const CHARACTER_TIME: Nanos = Nanos::from_millis(100);
/// Time between two keys. The typists are slightly slower than a line, so an echo is never late.
const KEY_TIME: Nanos = Nanos::from_millis(102);

const SCANNERS: DeviceCode = DeviceCode::new(0o300);
const LINE_NUMBER: DeviceCode = DeviceCode::new(0o304);

const RECEIVE_CHANNEL: u32 = 0o7;
const TRANSMIT_CHANNEL: u32 = 0o700;
/// CONI: the scanner does not run. CONO with the same bit starts the receiver's scanner.
const RECEIVER_STOPPED: u32 = 0o10;
const TRANSMITTER_STOPPED: u32 = 0o1000;
/// CONO: starts the receiver's scanner at the first line.
const RESET_RECEIVER: u32 = 0o20;
/// CONO: clears the flag of the transmitter's line, and starts its scanner.
const RELEASE_TRANSMITTER: u32 = 0o4000;
const NUMBER: u32 = 0o77;

/// Events: a character has been sent, a character arrives. The line's number is added to the tag.
const SENT: u32 = 0o00;
const RECEIVED: u32 = 0o20;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct DataLine {
    /// Characters typed that have not arrived yet.
    keys: VecDeque<u8>,
    received: Option<u8>,
    sending: u8,
    has_sent: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct LineScanner {
    line: u8,
    runs: bool,
}

impl LineScanner {
    /// Moves to the first line with a flag, from the present one on, if the scanner runs and there is one.
    fn scan(&mut self, lines: &[DataLine], has_flag: impl Fn(&DataLine) -> bool) {
        let mut order = (0..LINES).map(|step| (self.line + step) % LINES);
        if self.runs
            && let Some(line) = order.find(|line| has_flag(&lines[usize::from(*line)]))
        {
            *self = LineScanner { line, runs: false };
        }
    }
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct DataLines {
    lines: [DataLine; LINES as usize],
    channels: u32,
    receiver: LineScanner,
    transmitter: LineScanner,
    /// The line selected by CONO 304, to which DATAO 304 sends.
    output_line: u8,
}

impl DataLines {
    fn scan(&mut self) {
        let DataLines { lines, receiver, transmitter, .. } = self;
        receiver.scan(lines, |line| line.received.is_some());
        transmitter.scan(lines, |line| line.has_sent);
    }

    fn next_key(&self, line: u8, context: &mut Context<'_>) {
        let tag = RECEIVED + u32::from(line);
        let DataLine { keys, received, .. } = &self.lines[usize::from(line)];
        if received.is_none() && !keys.is_empty() && context.due(tag).is_none() {
            context.schedule(KEY_TIME, tag);
        }
    }
}

impl Device for DataLines {
    fn name(&self) -> &'static str {
        "dcs"
    }

    fn codes(&self) -> &'static [DeviceCode] {
        &[SCANNERS, LINE_NUMBER]
    }

    fn requests(&self) -> u8 {
        let DataLines { lines, channels, receiver, transmitter, .. } = self;
        let line = |scanner: &LineScanner| &lines[usize::from(scanner.line)];
        let receives = !receiver.runs && line(receiver).received.is_some();
        let sends = !transmitter.runs && line(transmitter).has_sent;
        request_line(receives, channels & RECEIVE_CHANNEL)
            | request_line(sends, (channels & TRANSMIT_CHANNEL) >> 6)
    }

    fn cono(&mut self, code: DeviceCode, word: Word, _: &mut Context<'_>) {
        let bits = word.right();
        if code == LINE_NUMBER {
            self.output_line = ((bits & NUMBER) as u8).wrapping_sub(FIRST_NUMBER);
            return;
        }
        self.channels = bits & (RECEIVE_CHANNEL | TRANSMIT_CHANNEL);
        if bits & RESET_RECEIVER != 0 {
            self.receiver.line = 0;
        }
        if bits & (RECEIVER_STOPPED | RESET_RECEIVER) != 0 {
            self.receiver.runs = true;
        }
        if bits & RELEASE_TRANSMITTER != 0 {
            self.lines[usize::from(self.transmitter.line)].has_sent = false;
            self.transmitter.runs = true;
        }
        self.scan();
    }

    fn coni(&mut self, code: DeviceCode, _: Nanos) -> Word {
        let DataLines { channels, receiver, transmitter, .. } = &*self;
        if code == LINE_NUMBER {
            let line = if receiver.runs { transmitter.line } else { receiver.line };
            return Word::new((line + FIRST_NUMBER).into());
        }
        let stopped = |scanner: &LineScanner, flag| if scanner.runs { 0 } else { flag };
        let flags = stopped(receiver, RECEIVER_STOPPED) | stopped(transmitter, TRANSMITTER_STOPPED);
        Word::halves(0, channels | flags)
    }

    /// DATAO 300 sends to the transmitter's line. DATAO 304 sends to the line of CONO 304, and starts the
    /// transmitter's scanner.
    fn datao(&mut self, code: DeviceCode, word: Word, context: &mut Context<'_>) {
        let number = if code == LINE_NUMBER { self.output_line } else { self.transmitter.line };
        if let Some(line) = self.lines.get_mut(usize::from(number)) {
            line.has_sent = false;
            line.sending = word.bits() as u8;
            context.schedule(CHARACTER_TIME, SENT + u32::from(number));
        }
        if code == LINE_NUMBER {
            self.transmitter.runs = true;
            self.scan();
        }
    }

    /// DATAI 304 also starts the receiver's scanner.
    fn datai(&mut self, code: DeviceCode, context: &mut Context<'_>) -> Word {
        let line = self.receiver.line;
        let character = self.lines[usize::from(line)].received.take();
        self.next_key(line, context);
        if code == LINE_NUMBER {
            self.receiver.runs = true;
            self.scan();
        }
        Word::new(character.unwrap_or(0).into())
    }

    fn event(&mut self, tag: u32, context: &mut Context<'_>) {
        let number = (tag & (RECEIVED - 1)) as u8;
        let line = &mut self.lines[usize::from(number)];
        if tag >= RECEIVED {
            line.received = line.keys.pop_front();
        } else {
            context.produce(number, &[line.sending]);
            line.has_sent = true;
        }
        self.scan();
    }

    fn is_output(&self, tag: u32) -> bool {
        tag < RECEIVED
    }

    /// Characters that the user has typed but that have not arrived yet arrive after the reset.
    fn reset(&mut self, _: bool, context: &mut Context<'_>) {
        let lines = std::mem::take(self).lines;
        for (number, line) in (0..LINES).zip(lines) {
            context.cancel(SENT + u32::from(number));
            self.lines[usize::from(number)].keys = line.keys;
            self.next_key(number, context);
        }
    }

    fn units(&self) -> &'static [Units] {
        const TELETYPES: Units = Units {
            numbers: 0..=LINES - 1,
            file: FileUse::Text,
            help: "the output of a line of the Type 630 is written to the file",
        };
        &[TELETYPES]
    }

    fn has_keyboards(&self) -> bool {
        true
    }

    fn keys_left(&self, line: u8) -> usize {
        let line = self.lines.get(usize::from(line));
        line.map_or(0, |line| line.keys.len() + usize::from(line.received.is_some()))
    }

    fn act(&mut self, action: &Action, context: &mut Context<'_>) -> Result<(), DeviceError> {
        let Action::Type { line: number, characters } = action else {
            return Err(DeviceError::Cannot(self.name()));
        };
        let Some(line) = self.lines.get_mut(usize::from(*number)) else {
            let (number, last) = (*number, LINES - 1);
            return Err(DeviceError::NoUnit { unit: "line of the Type 630", number, first: 0, last });
        };
        line.keys.extend(characters);
        self.next_key(*number, context);
        Ok(())
    }

    fn fields(&self, code: DeviceCode) -> &'static [Field] {
        const FLAGS: [Field; 4] = [
            Field::new(TRANSMITTER_STOPPED as u64, "transmitter-stopped"),
            Field::new(TRANSMIT_CHANNEL as u64, "transmit-channel"),
            Field::new(RECEIVER_STOPPED as u64, "receiver-stopped"),
            Field::new(RECEIVE_CHANNEL as u64, "receive-channel"),
        ];
        const LINE: [Field; 1] = [Field::new(NUMBER as u64, "line")];
        if code == LINE_NUMBER { &LINE } else { &FLAGS }
    }

    fn details(&self) -> Vec<String> {
        let DataLines { receiver, transmitter, .. } = self;
        let scanner = |name: &str, LineScanner { line, runs }: &LineScanner| {
            format!("{name} {} at line {line}", if *runs { "scans" } else { "stopped" })
        };
        vec![scanner("receiver", receiver), scanner("transmitter", transmitter)]
    }

    save_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::Bus;
    use crate::io::InOut;
    use crate::io::units::bytes_of;

    fn lines() -> InOut {
        let mut bus = InOut::new();
        bus.connect(Box::new(DataLines::default()));
        bus
    }

    fn strike(bus: &mut InOut, line: u8, characters: &[u8]) -> Result<(), DeviceError> {
        let action = Action::Type { line, characters: characters.to_vec() };
        bus.with("dcs", Nanos::ZERO, |device, context| device.act(&action, context)).unwrap()
    }

    /// Two lines receive at the same time: the scanner stops at one, then at the other.
    #[test]
    fn the_receiver_stops_at_each_line_with_a_character() {
        let mut bus = lines();
        strike(&mut bus, 2, b"C").unwrap();
        strike(&mut bus, 5, b"AB").unwrap();
        assert_eq!(bus.coni(SCANNERS, Nanos::ZERO).bits(), 0o1010);
        bus.cono(SCANNERS, Word::new(0o23), Nanos::ZERO);
        assert_eq!(bus.coni(SCANNERS, Nanos::ZERO).bits(), 0o1003);
        bus.advance(KEY_TIME);
        assert_eq!((bus.coni(SCANNERS, KEY_TIME).bits(), bus.requests()), (0o1013, 0o020));
        assert_eq!(bus.coni(LINE_NUMBER, KEY_TIME).bits(), 4, "line 2");
        assert_eq!(bus.datai(LINE_NUMBER, KEY_TIME), Word::new(b'C'.into()));
        assert_eq!(bus.coni(LINE_NUMBER, KEY_TIME).bits(), 7, "line 5");
        assert_eq!(bus.datai(SCANNERS, KEY_TIME), Word::new(b'A'.into()));
        assert_eq!((bus.coni(SCANNERS, KEY_TIME).bits(), bus.requests()), (0o1013, 0));
        bus.cono(SCANNERS, Word::new(0o13), KEY_TIME);
        assert_eq!(bus.next_event(), KEY_TIME + KEY_TIME);
        let error = strike(&mut bus, 16, b"A").unwrap_err().to_string();
        assert_eq!(error, "unknown line of the Type 630 16 (expected 0 to 15)");
    }

    #[test]
    fn the_transmitter_stops_at_each_line_that_has_sent() {
        let mut bus = lines();
        for (number, character) in [(5, b'A'), (17, b'B'), (18, b'X'), (1, b'X')] {
            bus.cono(LINE_NUMBER, Word::new(number), Nanos::ZERO);
            bus.datao(LINE_NUMBER, Word::new(character.into()), Nanos::ZERO);
        }
        bus.cono(SCANNERS, Word::new(0o4400), Nanos::ZERO);
        assert_eq!(bus.coni(SCANNERS, Nanos::ZERO).bits(), 0o410);
        bus.advance(CHARACTER_TIME);
        assert_eq!((bus.coni(SCANNERS, CHARACTER_TIME).bits(), bus.requests()), (0o1410, 0o010));
        bus.datao(SCANNERS, Word::new(b'C'.into()), CHARACTER_TIME);
        assert_eq!(bus.requests(), 0, "line 3 sends again");
        bus.cono(SCANNERS, Word::new(0o4420), CHARACTER_TIME);
        assert_eq!(bus.coni(LINE_NUMBER, CHARACTER_TIME).bits(), 17, "line 15");
        bus.advance(Nanos::from_millis(200));
        let made = bus.take(SCANNERS);
        assert_eq!((bytes_of(&made, 3), bytes_of(&made, 15)), (b"AC".to_vec(), b"B".to_vec()));
        assert_eq!(made.len(), 3, "lines 16 and -1 do not exist");
        bus.reset(Nanos::from_millis(200));
        assert_eq!((bus.coni(SCANNERS, Nanos::ZERO).bits(), bus.requests()), (0o1010, 0));
    }
}
