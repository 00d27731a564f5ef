//! The tube of the 340 drawn with characters: Braille, half blocks or ASCII.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::theme::{Dots, Theme};
use crate::picture::raster::{Raster, Window};

/// The colours of the phosphor's afterglow from faint to bright, among the 256 colours of terminals.
const PHOSPHOR: [Color; 4] =
    [Color::Indexed(58), Color::Indexed(100), Color::Indexed(148), Color::Indexed(192)];
/// Least light for each colour but the faintest: the light of fresh points of intensities 2, 4 and 6.
const STEPS: [f32; 3] = [3.0 / 8.0, 5.0 / 8.0, 7.0 / 8.0];

/// Largest scale, in points of the tube per dot, that keeps shapes recognisable.
const MAX_POINTS_FOR_SHAPES: f32 = 4.7;
/// Largest scale, in points of the tube per dot, that keeps writing legible.
const MAX_POINTS_FOR_WRITING: f32 = 1.5;

/// The meaning of a small shape or of writing on the tube, in words that replace it if the dots are too
/// coarse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Left edge of the shape, in points of the tube.
    pub left: u16,
    /// Lower edge of the shape, in points of the tube.
    pub low: u16,
    /// Width in points.
    pub width: u16,
    /// Height in points.
    pub height: u16,
    /// The words that replace the shape.
    pub words: String,
    /// `true` if the shape is filled: its words are dark on light.
    pub filled: bool,
    /// `true` for writing, which begins at the left edge. The words of a shape are in its middle.
    pub writing: bool,
}

/// Margin around writing, in points of the tube, that its dots may reach.
const WRITING_MARGIN: u16 = 5;

impl Mark {
    pub(super) fn darken(&self, raster: &mut Raster, window: Window) {
        let margin = if self.writing { WRITING_MARGIN } else { 0 };
        let corner = (self.left.saturating_sub(margin), self.low.saturating_sub(margin));
        raster.darken(window, corner, (self.width + 2 * margin, self.height + 2 * margin));
    }
}

/// Returns the columns and rows of characters of the largest square that an area has room for. A character is
/// twice as high as wide.
pub(super) fn square(area: Rect) -> (u16, u16) {
    let rows = area.height.min(area.width / 2);
    (rows * 2, rows)
}

/// Returns the dots across and down of an area: eight in a character of Braille, two in a block or a
/// character of ASCII.
pub(super) fn dots(area: Rect, theme: Theme) -> (usize, usize) {
    let (columns, rows) = square(area);
    let (across, down) = if theme.dots == Dots::Braille { (2, 4) } else { (1, 2) };
    (usize::from(columns) * across, usize::from(rows) * down)
}

pub(super) fn is_coarse(window: Window, across: usize) -> bool {
    f32::from(window.side) > MAX_POINTS_FOR_SHAPES * across as f32
}

/// Returns the marks whose shapes cannot be recognised in a window drawn on this many dots.
pub(super) fn unrecognised(marks: &[Mark], window: Window, across: usize) -> impl Iterator<Item = &Mark> {
    let writing = f32::from(window.side) > MAX_POINTS_FOR_WRITING * across as f32;
    marks.iter().filter(move |mark| is_coarse(window, across) || mark.writing && writing)
}

/// Returns the part of the area that has dots, the largest square in its middle.
pub(super) fn glass(area: Rect) -> Rect {
    let (width, height) = square(area);
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

pub(super) fn draw(raster: &Raster, area: Rect, buffer: &mut Buffer, theme: Theme) {
    let glass = glass(area);
    for row in 0..glass.height {
        for column in 0..glass.width {
            let (sign, light, below) = sign(raster, column.into(), row.into(), theme.dots);
            if let Some(cell) = buffer.cell_mut((glass.x + column, glass.y + row)).filter(|_| light > 0.0) {
                cell.set_char(sign).set_style(style(light, theme));
                if below > 0.0 && theme.colours {
                    cell.set_bg(PHOSPHOR[step(below)]);
                }
            }
        }
    }
}

/// Returns the character with the dots of a place, its light, and (only for a block with two lights) the
/// light of its lower half.
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

/// Draws the words of the marks. Lines of writing that are too close for the rows of the screen go below each
/// other. In lines that are too long, several blanks become one, and the end is cut off.
pub(super) fn write<'a>(
    marks: impl Iterator<Item = &'a Mark>,
    window: Window,
    area: Rect,
    buffer: &mut Buffer,
    theme: Theme,
) {
    let glass = glass(area);
    let mut lines: Vec<Rect> = Vec::new();
    for mark in marks {
        let Some((x, y)) = place(mark, window, glass) else { continue };
        let modifier = if mark.filled { Modifier::REVERSED } else { Modifier::empty() };
        let style = bright(theme).add_modifier(modifier);
        let room = usize::from(glass.right().saturating_sub(x));
        let is_long = mark.words.len() > room;
        let words = if is_long { without_blanks(&mark.words) } else { mark.words.clone() };
        let mut line = Rect { x, y, width: words.len().min(room) as u16, height: 1 };
        if mark.writing {
            while lines.iter().any(|other| other.intersects(line)) {
                line.y += 1;
            }
            lines.push(line);
        }
        if line.y < glass.bottom() {
            buffer.set_stringn(x, line.y, words, room, style);
        }
    }
}

