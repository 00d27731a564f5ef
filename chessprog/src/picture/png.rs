//! Draws a scene as PNG. Words are drawn as paths too, in a typeface built into the program, so that a
//! picture is the same everywhere.

use anyhow::{Context, Result};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use super::scene::{Anchor, Colour, Scene, Shape, Step};
use super::typeface::Glyph;

/// Pixels per point of the scene; fewer if the picture would otherwise exceed [`MAX_SIDE_PIXELS`].
const SCALE: f32 = 2.0;

const MAX_SIDE_PIXELS: f32 = 20_000.0;

/// Returns an error if the picture has no size, or if it cannot be encoded.
pub(crate) fn png(scene: &Scene) -> Result<Vec<u8>> {
    let scale = SCALE.min(MAX_SIDE_PIXELS / scene.width.max(scene.height));
    let (width, height) = ((scene.width * scale).ceil() as u32, (scene.height * scale).ceil() as u32);
    let mut pixmap = Pixmap::new(width, height).context("the picture has no size")?;
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
                if let Some(path) = words(*at, *size, *anchor, text) {
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

fn words((x, y): (f32, f32), size: f32, anchor: Anchor, text: &str) -> Option<Path> {
    let glyphs = text.chars().map(Glyph::of);
    let width: f32 = glyphs.clone().map(|glyph| glyph.width(size)).sum();
    let mut left = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    let mut builder = PathBuilder::new();
    for glyph in glyphs {
        glyph.draw((left, y), size, &mut builder);
        left += glyph.width(size);
    }
    builder.finish()
}
