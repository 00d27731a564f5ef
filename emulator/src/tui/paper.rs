//! The teletype's paper: what has been printed, as a roll that can be wound back.

use std::collections::VecDeque;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// So many lines are kept.
const LENGTH: usize = 20_000;
/// Columns from one tabulator stop to the next.
const TAB: usize = 8;
/// No line grows longer: a program that never returns the carriage prints over its last column.
const WIDEST: usize = 512;

/// A roll of paper in a teletype.
#[derive(Clone, Debug)]
pub struct Paper {
    lines: VecDeque<Vec<u8>>,
    column: usize,
    rung: bool,
}

impl Default for Paper {
    fn default() -> Paper {
        Paper { lines: VecDeque::from([Vec::new()]), column: 0, rung: false }
    }
}

impl Paper {
    /// A fresh roll.
    pub fn new() -> Paper {
        Paper::default()
    }

    /// Prints a character, or obeys it: carriage return, line feed, tabulator, bell. Others that print nothing are passed over.
    pub fn print(&mut self, character: u8) {
        match character & 0o177 {
            b'\r' => self.column = 0,
            b'\n' => {
                if self.lines.len() == LENGTH {
                    self.lines.pop_front();
                }
                self.lines.push_back(Vec::new());
            }
            b'\t' => self.column = ((self.column / TAB + 1) * TAB).min(WIDEST - 1),
            0o7 => self.rung = true,
            printed @ b' '..=b'~' => self.strike(printed),
            _ => {}
        }
    }

    fn strike(&mut self, character: u8) {
        let column = self.column;
        let Some(line) = self.lines.back_mut() else { return };
        if line.len() <= column {
            line.resize(column + 1, b' ');
        }
        // A blank strikes nothing out.
        if character != b' ' {
            line[column] = character;
        }
        self.column = (column + 1).min(WIDEST - 1);
    }

    /// The lines that are kept.
    pub fn length(&self) -> usize {
        self.lines.len()
    }

    /// Whether the bell has rung since this was last asked.
    pub fn take_bell(&mut self) -> bool {
        std::mem::take(&mut self.rung)
    }

    /// The last lines as text, the present one included if there is anything on it.
    pub fn tail(&self, lines: usize) -> String {
        let end = self.lines.len() - usize::from(self.lines.back().is_some_and(Vec::is_empty));
        let text = self.lines.range(end.saturating_sub(lines)..end).map(|line| {
            let line = String::from_utf8_lossy(line);
            format!("{}\n", line.trim_end())
        });
        text.collect()
    }

    /// Draws the end of the paper, `back` rows before it if so many are there, with the carriage unless it is out of sight. Lines
    /// too long for the area go on in the next row.
    pub(super) fn draw(&self, area: Rect, buffer: &mut Buffer, back: usize) {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        if width == 0 || height == 0 {
            return;
        }
        let rows_of = |length: usize| length.div_ceil(width).max(1);
        // The present line needs room for the carriage too.
        let present = self.lines.len() - 1;
        let carriage = self.column / width;
        let mut rows: Vec<(usize, usize)> = Vec::new();
        for (index, line) in self.lines.iter().enumerate().rev() {
            let count =
                if index == present { rows_of(line.len()).max(carriage + 1) } else { rows_of(line.len()) };
            rows.extend((0..count).rev().map(|row| (index, row)));
            if rows.len() >= height + back {
                break;
            }
        }
        let back = back.min(rows.len().saturating_sub(height));
        let seen = rows[back..rows.len().min(back + height)].iter().rev();
        for (y, &(index, row)) in (area.y..).zip(seen) {
            let line = &self.lines[index];
            let part = &line[(row * width).min(line.len())..((row + 1) * width).min(line.len())];
            buffer.set_stringn(area.x, y, String::from_utf8_lossy(part), width, Style::new());
            if index == present && row == carriage {
                let carriage = (area.x + (self.column % width) as u16, y);
                if let Some(cell) = buffer.cell_mut(carriage) {
                    cell.modifier.insert(Modifier::REVERSED);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paper(text: &str) -> Paper {
        let mut paper = Paper::new();
        text.bytes().for_each(|character| paper.print(character));
        paper
    }

    fn drawn(paper: &Paper, width: u16, height: u16, back: usize) -> Vec<String> {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        paper.draw(area, &mut buffer, back);
        let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..height).map(|y| row(y).trim_end().to_owned()).collect()
    }

    #[test]
    fn the_carriage_and_the_paper_move_by_themselves() {
        // A line feed does not return the carriage, a carriage return does not move the paper.
        assert_eq!(paper("AB\nC\rD\tE\r\n").tail(9), "AB\nD C     E\n");
        assert_eq!(paper("XXX\r Y").tail(9), "XYX\n");
        let mut rings = paper("A\x07");
        assert!(rings.take_bell() && !rings.take_bell());
    }

    #[test]
    fn the_end_is_seen_and_what_was_before_can_be_wound_back() {
        let paper = paper("1\r\n2\r\n3\r\nTOO LONG");
        assert_eq!(drawn(&paper, 4, 3, 0), ["TOO", "LONG", ""]);
        assert_eq!(drawn(&paper, 9, 3, 0), ["2", "3", "TOO LONG"]);
        assert_eq!(drawn(&paper, 9, 3, 1), ["1", "2", "3"]);
        assert_eq!(drawn(&paper, 9, 3, 99), ["1", "2", "3"]);
        assert_eq!(drawn(&paper, 9, 9, 0)[..4], ["1", "2", "3", "TOO LONG"]);
        drawn(&paper, 0, 0, 0);
    }
}
