//! The input: a stack of texts that the assembler reads character by character.
//!
//! The main file is at the bottom. Inserted files, macro bodies, arguments and loop bodies are pushed on top
//! and read to their ends. All readers read from this stack, so a definition or an argument may begin in one
//! text and end in another.

mod cursor;
mod irp;
mod stack;
mod stretch;
mod text;
mod unlisted;

pub(crate) use cursor::Cursor;
pub(crate) use irp::{Irp, List};
pub(crate) use text::Text;
pub(crate) use unlisted::{ReadLine, UnlistedText};

use crate::chars::{CR, DEL, LF, squoze_code};
use crate::dialect::Options;
use crate::source::{FileId, Span};
use crate::symbol::Squoze;
use emulator::word::Word;
use memchr::{memchr, memchr_iter};
use std::cell::Cell;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The statement is abandoned, and the next one begins.
    NextStatement,
    /// The END statement was executed.
    Ended,
    /// The end of all texts was reached without END.
    Exhausted,
    TooDeep,
    /// Expansions produced too many characters.
    TooLong,
    Fatal,
}

pub(crate) type InputResult<T> = Result<T, Flow>;

/// In the body of a macro or loop, byte `SLOT + n` is a slot: it represents argument `n`.
pub(crate) const SLOT: u8 = 0x80;
/// Maximum number of dummies that a stored text can name.
pub(crate) const MAX_DUMMIES: usize = 120;

/// The texts that replace the dummies: the arguments of a macro, or the current elements of a loop.
pub(crate) type Arguments = Vec<Text>;

#[derive(Debug)]
pub(crate) enum TextKind {
    File(FileId),
    Macro { name: Squoze, index: u32 },
    Argument,
    Repeat { left: u64, count: u64, saved: Word },
    Irp(Box<Irp>),
}

#[derive(Debug)]
pub(crate) struct Frame {
    pub kind: TextKind,
    pub text: Text,
    /// The position of the next character in [`Text::whole`]. For the top text, [`Input::pos`] is used
    /// instead.
    pub pos: usize,
    pub arguments: Option<Arguments>,
    /// A character to deliver again after the text has been read.
    pub resume: Option<u8>,
    /// The place of the call or statement that pushed the text; `None` for an argument.
    pub call: Option<Span>,
    /// The index in the stack of the innermost file around the text, or of the text itself if it is a file.
    file: usize,
    /// The place in the innermost file where the outermost expansion around the text was called.
    outermost: Option<Span>,
    /// Whether the text is a macro or loop body, or is inside one.
    expanding: bool,
    /// The value of [`Input::trail`] when the text was pushed, restored when it is popped.
    pub trail: u32,
    /// Characters of the text before this position are listed.
    listed: usize,
    /// The last position passed to [`Frame::lines_before`], and the number of line feeds before it.
    lines: Cell<(usize, usize)>,
}

impl Frame {
    fn is_file(&self) -> bool {
        matches!(self.kind, TextKind::File(_))
    }

    /// Returns the number of line feeds before `position`. Counting resumes from the previous position if
    /// possible. Counting from the beginning for each message and macro call would take quadratic time.
    pub(crate) fn lines_before(&self, position: usize) -> usize {
        let (known, lines) = self.lines.get();
        let (from, before) = if known <= position { (known, lines) } else { (0, 0) };
        let lines = before + memchr_iter(LF, &self.text[from..position]).count();
        self.lines.set((position, lines));
        lines
    }
}

