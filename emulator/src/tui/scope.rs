//! The tube of the 340 in dots, Braille, half blocks or those of ASCII, with a window that can be narrowed and moved.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::look::{Dots, Look};
use crate::picture::RASTER;
use crate::picture::raster::{Raster, Window};

/// The narrowest window: a sixteenth of the tube across.
const NARROWEST: u16 = RASTER / 16;

/// The colours of the phosphor's tail from faint to bright, of the 256 that terminals have in common.
const PHOSPHOR: [Color; 4] =
    [Color::Indexed(58), Color::Indexed(100), Color::Indexed(148), Color::Indexed(192)];
/// The light from which each but the faintest is taken: fresh points of intensities 2, 4 and 6.
const STEPS: [f32; 3] = [3.0 / 8.0, 5.0 / 8.0, 7.0 / 8.0];

/// Points across a dot that is too coarse for shapes, and for writing: the words of the [`Mark`]s are put in their place.
const COARSE: f32 = 4.5;
const COARSE_FOR_WRITING: f32 = 1.5;

/// What a small shape on the tube means, for a screen on which the shape itself cannot be recognised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Left edge of what the word stands for, in points of the tube.
    pub left: u16,
    /// Lower edge.
    pub low: u16,
    /// Points to the right.
    pub width: u16,
    /// Points up.
    pub height: u16,
    /// The word.
    pub word: String,
    /// The shape is a filled one: the word is dark on light.
    pub filled: bool,
    /// The shape is small writing, which no screen of characters can show.
    pub writing: bool,
}

/// The part of the tube looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Aim {
    window: Window,
    /// Where it begins, and where narrowing the whole tube leads.
    home: Window,
}

impl Default for Aim {
    fn default() -> Aim {
        let half = Window { left: RASTER / 4, low: RASTER / 4, side: RASTER / 2 };
        Aim { window: Window::WHOLE, home: half }
    }
}

impl Aim {
    /// Looks at a part at first.
    pub(super) fn at(home: Window) -> Aim {
        Aim { window: home, home }
    }

    /// Looks at the whole tube.
    pub(super) fn at_all(self) -> Aim {
        Aim { window: Window::WHOLE, ..self }
    }

    pub(super) fn window(self) -> Window {
        self.window
    }

    pub(super) fn is_whole(self) -> bool {
        self.window == Window::WHOLE
    }

    /// Whether it looks at the part that was looked at first.
    pub(super) fn is_home(self) -> bool {
        self.window == self.home
    }

    /// Halves the window around its middle; the whole tube becomes the part looked at first.
    pub(super) fn narrow(&mut self) {
        let Window { left, low, side } = self.window;
        let half = side / 2;
        if self.is_whole() {
            self.window = self.home;
        } else if side > NARROWEST {
            self.window = Window { left: left + half / 2, low: low + half / 2, side: half };
        }
    }

    /// Doubles it, as far as the tube goes.
    pub(super) fn widen(&mut self) {
        let old = self.window;
        let side = (old.side * 2).min(RASTER);
        let shift = (side - old.side) / 2;
        let least = |from: u16| from.saturating_sub(shift).min(RASTER - side);
        self.window = Window { left: least(old.left), low: least(old.low), side };
    }

    /// Moves it by quarters of its side, right and up.
    pub(super) fn shift(&mut self, right: i32, up: i32) {
        let Window { left, low, side } = self.window;
        let moved = |from: u16, by: i32| {
            (i32::from(from) + by * i32::from(side) / 4).clamp(0, i32::from(RASTER - side)) as u16
        };
        self.window = Window { left: moved(left, right), low: moved(low, up), side };
    }
}

/// The columns and rows of characters of the largest square that an area has room for, a character being twice as high as
/// wide.
pub(super) fn square(area: Rect) -> (u16, u16) {
    let rows = area.height.min(area.width / 2);
    (rows * 2, rows)
}

