//! Tests of the display, with the test vectors of the device reference, sections 3.4, 3.5, 3.6 and 3.8.

use super::*;
use crate::bus::Bus;
use crate::io::InOut;
use crate::picture::TubeHit;
use crate::picture::render;
use proptest::prelude::*;

struct DisplayBench {
    bus: InOut,
    now: Nanos,
}

const DIS: DeviceCode = DeviceCode::DIS;
const DONE: u64 = 0o200;
const STOP: u64 = 0o400;
const HORIZONTAL: u64 = 0o1000;
const PEN: u64 = 0o2000;
const VERTICAL: u64 = 0o4000;

/// A parameter word: scale 0, intensity 7, then point mode.
const POINTS: u32 = 0o020117;

fn mode(conditions: u64) -> u64 {
    conditions >> 15 & 7
}

impl DisplayBench {
    /// Returns a display after INITIALIZE, with data channel 4 and special channel 5.
    fn new() -> DisplayBench {
        let mut bus = InOut::new();
        bus.connect(Box::new(Display340::default()));
        let mut bench = DisplayBench { bus, now: Nanos::ZERO };
        bench.cono(0o154);
        bench
    }

    fn cono(&mut self, conditions: u64) {
        self.bus.cono(DIS, Word::new(conditions), self.now);
    }

    fn coni(&mut self) -> u64 {
        self.bus.coni(DIS, self.now).bits()
    }

    /// Advances to the next event, by at most a second.
    fn wait(&mut self) {
        let limit = self.now + Nanos::from_seconds(1);
        self.now = self.bus.next_event().min(limit);
        self.bus.advance(self.now);
    }

    fn data(&mut self, left: u32, right: u32) {
        self.bus.datao(DIS, Word::halves(left, right), self.now);
    }

    fn aim(&mut self, at: Option<(u16, u16)>) {
        let done = self.bus.with("dis", self.now, |dis, context| dis.act(&Action::LightPen { at }, context));
        done.unwrap().unwrap();
    }

    fn picture(&mut self) -> &Picture {
        self.bus.get_mut::<Display340>().unwrap().picture(self.now)
    }

    fn details(&self) -> Vec<String> {
        self.bus.by_name("dis").unwrap().details()
    }

    /// Sends two half words and waits for the result; returns the time taken.
    fn send(&mut self, left: u32, right: u32) -> Nanos {
        let start = self.now;
        self.data(left, right);
        self.wait();
        self.now.since(start)
    }

    /// Moves the dark beam to a point and enters a mode, at the scale set before.
    fn go(&mut self, x: u32, y: u32, mode: u32) {
        self.send(POINTS & !0o100, 0o220000 | y);
        self.send(0o020000 | x, 0o020000 | x);
        self.send(mode << 13 | x, 0);
    }

    /// As `go`, but the right half of the last word is `word`, which is executed in
    /// `mode`; returns the time taken.
    fn draw(&mut self, x: u32, y: u32, mode: u32, word: u32) -> Nanos {
        self.send(POINTS & !0o100, 0o220000 | y);
        self.send(mode << 13 | x, word)
    }

    fn hits(&mut self) -> Vec<TubeHit> {
        self.picture().hits().collect()
    }

    fn dots(&mut self) -> Vec<(u16, u16)> {
        self.hits().iter().map(|hit| (hit.x, hit.y)).collect()
    }

    fn place(&mut self) -> (u32, u32) {
        let word = self.bus.datai(DIS, self.now);
        (word.right(), word.left())
    }
}

/// Time of a point word that sets X.
const SET_X: Nanos = Nanos(38_800);

#[test]
fn initialize_asks_for_data_at_once() {
    let mut bench = DisplayBench::new();
    assert_eq!(bench.coni(), 0o254);
    assert_eq!(bench.bus.requests(), 0o10);
    bench.bus.reset(bench.now);
    assert_eq!((bench.coni(), bench.bus.requests(), bench.bus.next_event()), (0, 0, Nanos::MAX));
    // Channel 0 requests nothing; programs can still read the flag.
    bench.cono(0o100);
    assert_eq!((bench.coni(), bench.bus.requests()), (DONE, 0));
}

