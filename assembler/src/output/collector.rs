//! Collects what the second pass puts out.

use crate::input::{self, Kind};
use crate::pass::Assembler;
use crate::source::{FileId, Spot};
use crate::symbol::{Squoze, SymbolId};
use crate::value::Value;
use emulator::address::Address;
use emulator::symbols as file;
use emulator::word::Word;
use std::collections::HashSet;

/// An output format of the period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The loader and simple blocks.
    Sblk,
    /// Pairs of an instruction and a word.
    Rim,
    /// The PDP-10's read-in format with its loader, then simple blocks.
    Rim10,
    /// Four words for each storage word.
    Rim1,
}

/// One thing put out, in order.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// A word at an address.
    Word(u32, Word),
    /// A word that the loader must complete.
    Linked(u32, Box<Value>),
    /// The location is relocatable 0 again, but the block goes on: RELOCATABLE in the stand-alone assemblers.
    CountedAnew,
    /// The current block ends; the location is absolute or relocated from here on.
    Break,
    /// A word put out as it is.
    Raw(Word),
    /// The SBLK loader.
    Loader,
    /// The output begins in a format.
    Begin(Format),
    /// What follows is put out in a format.
    Select(Format),
    /// A symbol is defined of which the loader must know.
    Defined(Definition),
    /// A symbol is defined that only the loader will know: as the location, or by an equal sign as `value`.
    Deferred(Deferral),
    /// The loader is told of this location, or of that of the block before, even if no words follow.
    Place(Option<u32>),
    /// The offset of a program for no loader, of which assembler C makes a stray block.
    Offset(u32, Word),
    /// A library request: names with the flags of the alternatives.
    Library(u32, Vec<(Squoze, u32)>),
    /// A request for one library program, at a location.
    Request(u32, Squoze),
    /// A symbol that the loader has met as a local one is global.
    MadeGlobal { location: u32, id: SymbolId },
    /// The chains of references are to be filled now.
    Links(u32),
    /// A constants area is at the location, where only the loader knows.
    DeferredArea { location: u32, area: u32 },
    /// Where a constants area of a one-pass program is.
    Area { location: u32, area: u32, value: Word, relocation: Word },
    /// What follows is loaded if these names are there: a loading conditional.
    Presence { location: u32, names: Vec<(Squoze, u32)> },
    /// A loading conditional ends.
    EndCondition,
    /// A command to the loader with values; of a loading conditional the flags are the condition.
    Command { command: Command, flags: u8, values: Vec<Value> },
}

/// What the loader is told of a symbol.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub location: u32,
    pub id: SymbolId,
    pub value: Word,
    pub relocation: Word,
    /// It stands left of an equal sign.
    pub assigned: bool,
    pub half_killed: bool,
}

/// What the loader is to make of a symbol.
#[derive(Clone, Debug)]
pub(crate) struct Deferral {
    pub location: u32,
    pub id: SymbolId,
    /// The value, if it is not the location.
    pub value: Option<Box<Value>>,
    pub half_killed: bool,
}

/// A command to the loader, by its number: the address of a block of type 1 (MIDAS reference, section 8.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// The location is the value, which depends on global symbols.
    Location = 2,
    /// The location is the value, and no longer virtual.
    KnownLocation = 4,
    /// What follows is loaded if the value is as the flags say.
    Condition = 5,
    /// The offset is the value.
    Offset = 6,
    /// An instruction is to be executed: the three values of `.LOP`.
    Execute = 7,
}

/// Marks a relocatable location.
pub(crate) const RELOCATED: u32 = 1 << 31;

impl Item {
    /// The storage word, if it is one.
    pub fn word(&self) -> Word {
        match self {
            Item::Word(_, word) => *word,
            Item::Linked(_, value) => value.word,
            _ => Word::ZERO,
        }
    }
}

/// A line of the listing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    pub text: String,
    /// Whether it came from an expansion.
    pub expanded: bool,
    /// Location, word, relocation of the words assembled from it.
    pub words: Vec<(u32, Value)>,
    /// The value of an assignment on it.
    pub value: Option<Word>,
    /// The location of the first label on it.
    pub location: Option<u32>,
    /// The messages about it.
    pub messages: Vec<String>,
}

