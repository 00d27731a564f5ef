//! The 18-bit words of the Type 340, mode by mode (device reference, section 3.3).
//!
//! Bit 0 is the leftmost of the 18, mask 400000.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u8)]
pub(super) enum DisplayMode {
    /// 0: scale, intensity, light pen, stop.
    #[default]
    Parameter,
    /// 1: one coordinate of the beam.
    Point,
    /// 2: a slave display (option 343, which MIT did not have).
    Slave,
    /// 3: three characters.
    Character,
    /// 4: a vector.
    Vector,
    /// 5: a vector repeated up to the edge.
    VectorContinue,
    /// 6: four single steps.
    Increment,
    /// 7: display subroutines (option 347, which MIT did not have).
    Subroutine,
}

impl DisplayMode {
    pub(super) fn of(word: u32) -> DisplayMode {
        const MODES: [DisplayMode; 8] = [
            DisplayMode::Parameter,
            DisplayMode::Point,
            DisplayMode::Slave,
            DisplayMode::Character,
            DisplayMode::Vector,
            DisplayMode::VectorContinue,
            DisplayMode::Increment,
            DisplayMode::Subroutine,
        ];
        MODES[(word >> 13 & 7) as usize]
    }

    pub(super) fn name(self) -> &'static str {
        MODE_NAMES[self as usize]
    }
}

pub(super) const MODE_NAMES: &[&str] =
    &["parameter", "point", "slave", "character", "vector", "vector-continue", "increment", "subroutine"];

/// Bit 0 of vector and increment words: return to parameter mode afterwards.
pub(super) const ESCAPE: u32 = 0o400000;
/// Bit 1 of vector and increment words: light the beam as it moves.
pub(super) const LIT: u32 = 0o200000;

/// Returns the light pen's enable bit, if a parameter or point word loads it.
pub(super) fn pen_enable(word: u32) -> Option<bool> {
    (word & 0o010000 != 0).then_some(word & 0o004000 != 0)
}

/// The fields of a parameter word besides the next mode and the pen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    /// No more data until INITIALIZE.
    pub stop: bool,
    /// With `stop`: set the stop flag.
    pub interrupt: bool,
    /// The scale, 0 to 3, if it is loaded.
    pub scale: Option<u8>,
    /// The intensity, 0 to 7, if it is loaded.
    pub intensity: Option<u8>,
}

impl Parameter {
    pub(super) fn of(word: u32) -> Parameter {
        Parameter {
            stop: word & 0o2000 != 0,
            interrupt: word & 0o1000 != 0,
            scale: (word & 0o100 != 0).then_some((word >> 4 & 3) as u8),
            intensity: (word & 0o10 != 0).then_some((word & 7) as u8),
        }
    }
}

/// The fields of a point word besides the next mode and the pen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    /// `true` to set Y, `false` to set X.
    pub vertical: bool,
    pub lit: bool,
    /// The coordinate, 0 to 1023.
    pub coordinate: u16,
}

impl Point {
    pub(super) fn of(word: u32) -> Point {
        Point {
            vertical: word & 0o200000 != 0,
            lit: word & 0o002000 != 0,
            coordinate: (word & 0o1777) as u16,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Vector {
    /// Magnitude in X, 0 to 177.
    pub dx: u8,
    /// Magnitude in Y, 0 to 177.
    pub dy: u8,
    /// Unit move in X: 1 right, -1 left.
    pub right: i32,
    /// Unit move in Y: 1 up, -1 down.
    pub up: i32,
}

impl Vector {
    pub(super) fn of(word: u32) -> Vector {
        Vector {
            dx: (word & 0o177) as u8,
            dy: (word >> 8 & 0o177) as u8,
            right: if word & 0o200 != 0 { -1 } else { 1 },
            up: if word & 0o100000 != 0 { -1 } else { 1 },
        }
    }
}

/// Returns move `index` (0 to 3, left to right) of an increment word: units to the
/// right and up, each -1 to 1.
pub(super) fn increment(word: u32, index: u32) -> (i32, i32) {
    let bits = word >> (12 - 4 * index) & 0o17;
    const UNITS: [i32; 4] = [0, 0, 1, -1];
    (UNITS[(bits >> 2 & 3) as usize], UNITS[(bits & 3) as usize])
}

/// Returns code `index` (0 to 2, left to right) of a character word.
pub(super) fn character(word: u32, index: u32) -> u8 {
    (word >> (12 - 6 * index) & 0o77) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of the device reference, section 3.8, decoded by hand with the tables of section 3.3.
    #[test]
    fn reference_words() {
        let scale_and_intensity =
            |word| (Parameter::of(word).scale, Parameter::of(word).intensity, DisplayMode::of(word));
        assert_eq!(scale_and_intensity(0o020117), (Some(0), Some(7), DisplayMode::Point));
        assert_eq!(scale_and_intensity(0o020135), (Some(1), Some(5), DisplayMode::Point));
        assert_eq!(scale_and_intensity(0o034156), (Some(2), Some(6), DisplayMode::Point));
        assert_eq!(pen_enable(0o034156), Some(true));
        assert_eq!(pen_enable(0o020117), None);
        assert_eq!(pen_enable(0o030117), Some(false));
        assert_eq!(Point::of(0o221000), Point { vertical: true, lit: false, coordinate: 512 });
        assert_eq!(Point::of(0o023000), Point { vertical: false, lit: true, coordinate: 512 });
        assert_eq!(
            (Point::of(0o261770), DisplayMode::of(0o261770)),
            (Point { vertical: true, lit: false, coordinate: 1016 }, DisplayMode::Character)
        );
        let stop = Parameter { stop: true, interrupt: true, scale: None, intensity: None };
        assert_eq!(Parameter::of(0o003000), stop);
        assert_eq!(Parameter::of(0o002000), Parameter { interrupt: false, ..stop });
        assert_eq!(Vector::of(0o600001), Vector { dx: 1, dy: 0, right: 1, up: 1 });
        assert_eq!(Vector::of(0o301412), Vector { dx: 10, dy: 3, right: 1, up: -1 });
        assert_eq!([0, 1, 2, 3].map(|i| increment(0o725252, i)), [(1, 1); 4]);
        assert_eq!(increment(0o000057, 3), (-1, -1));
        assert_eq!(increment(0o000051, 2), (0, 1) /* 0010 */);
        assert_eq!([0, 1, 2].map(|i| character(0o343335, i)), [0o34, 0o33, 0o35]);
    }
}
