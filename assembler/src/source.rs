//! Source texts: their names, lines and characters.

pub(crate) mod file_name;
pub(crate) mod finder;

pub use finder::find_in_memory;

use crate::chars::{CR, FF, LF};
use emulator::formats::text::{self, Encoding};
use memchr::memchr_iter;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

/// Supplies the source files.
pub trait Files {
    /// Reads the file that a source calls `name`. `from` is the name of the inserting file, or `None` for the
    /// main file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not exist, must not be inserted or cannot be read.
    fn read(&self, name: &str, from: Option<&str>) -> Result<SourceFile, ReadError>;

    /// Returns the next line typed on the terminal, which `.TTYMAC` requests. `typed` is everything that the
    /// source has printed.
    ///
    /// # Errors
    ///
    /// Returns an error if no line is available.
    fn typed_line(&self, _typed: &str) -> Result<Vec<u8>, ReadError> {
        Err(ReadError::NoTerminal)
    }
}

/// The reason why a file or a typed line cannot be read, as a phrase for a message.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// No file has this name.
    #[error("no such file")]
    NotFound,
    /// The file exists, but is outside the folders of permitted insertions.
    #[error("it is not below the folder of the source or one of -I (--insert-anywhere allows that)")]
    Outside,
    /// The name belongs to a folder or a device.
    #[error("not a regular file")]
    NotRegular,
    /// The source reads from a terminal, but no terminal is available.
    #[error("there is no terminal to type at")]
    NoTerminal,
    /// No more lines are typed.
    #[error("there are no more lines")]
    NoMoreLines,
    /// The typed line is longer than this many characters.
    #[error("a line of more than {0} characters was typed")]
    LongLine(usize),
    /// The error of the operating system.
    #[error(transparent)]
    System(#[from] std::io::Error),
}

/// A file found by [`Files::read`].
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name to show in messages.
    pub name: String,
    /// The contents, in bytes.
    pub bytes: Vec<u8>,
}

/// Files held in memory, for tests and for programs that generate source.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    files: BTreeMap<String, Vec<u8>>,
    /// The lines that will be typed, in order.
    lines: RefCell<VecDeque<Vec<u8>>>,
}

impl MemoryFiles {
    /// Returns an empty collection.
    pub fn new() -> MemoryFiles {
        MemoryFiles::default()
    }

    /// Adds a file.
    pub fn with(mut self, name: &str, text: impl Into<Vec<u8>>) -> MemoryFiles {
        self.files.insert(name.to_owned(), text.into());
        self
    }

    /// Adds the files of another collection.
    pub fn and(mut self, other: MemoryFiles) -> MemoryFiles {
        self.files.extend(other.files);
        self
    }

    /// Adds a typed line, to be returned after those added before.
    pub fn typing(self, line: impl Into<Vec<u8>>) -> MemoryFiles {
        self.lines.borrow_mut().push_back(line.into());
        self
    }
}

impl Files for MemoryFiles {
    fn read(&self, name: &str, from: Option<&str>) -> Result<SourceFile, ReadError> {
        let names: Vec<&str> = self.files.keys().map(String::as_str).collect();
        let name = find_in_memory(&names, from, name).ok_or(ReadError::NotFound)?;
        Ok(SourceFile { bytes: self.files[&name].clone(), name })
    }

    fn typed_line(&self, _typed: &str) -> Result<Vec<u8>, ReadError> {
        self.lines.borrow_mut().pop_front().ok_or(ReadError::NoMoreLines)
    }
}

/// Identifies a source text within one assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FileId(pub u32);

/// A range of a source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

/// A source text, with its line ends converted to CR LF, as in the files of the original assemblers.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The name to show in messages.
    pub name: String,
    pub(crate) text: Rc<Vec<u8>>,
    lines: Vec<u32>,
    /// The positions of the form feeds.
    pages: Vec<u32>,
    asked: Cell<usize>,
    /// The last line shown.
    shown: RefCell<Option<ShownLine>>,
}

#[derive(Clone, Debug)]
struct ShownLine {
    line: usize,
    text: Arc<str>,
    /// The position of a byte in the text, and the number of characters before it in the line.
    at: usize,
    characters: usize,
}

impl Source {
    /// Reads `bytes` in the given encoding or, if it is `None`, in the encoding detected from them.
    pub(crate) fn new(name: String, bytes: &[u8], encoding: Option<Encoding>) -> Source {
        let text::Text { characters: text, lines } = text::read(bytes, encoding);
        let pages = memchr_iter(FF, &text).map(|at| at as u32).collect();
        Source { name, text: Rc::new(text), lines, pages, asked: Cell::new(1), shown: RefCell::default() }
    }

    /// Adds a line end to the last line if it has none.
    pub(crate) fn with_last_line_end(mut self) -> Source {
        if self.text.last() != Some(&LF) {
            Rc::make_mut(&mut self.text).extend_from_slice(&[CR, LF]);
        }
        self
    }

    /// Returns the number (from 1) of the line with the byte at `offset`. It is fast if this is the line of
    /// the previous call, or the next line.
    pub(crate) fn line_of(&self, offset: usize) -> usize {
        let ends_after = |line: usize| self.lines.get(line).is_none_or(|next| offset < *next as usize);
        let known = self.asked.get();
        if !ends_after(known - 1) {
            if ends_after(known) {
                return known;
            }
            if ends_after(known + 1) {
                self.asked.set(known + 1);
                return known + 1;
            }
        }
        let line = self.lines.partition_point(|start| *start as usize <= offset);
        self.asked.set(line);
        line
    }