/// Dots across and down of an area: eight in a character of Braille, two in a block or a character of ASCII.
pub(super) fn dots(area: Rect, look: Look) -> (usize, usize) {
    let (columns, rows) = square(area);
    let (across, down) = if look.dots == Dots::Braille { (2, 4) } else { (1, 2) };
    (usize::from(columns) * across, usize::from(rows) * down)
}

/// Whether a window on this many dots is too coarse for shapes.
pub(super) fn is_coarse(window: Window, across: usize) -> bool {
    f32::from(window.side) > COARSE * across as f32
}

/// The marks whose shapes cannot be recognised in a window on this many dots.
pub(super) fn unrecognised(marks: &[Mark], window: Window, across: usize) -> impl Iterator<Item = &Mark> {
    let writing = f32::from(window.side) > COARSE_FOR_WRITING * across as f32;
    marks.iter().filter(move |mark| is_coarse(window, across) || mark.writing && writing)
}

/// The part of the area that has dots.
pub(super) fn glass(area: Rect) -> Rect {
    let (width, height) = square(area);
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

/// Draws the dots in the middle of the area.
pub(super) fn draw(raster: &Raster, area: Rect, buffer: &mut Buffer, look: Look) {
    let glass = glass(area);
    for row in 0..glass.height {
        for column in 0..glass.width {
            let (sign, light, below) = sign(raster, column.into(), row.into(), look.dots);
            if let Some(cell) = buffer.cell_mut((glass.x + column, glass.y + row)).filter(|_| light > 0.0) {
                cell.set_char(sign).set_style(style(light, look));
                if below > 0.0 && look.colours {
                    cell.set_bg(PHOSPHOR[step(below)]);
                }
            }
        }
    }
}

/// The character with the dots of a place, its light, and that of its lower half if a block has two.
fn sign(raster: &Raster, column: usize, row: usize, dots: Dots) -> (char, f32, f32) {
    if dots == Dots::Braille {
        let cell = raster.cell(column, row);
        return (cell.braille(), cell.light, 0.0);
    }
    let (upper, lower) = (raster.light(column, row * 2), raster.light(column, row * 2 + 1));
    let [both, above, below] = if dots == Dots::Blocks { ['▀', '▀', '▄'] } else { [':', '\'', '.'] };
    match (upper > 0.0, lower > 0.0) {
        (true, true) if dots == Dots::Blocks => (both, upper, lower),
        (true, true) => (both, upper.max(lower), 0.0),
        (true, false) => (above, upper, 0.0),
        (false, _) => (below, lower, 0.0),
    }
}

/// Writes the words of the marks in the middle of their places.
pub(super) fn write<'a>(
    marks: impl Iterator<Item = &'a Mark>,
    window: Window,
    area: Rect,
    buffer: &mut Buffer,
    look: Look,
) {
    let glass = glass(area);
    for mark in marks {
        let Some((x, y)) = place(mark, window, glass) else { continue };
        let modifier = if mark.filled { Modifier::REVERSED } else { Modifier::empty() };
        let style = bright(look).add_modifier(modifier);
        buffer.set_stringn(x, y, &mark.word, usize::from(glass.right().saturating_sub(x)), style);
    }
}

/// The style of words.
pub(super) fn bright(look: Look) -> Style {
    look.ink(PHOSPHOR[3], Modifier::BOLD)
}

/// The style of the lines around them.
pub(super) fn faint(look: Look) -> Style {
    look.ink(PHOSPHOR[1], Modifier::DIM)
}

/// The column and row of a mark's first letter, if its middle is to be seen.
fn place(mark: &Mark, window: Window, glass: Rect) -> Option<(u16, u16)> {
    let along = |middle: u16, from: u16, characters: u16| {
        let points = u32::from(middle.checked_sub(from).filter(|&points| points < window.side)?);
        Some((points * 2 * u32::from(characters) / u32::from(window.side)) as u16)
    };
    let half_columns = along(mark.left + mark.width / 2, window.left, glass.width)?;
    let half_rows = along(mark.low + mark.height / 2, window.low, glass.height)?;
    let column = half_columns.saturating_sub(mark.word.len() as u16 - 1) / 2;
    Some((glass.x + column, glass.bottom() - 1 - half_rows / 2))
}

