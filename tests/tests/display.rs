//! The 340 display driven by programs as period software did.
//!
//! Each display list is shown for one frame, fed by BLKO through an interrupt location. The snapshot has the
//! picture as Braille text (the screen reduced to 256 by 256, 2 by 4 points per character), the number of
//! hits and a hash of them. `PDP6_PICTURES=FOLDER` also writes the pictures as PNG and SVG.

use emulator::io::Action;
use emulator::machine::Input;
use emulator::picture::{Spot, TubeHit, render};
use emulator::time::Nanos;
use emulator::word::Word;
use system_tests::midas::Program;

/// Hashes the positions and intensities of the hits in order (FNV-1a).
fn hash(hits: &[TubeHit]) -> u64 {
    let numbers = hits.iter().flat_map(|hit| [hit.x, hit.y, hit.intensity.into()]).flat_map(u16::to_le_bytes);
    numbers.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Displays the list `name` for one frame; returns the hits and the picture.
fn frame(name: &str) -> (Vec<TubeHit>, Vec<Spot>) {
    let mut program = Program::load(name);
    program.run("GO", 1);
    let picture = program.machine.picture();
    let hits: Vec<TubeHit> = picture.hits().collect();
    let spots = picture.exposure(Nanos::ZERO, Nanos::MAX);
    if let Some(folder) = std::env::var_os("PDP6_PICTURES") {
        let file = |kind: &str| std::path::Path::new(&folder).join(format!("{name}.{kind}"));
        std::fs::write(file("png"), render::png(&spots, 1024)).unwrap();
        std::fs::write(file("svg"), render::svg(&spots)).unwrap();
    }
    (hits, spots)
}

fn text(hits: &[TubeHit], spots: &[Spot]) -> String {
    format!("{} hits, hash {:016x}\n{}", hits.len(), hash(hits), render::braille(spots, 128))
}

macro_rules! pictures {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            let (hits, spots) = frame(stringify!($name));
            insta::assert_snapshot!(stringify!($name), text(&hits, &spots));
        }
    )*};
}

pictures!(points vectors edges increments characters);

/// Checks the positions and intensities of the points without a snapshot.
#[test]
fn points_are_where_the_list_says() {
    let (hits, _) = frame("points");
    let mut expected = Vec::new();
    for bright in 0..8u8 {
        let x = 100 + 100 * u16::from(bright);
        expected.extend([(x, 400), (x, 410), (x + 10, 410), (x + 10, 400)].map(|(x, y)| (x, y, bright)));
    }
    expected.extend([(0, 0), (1023, 0), (0, 1023), (1023, 1023)].map(|(x, y)| (x, y, 7)));
    assert_eq!(hits.iter().map(|hit| (hit.x, hit.y, hit.intensity)).collect::<Vec<_>>(), expected);
}

/// When the list runs out, the next frame begins. Every frame lights the same points in the same order.
#[test]
fn frames_follow_each_other() {
    let mut program = Program::load("points");
    let frames = program.address("FRAMES");
    program.machine.deposit(frames, Word::new(10));
    program.run("GO", 2);
    let hits: Vec<TubeHit> = program.machine.picture().hits().collect();
    assert_eq!(hits.len(), 10 * 36);
    let period = hits[36].time - hits[0].time;
    for pair in hits.windows(37) {
        let (first, next) = (pair[0], pair[36]);
        assert_eq!((first.x, first.y, first.intensity), (next.x, next.y, next.intensity));
    }
    // Per point: parameter 3.3 us, Y 4.0 us, X 38.8 us, an empty parameter word 3.3 us. For each of the two
    // words the processor also finishes its instruction and fetches a word, with five cycles of 2.75 us.
    let per_point = period.get() / 36;
    assert!((49_400 + 2 * 10_000..49_400 + 2 * 20_000).contains(&per_point), "{per_point} ns");
}

/// Device reference, section 3.4: the next half of a word is fetched in 2.8 us, a delay is 0.5 us, a point
/// settles in 35 us, and is lit 0.5 us later.
#[test]
fn a_point_settles_in_its_time() {
    let (hits, _) = frame("settle");
    let places: Vec<_> = hits.iter().map(|hit| (hit.x, hit.y)).collect();
    assert_eq!(places, [(0o100, 0o200), (0o300, 0o200), (0o500, 0o400), (0o600, 0o400)]);
    for pair in hits.chunks(2) {
        assert_eq!(pair[1].time - pair[0].time, Nanos(2_800 + 500 + 35_000 + 500));
    }
}

#[test]
fn light_pen_picks_a_line() {
    let mut program = Program::load("pen");
    let aim = |program: &mut Program, at| {
        let action = Action::LightPen { at };
        program.machine.input(Input::Act { device: "dis".to_owned(), action }).unwrap();
    };
    program.run("GO", 1);
    assert_eq!(program.word("NHITS", 0), Word::ZERO);
    // On the third line, the first point in the pen's field is three points to the left of the pen.
    aim(&mut program, Some((120, 300)));
    program.run("GO", 1);
    let hits = program.word("NHITS", 0).bits() as i32;
    let places: Vec<(u32, u32)> =
        (0..hits).map(|i| (program.word("HITS", i).right(), program.word("HITS", i).left())).collect();
    assert_eq!(
        places,
        (117..=123).map(|x| (x, 300)).collect::<Vec<_>>(),
        "each point in the field holds the beam once"
    );
    // Done is off; pen flag and vector mode are on.
    assert_eq!(program.word("MODES", 0).right() & 0o707600, 0o402000);
    // A pen away from all lines sees nothing.
    aim(&mut program, Some((120, 250)));
    program.run("GO", 1);
    assert_eq!(program.word("NHITS", 0), Word::ZERO);
}
