//! What is read, kept line by line for the listing.

use crate::chars::{CR, LF};

/// Stands before the characters of a line that an expansion made; no text in UTF-8 has it.
const EXPANDED: u8 = 0xff;

/// A line as the listing shows it.
#[derive(Clone, Debug)]
pub(crate) struct LineText {
    pub text: String,
    /// Whether it came from a macro or a loop.
    pub expanded: bool,
}

/// The characters read since the last lines were taken.
#[derive(Debug, Default)]
pub(crate) struct Capture {
    pub on: bool,
    text: Vec<u8>,
}

impl Capture {
    pub(crate) fn push(&mut self, c: u8, expanded: bool) {
        if expanded && c != LF && self.at_line_start() {
            self.text.push(EXPANDED);
        }
        self.text.push(c);
    }

    /// Takes back the last character.
    pub(crate) fn pop(&mut self) {
        self.text.pop();
    }

    /// Characters of a file.
    pub(crate) fn extend(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
    }

    /// Ends the line that was begun: an expansion begins or ends here.
    pub(crate) fn break_line(&mut self) {
        self.text.pop_if(|c| *c == EXPANDED);
        if !self.at_line_start() {
            self.text.push(LF);
        }
    }

    /// The lines that are complete; `all`: and the one that was begun.
    pub(crate) fn take(&mut self, all: bool) -> Vec<LineText> {
        let end = match self.text.iter().rposition(|c| matches!(*c, CR | LF)) {
            _ if all => self.text.len(),
            Some(last) => last + 1,
            None => 0,
        };
        let text: Vec<u8> = self.text.drain(..end).collect();
        let mut lines = Vec::new();
        for piece in text.split_inclusive(|c| *c == LF) {
            // A blank line of a file has both characters of its end. One alone ended a line that was taken
            // before.
            if piece == [CR, LF] {
                lines.push(LineText { text: String::new(), expanded: false });
                continue;
            }
            for line in piece.split(|c| matches!(*c, CR | LF)) {
                let (expanded, line) = match line.strip_prefix(&[EXPANDED]) {
                    Some(line) => (true, line),
                    None => (false, line),
                };
                if !line.is_empty() {
                    lines.push(LineText { text: String::from_utf8_lossy(line).into_owned(), expanded });
                }
            }
        }
        lines
    }

    fn at_line_start(&self) -> bool {
        matches!(self.text.last(), None | Some(&(CR | LF)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(capture: &mut Capture, all: bool) -> Vec<String> {
        let mark = |line: &LineText| format!("{}{}", if line.expanded { "+" } else { "" }, line.text);
        capture.take(all).iter().map(mark).collect()
    }

    #[test]
    fn lines_of_files_and_of_expansions() {
        let mut capture = Capture::default();
        capture.extend(b"ONE\r\n\r\nTWO");
        assert_eq!(shown(&mut capture, false), ["ONE", ""]);
        capture.break_line();
        b"A\r\n\r\nB".iter().for_each(|c| capture.push(*c, true));
        capture.break_line();
        capture.extend(b"END\r");
        assert_eq!(shown(&mut capture, false), ["TWO", "+A", "+B", "END"]);
        // The line feed comes later and makes no line.
        capture.extend(b"\nLAST");
        assert_eq!(shown(&mut capture, false), [] as [&str; 0]);
        assert_eq!(shown(&mut capture, true), ["LAST"]);
    }

    #[test]
    fn a_character_taken_back_leaves_no_line() {
        let mut capture = Capture::default();
        capture.push(b'X', true);
        capture.pop();
        capture.break_line();
        capture.extend(b"FILE\r\n");
        assert_eq!(shown(&mut capture, true), ["FILE"]);
    }
}
