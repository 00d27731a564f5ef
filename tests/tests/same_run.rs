//! A run must not change if it is saved and restored on the way, observed, or replayed from a recording.
//! Every device is tested, with a program that uses it.
//!
//! `PDP6_POINTS=100` saves and restores each run at 100 random times instead of about twenty.

use emulator::address::Address;
use emulator::cpu::Observer;
use emulator::formats::dectape::{self, ReelLayout, Tape};
use emulator::formats::disk::DiskImage;
use emulator::formats::magtape::MagTape;
use emulator::formats::tape;
use emulator::io::teletype::text;
use emulator::io::units::bytes_of;
use emulator::io::{Action, DeviceOutput, Medium};
use emulator::isa::DeviceCode;
use emulator::journal::{JournalContents, Recorder, RunEnd};
use emulator::machine::{Config, Input, Key, Machine, PrinterModel, RepeatSpeed, StopReason, Switch, Until};
use emulator::picture::TubeHit;
use emulator::time::Nanos;
use emulator::word::Word;
use std::collections::{BTreeMap, BTreeSet};
use system_tests::midas::Program;
use system_tests::processor::shown;

/// A test program, with the user's actions.
pub(crate) struct Row {
    pub(crate) program: &'static str,
    /// Start labels of the program. After each halt it is started at the next label.
    pub(crate) labels: &'static [&'static str],
    /// The codes of the devices that the program must use.
    devices: &'static [u16],
    pub(crate) config: Config,
    pub(crate) inputs: Vec<(Nanos, Input)>,
    /// Checks the results of the program.
    proof: fn(&Program, &Output),
}

/// All output of a machine's devices and display.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Output {
    /// The output of each device.
    made: BTreeMap<&'static str, Vec<DeviceOutput>>,
    hits: BTreeSet<(Nanos, u16, u16, u8)>,
}

impl Output {
    fn collect(&mut self, machine: &mut Machine) {
        for (device, made) in machine.io.take_all() {
            self.made.entry(device).or_default().push(made);
        }
        self.hits.extend(
            machine.picture().hits().map(|TubeHit { time, x, y, intensity }| (time, x, y, intensity)),
        );
    }

    fn of(&self, device: &str) -> &[DeviceOutput] {
        self.made.get(device).map_or(&[], Vec::as_slice)
    }
}

#[derive(Default)]
struct DeviceObserver {
    devices: BTreeSet<u16>,
    instructions: u64,
}

impl Observer for DeviceObserver {
    fn executes(&mut self, _: Address, _: Word, _: Address) {
        self.instructions += 1;
    }

    fn in_out(&mut self, device: DeviceCode, _: usize, _: Word, _: Nanos) {
        self.devices.insert(device.get());
    }
}

fn act(device: &str, action: Action) -> Input {
    Input::Act { device: device.to_owned(), action }
}

fn type_at(device: &str, line: u8, characters: &[u8]) -> Input {
    act(device, Action::Type { line, characters: characters.to_vec() })
}

fn mount(device: &str, unit: u8, bytes: Vec<u8>) -> Input {
    Input::Mount { device: device.to_owned(), unit, medium: Medium { bytes, writable: true } }
}

fn paper(output: &Output) -> String {
    String::from_utf8(bytes_of(output.of("lpt"), 0)).unwrap()
}

/// Returns the image of the tape or disk on a unit. A copy of the machine unmounts it, so `machine` keeps it.
fn image(machine: &Machine, device: &str, unit: u8) -> Vec<u8> {
    let mut copy = Machine::default();
    copy.restore(&machine.snapshot()).unwrap();
    copy.unmount(device, unit).unwrap().bytes
}

/// Three cards: one with text, one with a column that is not a character, and a blank one.
fn cards() -> String {
    format!("MAC HACK, A PDP-6 PROGRAM (1967)\n~raw44007777{}\n\n", "0000".repeat(78))
}

/// The notes of `tune`: frequency in hertz, duration in tenths of a second.
const NOTES: [(u64, u64); 10] =
    [(262, 3), (262, 3), (262, 2), (294, 1), (330, 3), (330, 2), (294, 1), (330, 2), (349, 1), (392, 6)];

