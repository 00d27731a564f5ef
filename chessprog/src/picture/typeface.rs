//! The outlines of the letters in PNG pictures: the typeface Ubuntu Light, which the build script reads.

use tiny_skia::PathBuilder;

use GlyphStep::{Close, Curve, Line, To};

/// A step of an outline, in half units of the typeface. The x axis points right, the y axis up.
#[derive(Clone, Copy, Debug)]
enum GlyphStep {
    To(i16, i16),
    Line(i16, i16),
    /// Draws a quadratic curve: the control point, then the end point.
    Curve(i16, i16, i16, i16),
    Close,
}

#[derive(Debug)]
pub(super) struct Glyph {
    /// Distance to the next letter, in units of the typeface.
    advance: f32,
    outline: &'static [GlyphStep],
}

include!(concat!(env!("OUT_DIR"), "/typeface.rs"));

impl Glyph {
    /// Returns the glyph of a letter, or the sign for a missing one.
    pub(super) fn of(letter: char) -> &'static Glyph {
        GLYPHS.binary_search_by_key(&letter, |&(other, _)| other).map_or(&MISSING, |index| &GLYPHS[index].1)
    }

    /// Returns the distance to the next letter at a font size, in the unit of the size.
    pub(super) fn width(&self, size: f32) -> f32 {
        self.advance * (size / UNITS_PER_EM)
    }

    /// Adds the outline at a font size, with its left end and its base line at a point.
    pub(super) fn draw(&self, (left, base): (f32, f32), size: f32, path: &mut PathBuilder) {
        let scale = size / UNITS_PER_EM;
        let x = |halves: i16| left + f32::from(halves) / 2.0 * scale;
        let y = |halves: i16| base - f32::from(halves) / 2.0 * scale;
        for step in self.outline {
            match *step {
                To(a, b) => path.move_to(x(a), y(b)),
                Line(a, b) => path.line_to(x(a), y(b)),
                Curve(a, b, c, d) => path.quad_to(x(a), y(b), x(c), y(d)),
                Close => path.close(),
            }
        }
    }
}
