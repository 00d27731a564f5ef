//! What is drawn, whatever it is drawn on: paths and words on a page.

/// Red, green, blue, and how much of what is behind is covered; 255 is all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour(pub u8, pub u8, pub u8, pub u8);

impl Colour {
    /// An opaque colour as it is usually written: `0x1b7fb5`.
    pub(crate) const fn of(rgb: u32) -> Colour {
        Colour((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, 255)
    }

    /// The same with something to be seen through it.
    pub(crate) const fn covering(self, part: u8) -> Colour {
        Colour(self.0, self.1, self.2, part)
    }
}

/// Ink of words and outlines.
pub(crate) const INK: Colour = Colour::of(0x22_22_22);
/// Ink of what is less important.
pub(crate) const GREY: Colour = Colour::of(0x77_77_77);
/// Lines that only guide the eye.
pub(crate) const FAINT: Colour = Colour::of(0xdd_dd_dd);
/// Paper.
pub(crate) const WHITE: Colour = Colour::of(0xff_ff_ff);

/// A step of a path. Coordinates are to the right and down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    /// Begins here.
    To(f32, f32),
    /// A straight line.
    Line(f32, f32),
    /// A curve by two points that pull it.
    Curve(f32, f32, f32, f32, f32, f32),
    /// Back to where it began.
    Close,
}

/// How words stand at their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// They begin there.
    Start,
    /// It is their middle.
    Middle,
    /// They end there.
    End,
}

/// What can be drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// An outline, filled or drawn or both.
    Path {
        /// The way.
        steps: Vec<Step>,
        /// The inside.
        fill: Option<Colour>,
        /// The line, and its width.
        stroke: Option<(Colour, f32)>,
    },
    /// A line of words.
    Words {
        /// Where.
        at: (f32, f32),
        /// The height of the letters with room above and below.
        size: f32,
        /// How they stand there.
        anchor: Anchor,
        /// Their ink.
        ink: Colour,
        /// What is written.
        text: String,
    },
}

/// A page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scene {
    /// To the right.
    pub width: f32,
    /// Down.
    pub height: f32,
    /// What is drawn, the lowest first.
    pub shapes: Vec<Shape>,
}

impl Scene {
    /// An empty page.
    pub(crate) fn new(width: f32, height: f32) -> Scene {
        let mut scene = Scene { width, height, shapes: Vec::new() };
        scene.rect((0.0, 0.0), (width, height), WHITE);
        scene
    }

    /// An outline.
    pub(crate) fn path(&mut self, steps: Vec<Step>, fill: Option<Colour>, stroke: Option<(Colour, f32)>) {
        self.shapes.push(Shape::Path { steps, fill, stroke });
    }

    /// A filled rectangle: its upper left corner, its size.
    pub(crate) fn rect(&mut self, (x, y): (f32, f32), (width, height): (f32, f32), fill: Colour) {
        self.path(rectangle((x, y), (width, height)), Some(fill), None);
    }

    /// A filled circle.
    pub(crate) fn circle(
        &mut self,
        centre: (f32, f32),
        radius: f32,
        fill: Colour,
        stroke: Option<(Colour, f32)>,
    ) {
        self.path(circle(centre, radius), Some(fill), stroke);
    }

    /// A line through some points.
    pub(crate) fn line(&mut self, points: &[(f32, f32)], colour: Colour, width: f32) {
        let mut steps: Vec<Step> = points.iter().map(|&(x, y)| Step::Line(x, y)).collect();
        if let (Some(first), Some(&(x, y))) = (steps.first_mut(), points.first()) {
            *first = Step::To(x, y);
            self.path(steps, None, Some((colour, width)));
        }
    }

    /// A line of words.
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

/// The outline of a rectangle.
pub(crate) fn rectangle((x, y): (f32, f32), (width, height): (f32, f32)) -> Vec<Step> {
    let (right, low) = (x + width, y + height);
    vec![Step::To(x, y), Step::Line(right, y), Step::Line(right, low), Step::Line(x, low), Step::Close]
}

/// The outline of a circle, in four curves.
pub(crate) fn circle((x, y): (f32, f32), r: f32) -> Vec<Step> {
    // The pull that makes a quarter of a circle round.
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