/// Returns half a period of `tune` in nanoseconds: TRC, MOVE from an accumulator, and SOJG `turns + 1` times
/// (processor reference, section 10.3).
pub(crate) fn half_period(turns: u64) -> u64 {
    3_700 + 2_900 + 4_000 * (turns + 1)
}

/// Checks the times of the loudspeaker's changes in `tune`.
fn notes(made: &[DeviceOutput]) {
    let mut changes = made.iter();
    for (hertz, tenths) in NOTES {
        let turns = (500_000 / hertz - 10) / 4;
        let half = half_period(turns);
        let note: Vec<&DeviceOutput> = changes.by_ref().take((tenths * hertz / 5) as usize).collect();
        assert!(note.windows(2).all(|pair| pair[1].time.since(pair[0].time) == Nanos(half)), "{hertz} Hz");
        let cents = 1200.0 * (1e9 / (2 * half) as f64 / hertz as f64).log2();
        assert!((0.0..5.0).contains(&cents), "{hertz} Hz: {cents} cents");
        assert!(note.iter().all(|change| change.bytes == [0] || change.bytes == [1]));
    }
    assert_eq!(changes.next(), None);
}

/// The word that the other end of the link writes.
const WORD: Word = Word::halves(0o123456, 0o654321);

/// Returns inputs of a panel; DEPOSIT is held down for 3.5 ms with REPEAT on.
fn at_the_panel() -> Vec<(Nanos, Input)> {
    let place = Address::new(0o200);
    let speed = RepeatSpeed::nearest(Nanos::from_millis(1)).unwrap();
    vec![
        (Nanos::from_millis(1), Input::DataSwitches(Word::new(5))),
        (Nanos::from_millis(1), Input::AddressSwitches(place)),
        (Nanos::from_millis(2), Input::RepeatSpeed(speed)),
        (Nanos::from_millis(2), Input::Switch { switch: Switch::Repeat, on: true }),
        (Nanos::from_millis(3), Input::Hold(Key::Deposit(place))),
        (Nanos::from_micros(6_500), Input::Release),
        (Nanos::from_millis(7), Input::DataSwitches(Word::new(7))),
        (Nanos::from_millis(8), Input::DataSwitches(Word::ONES)),
    ]
}

