//! The test vectors of the device reference, sections 4.2, 4.3, 4.6 and 4.10, and the warnings of its
//! section 9.

mod writing;

use super::*;
use crate::bus::Bus;
use crate::formats::dectape::{BLOCKS, Tape, WORDS, interblock, obverse};
use crate::io::InOut;

const DC: DeviceCode = DeviceCode::DC;
const UTC: DeviceCode = DeviceCode::UTC;
const UTS: DeviceCode = DeviceCode::UTS;

const DB_REQUEST: u64 = 0o1000;
const JOB_DONE: u64 = 0o1;
const END: u64 = 0o2;
const TIME: u64 = 0o20;

const FORWARD: u64 = 0;
const REVERSE: u64 = 0o10000;

fn word(block: usize, place: usize) -> Word {
    Word::halves(0o700000 | block as u32, 0o100000 + place as u32)
}

fn tape() -> Vec<u8> {
    let words: Vec<Word> = (0..BLOCKS * WORDS).map(|i| word(i / WORDS, i % WORDS)).collect();
    dectape::write(&Tape::of_words(&words), ReelLayout::Words).unwrap()
}

struct DectapeBench {
    bus: InOut,
    now: Nanos,
}

impl DectapeBench {
    fn new() -> DectapeBench {
        DectapeBench::with(tape())
    }

    fn with(bytes: Vec<u8>) -> DectapeBench {
        let mut bus = InOut::new();
        bus.connect(Box::new(DecTape::default()));
        let mut bench = DectapeBench { bus, now: Nanos::ZERO };
        bench.mount(1, bytes);
        bench
    }

