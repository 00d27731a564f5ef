//! The picture reduced to fewer and larger dots, for screens that are coarser than the tube.

use super::{FAINTEST, MEMORY, Picture, RASTER, Spot, YELLOW_HALF_LIFE, light};
use crate::time::Nanos;

const MILLI: u64 = 1_000_000;

/// A square part of the tube, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The left edge.
    pub left: u16,
    /// The lower edge.
    pub low: u16,
    /// The length of its sides, at least 1.
    pub side: u16,
}

impl Window {
    /// The whole tube.
    pub const WHOLE: Window = Window { left: 0, low: 0, side: RASTER };
}

/// Rows of dots, each with its light; the first row is the top.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Raster {
    across: usize,
    down: usize,
    light: Vec<f32>,
}

/// A Braille character: two dots across, four down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    /// The dots that are lit, numbered as in Unicode.
    pub dots: u8,
    /// The light of its brightest dot.
    pub light: f32,
}

impl Cell {
    /// Returns the Unicode Braille pattern.
    pub fn braille(self) -> char {
        char::from_u32(0x2800 + u32::from(self.dots)).unwrap_or(' ')
    }
}

impl Raster {
    /// Returns a dark raster with this many dots across and down.
    pub fn dark(across: usize, down: usize) -> Raster {
        Raster { across, down, light: vec![0.0; across * down] }
    }

    /// Returns the number of dots across and down.
    pub fn size(&self) -> (usize, usize) {
        (self.across, self.down)
    }

    /// Returns the raster of a window. Each dot is as bright as the brightest of its spots.
    pub fn of(spots: &[Spot], window: Window, across: usize, down: usize) -> Raster {
        let mut raster = Raster::dark(across, down);
        spots.iter().for_each(|spot| raster.show(window, spot.x, spot.y, spot.yellow));
        raster
    }

    /// Lights the dot that contains a point of the tube, unless the dot is brighter already or the point is
    /// outside the window.
    pub fn show(&mut self, window: Window, x: u16, y: u16, light: f32) {
        let inside = |at: u16, from: u16| at.checked_sub(from).filter(|&distance| distance < window.side);
        let (Some(x), Some(y)) = (inside(x, window.left), inside(y, window.low)) else { return };
        if self.light.is_empty() {
            return;
        }
        let side = usize::from(window.side);
        let (column, row) = (usize::from(x) * self.across / side, usize::from(y) * self.down / side);
        let dot = &mut self.light[(self.down - 1 - row) * self.across + column];
        *dot = dot.max(light);
    }

    /// Darkens the dots in a rectangle of points whose lower left corner is (`left`, `low`).
    pub fn darken(&mut self, window: Window, (left, low): (u16, u16), (width, height): (u16, u16)) {
        let side = usize::from(window.side);
        let dots = |at: u16, length: u16, from: u16, dots: usize| {
            let to = usize::from(at.saturating_add(length).saturating_sub(from)) * dots / side;
            usize::from(at.saturating_sub(from)) * dots / side..to.min(dots)
        };
        for row in dots(low, height, window.low, self.down) {
            for column in dots(left, width, window.left, self.across) {
                self.light[(self.down - 1 - row) * self.across + column] = 0.0;
            }
        }
    }

    /// Returns the light of a dot; row 0 is the top.
    pub fn light(&self, column: usize, row: usize) -> f32 {
        self.light[row * self.across + column]
    }

    /// Returns `true` if no dot is lit.
    pub fn is_dark(&self) -> bool {
        self.light.iter().all(|&light| light == 0.0)
    }

    /// Returns the Braille character in a column and row of characters.
    pub fn cell(&self, column: usize, row: usize) -> Cell {
        // Unicode numbers the dots 1-3, 7 downwards on the left and 4-6, 8 on the right.
        const DOTS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        let mut cell = Cell::default();
        for (dy, pair) in DOTS.iter().enumerate() {
            for (dx, dot) in pair.iter().enumerate() {
                let (x, y) = (column * 2 + dx, row * 4 + dy);
                if x < self.across && y < self.down && self.light(x, y) > 0.0 {
                    cell.dots |= dot;
                    cell.light = cell.light.max(self.light(x, y));
                }
            }
        }
        cell
    }
}

