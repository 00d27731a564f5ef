use super::*;
use crate::address::Address;
use crate::debug::Session;
use crate::machine::Until;
use crate::symbols::Symbols;
use crate::time::Nanos;
use crate::word::Word;
use proptest::prelude::*;

/// Returns a machine whose program counts, and echoes each character that is typed.
fn machine() -> Machine {
    let mut machine = Machine::default();
    let program = [
        Word::halves(0o271100, 1),     // ADDI 2,1
        Word::halves(0o712340, 0o40),  // CONSO TTY,40
        Word::halves(0o254000, 0o100), // JRST 100
        Word::halves(0o712040, 1),     // DATAI TTY,1
        Word::halves(0o712140, 1),     // DATAO TTY,1
        Word::halves(0o254000, 0o100), // JRST 100
    ];
    for (at, word) in (0o100..).map(Address::new).zip(program) {
        machine.deposit(at, word);
    }
    machine.start(Address::new(0o100));
    machine
}

fn read_back(bytes: &[u8]) -> (Machine, JournalContents, Vec<u8>) {
    let reading = JournalContents::of(bytes).unwrap();
    let mut machine = Machine::default();
    let paper = reading.resume(&mut machine).unwrap();
    (machine, reading, paper)
}

fn run(machine: &mut Machine, micros: u64) {
    machine.run_until(Until::after(machine, Nanos::from_micros(micros)));
}

#[derive(Default)]
struct TestStore {
    bytes: Vec<u8>,
    full: bool,
}

impl JournalStore for TestStore {
    fn begin(&mut self, contents: &[u8]) -> io::Result<()> {
        if self.full { Err(io::ErrorKind::StorageFull.into()) } else { self.bytes.begin(contents) }
    }

    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.full { Err(io::ErrorKind::StorageFull.into()) } else { self.bytes.add(bytes) }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// A file cut anywhere gives the run up to the last whole frame: the machine, the paper, and what was
    /// typed ahead are as they were when that frame was written.
    #[test]
    fn a_cut_journal_gives_the_run_to_its_last_whole_frame(
        typed in prop::collection::vec((1u64..400_000, "[A-Z]{1,3}", "[0-9]{0,2}"), 1..6),
    ) {
        let mut machine = machine();
        let mut journal = Journal::new(Vec::new());
        journal.begin(&mut machine, b"").unwrap();
        let mut paper = Vec::new();
        let mut stages = vec![(journal.store().len(), machine.snapshot(), Vec::new(), Vec::new())];
        for (pause, keys, ahead) in &typed {
            run(&mut machine, *pause);
            machine.type_text(keys);
            journal.keep(&mut machine, ahead.as_bytes()).unwrap();
            paper.extend(machine.take_text(0).into_bytes());
            stages.push((journal.store().len(), machine.snapshot(), ahead.clone().into_bytes(), paper.clone()));
        }
        let bytes = journal.store();
        for cut in stages[0].0..=bytes.len() {
            let (length, snapshot, ahead, paper) =
                stages.iter().rfind(|(length, ..)| *length <= cut).unwrap();
            // Between the ends of two frames only the length of the torn part changes, so only cuts near an
            // end are replayed.
            let near = cut - length < 2 || stages.iter().any(|(end, ..)| *end == cut + 1);
            let reading = JournalContents::of(&bytes[..cut]).unwrap();
            prop_assert_eq!(reading.torn(), cut - length);
            prop_assert_eq!(reading.ahead(), &ahead[..]);
            if near {
                let (back, _, printed) = read_back(&bytes[..cut]);
                prop_assert!(back.snapshot() == *snapshot, "the machine from the first {cut} bytes");
                prop_assert_eq!(&printed, paper);
            }
        }
        // A file that ends before its first frame contains no run.
        prop_assert!(matches!(JournalContents::of(&bytes[..20]), Err(JournalError::Base(_))));
    }

    #[test]
    fn damage_is_found(at in any::<prop::sample::Index>(), bits in 1u8..) {
        let mut machine = machine();
        let mut journal = Journal::new(Vec::new());
        for keys in ["P-K4\n", "N-KB3\n", "B-N5\n"] {
            machine.type_text(keys);
            journal.keep(&mut machine, keys.as_bytes()).unwrap();
        }
        let mut bytes = journal.store().clone();
        let at = at.index(bytes.len());
        bytes[at] ^= bits;
        match JournalContents::of(&bytes) {
            // In the last frame, damage looks like a frame that was not written to its end.
            Ok(reading) => prop_assert!(reading.torn() > 0 && at >= bytes.len() - reading.torn()),
            Err(JournalError::Frame { at: found, .. }) => prop_assert!(found <= at),
            Err(JournalError::Base(_)) => {}
            Err(JournalError::TooLong) => prop_assert!(false, "only a replay finds this"),
        }
    }
}

