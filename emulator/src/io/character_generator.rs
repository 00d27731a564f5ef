//! The Type 342 character generator: the strokes that it draws for each code.
//!
//! The generator moves the beam by single steps from the lower left dot of the character and lights it on the
//! way. It leaves the beam six steps to the right. The dots come from the device reference, section 3.7.
//! The generator's own order of strokes is not known, so each character is drawn along a short path through
//! its dots; that gives about the length in the reference (15 to 25 steps).

use std::sync::LazyLock;

/// Steps from one character to the next.
pub(super) const PITCH: i8 = 6;
/// Steps from one line to the next.
pub(super) const LINE: i8 = 11;
/// Steps of the subscript and superscript shifts. The reference gives "about 3 to 4".
const SCRIPT: i8 = 4;
/// Dots of g, j, p, q and y below the line.
const DESCENT: i8 = 2;

/// A movement of the beam by at most one step in each direction, after which it may be lit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stroke {
    /// Steps to the right, -1 to 1.
    pub x: i8,
    /// Steps up, -1 to 1.
    pub y: i8,
    /// `true` if the beam is lit where it arrives.
    pub lit: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CharacterAction {
    /// Draw, or only move.
    Draw(&'static [Stroke]),
    /// Carriage return: X becomes zero.
    CarriageReturn,
    /// Shift in: the upper set from here on.
    ShiftIn,
    /// Shift out: the lower set from here on.
    ShiftOut,
    /// Escape to parameter mode; the rest of the word is ignored.
    Escape,
}

/// Returns the effect of the 6-bit `code` in the upper or the lower set.
pub(super) fn action(code: u8, lower: bool) -> CharacterAction {
    let code = code & 0o77;
    match code {
        0o34 => CharacterAction::CarriageReturn,
        0o35 => CharacterAction::ShiftIn,
        0o36 => CharacterAction::ShiftOut,
        0o37 => CharacterAction::Escape,
        _ => CharacterAction::Draw(&STROKES[usize::from(code) | usize::from(lower) << 6]),
    }
}

/// Seven rows of five dots from top to bottom; the mask of the left dot is 20 (octal).
type Rows = [u8; 7];

const BLANK: Rows = [0; 7];

/// The upper set (device reference, section 3.7); codes 33 to 37 and 40 draw nothing.
#[rustfmt::skip]
static UPPER: [Rows; 64] = [
    [0o00, 0o16, 0o25, 0o33, 0o25, 0o16, 0o00], // 00 blob
    [0o16, 0o21, 0o21, 0o37, 0o21, 0o21, 0o21], // 01 A
    [0o36, 0o21, 0o21, 0o36, 0o21, 0o21, 0o36], // 02 B
    [0o16, 0o21, 0o20, 0o20, 0o20, 0o21, 0o16], // 03 C
    [0o36, 0o21, 0o21, 0o21, 0o21, 0o21, 0o36], // 04 D
    [0o37, 0o20, 0o20, 0o37, 0o20, 0o20, 0o37], // 05 E
    [0o37, 0o20, 0o20, 0o37, 0o20, 0o20, 0o20], // 06 F
    [0o16, 0o21, 0o20, 0o27, 0o21, 0o21, 0o16], // 07 G
    [0o21, 0o21, 0o21, 0o37, 0o21, 0o21, 0o21], // 10 H
    [0o16, 0o04, 0o04, 0o04, 0o04, 0o04, 0o16], // 11 I
    [0o01, 0o01, 0o01, 0o01, 0o01, 0o21, 0o16], // 12 J
    [0o21, 0o22, 0o24, 0o30, 0o24, 0o22, 0o21], // 13 K
    [0o20, 0o20, 0o20, 0o20, 0o20, 0o20, 0o37], // 14 L
    [0o21, 0o33, 0o25, 0o21, 0o21, 0o21, 0o21], // 15 M
    [0o21, 0o31, 0o25, 0o23, 0o21, 0o21, 0o21], // 16 N
    [0o16, 0o21, 0o21, 0o21, 0o21, 0o21, 0o16], // 17 O
    [0o36, 0o21, 0o21, 0o36, 0o20, 0o20, 0o20], // 20 P
    [0o16, 0o21, 0o21, 0o21, 0o25, 0o23, 0o17], // 21 Q
    [0o36, 0o21, 0o21, 0o36, 0o24, 0o22, 0o21], // 22 R
    [0o16, 0o21, 0o20, 0o16, 0o01, 0o21, 0o16], // 23 S
    [0o37, 0o04, 0o04, 0o04, 0o04, 0o04, 0o04], // 24 T
    [0o21, 0o21, 0o21, 0o21, 0o21, 0o21, 0o16], // 25 U
    [0o21, 0o21, 0o21, 0o21, 0o21, 0o12, 0o04], // 26 V
    [0o21, 0o21, 0o21, 0o21, 0o25, 0o33, 0o21], // 27 W
    [0o21, 0o12, 0o04, 0o04, 0o04, 0o12, 0o21], // 30 X
    [0o21, 0o12, 0o04, 0o04, 0o04, 0o04, 0o04], // 31 Y
    [0o37, 0o01, 0o02, 0o37, 0o10, 0o20, 0o37], // 32 Z
    BLANK, BLANK, BLANK, BLANK, BLANK, BLANK,   // 33 to 40
    [0o04, 0o04, 0o04, 0o04, 0o04, 0o00, 0o04], // 41 !
    [0o12, 0o12, 0o12, 0o00, 0o00, 0o00, 0o00], // 42 "
    [0o12, 0o12, 0o37, 0o12, 0o37, 0o12, 0o12], // 43 #
    [0o16, 0o25, 0o24, 0o16, 0o05, 0o25, 0o16], // 44 $
    [0o37, 0o31, 0o02, 0o04, 0o10, 0o23, 0o23], // 45 %
    [0o10, 0o24, 0o24, 0o10, 0o25, 0o26, 0o15], // 46 &
    [0o06, 0o06, 0o02, 0o00, 0o00, 0o00, 0o00], // 47 '
    [0o02, 0o04, 0o10, 0o10, 0o10, 0o04, 0o02], // 50 (
    [0o10, 0o04, 0o02, 0o02, 0o02, 0o04, 0o10], // 51 )
    [0o00, 0o25, 0o16, 0o04, 0o16, 0o25, 0o00], // 52 *
    [0o00, 0o04, 0o04, 0o37, 0o04, 0o04, 0o00], // 53 +
    [0o00, 0o00, 0o00, 0o14, 0o14, 0o04, 0o10], // 54 ,
    [0o00, 0o00, 0o00, 0o37, 0o00, 0o00, 0o00], // 55 -
    [0o00, 0o00, 0o00, 0o00, 0o00, 0o14, 0o14], // 56 .
    [0o00, 0o01, 0o02, 0o04, 0o10, 0o20, 0o00], // 57 /
    [0o16, 0o21, 0o23, 0o25, 0o31, 0o21, 0o16], // 60 0
    [0o04, 0o14, 0o04, 0o04, 0o04, 0o04, 0o16], // 61 1
    [0o16, 0o21, 0o01, 0o16, 0o20, 0o20, 0o37], // 62 2
    [0o16, 0o21, 0o01, 0o06, 0o01, 0o21, 0o16], // 63 3
    [0o02, 0o06, 0o12, 0o37, 0o02, 0o02, 0o02], // 64 4
    [0o37, 0o20, 0o20, 0o16, 0o01, 0o21, 0o16], // 65 5
    [0o16, 0o21, 0o20, 0o36, 0o21, 0o21, 0o16], // 66 6
    [0o37, 0o21, 0o02, 0o04, 0o10, 0o20, 0o20], // 67 7
    [0o16, 0o21, 0o21, 0o16, 0o21, 0o21, 0o16], // 70 8
    [0o16, 0o21, 0o21, 0o17, 0o01, 0o21, 0o16], // 71 9
    [0o00, 0o00, 0o14, 0o14, 0o00, 0o14, 0o14], // 72 :
    [0o14, 0o14, 0o00, 0o14, 0o14, 0o04, 0o10], // 73 ;
    [0o02, 0o04, 0o10, 0o20, 0o10, 0o04, 0o02], // 74 <
    [0o00, 0o00, 0o37, 0o00, 0o37, 0o00, 0o00], // 75 =
    [0o10, 0o04, 0o02, 0o01, 0o02, 0o04, 0o10], // 76 >
    [0o16, 0o21, 0o01, 0o06, 0o04, 0o04, 0o04], // 77 ?
];

/// The lower set (device reference, section 3.7, reconstructed there from films).
/// Codes of unknown shape are blank.
#[rustfmt::skip]
static LOWER: [Rows; 64] = [
    [0o00, 0o16, 0o25, 0o33, 0o25, 0o16, 0o00], // 00 blob
    [0o00, 0o00, 0o16, 0o22, 0o22, 0o22, 0o15], // 01 a
    [0o20, 0o20, 0o36, 0o21, 0o21, 0o21, 0o36], // 02 b
    [0o00, 0o00, 0o16, 0o21, 0o20, 0o21, 0o16], // 03 c
    [0o01, 0o01, 0o17, 0o21, 0o21, 0o21, 0o17], // 04 d
    [0o00, 0o00, 0o16, 0o21, 0o37, 0o20, 0o16], // 05 e
    [0o06, 0o11, 0o10, 0o34, 0o10, 0o10, 0o10], // 06 f
    [0o16, 0o21, 0o21, 0o21, 0o17, 0o01, 0o16], // 07 g
    [0o20, 0o20, 0o36, 0o21, 0o21, 0o21, 0o21], // 10 h
    [0o04, 0o00, 0o14, 0o04, 0o04, 0o04, 0o16], // 11 i
    [0o02, 0o00, 0o06, 0o02, 0o02, 0o12, 0o04], // 12 j
    [0o20, 0o20, 0o22, 0o24, 0o34, 0o22, 0o21], // 13 k
    [0o14, 0o04, 0o04, 0o04, 0o04, 0o04, 0o16], // 14 l
    [0o00, 0o00, 0o32, 0o25, 0o25, 0o25, 0o25], // 15 m
    [0o00, 0o00, 0o26, 0o31, 0o21, 0o21, 0o21], // 16 n
    [0o00, 0o00, 0o16, 0o21, 0o21, 0o21, 0o16], // 17 o
    [0o36, 0o21, 0o21, 0o21, 0o36, 0o20, 0o20], // 20 p
    [0o17, 0o21, 0o21, 0o21, 0o17, 0o01, 0o01], // 21 q
    [0o00, 0o00, 0o26, 0o31, 0o20, 0o20, 0o20], // 22 r
    [0o00, 0o00, 0o17, 0o20, 0o16, 0o01, 0o36], // 23 s
    [0o10, 0o10, 0o34, 0o10, 0o10, 0o11, 0o06], // 24 t
    [0o00, 0o00, 0o21, 0o21, 0o21, 0o23, 0o15], // 25 u
    [0o00, 0o00, 0o21, 0o21, 0o21, 0o12, 0o04], // 26 v
    [0o00, 0o00, 0o21, 0o25, 0o25, 0o25, 0o12], // 27 w
    [0o00, 0o00, 0o21, 0o12, 0o04, 0o12, 0o21], // 30 x
    [0o21, 0o21, 0o21, 0o21, 0o17, 0o01, 0o16], // 31 y
    [0o00, 0o00, 0o37, 0o02, 0o16, 0o10, 0o37], // 32 z
    BLANK, BLANK, BLANK, BLANK, BLANK, BLANK,   // 33 to 40
    BLANK, BLANK,                               // 41, 42 unknown
    [0o10, 0o25, 0o02, 0o00, 0o00, 0o00, 0o00], // 43 ~
    BLANK, BLANK,                               // 44, 45 unknown
    [0o04, 0o16, 0o25, 0o04, 0o04, 0o04, 0o04], // 46 arrow up
    [0o00, 0o04, 0o02, 0o37, 0o02, 0o04, 0o00], // 47 arrow to the right
    [0o04, 0o04, 0o04, 0o04, 0o25, 0o16, 0o04], // 50 arrow down
    [0o00, 0o04, 0o10, 0o37, 0o10, 0o04, 0o00], // 51 arrow to the left
    [0o00, 0o20, 0o10, 0o04, 0o02, 0o01, 0o00], // 52 backslash
    [0o16, 0o10, 0o10, 0o10, 0o10, 0o10, 0o16], // 53 [
    [0o16, 0o02, 0o02, 0o02, 0o02, 0o02, 0o16], // 54 ]
    [0o02, 0o04, 0o04, 0o10, 0o04, 0o04, 0o02], // 55 {
    [0o10, 0o04, 0o04, 0o02, 0o04, 0o04, 0o10], // 56 }
    BLANK,                                      // 57 unknown
    [0o00, 0o00, 0o00, 0o00, 0o00, 0o00, 0o37], // 60 _
    BLANK,                                      // 61 unknown
    [0o04, 0o04, 0o04, 0o04, 0o04, 0o04, 0o04], // 62 vertical bar
    BLANK, BLANK, BLANK,                        // 63 to 65 unknown
    [0o10, 0o04, 0o02, 0o00, 0o00, 0o00, 0o00], // 66 grave accent, over the character before
    [0o04, 0o12, 0o21, 0o00, 0o00, 0o00, 0o00], // 67 circumflex, over the character before
    BLANK, BLANK,                               // 70, 71 unknown
    BLANK, BLANK,                               // 72, 73 backspace, subscript
    BLANK, BLANK, BLANK, BLANK,                 // 74 to 76 unknown, 77 superscript
];

/// Codes of the lower set that extend below the line: g, j, p, q, y.
const HANGING: [usize; 5] = [0o07, 0o12, 0o20, 0o21, 0o31];
/// Codes of the lower set that are drawn over the preceding character.
const ACCENTS: [usize; 2] = [0o66, 0o67];

/// The strokes of both sets, indexed by the code, plus 100 (octal) for the lower set.
static STROKES: LazyLock<Vec<Vec<Stroke>>> = LazyLock::new(|| (0..0o200).map(strokes).collect());

fn strokes(index: usize) -> Vec<Stroke> {
    let (code, lower) = (index & 0o77, index & 0o100 != 0);
    let dark = |x, y, n: i8| vec![Stroke { x, y, lit: false }; n as usize];
    match (code, lower) {
        (0o33, _) => dark(0, -1, LINE),
        (0o72, true) => dark(-1, 0, PITCH),
        (0o73, true) => dark(0, -1, SCRIPT),
        (0o77, true) => dark(0, 1, SCRIPT),
        _ => {
            let hang = if lower && HANGING.contains(&code) { DESCENT } else { 0 };
            let accent = lower && ACCENTS.contains(&code);
            let (left, advance) = if accent { (PITCH, 0) } else { (0, PITCH) };
            let rows = if lower { &LOWER[code] } else { &UPPER[code] };
            let dots = dots(rows).map(|(x, y)| (x - left, y - hang)).collect();
            draw(shortened(path(dots), advance), advance)
        }
    }
}

/// Returns the lit dots, as steps from the lower left corner of the cell.
fn dots(rows: &Rows) -> impl Iterator<Item = (i8, i8)> + '_ {
    rows.iter().enumerate().flat_map(|(row, &dots)| {
        (0..5).filter(move |column| dots >> (4 - column) & 1 != 0).map(move |x| (x, 6 - row as i8))
    })
}

