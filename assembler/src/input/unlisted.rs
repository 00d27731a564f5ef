//! Text that has been read but is not yet in the listing.
//!
//! For a line of a file, the listing records only the position. Lines of expansions are stored as characters,
//! because they are in no file.

use crate::chars::{CR, FF, LF};
use crate::source::{FileId, Sources};
use memchr::memchr2;

/// Part of a file, or of the characters of expansions.
#[derive(Debug)]
struct TextRange {
    /// The file; `None` for characters of expansions.
    file: Option<FileId>,
    start: usize,
    end: usize,
    /// Whether a line ends with this range, even without line-end characters.
    ends_line: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReadLine {
    /// The file; `None` for a line of an expansion.
    pub file: Option<FileId>,
    /// The range of the line in the file, or in the stored characters of expansions.
    pub start: usize,
    pub end: usize,
}

impl ReadLine {
    pub(crate) fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// Ranges of text in the order of reading.
#[derive(Debug, Default)]
pub(crate) struct UnlistedText {
    /// Whether a listing was requested.
    pub on: bool,
    stretches: Vec<TextRange>,
    expanded: Vec<u8>,
}

impl UnlistedText {
    pub(crate) fn clear(&mut self) {
        self.stretches.clear();
        self.expanded.clear();
    }

    /// Records that characters of an expansion were read. `put` appends them.
    #[inline]
    pub(crate) fn read_expansion(&mut self, put: impl FnOnce(&mut Vec<u8>)) {
        let start = self.expanded.len();
        put(&mut self.expanded);
        self.read(None, start, self.expanded.len());
    }

    /// Records that part of a file was read or, without a file, characters of expansions.
    pub(crate) fn read(&mut self, file: Option<FileId>, start: usize, end: usize) {
        match self.stretches.last_mut() {
            Some(last) if last.file == file && last.end == start && !last.ends_line => last.end = end,
            _ => self.stretches.push(TextRange { file, start, end, ends_line: false }),
        }
    }

    /// Ends the current line, because an expansion or a file begins or ends here.
    pub(crate) fn break_line(&mut self) {
        if let Some(last) = self.stretches.last_mut() {
            last.ends_line = true;
        }
    }

    /// Moves complete lines to `lines`, and copies the text of expanded lines to `kept`. With `all`, also
    /// takes the unfinished line.
    pub(crate) fn take(
        &mut self,
        all: bool,
        sources: &Sources,
        kept: &mut Vec<u8>,
        lines: &mut Vec<ReadLine>,
    ) {
        let Some(last) = self.stretches.pop() else { return };
        for stretch in self.stretches.drain(..) {
            take_lines(&stretch, true, sources, &self.expanded, kept, lines);
        }
        let complete = all || last.ends_line;
        let rest = take_lines(&last, complete, sources, &self.expanded, kept, lines);
        let (start, end) = match last.file {
            Some(_) => (rest, last.end),
            None => {
                self.expanded.truncate(last.end);
                self.expanded.drain(..rest);
                (0, self.expanded.len())
            }
        };
        match start == end {
            true => self.expanded.clear(),
            false => self.stretches.push(TextRange { start, end, ..last }),
        }
    }
}

/// Takes the lines of a range. If `complete`, the last line may lack its line end. Returns where the rest
/// begins.
fn take_lines(
    stretch: &TextRange,
    complete: bool,
    sources: &Sources,
    expanded: &[u8],
    kept: &mut Vec<u8>,
    lines: &mut Vec<ReadLine>,
) -> usize {
    let file = stretch.file;
    let text = file.map_or(expanded, |file| &sources.get(file).text);
    let mut put = |start: usize, end: usize| {
        // A line that has only a form feed counts as blank, so that the words assembled from the lines
        // before it are not listed on it.
        let end = if text[start..end] == [FF] { start } else { end };
        let (start, end) = match file {
            Some(_) => (start, end),
            None => {
                let start_kept = kept.len();
                kept.extend_from_slice(&text[start..end]);
                (start_kept, kept.len())
            }
        };
        lines.push(ReadLine { file, start, end });
    };
    let mut at = stretch.start;
    while at < stretch.end {
        let rest = &text[at..stretch.end];
        match memchr2(CR, LF, rest) {
            Some(0) => {
                // In a file, CR LF at the beginning of a line is an empty line. Any other CR or LF here ends
                // a line that was taken before, or an empty line of an expansion, which is not listed.
                let is_begin = at == stretch.start || text[at - 1] == LF;
                if file.is_some() && is_begin && rest.starts_with(&[CR, LF]) {
                    put(at, at);
                }
                at += 1;
            }
            Some(length) => {
                put(at, at + length);
                at += length + 1;
            }
            None if complete => {
                put(at, stretch.end);
                at = stretch.end;
            }
            None => break,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use emulator::formats::text::Encoding;

    /// A source file, its lines that are not listed yet, and the kept text of expansions.
    struct ReadFile {
        sources: Sources,
        file: FileId,
        unlisted: UnlistedText,
        kept: Vec<u8>,
    }

    impl ReadFile {
        fn new(text: &str) -> ReadFile {
            let mut sources = Sources::default();
            let file = sources.add(Source::new("main".into(), text.as_bytes(), Some(Encoding::Host)));
            ReadFile { sources, file, unlisted: UnlistedText::default(), kept: Vec::new() }
        }

        fn expansion(&mut self, text: &[u8]) {
            self.unlisted.read_expansion(|expanded| expanded.extend_from_slice(text));
        }

        /// Returns the lines taken. Each line of a file is preceded by its position.
        fn taken(&mut self, all: bool) -> Vec<String> {
            let mut lines = Vec::new();
            self.unlisted.take(all, &self.sources, &mut self.kept, &mut lines);
            let shown = |line: &ReadLine| {
                let text = line.file.map_or(&self.kept, |file| &self.sources.get(file).text);
                let text = String::from_utf8_lossy(&text[line.start..line.end]);
                line.file.map_or(format!("+{text}"), |_| format!("{}:{text}", line.start))
            };
            lines.iter().map(shown).collect()
        }
    }

    #[test]
    fn lines_of_files_and_of_expansions() {
        let mut reading = ReadFile::new("ONE\n\nTWO\nEND\nLAST");
        let file = reading.file;
        reading.unlisted.read(Some(file), 0, 6);
        reading.unlisted.read(Some(file), 6, 10);
        assert_eq!(reading.taken(false), ["0:ONE", "5:"]);
        reading.unlisted.break_line();
        reading.expansion(b"A\r\n\r\nB");
        reading.unlisted.break_line();
        reading.unlisted.read(Some(file), 12, 16);
        assert_eq!(reading.taken(false), ["7:TWO", "+A", "+B", "12:END"]);
        // The line feed is read later and does not make another line.
        reading.unlisted.read(Some(file), 16, 21);
        assert_eq!(reading.taken(false), [] as [&str; 0]);
        assert_eq!(reading.taken(true), ["17:LAST"]);
    }

    #[test]
    fn a_line_of_an_expansion_may_be_read_in_parts() {
        let mut reading = ReadFile::new("");
        reading.expansion(b"A\r\n\tMO");
        assert_eq!(reading.taken(false), ["+A"]);
        reading.expansion(b"VE\r");
        assert_eq!(reading.taken(false), ["+\tMOVE"]);
        assert_eq!(reading.taken(true), [] as [&str; 0]);
    }
}
