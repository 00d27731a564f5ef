//! The stack of texts: pushing and popping.

use super::{Arguments, Flow, Frame, Input, InputResult, Text, TextKind};
use crate::chars::squoze_code;
use crate::symbol::Squoze;
use emulator::word::Word;
use std::cell::Cell;

/// Number of characters that each pass of a loop adds to the expansion limit beyond its text, because even an
/// empty text takes time.
const PASS_COST: u64 = 12;

impl Input {
    pub(crate) fn no_arguments(&mut self) -> Arguments {
        self.spare.pop().unwrap_or_default()
    }

    #[cold]
    #[inline(never)]
    pub(super) fn next_at_end(&mut self) -> InputResult<Option<u8>> {
        self.keep_if_listed();
        let top = self.frames.len() - 1;
        let frame = &mut self.frames[top];
        match &mut frame.kind {
            TextKind::Repeat { left, count, .. } if *left > 1 => {
                *left -= 1;
                *count += 1;
                self.repeat_count = Word::new(*count);
                self.begin_round();
                self.expanded += PASS_COST;
            }
            TextKind::Irp(irp) => {
                irp.count += 1;
                if let Some(dummies) = &mut frame.arguments
                    && irp.advance(dummies)
                {
                    self.irp_count = Word::new(irp.count);
                    // Copying the rest of a list takes time, so it counts toward the limit.
                    self.expanded += PASS_COST + dummies.iter().map(|text| text.len() as u64).sum::<u64>();
                    self.begin_round();
                } else {
                    return Ok(self.pop());
                }
            }
            TextKind::File(_) if top == 0 => return Err(Flow::Exhausted),
            _ => return Ok(self.pop()),
        }
        if self.expanded > self.max_expanded {
            return Err(Flow::TooLong);
        }
        Ok(None)
    }

    /// Begins the next pass of a loop.
    fn begin_round(&mut self) {
        (self.pos, self.listed) = (self.start, self.start);
    }

    /// Keeps the part of the top text that the listing still needs, before the text is popped or read from
    /// another position.
    #[inline]
    fn keep_if_listed(&mut self) {
        if self.unlisted.on {
            self.keep_read();
        }
    }

    /// Pushes a text on the input. A character that was pushed back is delivered after the text.
    pub(crate) fn push(
        &mut self,
        kind: TextKind,
        text: Text,
        arguments: Option<Arguments>,
        resume: Option<u8>,
    ) -> InputResult<()> {
        let put_back = std::mem::take(&mut self.again);
        let resume = resume.or(put_back.then_some(self.last));
        if self.frames.len() >= self.max_depth {
            return Err(Flow::TooDeep);
        }
        if !matches!(kind, TextKind::File(_)) {
            self.expanded += text.len() as u64 + 1;
            if self.expanded > self.max_expanded {
                return Err(Flow::TooLong);
            }
        }
        let call = match kind {
            TextKind::Argument => None,
            _ => Some(self.span()),
        };
        if self.unlisted.on && !matches!(kind, TextKind::Argument) {
            self.keep_line(self.pos - usize::from(put_back && self.pos > self.start));
        }
        if let Some(top) = self.frames.last_mut() {
            (top.pos, top.listed) = (self.pos, self.listed);
        }
        let trail = self.trail;
        let (file, outermost) = match (&kind, self.frames.last()) {
            (TextKind::File(_), _) | (_, None) => (self.frames.len(), None),
            (_, Some(top)) => (top.file, top.outermost.or(call)),
        };
        self.expanding |= !matches!(kind, TextKind::File(_) | TextKind::Argument);
        (self.start, self.end) = (text.start, text.end);
        (self.pos, self.listed) = (text.start, text.start);
        self.text = text.whole.clone();
        self.frames.push(Frame {
            kind,
            text,
            pos: 0,
            arguments,
            resume,
            call,
            file,
            outermost,
            expanding: self.expanding,
            trail,
            listed: 0,
            lines: Cell::default(),
        });
        self.set_fast();
        Ok(())
    }