/// Returns the test programs.
pub(crate) fn rows() -> Vec<Row> {
    let row = |program, labels, devices, proof| Row {
        program,
        labels,
        devices,
        config: Config::default(),
        inputs: Vec::new(),
        proof,
    };
    let now = Nanos::ZERO;
    let mut tape_of_punch = Vec::new();
    for word in [0o123456_654321, 0o777777_777777, 0, 0o400000_000001, 0o252525_525252] {
        tape::punch(Word::new(word), &mut tape_of_punch);
    }
    let reel = dectape::write(&Tape::formatted(), ReelLayout::Words).unwrap();
    vec![
        Row {
            inputs: vec![
                (now, type_at("tty", 0, b"HELLO")),
                (now, type_at("tty", 1, b"WORLD")),
                (Nanos::from_seconds(2), type_at("tty", 0, &[0o177])),
            ],
            ..row("echo", &["GO"], &[0o120], |_, output| {
                assert_eq!(
                    (text(output.of("tty"), 0), text(output.of("tty"), 1)),
                    ("HELLO".into(), "WORLD".into())
                );
            })
        },
        Row {
            inputs: vec![(now, mount("ptr", 0, tape_of_punch))],
            ..row("punch", &["GO", "READ"], &[0o100, 0o104], |program, output| {
                assert_eq!(bytes_of(output.of("ptp"), 0).len(), 30);
                assert_eq!(program.machine.cpu.pc, program.address("GOOD"));
            })
        },
        row("print", &["GO"], &[0o124], |_, output| {
            assert_eq!(paper(output), "HELLO\nMAC HACK\r___\n\x0c2\n")
        }),
        Row {
            config: Config { printer: PrinterModel::Type646, ..Config::default() },
            ..row("print646", &["GO"], &[0o124], |_, output| {
                assert_eq!(paper(output), "MAC HACK\r___\n1       2\n\x0c3\n");
            })
        },
        row("clock", &["GO"], &[0o000, 0o004, 0o120], |_, output| {
            assert_eq!(text(output.of("tty"), 0), "12345")
        }),
        Row {
            inputs: vec![
                (now, act("spk", Action::Loudspeaker { connected: true })),
                (now, Input::AddressSwitches(Address::default())),
            ],
            ..row("tune", &["GO"], &[], |_, output| notes(output.of("spk")))
        },
        row("characters", &["GO"], &[0o130], |_, output| assert!(output.hits.len() > 1000)),
        row("vectors", &["GO"], &[0o130], |_, output| assert!(output.hits.len() > 1000)),
        Row {
            inputs: vec![(now, act("dis", Action::LightPen { at: Some((120, 300)) }))],
            ..row("pen", &["GO", "GO"], &[0o130], |program, _| {
                assert_eq!(program.word("NHITS", 0), Word::new(7))
            })
        },
        Row {
            inputs: vec![(now, mount("dt", 1, reel))],
            ..row("dectape", &["FILL", "SEARCH", "BACK"], &[0o200, 0o210, 0o214], |program, _| {
                assert_eq!(program.word("BUFFER", 5), Word::halves(0, 5));
                assert_eq!(program.word("ERRORS", 0), Word::ZERO);
            })
        },
        Row {
            inputs: vec![(now, mount("mt", 0, Vec::new()))],
            ..row("magtape", &["GO"], &[0o204, 0o220, 0o224, 0o230], |program, _| {
                assert_eq!(program.word("ERRORS", 0), Word::ZERO);
                let mut tape = MagTape::read(&image(&program.machine, "mt", 0)).unwrap();
                let lengths: Vec<usize> = tape.records.drain(..).map(|record| record.length()).collect();
                assert_eq!(lengths, [96, 18, 1], "sixteen words, three, a tape mark");
            })
        },
        Row {
            inputs: vec![(now, mount("dsk", 1, Vec::new()))],
            ..row("disk", &["GO"], &[0o200, 0o270], |program, _| {
                assert_eq!(program.word("ERRORS", 0), Word::ZERO);
                // The last words compared differ; then the record does not exist.
                let errors = [0, 1].map(|index| program.word("STATUS", index).bits() & 0o1777);
                assert_eq!(errors, [0o10, 0o102]);
                let disk = DiskImage::read(&image(&program.machine, "dsk", 1)).unwrap();
                // Position 5 of disc 3: the last record has the first half of the table.
                let first = (3 * 64 + 5) * 44;
                let words = [(first + 43, 0), (first + 43, 127), (first, 0), (first, 127), (first + 1, 0)];
                let words = words.map(|(record, index)| disk.word(record, index).bits());
                assert_eq!(words, [1, 128, 129, 256, 0]);
            })
        },
        Row {
            inputs: vec![(now, mount("cr", 0, format!("{}~\nLEFT\n", cards()).into_bytes()))],
            ..row("cards", &["GO"], &[0o110, 0o150], |program, output| {
                let punched = String::from_utf8(bytes_of(output.of("cp"), 0)).unwrap();
                assert_eq!(punched, cards() + "END\n");
                assert_eq!((program.word("CARDS", 0), program.word("ERRORS", 0)), (Word::new(3), Word::ZERO));
                // Reading a card takes 300 ms, punching one 600 ms; the last card has only three columns. The
                // punch waits some 20 us for each of its 243 columns.
                let shortest = 3 * (300 + 600) + 120 + 3 * 6 + 6;
                let length = program.machine.time().get() / 1_000_000;
                assert!((shortest..shortest + 8).contains(&length), "{length}");
            })
        },
        Row {
            inputs: vec![(now, type_at("dcs", 3, b"HI")), (now, type_at("dcs", 15, b"ABCD"))],
            ..row("lines", &["GO"], &[0o300, 0o304], |_, output| {
                let (third, last) = (text(output.of("dcs"), 3), text(output.of("dcs"), 15));
                assert_eq!((third.as_str(), last.as_str()), ("HI", "ABCD"));
            })
        },
        Row {
            // Requests of the link's other end: three interrupts, then words.
            inputs: (1..=3)
                .map(|at| (Nanos::from_millis(at), act("link", Action::Interrupt)))
                .chain([
                    (Nanos::from_millis(4), Input::DepositShadow { ac: 1, word: Word::ONES }),
                    (Nanos::from_millis(5), Input::Deposit { address: Address::new(0o200), word: WORD }),
                ])
                .collect(),
            ..row("link", &["GO"], &[0o020], |program, _| {
                let words = ["BEFORE", "DURING", "AFTER", "CALLS"].map(|label| program.word(label, 0).bits());
                assert_eq!(words, [0o4, 0o14, 0o4, 3]);
                assert_eq!(program.word("TAKEN", 0), WORD);
                assert_eq!(program.machine.memory.shadow(1), Word::ONES);
            })
        },
        Row {
            inputs: at_the_panel(),
            ..row("panel", &["GO"], &[0o000], |program, _| {
                // The program counts two settings of the DATA switches before the one that halts it. DEPOSIT
                // acts when it is pressed and again 1, 2 and 3 ms later, with 5 in the switches.
                let words = ["MOVES", "WORDS", "SUM"].map(|label| program.word(label, 0).bits());
                assert_eq!(words, [2, 4, 20]);
            })
        },
        Row {
            inputs: vec![
                (now, act("spw", Action::Buttons { word: Word::new(0o70) })),
                (now, act("wcnsls", Action::Buttons { word: Word::new(0o707) })),
                (now, type_at("gty", 1, b"A")),
                (now, type_at("gty", 3, b"B")),
            ],
            ..row("small", &["GO"], &[0o70, 0o420, 0o710, 0o724, 0o750, 0o760], |program, output| {
                assert_eq!(program.word("SENSE", 0), Word::new(0o123450));
                assert_eq!(program.word("FIRST", 0), Word::new(0o70));
                assert_eq!(program.word("SECOND", 0), Word::new(0o707));
                assert_eq!(program.word("KEYS", 0), Word::halves(1, 0o101));
                assert_eq!(program.word("KEYS", 1), Word::halves(3, 0o102));
                assert_eq!(output.of("gty").len(), 1);
                assert_eq!(bytes_of(output.of("gty"), 2), b"HI");
                // Two keys of 100 ms and eight characters of 2 ms, in counts of 4.069 us.
                let counted = program.word("ENDED", 0).bits() - program.word("BEGUN", 0).bits();
                assert!((216_000_000..217_000_000).contains(&(counted * 4_069)), "{counted}");
            })
        },
    ]
}