#[test]
fn one_dot_at_the_centre() {
    let mut bench = DisplayBench::new();
    bench.send(0o020117, 0o221000);
    let time = bench.send(0o023000, 0o020000);
    assert_eq!(bench.dots(), [(512, 512)]);
    assert_eq!(bench.hits()[0].intensity, 7);
    assert_eq!(time, SET_X + SET_X);
    assert_eq!(mode(bench.coni()), 1);
    assert_eq!(bench.place(), (0, 512));
}

#[test]
fn parameter_words_set_scale_and_intensity() {
    let mut bench = DisplayBench::new();
    let time = bench.send(0o000135, 0o034156);
    assert_eq!(time, Nanos(2 * 3_300));
    assert_eq!(bench.details()[1], "beam at x 0 y 0, scale 2, intensity 6, upper set");
    assert_eq!(bench.details()[2], "light pen away, enabled");
    bench.send(0o261770, 0o353535);
    assert_eq!((bench.place(), mode(bench.coni())), ((0, 1016), 3));
}

/// Section 3.4: Y unlit and X lit take about 43 microseconds, Y lit and X unlit about 78.
#[test]
fn times_of_points() {
    let mut bench = DisplayBench::new();
    bench.send(POINTS, 0o020000);
    assert_eq!(bench.send(0o220100, 0o022100), Nanos(4_000) + SET_X);
    assert_eq!(bench.send(0o222100, 0o020100), Nanos(39_000) + SET_X);
    bench.send(0o020000, 0);
    assert_eq!(mode(bench.coni()), 0, "an all-zero point word leads to parameter mode");
    assert_eq!(bench.place(), (0, 64));
}

#[test]
fn stop_words() {
    for (word, flag) in [(0o003000, STOP), (0o002000, 0)] {
        let mut bench = DisplayBench::new();
        // The left half stops the display; the right half is never read.
        bench.send(word, POINTS);
        bench.now += Nanos::from_millis(1);
        assert_eq!(bench.coni(), 0o54 | flag);
        assert_eq!(bench.bus.requests(), if flag != 0 { 0o4 } else { 0 });
        // Neither data nor a CONO without INITIALIZE starts the display again.
        bench.data(POINTS, POINTS);
        bench.cono(0o254);
        bench.wait();
        assert_eq!(bench.coni(), 0o54 | flag);
        bench.cono(0o154);
        assert_eq!(bench.coni(), 0o254);
    }
}

#[test]
fn vector_of_one_dot() {
    let mut bench = DisplayBench::new();
    let time = bench.draw(100, 100, 4, 0o600001);
    assert_eq!(bench.dots(), vec![(101, 100); 32], "from the 32nd of 63 steps the dot is shown at each");
    assert_eq!(time, SET_X + Nanos(2_800 + 500 + 63 * 1_500));
    assert_eq!(mode(bench.coni()), 0);
    bench.send(0, 0);
    // Without the escape bit the mode is unchanged. With magnitude 0 nothing is shown.
    bench.draw(100, 100, 4, 0o200000);
    assert_eq!((mode(bench.coni()), bench.hits().len()), (4, 32));
}

#[test]
fn long_vector_takes_127_steps() {
    let mut bench = DisplayBench::new();
    let time = bench.draw(200, 300, 4, 0o300377);
    assert_eq!(time, SET_X + Nanos(2_800 + 500 + 127 * 1_500));
    let dots = bench.dots();
    assert_eq!((dots[0], dots.last(), dots.len()), ((199, 300), Some(&(73, 300)), 127));
}

#[test]
fn vector_across_the_lower_edge() {
    let mut bench = DisplayBench::new();
    bench.draw(0, 0, 4, 0o301412);
    assert_eq!(bench.coni(), VERTICAL | 4 << 15 | 0o54);
    assert_eq!(bench.bus.requests(), 0o4, "the special channel");
    assert_eq!(bench.place().1, 1023, "counters wrap");
    // The display waits for the program without limit, and continues in parameter mode.
    bench.wait();
    assert_eq!(bench.coni() & 0o7600, VERTICAL);
    bench.cono(0o254);
    assert_eq!(bench.coni(), 0o254);
}

