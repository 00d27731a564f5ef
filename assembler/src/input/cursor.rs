//! Positions in the input: where syllables are in the files, for messages, the listing and the source map.

use super::{Input, TextKind, put_arguments};
use crate::chars::{CR, LF};
use crate::source::{FileId, Span};

/// The position of a syllable in the text being read. The default is before any text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cursor {
    depth: usize,
    start: usize,
    /// One past the last character of the syllable, or `OPEN` while the syllable is being read.
    end: usize,
}

impl Cursor {
    const OPEN: usize = usize::MAX;

    /// Returns the range from this position to the end of `last`.
    pub(crate) fn up_to(self, last: Cursor) -> Cursor {
        Cursor { end: last.end, ..self }
    }
}

/// Maximum number of characters shown of a line with long arguments.
const LONGEST_SHOWN: usize = 80;

impl Input {
    /// Records that a syllable begins with the next character.
    #[inline(always)]
    pub(crate) fn mark(&mut self) {
        self.mark = self.position();
    }

    /// Records that a syllable of the top text was read from `start` up to `end`.
    pub(super) fn mark_syllable(&mut self, start: usize, end: usize) {
        self.mark = Cursor { depth: self.frames.len(), start, end };
    }

    /// Records that the syllable ended before the character just delivered.
    #[inline(always)]
    pub(crate) fn end_mark(&mut self) {
        self.mark.end = self.pos.saturating_sub(1);
    }

    /// Returns the position of the next character, for [`Input::span_from`].
    #[inline(always)]
    pub(crate) fn position(&self) -> Cursor {
        let start = self.pos - usize::from(self.again && self.pos > 0);
        Cursor { depth: self.frames.len(), start, end: Cursor::OPEN }
    }

    /// Returns the mark, so that the caller can restore it later.
    pub(crate) fn get_mark(&self) -> Cursor {
        self.mark
    }

    pub(crate) fn set_mark(&mut self, mark: Cursor) {
        self.mark = mark;
    }

    /// Returns the place of the current or last syllable. For a syllable in an expansion, this is where the
    /// outermost expansion was called in the file.
    pub(crate) fn span(&self) -> Span {
        self.span_from(self.mark)
    }

    /// Returns the range of `mark` in the innermost file. If the mark has no end yet, the range ends at the
    /// current position. For a mark in an expansion, this is where the outermost expansion was called.
    pub(crate) fn span_from(&self, mark: Cursor) -> Span {
        let Some(top) = self.frames.last() else { return Span { file: FileId(0), start: 0, end: 0 } };
        let at = top.file;
        let file = match self.frames[at].kind {
            TextKind::File(id) => id,
            _ => FileId(0),
        };
        let on_top = at + 1 == self.frames.len();
        if mark.depth != at + 1 && !on_top {
            return top.outermost.unwrap_or(Span { file, start: self.frames[at].pos as u32, end: 0 });
        }
        let taken = self.position_of(at).saturating_sub(1);
        let (start, end) = if mark.depth == at + 1 {
            // The character just delivered ended the syllable, unless it is the whole syllable.
            let end = mark.end.min(taken.max(mark.start + 1));
            let text = &self.frames[at].text;
            let blank = |place: &usize| matches!(text.get(*place), Some(b' ' | b'\t'));
            ((mark.start..end).find(|place| !blank(place)).unwrap_or(end), end)
        } else {
            (taken, taken)
        };
        Span { file, start: start as u32, end: end.max(start + 1) as u32 }
    }

    pub(crate) fn character_span(&self) -> Span {
        self.span_from(self.character_mark())
    }

    /// Returns the place of the character just delivered.
    #[inline(always)]
    pub(crate) fn character_mark(&self) -> Cursor {
        Cursor { depth: self.frames.len(), start: self.pos.saturating_sub(1), end: self.pos }
    }

    /// Returns the line being read in frame `frame`: its number, from 1, and its text with the arguments
    /// inserted.
    pub(crate) fn frame_line(&self, frame: usize) -> (usize, String) {
        let f = &self.frames[frame];
        let pos = f.text.before(self.position_of(frame).saturating_sub(1));
        let start = f.text[..pos].iter().rposition(|c| *c == LF).map_or(0, |at| at + 1);
        let end = f.text[pos..].iter().position(|c| *c == CR || *c == LF);
        let end = end.map_or(f.text.len(), |at| pos + at).max(start);
        let line = f.lines_before(start) + 1;
        let mut shown = Vec::new();
        put_arguments(&mut shown, &f.text[start..end], f.arguments.as_ref(), LONGEST_SHOWN + 1);
        let mut text = String::from_utf8_lossy(&shown[..shown.len().min(LONGEST_SHOWN)]).into_owned();
        if shown.len() > LONGEST_SHOWN {
            text += "...";
        }
        (line, text)
    }

    /// Returns the position in frame `at` after the characters already read.
    pub(crate) fn position_of(&self, at: usize) -> usize {
        if at + 1 == self.frames.len() { self.pos } else { self.frames[at].pos }
    }

    /// Returns the innermost file being read, and the position in it.
    pub(crate) fn file_position(&self) -> (FileId, usize) {
        let at = self.frames.last().map_or(0, |top| top.file);
        match self.frames.get(at).map(|frame| &frame.kind) {
            Some(TextKind::File(id)) => {
                let back = usize::from(at + 1 == self.frames.len() && self.again);
                (*id, self.position_of(at).saturating_sub(back))
            }
            _ => (FileId(0), 0),
        }
    }
}