impl Row {
    pub(crate) fn program(&self) -> Program {
        let mut program = Program::load_into(self.program, Machine::new(self.config.clone()));
        for (time, input) in &self.inputs {
            program.machine.input_at(*time, input.clone());
        }
        program
    }

    /// Starts the program at each of its labels and calls `run` to run it to the halt.
    fn run(&self, program: &mut Program, mut run: impl FnMut(&mut Machine, &mut Output)) -> Output {
        let mut output = Output::default();
        for label in self.labels {
            program.machine.start(program.address(label));
            run(&mut program.machine, &mut output);
            assert!(!program.machine.is_running(), "{}: no halt from {label}", self.program);
        }
        output.collect(&mut program.machine);
        output
    }
}

pub(crate) const LIMIT: Nanos = Nanos::from_seconds(200);

fn must_halt(reason: StopReason) {
    assert_eq!(reason, StopReason::Halt);
}

#[test]
fn a_run_is_the_same_saved_watched_and_repeated() {
    let points: u64 = std::env::var("PDP6_POINTS").map_or(23, |points| points.parse().unwrap());
    let mut random = fastrand::Rng::with_seed(1964);
    for row in rows() {
        let name = row.program;
        let mut left_alone = row.program();
        let recorder = Recorder::begin(&mut left_alone.machine);
        let output = row.run(&mut left_alone, |machine, _| must_halt(machine.run_until(Until::at(LIMIT))));
        (row.proof)(&left_alone, &output);
        let recording = recorder.end(&left_alone.machine).unwrap();
        let (end, length) = (left_alone.machine.snapshot(), left_alone.machine.time().get());

        // Saves at random times, and restores into another machine each time.
        let mut broken = row.program();
        let mut parts = 0;
        let broken_output = row.run(&mut broken, |machine, output| {
            loop {
                let moment = Until::after(machine, Nanos(random.u64(0..2 * length / points) + 1));
                let halted = machine.run_until(moment) == StopReason::Halt;
                output.collect(machine);
                let mut other = Machine::new(row.config.clone());
                other.restore(&machine.snapshot()).unwrap();
                *machine = other;
                parts += 1;
                if halted {
                    return;
                }
            }
        });
        assert!(parts > points / 2, "{name}: {parts}");
        assert!(broken.machine.memory.words() == left_alone.machine.memory.words(), "{name}: memory differs");
        assert_eq!(broken.machine.io.save(), left_alone.machine.io.save(), "{name}");
        assert_eq!(broken.machine.cpu, shown(&left_alone.machine.cpu), "{name}");
        assert!(broken.machine.snapshot() == end, "{name}: not the same after snapshots");
        assert!(broken_output == output, "{name}: other output after snapshots");

        let mut watched = row.program();
        let mut observer = DeviceObserver::default();
        let watched_output = row
            .run(&mut watched, |machine, _| must_halt(machine.run_observed(Until::at(LIMIT), &mut observer)));
        assert!(watched.machine.snapshot() == end, "{name}: not the same when observed");
        assert!(watched_output == output, "{name}: other output when observed");
        assert!(observer.instructions >= watched.machine.instructions(), "{name}");
        for device in row.devices {
            assert!(observer.devices.contains(device), "{name} does not use {device:03o}");
        }

        let mut repeated = Machine::new(row.config.clone());
        let recording = JournalContents::of(&recording).unwrap();
        recording.replay(&mut repeated).unwrap();
        assert_eq!(Some(RunEnd::of(&repeated)), recording.end(), "{name}: replayed");
        assert!(repeated.snapshot() == end, "{name}: not the same when replayed");
    }
}

