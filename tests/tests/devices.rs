//! MIDAS programs that use the devices as software of the time did: assembled, booted from paper tape, run.

use emulator::address::Address;
use emulator::io::teletype::text;
use emulator::io::{Action, Medium};
use emulator::isa::DeviceCode;
use emulator::journal::{JournalContents, Recorder, RunEnd};
use emulator::machine::{Config, Input, Machine, StopReason, Until};
use emulator::symbols::Symbols;
use emulator::time::Nanos;
use system_tests::midas::assembled;

/// Starts reading in a program of `tests/data/programs`; returns the machine and the program's symbols.
fn boot(name: &str) -> (Machine, Symbols) {
    let output = assembled(name);
    let mut machine = Machine::new(Config::default());
    machine.boot_tape(output.rim().expect("a program that can be read in"));
    (machine, output.symbol_file())
}

fn run(machine: &mut Machine, seconds: u64) -> StopReason {
    machine.run_until(Until::after_seconds(machine, seconds))
}

fn type_on(machine: &mut Machine, line: u8, characters: &[u8]) {
    let action = Action::Type { line, characters: characters.to_vec() };
    machine.input(Input::Act { device: "tty".to_owned(), action }).expect("the teletype line exists");
}

#[test]
fn two_lines_are_echoed_by_interrupt() {
    let (mut machine, symbols) = boot("echo");
    machine.set_breakpoint(symbols.address("MAIN").unwrap());
    assert_eq!(run(&mut machine, 20), StopReason::Breakpoint(symbols.address("MAIN").unwrap()));
    machine.clear_breakpoint(symbols.address("MAIN").unwrap());
    type_on(&mut machine, 0, b"HELLO");
    type_on(&mut machine, 1, b"WORLD");
    let begun = machine.time();
    assert_eq!(run(&mut machine, 2), StopReason::Time);
    let printed = machine.take_printed();
    assert_eq!((text(&printed, 0), text(&printed, 1)), ("HELLO".to_owned(), "WORLD".to_owned()));
    // A character takes 11 bit times, which are 100 ms. It is received after 9 of them, and printing its echo
    // takes 100 ms. The typist sends one every 102 ms.
    let times: Vec<u64> =
        printed.iter().filter(|p| p.unit == 0).map(|p| p.time.since(begun).get() / 1_000_000).collect();
    assert_eq!(times, [181, 283, 385, 487, 589]);
    // The main program has run throughout.
    let counted = machine.examine(symbols.address("COUNT").unwrap());
    assert!(counted.bits() > 100_000, "{counted}");
    type_on(&mut machine, 0, &[0o177]);
    assert_eq!(run(&mut machine, 1), StopReason::Halt);
}

#[test]
fn a_tape_is_punched_and_read_back_by_blki_in_an_interrupt_location() {
    let (mut machine, symbols) = boot("punch");
    assert_eq!(run(&mut machine, 20), StopReason::Halt);
    assert_eq!(machine.cpu.pc, symbols.address("READ").unwrap());
    let tape = machine.take_bytes(DeviceCode::PTP);
    let mut expected = Vec::new();
    for word in [0o123456_654321, 0o777777_777777, 0, 0o400000_000001, 0o252525_525252] {
        emulator::formats::tape::punch(emulator::word::Word::new(word), &mut expected);
    }
    assert_eq!(tape, expected);
    let medium = Medium { bytes: tape, writable: false };
    machine.input(Input::Mount { device: "ptr".to_owned(), unit: 0, medium }).unwrap();
    machine.resume();
    let begun = machine.time();
    assert_eq!(run(&mut machine, 20), StopReason::Halt);
    assert_eq!(machine.cpu.pc, symbols.address("GOOD").unwrap());
    // Thirty frames at 400 frames per second take 75 ms.
    assert_eq!(machine.time().since(begun).get() / 1_000_000, 75);
}

#[test]
fn lines_are_printed_and_overprinted_by_interrupt() {
    let (mut machine, _) = boot("print");
    assert_eq!(run(&mut machine, 20), StopReason::Halt);
    assert_eq!(
        String::from_utf8(machine.take_bytes(DeviceCode::LPT)).unwrap(),
        "HELLO\nMAC HACK\r___\n\x0c2\n"
    );
}

/// Device reference, section 5.1: 100 ms to print a line, and 15 ms for each line of paper motion.
#[test]
fn the_line_printer_takes_its_time() {
    let (mut machine, _) = boot("print");
    assert_eq!(run(&mut machine, 20), StopReason::Halt);
    let made = machine.io.take_all();
    let times: Vec<Nanos> =
        made.into_iter().filter(|(name, _)| *name == "lpt").map(|(_, made)| made.time).collect();
    let after = |line: usize| times[line + 1].since(times[line]);
    // Line 0 moves the paper, line 1 is overprinted. Preparing the next line takes the program some
    // microseconds.
    for (line, expected) in [(0, 115), (1, 100)] {
        let early = after(line).get().checked_sub(Nanos::from_millis(expected).get());
        assert!(early.is_some_and(|late| late < 1_000_000), "line {line}: {} s", after(line));
    }
}

#[test]
fn the_clock_counts_seconds() {
    let (mut machine, symbols) = boot("clock");
    machine.set_breakpoint(symbols.address("MAIN").unwrap());
    run(&mut machine, 20);
    machine.clear_breakpoint(symbols.address("MAIN").unwrap());
    let begun = machine.time();
    assert_eq!(run(&mut machine, 20), StopReason::Halt);
    let printed = machine.take_printed();
    assert_eq!(text(&printed, 0), "12345");
    for (index, printed) in printed.iter().enumerate() {
        let due = Nanos::from_millis(1000 * (index as u64 + 1) + 100);
        // The first second begins within one tick of the line frequency.
        let late = printed.time.since(begun).get() as i64 - due.get() as i64;
        assert!((-17_000_000..1_000_000).contains(&late), "digit {index} {late} ns late");
    }
}

#[test]
fn recordings_replay_and_differences_are_detected() {
    let mut machine = Machine::new(Config::default());
    let recorder = Recorder::begin(&mut machine);
    machine.boot_tape(assembled("echo").rim().expect("a program that can be read in"));
    machine.run_until(Until::at(Nanos::from_millis(1_700)));
    machine.type_text("ABC");
    machine.run_until(Until::at(Nanos::from_millis(1_950)));
    type_on(&mut machine, 1, b"D");
    machine.input(Input::DataSwitches(emulator::word::Word::ONES)).unwrap();
    machine.run_until(Until::at(Nanos::from_millis(2_600)));
    let printed = machine.take_printed();
    assert_eq!((text(&printed, 0), text(&printed, 1)), ("ABC".to_owned(), "D".to_owned()));
    let recording = JournalContents::of(&recorder.end(&machine).unwrap()).unwrap();

    assert_eq!(recording.end(), Some(RunEnd::of(&machine)));
    let mut other = Machine::new(Config::default());
    recording.replay(&mut other).unwrap();
    assert_eq!(Some(RunEnd::of(&other)), recording.end());
    assert_eq!(other.take_printed(), printed);
    assert!(other.snapshot() == machine.snapshot());

    // The same keys with one word of the program changed lead to a different end.
    recording.prepare(&mut other).unwrap();
    other.input_at(
        Nanos::from_millis(1_800),
        Input::Deposit { address: Address::new(0o3000), word: 1u32.into() },
    );
    other.run_until(recording.limit());
    assert_ne!(Some(RunEnd::of(&other)), recording.end());
}
