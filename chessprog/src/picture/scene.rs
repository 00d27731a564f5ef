//! The shapes of a picture, independent of the output format: paths and words on a page.

/// Red, green, blue and opacity; 255 is opaque.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour(pub u8, pub u8, pub u8, pub u8);

impl Colour {
    /// Returns an opaque colour from its hexadecimal code: `0x1b7fb5`.
    pub(crate) const fn of(rgb: u32) -> Colour {
        Colour((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, 255)
    }

    /// Returns the colour with an opacity, from 0 to 255.
    pub(crate) const fn covering(self, part: u8) -> Colour {
        Colour(self.0, self.1, self.2, part)
    }
}

pub(crate) const INK: Colour = Colour::of(0x22_22_22);
/// Colour of less important parts.
pub(crate) const GREY: Colour = Colour::of(0x77_77_77);
/// Colour of guiding lines.
pub(crate) const FAINT: Colour = Colour::of(0xdd_dd_dd);
pub(crate) const WHITE: Colour = Colour::of(0xff_ff_ff);

/// A step of a path. The x axis points right, the y axis down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    To(f32, f32),
    Line(f32, f32),
    /// Draws a cubic curve: two control points, then the end point.
    Curve(f32, f32, f32, f32, f32, f32),
    Close,
}

/// The position of words relative to their point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// An outline that is filled, stroked, or both.
    Path {
        steps: Vec<Step>,
        fill: Option<Colour>,
        /// Colour and width of the line.
        stroke: Option<(Colour, f32)>,
    },
    Words {
        at: (f32, f32),
        /// Font size, in points of the page.
        size: f32,
        anchor: Anchor,
        ink: Colour,
        text: String,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scene {
    pub width: f32,
    pub height: f32,
    /// The shapes, lowest first.
    pub shapes: Vec<Shape>,
}

impl Scene {
    pub(crate) fn new(width: f32, height: f32) -> Scene {
        let mut scene = Scene { width, height, shapes: Vec::new() };
        scene.rect((0.0, 0.0), (width, height), WHITE);
        scene
    }

    pub(crate) fn path(&mut self, steps: Vec<Step>, fill: Option<Colour>, stroke: Option<(Colour, f32)>) {
        self.shapes.push(Shape::Path { steps, fill, stroke });
    }

    /// Adds a filled rectangle, given by its upper left corner and size.
    pub(crate) fn rect(&mut self, (x, y): (f32, f32), (width, height): (f32, f32), fill: Colour) {
        self.path(rectangle((x, y), (width, height)), Some(fill), None);
    }

    pub(crate) fn circle(
        &mut self,
        centre: (f32, f32),
        radius: f32,
        fill: Colour,
        stroke: Option<(Colour, f32)>,
    ) {
        self.path(circle(centre, radius), Some(fill), stroke);
    }

    pub(crate) fn line(&mut self, points: &[(f32, f32)], colour: Colour, width: f32) {
        let mut steps: Vec<Step> = points.iter().map(|&(x, y)| Step::Line(x, y)).collect();
        if let (Some(first), Some(&(x, y))) = (steps.first_mut(), points.first()) {
            *first = Step::To(x, y);
            self.path(steps, None, Some((colour, width)));
        }
    }

    pub(crate) fn words(
        &mut self,
        at: (f32, f32),
        size: f32,
        anchor: Anchor,
        ink: Colour,
        text: impl Into<String>,
    ) {
        self.shapes.push(Shape::Words { at, size, anchor, ink, text: text.into() });
    }
}

pub(crate) fn rectangle((x, y): (f32, f32), (width, height): (f32, f32)) -> Vec<Step> {
    let (right, low) = (x + width, y + height);
    vec![Step::To(x, y), Step::Line(right, y), Step::Line(right, low), Step::Line(x, low), Step::Close]
}

pub(crate) fn circle((x, y): (f32, f32), r: f32) -> Vec<Step> {
    // The distance of control points for a quarter of a circle.
    let k = 0.5523 * r;
    vec![
        Step::To(x + r, y),
        Step::Curve(x + r, y + k, x + k, y + r, x, y + r),
        Step::Curve(x - k, y + r, x - r, y + k, x - r, y),
        Step::Curve(x - r, y - k, x - k, y - r, x, y - r),
        Step::Curve(x + k, y - r, x + r, y - k, x + r, y),
        Step::Close,
    ]
}