/// Everything collected.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    pub items: Vec<Item>,
    pub start: Option<Value>,
    pub format: Option<Format>,
    pub no_symbols: bool,
    /// RELOCATABLE, or what else tells whether words are relocatable, has been met on this pass.
    pub relocatable: bool,
    pub complete: bool,
    pub title: String,
    pub listing_on: bool,
    /// `.LSTOF`: lines are not listed but for those with messages.
    pub lines_hidden: bool,
    /// For the cross-reference: where symbols are used.
    pub uses: Vec<(SymbolId, Spot)>,
    /// `.CRFOF`: uses are not noted.
    pub uses_hidden: bool,
    /// `.XCREF`: what is left out of the cross-reference.
    pub unreferenced: HashSet<SymbolId>,
    pub lines: Vec<Line>,
    pending: Line,
    /// Whether the line of the statement being read has been listed.
    without_text: bool,
    reported: usize,
    pub origins: file::Symbols,
    /// The steps of trails: the step around it, its name, its call.
    steps: Vec<(u32, String, file::Place)>,
    /// The location after the last variables of pass 1, tagged.
    pub pass_1_end: u32,
    /// The location at the end, tagged.
    pub end_location: u32,
}

impl Collector {
    /// A word at a location.
    pub fn word(&mut self, location: u32, relocated: bool, value: Value) {
        if self.listing_on {
            self.pending.words.push((location, value.clone()));
        }
        let location = if relocated { location | RELOCATED } else { location };
        self.items.push(if value.is_plain() {
            Item::Word(location, value.word)
        } else {
            Item::Linked(location, Box::new(value))
        });
    }

    pub fn end_block(&mut self) {
        if !matches!(self.items.last(), None | Some(Item::Break)) {
            self.items.push(Item::Break);
        }
    }

    pub fn raw(&mut self, word: Word) {
        self.end_block();
        self.items.push(Item::Raw(word));
    }

    pub fn loader(&mut self) {
        self.items.push(Item::Loader);
    }

    /// The output begins, in the format that is chosen.
    pub fn begin_output(&mut self) {
        self.items.push(Item::Begin(self.format.unwrap_or(Format::Sblk)));
    }

    pub fn select(&mut self, format: Format, pass: u8) {
        self.format = Some(format);
        if pass == 2 {
            self.items.push(Item::Select(format));
        }
    }

    pub fn offset(&mut self, location: u32, value: Word) {
        self.end_block();
        self.items.push(Item::Offset(location, value));
    }

    pub fn place(&mut self, location: Option<u32>) {
        self.items.push(Item::Place(location));
    }

    /// A label or, on pass 1, a word stands on the line, at `location`.
    pub fn note_location(&mut self, location: u32) {
        self.pending.location.get_or_insert(location);
    }

    /// An assignment stands on the line.
    pub fn note_value(&mut self, value: Word) {
        self.pending.value = Some(value);
    }
}