/// Returns the number of steps between two points; a step can move in both directions at once.
fn distance(a: (i8, i8), b: (i8, i8)) -> i32 {
    i32::from((a.0 - b.0).abs().max((a.1 - b.1).abs()))
}

/// Orders the dots, first the nearest to the lower left corner, then always the nearest to the one before.
fn path(mut dots: Vec<(i8, i8)>) -> Vec<(i8, i8)> {
    let mut path = Vec::new();
    let mut place = (0, 0);
    while let Some(next) = (0..dots.len()).min_by_key(|&i| (distance(place, dots[i]), dots[i])) {
        place = dots.swap_remove(next);
        path.push(place);
    }
    path
}

/// Shortens a path by reversing parts of it.
fn shortened(mut path: Vec<(i8, i8)>, advance: i8) -> Vec<(i8, i8)> {
    let at = |path: &[(i8, i8)], i: usize| match i {
        0 => (0, 0),
        i if i > path.len() => (advance, 0),
        i => path[i - 1],
    };
    loop {
        let mut better = false;
        for first in 1..=path.len() {
            for last in first + 1..=path.len() {
                let ends = [at(&path, first - 1), at(&path, first), at(&path, last), at(&path, last + 1)];
                if distance(ends[0], ends[2]) + distance(ends[1], ends[3])
                    < distance(ends[0], ends[1]) + distance(ends[2], ends[3])
                {
                    path[first - 1..last].reverse();
                    better = true;
                }
            }
        }
        if !better {
            return path;
        }
    }
}