#[test]
fn right_edge_keeps_the_other_half() {
    let mut bench = DisplayBench::new();
    bench.go(1022, 50, 4);
    // The second half of the word sent by `go` was a vector of no length.
    bench.send(0o200100, POINTS);
    assert_eq!(bench.coni() & 0o7600, HORIZONTAL);
    assert_eq!(bench.dots().last(), Some(&(1023, 50)), "nothing is shown beyond the edge");
    bench.cono(0o254);
    bench.wait();
    assert_eq!((bench.coni() & 0o7600, mode(bench.coni())), (DONE, 1), "the right half was a parameter word");
}

#[test]
fn vector_continue_runs_to_the_edge_without_interrupt() {
    let mut bench = DisplayBench::new();
    bench.draw(1000, 20, 5, 0o200002);
    assert_eq!(bench.coni(), 0o254);
    let dots = bench.dots();
    assert_eq!((dots[0], dots.last()), ((1001, 20), Some(&(1023, 20))));
    // A vector of no length never ends.
    bench.send(POINTS & !0o100, 0o120000);
    bench.send(0, 0);
    assert_eq!((bench.coni() & DONE, bench.bus.next_event()), (0, Nanos::MAX));
}

#[test]
fn increments() {
    let mut bench = DisplayBench::new();
    let time = bench.draw(100, 100, 6, 0o725252);
    assert_eq!(bench.dots(), [(101, 101), (102, 102), (103, 103), (104, 104)]);
    assert_eq!(time, SET_X + Nanos(2_800 + 500 + 4 * 1_500));
    assert_eq!(mode(bench.coni()), 0);
    // Right, left, up, down; at scale 3 a unit is eight points.
    bench.send(0o000160, 0o000160);
    // bits xx yy: 10 00, 11 00, 00 10, 00 11
    bench.draw(100, 100, 6, 0o600000 | 0b1000_1100_0010_0011);
    assert_eq!(bench.dots()[4..], [(108, 100), (100, 100), (100, 108), (100, 100)]);
}

#[test]
fn increment_across_an_edge_waits() {
    let mut bench = DisplayBench::new();
    bench.draw(1, 1023, 6, 0o600000 | 0b1100_1100_1000_1000);
    assert_eq!(bench.coni() & 0o7600, HORIZONTAL);
    assert_eq!(bench.dots(), [(0, 1023)]);
    assert_eq!(mode(bench.coni()), 6);
}

#[test]
fn characters_return_feed_and_wrap() {
    let mut bench = DisplayBench::new();
    bench.send(0o000140, 0o000140);
    bench.go(300, 500, 3);
    // The second half of the word sent by `go` was three blobs. Now a return, a feed and a shift in follow.
    let (x, y) = bench.place();
    assert_eq!((x, y), (300 + 3 * 6 * 4, 500));
    bench.send(0o343335, 0o353535);
    assert_eq!(bench.place(), (0, 500 - 44));
    // Spaces beyond the right margin continue at the left, in the same line.
    bench.send(0o373737, 0o020000);
    bench.draw(1010, 500, 3, 0o404035);
    assert_eq!((bench.coni() & 0o7600, bench.place()), (HORIZONTAL, (2, 500)));
    bench.wait();
    assert_eq!(bench.place(), (1010 + 48 - 1024, 500));
    assert_eq!(bench.coni() & 0o7600, DONE, "the flag is on only during the word; no edge stops a character");
    assert_eq!(bench.send(0o354040, 0o353735), {
        let word = |strokes: u64| Nanos(2_800 + 500 + strokes * 1_500);
        word(1 + 6 + 6) + word(1 + 1)
    });
    assert_eq!(mode(bench.coni()), 0, "the escape code ends the mode, and the rest is ignored");
}

