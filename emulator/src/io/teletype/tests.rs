use super::*;
use crate::bus::Bus;
use crate::io::DeviceOutput;
use crate::io::InOut;

const TTY: DeviceCode = DeviceCode::TTY;

fn bus() -> InOut {
    let mut bus = InOut::new();
    bus.connect(Box::new(Teletype::default()));
    bus
}

fn cono(bus: &mut InOut, bits: u32, now: u64) {
    bus.cono(TTY, Word::halves(bits, bits), Nanos::from_millis(now));
}

fn coni(bus: &mut InOut) -> u64 {
    bus.coni(TTY, Nanos::ZERO).bits()
}

fn act(bus: &mut InOut, action: Action) {
    bus.with("TTY", Nanos::ZERO, |device, context| device.act(&action, context)).unwrap().unwrap();
}

fn type_on(bus: &mut InOut, line: u8, characters: &[u8]) {
    act(bus, Action::Type { line, characters: characters.to_vec() });
}

fn keys_left(bus: &mut InOut) -> usize {
    bus.with("TTY", Nanos::ZERO, |device, _| device.keys_left(0)).unwrap()
}

#[test]
fn a_character_takes_a_tenth_of_a_second() {
    let mut bus = bus();
    assert_eq!(coni(&mut bus), 0, "no flag before the first character");
    cono(&mut bus, 4, 0);
    bus.datao(TTY, Word::new(0o301), Nanos::ZERO);
    assert_eq!(coni(&mut bus), 0o24);
    assert_eq!(bus.next_event(), Nanos::from_millis(100));
    bus.advance(Nanos::from_millis(100));
    assert_eq!(coni(&mut bus), 0o14);
    assert_eq!(bus.requests(), 0o010);
    cono(&mut bus, 0o204, 101);
    assert_eq!(bus.requests(), 0);
    let printed = bus.take(TTY);
    assert_eq!(printed, [DeviceOutput { time: Nanos::from_millis(100), unit: 0, bytes: vec![0o301] }]);
    assert_eq!(text(&printed, 0), "A");
}

#[test]
fn a_patient_typist_waits_for_the_program() {
    let mut bus = bus();
    cono(&mut bus, 6, 0);
    type_on(&mut bus, 0, b"AB");
    bus.advance(Nanos::ZERO);
    assert_eq!(coni(&mut bus), 0o106);
    assert_eq!(keys_left(&mut bus), 2, "the A that is being sent, and the B");
    bus.advance(Nanos::from_millis(500));
    assert_eq!(coni(&mut bus), 0o46);
    assert_eq!(keys_left(&mut bus), 1);
    assert_eq!(bus.requests(), 0o002);
    assert_eq!(bus.datai(TTY, Nanos::from_millis(500)), Word::new(0o101));
    bus.advance(Nanos::from_millis(600));
    assert_eq!(bus.datai(TTY, Nanos::from_millis(600)), Word::new(0o102));
    assert_eq!(coni(&mut bus), 6);
}

#[test]
fn patient_typist_waits_until_the_program_listens() {
    let mut bus = bus();
    type_on(&mut bus, 0, b"A");
    bus.advance(Nanos::from_seconds(5));
    cono(&mut bus, 0o3605, 5_010);
    bus.advance(Nanos::from_millis(5_181));
    assert_eq!(coni(&mut bus), 0o105, "struck at the typist's next check, 5.1 s");
    bus.advance(Nanos::from_millis(5_182));
    assert_eq!(coni(&mut bus), 0o45);
}

/// A program without interrupts counts as waiting for a key when it tests for a received character, not when
/// it tests the output flag.
#[test]
fn a_patient_typist_waits_until_a_character_is_looked_for() {
    const PRINTED: u32 = 0o10;
    let mut bus = bus();
    cono(&mut bus, 0o3600, 0);
    type_on(&mut bus, 0, b"AB");
    bus.looked(TTY, PRINTED);
    bus.advance(Nanos::from_millis(900));
    assert_eq!(coni(&mut bus), 0);
    bus.looked(TTY, INPUT_DONE);
    bus.advance(Nanos::from_millis(903));
    assert_eq!(coni(&mut bus), 0o100, "struck at the typist's next check, 2 ms later at most");
    bus.advance(Nanos::from_millis(1_000));
    assert_eq!(bus.datai(TTY, Nanos::from_millis(1_000)), Word::new(0o101));
    bus.advance(Nanos::from_seconds(5));
    assert_eq!(coni(&mut bus), 0, "the program does something else");
    bus.looked(TTY, INPUT_DONE);
    bus.advance(Nanos::from_millis(5_200));
    assert_eq!(bus.datai(TTY, Nanos::from_millis(5_200)), Word::new(0o102));
}

/// Programs poll for a key that stops their print-out. A single key typed ahead stops it, a longer text typed
/// ahead does not.
#[test]
fn longer_typed_text_does_not_stop_a_print_out() {
    for (keys, struck) in [(&b"A"[..], true), (b"AB", false)] {
        let mut bus = bus();
        cono(&mut bus, 0o3600, 0);
        type_on(&mut bus, 0, keys);
        bus.datao(TTY, Word::new(0o101), Nanos::from_millis(1));
        bus.looked(TTY, INPUT_DONE);
        bus.advance(Nanos::from_millis(20));
        assert_eq!(coni(&mut bus) & 0o100 != 0, struck);
        bus.advance(Nanos::from_millis(110));
        bus.looked(TTY, INPUT_DONE);
        bus.advance(Nanos::from_millis(300));
        assert_eq!(coni(&mut bus), 0o50, "when it has finished, the text continues");
    }
}