#[test]
fn a_full_disk_loses_nothing_if_the_run_continues() {
    let mut machine = machine();
    let mut journal = Journal::new(TestStore { full: true, ..TestStore::default() });
    machine.type_text("A");
    assert_eq!(journal.keep(&mut machine, b"1").unwrap_err().kind(), io::ErrorKind::StorageFull);
    assert!(!journal.is_begun());
    journal.store_mut().full = false;
    journal.keep(&mut machine, b"1").unwrap();
    journal.store_mut().full = true;
    for keys in ["B", "C"] {
        run(&mut machine, 300_000);
        machine.type_text(keys);
        assert!(journal.keep(&mut machine, b"2").is_err());
    }
    assert_eq!(read_back(&journal.store().bytes).1.ahead(), b"1");
    journal.store_mut().full = false;
    run(&mut machine, 300_000);
    machine.type_text("D");
    journal.keep(&mut machine, b"3").unwrap();
    let (back, reading, _) = read_back(&journal.store().bytes);
    assert_eq!(back.snapshot(), machine.snapshot());
    assert_eq!(reading.ahead(), b"3");
}

#[test]
fn a_long_journal_restarts_from_a_snapshot() {
    let mut machine = machine();
    let mut journal = Journal::new(Vec::new());
    journal.keep(&mut machine, b"").unwrap();
    let short = journal.store().len();
    for _ in 0..MAX_FRAMES {
        machine.input(Input::DataSwitches(Word::new(7))).unwrap();
        journal.keep(&mut machine, b"").unwrap();
    }
    assert!(journal.store().len() > short + 20_000);
    journal.print(b"PAPER");
    journal.set_note("a note");
    machine.input(Input::DataSwitches(Word::new(9))).unwrap();
    journal.keep(&mut machine, b"K").unwrap();
    assert!(journal.store().len() < short + 1000);
    let (back, reading, paper) = read_back(journal.store());
    assert_eq!(back.snapshot(), machine.snapshot());
    assert_eq!((reading.ahead(), reading.note(), &paper[..]), (&b"K"[..], "a note", &b"PAPER"[..]));
}

#[test]
fn a_restored_machine_restarts_the_journal() {
    let mut machine = machine();
    let mut journal = Journal::new(Vec::new());
    journal.keep(&mut machine, b"").unwrap();
    let before = machine.snapshot();
    machine.type_text("X");
    machine.restore(&before).unwrap();
    journal.keep(&mut machine, b"").unwrap();
    assert_eq!(read_back(journal.store()).0.snapshot(), machine.snapshot());
    assert!(!JournalContents::of(journal.store()).unwrap().is_closed());
    journal.end(&mut machine, true).unwrap();
    assert!(JournalContents::of(journal.store()).unwrap().is_closed());
}

/// A hostile journal: valid, but replaying it would take hours.
#[test]
fn a_run_that_is_too_long_is_not_repeated() {
    let mut machine = machine();
    let mut journal = Journal::new(Vec::new());
    journal.begin(&mut machine, b"").unwrap();
    let instructions = machine.instructions() + 60 * MAX_INSTRUCTIONS;
    let far = JournalEntry { instructions, ..JournalEntry::default() };
    journal.store_mut().extend(far.frame());
    let reading = JournalContents::of(journal.store()).unwrap();
    assert!(matches!(reading.resume(&mut Machine::default()), Err(JournalError::TooLong)));
}

#[test]
fn entries_before_a_damage_are_recovered() {
    let mut machine = machine();
    let mut journal = Journal::new(Vec::new());
    journal.keep(&mut machine, b"").unwrap();
    let mut ends = vec![journal.store().len()];
    for keys in ["P-K4\n", "N-KB3\n", "B-N5\n"] {
        machine.type_text(keys);
        journal.keep(&mut machine, keys.as_bytes()).unwrap();
        ends.push(journal.store().len());
    }
    for (sound, &end) in ends.iter().enumerate().take(3) {
        let mut bytes = journal.store().clone();
        bytes[end] ^= 1;
        let (reading, damage) = JournalContents::rescued(&bytes).unwrap();
        assert!(matches!(damage, Some(JournalError::Frame { at, .. }) if at == end), "{sound}: {damage:?}");
        assert_eq!(reading.ahead(), [&b""[..], b"P-K4\n", b"N-KB3\n"][sound]);
        let (undamaged, ..) = read_back(&bytes[..end]);
        let mut rescued = Machine::default();
        reading.resume(&mut rescued).unwrap();
        assert_eq!(rescued.snapshot(), undamaged.snapshot());
    }
}

/// A step back, and the different future after it, are part of the recording, unless the step leads to a
/// moment before the recording began.
#[test]
fn a_recording_continues_after_a_step_back() {
    let mut session = Session::new(machine(), Symbols::new());
    session.keep_past(1);
    run(&mut session.target.machine, 1000);
    let begin = session.target.machine.instructions();
    let [whole, late] = [0, 500].map(|micros| {
        run(&mut session.target.machine, micros);
        Recorder::begin(&mut session.target.machine)
    });
    session.target.machine.type_text("A");
    run(&mut session.target.machine, 300_000);
    session.go_to(begin + 5).unwrap();
    run(&mut session.target.machine, 10);
    session.target.machine.type_text("B");
    run(&mut session.target.machine, 500_000);

    let recording = JournalContents::of(&whole.end(&session.target.machine).unwrap()).unwrap();
    let mut repeated = Machine::default();
    recording.replay(&mut repeated).unwrap();
    assert_eq!(repeated.take_text(0), session.target.machine.take_text(0));
    assert_eq!(recording.end(), Some(RunEnd::of(&repeated)));
    assert_eq!(recording.end(), Some(RunEnd::of(&session.target.machine)));
    assert_eq!(late.end(&session.target.machine), Err(BrokenRecording));
}
