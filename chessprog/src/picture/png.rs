//! Draws a scene as PNG. Words are drawn as paths too, in a typeface built into the program, so that a
//! picture is the same everywhere.

use anyhow::{Context, Result};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider as _};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use super::scene::{Anchor, Colour, Scene, Shape, Step};

/// Pixels per point of the scene; fewer if the picture would otherwise exceed [`MAX_SIDE_PIXELS`].
const SCALE: f32 = 2.0;

const MAX_SIDE_PIXELS: f32 = 20_000.0;

/// Returns an error if the picture has no size, or if it cannot be encoded.
pub(crate) fn png(scene: &Scene) -> Result<Vec<u8>> {
    let scale = SCALE.min(MAX_SIDE_PIXELS / scene.width.max(scene.height));
    let (width, height) = ((scene.width * scale).ceil() as u32, (scene.height * scale).ceil() as u32);
    let mut pixmap = Pixmap::new(width, height).context("the picture has no size")?;
    let face = FontRef::new(epaint_default_fonts::UBUNTU_LIGHT).context("the typeface is damaged")?;
    let transform = Transform::from_scale(scale, scale);
    for shape in &scene.shapes {
        match shape {
            Shape::Path { steps, fill, stroke } => {
                let Some(path) = path(steps) else { continue };
                if let Some(fill) = fill {
                    pixmap.fill_path(&path, &paint(*fill), FillRule::Winding, transform, None);
                }
                if let Some((colour, width)) = stroke {
                    pixmap.stroke_path(&path, &paint(*colour), &line(*width), transform, None);
                }
            }
            Shape::Words { at, size, anchor, ink, text } => {
                if let Some(path) = words(&face, *at, *size, *anchor, text) {
                    pixmap.fill_path(&path, &paint(*ink), FillRule::Winding, transform, None);
                    // The typeface is thin, so its outlines are drawn too.
                    pixmap.stroke_path(&path, &paint(*ink), &line(size * 0.025), transform, None);
                }
            }
        }
    }
    pixmap.encode_png().context("cannot write the picture as PNG")
}

fn paint(Colour(red, green, blue, cover): Colour) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, cover);
    paint
}

fn line(width: f32) -> Stroke {
    Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() }
}

fn path(steps: &[Step]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for step in steps {
        match *step {
            Step::To(x, y) => builder.move_to(x, y),
            Step::Line(x, y) => builder.line_to(x, y),
            Step::Curve(a, b, c, d, x, y) => builder.cubic_to(a, b, c, d, x, y),
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}

fn words(face: &FontRef<'_>, (x, y): (f32, f32), size: f32, anchor: Anchor, text: &str) -> Option<Path> {
    // Metrics and outlines are unscaled, in units of the typeface.
    let (unit, usual) = (Size::unscaled(), LocationRef::default());
    let (letters, outlines, metrics) =
        (face.charmap(), face.outline_glyphs(), face.glyph_metrics(unit, usual));
    let scale = size / f32::from(face.metrics(unit, usual).units_per_em);
    let glyphs: Vec<_> = text.chars().map(|letter| letters.map(letter).unwrap_or_default()).collect();
    let advance = |&glyph: &_| metrics.advance_width(glyph).unwrap_or_default() * scale;
    let width: f32 = glyphs.iter().map(advance).sum();
    let left = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    let mut pen = Pen { builder: PathBuilder::new(), left, base: y, scale };
    for glyph in glyphs {
        if let Some(outline) = outlines.get(glyph) {
            outline.draw(DrawSettings::unhinted(unit, usual), &mut pen).ok()?;
        }
        pen.left += advance(&glyph);
    }
    pen.builder.finish()
}

/// Draws the outlines of a typeface, whose y axis points up.
struct Pen {
    builder: PathBuilder,
    left: f32,
    base: f32,
    scale: f32,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.left + x * self.scale, self.base - y * self.scale)
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.builder.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.builder.line_to(x, y);
    }

    fn quad_to(&mut self, a: f32, b: f32, x: f32, y: f32) {
        let ((a, b), (x, y)) = (self.at(a, b), self.at(x, y));
        self.builder.quad_to(a, b, x, y);
    }

    fn curve_to(&mut self, a: f32, b: f32, c: f32, d: f32, x: f32, y: f32) {
        let ((a, b), (c, d), (x, y)) = (self.at(a, b), self.at(c, d), self.at(x, y));
        self.builder.cubic_to(a, b, c, d, x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}