/// Which of the colours a light has.
fn step(light: f32) -> usize {
    STEPS.iter().filter(|&&least| light >= least).count()
}

fn style(light: f32, look: Look) -> Style {
    let step = step(light);
    let modifier = match step {
        0 => Modifier::DIM,
        3 => Modifier::BOLD,
        _ => Modifier::empty(),
    };
    look.ink(PHOSPHOR[step], modifier)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_stays_on_the_tube() {
        let mut aim = Aim::default();
        aim.narrow();
        assert_eq!(aim.window(), Window { left: 256, low: 256, side: 512 });
        aim.shift(1, -1);
        assert_eq!(aim.window(), Window { left: 384, low: 128, side: 512 });
        aim.shift(9, -9);
        assert_eq!(aim.window(), Window { left: 512, low: 0, side: 512 });
        aim.widen();
        aim.widen();
        assert_eq!(aim, Aim::default());
        (0..9).for_each(|_| aim.narrow());
        assert_eq!(aim.window().side, 64);
    }

    #[test]
    fn the_whole_tube_narrows_to_where_it_began() {
        let home = Window { left: 34, low: 244, side: 550 };
        let mut aim = Aim::at(home);
        aim.widen();
        assert!(aim.is_whole());
        aim.narrow();
        assert_eq!(aim.window(), home);
        aim.narrow();
        assert_eq!(aim.window(), Window { left: 34 + 137, low: 244 + 137, side: 275 });
    }

    #[test]
    fn a_word_stands_in_the_middle_of_its_place() {
        let mark = |left, low| Mark {
            left,
            low,
            width: 64,
            height: 64,
            word: "WP".to_owned(),
            filled: false,
            writing: false,
        };
        let glass = Rect::new(10, 5, 32, 16);
        // Four columns and two rows a square.
        let window = Window { left: 0, low: 0, side: 512 };
        assert_eq!(place(&mark(0, 0), window, glass), Some((11, 19)));
        assert_eq!(place(&mark(448, 448), window, glass), Some((39, 5)));
        assert_eq!(place(&mark(512, 0), window, glass), None);
    }

    #[test]
    fn half_blocks_have_two_lights() {
        let window = Window { left: 0, low: 0, side: 4 };
        let mut raster = Raster::dark(4, 4);
        // A bright point over a faint one; above alone; below alone.
        for (x, y, light) in [(0, 3, 1.0), (0, 2, 0.1), (1, 3, 1.0), (2, 2, 1.0)] {
            raster.show(window, x, y, light);
        }
        let area = Rect::new(0, 0, 4, 2);
        let mut buffer = Buffer::empty(area);
        draw(&raster, area, &mut buffer, Look { dots: Dots::Blocks, ..Look::default() });
        let signs: String = (0..4).map(|x| buffer[(x, 0)].symbol()).collect();
        assert_eq!(signs, "▀▀▄ ");
        assert_eq!((buffer[(0, 0)].fg, buffer[(0, 0)].bg), (PHOSPHOR[3], PHOSPHOR[0]));
        assert_eq!(buffer[(1, 0)].bg, buffer[(2, 0)].bg);
        assert_ne!(buffer[(1, 0)].bg, PHOSPHOR[0]);
    }

    #[test]
    fn brightness_is_seen_with_and_without_colours() {
        // Fresh points of intensities 0, 3, 5 and 7.
        let levels = [1.0, 4.0, 6.0, 8.0].map(|eighths: f32| style(eighths / 8.0, Look::default()).fg);
        assert_eq!(levels, PHOSPHOR.map(Some));
        let plain = Look { colours: false, ..Look::default() };
        assert_eq!(style(1.0, plain).add_modifier, Modifier::BOLD);
        assert_eq!(style(0.1, plain), Style::new().add_modifier(Modifier::DIM));
    }
}
