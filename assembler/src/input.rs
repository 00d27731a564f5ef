//! The input: a stack of texts from which the assembler takes one character after another.
//!
//! The file is at the bottom; inserted files, macro bodies, arguments and loop bodies are pushed
//! on top and read to their ends. Everything that reads text reads from here, so a definition or
//! an argument may begin in one text and end in another.

mod capture;
mod irp;
mod loops;
mod place;
mod text;

pub(crate) use capture::{Capture, LineText, Place};
pub(crate) use irp::{Irp, IrpKind, List};
pub(crate) use loops::{LoopBody, SharedLoops};
pub(crate) use place::Mark;
pub(crate) use text::Text;

use crate::chars::{CR, LF, squoze_code};
use crate::dialect::Limits;
use crate::source::{FileId, Spot};
use crate::symbol::Squoze;
use emulator::word::Word;
use std::ops::Range;
use std::rc::Rc;

/// Why reading stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The current word is given up; the next statement begins.
    Restart,
    /// The END statement was done.
    Ended,
    /// All texts were read and there was no END.
    Exhausted,
    /// Too many texts inside each other.
    TooDeep,
    /// Too many characters came from expansions.
    TooLong,
    /// A fatal error was reported.
    Fatal,
}

/// The result of everything that reads.
pub(crate) type Reading<T> = Result<T, Flow>;

/// Text bytes from this one up stand for a dummy argument.
pub(crate) const SLOT: u8 = 0x80;
/// More dummies a stored text cannot name.
pub(crate) const MAX_DUMMIES: usize = 120;

/// The end of a line.
const LINE_END: [u8; 2] = [CR, LF];

/// Arguments of a macro or dummies of a loop.
pub(crate) type Arguments = Vec<Text>;

/// What a text on the stack is.
#[derive(Debug)]
pub(crate) enum Kind {
    File(FileId),
    Macro { name: Squoze, index: u32 },
    Argument,
    Repeat { left: u64, count: u64, saved: Word },
    Irp(Box<Irp>),
}

/// A text being read.
#[derive(Debug)]
pub(crate) struct Frame {
    pub kind: Kind,
    pub text: Text,
    /// How far it has been read, as a position in the whole that it is a part of.
    pub pos: usize,
    pub arguments: Option<Arguments>,
    /// The loops in it that have been read, if it is read again.
    loops: Option<SharedLoops>,
    /// A character to be delivered once more when the text has been read.
    pub resume: Option<u8>,
    /// Where in a file it was called.
    pub call: Option<Spot>,
    /// The number of the innermost file that it is in.
    file: usize,
    /// Where in that file the outermost expansion that it is in was called.
    outermost: Option<Spot>,
    /// Whether it is a macro or a loop, or inside one.
    expanding: bool,
    /// The number of its trail in the source map.
    pub trail: u32,
    /// Before this position the listing has its characters already.
    listed: usize,
}

/// The stack of texts.
#[derive(Debug)]
pub(crate) struct Input {
    frames: Vec<Frame>,
    /// The whole that the top text is a part of, and where that begins and ends.
    text: Rc<Vec<u8>>,
    start: usize,
    end: usize,
    /// How far it has been read.
    pos: usize,
    /// Characters before this position are delivered without further ado.
    fast: usize,
    again: bool,
    /// The last character delivered.
    pub last: u8,
    /// What is delivered, for the listing.
    pub capture: Capture,
    /// Before this position of the top text the listing has the characters already.
    listed: usize,
    /// Whether a macro or a loop is being read.
    expanding: bool,
    expanded: u64,
    /// Where the byte outside ASCII stands that was delivered last.
    foreign: Option<usize>,
    /// How many characters of the line end that the last line of the program lacks are still to come.
    line_end_due: usize,
    max_depth: usize,
    max_expanded: u64,
    /// `.RPCNT`
    pub repeat_count: Word,
    /// `.IRPCNT`
    pub irp_count: Word,
    /// The syllable being read or just read.
    mark: Mark,
    /// The number of the trail of the text being read.
    pub trail: u32,
    /// Lists of arguments that are not needed any more.
    spare: Vec<Arguments>,
}

