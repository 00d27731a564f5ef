//! Reads from the display list what the program shows on the tube (chapter `display`).

use emulator::address::Address;
use emulator::word::Word;

use super::Emulated;
use crate::vocabulary::{Kind, Side};

/// A piece on the tube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnPiece {
    /// The side of the piece.
    pub side: Side,
    /// The type of the piece.
    pub kind: Kind,
    /// Horizontal position of the middle of the piece's foot, in points of the tube.
    pub x: u16,
    /// Vertical position of the piece's foot, in points from the bottom of the tube.
    pub y: u16,
}

/// A line of text on the tube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnLine {
    /// The left end of the line, in points of the tube.
    pub x: u16,
    /// The lower edge of the line, in points from the bottom of the tube.
    pub y: u16,
    /// The text.
    pub text: String,
}

/// What the program draws on the tube.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TubePicture {
    /// The pieces of the board.
    pub pieces: Vec<DrawnPiece>,
    /// The lines of text.
    pub lines: Vec<DrawnLine>,
}

/// The two half words that set the point of a shape or a text: Y, then X together with the mode that follows.
const SET_Y: u32 = 0o220000;
const SET_X_FOR_SHAPE: u32 = 0o140000;
const SET_X_FOR_TEXT: u32 = 0o060000;
const POINT: u32 = 0o1777;
/// Character codes that end a text, or fill its last half word.
const TEXT_END: std::ops::RangeInclusive<u32> = 0o35..=0o37;

impl Emulated {
    /// Returns the contents of the tube. They are empty if no board is shown, or if the program is still on
    /// its tape.
    pub fn drawn(&self) -> TubePicture {
        self.drawn_in_list().unwrap_or_default()
    }

    fn drawn_in_list(&self) -> Option<TubePicture> {
        // Left half: minus the length. Right half: the address before the first word.
        let list = self.word("DISBEG", 0).ok()?;
        let length = list.left().wrapping_neg() & 0o777777;
        if list.right() == 0 || length > LONGEST {
            return None;
        }
        let shapes = self.shapes()?;
        let word = |address: u32| self.machine.examine(Address::new(address & 0o777777));
        let words: Vec<Word> = (1..=length).map(|index| word(list.right() + index)).collect();
        let begins = |words: &[Word], shape: &PieceShape| {
            let mut shape_words = (0..shape.length).map(|index| word(shape.address + index));
            words.len() >= shape.length as usize && words.iter().zip(&mut shape_words).all(|(a, b)| *a == b)
        };
        let mut drawn = TubePicture::default();
        for (index, word) in words.iter().enumerate() {
            let Some((x, y)) = point(word.left(), word.right(), SET_X_FOR_SHAPE) else { continue };
            if let Some(shape) = shapes.iter().find(|shape| begins(&words[index + 1..], shape)) {
                drawn.pieces.push(DrawnPiece { side: shape.side, kind: shape.kind, x, y });
            }
        }
        let halves: Vec<u32> = words.iter().flat_map(|word| [word.left(), word.right()]).collect();
        drawn.lines = halves
            .windows(2)
            .enumerate()
            .filter_map(|(index, pair)| {
                let (x, y) = point(pair[0], pair[1], SET_X_FOR_TEXT)?;
                let text = text(&halves[index + 2..]);
                (!text.is_empty()).then_some(DrawnLine { x, y, text })
            })
            .collect();
        Some(drawn)
    }

    /// Returns the program's table of shapes, which it indexes by the piece codes of a diagram.
    fn shapes(&self) -> Option<Vec<PieceShape>> {
        let row = |side: Side, kind: Kind| {
            let code = kind as u32 + 1 + 0o10 * side as u32;
            let word = self.word("SHAPES", code).ok()?;
            Some(PieceShape { side, kind, length: word.left(), address: word.right() })
        };
        let sides = [Side::White, Side::Black];
        sides.iter().flat_map(|&side| Kind::ALL.iter().map(move |&kind| row(side, kind))).collect()
    }
}

/// Returns the point set by two half words, if the second one has the mode of `set_x`.
fn point(y: u32, x: u32, set_x: u32) -> Option<(u16, u16)> {
    let is_point = y & !POINT == SET_Y && x & !POINT == set_x;
    is_point.then_some(((x & POINT) as u16, (y & POINT) as u16))
}

/// Returns the characters of half words, three in each, up to the end of the text.
fn text(halves: &[u32]) -> String {
    let codes = halves.iter().flat_map(|half| [12, 6, 0].map(|shift| half >> shift & 0o77));
    let codes = codes.take_while(|code| !TEXT_END.contains(code));
    // Six bits of ASCII: 01 is A, 60 is 0.
    let characters = codes.map(|code| char::from(code as u8 + if code < 0o40 { 0o100 } else { 0 }));
    characters.collect::<String>().trim_end().to_owned()
}

/// Upper limit for the number of words in a display list (DISLEN).
const LONGEST: u32 = 0o10000;

struct PieceShape {
    side: Side,
    kind: Kind,
    length: u32,
    address: u32,
}