#[test]
fn initialize_selects_the_upper_set_and_nothing_else_does() {
    let text = |bench: &mut DisplayBench, word: u32| {
        let before = bench.hits().len();
        bench.send(POINTS, 0o060100);
        bench.send(word, 0o373737);
        bench.hits()[before..].len()
    };
    let mut bench = DisplayBench::new();
    let upper = text(&mut bench, 0o350140);
    let lower = text(&mut bench, 0o360140);
    assert_eq!((upper, lower), (18, 12), "dots of A and a in the reference");
    assert_eq!(text(&mut bench, 0o400140), lower);
    bench.cono(0o154);
    assert_eq!(text(&mut bench, 0o400140), upper);
}

#[test]
fn missing_options_hang() {
    for mode_number in [2, 7] {
        let mut bench = DisplayBench::new();
        bench.send(mode_number << 13, POINTS);
        assert_eq!((bench.coni() & 0o7600, mode(bench.coni())), (0, mode_number.into()));
        assert_eq!(bench.bus.next_event(), Nanos::MAX);
    }
}

#[test]
fn half_word_mode_takes_one_word_at_a_time() {
    let mut bench = DisplayBench::new();
    bench.cono(0o454);
    assert_eq!(bench.send(POINTS, POINTS), Nanos(3_300));
    bench.send(0o221000, 0o221000);
    bench.send(0o023000, 0o023000);
    assert_eq!(bench.dots(), [(512, 512)]);
    bench.cono(0o1054);
    assert_eq!(bench.send(0o023000, 0o023000), SET_X + SET_X);
}

#[test]
fn light_pen_stops_and_resumes_a_vector() {
    let mut bench = DisplayBench::new();
    bench.send(0o034117, 0o220144);
    bench.aim(Some((150, 100)));
    bench.send(0o100144, 0o600177);
    assert_eq!(bench.coni(), PEN | 4 << 15 | 0o54);
    assert_eq!(bench.bus.requests(), 0o4);
    // The beam is at the first point of the vector within three points of the pen.
    assert_eq!((bench.place(), bench.place()), ((147, 100), (147, 100)), "reading does not resume it");
    bench.wait();
    assert_eq!(bench.coni() & 0o7600, PEN);
    bench.aim(None);
    bench.cono(0o254);
    assert_eq!(bench.coni() & 0o7600, 0);
    bench.wait();
    assert_eq!((bench.coni() & 0o7600, bench.place()), (DONE, (227, 100)));
    assert_eq!(bench.dots(), (101..=227).map(|x| (x, 100)).collect::<Vec<_>>(), "each point once");
}

/// Section 3.6: the rest of the character is drawn when the program continues.
#[test]
fn light_pen_stops_and_resumes_a_character() {
    let mut bench = DisplayBench::new();
    bench.send(0o034117, 0o220000 | 100);
    bench.aim(Some((200, 100)));
    bench.send(0o060000 | 200, 0o013737);
    assert_eq!(bench.coni() & 0o707600, PEN | 3 << 15);
    assert!(bench.dots().len() < 18);
    bench.aim(None);
    bench.cono(0o54);
    bench.wait();
    assert_eq!((bench.coni() & 0o707600, bench.dots().len()), (DONE, 18), "the dots of A in the reference");
    assert_eq!(bench.place(), (206, 100));
}

/// Section 3.2: INITIALIZE leaves the beam, the scale and the intensity unchanged and disables the pen.
#[test]
fn initialize_leaves_the_beam() {
    let mut bench = DisplayBench::new();
    bench.send(0o034156, 0o220000 | 300);
    bench.send(0o020000 | 200, 0o020000 | 200);
    let beam = bench.details()[1].clone();
    assert_eq!(beam, "beam at x 200 y 300, scale 2, intensity 6, upper set");
    bench.cono(0o100);
    assert_eq!((bench.coni(), &bench.details()[1]), (DONE, &beam));
    assert_eq!(bench.details()[2], "light pen away, disabled");
}

