//! The teletype's paper: the printed text, which can be scrolled back.

use std::collections::VecDeque;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

const MAX_LINES: usize = 20_000;
const TAB_COLUMNS: usize = 8;
/// Maximum length of a line: a program that never returns the carriage prints over the last column.
const WIDEST: usize = 512;

/// A roll of paper in a teletype.
#[derive(Clone, Debug)]
pub struct Paper {
    lines: VecDeque<Vec<u8>>,
    column: usize,
    /// `true` if the bell has rung since [`Paper::take_bell`] was last called.
    rung: bool,
}

impl Default for Paper {
    fn default() -> Paper {
        Paper { lines: VecDeque::from([Vec::new()]), column: 0, rung: false }
    }
}

impl Paper {
    /// Prints a character, or executes it: carriage return, line feed, tabulator, bell. Other control
    /// characters are ignored.
    pub fn print(&mut self, character: u8) {
        match character & 0o177 {
            b'\r' => self.column = 0,
            b'\n' => {
                if self.lines.len() == MAX_LINES {
                    self.lines.pop_front();
                }
                self.lines.push_back(Vec::new());
            }
            b'\t' => self.column = ((self.column / TAB_COLUMNS + 1) * TAB_COLUMNS).min(WIDEST - 1),
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
        // A blank does not erase the character under it.
        if character != b' ' {
            line[column] = character;
        }
        self.column = (column + 1).min(WIDEST - 1);
    }

    /// Returns the number of lines that are kept.
    pub fn length(&self) -> usize {
        self.lines.len()
    }

    /// Returns `true` if the bell has rung since the last call.
    pub fn take_bell(&mut self) -> bool {
        std::mem::take(&mut self.rung)
    }

    /// Returns the last lines as text, including the current one unless it is empty.
    pub fn tail(&self, lines: usize) -> String {
        let end = self.lines.len() - usize::from(self.lines.back().is_some_and(Vec::is_empty));
        let text = self.lines.range(end.saturating_sub(lines)..end).map(|line| {
            let line = String::from_utf8_lossy(line);
            format!("{}\n", line.trim_end())
        });
        text.collect()
    }

    /// Draws the end of the paper, scrolled back by up to `back` rows, and the carriage if its row is shown.
    /// Long lines continue in the next row.
    pub(super) fn draw(&self, area: Rect, buffer: &mut Buffer, back: usize) {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        if width == 0 || height == 0 {
            return;
        }
        let mut rows: Vec<PaperRow<'_>> = Vec::new();
        for (index, line) in self.lines.iter().enumerate().rev() {
            // The current line needs room for the carriage, too.
            let carriage = (index + 1 == self.lines.len()).then_some(self.column);
            rows.extend(wrapped(line, width, carriage).into_iter().rev());
            if rows.len() >= height + back {
                break;
            }
        }
        let back = back.min(rows.len().saturating_sub(height));
        let seen = rows[back..rows.len().min(back + height)].iter().rev();
        for (y, row) in (area.y..).zip(seen) {
            let text = String::from_utf8_lossy(row.text);
            buffer.set_stringn(area.x + row.indent as u16, y, text, width - row.indent, Style::new());
            let carriage = row.carriage.and_then(|column| buffer.cell_mut((area.x + column as u16, y)));
            if let Some(cell) = carriage {
                cell.modifier.insert(Modifier::REVERSED);
            }
        }
    }
}

/// Indent of the second and later rows of a line.
const INDENT: usize = 4;
/// In an area with fewer columns than this, no row has an indent.
const NARROW: usize = 20;

struct PaperRow<'a> {
    indent: usize,
    text: &'a [u8],
    /// The column of the carriage, counted in the area, if it is in this row.
    carriage: Option<usize>,
}

