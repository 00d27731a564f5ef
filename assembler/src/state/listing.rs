//! The lines of the listing, as positions in the files. `output/listing.rs` produces the text at the end.

use crate::input::ReadLine;
use crate::source::FileId;
use emulator::word::Word;
use std::ops::Range;

#[derive(Clone, Debug)]
pub(crate) struct ListedLine {
    text: u32,
    start: u32,
    end: u32,
    /// The range of output items that contains the words assembled from the line.
    items: (u32, u32),
}

/// In the field `text` of a line: its characters are in [`Listing::expansions`], not in a file.
const EXPANDED: u32 = u32::MAX;
/// In the field `text` of a line: it has no characters.
const NO_TEXT: u32 = u32::MAX - 1;

pub(crate) enum LineText {
    None,
    File(FileId, Range<usize>),
    Expanded(Range<usize>),
}

impl ListedLine {
    pub(crate) fn text(&self) -> LineText {
        let range = self.start as usize..self.end as usize;
        match self.text {
            NO_TEXT => LineText::None,
            EXPANDED => LineText::Expanded(range),
            file => LineText::File(FileId(file), range),
        }
    }

    pub(crate) fn items(&self) -> Range<usize> {
        self.items.0 as usize..self.items.1 as usize
    }
}

/// The data for the next line of the listing.
#[derive(Debug, Default)]
struct NextLine {
    /// The numbers of output items, words and messages that belong to earlier lines.
    since: Counts,
    value: Option<Word>,
    location: Option<u32>,
}

/// The current numbers of output items, words and messages.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub items: usize,
    pub words: usize,
    pub messages: usize,
}

#[derive(Debug, Default)]
pub(crate) struct Listing {
    pub on: bool,
    /// Whether `.LSTOF` is in effect, so that only lines with messages are listed.
    pub hidden: bool,
    pub lines: Vec<ListedLine>,
    /// The characters of lines produced by expansions.
    pub expansions: Vec<u8>,
    /// The values of assignments, with the indices of the lines.
    pub values: Vec<(usize, Word)>,
    /// The locations of labels on lines without words and, on pass 1, of words, with the indices of the
    /// lines.
    pub locations: Vec<(usize, u32)>,
    pub messages: Vec<(usize, Range<usize>)>,
    pending: NextLine,
    /// A buffer for the lines about to be listed.
    pub read: Vec<ReadLine>,
    /// Whether the line of the current statement is already in the listing.
    pub without_text: bool,
}

impl Listing {
    /// Begins a pass. The listing of pass 1 is used only if pass 2 does not take place.
    pub(crate) fn begin_pass(&mut self, on: bool, now: Counts) {
        let mut lines = std::mem::take(&mut self.lines);
        lines.clear();
        *self = Listing { on, lines, ..Listing::default() };
        self.pending = NextLine { since: now, ..NextLine::default() };
    }

    /// Records that the next line has a label or, on pass 1, a word at `location`.
    pub(crate) fn note_location(&mut self, location: u32) {
        self.pending.location.get_or_insert(location);
    }

    /// Records that the next line assigns `value`.
    pub(crate) fn note_value(&mut self, value: Word) {
        self.pending.value = Some(value);
    }

    /// Lists `lines` with the labels, values, words and messages since the previous call. Unless
    /// `with_expansions`, lines of expansions are listed only if they have messages. Their characters begin
    /// at `kept` in `expansions`.
    pub(crate) fn list(&mut self, lines: &[ReadLine], with_expansions: bool, kept: usize, now: Counts) {
        let mut pending =
            std::mem::replace(&mut self.pending, NextLine { since: now, ..NextLine::default() });
        let has_words = now.words > pending.since.words && !self.hidden;
        let has_messages = now.messages > pending.since.messages;
        let bare = ListedLine { text: NO_TEXT, start: 0, end: 0, items: (0, 0) };
        if lines.is_empty() && (has_words || has_messages) {
            self.push(bare, pending.location, &pending, now);
            return;
        }
        // A label's location is listed on the first nonblank line, everything else on the last one.
        let mut location = pending.location.take();
        let first = self.lines.len();
        let carrier = lines.iter().rposition(|line| !line.is_empty()).unwrap_or(0);
        for (at, read) in lines.iter().enumerate() {
            let here = if read.is_empty() { None } else { location.take() };
            let line = ListedLine {
                text: read.file.map_or(EXPANDED, |file| file.0),
                start: read.start as u32,
                end: read.end as u32,
                ..bare
            };
            let of_interest = !self.hidden && (with_expansions || read.file.is_some());
            if at == carrier && (of_interest || has_messages) {
                self.push(line, here, &pending, now);
            } else if of_interest {
                self.locations.extend(here.map(|at| (self.lines.len(), at)));
                self.lines.push(line);
            }
        }
        if self.lines[first..].iter().all(|line| line.text != EXPANDED) {
            self.expansions.truncate(kept);
        }
    }

    /// Adds a line at `location` with the pending data.
    fn push(&mut self, line: ListedLine, location: Option<u32>, pending: &NextLine, now: Counts) {
        let number = self.lines.len();
        let without_words = now.words == pending.since.words;
        self.locations.extend(location.filter(|_| without_words).map(|at| (number, at)));
        self.values.extend(pending.value.map(|value| (number, value)));
        if now.messages > pending.since.messages {
            self.messages.push((number, pending.since.messages..now.messages));
        }
        self.lines.push(ListedLine { items: (pending.since.items as u32, now.items as u32), ..line });
    }
}
