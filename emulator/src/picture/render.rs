//! Pictures of the screen for people: PNG, SVG, and text for tests and terminals.

use super::bitmap::{Bitmap, RADIUS, colour};
use super::raster::{Raster, Window};
use super::{RASTER, Spot};
use std::fmt::Write;

/// A kind of picture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// Pixels, one for each point of the tube.
    Png,
    /// A circle for each point that is lit.
    Svg,
}

/// The name of a file that is not a picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not the name of a picture (expected .png or .svg at its end)")]
pub struct PictureNameError(String);

impl PictureFormat {
    /// Returns the format for the name of a file.
    pub fn of_name(name: &str) -> Result<PictureFormat, PictureNameError> {
        let lower = name.to_ascii_lowercase();
        let formats = [(".png", PictureFormat::Png), (".svg", PictureFormat::Svg)];
        let found = formats.into_iter().find(|(end, _)| lower.ends_with(end));
        found.map(|(_, format)| format).ok_or_else(|| PictureNameError(name.to_owned()))
    }

    /// Draws the whole screen as a file.
    pub fn draw(self, spots: &[Spot]) -> Vec<u8> {
        match self {
            PictureFormat::Png => png(spots, RASTER.into()),
            PictureFormat::Svg => svg(spots).into_bytes(),
        }
    }
}

/// Draws the whole screen as a PNG of `size` by `size` pixels (1 to 4096).
pub fn png(spots: &[Spot], size: u32) -> Vec<u8> {
    Bitmap::of(spots, Window::WHOLE, size, size).png()
}

/// Draws the whole screen as an SVG: one circle per point.
pub fn svg(spots: &[Spot]) -> String {
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {RASTER} {RASTER}\">\n\
         <rect width=\"{RASTER}\" height=\"{RASTER}\" fill=\"#000\"/>\n"
    );
    for spot in spots {
        let [red, green, blue] = colour(spot.blue, spot.yellow);
        let y = RASTER - 1 - spot.y.min(RASTER - 1);
        let _ = writeln!(
            text,
            "<circle cx=\"{}.5\" cy=\"{y}.5\" r=\"{RADIUS}\" fill=\"#{red:02x}{green:02x}{blue:02x}\"/>",
            spot.x
        );
    }
    text.push_str("</svg>\n");
    text
}

/// Draws the rectangle from `left`, `low` to `right`, `high` as text, one character per point: `.` for a dark
/// point, `*` for one hit, a digit for two to nine hits, `#` for more. The number of hits is the light of the
/// point, in units of a hit at intensity 7, rounded.
pub fn dots(spots: &[Spot], (left, low, right, high): (u16, u16, u16, u16)) -> String {
    let mut text = String::new();
    for y in (low..=high).rev() {
        for x in left..=right {
            let spot = spots.iter().find(|spot| (spot.x, spot.y) == (x, y));
            text.push(match spot.map(|spot| spot.yellow.round() as u32) {
                None => '.',
                Some(0 | 1) => '*',
                Some(hits @ 2..=9) => char::from(b'0' + hits as u8),
                Some(_) => '#',
            });
        }
        text.push('\n');
    }
    text
}

/// Draws the whole screen in Braille characters, `columns` wide. The screen is reduced to two dots across and
/// four down per character.
pub fn braille(spots: &[Spot], columns: u16) -> String {
    let columns = usize::from(columns.clamp(1, RASTER / 2));
    let rows = columns.div_ceil(2);
    let mut raster = Raster::dark(columns * 2, rows * 4);
    for spot in spots {
        raster.show(Window::WHOLE, spot.x, spot.y, 1.0);
    }
    let mut text = String::new();
    for row in 0..rows {
        let line: String = (0..columns).map(|column| raster.cell(column, row).braille()).collect();
        text.push_str(line.trim_end_matches('\u{2800}'));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOWER_LEFT: Spot = Spot { x: 0, y: 0, blue: 1.0, yellow: 1.0 };

    #[test]
    fn png_has_the_origin_at_the_lower_left() {
        let file = png(&[LOWER_LEFT], 64);
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let bright = |column: usize, row: usize| pixels[(row * 64 + column) * 3];
        assert!(bright(0, 63) > 100);
        assert_eq!((bright(63, 63), bright(0, 0), bright(63, 0)), (0, 0, 0));
    }

    #[test]
    fn svg_has_a_circle_for_each_spot() {
        let text = svg(&[LOWER_LEFT, Spot { x: 1023, y: 1023, ..LOWER_LEFT }]);
        assert!(text.contains("cx=\"0.5\" cy=\"1023.5\""), "{text}");
        assert!(text.contains("cx=\"1023.5\" cy=\"0.5\""), "{text}");
        assert_eq!(text.matches("<circle").count(), 2);
    }

    #[test]
    fn text_pictures() {
        let spots = [LOWER_LEFT, Spot { x: 2, y: 1, blue: 2.0, yellow: 3.0 }];
        assert_eq!(dots(&spots, (0, 0, 2, 1)), "..3\n*..\n");
        let small = braille(&[LOWER_LEFT], 4);
        assert_eq!(small, "\n\u{2840}\n");
    }
}