/// Wraps a line to rows of `width` columns, at blanks where possible.
fn wrapped(line: &[u8], width: usize, carriage: Option<usize>) -> Vec<PaperRow<'_>> {
    let (mut rows, mut begin, mut indent) = (Vec::new(), 0, 0);
    loop {
        let room = width - indent;
        let rest = &line[begin.min(line.len())..];
        let (length, next) = if rest.len() <= room { (rest.len(), None) } else { broken(rest, room) };
        // The carriage of a full row is on the next one.
        let next = next.or_else(|| carriage.filter(|&at| at >= begin + room).map(|_| rest.len().max(room)));
        let here = carriage.filter(|&at| at >= begin && next.is_none_or(|next| at < begin + next));
        let carriage = here.map(|at| (indent + at - begin).min(width - 1));
        rows.push(PaperRow { indent, text: &rest[..length], carriage });
        let Some(next) = next else { return rows };
        begin += next;
        indent = if width < NARROW { 0 } else { INDENT };
    }
}

/// Returns how much of a text that is too long for a row goes into the row, and where the next row begins.
fn broken(text: &[u8], room: usize) -> (usize, Option<usize>) {
    let indent = text.iter().take_while(|&&byte| byte == b' ').count();
    let blank = text[..=room].iter().rposition(|&byte| byte == b' ').filter(|&blank| blank > indent);
    let Some(blank) = blank else { return (room, Some(room)) };
    let blanks = text[blank..].iter().take_while(|&&byte| byte == b' ').count();
    (blank, Some(blank + blanks))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paper(text: &str) -> Paper {
        let mut paper = Paper::default();
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
    fn the_end_is_shown_and_earlier_lines_can_be_scrolled_to() {
        let paper = paper("1\r\n2\r\n3\r\nTOO LONG");
        assert_eq!(drawn(&paper, 4, 3, 0), ["TOO", "LONG", ""]);
        assert_eq!(drawn(&paper, 9, 3, 0), ["2", "3", "TOO LONG"]);
        assert_eq!(drawn(&paper, 9, 3, 1), ["1", "2", "3"]);
        assert_eq!(drawn(&paper, 9, 3, 99), ["1", "2", "3"]);
        assert_eq!(drawn(&paper, 9, 9, 0)[..4], ["1", "2", "3", "TOO LONG"]);
        drawn(&paper, 0, 0, 0);
    }

    #[test]
    fn a_long_line_is_broken_at_blanks() {
        let noted = paper("  10. P-KN3         | 10. g3 as in 1967: +0, 28.2 s (51.1 s)\r\nX");
        assert_eq!(
            drawn(&noted, 34, 3, 0),
            ["  10. P-KN3         | 10. g3 as in", "    1967: +0, 28.2 s (51.1 s)", "X"]
        );
        assert_eq!(drawn(&noted, 26, 4, 0)[1..], ["    g3 as in 1967: +0,", "    28.2 s (51.1 s)", "X"]);
        // A line without blanks is broken anywhere, and nothing is lost.
        let solid = paper(&"ABCDEFGHIJ".repeat(5));
        assert_eq!(
            drawn(&solid, 20, 4, 0),
            ["ABCDEFGHIJABCDEFGHIJ", "    ABCDEFGHIJABCDEF", "    GHIJABCDEFGHIJ", ""]
        );
    }

    /// The carriage is displayed where the next character will be printed.
    #[test]
    fn the_carriage_is_seen() {
        let at = |text: &str, width: u16| {
            let area = Rect::new(0, 0, width, 4);
            let mut buffer = Buffer::empty(area);
            paper(text).draw(area, &mut buffer, 0);
            area.positions()
                .find(|&at| buffer[at].modifier.contains(Modifier::REVERSED))
                .map(|at| (at.x, at.y))
        };
        assert_eq!(at("AB", 10), Some((2, 0)));
        assert_eq!(at("AB\r", 10), Some((0, 0)));
        assert_eq!(at("ABCDE", 5), Some((0, 1)));
        assert_eq!(at("1 W P-K4 AND MORE TO READ", 20), Some((4 + 4, 1)));
    }
}