/// Returns the single steps along the path and to the start of the next character.
fn draw(path: Vec<(i8, i8)>, advance: i8) -> Vec<Stroke> {
    let mut strokes = Vec::new();
    let mut place: (i8, i8) = (0, 0);
    let stops = path.into_iter().map(|dot| (dot, true)).chain([((advance, 0), false)]);
    for (to, lit) in stops {
        if lit && to == place {
            strokes.push(Stroke { x: 0, y: 0, lit });
        }
        while place != to {
            let (x, y) = ((to.0 - place.0).signum(), (to.1 - place.1).signum());
            place = (place.0 + x, place.1 + y);
            strokes.push(Stroke { x, y, lit: lit && place == to });
        }
    }
    strokes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the dots in the order of lighting, and the final position.
    fn run(code: u8, lower: bool) -> (Vec<(i8, i8)>, (i8, i8)) {
        let CharacterAction::Draw(strokes) = action(code, lower) else { panic!("{code:o} draws nothing") };
        let mut place = (0, 0);
        let mut lit = Vec::new();
        for stroke in strokes {
            place = (place.0 + stroke.x, place.1 + stroke.y);
            if stroke.lit {
                lit.push(place);
            }
        }
        (lit, place)
    }

    #[test]
    fn strokes_light_each_dot_once_and_advance() {
        for lower in [false, true] {
            for code in (0..0o33).chain(0o40..0o100) {
                if lower && matches!(code, 0o66 | 0o67 | 0o72 | 0o73 | 0o77) {
                    continue;
                }
                let (mut lit, end) = run(code, lower);
                let hang = if lower && HANGING.contains(&code.into()) { DESCENT } else { 0 };
                let rows = if lower { &LOWER } else { &UPPER }[usize::from(code)];
                let mut expected: Vec<_> = dots(&rows).map(|(x, y)| (x, y - hang)).collect();
                lit.sort_unstable();
                expected.sort_unstable();
                assert_eq!(lit, expected, "code {code:o}");
                assert_eq!(end, (PITCH, 0), "code {code:o}");
            }
        }
    }

    #[test]
    fn motions_have_the_lengths_of_the_reference() {
        let steps = |code, lower| match action(code, lower) {
            CharacterAction::Draw(strokes) => strokes.len(),
            other => panic!("{other:?}"),
        };
        assert_eq!(steps(0o40, false), 6);
        assert_eq!(steps(0o33, false), 11);
        assert_eq!(run(0o33, true), (vec![], (0, -11)));
        assert_eq!(run(0o72, true), (vec![], (-6, 0)));
        let letters: Vec<usize> = (1..0o33).map(|code| steps(code, false)).collect();
        let mean = letters.iter().sum::<usize>() / letters.len();
        assert!((15..=25).contains(&mean), "mean {mean} of {letters:?}");
    }

    #[test]
    fn accents_are_drawn_over_the_previous_character() {
        let (lit, end) = run(0o66, true);
        assert_eq!(end, (0, 0));
        assert!(lit.iter().all(|&(x, y)| x < 0 && y >= 4));
    }

    /// SIXBIT exclusive-or 40 is the code of the upper set.
    #[test]
    fn letter_a_has_its_shape() {
        let (lit, _) = run(0o41 ^ 0o40, false);
        let mut rows = vec![String::new(); 7];
        for (row, text) in rows.iter_mut().enumerate() {
            *text = (0..5).map(|x| if lit.contains(&(x, 6 - row as i8)) { '*' } else { '.' }).collect();
        }
        assert_eq!(rows, [".***.", "*...*", "*...*", "*****", "*...*", "*...*", "*...*"]);
    }
}
