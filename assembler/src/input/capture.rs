//! What is read, kept line by line for the listing.

use crate::chars::{CR, LF};
use crate::source::FileId;

/// Stands before the characters of a line that an expansion made; no text in UTF-8 has it.
const EXPANDED: u8 = 0xff;

/// A line as the listing shows it.
#[derive(Clone, Debug)]
pub(crate) struct LineText {
    pub text: String,
    /// Whether it came from a macro or a loop.
    pub expanded: bool,
    /// Where it stands in a file.
    pub place: Option<Place>,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub file: FileId,
    pub offset: u32,
}

/// The characters read since the last lines were taken.
#[derive(Debug, Default)]
pub(crate) struct Capture {
    pub on: bool,
    text: Vec<u8>,
    /// Where in `text` lines of files begin.
    begins: Vec<(usize, Place)>,
}

impl Capture {
    /// A character of an expansion, or of a file at a place.
    pub(crate) fn push(&mut self, c: u8, expanded: bool, place: Option<Place>) {
        if expanded && c != LF && self.at_line_start() {
            self.text.push(EXPANDED);
        }
        self.begin_line(place);
        self.text.push(c);
    }

    /// If a line begins here it stands at this place.
    fn begin_line(&mut self, place: Option<Place>) {
        if let Some(place) = place.filter(|_| self.at_line_start()) {
            self.begins.push((self.text.len(), place));
        }
    }

    /// Takes back the last character.
    pub(crate) fn pop(&mut self) {
        self.text.pop();
    }

    /// Characters of a file, the first of which stands at a place.
    pub(crate) fn extend(&mut self, text: &[u8], place: Place) {
        self.begin_line(Some(place));
        self.text.extend_from_slice(text);
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.begins.clear();
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
        let begins = self.take_begins(end);
        let place_of = |at: usize| {
            let last = begins.partition_point(|(begin, _)| *begin <= at).checked_sub(1)?;
            (begins[last].0 == at).then_some(begins[last].1)
        };
        let mut lines = Vec::new();
        let mut at = 0;
        for piece in text.split_inclusive(|c| *c == LF) {
            // A blank line of a file has both characters of its end. One alone ended a line that was taken
            // before.
            let begin = at;
            at += piece.len();
            if piece == [CR, LF] {
                lines.push(LineText { text: String::new(), expanded: false, place: place_of(begin) });
                continue;
            }
            let mut next = begin;
            for line in piece.split(|c| matches!(*c, CR | LF)) {
                let place = place_of(next);
                next += line.len() + 1;
                let (expanded, line) = match line.strip_prefix(&[EXPANDED]) {
                    Some(line) => (true, line),
                    None => (false, line),
                };
                if !line.is_empty() {
                    let text = String::from_utf8_lossy(line).into_owned();
                    lines.push(LineText { text, expanded, place });
                }
            }
        }
        lines
    }

    /// The places of lines that begin before `end`, which is then the beginning.
    fn take_begins(&mut self, end: usize) -> Vec<(usize, Place)> {
        let count = self.begins.partition_point(|(at, _)| *at < end);
        let taken = self.begins.drain(..count).collect();
        self.begins.iter_mut().for_each(|(at, _)| *at -= end);
        taken
    }

    fn at_line_start(&self) -> bool {
        matches!(self.text.last(), None | Some(&(CR | LF)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(capture: &mut Capture, all: bool) -> Vec<String> {
        let mark = |line: &LineText| {
            let at = line.place.map_or(String::new(), |place| format!("{}:", place.offset));
            format!("{at}{}{}", if line.expanded { "+" } else { "" }, line.text)
        };
        capture.take(all).iter().map(mark).collect()
    }

    /// Characters of a file from an offset on, one by one.
    fn from_file(capture: &mut Capture, text: &[u8], offset: u32) {
        for (at, c) in (offset..).zip(text) {
            capture.push(*c, false, Some(Place { file: FileId(0), offset: at }));
        }
    }

    #[test]
    fn lines_of_files_and_of_expansions() {
        let mut capture = Capture::default();
        from_file(&mut capture, b"ONE\r\n\r\nTWO", 0);
        assert_eq!(shown(&mut capture, false), ["0:ONE", "5:"]);
        capture.break_line();
        b"A\r\n\r\nB".iter().for_each(|c| capture.push(*c, true, None));
        capture.break_line();
        capture.extend(b"END\r", Place { file: FileId(0), offset: 12 });
        assert_eq!(shown(&mut capture, false), ["7:TWO", "+A", "+B", "12:END"]);
        // The line feed comes later and makes no line.
        from_file(&mut capture, b"\nLAST", 16);
        assert_eq!(shown(&mut capture, false), [] as [&str; 0]);
        assert_eq!(shown(&mut capture, true), ["17:LAST"]);
    }

    #[test]
    fn a_character_taken_back_leaves_no_line() {
        let mut capture = Capture::default();
        capture.push(b'X', true, None);
        capture.pop();
        capture.break_line();
        from_file(&mut capture, b"FILE\r\n", 9);
        assert_eq!(shown(&mut capture, true), ["9:FILE"]);
    }
}