#[test]
fn light_pen_sees_a_point_when_the_next_word_comes() {
    for enabled in [true, false] {
        let mut bench = DisplayBench::new();
        bench.aim(Some((300, 401)));
        bench.send(if enabled { 0o034117 } else { 0o030117 }, 0o220000 | 400);
        // Two distant points in one DATAO.
        bench.send(0o022000 | 300, 0o022000 | 600);
        if enabled {
            assert_eq!((bench.coni() & 0o7600, bench.place()), (PEN, (300, 400)));
            bench.cono(0o10054);
            bench.wait();
        }
        assert_eq!((bench.coni() & 0o7600, bench.place()), (DONE, (600, 400)));
    }
}

#[test]
fn cono_does_not_disturb_a_display_that_waits_or_draws() {
    let mut bench = DisplayBench::new();
    bench.cono(0);
    assert_eq!(bench.coni(), DONE);
    let start = bench.now;
    bench.data(POINTS, 0o022777);
    bench.now += Nanos(10_000);
    bench.cono(0o254);
    bench.wait();
    assert_eq!(bench.now.since(start), Nanos(3_300) + SET_X);
    assert_eq!(bench.dots(), [(511, 0)]);
    // CONO 2000 ("no ink") is ignored. LISP of 1966 sets it and never clears it, so it would draw nothing.
    bench.cono(0o3160);
    bench.send(POINTS, 0o022776);
    assert_eq!(bench.dots().len(), 2);
}

#[test]
fn data_before_done_replaces_the_word() {
    let mut bench = DisplayBench::new();
    bench.data(POINTS, 0o022777);
    bench.now += Nanos(1_000);
    bench.data(POINTS, 0o022700);
    bench.wait();
    assert_eq!(bench.dots(), [(448, 0)]);
}

#[test]
fn reset_drops_channels_and_data() {
    let mut bench = DisplayBench::new();
    bench.data(POINTS, 0o022777);
    bench.bus.reset(bench.now + Nanos(5_000));
    bench.wait();
    assert_eq!((bench.coni(), bench.hits().len()), (0, 0));
}

/// Every character of both sets, in rows of sixteen, for visual comparison with the table of the reference.
#[test]
fn character_chart() {
    let mut bench = DisplayBench::new();
    for set in [0o35, 0o36] {
        for row in 0..4 {
            let y = 70 - (row * 2 + u32::from(set == 0o36)) * 10;
            bench.send(POINTS, 0o220000 | y);
            bench.send(0o060000, (set << 12) | 0o3535);
            for code in row * 16..row * 16 + 16 {
                let drawn = if (0o33..0o40).contains(&code) { 0o40 } else { code };
                // Motions of the lower set would disturb the chart.
                let drawn = if set == 0o36 && matches!(code, 0o72 | 0o73 | 0o77) { 0o40 } else { drawn };
                bench.send(drawn << 12 | set << 6 | set, set << 12 | set << 6 | set);
            }
            bench.send(0o373737, 0);
        }
    }
    let spots = bench.picture().exposure(Nanos::ZERO, Nanos::MAX);
    insta::assert_snapshot!("character_chart", render::dots(&spots, (0, 0, 96, 80)));
}

proptest! {
    #[test]
    fn predicted_times_are_the_times_of_changes(
        words in prop::collection::vec((0u32..0o1000000, 0u32..0o1000000), 1..12),
        pen in prop::option::of((0u16..1024, 0u16..1024)),
    ) {
        let mut bench = DisplayBench::new();
        bench.aim(pen);
        bench.send(0o034117, 0o034117);
        for (left, right) in words {
            bench.data(left, right);
            let due = bench.bus.next_event();
            if due == Nanos::MAX {
                bench.cono(0o154);
                continue;
            }
            let before = bench.coni() & 0o7600;
            prop_assert_eq!(bench.bus.coni(DIS, Nanos(due.get() - 1)).bits() & 0o7600, before);
            bench.now = due;
            prop_assert_ne!(bench.coni() & 0o7600, before);
            bench.cono(0o254);
            if bench.coni() & DONE == 0 {
                bench.wait();
            }
        }
    }
}
