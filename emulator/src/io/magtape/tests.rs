//! The control with its data control and a tape.

use super::*;
use crate::bus::Bus;
use crate::formats::magtape::{TapeRecord, with_parity};
use crate::io::InOut;

/// Returns a command with odd parity, 800 characters per inch, unit 0 and a function.
const fn command(function: u64) -> u64 {
    0o60000 | function << 8
}

struct MagtapeBench {
    bus: InOut,
    now: Nanos,
}

impl MagtapeBench {
    fn with(records: Vec<TapeRecord>, writable: bool) -> MagtapeBench {
        let mut bus = InOut::new();
        bus.connect(Box::new(MagTapeControl::default()));
        let bytes = MagTape { records, is_of_nine_tracks: false }.write();
        let medium = Medium { bytes, writable };
        bus.with("mt", Nanos::ZERO, |device, context| device.mount(0, medium, context)).unwrap().unwrap();
        MagtapeBench { bus, now: Nanos::ZERO }
    }

    fn cono(&mut self, code: DeviceCode, bits: u64) {
        self.bus.cono(code, Word::new(bits), self.now);
    }

    fn status(&mut self) -> u64 {
        self.bus.coni(STATUS, self.now).bits()
    }

    /// Runs to the next event. Returns `false` if it was the last.
    fn step(&mut self) -> bool {
        self.now = self.bus.next_event();
        self.bus.advance(self.now);
        self.bus.next_event() < Nanos::MAX
    }

    /// Gives a command and returns the status after it, and the words that were read.
    fn run(&mut self, function: u64) -> (u64, Vec<u64>) {
        let mut words = Vec::new();
        self.cono(COMMAND, command(function));
        loop {
            let continues = self.step();
            if self.bus.coni(DATA, self.now).bits() & 0o1400 == 0o1000 {
                words.push(self.bus.datai(DATA, self.now).bits());
            }
            if !continues {
                return (self.status(), words);
            }
        }
    }

    fn image(&mut self) -> Vec<TapeRecord> {
        let image = self.bus.with("mt", self.now, |device, context| device.image(0, context)).unwrap();
        MagTape::read(&image.unwrap().0).unwrap().records
    }
}

fn record(digits: &[u8]) -> TapeRecord {
    TapeRecord::of(digits.iter().map(|&digit| with_parity(digit, true)).collect())
}

#[test]
fn records_are_read_in_both_directions() {
    let mut tape =
        MagtapeBench::with(vec![record(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]), TapeRecord::Mark], true);
    assert_eq!(tape.status(), 0o4003, "free, ready, at the load point");
    tape.cono(DATA, 0o4030);
    assert_eq!(tape.run(0o5), (0o40007, vec![0o010203_040506, 0o071011_121314]));
    tape.cono(DATA, 0o4030);
    assert_eq!(tape.run(0o5), (0o40407, vec![]), "the tape mark");
    assert_eq!(tape.run(0o5), (0o440007, vec![]), "the end of the tape");
    assert_eq!(tape.run(0o7).0, 0o40407, "back over the mark");
    tape.cono(DATA, 0o4030);
    assert_eq!(tape.run(0o15), (0o44007, vec![0o071011_121314, 0o010203_040506]));
    assert_eq!(tape.run(0o15).0, 0o444007, "nothing is before the load point");
}

/// 12 characters at 60,000 per second take 200 us, after 5 ms of starting and before 5 ms of stopping.
/// Reading notices the end one character later.
#[test]
fn a_record_takes_its_time() {
    let mut tape = MagtapeBench::with(vec![record(&[0; 12])], true);
    tape.run(0o6);
    assert_eq!(tape.now.get() / 1000, 10_200);
    tape.run(0o1);
    let begun = tape.now;
    tape.cono(DATA, 0o4030);
    tape.run(0o5);
    assert_eq!(tape.now.since(begun).get() / 1000, 10_216);
}

#[test]
fn writing_ends_when_no_more_words_come() {
    let mut tape = MagtapeBench::with(vec![record(&[1]), record(&[2])], true);
    tape.run(0o6);
    tape.cono(DATA, 0o3430);
    tape.cono(COMMAND, command(0o2));
    for word in [0o010203_040506, 0o070000_000000] {
        while tape.bus.coni(DATA, tape.now).bits() & 0o1000 == 0 {
            tape.step();
        }
        tape.bus.datao(DATA, Word::new(word), tape.now);
    }
    while tape.step() {}
    let written = record(&[1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0]);
    assert_eq!(tape.image(), [record(&[1]), written.clone()], "later records are lost");
    tape.run(0o3);
    assert_eq!(tape.image(), [record(&[1]), written, TapeRecord::Mark]);
    // Records 1 and 2 and the end of the tape, from the offset of record 1.
    let pieces = tape.bus.fresh("mt", 0, tape.now);
    assert_eq!((pieces.len(), pieces[0].at, pieces[0].bytes.len()), (1, 10, 20 + 4 + 4));
    assert_eq!(tape.bus.fresh("mt", 0, tape.now), []);
}

#[test]
fn errors_are_flags() {
    let bad = TapeRecord::Data { characters: vec![1, 2, 3], is_bad: true };
    let mut tape = MagtapeBench::with(vec![TapeRecord::of(vec![0o101, 0o102]), bad, record(&[1])], false);
    assert_eq!(tape.run(0o2).0, 0o444207, "illegal: write-locked");
    tape.cono(DATA, 0o4030);
    assert_eq!(tape.run(0o5).0, 0o40217, "even parity");
    assert_eq!(tape.run(0o5).0, 0o40227, "longitudinal error");
    tape.cono(DATA, 0o3430);
    tape.bus.datao(DATA, Word::new(0o020000_000000), tape.now);
    assert_eq!(tape.run(0o4).0, 0o40247, "01 is not 02");
    let error = |bytes: &[u8], unit| {
        let medium = Medium { bytes: bytes.to_vec(), writable: true };
        let mut tape = MagtapeBench::with(Vec::new(), true);
        let mounted = tape.bus.with("mt", Nanos::ZERO, |device, context| device.mount(unit, medium, context));
        mounted.unwrap().unwrap_err().to_string()
    };
    assert_eq!(error(b"", 8), "unknown magnetic tape unit 8 (expected 0 to 7)");
    assert_eq!(
        error(b"\x05\0\0\0\x01", 1),
        "magnetic tape unit 1: the tape record at byte 0 is cut short: 4 bytes missing"
    );
}

/// A command for a transport that is rewinding waits. Another transport can be used in the meantime.
#[test]
fn commands_wait_for_their_transport() {
    let mut tape = MagtapeBench::with(vec![record(&[1])], true);
    tape.run(0o6);
    tape.cono(COMMAND, command(0o1));
    tape.step();
    assert_eq!(tape.status(), 0o60001, "the control is free, the tape rewinds");
    tape.cono(STATUS, 0o4);
    tape.cono(COMMAND, command(0o6) | 3);
    assert_eq!(tape.bus.coni(MONITOR, tape.now).bits(), 0o20000);
    while tape.step() {}
    assert_eq!(tape.status(), 0o4_040007, "end of record, with its interrupt enabled");
    assert_eq!(tape.bus.requests(), 0o020);
    tape.bus.reset(tape.now);
    assert_eq!((tape.status(), tape.bus.requests()), (0o3, 0));
}