    /// Pops the top text. Returns the character to deliver next, if any.
    fn pop(&mut self) -> Option<u8> {
        self.keep_if_listed();
        let frame = self.frames.last_mut()?;
        if let Some(mut arguments) = frame.arguments.take() {
            arguments.clear();
            self.spare.push(arguments);
        }
        // The original assemblers saved the counter of the outer loop in a half word, so its left half is
        // lost.
        match &frame.kind {
            TextKind::Repeat { saved, .. } => self.repeat_count = saved.with_left(0),
            TextKind::Irp(irp) => self.irp_count = irp.saved.with_left(0),
            _ => {}
        }
        self.trail = frame.trail;
        let resume = frame.resume;
        let shown = !matches!(frame.kind, TextKind::Argument);
        self.frames.truncate(self.frames.len() - 1);
        if let Some(top) = self.frames.last() {
            self.text = top.text.whole.clone();
            (self.start, self.end) = (top.text.start, top.text.end);
            (self.pos, self.listed) = (top.pos, top.listed);
            self.expanding = top.expanding;
        }
        if self.unlisted.on && shown {
            self.unlisted.break_line();
            // A line of an expansion continues with the character that ended the call.
            if self.expanding && resume.is_some() {
                self.listed = self.listed.min(self.pos.saturating_sub(1)).max(self.start);
            }
        }
        self.set_fast();
        resume
    }

    /// Pops arguments until a macro body, loop or file is on top. Then ends the macro body or the pass of the
    /// loop; with `loops`, the whole loop. Returns `false` if a file is on top.
    pub(crate) fn stop(&mut self, loops: bool) -> bool {
        while matches!(self.frames.last().map(|f| &f.kind), Some(TextKind::Argument)) {
            self.pop();
        }
        self.keep_if_listed();
        self.again = false;
        let Some(top) = self.frames.last_mut() else { return false };
        match &mut top.kind {
            TextKind::File(_) => return false,
            TextKind::Repeat { left, .. } if loops => *left = 0,
            TextKind::Irp(irp) if loops => irp.lists.clear(),
            _ => {}
        }
        (self.pos, self.listed) = (self.end, self.end);
        true
    }

    /// Ends the inserted file being read (`.INEOF`).
    pub(crate) fn end_file(&mut self) {
        self.keep_if_listed();
        self.again = false;
        while let Some(top) = self.frames.last() {
            if top.is_file() {
                (self.pos, self.listed) = (self.end, self.end);
                return;
            }
            self.pop();
        }
    }

    /// Continues reading after `.TAG tag` in the innermost text that has it. Returns `false` if none has it.
    pub(crate) fn go(&mut self, tag: Squoze) -> InputResult<bool> {
        // Rereading text counts as expansion.
        self.expanded += 64 + (self.pos - self.start) as u64;
        if self.expanded > self.max_expanded {
            return Err(Flow::TooLong);
        }
        let found = self.frames.iter().rposition(|frame| find_tag(&frame.text, tag).is_some());
        let Some(found) = found else { return Ok(false) };
        while self.frames.len() > found + 1 {
            self.pop();
        }
        self.keep_if_listed();
        self.again = false;
        let text = &self.text[self.start..self.end];
        self.pos = self.start + find_tag(text, tag).unwrap_or(text.len());
        self.listed = self.pos;
        Ok(true)
    }

    /// Returns the number of nested files being read.
    pub(crate) fn file_depth(&self) -> usize {
        self.frames.iter().filter(|frame| frame.is_file()).count()
    }

    /// Returns the texts being read, outermost first.
    pub(crate) fn frames(&self) -> &[Frame] {
        &self.frames
    }
}

/// Returns the position after the character that ends `.TAG tag` in `text`.
fn find_tag(text: &[u8], tag: Squoze) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = text[at..].windows(4).position(|w| w.eq_ignore_ascii_case(b".TAG")) {
        let start = at + found + 4;
        let name = text[start..].iter().position(|c| !matches!(c, b' ' | b'\t'))? + start;
        let is_part = |c: &u8| squoze_code(*c, true) != 0;
        let end = text[name..].iter().position(|c| !is_part(c)).map_or(text.len(), |n| name + n);
        if name > start && Squoze::from_bytes(&text[name..end]) == tag {
            return Some((end + 1).min(text.len()));
        }
        at = start;
    }
    None
}