impl Input {
    pub(crate) fn new(limits: &Limits) -> Input {
        Input {
            frames: Vec::new(),
            text: Rc::default(),
            start: 0,
            end: 0,
            pos: 0,
            fast: 0,
            again: false,
            last: LF,
            capture: Capture::default(),
            listed: 0,
            expanding: false,
            expanded: 0,
            foreign: None,
            line_end_due: 0,
            max_depth: limits.expansion_depth,
            max_expanded: limits.expanded_characters,
            repeat_count: Word::ONES,
            irp_count: Word::ONES,
            mark: Mark::NOWHERE,
            trail: 0,
            spare: Vec::new(),
        }
    }

    /// Starts a pass over `text`.
    pub(crate) fn restart(&mut self, file: FileId, text: Rc<Vec<u8>>) {
        self.frames.clear();
        self.again = false;
        self.last = LF;
        self.expanded = 0;
        self.trail = 0;
        self.capture.clear();
        self.listed = 0;
        self.expanding = false;
        let frame = Frame {
            kind: Kind::File(file),
            text: text.clone().into(),
            pos: 0,
            arguments: None,
            loops: None,
            resume: None,
            call: None,
            file: 0,
            outermost: None,
            expanding: false,
            trail: 0,
            listed: 0,
        };
        self.frames.push(frame);
        self.line_end_due = if text.last() == Some(&LF) { 0 } else { LINE_END.len() };
        (self.start, self.end) = (0, text.len());
        self.text = text;
        self.pos = 0;
        self.set_fast();
    }

    /// Keeps what is delivered for the listing.
    pub(crate) fn set_capture(&mut self, on: bool) {
        self.capture.on = on;
        self.set_fast();
    }

    /// Whether the listing lacks the character just delivered.
    fn is_captured(&self) -> bool {
        self.capture.on && self.pos > self.listed
    }

    fn deliver(&mut self, c: u8) -> u8 {
        self.last = c;
        if self.is_captured() {
            self.capture.push(c, self.expanding, self.file_place(self.pos.saturating_sub(1)));
        }
        c
    }

    /// A position of the top text as a place in a file, if it is one.
    fn file_place(&self, position: usize) -> Option<Place> {
        match self.frames.last()?.kind {
            Kind::File(file) if !self.expanding => Some(Place { file, offset: position as u32 }),
            _ => None,
        }
    }

    /// An expansion or a file is about to be read. The listing shows the line of a file whole, then what came
    /// of it.
    fn list_line_so_far(&mut self, resumes: bool) {
        let start = self.pos - usize::from(resumes && self.pos > 0);
        let rest = &self.text[start..];
        let place = self.file_place(start).filter(|_| self.pos > self.listed);
        if let Some(place) = place
            && start > 0
            && self.text[start - 1] != LF
        {
            let end = rest.iter().position(|c| *c == LF).map_or(rest.len(), |at| at + 1);
            self.capture.extend(&rest[..end], place);
            self.listed = start + end;
        }
        self.capture.break_line();
    }

    /// Whether the listing has the line of the next character already.
    pub(crate) fn is_line_listed(&self) -> bool {
        self.pos <= self.listed
    }

    fn set_fast(&mut self) {
        self.fast = if self.capture.on { 0 } else { self.end };
    }

    /// The next character.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Reading<u8> {
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

    /// Gives plain characters of the top text to `take` as long as it wants them.
    #[inline(always)]
    pub(crate) fn take_while(&mut self, mut take: impl FnMut(u8) -> bool) {
        let rest = self.rest();
        let n = rest.iter().position(|c| !take(*c)).unwrap_or(rest.len());
        if n > 0 {
            self.last = rest[n - 1];
            self.pos += n;
        }
    }

