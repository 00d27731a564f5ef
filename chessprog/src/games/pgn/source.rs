//! The input of the lexer: the characters of the current line, and the place of the next character.

use std::io::{self, BufRead};

use support::parse::LineColumn;

use super::super::text::Text;

/// The current line, or the current piece of a long line.
pub(super) struct LineSource<R> {
    text: Text<R>,
    line: Vec<char>,
    at: usize,
    place: LineColumn,
    begins_line: bool,
    ends_line: bool,
    /// Number of characters read since the start of the game.
    length: usize,
}

impl<R: BufRead> LineSource<R> {
    pub(super) fn new(input: R) -> LineSource<R> {
        LineSource {
            text: Text::new(input),
            line: Vec::new(),
            at: 0,
            place: LineColumn { line: 0, column: 1 },
            begins_line: false,
            ends_line: true,
            length: 0,
        }
    }

    /// Goes to the next line, or piece of a line. Returns `false` at the end of the text.
    pub(super) fn next_line(&mut self) -> io::Result<bool> {
        let Some(piece) = self.text.piece()? else { return Ok(false) };
        self.begins_line = std::mem::replace(&mut self.ends_line, piece.ends_line);
        if self.begins_line {
            self.place = LineColumn { line: self.place.line + 1, column: 1 };
        }
        (self.line, self.at) = (piece.chars, 0);
        // Joined files have a byte order mark before a later game.
        while self.peek() == Some('\u{feff}') {
            self.line.remove(0);
        }
        self.length += self.line.len() + 1;
        Ok(true)
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().first().copied()
    }

    pub(super) fn rest(&self) -> &[char] {
        &self.line[self.at..]
    }

    pub(super) fn skip(&mut self, characters: usize) {
        self.at += characters;
        self.place.column += characters;
    }

    pub(super) fn take(&mut self, characters: usize) -> String {
        let taken = self.rest()[..characters].iter().collect();
        self.skip(characters);
        taken
    }

    pub(super) fn take_while(&mut self, condition: impl Fn(char) -> bool) -> String {
        let length = self.rest().iter().take_while(|&&c| condition(c)).count();
        self.take(length)
    }

    pub(super) fn skip_line(&mut self) -> io::Result<()> {
        self.skip(self.rest().len());
        while !self.ends_line && self.next_line()? {
            self.skip(self.rest().len());
        }
        Ok(())
    }

    pub(super) fn place(&self) -> LineColumn {
        LineColumn { line: self.place.line.max(1), ..self.place }
    }

    pub(super) fn is_at_line_start(&self) -> bool {
        self.begins_line && self.at == 0
    }

    pub(super) fn line_has_ended(&self) -> bool {
        self.ends_line && self.rest().is_empty()
    }

    pub(super) fn length(&self) -> usize {
        self.length
    }

    pub(super) fn begin_game(&mut self) {
        self.length = self.rest().len();
    }
}
