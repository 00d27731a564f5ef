//! Fast paths that read or skip a run of plain characters in the top text.

use super::{Input, InputResult, SLOT, Text};
use crate::chars::CR;
use std::ops::Range;

impl Input {
    /// Passes the next characters of the top text to `take` until `take` returns `false`. That last character
    /// is not read.
    #[inline(always)]
    pub(crate) fn take_while(&mut self, mut take: impl FnMut(u8) -> bool) {
        let rest = self.rest();
        let n = rest.iter().position(|c| !take(*c)).unwrap_or(rest.len());
        if n > 0 {
            self.last = rest[n - 1];
            self.pos += n;
        }
    }

    /// Returns the rest of the top text, including slots. It is empty if a character is to be delivered
    /// again, or if the general reader gets every character.
    #[inline(always)]
    pub(crate) fn rest(&self) -> &[u8] {
        if self.again { &[] } else { self.text.get(self.pos..self.fast).unwrap_or_default() }
    }

    /// Skips `count` characters of [`Input::rest`]. `syllable` is the range of the last syllable. `expanded`
    /// counts the characters of the arguments among them, for the expansion limit.
    #[inline]
    pub(crate) fn pass_over(&mut self, count: usize, syllable: &Range<usize>, expanded: u64) {
        self.expanded += expanded;
        self.mark_syllable(self.pos + syllable.start, self.pos + syllable.end);
        self.pos += count;
        self.last = self.text[self.pos - 1];
    }

    /// Skips the characters between statements in the top text. Returns `true` if a statement follows in it.
    #[inline(always)]
    pub(crate) fn at_statement(&mut self) -> bool {
        self.take_while(|c| c <= b' ');
        matches!(self.rest().first(), Some(..SLOT))
    }

    /// Skips the characters between statements: control characters and blanks.
    #[inline(always)]
    pub(crate) fn skip_blank(&mut self) -> InputResult<()> {
        if self.at_statement() { Ok(()) } else { self.skip_blank_beyond() }
    }

    /// Skips the characters between statements in this text and the texts around it.
    #[inline(never)]
    fn skip_blank_beyond(&mut self) -> InputResult<()> {
        loop {
            if self.next()? > b' ' {
                self.back();
                return Ok(());
            }
            if self.at_statement() {
                return Ok(());
            }
        }
    }

    /// If the CR of an empty statement comes next in the top text, skips it and returns `true`.
    #[inline(always)]
    pub(crate) fn pass_line_end(&mut self) -> bool {
        let found = self.rest().first() == Some(&CR);
        if found {
            self.pass_over(1, &(0..0), 0);
        }
        found
    }

    /// Returns the argument that `slot` represents in the top text. Returns `None` if the text has no
    /// such argument, or if the argument would exceed the depth limit or, after `expanded` more
    /// characters, the expansion limit.
    pub(crate) fn argument(&self, slot: u8, expanded: u64) -> Option<&Text> {
        let arguments = self.frames.last()?.arguments.as_ref()?;
        let text = arguments.get(usize::from(slot - SLOT))?;
        let expanded = self.expanded + expanded + text.len() as u64 + 1;
        (self.frames.len() < self.max_depth && expanded <= self.max_expanded).then_some(text)
    }

    /// Returns `true` if `text`, a part of the top text, contains slots.
    pub(crate) fn has_arguments(&self, text: &[u8]) -> bool {
        self.frames.last().is_some_and(|top| top.arguments.is_some()) && text.iter().any(|c| *c >= SLOT)
    }

    /// Moves back to the pushed-back character, if it is in the top text, so that [`Input::rest`]
    /// begins with it.
    #[inline]
    pub(crate) fn unread(&mut self) {
        if self.again
            && (self.start + 1..=self.fast).contains(&self.pos)
            && self.text[self.pos - 1] == self.last
        {
            self.pos -= 1;
            self.again = false;
        }
    }

    /// Appends the plain characters of the top text to `text`, up to the first that satisfies `stop`.
    #[inline]
    pub(crate) fn take_text(&mut self, text: &mut Vec<u8>, stop: impl Fn(u8) -> bool) {
        let rest = self.rest();
        let count = rest.iter().position(|c| *c >= SLOT || stop(*c)).unwrap_or(rest.len());
        text.extend_from_slice(&rest[..count]);
        self.skip(count);
    }

    /// Takes the plain characters of the top text up to the first that satisfies `stop`, if that character
    /// also satisfies `wanted`. If only a slot comes before it, takes the text of the slot's argument.
    #[inline]
    pub(crate) fn text_before(
        &mut self,
        stop: impl Fn(u8) -> bool,
        wanted: impl Fn(u8) -> bool,
    ) -> Option<Text> {
        self.unread();
        let rest = self.rest();
        let count = rest.iter().position(|c| *c >= SLOT || stop(*c))?;
        match rest[count] {
            slot @ SLOT.. if count == 0 => {
                rest.get(1).filter(|c| **c < SLOT && stop(**c) && wanted(**c))?;
                self.pass_argument(slot, stop)
            }
            c => (c < SLOT && wanted(c)).then(|| self.take_part(count)),
        }
    }

    /// Skips the slot of an argument as if the argument had been read, if none of its characters satisfies
    /// `stop`.
    fn pass_argument(&mut self, slot: u8, stop: impl Fn(u8) -> bool) -> Option<Text> {
        let text =
            self.argument(slot, 0).filter(|text| !text.iter().any(|c| *c >= SLOT || stop(*c)))?.clone();
        // An empty argument would not have been pushed.
        self.expanded += if text.is_empty() { 0 } else { text.len() as u64 + 1 };
        self.pos += 1;
        Some(text)
    }

    /// Takes the rest of the line with its CR, if it has only plain characters of the top text.
    pub(crate) fn line(&mut self) -> Option<Text> {
        self.unread();
        let rest = self.rest();
        let count = rest.iter().position(|c| *c >= SLOT || *c == CR)?;
        (rest[count] == CR).then(|| self.take_part(count + 1))
    }

    pub(crate) fn skip(&mut self, count: usize) {
        self.pos += count;
        if count > 0 {
            self.last = self.text[self.pos - 1];
        }
    }

    /// Takes `count` characters of [`Input::rest`] as a separate text.
    fn take_part(&mut self, count: usize) -> Text {
        let start = self.pos;
        self.skip(count);
        Text { whole: self.text.clone(), start, end: self.pos }
    }

    /// Skips the rest of the line up to its CR, which remains to be read.
    #[inline]
    pub(crate) fn skip_to_cr(&mut self) -> InputResult<()> {
        loop {
            if !self.again && self.pos < self.fast {
                let rest = &self.text[self.pos..self.fast];
                let n = rest.iter().position(|c| *c == CR || *c >= SLOT).unwrap_or(rest.len());
                let slot = rest.get(n).copied().filter(|c| *c >= SLOT);
                self.pos += n;
                if let Some(slot) = slot
                    && self.pass_argument(slot, |c| c == CR).is_some()
                {
                    continue;
                }
            }
            if self.next()? == CR {
                self.back();
                return Ok(());
            }
        }
    }
}
