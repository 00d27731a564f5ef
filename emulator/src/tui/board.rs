//! A board drawn as words in boxes, for a screen on which the shapes of the tube are too coarse.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::theme::Theme;

/// Columns for the name of a row, with a blank after it.
const ROW_NAME: u16 = 2;

/// The board that a part of the tube shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The names below the columns.
    pub columns: Vec<String>,
    /// The names before the rows, the highest row first.
    pub rows: Vec<String>,
    /// The word in each square, row by row; `true` if it is dark on light.
    pub squares: Vec<Vec<Option<(String, bool)>>>,
}

impl Board {
    /// Returns the numbers of columns and rows of characters inside a square of the board in this area;
    /// `None` without room.
    fn square(&self, area: Rect) -> Option<(u16, u16)> {
        let (columns, rows) = (self.columns.len() as u16, self.rows.len() as u16);
        let inside = |room: u16, count: u16| (room / count).checked_sub(1).filter(|&inside| inside > 0);
        let width = inside(area.width.checked_sub(ROW_NAME + 1)?, columns.max(1))?;
        let height = inside(area.height.checked_sub(2)?, rows.max(1))?;
        // A character is twice as high as wide.
        let height = height.min(width.div_ceil(3));
        Some((width.min(height * 4), height)).filter(|&(width, _)| width >= 2)
    }

    /// Draws the board in the middle of an area; returns `false` if it has no room.
    pub(super) fn draw(
        &self,
        area: Rect,
        buffer: &mut Buffer,
        theme: Theme,
        ink: Style,
        faint: Style,
    ) -> bool {
        let Some((width, height)) = self.square(area) else { return false };
        let (columns, rows) = (self.columns.len() as u16, self.rows.len() as u16);
        let size = (ROW_NAME + columns * (width + 1) + 1, rows * (height + 1) + 2);
        let left = area.x + (area.width - size.0) / 2 + ROW_NAME;
        let top = area.y + (area.height - size.1) / 2;
        for line in 0..=rows {
            let text = rule(theme, columns, width, line == 0, line == rows);
            buffer.set_string(left, top + line * (height + 1), text, faint);
        }
        let bar = if theme.unicode { "│" } else { "|" };
        for (row, squares) in (0..).zip(&self.squares) {
            let first = top + row * (height + 1) + 1;
            for y in first..first + height {
                (0..=columns).for_each(|column| {
                    buffer.set_string(left + column * (width + 1), y, bar, faint);
                });
            }
            let middle = first + (height - 1) / 2;
            buffer.set_string(left - ROW_NAME, middle, &self.rows[usize::from(row)], ink);
            for (column, square) in (0..).zip(squares) {
                let Some((word, filled)) = square else { continue };
                let style = if *filled { ink.add_modifier(Modifier::REVERSED) } else { ink };
                buffer.set_string(left + column * (width + 1) + 1 + shift(word, width), middle, word, style);
            }
        }
        for (column, name) in (0..).zip(&self.columns) {
            let x = left + column * (width + 1) + 1 + shift(name, width);
            buffer.set_string(x, top + rows * (height + 1) + 1, name, ink);
        }
        true
    }
}

fn shift(word: &str, width: u16) -> u16 {
    width.saturating_sub(word.len() as u16) / 2
}

/// Returns the line above the first row, below the last, or between two.
fn rule(theme: Theme, columns: u16, width: u16, first: bool, last: bool) -> String {
    let signs = match (theme.unicode, first, last) {
        (false, ..) => ['+', '-', '+', '+'],
        (true, true, _) => ['┌', '─', '┬', '┐'],
        (true, _, true) => ['└', '─', '┴', '┘'],
        (true, ..) => ['├', '─', '┼', '┤'],
    };
    let square = String::from(signs[1]).repeat(width.into());
    let squares = vec![square; columns.into()].join(&String::from(signs[2]));
    format!("{}{squares}{}", signs[0], signs[3])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_drawn_where_it_has_room() {
        let names = |count: usize| (1..=count).map(|name| name.to_string()).collect::<Vec<String>>();
        let board = Board {
            columns: names(8),
            rows: names(8),
            squares: vec![vec![Some(("WP".to_owned(), false)); 8]; 8],
        };
        let square = |width, height| board.square(Rect::new(0, 0, width, height));
        assert_eq!(square(42, 21), Some((3, 1)));
        assert_eq!(square(66, 33), Some((6, 2)));
        assert_eq!(square(42, 17), None, "eight rows, nine rules, and the names");
        assert_eq!(square(20, 40), None);
        for (width, height) in [(0, 0), (1, 50), (42, 18), (100, 18), (200, 200)] {
            let area = Rect::new(0, 0, width, height);
            let mut buffer = Buffer::empty(area);
            let drawn = board.draw(area, &mut buffer, Theme::default(), Style::new(), Style::new());
            let words = area.positions().filter(|&at| buffer[at].symbol() == "W").count();
            assert_eq!((drawn, words), if height >= 18 && width > 40 { (true, 64) } else { (false, 0) });
        }
    }
}