#[derive(Debug, Default)]
pub(crate) struct Input {
    frames: Vec<Frame>,
    /// [`Text::whole`] of the top text, and the range of the top text in it.
    text: Rc<Vec<u8>>,
    start: usize,
    end: usize,
    /// The position of the next character in `text`.
    pos: usize,
    /// The end of the fast path of [`Input::next`]: `end`, or 0 if [`Input::next_slow`] gets every character.
    fast: usize,
    /// Whether [`Input::next_slow`] gets every character, as [`Options::general_reader`] demands.
    general: bool,
    /// Whether `last` is to be delivered again.
    again: bool,
    /// The last character delivered.
    pub last: u8,
    /// The text that has been read but is not yet in the listing.
    pub unlisted: UnlistedText,
    /// Characters of the top text before this position are listed, or in `unlisted`.
    listed: usize,
    /// `true` while a macro or a loop is being read.
    expanding: bool,
    /// The number of characters that expansions have pushed or reread; `max_expanded` limits it.
    expanded: u64,
    /// The position of the last byte outside ASCII that was delivered.
    foreign: Option<usize>,
    max_depth: usize,
    max_expanded: u64,
    /// The value of `.RPCNT`.
    pub repeat_count: Word,
    /// The value of `.IRPCNT`.
    pub irp_count: Word,
    /// The position of the current or last syllable.
    mark: Cursor,
    /// The innermost expansion being read, as its number in the source map; 0 outside expansions.
    pub trail: u32,
    /// Argument lists that can be reused.
    spare: Vec<Arguments>,
}

impl Input {
    pub(crate) fn new(options: &Options) -> Input {
        Input {
            general: options.general_reader,
            last: LF,
            // The main file is read in any case.
            max_depth: options.limits.expansion_depth.max(1),
            max_expanded: options.limits.expanded_characters as u64,
            repeat_count: Word::ONES,
            irp_count: Word::ONES,
            ..Input::default()
        }
    }

    /// Starts a pass over the text of `file`.
    pub(crate) fn restart(&mut self, file: FileId, text: Rc<Vec<u8>>) -> InputResult<()> {
        self.frames.clear();
        self.again = false;
        self.last = LF;
        self.expanded = 0;
        self.trail = 0;
        self.unlisted.clear();
        self.expanding = false;
        self.push(TextKind::File(file), text.into(), None, None)
    }

    /// Moves the part of the top text that has been read to `unlisted`.
    pub(crate) fn keep_read(&mut self) {
        self.keep_up_to(self.next_position());
    }

    /// Returns the position of the next character in the top text.
    fn next_position(&self) -> usize {
        self.pos - usize::from(self.again && self.pos > self.start)
    }

    fn keep_up_to(&mut self, end: usize) {
        let Some(top) = self.frames.last().filter(|_| self.listed < end) else { return };
        match top.kind {
            TextKind::File(file) if !self.expanding => self.unlisted.read(Some(file), self.listed, end),
            _ => {
                let read = &self.text[self.listed..end];
                self.unlisted
                    .read_expansion(|out| put_arguments(out, read, top.arguments.as_ref(), usize::MAX));
            }
        }
        self.listed = end;
    }

    /// Called before an expansion or a file is pushed; `next` is the position of the next character. The
    /// listing shows the whole line of a file, then the lines of the expansion.
    fn keep_line(&mut self, next: usize) {
        let is_file = !self.expanding && matches!(self.frames.last(), Some(top) if top.is_file());
        let is_in_line = next > self.listed && next > self.start && self.text[next - 1] != LF;
        let end = match is_file && is_in_line {
            true => memchr(LF, &self.text[next..self.end]).map_or(self.end, |length| next + length + 1),
            false => next,
        };
        self.keep_up_to(end);
        self.unlisted.break_line();
    }

    /// Returns `true` if the line of the next character is already listed.
    pub(crate) fn is_line_listed(&self) -> bool {
        self.next_position() < self.listed
    }

    fn set_fast(&mut self) {
        self.fast = if self.general { 0 } else { self.end };
    }

    #[inline(always)]
    pub(crate) fn next(&mut self) -> InputResult<u8> {
        if self.pos < self.fast && !self.again {
            let c = self.text[self.pos];
            if c < SLOT {
                self.pos += 1;
                self.last = c;
                return Ok(c);
            }
        }
        self.next_slow()
    }

