//! The emulator skips a program's wait loop to the time of the next change. State, time and
//! instruction count must be the same as if every iteration were executed. The tests compare with an observed
//! run of the same loop, which skips nothing.

use emulator::address::Address;
use emulator::formats::dectape::{self, ReelLayout, Tape};
use emulator::io::{Action, Medium};
use emulator::isa::DeviceCode;
use emulator::machine::{Config, Input, Machine, PrinterModel, StopReason, Until};
use emulator::memory::MemorySet;
use emulator::time::Nanos;
use emulator::word::Word;
use proptest::prelude::*;
use std::collections::BTreeSet;
use system_tests::processor::shown;

/// Addresses of the instructions that start the devices, and of the wait loop.
const STARTERS: u32 = 0o100;
const LOOP: u32 = 0o200;
/// The word that is incremented by interrupts and tested by loops.
const COUNTED: u32 = 0o300;
/// A word that never changes.
const STILL: u32 = 0o301;
/// The interrupt location of channel 1.
const CHANNEL_1: u32 = 0o42;

fn io(device: u32, operation: u32, address: u32) -> Word {
    Word::halves(0o700000 | device << 6 | operation << 5, address)
}

fn instruction(opcode: u32, ac: u32, address: u32) -> Word {
    Word::halves(opcode << 9 | ac << 5, address)
}

/// Instructions that start a device, with random conditions and data, many of them invalid.
fn starter() -> impl Strategy<Value = Vec<Word>> {
    let channel = prop_oneof![3 => Just(0u32), 1 => Just(1u32)];
    (0u32..9, channel, 0u32..1 << 18).prop_map(|(which, channel, data)| {
        let word =
            |device, address| vec![instruction(0o201, 6, data), io(device, 3, 6), io(device, 4, address)];
        match which {
            // Reader, alphanumeric or binary.
            0 => vec![io(0o104, 4, 0o20 | channel)],
            1 => vec![io(0o104, 4, 0o60 | channel)],
            // Punch, teletype and printer: a character, with random flags.
            2 => word(0o100, 0o40 | channel),
            3 => vec![io(0o120, 4, channel), instruction(0o201, 6, data), io(0o120, 3, 6)],
            4 => word(0o124, channel),
            // The display: random parameters, points, vectors.
            5 => vec![io(0o130, 4, 0o100 | channel), instruction(0o205, 6, data), io(0o130, 3, 6)],
            // DECtape: unit 1 with any function, direction, delay and interrupts.
            6 => vec![io(0o210, 4, 0o200010 | data & 0o177700 | channel)],
            // GTYO: a character for a screen.
            7 => vec![instruction(0o201, 6, data & 0o177), io(0o750, 3, 6)],
            // Clear the clock's flag, and perhaps enable its interrupts.
            _ => vec![io(0, 4, 0o3000 | channel)],
        }
    })
}

/// Returns the codes of the processor, the interrupt system and all devices.
fn devices() -> Vec<u32> {
    let machine = Machine::default();
    let connected = machine.io.devices().flat_map(|device| device.codes());
    let numbers: BTreeSet<u16> =
        [DeviceCode::APR, DeviceCode::PI].iter().chain(connected).map(|code| code.get()).collect();
    numbers.into_iter().map(u32::from).collect()
}

/// Instructions of a wait loop: most of them only test something, some have effects.
fn look() -> impl Strategy<Value = Word> {
    let device = prop::sample::select(devices());
    let conditions =
        (device, 5u32..8, prop::sample::select(vec![0o10, 0o40, 0o100, 0o200, 0o1000, 0o777777]));
    prop_oneof![
        8 => conditions.prop_map(|(device, operation, mask)| match operation {
            5 => io(device, 5, 5),
            _ => io(device, operation, mask),
        }),
        2 => Just(instruction(0o336, 0, COUNTED)), // SKIPN
        1 => Just(instruction(0o200, 3, COUNTED)), // MOVE
        1 => Just(instruction(0o312, 3, COUNTED)), // CAME
        1 => Just(instruction(0o603, 5, 0o400)),   // TLNE
        1 => Just(instruction(0o256, 0, STILL)),   // XCT of an instruction that only reads
        1 => Just(instruction(0o340, 4, 0)),       // AOJ: each iteration differs
        1 => Just(instruction(0o350, 0, 0o302)),   // AOS
        1 => Just(io(0o104, 1, 5)),                // DATAI PTR
    ]
}

/// A loop of two to six instructions, and the instructions executed when one of them skips the jump back.
fn program() -> impl Strategy<Value = (Vec<Word>, Vec<Word>)> {
    (prop::collection::vec(starter(), 0..4), prop::collection::vec(look(), 1..6)).prop_map(
        |(starters, looks)| {
            let mut begin = vec![io(0o4, 4, 0o2300)];
            begin.extend(starters.into_iter().flatten());
            begin.push(instruction(0o254, 0, LOOP));
            let mut turn = looks;
            turn.push(instruction(0o254, 0, LOOP));
            // The awaited event has occurred: count it, take a character, and wait again.
            turn.extend([instruction(0o350, 0, 0o303), io(0o120, 1, 5), io(0o104, 1, 5)]);
            turn.push(instruction(0o254, 0, LOOP));
            (begin, turn)
        },
    )
}