    /// Returns the page of the byte at `offset`, and its line in the page, both from 0. A page begins
    /// after a form feed.
    pub(crate) fn page_and_line(&self, offset: usize) -> (usize, usize) {
        let page = self.page_of(offset);
        let begin = page.checked_sub(1).map_or(0, |last| self.pages[last] as usize);
        (page, self.line_of(offset) - self.line_of(begin))
    }

    /// Returns the page of the byte at `offset`, from 0.
    pub(crate) fn page_of(&self, offset: usize) -> usize {
        self.pages.partition_point(|at| (*at as usize) < offset)
    }

    /// Returns the range of line `line` (from 1) without its line end.
    pub(crate) fn line_range(&self, line: usize) -> (usize, usize) {
        let start = self.lines.get(line - 1).map_or(self.text.len(), |at| *at as usize);
        let end = self.lines.get(line).map_or(self.text.len(), |at| *at as usize);
        let body = &self.text[start..end];
        let trimmed = body.iter().rposition(|c| !matches!(c, b'\r' | b'\n')).map_or(0, |at| at + 1);
        (start, start + trimmed)
    }

    /// Returns the text of line `line` (from 1), with the signs ␊ and ␍ for a lone LF or CR in it.
    pub(crate) fn line_text(&self, line: usize) -> String {
        let (start, end) = self.line_range(line);
        String::from_utf8_lossy(&self.text[start..end]).replace('\n', "\u{240A}").replace('\r', "\u{240D}")
    }

    /// Returns the text of line `line`, and the numbers of characters in it before the bytes `start` and
    /// `end` of the source text.
    ///
    /// The last line shown is cached, so that many messages about one line share its text.
    pub(crate) fn shown(&self, line: usize, start: usize, end: usize) -> (Arc<str>, usize, usize) {
        let mut shown = self.shown.borrow_mut();
        let (from, _) = self.line_range(line);
        if shown.as_ref().is_none_or(|shown| shown.line != line) {
            *shown = Some(ShownLine { line, text: self.line_text(line).into(), at: from, characters: 0 });
        }
        let Some(shown) = shown.as_mut() else { return (Arc::default(), 0, 0) };
        // In the shown line, one character can represent several bytes, even bytes that are not valid UTF-8.
        let characters =
            |from: usize, to: usize| String::from_utf8_lossy(&self.text[from..to]).chars().count();
        let before = match shown.at <= start {
            true => shown.characters + characters(shown.at, start),
            false => characters(from, start),
        };
        (shown.at, shown.characters) = (start, before);
        (shown.text.clone(), before, before + characters(start, end))
    }

    /// Returns the number of lines.
    pub(crate) fn line_count(&self) -> usize {
        self.lines.len() - usize::from(self.lines.last() == Some(&(self.text.len() as u32)))
    }
}

/// All source texts of an assembly, in order of first use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    all: Vec<Source>,
}

impl Sources {
    pub(crate) fn add(&mut self, source: Source) -> FileId {
        self.all.push(source);
        FileId(self.all.len() as u32 - 1)
    }

    /// Returns the text identified by `id`.
    pub(crate) fn get(&self, id: FileId) -> &Source {
        &self.all[id.0 as usize]
    }

    pub(crate) fn find(&self, name: &str) -> Option<FileId> {
        self.all.iter().position(|s| s.name == name).map(|at| FileId(at as u32))
    }
}

/// The files inserted in the current pass.
#[derive(Debug, Default)]
pub(crate) struct Insertions {
    pub count: usize,
    /// For each file, the file that it inserted last.
    last: HashMap<FileId, FileId>,
}

impl Insertions {
    pub(crate) fn add(&mut self, inserting: FileId, inserted: FileId) {
        self.last.insert(inserting, inserted);
        self.last.remove(&inserted);
    }

    /// Returns the file last inserted by `reading`, or `reading` itself.
    pub(crate) fn last_of(&self, reading: FileId) -> FileId {
        self.last.get(&reading).copied().unwrap_or(reading)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_line_feeds_become_crlf_and_lines_are_found() {
        let source = Source::new("t".into(), b"A\nBC\r\n\nD", Some(Encoding::Host));
        assert_eq!(&source.text[..], b"A\r\nBC\r\n\r\nD");
        assert_eq!(source.line_of(0), 1);
        assert_eq!(source.line_of(3), 2);
        assert_eq!(source.line_of(9), 4);
        assert_eq!(source.line_text(2), "BC");
        assert_eq!(source.line_text(3), "");
        assert_eq!(source.line_count(), 4);
    }

    /// A lone LF is a character of its line.
    #[test]
    fn a_lone_line_feed_begins_no_line() {
        let source = Source::new("t".into(), b"A\r/\nB\n", None);
        assert_eq!(&source.text[..], b"A\n/\r\nB\r\n");
        assert_eq!((source.line_of(2), source.line_of(5), source.line_count()), (1, 2, 2));
        assert_eq!((source.line_text(1), source.line_text(2)), ("A␊/".into(), "B".into()));
    }
}
