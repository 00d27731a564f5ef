//! Reads from the display list what the program shows on the tube (chapter `display`).

use emulator::address::Address;

use super::Emulated;
use crate::vocabulary::{Kind, Side};

/// A piece drawn on the tube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The side of the piece.
    pub side: Side,
    /// The type of the piece.
    pub kind: Kind,
    /// Horizontal position of the middle of its foot, in points of the tube.
    pub x: u16,
    /// Vertical position of its foot.
    pub y: u16,
}

/// Half words before a shape: Y, then X of a point, then the increment mode.
const SET_Y: u32 = 0o220000;
const SET_X: u32 = 0o140000;
const POINT: u32 = 0o1777;

impl Emulated {
    /// Returns the pieces of the board on the tube. Returns none if no board is shown, or if the program is
    /// still on its tape.
    pub fn drawn(&self) -> Vec<Drawn> {
        self.drawn_in_list().unwrap_or_default()
    }

    fn drawn_in_list(&self) -> Option<Vec<Drawn>> {
        // Left half: minus the length. Right half: the address before the first word.
        let list = self.word("DISBEG", 0).ok()?;
        let length = list.left().wrapping_neg() & 0o777777;
        if list.right() == 0 || length > LONGEST {
            return None;
        }
        let shapes = self.shapes()?;
        let at = |index: u32| self.machine.examine(Address::new((list.right() + 1 + index) & 0o777777));
        let begins = |index: u32, shape: &Shape| {
            (0..shape.length).all(|word| {
                at(index + word) == self.machine.examine(Address::new((shape.address + word) & 0o777777))
            })
        };
        let mut drawn = Vec::new();
        for index in 0..length {
            let (y, x) = (at(index).left(), at(index).right());
            if y & !POINT != SET_Y || x & !POINT != SET_X {
                continue;
            }
            if let Some(shape) = shapes.iter().find(|shape| begins(index + 1, shape)) {
                let (x, y) = ((x & POINT) as u16, (y & POINT) as u16);
                drawn.push(Drawn { side: shape.side, kind: shape.kind, x, y });
            }
        }
        Some(drawn)
    }

    /// Returns the program's table of shapes, by the codes of a diagram.
    fn shapes(&self) -> Option<Vec<Shape>> {
        let row = |side: Side, kind: Kind| {
            let code = kind as u32 + 1 + 0o10 * side as u32;
            let word = self.word("SHAPES", code).ok()?;
            Some(Shape { side, kind, length: word.left(), address: word.right() })
        };
        let sides = [Side::White, Side::Black];
        sides.iter().flat_map(|&side| Kind::ALL.iter().map(move |&kind| row(side, kind))).collect()
    }
}

/// Upper limit for the number of words in a display list (DISLEN).
const LONGEST: u32 = 0o10000;

struct Shape {
    side: Side,
    kind: Kind,
    length: u32,
    address: u32,
}
