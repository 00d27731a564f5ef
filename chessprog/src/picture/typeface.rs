//! The outlines of the letters in PNG pictures: the typeface Ubuntu Light.

use std::sync::LazyLock;

use tiny_skia::PathBuilder;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

static FACE: LazyLock<Face<'_>> =
    LazyLock::new(|| Face::parse(epaint_default_fonts::UBUNTU_LIGHT, 0).expect("a typeface"));

/// The glyph of a letter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph(GlyphId);

impl Glyph {
    /// Returns the glyph of a letter, or the sign for a missing one.
    pub(super) fn of(letter: char) -> Glyph {
        // In every typeface, the first glyph is the sign for missing letters.
        Glyph(FACE.glyph_index(letter).unwrap_or(GlyphId(0)))
    }

    /// Returns the distance to the next letter at a font size, in the unit of the size.
    pub(super) fn width(self, size: f32) -> f32 {
        f32::from(FACE.glyph_hor_advance(self.0).unwrap_or(0)) * scale(size)
    }

    /// Adds the outline at a font size, with its left end and its base line at a point.
    pub(super) fn draw(self, (left, base): (f32, f32), size: f32, path: &mut PathBuilder) {
        // A space has no outline.
        let _ = FACE.outline_glyph(self.0, &mut Pen { path, left, base, scale: scale(size) });
    }
}

/// Returns the size of the typeface's unit at a font size.
fn scale(size: f32) -> f32 {
    size / f32::from(FACE.units_per_em())
}

/// Adds an outline in units of the typeface, whose y axis points up, to a path in pixels, whose y axis points
/// down.
struct Pen<'a> {
    path: &'a mut PathBuilder,
    left: f32,
    base: f32,
    scale: f32,
}

impl Pen<'_> {
    fn point(&self, x: f32, y: f32) -> (f32, f32) {
        (self.left + x * self.scale, self.base - y * self.scale)
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.point(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.point(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.point(x1, y1), self.point(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.point(x1, y1), self.point(x2, y2), self.point(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