/// Programs clear received characters when they start.
#[test]
fn unseen_cleared_characters_are_typed_again() {
    let wipes: [fn(&mut InOut); 2] = [|bus| cono(bus, 0o3605, 200), |bus| bus.reset(Nanos::from_millis(200))];
    for wipe in wipes {
        for (seen, patient, again) in [(false, true, true), (true, true, false), (false, false, false)] {
            let mut bus = bus();
            cono(&mut bus, 5, 0);
            act(&mut bus, Action::Typist { patient });
            type_on(&mut bus, 0, b"A");
            bus.advance(Nanos::from_millis(200));
            assert_eq!(coni(&mut bus), 0o45);
            if seen {
                bus.looked(TTY, INPUT_DONE);
            }
            wipe(&mut bus);
            cono(&mut bus, 5, 300);
            bus.advance(Nanos::from_millis(500));
            assert_eq!(coni(&mut bus), if again { 0o45 } else { 5 }, "seen {seen}, patient {patient}");
        }
    }
}

#[test]
fn an_impatient_typist_loses_characters() {
    let mut bus = bus();
    act(&mut bus, Action::Typist { patient: false });
    type_on(&mut bus, 0, b"AB");
    bus.advance(Nanos::from_millis(181));
    assert_eq!(bus.datai(TTY, Nanos::from_millis(181)), Word::new(0o101));
    type_on(&mut bus, 0, b"C");
    bus.advance(Nanos::from_millis(600));
    assert_eq!(bus.datai(TTY, Nanos::from_millis(600)), Word::new(0o103));
}

#[test]
fn lines_are_selected_and_interrupt_together_or_alone() {
    let mut bus = bus();
    cono(&mut bus, 0o400005, 0);
    type_on(&mut bus, 3, b"X");
    bus.advance(Nanos::from_millis(90));
    assert_eq!(bus.requests(), 0, "only the selected line may interrupt");
    cono(&mut bus, 0o500005, 90);
    assert_eq!(bus.requests(), 0o004);
    cono(&mut bus, 0o530005, 90);
    assert_eq!(coni(&mut bus), 0o130045);
    assert_eq!(bus.datai(TTY, Nanos::from_millis(91)), Word::new(0o130));
    assert_eq!(bus.requests(), 0);
    // Sets the output flag of line 2, as ITS does to get an output interrupt.
    cono(&mut bus, 0o520015, 92);
    assert_eq!(coni(&mut bus), 0o120015);
    // A reset by the program leaves the selection unchanged, a reset by the key does not.
    bus.reset(Nanos::from_millis(93));
    assert_eq!(coni(&mut bus), 0o120000);
    bus.reset_key(Nanos::from_millis(93));
    assert_eq!(coni(&mut bus), 0);
}

#[test]
fn other_lines_have_fewer_conditions() {
    let mut bus = bus();
    cono(&mut bus, 0o411000 | 0o160, 0);
    assert_eq!(coni(&mut bus), 0o10000, "busy and input flags of line 1 cannot be set");
}

#[test]
fn keyboards_have_capitals_only() {
    assert_eq!(keys("p-k4\r\n\x1b\x7fé"), [0o120, 0o55, 0o113, 0o64, 0o15, 0o175, 0o177]);
    // Characters copied from books and pages: dashes, the sign of multiplication, quotation
    // marks, spaces, wide letters.
    for dash in "‐‑‒–—―−﹘﹣－".chars() {
        assert_eq!(keys(&format!("P{dash}K4")), b"P-K4", "{dash}");
    }
    for (text, typed) in
        [("N×P", "NXP"), ("‘A’ “B”", "'A' \"B\""), ("A\u{a0}B", "A B"), ("ｐ４", "P4"), ("…", ".")]
    {
        assert_eq!(keys(text), typed.as_bytes(), "{text}");
        assert_eq!(left_out(text), "");
    }
    assert_eq!((keys("\u{feff}A\u{ad}B"), left_out("\u{feff}A\u{ad}B")), (b"AB".to_vec(), String::new()));
    assert_eq!((keys("a♘é日😀b"), left_out("a♘é日😀b")), (b"AB".to_vec(), "♘é日😀".to_owned()));
}

/// A is 101, with two ones; C is 103, with three.
#[test]
fn keyboards_send_an_eighth_bit() {
    for (parity, a, c) in
        [(Parity::Zero, 0o101, 0o103), (Parity::Even, 0o101, 0o303), (Parity::Mark, 0o301, 0o303)]
    {
        let mut bus = bus();
        act(&mut bus, Action::Parity { parity });
        act(&mut bus, Action::Typist { patient: false });
        type_on(&mut bus, 0, b"AC");
        for (now, expected) in [(90, a), (190, c)] {
            bus.advance(Nanos::from_millis(now));
            assert_eq!(bus.datai(TTY, Nanos::from_millis(now)), Word::new(expected), "{parity:?}");
        }
    }
}
