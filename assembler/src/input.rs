//! The input: a stack of texts from which the assembler takes one character after another.
//!
//! The file is at the bottom; inserted files, macro bodies, arguments and loop bodies are pushed
//! on top and read to their ends. Everything that reads text reads from here, so a definition or
//! an argument may begin in one text and end in another.

use crate::chars::{CR, LF};
use crate::dialect::Limits;
use crate::source::{FileId, Sources};
use crate::symbol::Squoze;
use emulator::word::Word;
use std::rc::Rc;

/// A stretch of a source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

/// Where a syllable stands in the text being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The depth of the stack.
    depth: usize,
    start: usize,
    /// One past its last character; while it is being read, no position at all.
    end: usize,
}

impl Mark {
    const OPEN: usize = usize::MAX;
}

/// Why reading stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
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
pub type Reading<T> = Result<T, Flow>;

/// Text bytes from this one up stand for a dummy argument.
pub const SLOT: u8 = 0x80;
/// Of a line with long arguments so many characters are shown.
const LONGEST_SHOWN: usize = 80;
/// More dummies a definition cannot have.
pub const MAX_DUMMIES: usize = 120;

/// Arguments of a macro or dummies of a loop.
pub type Arguments = Rc<[Rc<[u8]>]>;

/// How an IRP takes its list apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IrpKind {
    /// Elements separated by commas and line ends.
    Elements,
    /// Characters.
    Characters,
    /// Runs of symbol characters.
    Symbols,
    /// Lines.
    Lines,
    /// Groups of this many characters.
    Groups(usize),
}

/// A loop over lists.
#[derive(Clone, Debug)]
pub struct Irp {
    pub kind: IrpKind,
    pub lists: Vec<Rc<[u8]>>,
    pub at: Vec<usize>,
    /// Passes it may still make.
    pub left: u64,
    pub count: u64,
    pub saved: Word,
    /// Whether lower case letters belong to symbols.
    pub fold: bool,
}

/// What a text on the stack is.
#[derive(Clone, Debug)]
pub enum Kind {
    File(FileId),
    Macro { name: Squoze, index: u32 },
    Argument,
    Repeat { left: u64, count: u64, saved: Word },
    Irp(Box<Irp>),
}

/// A text being read.
#[derive(Clone, Debug)]
pub struct Frame {
    pub kind: Kind,
    pub text: Rc<[u8]>,
    pub pos: usize,
    pub arguments: Option<Arguments>,
    /// A character to be delivered once more when the text has been read.
    pub resume: Option<u8>,
    /// Where in a file it was called.
    pub call: Option<Spot>,
    /// The number of its trail in the source map.
    pub trail: u32,
}

/// The stack of texts.
#[derive(Debug)]
pub struct Input {
    frames: Vec<Frame>,
    text: Rc<[u8]>,
    pos: usize,
    /// Characters before this position are delivered without further ado.
    fast: usize,
    again: bool,
    /// The last character delivered.
    pub last: u8,
    capture: bool,
    /// With `capture`: the characters delivered.
    pub captured: Vec<u8>,
    expanded: u64,
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
}

impl Input {
    pub fn new(limits: &Limits) -> Input {
        Input {
            frames: Vec::new(),
            text: Rc::new([]),
            pos: 0,
            fast: 0,
            again: false,
            last: LF,
            capture: false,
            captured: Vec::new(),
            expanded: 0,
            max_depth: limits.expansion_depth,
            max_expanded: limits.expanded_characters,
            repeat_count: Word::ONES,
            irp_count: Word::ONES,
            mark: Mark { depth: 0, start: 0, end: 0 },
            trail: 0,
        }
    }

    /// Starts a pass over `text`.
    pub fn restart(&mut self, file: FileId, text: Rc<[u8]>) {
        self.frames.clear();
        self.again = false;
        self.last = LF;
        self.expanded = 0;
        self.trail = 0;
        self.captured.clear();
        let frame = Frame {
            kind: Kind::File(file),
            text: text.clone(),
            pos: 0,
            arguments: None,
            resume: None,
            call: None,
            trail: 0,
        };
        self.frames.push(frame);
        self.text = text;
        self.pos = 0;
        self.set_fast();
    }