impl Assembler<'_> {
    /// Begins the listing of a pass. That of pass 1 is only read if there is no other pass: it has the lines of
    /// files and not of expansions, which may be without end, and no words.
    pub fn begin_listing(&mut self) {
        let on = self.options.listing;
        self.input.set_capture(on);
        self.collector.listing_on = on;
        self.collector.lines.clear();
        self.collector.pending = Line::default();
        self.collector.without_text = false;
        self.collector.lines_hidden = false;
        self.collector.uses_hidden = false;
        self.collector.reported = self.diagnostics.len();
    }

    /// Moves the complete lines read so far to the listing: a statement begins.
    pub fn list_lines(&mut self) {
        let lines = self.input.capture.take(false);
        // The words of a statement whose line has been listed have no text.
        if !lines.is_empty() || self.collector.without_text {
            self.list(lines);
        }
        self.collector.without_text = self.input.is_line_listed();
    }

    /// Moves everything to the listing at the end.
    pub fn list_rest(&mut self) {
        let lines = self.input.capture.take(true);
        self.list(lines);
    }

    fn list(&mut self, lines: Vec<input::Line>) {
        let collector = &mut self.collector;
        let mut pending = std::mem::take(&mut collector.pending);
        for diagnostic in &self.diagnostics[collector.reported..] {
            pending.messages.push(format!("{} {}", diagnostic.code, diagnostic.message));
        }
        collector.reported = self.diagnostics.len();
        let worded = !pending.words.is_empty() && !collector.lines_hidden;
        if lines.is_empty() && (worded || !pending.messages.is_empty()) {
            collector.lines.push(std::mem::take(&mut pending));
        }
        // A label stands on the first line that is not blank, what was assembled on the last.
        let labelled = lines.iter().position(|line| !line.text.is_empty());
        let carrier = lines.iter().rposition(|line| !line.text.is_empty()).unwrap_or(0);
        for (at, line) in lines.into_iter().enumerate() {
            let location = if Some(at) == labelled { pending.location.take() } else { None };
            let entry = if at == carrier { std::mem::take(&mut pending) } else { Line::default() };
            let entry = Line { text: line.text, expanded: line.expanded, location, ..entry };
            let of_interest = !collector.lines_hidden && (self.pass == 2 || !entry.expanded);
            if of_interest || !entry.messages.is_empty() {
                collector.lines.push(entry);
            }
        }
    }

    /// Remembers for the cross-reference that a symbol is used here.
    pub fn note_reference(&mut self, id: SymbolId) {
        if self.options.cross_reference && self.pass == 2 && !self.collector.uses_hidden {
            let spot = self.input.spot();
            self.collector.uses.push((id, spot));
        }
    }

    /// The place in a file of what frame `at` is reading.
    fn frame_place(&self, at: usize) -> (FileId, usize) {
        let frames = self.input.frames();
        for (n, frame) in frames[..=at].iter().enumerate().rev() {
            let pos = self.input.position_of(n);
            match &frame.kind {
                Kind::File(id) => {
                    let pos = pos.saturating_sub(1);
                    let line = self.sources.get(*id).line_of(pos.min(self.sources.get(*id).text.len()));
                    return (*id, line);
                }
                Kind::Macro { index, .. } => {
                    if let Some((file, line)) = self.macros[*index as usize].origin {
                        let end = pos.saturating_sub(1).min(frame.text.len());
                        let lines = frame.text[..end].iter().filter(|c| **c == b'\n').count();
                        return (file, line + lines);
                    }
                }
                _ => {}
            }
        }
        (FileId(0), 1)
    }

    /// Remembers where the text just pushed was called, for the source map.
    pub fn note_trail(&mut self) {
        if self.pass == 1 || !self.options.source_map {
            return;
        }
        let top = self.input.frames().len() - 1;
        let name = match &self.input.frames()[top].kind {
            Kind::Macro { name, .. } => name.to_string(),
            Kind::Repeat { .. } => "REPEAT".to_owned(),
            Kind::Irp(_) => "IRP".to_owned(),
            _ => return,
        };
        let (id, line) = self.frame_place(top - 1);
        let file = self.collector.origins.file(&self.sources.get(id).name);
        let place = file::Place { file, line: line as u32 };
        self.collector.steps.push((self.input.trail, name, place));
        self.input.set_trail(self.collector.steps.len() as u32);
    }

    /// Records where the word about to be put out comes from.
    pub fn map_word(&mut self) {
        let top = self.input.frames().len().saturating_sub(1);
        let (id, line) = self.frame_place(top);
        let file = self.collector.origins.file(&self.sources.get(id).name);
        let mut trail = Vec::new();
        let mut at = self.input.trail;
        while at > 0 && trail.len() < 64 {
            let (outer, name, call) = &self.collector.steps[at as usize - 1];
            trail.push(file::Expansion { name: name.clone(), call: *call });
            at = *outer;
        }
        let place = file::Place { file, line: line as u32 };
        let origin = file::Origin { place, trail };
        self.collector.origins.set_origin(Address::new(self.location), origin);
    }
}
