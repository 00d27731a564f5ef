//! The picture in pixels, for files and for terminals.

use super::raster::Window;
use super::{RASTER, Spot};
use std::collections::BTreeMap;

/// Colours of the two layers of the phosphor: red, green, blue (device reference, section 3.1).
const BLUE: [f32; 3] = [0.11, 0.11, 1.0];
const YELLOW: [f32; 3] = [1.0, 1.0, 0.11];
/// Radius of a spot of light, in points of the raster: the distance at which the light has fallen to 1/e.
pub(super) const RADIUS: f32 = 0.9;
/// Factor in the conversion of light to brightness: `1 - exp(-light * EXPOSURE)`.
const EXPOSURE: f32 = 2.2;

/// Rows of pixels from the top, red, green and blue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bitmap {
    /// Number of pixels in a row.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Three bytes per pixel.
    pub rgb: Vec<u8>,
}

/// Returns the colour of a point with this much light: red, green, blue, 0 to 255.
pub(super) fn colour(blue: f32, yellow: f32) -> [u8; 3] {
    let mix = |channel: usize| 1.0 - (-EXPOSURE * (blue * BLUE[channel] + yellow * YELLOW[channel])).exp();
    // Both layers have equal red and green.
    const { assert!(BLUE[0] == BLUE[1] && YELLOW[0] == YELLOW[1]) };
    let [red, blue] = [0, 2].map(|channel| (mix(channel) * 255.0).round() as u8);
    [red, red, blue]
}

type Shares = Vec<(usize, f32)>;

/// One direction of a picture: its pixels, the pixels per point, the radius of a spot, and the shares
/// that are already computed.
struct Axis {
    pixels: i64,
    scale: f32,
    radius: f32,
    known: BTreeMap<i32, Shares>,
}

impl Axis {
    fn new(pixels: u32, points: u16) -> Axis {
        let scale = pixels as f32 / f32::from(points);
        Axis { pixels: pixels.into(), scale, radius: (RADIUS * scale).max(0.5), known: BTreeMap::new() }
    }

    /// Returns the pixels lit by the point at this distance from the edge, each with its share of the light.
    fn shares(&mut self, point: i32) -> &Shares {
        let Axis { pixels, scale, radius, known } = self;
        known.entry(point).or_insert_with(|| {
            let middle = (point as f32 + 0.5) * *scale - 0.5;
            let nearest = middle.round();
            // In a reduced picture a point is one whole pixel rather than shares of two.
            let middle = if *scale < 1.0 { nearest } else { middle };
            let reach = (2.5 * *radius).ceil() as i64;
            (nearest as i64 - reach..=nearest as i64 + reach)
                .filter(|pixel| (0..*pixels).contains(pixel))
                .map(|pixel| (pixel as usize, (-((pixel as f32 - middle) / *radius).powi(2)).exp()))
                .collect()
        })
    }
}

impl Bitmap {
    /// Draws the spots inside a window, in `width` by `height` pixels (1 to 4096 each).
    pub fn of(spots: &[Spot], window: Window, width: u32, height: u32) -> Bitmap {
        let (width, height) = (width.clamp(1, 4096), height.clamp(1, 4096));
        let (mut across, mut down) = (Axis::new(width, window.side), Axis::new(height, window.side));
        let mut light = vec![(0.0f32, 0.0f32); (width * height) as usize];
        let side = i32::from(window.side);
        for spot in spots {
            let right = i32::from(spot.x) - i32::from(window.left);
            let low = side - 1 - (i32::from(spot.y.min(RASTER - 1)) - i32::from(window.low));
            let columns = across.shares(right);
            for &(row, share) in down.shares(low) {
                for &(column, other) in columns {
                    let place = &mut light[row * width as usize + column];
                    place.0 += share * other * spot.blue;
                    place.1 += share * other * spot.yellow;
                }
            }
        }
        let mut rgb = vec![0; light.len() * 3];
        for (pixel, (blue, yellow)) in rgb.chunks_exact_mut(3).zip(light) {
            if blue + yellow > 0.0 {
                pixel.copy_from_slice(&colour(blue, yellow));
            }
        }
        Bitmap { width, height, rgb }
    }

    /// Returns the picture without colours.
    pub fn in_grey(mut self) -> Bitmap {
        for pixel in self.rgb.chunks_exact_mut(3) {
            let brightest = pixel.iter().copied().max().unwrap_or(0);
            pixel.fill(brightest);
        }
        self
    }

    /// Returns `true` if no pixel is lit.
    pub fn is_dark(&self) -> bool {
        self.rgb.iter().all(|&channel| channel == 0)
    }

    /// Returns a PNG file.
    pub fn png(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(&self.rgb)?;
            writer.finish()
        });
        written.expect("writing to memory does not fail, and the buffer has the size of the header");
        file
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(image: &Bitmap) -> Vec<(u32, u32)> {
        let places = (0..image.height).flat_map(|y| (0..image.width).map(move |x| (x, y)));
        places.filter(|&(x, y)| image.rgb[((y * image.width + x) * 3) as usize] > 160).collect()
    }

    #[test]
    fn a_window_shows_its_part() {
        let spot = |x, y| Spot { x, y, blue: 1.0, yellow: 1.0 };
        let window = Window { left: 100, low: 200, side: 64 };
        // The lower left and upper right corners of the window, and points outside it.
        let spots = [spot(100, 200), spot(163, 263), spot(90, 200), spot(100, 280), spot(0, 0)];
        assert_eq!(lit(&Bitmap::of(&spots, window, 64, 32)), [(63, 0), (0, 31)]);
        assert!(Bitmap::of(&[], window, 8, 8).is_dark());
    }

    #[test]
    fn grey_has_the_same_brightness() {
        let spot = Spot { x: 1, y: 1, blue: 0.3, yellow: 0.2 };
        let window = Window { left: 0, low: 0, side: 4 };
        let image = Bitmap::of(&[spot], window, 4, 4);
        let grey = image.clone().in_grey();
        for (pixel, grey) in image.rgb.chunks(3).zip(grey.rgb.chunks(3)) {
            assert_eq!(grey, [*pixel.iter().max().unwrap(); 3]);
        }
    }
}
