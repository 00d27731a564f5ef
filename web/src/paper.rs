//! The teletype's paper as lines of text, and the part that is new since the last call.

/// Maximum number of lines kept.
const LENGTH: usize = 20_000;
/// Columns between tab stops.
const TAB: usize = 8;
/// Maximum line length. A program that never returns the carriage prints over the last column.
const WIDEST: usize = 512;

/// The paper roll of a teletype.
#[derive(Clone, Debug)]
pub struct Paper {
    lines: Vec<String>,
    column: usize,
    /// Number of lines dropped at the beginning of the roll.
    gone: usize,
    /// The first line that has changed since the last call, counted from the beginning of the roll.
    changed: usize,
    struck: usize,
    rung: usize,
}

/// The new part of the paper.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct PaperUpdate {
    /// Number of the first of `lines`, counted from 0 at the beginning of the roll. All lines from there on
    /// are new.
    pub first: usize,
    /// The lines.
    pub lines: Vec<String>,
    /// Number of characters printed or executed.
    pub struck: usize,
    /// Number of bell characters.
    pub rung: usize,
}

impl Default for Paper {
    fn default() -> Paper {
        Paper { lines: vec![String::new()], column: 0, gone: 0, changed: 0, struck: 0, rung: 0 }
    }
}

impl Paper {
    /// Returns paper with this text on it.
    pub fn of(text: &str) -> Paper {
        let mut paper = Paper::default();
        for character in text.bytes() {
            if character == b'\n' {
                paper.print(b'\r');
            }
            paper.print(character);
        }
        paper.column = paper.last().len();
        (paper.struck, paper.rung) = (0, 0);
        paper
    }

    /// Prints a character, or executes it: carriage return, line feed, tab, bell. Other control characters
    /// are ignored.
    pub fn print(&mut self, character: u8) {
        match character & 0o177 {
            b'\r' => self.column = 0,
            b'\n' => self.feed(),
            b'\t' => self.column = ((self.column / TAB + 1) * TAB).min(WIDEST - 1),
            0o7 => self.rung += 1,
            printed @ b' '..=b'~' => self.strike(printed),
            _ => return,
        }
        self.struck += 1;
    }

    fn feed(&mut self) {
        self.lines.push(String::new());
        if self.lines.len() > LENGTH {
            self.lines.remove(0);
            self.gone += 1;
        }
    }

    fn strike(&mut self, character: u8) {
        let column = self.column;
        let place = self.gone + self.lines.len() - 1;
        let line = self.last_mut();
        let mut bytes = std::mem::take(line).into_bytes();
        if bytes.len() <= column {
            bytes.resize(column + 1, b' ');
        }
        // A blank does not erase the character under it.
        if character != b' ' {
            bytes[column] = character;
        }
        *line = bytes.into_iter().map(char::from).collect();
        self.column = (column + 1).min(WIDEST - 1);
        self.changed = self.changed.min(place);
    }

    fn last(&self) -> &str {
        self.lines.last().map_or("", String::as_str)
    }

    fn last_mut(&mut self) -> &mut String {
        if self.lines.is_empty() {
            self.lines.push(String::new());
        }
        let last = self.lines.len() - 1;
        &mut self.lines[last]
    }

    /// Returns the new part since the last call, or `None` if nothing is new.
    pub fn take_sheet(&mut self) -> Option<PaperUpdate> {
        let end = self.gone + self.lines.len();
        if self.struck == 0 && self.changed >= end {
            return None;
        }
        let first = self.changed.clamp(self.gone, end);
        let lines = self.lines[first - self.gone..].to_vec();
        // If a character is later printed on the last line, `changed` is set back to that line.
        self.changed = end;
        let sheet = PaperUpdate { first, lines, struck: self.struck, rung: self.rung };
        (self.struck, self.rung) = (0, 0);
        Some(sheet)
    }

    /// Makes [`Paper::take_sheet`] return the whole paper again.
    pub fn show_again(&mut self) {
        self.changed = self.gone;
    }

    /// Returns all of the text.
    pub fn text(&self) -> String {
        self.lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(paper: &mut Paper, text: &[u8]) {
        text.iter().for_each(|&character| paper.print(character));
    }

    #[test]
    fn sheets_start_at_the_first_changed_line() {
        let mut paper = Paper::default();
        print(&mut paper, b"ONE\r\nTW");
        let sheet = paper.take_sheet().unwrap();
        assert_eq!((sheet.first, &sheet.lines[..]), (0, &["ONE".to_owned(), "TW".to_owned()][..]));
        assert_eq!((sheet.struck, sheet.rung), (7, 0));
        assert_eq!(paper.take_sheet(), None);
        print(&mut paper, b"O\x07");
        let sheet = paper.take_sheet().unwrap();
        assert_eq!((sheet.first, &sheet.lines[..], sheet.rung), (1, &["TWO".to_owned()][..], 1));
    }

    #[test]
    fn carriage_moves_like_a_teletypes() {
        let mut paper = Paper::default();
        // Only seven bits of a character count, a blank does not erase, and a tab moves to the next multiple
        // of eight columns.
        print(&mut paper, &[b'A' | 0o200, b'B', b'\r', b' ', b'_', b'\t', b'C']);
        assert_eq!(paper.text(), "A_      C");
        print(&mut paper, &[b'X'; 2000]);
        assert_eq!(paper.text().len(), WIDEST);
    }

    #[test]
    fn a_long_roll_is_cut() {
        let mut paper = Paper::default();
        for _ in 0..LENGTH + 10 {
            print(&mut paper, b"X\r\n");
        }
        let sheet = paper.take_sheet().unwrap();
        assert_eq!((sheet.first, sheet.lines.len()), (11, LENGTH));
        print(&mut paper, b"Y");
        assert_eq!(paper.take_sheet().unwrap().first, LENGTH + 10);
    }

    #[test]
    fn kept_paper_continues() {
        let mut paper = Paper::of("ONE\n1 W ");
        print(&mut paper, b"P-K4");
        assert_eq!(paper.text(), "ONE\n1 W P-K4");
        assert_eq!(paper.take_sheet().unwrap().first, 0);
    }
}