    fn device<R>(&mut self, f: impl FnOnce(&mut dyn Device, &mut Context<'_>) -> R) -> R {
        self.bus.with("dt", self.now, f).unwrap()
    }

    fn mount(&mut self, unit: u8, bytes: Vec<u8>) {
        self.device(|dt, context| dt.mount(unit, Medium { bytes, writable: true }, context)).unwrap();
    }

    fn unmount(&mut self, unit: u8) -> Vec<u8> {
        self.device(|dt, context| dt.unmount(unit, context)).unwrap().bytes
    }

    fn cono(&mut self, code: DeviceCode, bits: u64) {
        self.bus.cono(code, Word::new(bits), self.now);
    }

    fn coni(&mut self, code: DeviceCode) -> u64 {
        self.bus.coni(code, self.now).bits()
    }

    fn pass(&mut self, time: Nanos) {
        self.now += time;
        self.bus.advance(self.now);
    }

    fn wait(&mut self) {
        self.now = self.bus.next_event().min(self.now + Nanos::from_millis(100));
        self.bus.advance(self.now);
    }

    /// Advances until a bit of UTS in `mask` is on; returns the bits.
    fn until(&mut self, mask: u64) -> u64 {
        let limit = self.now + Nanos::from_seconds(100);
        while self.coni(UTS) & mask == 0 {
            assert!(self.now < limit, "no awaited bit is set: {:o} {:?}", self.coni(UTS), self.details());
            self.wait();
        }
        self.coni(UTS)
    }

    fn details(&self) -> Vec<String> {
        self.bus.by_name("dt").unwrap().details()
    }

    /// Searches on unit 1, with a delay of 300 ms or while the tape keeps moving; returns the block number.
    fn search(&mut self, direction: u64, delay: bool) -> u64 {
        self.cono(DC, 0o4010);
        self.cono(UTC, 0o220210 | direction | if delay { 0o3000 } else { 0 });
        self.until(JOB_DONE);
        self.bus.datai(DC, self.now).bits()
    }

    fn find(&mut self, direction: u64, block: usize) {
        let mut found = self.search(direction, true);
        for _ in 0..BLOCKS {
            if found == block as u64 {
                return;
            }
            found = self.search(direction, false);
        }
        panic!("block {block} is not found");
    }

    /// Reads words until there are `count` or a bit of UTS in `mask` is set.
    fn take(&mut self, count: usize, mask: u64) -> Vec<Word> {
        let mut words = Vec::new();
        let limit = self.now + Nanos::from_seconds(5);
        while words.len() < count && self.coni(UTS) & mask == 0 {
            assert!(self.now < limit, "no more words arrive: {:o} {:?}", self.coni(UTS), self.details());
            self.wait();
            if self.coni(DC) & DB_REQUEST != 0 {
                words.push(self.bus.datai(DC, self.now));
            }
        }
        words
    }

    fn rewind(&mut self) {
        self.run_to_end(REVERSE);
    }

    /// Moves into an end zone, far enough for a start in the other direction with a delay of 300 ms.
    fn run_to_end(&mut self, direction: u64) {
        for _ in 0..2 {
            self.cono(UTC, 0o220010 | direction);
            self.until(END);
            self.pass(Nanos::from_millis(200));
        }
    }

    fn read(&mut self, direction: u64, count: usize) -> Vec<Word> {
        self.cono(UTC, 0o220310 | direction);
        self.cono(DC, 0o4010);
        let words = self.take(count, JOB_DONE);
        self.cono(DC, 0);
        words
    }

    fn give(&mut self, words: impl IntoIterator<Item = Word>) {
        for word in words {
            let limit = self.now + Nanos::from_seconds(5);
            while self.coni(DC) & DB_REQUEST == 0 {
                assert!(self.now < limit, "no word is requested: {:o} {:?}", self.coni(UTS), self.details());
                self.wait();
            }
            self.bus.datao(DC, word, self.now);
        }
    }
}

#[test]
fn conditions_come_back() {
    let mut bench = DectapeBench::new();
    bench.cono(DC, 0o4010);
    assert_eq!(bench.coni(DC), 0o4010);
    bench.cono(UTC, 0o223110);
    assert_eq!((bench.coni(UTC), bench.coni(UTS)), (0o223110, 0o2200));
    // Device 214 takes no commands.
    bench.cono(UTS, 0);
    assert_eq!((bench.coni(UTC), bench.coni(UTS)), (0o223110, 0o2200));
}

#[test]
fn search_forward_and_in_reverse() {
    let mut bench = DectapeBench::new();
    assert_eq!(bench.search(FORWARD, true), 0);
    for block in 1..6 {
        assert_eq!(bench.search(FORWARD, false), block);
    }
    assert_eq!(bench.coni(UTS), 0o201);
    // A block takes 53.2 ms.
    let start = bench.now;
    assert_eq!(bench.search(FORWARD, false), 6);
    assert_eq!(bench.now.since(start).get() / 1000, 53_200);
    // After the tape turns, the first number found has been passed before, at most two blocks back.
    let turned = bench.search(REVERSE, true);
    assert!((3..=5).contains(&turned), "{turned}");
    for block in (0..turned).rev() {
        assert_eq!(bench.search(REVERSE, false), block);
    }
    bench.cono(UTC, 0o230210);
    assert_eq!(bench.until(JOB_DONE | END), 0o202);
    assert_eq!(bench.coni(UTC), 0o210210, "GO is off at the end of the tape");
}

#[test]
fn blocks_read_in_both_directions() {
    let mut bench = DectapeBench::new();
    let block: Vec<Word> = (0..WORDS).map(|place| word(9, place)).collect();
    bench.find(FORWARD, 9);
    assert_eq!(bench.read(FORWARD, WORDS), block);
    assert_eq!(bench.until(JOB_DONE), 0o201, "neither incomplete nor in error");
    bench.find(FORWARD, 25);
    bench.find(REVERSE, 9);
    let backwards = bench.read(REVERSE, WORDS);
    assert_eq!(backwards, block.into_iter().rev().collect::<Vec<_>>());
    assert_eq!(bench.until(JOB_DONE), 0o201);
}

#[test]
fn a_block_left_in_the_middle_is_incomplete() {
    let mut bench = DectapeBench::new();
    bench.find(FORWARD, 3);
    assert_eq!(bench.read(FORWARD, 64).len(), 64);
    assert_eq!(bench.until(JOB_DONE), 0o301);
}

#[test]
fn reading_continues_into_the_next_block() {
    let mut bench = DectapeBench::new();
    bench.find(FORWARD, 3);
    let words = bench.read(FORWARD, 3 * WORDS);
    let expected: Vec<Word> = (3 * WORDS..6 * WORDS).map(|i| word(i / WORDS, i % WORDS)).collect();
    assert_eq!(words, expected);
    // A program that takes all words of a block and then stops reading overruns the data
    // control in the next one.
    bench.cono(UTC, 0o220310);
    bench.cono(DC, 0o4010);
    assert_eq!(bench.take(WORDS, JOB_DONE).len(), WORDS);
    assert_eq!(bench.until(JOB_DONE), 0o301);
    assert_ne!(bench.coni(DC) & 0o10000, 0, "data clobbered");
}

/// Sections 4.3 and 9.18: after a search 400 microseconds remain to read the same block.
#[test]
fn search_then_read_margin() {
    for direction in [FORWARD, REVERSE] {
        for (lines, same) in [(11, true), (12, false), (13, false)] {
            let mut bench = DectapeBench::new();
            if direction == REVERSE {
                bench.find(FORWARD, 20);
            }
            bench.find(direction, 10);
            bench.pass(Nanos(lines * 100_000 / 3 + 2));
            let block = bench.read(direction, 1)[0].left() & 0o7777;
            let expected = match (same, direction) {
                (true, _) => 10,
                (false, FORWARD) => 11,
                (false, _) => 9,
            };
            assert_eq!(block, expected, "{lines} lines, direction {direction:o}");
        }
    }
}

/// Section 4.6: the words of READ ALL.
#[test]
fn read_all_delivers_everything_but_the_checks() {
    let around = |block: usize| {
        let (before, after) = interblock(block);
        let mut words = vec![Word::new(block as u64), before];
        words.extend((0..WORDS).map(|place| word(block, place)));
        words.extend([after, obverse(Word::new(block as u64))]);
        words
    };
    let mut bench = DectapeBench::new();
    bench.find(FORWARD, 0o71);
    bench.cono(DC, 0o4010);
    bench.cono(UTC, 0o220110);
    let words = bench.take(2 * 132, END);
    let expected = [vec![obverse(Word::new(0o71))], around(0o72), around(0o73)].concat();
    assert_eq!(words, expected[..264]);
    bench.find(FORWARD, 0o120);
    bench.find(REVERSE, 0o76);
    bench.cono(DC, 0o4010);
    bench.cono(UTC, 0o230110);
    let words = bench.take(2 * 132, END);
    let mut expected = [around(0o74), around(0o75), vec![Word::new(0o76)]].concat();
    expected.reverse();
    assert_eq!(words, expected[..264]);
}

#[test]
fn a_wrong_check_is_an_information_error() {
    let mut tape = Tape::formatted();
    // Flips a data bit in the middle of block 2.
    let line = dectape::FIRST_BLOCK + 2 * 1596 + 100 * 6;
    tape.write_data(line, tape.line(line).unwrap() ^ 1);
    let mut bench = DectapeBench::with(dectape::write(&tape, ReelLayout::Lines).unwrap());
    bench.find(FORWARD, 2);
    assert_eq!(bench.read(FORWARD, WORDS).len(), WORDS);
    assert_eq!(bench.until(JOB_DONE), 0o211);
    // An error requests an interrupt on the channel; it needs no enable bit.
    bench.cono(UTC, 0);
    assert_eq!(bench.bus.requests(), 0);
    bench.rewind();
    bench.find(FORWARD, 2);
    bench.cono(UTC, 0o220313);
    bench.cono(DC, 0o4010);
    bench.take(WORDS, JOB_DONE);
    bench.cono(DC, 0);
    assert_eq!(bench.bus.requests(), 0);
    bench.until(JOB_DONE);
    assert_eq!(bench.bus.requests(), 0o20);
    // A wrong checksum is not an error if checksums are not tested.
    bench.device(|dt, context| dt.act(&Action::Checksums { tested: false }, context)).unwrap();
    bench.cono(UTC, 0);
    bench.rewind();
    bench.find(FORWARD, 2);
    assert_eq!(bench.read(FORWARD, WORDS).len(), WORDS);
    assert_eq!(bench.until(JOB_DONE), 0o201);
}

#[test]
fn a_wrong_mark_ends_the_transfer() {
    let mut tape = Tape::formatted();
    let line = dectape::FIRST_BLOCK + 2 * 1596 + 100 * 6;
    tape.write_line(line, 0);
    let mut bench = DectapeBench::with(dectape::write(&tape, ReelLayout::Lines).unwrap());
    bench.find(FORWARD, 2);
    bench.read(FORWARD, 40);
    assert_eq!(bench.until(0o10) & !0o100, 0o210);
}

#[test]
fn delays_and_illegal_operations() {
    let mut bench = DectapeBench::new();
    // With no unit selected, the delay is a timer: after 20 ms it sets the time flag and illegal operation.
    bench.cono(UTC, 0o005013);
    assert_eq!(bench.coni(UTS), 0o2200);
    bench.pass(Nanos(19_999_999));
    assert_eq!((bench.coni(UTS), bench.bus.requests()), (0o2200, 0));
    bench.pass(Nanos(1));
    assert_eq!((bench.coni(UTS), bench.bus.requests()), (0o224, 0o20));
    for (delay, millis) in [(0o2000, 160), (0o3000, 300)] {
        bench.cono(UTC, 0o200010 | delay);
        let start = bench.now;
        bench.until(TIME);
        assert_eq!(bench.now.since(start), Nanos::from_millis(millis));
        assert_eq!(bench.coni(UTS), 0o220);
    }
    // No tape on unit 2, no unit 7.
    for unit in [2, 7] {
        bench.cono(UTC, 0o220200 | unit << 3);
        assert_eq!((bench.coni(UTS), bench.coni(UTC)), (0o204, 0o200200 | unit << 3));
    }
    // Writing marks needs the switch; while the switch is on, only writing marks and moving are allowed.
    bench.cono(UTC, 0o203410);
    assert_eq!(bench.until(TIME), 0o224);
    bench.device(|dt, context| dt.act(&Action::WriteSwitch { unit: 0, on: true }, context)).unwrap();
    bench.cono(UTC, 0o203410);
    assert_eq!(bench.until(TIME), 0o460);
    bench.cono(UTC, 0o220210);
    assert_eq!(bench.coni(UTS), 0o204);
    bench.device(|dt, context| dt.act(&Action::WriteSwitch { unit: 0, on: false }, context)).unwrap();
    // A locked tape can be read, not written.
    bench.device(|dt, context| dt.act(&Action::WriteSwitch { unit: 1, on: false }, context)).unwrap();
    bench.cono(UTC, 0o220710);
    assert_eq!(bench.coni(UTS), 0o204);
    bench.cono(UTC, 0o220310);
    assert_eq!(bench.coni(UTS), 0o1000);
}

#[test]
fn tapes_keep_moving_after_they_are_deselected() {
    let mut bench = DectapeBench::new();
    bench.mount(2, tape());
    bench.cono(UTC, 0o220010);
    bench.cono(UTC, 0o020010);
    bench.pass(Nanos::from_seconds(3));
    assert_eq!(bench.search(FORWARD, true), {
        // The tape has moved for 3.3 s from the load point. The search finds the next block number.
        let lines = (3_300 - 170) * 30 + 2_550 - 9_000;
        (lines as u64).div_ceil(1596)
    });
    // CONO UTC,0 stops the selected unit: GO reaches it before it is deselected.
    bench.cono(UTC, 0);
    bench.pass(Nanos::from_millis(500));
    let place = |bench: &mut DectapeBench| {
        bench.coni(UTS);
        bench.details()[2].clone()
    };
    let stopped = place(&mut bench);
    bench.pass(Nanos::from_seconds(1));
    assert_eq!(place(&mut bench), stopped);
}

#[test]
fn job_done_interrupts_if_it_is_enabled() {
    for (enable, request) in [(0o40000, 0o20), (0, 0)] {
        let mut bench = DectapeBench::new();
        bench.cono(DC, 0o4011);
        bench.cono(UTC, 0o223213 | enable);
        bench.until(JOB_DONE);
        assert_eq!(bench.bus.requests(), 0o100 | request, "data control on channel 1, control on channel 3");
        bench.cono(UTC, 0o220013 | enable);
        assert_eq!(bench.bus.requests(), 0o100, "each command clears the flags");
    }
}

#[test]
fn saved_state_resumes() {
    let mut bench = DectapeBench::new();
    bench.find(FORWARD, 2);
    bench.cono(UTC, 0o220310);
    bench.cono(DC, 0o4010);
    bench.take(50, JOB_DONE);
    let saved = bench.bus.save();
    let rest = |mut bench: DectapeBench| (bench.take(WORDS, JOB_DONE), bench.now, bench.coni(UTS));
    let mut other = DectapeBench { bus: InOut::new(), now: bench.now };
    other.bus.connect(Box::new(DecTape::default()));
    other.bus.restore(&saved).unwrap();
    assert_eq!(rest(other), rest(bench));
}

#[test]
fn mount_reports_unknown_units_and_bad_sizes() {
    let mut bench = DectapeBench::new();
    let mount = |bench: &mut DectapeBench, unit, bytes: Vec<u8>| {
        let mounted = bench.device(|dt, context| dt.mount(unit, Medium { bytes, writable: true }, context));
        mounted.unwrap_err().to_string()
    };
    assert_eq!(mount(&mut bench, 5, vec![0; 7]), "unknown DECtape unit 5 (expected 1 to 4)");
    assert_eq!(
        mount(&mut bench, 1, vec![0; 7]),
        "DECtape unit 1: 7 bytes cannot be a DECtape image of words: expected a multiple of 8, at most 591872"
    );
    bench.device(|dt, context| {
        assert!(dt.image(1, context).is_none_or(|(_, changed)| !changed) && dt.image(5, context).is_none())
    });
    assert!(bench.unmount(1) == tape());
}