    /// Keeps every character delivered in `captured`.
    pub fn set_capture(&mut self, on: bool) {
        self.capture = on;
        self.set_fast();
    }

    fn set_fast(&mut self) {
        self.fast = if self.capture { 0 } else { self.text.len() };
    }

    /// The next character.
    #[inline(always)]
    pub fn next(&mut self) -> Reading<u8> {
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
    pub fn take_while(&mut self, mut take: impl FnMut(u8) -> bool) {
        if self.again {
            return;
        }
        let rest = self.text.get(self.pos..self.fast).unwrap_or_default();
        let n = rest.iter().position(|c| !take(*c)).unwrap_or(rest.len());
        if n > 0 {
            self.last = rest[n - 1];
            self.pos += n;
        }
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
                self.pos = 0;
                // An empty body costs something, too.
                self.expanded += 1;
            }
            Kind::Irp(irp) if irp.left > 1 => {
                irp.left -= 1;
                irp.count += 1;
                if let Some(dummies) = irp.advance() {
                    self.irp_count = Word::new(irp.count);
                    frame.arguments = Some(dummies);
                    self.pos = 0;
                    self.expanded += 1;
                } else {
                    return self.leave();
                }
            }
            Kind::File(_) if top == 0 => return Err(Flow::Exhausted),
            _ => return self.leave(),
        }
        if self.expanded > self.max_expanded {
            return Err(Flow::TooLong);
        }
        Ok(None)
    }

    fn leave(&mut self) -> Reading<Option<u8>> {
        Ok(self.pop())
    }

    fn next_slow(&mut self) -> Reading<u8> {
        if self.again {
            self.again = false;
            if self.capture {
                self.captured.push(self.last);
            }
            return Ok(self.last);
        }
        loop {
            if self.pos < self.text.len() {
                let c = self.text[self.pos];
                self.pos += 1;
                if c < SLOT {
                    self.last = c;
                    if self.capture {
                        self.captured.push(c);
                    }
                    return Ok(c);
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
                        self.last = 0o177;
                        if self.capture {
                            self.captured.push(c);
                        }
                        return Ok(self.last);
                    }
                }
            } else if let Some(c) = self.next_at_end()? {
                self.last = c;
                if self.capture {
                    self.captured.push(c);
                }
                return Ok(c);
            }
        }
    }

    /// The character just delivered will be delivered again.
    #[inline(always)]
    pub fn back(&mut self) {
        self.again = true;
        if self.capture {
            self.captured.pop();
        }
    }

    /// `c` will be delivered next, as if it had just been read and put back.
    pub fn back_with(&mut self, c: u8) {
        self.last = c;
        self.back();
    }

    /// Whether the last character is about to be delivered again.
    pub fn is_back(&self) -> bool {
        self.again
    }

    /// Pushes a text in front of the input. A character put back comes after it.
    pub fn push(
        &mut self,
        kind: Kind,
        text: Rc<[u8]>,
        arguments: Option<Arguments>,
        resume: Option<u8>,
    ) -> Reading<()> {
        let resume = match resume {
            Some(c) => Some(c),
            None if self.again => {
                self.again = false;
                Some(self.last)
            }
            None => None,
        };
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
        if let Some(top) = self.frames.last_mut() {
            top.pos = self.pos;
        }
        let trail = self.trail;
        self.frames.push(Frame { kind, text: text.clone(), pos: 0, arguments, resume, call, trail });
        self.text = text;
        self.pos = 0;
        self.set_fast();
        Ok(())
    }

    /// Leaves the top text; the character to be delivered after it.
    fn pop(&mut self) -> Option<u8> {
        let frame = self.frames.pop()?;
        // The counters come back through a half word, as they did.
        match &frame.kind {
            Kind::Repeat { saved, .. } => self.repeat_count = saved.with_left(0),
            Kind::Irp(irp) => self.irp_count = irp.saved.with_left(0),
            _ => {}
        }
        self.trail = frame.trail;
        if let Some(top) = self.frames.last() {
            self.text = top.text.clone();
            self.pos = top.pos;
        }
        self.set_fast();
        frame.resume
    }

    /// Leaves texts until a macro body, loop or file is on top; then, if it is no file, ends its
    /// pass (`loops`: ends a loop altogether). Returns whether there was anything to end.
    pub fn stop(&mut self, loops: bool) -> bool {
        while matches!(self.frames.last().map(|f| &f.kind), Some(Kind::Argument)) {
            self.pop();
        }
        self.again = false;
        let Some(top) = self.frames.last_mut() else { return false };
        match &mut top.kind {
            Kind::File(_) => return false,
            Kind::Repeat { left, .. } if loops => *left = 0,
            Kind::Irp(irp) if loops => irp.left = 0,
            _ => {}
        }
        self.pos = self.text.len();
        true
    }

    /// Ends the inserted file being read (`.INEOF`).
    pub fn end_file(&mut self) {
        self.again = false;
        while let Some(top) = self.frames.last() {
            if matches!(top.kind, Kind::File(_)) {
                self.pos = self.text.len();
                return;
            }
            self.pop();
        }
    }

    /// Goes on after `.TAG tag` in the innermost text that has it.
    pub fn go(&mut self, tag: Squoze) -> Reading<bool> {
        // Text that is read again counts as expansion.
        self.expanded += 64 + self.pos as u64;
        if self.expanded > self.max_expanded {
            return Err(Flow::TooLong);
        }
        let found = self.frames.iter().rposition(|frame| find_tag(&frame.text, tag).is_some());
        let Some(found) = found else { return Ok(false) };
        while self.frames.len() > found + 1 {
            self.pop();
        }
        self.again = false;
        self.pos = find_tag(&self.text, tag).unwrap_or(self.text.len());
        Ok(true)
    }

    /// How many macro bodies and loops are being read.
    pub fn expansion_depth(&self) -> usize {
        self.frames.iter().filter(|f| !matches!(f.kind, Kind::File(_) | Kind::Argument)).count()
    }

    /// How many files are being read.
    pub fn file_depth(&self) -> usize {
        self.frames.iter().filter(|f| matches!(f.kind, Kind::File(_))).count()
    }

    /// Remembers that a syllable begins with the next character.
    #[inline(always)]
    pub fn mark(&mut self) {
        self.mark = self.position();
    }

    /// Remembers that the syllable ended before the character just delivered.
    #[inline(always)]
    pub fn end_mark(&mut self) {
        self.mark.end = self.pos.saturating_sub(1);
    }

    /// The place of the next character, from which [`Input::spot_from`] measures.
    #[inline(always)]
    pub fn position(&self) -> Mark {
        let start = self.pos - usize::from(self.again && self.pos > 0);
        Mark { depth: self.frames.len(), start, end: Mark::OPEN }
    }

    /// The mark, to be put back later.
    pub fn get_mark(&self) -> Mark {
        self.mark
    }

    /// Puts a mark back.
    pub fn set_mark(&mut self, mark: Mark) {
        self.mark = mark;
    }

    /// The syllable being read or just read, or where the outermost expansion in its file was called.
    pub fn spot(&self) -> Spot {
        self.spot_from(self.mark)
    }

    /// The stretch of the innermost file from `mark` to its end or, if it has none, to here. If the mark
    /// is not in a file: where the outermost expansion in the innermost file was called.
    pub fn spot_from(&self, mark: Mark) -> Spot {
        let at = self.frames.iter().rposition(|f| matches!(f.kind, Kind::File(_))).unwrap_or(0);
        let file = match self.frames.get(at).map(|f| &f.kind) {
            Some(Kind::File(id)) => *id,
            _ => FileId(0),
        };
        let on_top = at + 1 == self.frames.len();
        if mark.depth != at + 1 && !on_top {
            let above = self.frames[at + 1..].iter().find_map(|f| f.call);
            return above.unwrap_or(Spot { file, start: self.frames[at].pos as u32, end: 0 });
        }
        let taken = self.position_of(at).saturating_sub(1);
        let (start, end) = if mark.depth == at + 1 {
            // The last character is the one that ended it, unless it is all there is.
            let end = mark.end.min(taken.max(mark.start + 1));
            let text = &self.frames[at].text;
            let blank = |place: &usize| matches!(text.get(*place), Some(b' ' | b'\t'));
            ((mark.start..end).find(|place| !blank(place)).unwrap_or(end), end)
        } else {
            (taken, taken)
        };
        Spot { file, start: start as u32, end: end.max(start + 1) as u32 }
    }

    /// The character just delivered.
    pub fn character_spot(&self) -> Spot {
        self.spot_from(self.character_mark())
    }

    /// The place of the character just delivered.
    #[inline(always)]
    pub fn character_mark(&self) -> Mark {
        Mark { depth: self.frames.len(), start: self.pos.saturating_sub(1), end: self.pos }
    }

    /// The line of the text being read, for a macro body with its arguments put in.
    pub fn frame_line(&self, frame: usize) -> (usize, String) {
        let f = &self.frames[frame];
        let pos = if frame + 1 == self.frames.len() { self.pos } else { f.pos };
        let pos = pos.saturating_sub(1).min(f.text.len());
        let start = f.text[..pos].iter().rposition(|c| *c == LF).map_or(0, |at| at + 1);
        let end = f.text[pos..].iter().position(|c| *c == CR || *c == LF);
        let end = end.map_or(f.text.len(), |at| pos + at).max(start);
        let line = f.text[..start].iter().filter(|c| **c == LF).count() + 1;
        let mut shown = Vec::new();
        for c in &f.text[start..end] {
            match &f.arguments {
                Some(arguments) if *c >= SLOT => {
                    if let Some(text) = arguments.get(usize::from(c - SLOT)) {
                        shown.extend_from_slice(&text[..text.len().min(LONGEST_SHOWN + 1)]);
                    }
                }
                _ => shown.push(*c),
            }
        }
        let mut text = String::from_utf8_lossy(&shown[..shown.len().min(LONGEST_SHOWN)]).into_owned();
        if shown.len() > LONGEST_SHOWN {
            text += "...";
        }
        (line, text)
    }

    /// How far frame `at` has been read.
    pub fn position_of(&self, at: usize) -> usize {
        if at + 1 == self.frames.len() { self.pos } else { self.frames[at].pos }
    }

    /// The texts being read, outermost first.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Sets the trail number of the top text.
    pub fn set_trail(&mut self, trail: u32) {
        self.trail = trail;
    }

    /// File and position of the innermost file being read.
    pub fn file_position(&self) -> (FileId, usize) {
        for (at, frame) in self.frames.iter().enumerate().rev() {
            if let Kind::File(id) = frame.kind {
                let pos = if at + 1 == self.frames.len() { self.pos } else { frame.pos };
                let back = usize::from(at + 1 == self.frames.len() && self.again);
                return (id, pos.saturating_sub(back));
            }
        }
        (FileId(0), 0)
    }

    /// The name of the file being read.
    pub fn file_name<'s>(&self, sources: &'s Sources) -> Option<&'s str> {
        let (file, _) = self.file_position();
        Some(sources.get(file).name.as_str())
    }

    /// Skips to the next CR or other end of line, which is delivered again: for comments.
    #[inline]
    pub fn skip_to_cr(&mut self) -> Reading<()> {
        loop {
            if !self.again && self.pos < self.fast {
                let rest = &self.text[self.pos..];
                let n = rest.iter().position(|c| *c == CR || *c >= SLOT).unwrap_or(rest.len());
                self.pos += n;
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
        let is_part = |c: &u8| crate::chars::squoze_code(*c, true) != 0;
        let end = text[name..].iter().position(|c| !is_part(c)).map_or(text.len(), |n| name + n);
        if name > start && Squoze::from_bytes(&text[name..end]) == tag {
            return Some((end + 1).min(text.len()));
        }
        at = start;
    }
    None
}

impl Irp {
    /// The dummies of the next pass, or `None` when all lists are exhausted.
    pub fn advance(&mut self) -> Option<Arguments> {
        if self.lists.iter().zip(&self.at).all(|(list, at)| self.is_exhausted(list, *at)) {
            return None;
        }
        let mut dummies: Vec<Rc<[u8]>> = Vec::with_capacity(2 * self.lists.len());
        for (list, at) in self.lists.iter().zip(&mut self.at) {
            let (element, second, next) = self.kind.take(list, *at, self.fold);
            *at = next;
            dummies.push(element.into());
            dummies.push(second.into());
        }
        Some(dummies.into())
    }

    fn is_exhausted(&self, list: &[u8], at: usize) -> bool {
        match self.kind {
            IrpKind::Symbols => {
                let part = |c: &u8| *c == b'!' || crate::chars::squoze_code(*c, self.fold) != 0;
                at >= list.len() || !list[at..].iter().any(part)
            }
            IrpKind::Lines => at >= list.len() || list[at..].iter().all(|c| matches!(c, b'\r' | b'\n')),
            // One past the end: a separator was the last character.
            _ => at >= list.len(),
        }
    }
}

impl IrpKind {
    /// The element of `list` at `at`, what the second dummy gets, and where the next one begins.
    fn take(self, list: &[u8], at: usize, fold: bool) -> (Vec<u8>, Vec<u8>, usize) {
        if at >= list.len() {
            return (Vec::new(), Vec::new(), at);
        }
        let rest = &list[at..];
        match self {
            IrpKind::Characters => (vec![rest[0]], rest[1..].to_vec(), at + 1),
            IrpKind::Groups(n) => {
                let n = n.clamp(1, rest.len());
                (rest[..n].to_vec(), rest[n..].to_vec(), at + n)
            }
            IrpKind::Symbols => {
                let part = |c: &u8| *c == b'!' || crate::chars::squoze_code(*c, fold) != 0;
                let start = rest.iter().position(part).unwrap_or(rest.len());
                let end = rest[start..].iter().position(|c| !part(c));
                let end = end.map_or(rest.len(), |n| start + n);
                let delimiter = rest.get(end).map_or(Vec::new(), |c| vec![*c]);
                (rest[start..end].to_vec(), delimiter, (at + end + 1).min(list.len()))
            }
            IrpKind::Lines => {
                let start = rest.iter().position(|c| !matches!(c, b'\r' | b'\n')).unwrap_or(0);
                let end = rest[start..].iter().position(|c| matches!(c, b'\r' | b'\n'));
                let end = end.map_or(rest.len(), |n| start + n);
                let line = &rest[start..end];
                let split = line.iter().position(|c| *c == b';').unwrap_or(line.len());
                let second = line.get(split + 1..).unwrap_or(&[]).to_vec();
                (line[..split].to_vec(), second, at + end)
            }
            IrpKind::Elements => {
                let mut depth = 0usize;
                let mut element = Vec::new();
                let mut n = 0;
                while n < rest.len() {
                    let c = rest[n];
                    n += 1;
                    match c {
                        b'[' => {
                            depth += 1;
                            if depth > 1 {
                                element.push(c);
                            }
                        }
                        b']' if depth > 0 => {
                            depth -= 1;
                            if depth > 0 {
                                element.push(c);
                            }
                        }
                        b',' | LF if depth == 0 => break,
                        CR if depth == 0 => {}
                        _ => element.push(c),
                    }
                }
                (element, rest[n..].to_vec(), at + n)
            }
        }
    }
}