impl Picture {
    /// Returns the picture at `now` in a window: each dot is as bright as its brightest point, a new hit at
    /// intensity 7 counting 1.
    pub fn raster(&self, now: Nanos, window: Window, across: usize, down: usize) -> Raster {
        let mut raster = Raster::dark(across, down);
        // A table of the fading in steps of a millisecond: there are many more hits than milliseconds.
        let fading: Vec<f32> = (0..=MEMORY.get() / MILLI)
            .map(|age| (-((age * MILLI) as f32) / YELLOW_HALF_LIFE).exp2())
            .collect();
        for hit in self.hits().filter(|hit| hit.time <= now) {
            let age = (now.since(hit.time).get() / MILLI) as usize;
            let left = fading.get(age).map_or(0.0, |fading| fading * light(hit.intensity));
            if left > FAINTEST {
                raster.show(window, hit.x, hit.y, left);
            }
        }
        raster
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::hit;
    use super::*;

    #[test]
    fn a_dot_shines_as_its_brightest_point() {
        let mut picture = Picture::default();
        picture.show(hit(0, 0, 0, 3));
        picture.show(hit(0, 500, 500, 7));
        picture.show(hit(200, 511, 511, 3));
        let raster = picture.raster(Nanos::from_millis(200), Window::WHOLE, 2, 2);
        // The point of intensity 7 has faded to a half; the new one of intensity 3 is (3 + 1) / 8.
        assert_eq!(raster.light(0, 1), 0.5);
        assert_eq!((raster.light(0, 0), raster.light(1, 0), raster.light(1, 1)), (0.0, 0.0, 0.0));
        assert!(picture.raster(Nanos::from_seconds(9), Window::WHOLE, 2, 2).is_dark());
    }

    #[test]
    fn a_window_shows_its_part_alone() {
        let mut picture = Picture::default();
        for (x, y) in [(511, 512), (512, 512), (767, 767), (768, 512)] {
            picture.show(hit(0, x, y, 7));
        }
        let window = Window { left: 512, low: 512, side: 256 };
        let raster = picture.raster(Nanos::ZERO, window, 256, 256);
        assert_eq!((raster.light(0, 255), raster.light(255, 0)), (1.0, 1.0));
        assert_eq!(raster.light.iter().filter(|&&light| light > 0.0).count(), 2);
    }

    #[test]
    fn a_part_is_darkened() {
        let window = Window { left: 100, low: 200, side: 8 };
        let mut raster = Raster::dark(8, 8);
        for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
            raster.show(window, 100 + x, 200 + y, 1.0);
        }
        raster.darken(window, (102, 201), (3, 2));
        let dark: Vec<(usize, usize)> =
            (0..64).map(|i| (i % 8, i / 8)).filter(|&(x, y)| raster.light(x, y) == 0.0).collect();
        assert_eq!(dark, [(2, 5), (3, 5), (4, 5), (2, 6), (3, 6), (4, 6)]);
        // Points outside the window have no dots.
        raster.darken(window, (0, 0), (100, 100));
        raster.darken(window, (900, 900), (100, 100));
    }

    #[test]
    fn braille_cells_number_their_dots_downwards() {
        let mut raster = Raster::dark(3, 4);
        let whole = Window { left: 0, low: 0, side: 12 };
        // The upper left dot, and the lowest of the third column, which is the left one
        // of the second character.
        raster.show(whole, 0, 11, 0.5);
        raster.show(whole, 11, 0, 1.0);
        assert_eq!(raster.cell(0, 0), Cell { dots: 0x01, light: 0.5 });
        assert_eq!(raster.cell(1, 0).braille(), '\u{2840}');
    }
}
