//! Draws a scene as SVG.

use std::fmt::Write as _;

use super::scene::{Anchor, Colour, Scene, Shape, Step};

/// Typefaces for the words, starting with the one used for PNG.
const FAMILY: &str = "Ubuntu, 'DejaVu Sans', Verdana, sans-serif";

pub(crate) fn svg(scene: &Scene) -> String {
    let (width, height) = (number(scene.width), number(scene.height));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FAMILY}\">\n"
    );
    scene.shapes.iter().for_each(|shape| draw(&mut out, shape));
    out + "</svg>\n"
}

// The results of `writeln!` are ignored, because writing to a string cannot fail.
fn draw(out: &mut String, shape: &Shape) {
    match shape {
        Shape::Path { steps, fill, stroke } => {
            let fill = fill.map_or_else(|| " fill=\"none\"".to_owned(), |fill| ink("fill", fill));
            let stroke = stroke.map(|(colour, width)| {
                let width = number(width);
                format!(
                    "{} stroke-width=\"{width}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"",
                    ink("stroke", colour)
                )
            });
            let _ = writeln!(out, "<path d=\"{}\"{fill}{}/>", way(steps), stroke.unwrap_or_default());
        }
        Shape::Words { at: (x, y), size, anchor, ink: colour, text } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let (x, y, size) = (number(*x), number(*y), number(*size));
            let _ = writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
                 xml:space=\"preserve\"{}>{}</text>",
                ink("fill", *colour),
                escaped(text)
            );
        }
    }
}

fn ink(what: &str, Colour(red, green, blue, cover): Colour) -> String {
    let opacity = match cover {
        255 => String::new(),
        part => format!(" {what}-opacity=\"{}\"", number(f32::from(part) / 255.0)),
    };
    format!(" {what}=\"#{red:02x}{green:02x}{blue:02x}\"{opacity}")
}

fn way(steps: &[Step]) -> String {
    let step = |step: &Step| match *step {
        Step::To(x, y) => format!("M{} {}", number(x), number(y)),
        Step::Line(x, y) => format!("L{} {}", number(x), number(y)),
        Step::Curve(a, b, c, d, x, y) => format!("C{}", [a, b, c, d, x, y].map(number).join(" ")),
        Step::Close => "Z".to_owned(),
    };
    steps.iter().map(step).collect()
}

/// Writes a number with two decimals, which is exact enough.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
