//! After a halt, the devices finish the output that the program has started.

use emulator::address::Address;
use emulator::isa::DeviceCode;
use emulator::journal::{JournalContents, Recorder, RunEnd};
use emulator::machine::{Config, Input, Key, Machine, StopReason, Until};
use emulator::time::Nanos;
use emulator::word::Word;

const START: Address = Address::new(0o100);

/// Returns MOVEI 1,VALUE and DATAO DEVICE,1 for each value, then a halt.
fn program(datao: u32, values: &[u32]) -> Vec<Word> {
    let outputs = values.iter().flat_map(|&value| [Word::halves(0o201040, value), Word::halves(datao, 1)]);
    outputs.chain([Word::halves(0o254200, START.get())]).collect()
}

const DATAO_TTY: u32 = 0o712140;
const DATAO_PTP: u32 = 0o710140;
const DATAO_LPT: u32 = 0o712540;

fn started(words: &[Word]) -> Machine {
    let mut machine = Machine::new(Config::default());
    for (place, &word) in (0..).zip(words) {
        machine.deposit(START.offset(place), word);
    }
    machine.start(START);
    machine
}

/// Returns a machine whose program prints H and halts.
fn typing() -> Machine {
    started(&program(DATAO_TTY, &[0o110]))
}

#[test]
fn each_device_finishes() {
    for (name, code, datao, values, made, millis) in [
        ("tty", DeviceCode::TTY, DATAO_TTY, &[0o110][..], &b"H"[..], 100),
        // The punch motor must come up to speed first.
        ("ptp", DeviceCode::PTP, DATAO_PTP, &[0o123], &[0o123], 1015),
        ("lpt", DeviceCode::LPT, DATAO_LPT, &[0o41, 0o400], b"A\n", 115),
    ] {
        let mut machine = started(&program(datao, values));
        assert_eq!(machine.run_until(Until::never()), StopReason::Halt, "{name}");
        assert_eq!(machine.take_bytes(code), made, "{name}");
        assert!(!machine.io.is_busy(name), "{name}");
        assert_eq!(machine.time().get() / 1_000_000, millis, "{name}");
        assert_eq!(machine.instructions(), 2 * values.len() as u64 + 1, "{name}");
    }
}

#[test]
fn a_halt_does_not_wait_for_input() {
    let mut machine = started(&program(DATAO_TTY, &[]));
    machine.type_text("NOBODY LISTENS");
    assert_eq!(machine.run_until(Until::never()), StopReason::Halt);
    assert!(machine.time() < Nanos::from_millis(1), "{}", machine.time());
}

#[test]
fn limits_hold_while_output_finishes() {
    let mut machine = typing();
    assert_eq!(machine.run_until(Until::at(Nanos::from_millis(50))), StopReason::Time);
    assert_eq!((machine.time(), machine.take_text(0).as_str()), (Nanos::from_millis(50), ""));
    // If several stop reasons apply at the same time, the halt comes first.
    let output = Until { output: true, ..Until::never() };
    assert_eq!((machine.run_until(output), machine.take_text(0).as_str()), (StopReason::Halt, "H"));
    // The halt is the last instruction that the limit allows.
    let mut counted = typing();
    let reason = counted.run_until(Until::never().or_instructions(&counted, 3));
    assert_eq!((reason, counted.take_text(0).as_str()), (StopReason::Halt, "H"));
}

#[test]
fn slices_and_replays_are_the_same_run() {
    let mut whole = typing();
    whole.run_until(Until::never());
    let mut sliced = typing();
    while sliced.run_until(Until::after(&sliced, Nanos(777_777))) == StopReason::Time {}
    assert_eq!(sliced.snapshot(), whole.snapshot());
    for end in [Until::never(), Until::at(Nanos::from_millis(40))] {
        let mut recorded = typing();
        let recorder = Recorder::begin(&mut recorded);
        recorded.run_until(end);
        recorded.start(START);
        recorded.run_until(end);
        let recording = recorder.end(&recorded).expect("nothing was restored");
        let mut replayed = Machine::default();
        JournalContents::of(&recording).unwrap().replay(&mut replayed).unwrap();
        assert_eq!(RunEnd::of(&replayed), RunEnd::of(&recorded));
    }
}

#[test]
fn a_key_pressed_meanwhile_acts() {
    let mut words = program(DATAO_TTY, &[0o110]);
    words.push(Word::halves(0o344100, 0o103)); // AOJA 2,.
    words[2] = Word::halves(0o254200, 0o103); // HALT .+1
    let mut machine = started(&words);
    machine.input_at(Nanos::from_millis(30), Input::Key(Key::Continue));
    assert_eq!(machine.run_until(Until::at(Nanos::from_millis(200))), StopReason::Time);
    assert!(machine.is_running());
    assert_eq!(machine.take_text(0), "H");
}