    /// The plain characters of the top text that come next; none if a character was put back.
    #[inline(always)]
    pub(crate) fn rest(&self) -> &[u8] {
        if self.again { &[] } else { self.text.get(self.pos..self.fast).unwrap_or_default() }
    }

    /// Passes over so many characters of [`Input::rest`], of which the last syllable are those in `syllable`, with
    /// arguments among them that count so much as expansions.
    #[inline]
    pub(crate) fn pass_over(&mut self, count: usize, syllable: &Range<usize>, expanded: u64) {
        self.expanded += expanded;
        self.mark_syllable(self.pos + syllable.start, self.pos + syllable.end);
        self.pos += count;
        self.last = self.text[self.pos - 1];
    }

    /// Passes over what stands between statements in the top text. Whether one follows there.
    #[inline(always)]
    pub(crate) fn at_statement(&mut self) -> bool {
        self.take_while(|c| c <= b' ');
        matches!(self.rest().first(), Some(..SLOT))
    }

    /// Passes over what stands between statements: characters up to the blank.
    #[inline(always)]
    pub(crate) fn skip_blank(&mut self) -> Reading<()> {
        if self.at_statement() { Ok(()) } else { self.skip_blank_beyond() }
    }

    /// Passes over what stands between statements in this text and those around it.
    #[inline(never)]
    fn skip_blank_beyond(&mut self) -> Reading<()> {
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

    /// Passes over the end of the line, if that comes next in the top text: an empty statement.
    #[inline(always)]
    pub(crate) fn pass_line_end(&mut self) -> bool {
        let found = self.rest().first() == Some(&CR);
        if found {
            self.pass_over(1, &(0..0), 0);
        }
        found
    }

    /// The top text is read again: the loops in it are these.
    pub(crate) fn set_loops(&mut self, loops: Option<SharedLoops>) {
        // The listing must see every character.
        if let Some(top) = self.frames.last_mut().filter(|_| !self.capture.on) {
            top.loops = loops;
        }
    }

    /// The loops in the top text, if that is read again, and the place in it of the next character.
    pub(crate) fn loops(&self) -> Option<(usize, &SharedLoops)> {
        let loops = self.frames.last()?.loops.as_ref().filter(|_| !self.again)?;
        Some((self.pos - self.start, loops))
    }

    /// The text of the argument for which `slot` stands in the top text, if that is such a text and the argument can be read
    /// behind others of it that count so much as expansions.
    pub(crate) fn argument(&self, slot: u8, expanded: u64) -> Option<&Text> {
        let arguments = self.frames.last()?.arguments.as_ref()?;
        let text = arguments.get(usize::from(slot - SLOT))?;
        let expanded = self.expanded + expanded + text.len() as u64 + 1;
        (self.frames.len() < self.max_depth && expanded <= self.max_expanded).then_some(text)
    }

    /// Whether arguments stand in `text`, a part of the top one.
    pub(crate) fn has_arguments(&self, text: &[u8]) -> bool {
        self.frames.last().is_some_and(|top| top.arguments.is_some()) && text.iter().any(|c| *c >= SLOT)
    }

    /// A character of the top text that was put back is there as if it had not been read.
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

    /// Takes plain characters of the top text into `text`, up to one at which to `stop`.
    #[inline]
    pub(crate) fn take_text(&mut self, text: &mut Vec<u8>, stop: impl Fn(u8) -> bool) {
        let rest = self.rest();
        let count = rest.iter().position(|c| *c >= SLOT || stop(*c)).unwrap_or(rest.len());
        self.take(text, count);
    }

    /// Takes so many characters of [`Input::rest`] into `text`.
    #[inline]
    pub(crate) fn take(&mut self, text: &mut Vec<u8>, count: usize) {
        let rest = &self.rest()[..count];
        if let Some(last) = rest.last().copied() {
            text.extend_from_slice(rest);
            self.last = last;
            self.pos += count;
        }
    }

    /// Takes the plain characters of the top text up to one at which to `stop`, if that stands there and is one `wanted`.
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

    /// Passes over the slot of an argument that comes next, as if the argument had been read, if there is nothing in that
    /// at which to `stop`.
    fn pass_argument(&mut self, slot: u8, stop: impl Fn(u8) -> bool) -> Option<Text> {
        let text =
            self.argument(slot, 0).filter(|text| !text.iter().any(|c| *c >= SLOT || stop(*c)))?.clone();
        // One that is empty is not read.
        self.expanded += if text.is_empty() { 0 } else { text.len() as u64 + 1 };
        self.pos += 1;
        Some(text)
    }

    /// Takes the rest of the line with the CR that ends it, if all that is plain characters of the top text.
    pub(crate) fn line(&mut self) -> Option<Text> {
        self.unread();
        let rest = self.rest();
        let count = rest.iter().position(|c| *c >= SLOT || *c == CR)?;
        (rest[count] == CR).then(|| self.take_part(count + 1))
    }

    /// So many characters of the top text that were read last.
    pub(crate) fn last_read(&self, count: usize) -> &[u8] {
        &self.text[self.pos - count..self.pos]
    }

    /// Passes over so many characters of [`Input::rest`].
    pub(crate) fn skip(&mut self, count: usize) {
        self.pos += count;
        if count > 0 {
            self.last = self.text[self.pos - 1];
        }
    }

    /// Takes so many characters of [`Input::rest`] as a text of their own.
    fn take_part(&mut self, count: usize) -> Text {
        let start = self.pos;
        self.skip(count);
        Text { whole: self.text.clone(), start, end: self.pos }
    }

    /// An empty list of arguments.
    pub(crate) fn no_arguments(&mut self) -> Arguments {
        self.spare.pop().unwrap_or_default()
    }

    #[cold]
    #[inline(never)]
    fn next_at_end(&mut self) -> Reading<Option<u8>> {
        let top = self.frames.len() - 1;
        let frame = &mut self.frames[top];
        match &mut frame.kind {
            Kind::Repeat { left, count, .. } if *left > 1 => {
                *left -= 1;
                *count += 1;
                self.repeat_count = Word::new(*count);
                self.pos = self.start;
                // An empty body costs something, too.
                self.expanded += 1;
            }
            Kind::Irp(irp) => {
                irp.count += 1;
                if let Some(dummies) = &mut frame.arguments
                    && irp.advance(dummies)
                {
                    self.irp_count = Word::new(irp.count);
                    self.pos = self.start;
                    // The rests of long lists cost something, too.
                    self.expanded += 1 + dummies.iter().map(|text| text.len() as u64).sum::<u64>();
                } else {
                    return Ok(self.pop());
                }
            }
            Kind::File(_) if top == 0 => {
                let Some(left) = self.line_end_due.checked_sub(1) else { return Err(Flow::Exhausted) };
                self.line_end_due = left;
                return Ok(Some(LINE_END[LINE_END.len() - 1 - left]));
            }
            _ => return Ok(self.pop()),
        }
        if self.expanded > self.max_expanded {
            return Err(Flow::TooLong);
        }
        Ok(None)
    }

    fn next_slow(&mut self) -> Reading<u8> {
        if self.again {
            self.again = false;
            return Ok(self.deliver(self.last));
        }
        loop {
            if self.pos < self.end {
                let c = self.text[self.pos];
                self.pos += 1;
                if c < SLOT {
                    return Ok(self.deliver(c));
                }
                let top = &self.frames[self.frames.len() - 1];
                match &top.arguments {
                    Some(arguments) => {
                        let text = arguments.get(usize::from(c - SLOT)).cloned();
                        if let Some(text) = text
                            && !text.is_empty()
                        {
                            self.push(Kind::Argument, text, None, None)?;
                        }
                    }
                    // A byte outside ASCII in a file.
                    None => {
                        self.foreign = Some(self.pos - 1);
                        self.deliver(c);
                        self.last = 0o177;
                        return Ok(self.last);
                    }
                }
            } else if let Some(c) = self.next_at_end()? {
                return Ok(self.deliver(c));
            }
        }
    }

    /// The character just delivered will be delivered again.
    #[inline(always)]
    pub(crate) fn back(&mut self) {
        self.again = true;
        if self.is_captured() {
            self.capture.pop();
        }
    }

    /// `c` will be delivered next, as if it had just been read and put back.
    pub(crate) fn back_with(&mut self, c: u8) {
        self.last = c;
        self.back();
    }

    /// If the character just delivered stands for the first byte of one outside ASCII: the word that it is in, as the
    /// text has it, and where that is.
    pub(crate) fn foreign_word(&mut self) -> Option<(String, Spot)> {
        let at = self.foreign.take().filter(|at| at + 1 == self.pos && self.text[*at] >= 0o300)?;
        let is_part = |c: &u8| !c.is_ascii() || squoze_code(*c, true) != 0;
        let start = self.text[..at].iter().rposition(|c| !is_part(c)).map_or(0, |before| before + 1);
        let end = self.text[at..].iter().position(|c| !is_part(c)).map_or(self.end, |n| at + n);
        let spot = Spot { start: start as u32, end: end as u32, ..self.spot() };
        Some((String::from_utf8_lossy(&self.text[start..end]).into_owned(), spot))
    }

    /// The next character, which stays.
    pub(crate) fn peek(&mut self) -> Reading<u8> {
        let c = self.next()?;
        self.back();
        Ok(c)
    }

    /// Whether the next character is `c`, which is then passed over.
    pub(crate) fn accept(&mut self, c: u8) -> Reading<bool> {
        let found = self.next()? == c;
        if !found {
            self.back();
        }
        Ok(found)
    }

    /// The rest of the line, the end of which stays.
    pub(crate) fn rest_of_line(&mut self) -> Reading<Vec<u8>> {
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

    /// Whether the last character is about to be delivered again.
    pub(crate) fn is_back(&self) -> bool {
        self.again
    }

    /// Pushes a text in front of the input. A character put back comes after it.
    pub(crate) fn push(
        &mut self,
        kind: Kind,
        text: Text,
        arguments: Option<Arguments>,
        resume: Option<u8>,
    ) -> Reading<()> {
        let put_back = std::mem::take(&mut self.again);
        let resume = resume.or(put_back.then_some(self.last));
        if self.frames.len() >= self.max_depth {
            return Err(Flow::TooDeep);
        }
        if !matches!(kind, Kind::File(_)) {
            self.expanded += text.len() as u64 + 1;
            if self.expanded > self.max_expanded {
                return Err(Flow::TooLong);
            }
        }
        let call = match kind {
            Kind::Argument => None,
            _ => Some(self.spot()),
        };
        if self.capture.on && !matches!(kind, Kind::Argument) {
            self.list_line_so_far(put_back);
        }
        if let Some(top) = self.frames.last_mut() {
            (top.pos, top.listed) = (self.pos, self.listed);
        }
        let trail = self.trail;
        let (file, outermost) = match (&kind, self.frames.last()) {
            (Kind::File(_), _) | (_, None) => (self.frames.len(), None),
            (_, Some(top)) => (top.file, top.outermost.or(call)),
        };
        self.expanding |= !matches!(kind, Kind::File(_) | Kind::Argument);
        (self.start, self.end) = (text.start, text.end);
        (self.pos, self.listed) = (text.start, text.start);
        self.text = text.whole.clone();
        self.frames.push(Frame {
            kind,
            text,
            pos: 0,
            arguments,
            loops: None,
            resume,
            call,
            file,
            outermost,
            expanding: self.expanding,
            trail,
            listed: 0,
        });
        self.set_fast();
        Ok(())
    }

    /// Leaves the top text; the character to be delivered after it.
    fn pop(&mut self) -> Option<u8> {
        let frame = self.frames.last_mut()?;
        if let Some(mut arguments) = frame.arguments.take() {
            arguments.clear();
            self.spare.push(arguments);
        }
        // The counters come back through a half word, as they did.
        match &frame.kind {
            Kind::Repeat { saved, .. } => self.repeat_count = saved.with_left(0),
            Kind::Irp(irp) => self.irp_count = irp.saved.with_left(0),
            _ => {}
        }
        self.trail = frame.trail;
        let resume = frame.resume;
        let shown = !matches!(frame.kind, Kind::Argument);
        self.frames.truncate(self.frames.len() - 1);
        if let Some(top) = self.frames.last() {
            self.text = top.text.whole.clone();
            (self.start, self.end) = (top.text.start, top.text.end);
            (self.pos, self.listed) = (top.pos, top.listed);
            self.expanding = top.expanding;
        }
        if self.capture.on && shown {
            self.capture.break_line();
        }
        self.set_fast();
        resume
    }

    /// Leaves texts until a macro body, loop or file is on top; then, if it is no file, ends its
    /// pass (`loops`: ends a loop altogether). Returns whether there was anything to end.
    pub(crate) fn stop(&mut self, loops: bool) -> bool {
        while matches!(self.frames.last().map(|f| &f.kind), Some(Kind::Argument)) {
            self.pop();
        }
        self.again = false;
        let Some(top) = self.frames.last_mut() else { return false };
        match &mut top.kind {
            Kind::File(_) => return false,
            Kind::Repeat { left, .. } if loops => *left = 0,
            Kind::Irp(irp) if loops => irp.lists.clear(),
            _ => {}
        }
        self.pos = self.end;
        true
    }

    /// Ends the inserted file being read (`.INEOF`).
    pub(crate) fn end_file(&mut self) {
        self.again = false;
        while let Some(top) = self.frames.last() {
            if matches!(top.kind, Kind::File(_)) {
                self.pos = self.end;
                return;
            }
            self.pop();
        }
    }

    /// Goes on after `.TAG tag` in the innermost text that has it.
    pub(crate) fn go(&mut self, tag: Squoze) -> Reading<bool> {
        // Text that is read again counts as expansion.
        self.expanded += 64 + (self.pos - self.start) as u64;
        if self.expanded > self.max_expanded {
            return Err(Flow::TooLong);
        }
        let found = self.frames.iter().rposition(|frame| find_tag(&frame.text, tag).is_some());
        let Some(found) = found else { return Ok(false) };
        while self.frames.len() > found + 1 {
            self.pop();
        }
        self.again = false;
        let text = &self.text[self.start..self.end];
        self.pos = self.start + find_tag(text, tag).unwrap_or(text.len());
        Ok(true)
    }

    /// How many files are being read.
    pub(crate) fn file_depth(&self) -> usize {
        self.frames.iter().filter(|f| matches!(f.kind, Kind::File(_))).count()
    }

    /// The texts being read, outermost first.
    pub(crate) fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Sets the trail number of the top text.
    pub(crate) fn set_trail(&mut self, trail: u32) {
        self.trail = trail;
    }

    /// Whether the character just delivered, `c`, ends a line. The LF after a CR is taken with it.
    pub(crate) fn ends_line(&mut self, c: u8) -> Reading<bool> {
        if c == CR {
            self.accept(LF)?;
        }
        Ok(matches!(c, CR | LF))
    }

    /// Skips to the next CR or other end of line, which is delivered again: for comments.
    #[inline]
    pub(crate) fn skip_to_cr(&mut self) -> Reading<()> {
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

/// The position after the character that ends `.TAG tag` in `text`.
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