    fn next_slow(&mut self) -> InputResult<u8> {
        if self.again {
            self.again = false;
            return Ok(self.last);
        }
        loop {
            if self.pos < self.end {
                let c = self.text[self.pos];
                self.pos += 1;
                if c < SLOT {
                    self.last = c;
                    return Ok(c);
                }
                let top = &self.frames[self.frames.len() - 1];
                match &top.arguments {
                    Some(arguments) => {
                        let text = arguments.get(usize::from(c - SLOT)).cloned();
                        if let Some(text) = text
                            && !text.is_empty()
                        {
                            if self.unlisted.on {
                                // The listing shows the argument in place of its slot.
                                self.keep_up_to(self.pos - 1);
                                self.listed = self.pos;
                            }
                            self.push(TextKind::Argument, text, None, None)?;
                        }
                    }
                    // A byte outside ASCII in a file.
                    None => {
                        self.foreign = Some(self.pos - 1);
                        self.last = DEL;
                        return Ok(self.last);
                    }
                }
            } else if let Some(c) = self.next_at_end()? {
                self.last = c;
                return Ok(c);
            }
        }
    }

    /// Puts back the character just delivered.
    #[inline(always)]
    pub(crate) fn back(&mut self) {
        self.again = true;
    }

    /// Makes `c` the next character, as if it had just been read and pushed back.
    pub(crate) fn back_with(&mut self, c: u8) {
        self.last = c;
        self.back();
    }

    /// If the character just delivered represents a character outside ASCII, returns the word around it as
    /// written, and its place.
    pub(crate) fn foreign_word(&mut self) -> Option<(String, Span)> {
        let at = self.foreign.take().filter(|at| at + 1 == self.pos && self.text[*at] >= 0o300)?;
        let is_part = |c: &u8| !c.is_ascii() || squoze_code(*c, true) != 0;
        let start = self.text[..at].iter().rposition(|c| !is_part(c)).map_or(0, |before| before + 1);
        let end = self.text[at..].iter().position(|c| !is_part(c)).map_or(self.end, |n| at + n);
        let span = Span { start: start as u32, end: end as u32, ..self.span() };
        Some((String::from_utf8_lossy(&self.text[start..end]).into_owned(), span))
    }

    /// Returns the next character without reading it.
    pub(crate) fn peek(&mut self) -> InputResult<u8> {
        let c = self.next()?;
        self.back();
        Ok(c)
    }

    /// If the next character is `c`, skips it and returns `true`.
    pub(crate) fn accept(&mut self, c: u8) -> InputResult<bool> {
        let found = self.next()? == c;
        if !found {
            self.back();
        }
        Ok(found)
    }

    /// Reads the rest of the line without its end.
    pub(crate) fn rest_of_line(&mut self) -> InputResult<Vec<u8>> {
        let mut line = Vec::new();
        loop {
            self.take_text(&mut line, |c| matches!(c, CR | LF));
            let c = self.next()?;
            if matches!(c, CR | LF) {
                self.back();
                return Ok(line);
            }
            line.push(c);
        }
    }

    /// Returns `true` if the last character is about to be delivered again.
    pub(crate) fn is_back(&self) -> bool {
        self.again
    }

    /// Returns `true` if `c`, the character just delivered, ends a line. Also consumes the LF after a CR.
    pub(crate) fn ends_line(&mut self, c: u8) -> InputResult<bool> {
        if c == CR {
            self.accept(LF)?;
        }
        Ok(matches!(c, CR | LF))
    }
}

/// Appends text with at most `most` characters of each argument in place of its slot.
#[inline(always)]
fn put_arguments(out: &mut Vec<u8>, text: &[u8], arguments: Option<&Arguments>, most: usize) {
    let Some(arguments) = arguments else { return out.extend_from_slice(text) };
    for part in text.chunk_by(|a, b| *a < SLOT && *b < SLOT) {
        match part[0].checked_sub(SLOT) {
            Some(slot) => {
                let argument = arguments.get(usize::from(slot)).map_or(&[][..], |text| text);
                out.extend_from_slice(&argument[..argument.len().min(most)]);
            }
            None => out.extend_from_slice(part),
        }
    }
}