/// Every device of the machine is used by one of the programs.
#[test]
fn no_device_is_left_out() {
    let used: BTreeSet<u16> = rows().iter().flat_map(|row| row.devices).copied().collect();
    let machine = Machine::default();
    for device in machine.io.devices() {
        for code in device.codes() {
            assert!(used.contains(&code.get()), "{} {code}", device.name());
        }
    }
}

/// A snapshot taken within a memory cycle, with REPEAT on and a key held down, continues like the original.
#[test]
fn a_key_held_down_is_part_of_the_state() {
    let begin = || {
        let mut program = Program::load("count");
        for switch in [Switch::MemStop, Switch::Repeat] {
            program.machine.input(Input::Switch { switch, on: true }).unwrap();
        }
        let speed = RepeatSpeed::nearest(Nanos::from_micros(100)).unwrap();
        program.machine.input(Input::RepeatSpeed(speed)).unwrap();
        program.machine.start(program.address("GO"));
        program.machine.run_until(Until::never());
        program.machine.input(Input::Hold(Key::MemoryContinue)).unwrap();
        program.machine
    };
    let mut straight = begin();
    assert_eq!(straight.run_until(Until::at(Nanos::from_millis(20))), StopReason::Time);
    let mut broken = begin();
    for moment in [50, 51, 777, 5_000, 12_345, 20_000] {
        assert_eq!(broken.run_until(Until::at(Nanos::from_micros(moment))), StopReason::Time);
        let mut other = Machine::default();
        other.restore(&broken.snapshot()).unwrap();
        broken = other;
    }
    assert!(broken.instructions() > 20, "{}", broken.instructions());
    assert!(broken.snapshot() == straight.snapshot());
}
