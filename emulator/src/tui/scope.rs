//! The tube of the 340 in Braille characters, with a window that can be narrowed and moved.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use crate::picture::RASTER;
use crate::picture::raster::{Raster, Window};

/// The narrowest window: a sixteenth of the tube across.
const NARROWEST: u16 = RASTER / 16;

/// The colours of the phosphor's tail from faint to bright, of the 256 that terminals have in common.
const PHOSPHOR: [Color; 4] =
    [Color::Indexed(58), Color::Indexed(100), Color::Indexed(148), Color::Indexed(192)];
/// The light from which each but the faintest is taken: fresh points of intensities 2, 4 and 6.
const STEPS: [f32; 3] = [3.0 / 8.0, 5.0 / 8.0, 7.0 / 8.0];

/// The part of the tube looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Aim(Window);

impl Default for Aim {
    fn default() -> Aim {
        Aim(Window::WHOLE)
    }
}

impl Aim {
    pub(super) fn window(self) -> Window {
        self.0
    }

    /// How many times larger than the whole tube.
    pub(super) fn zoom(self) -> u16 {
        RASTER / self.0.side
    }

    /// Halves the window around its middle.
    pub(super) fn narrow(&mut self) {
        if self.0.side > NARROWEST {
            let side = self.0.side / 2;
            self.0 = Window { left: self.0.left + side / 2, low: self.0.low + side / 2, side };
        }
    }

    /// Doubles it, as far as the tube goes.
    pub(super) fn widen(&mut self) {
        let side = (self.0.side * 2).min(RASTER);
        let shift = (side - self.0.side) / 2;
        let least = |from: u16| from.saturating_sub(shift).min(RASTER - side);
        self.0 = Window { left: least(self.0.left), low: least(self.0.low), side };
    }

    /// Moves it by quarters of its side, right and up.
    pub(super) fn shift(&mut self, right: i32, up: i32) {
        let Window { left, low, side } = self.0;
        let moved = |from: u16, by: i32| {
            (i32::from(from) + by * i32::from(side) / 4).clamp(0, i32::from(RASTER - side)) as u16
        };
        self.0 = Window { left: moved(left, right), low: moved(low, up), side };
    }
}

/// The columns and rows of characters of the largest square that an area has room for, a character being twice as high as
/// wide.
pub(super) fn square(area: Rect) -> (u16, u16) {
    let rows = area.height.min(area.width / 2);
    (rows * 2, rows)
}

/// Draws the dots in the middle of the area.
pub(super) fn draw(raster: &Raster, area: Rect, buffer: &mut Buffer, coloured: bool) {
    let (columns, rows) = square(area);
    let (x, y) = (area.x + (area.width - columns) / 2, area.y + (area.height - rows) / 2);
    for row in 0..rows {
        for column in 0..columns {
            let dots = raster.cell(column.into(), row.into());
            if let Some(cell) = buffer.cell_mut((x + column, y + row)).filter(|_| dots.dots != 0) {
                cell.set_char(dots.braille()).set_style(style(dots.light, coloured));
            }
        }
    }
}

fn style(light: f32, coloured: bool) -> Style {
    let step = STEPS.iter().filter(|&&least| light >= least).count();
    match (coloured, step) {
        (true, _) => Style::new().fg(PHOSPHOR[step]),
        (false, 0) => Style::new().add_modifier(Modifier::DIM),
        (false, 3) => Style::new().add_modifier(Modifier::BOLD),
        (false, _) => Style::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_stays_on_the_tube() {
        let mut aim = Aim::default();
        aim.narrow();
        assert_eq!((aim.window(), aim.zoom()), (Window { left: 256, low: 256, side: 512 }, 2));
        aim.shift(1, -1);
        assert_eq!(aim.window(), Window { left: 384, low: 128, side: 512 });
        aim.shift(9, -9);
        assert_eq!(aim.window(), Window { left: 512, low: 0, side: 512 });
        aim.widen();
        aim.widen();
        assert_eq!(aim, Aim::default());
        (0..9).for_each(|_| aim.narrow());
        assert_eq!(aim.zoom(), 16);
    }

    #[test]
    fn brightness_is_seen_with_and_without_colours() {
        // Fresh points of intensities 0, 3, 5 and 7.
        let levels = [1.0, 4.0, 6.0, 8.0].map(|eighths: f32| style(eighths / 8.0, true).fg);
        assert_eq!(levels, PHOSPHOR.map(Some));
        assert_eq!(style(1.0, false).add_modifier, Modifier::BOLD);
        assert_eq!(style(0.1, false), Style::new().add_modifier(Modifier::DIM));
    }
}