fn without_blanks(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn bright(theme: Theme) -> Style {
    theme.ink(PHOSPHOR[3], Modifier::BOLD)
}

/// Returns the style of the lines of a board.
pub(super) fn faint(theme: Theme) -> Style {
    theme.ink(PHOSPHOR[1], Modifier::DIM)
}

/// Returns the column and row of a mark's first letter; `None` for a mark outside the window.
fn place(mark: &Mark, window: Window, glass: Rect) -> Option<(u16, u16)> {
    let along = |at: u16, from: u16, characters: u16| {
        let points = u32::from(at.checked_sub(from).filter(|&points| points < window.side)?);
        Some((points * 2 * u32::from(characters) / u32::from(window.side)) as u16)
    };
    let half_rows = along(mark.low + mark.height / 2, window.low, glass.height)?;
    let column = if mark.writing {
        along(mark.left, window.left, glass.width)? / 2
    } else {
        let middle = along(mark.left + mark.width / 2, window.left, glass.width)?;
        middle.saturating_sub(mark.words.len() as u16 - 1) / 2
    };
    Some((glass.x + column, glass.bottom() - 1 - half_rows / 2))
}

/// Returns the index in [`PHOSPHOR`] of the colour of a light.
fn step(light: f32) -> usize {
    STEPS.iter().filter(|&&least| light >= least).count()
}

fn style(light: f32, theme: Theme) -> Style {
    let step = step(light);
    let modifier = match step {
        0 => Modifier::DIM,
        3 => Modifier::BOLD,
        _ => Modifier::empty(),
    };
    theme.ink(PHOSPHOR[step], modifier)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_in_the_middle_of_a_shape_and_at_the_beginning_of_writing() {
        let mark = |left, low| Mark {
            left,
            low,
            width: 64,
            height: 64,
            words: "WP".to_owned(),
            filled: false,
            writing: false,
        };
        let glass = Rect::new(10, 5, 32, 16);
        // A square has four columns and two rows.
        let window = Window { left: 0, low: 0, side: 512 };
        assert_eq!(place(&mark(0, 0), window, glass), Some((11, 19)));
        assert_eq!(place(&mark(448, 448), window, glass), Some((39, 5)));
        assert_eq!(place(&mark(512, 0), window, glass), None);
        let writing = |left| Mark { words: "WHITE TO MOVE".to_owned(), writing: true, ..mark(left, 448) };
        assert_eq!(place(&writing(0), window, glass), Some((10, 5)));
        assert_eq!(place(&writing(256), window, glass), Some((26, 5)), "its middle may be out of sight");
    }

    #[test]
    fn lines_of_writing_do_not_cover_each_other() {
        let line = |low, words: &str| Mark {
            left: 512,
            low,
            width: 100,
            height: 14,
            words: words.to_owned(),
            filled: false,
            writing: true,
        };
        // A row is a hundred points high, so the first two lines begin in the same row.
        let marks = [line(940, "1 P-K4     P-K4"), line(918, "2 N-KB3    N-QB3"), line(100, "VALUE 0")];
        let area = Rect::new(0, 0, 20, 10);
        let mut buffer = Buffer::empty(area);
        write(marks.iter(), Window::WHOLE, area, &mut buffer, Theme::default());
        let row = |y: u16| (0..20).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        assert_eq!(
            [row(0), row(1), row(9)].map(|row| row.trim().to_owned()),
            ["1 P-K4 P-K", "2 N-KB3 N-", ""]
        );
        assert_eq!(row(8).trim(), "VALUE 0");
    }

    #[test]
    fn half_blocks_have_two_lights() {
        let window = Window { left: 0, low: 0, side: 4 };
        let mut raster = Raster::dark(4, 4);
        // A bright point over a faint one; only an upper point; only a lower point.
        for (x, y, light) in [(0, 3, 1.0), (0, 2, 0.1), (1, 3, 1.0), (2, 2, 1.0)] {
            raster.show(window, x, y, light);
        }
        let area = Rect::new(0, 0, 4, 2);
        let mut buffer = Buffer::empty(area);
        draw(&raster, area, &mut buffer, Theme { dots: Dots::Blocks, ..Theme::default() });
        let signs: String = (0..4).map(|x| buffer[(x, 0)].symbol()).collect();
        assert_eq!(signs, "▀▀▄ ");
        assert_eq!((buffer[(0, 0)].fg, buffer[(0, 0)].bg), (PHOSPHOR[3], PHOSPHOR[0]));
        assert_eq!(buffer[(1, 0)].bg, buffer[(2, 0)].bg);
        assert_ne!(buffer[(1, 0)].bg, PHOSPHOR[0]);
    }

    #[test]
    fn brightness_is_seen_with_and_without_colours() {
        // Fresh points of intensities 0, 3, 5 and 7.
        let levels = [1.0, 4.0, 6.0, 8.0].map(|eighths: f32| style(eighths / 8.0, Theme::default()).fg);
        assert_eq!(levels, PHOSPHOR.map(Some));
        let plain = Theme { colours: false, ..Theme::default() };
        assert_eq!(style(1.0, plain).add_modifier, Modifier::BOLD);
        assert_eq!(style(0.1, plain), Style::new().add_modifier(Modifier::DIM));
    }
}