fn machine((begin, turn): &(Vec<Word>, Vec<Word>), config: Config) -> Machine {
    let mut machine = Machine::new(config);
    for (first, words) in [(STARTERS, begin), (LOOP, turn)] {
        for (i, &word) in words.iter().enumerate() {
            machine.deposit(Address::new(first + i as u32), word);
        }
    }
    machine.deposit(Address::new(STILL), io(0o120, 7, 0o40));
    // The interrupt routine counts, clears the clock's flag and reads a frame. The requests of other devices
    // are not cleared.
    machine.deposit(Address::new(CHANNEL_1), instruction(0o264, 0, 0o400));
    machine.deposit(Address::new(0o401), instruction(0o350, 0, COUNTED));
    machine.deposit(Address::new(0o402), io(0, 4, 0o3001));
    machine.deposit(Address::new(0o403), io(0o104, 1, 5));
    // JRST 12,@400: return and free the channel.
    machine.deposit(Address::new(0o404), Word::halves(0o254520, 0o400));
    let reel = dectape::write(&Tape::formatted(), ReelLayout::Words).unwrap();
    for (device, unit, bytes) in [("ptr", 0, (0..=255).cycle().take(2_000).collect()), ("dt", 1, reel)] {
        let medium = Medium { bytes, writable: true };
        machine.input(Input::Mount { device: device.to_owned(), unit, medium }).unwrap();
    }
    let action = Action::Type { line: 0, characters: b"P-K4".to_vec() };
    machine.input_at(Nanos::from_millis(20), Input::Act { device: "tty".to_owned(), action });
    machine.start(Address::new(STARTERS));
    machine
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn waiting_is_executing_every_turn(
        program in program(),
        set in prop::sample::select(MemorySet::ALL.to_vec()),
        words in prop::sample::select(vec![1 << 18, 1 << 16]),
        printer in prop::sample::select(vec![PrinterModel::DataProducts, PrinterModel::Type646]),
        stops in prop::collection::vec((1u64..20_000_000, prop::option::of(1u64..5_000)), 1..6),
        breakpoint in prop::option::of(0u32..8),
    ) {
        let config = Config { memory: set, words, printer, ..Config::default() };
        let mut carried = machine(&program, config.clone());
        let mut watched = machine(&program, config);
        if let Some(offset) = breakpoint {
            carried.set_breakpoint(Address::new(LOOP + offset));
            watched.set_breakpoint(Address::new(LOOP + offset));
        }
        for (length, count) in stops {
            let stop = Until::after(&carried, Nanos(length));
            let stop = count.map_or(stop, |count| stop.or_instructions(&carried, count));
            let reason = carried.run_until(stop);
            prop_assert_eq!(reason, watched.run_observed(stop, &mut ()), "{}", listing(&program));
            prop_assert_eq!(shown(&carried.cpu), shown(&watched.cpu), "{}", listing(&program));
            prop_assert!(carried.snapshot() == watched.snapshot(), "memory or devices differ\n{}", listing(&program));
        }
    }
}

fn listing((begin, turn): &(Vec<Word>, Vec<Word>)) -> String {
    let part = |first: u32, words: &[Word]| {
        let line = |(i, word): (usize, &Word)| format!("{:o}: {word}\n", first + i as u32);
        words.iter().enumerate().map(line).collect::<String>()
    };
    part(STARTERS, begin) + &part(LOOP, turn)
}

/// Returns a loop of `length` instructions that tests device flags that are never set.
fn turn(device: u32, length: u32) -> Vec<Word> {
    // CONSO alternates with SKIPN or MOVE of a word that an interrupt might change.
    let others = [instruction(0o336, 0, STILL), instruction(0o200, 3, STILL)];
    let looks =
        (1..length).map(|nth| if nth % 2 == 1 { io(device, 7, 0) } else { others[nth as usize / 2 % 2] });
    looks.chain([instruction(0o254, 0, LOOP)]).collect()
}

/// Waits for every device for a year, in loops of two to eight instructions. Executing every iteration would
/// take days.
#[test]
fn a_year_of_waiting_is_skipped() {
    for device in devices() {
        for length in [2, 3, 5, 8] {
            let mut machine = Machine::new(Config { clock: false, ..Config::default() });
            for (at, word) in (LOOP..).zip(turn(device, length)) {
                machine.deposit(Address::new(at), word);
            }
            machine.start(Address::new(LOOP));
            let year = Until::after_seconds(&machine, 365 * 24 * 3600);
            assert_eq!(machine.run_until(year), StopReason::Time);
            assert!(machine.instructions() > 1_000_000_000_000, "{device:o}, {length} instructions");
        }
    }
}

/// An interrupt occurs during the wait, and the program then waits again: three ticks of the clock are
/// counted.
#[test]
fn interrupts_are_handled_while_waiting() {
    let begin = vec![io(0o4, 4, 0o2300), io(0, 4, 0o3001), instruction(0o254, 0, LOOP)];
    let turn = vec![io(0o100, 7, 0o10), instruction(0o254, 0, LOOP)];
    let mut machine = machine(&(begin, turn), Config::default());
    assert_eq!(machine.run_until(Until::after(&machine, Nanos::from_millis(55))), StopReason::Time);
    assert_eq!(machine.examine(Address::new(COUNTED)), Word::from(Address::new(3)));
    assert!((LOOP..LOOP + 2).contains(&machine.cpu.pc.get()));
}
