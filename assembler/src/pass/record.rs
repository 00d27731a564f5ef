//! What the listing, the cross-reference and the source map must know of the source while it is read.

use super::Assembler;
use crate::input::{Kind, LineText};
use crate::source::FileId;
use crate::state::collector::ListingLine;
use crate::symbol::SymbolId;
use emulator::address::Address;
use emulator::symbols as file;

impl Assembler<'_> {
    /// Begins the listing of a pass. That of pass 1 is only read if there is no other pass: it has the lines
    /// of files and not of expansions, which may be without end, and no words.
    pub(crate) fn begin_listing(&mut self) {
        let on = self.options.listing;
        self.input.set_capture(on);
        self.collector.listing_on = on;
        self.collector.lines.clear();
        self.collector.pending = ListingLine::default();
        self.collector.without_text = false;
        self.collector.lines_hidden = false;
        self.collector.uses_hidden = false;
        self.collector.reported = self.messages.all.len();
    }

    /// Moves the complete lines read so far to the listing: a statement begins.
    pub(crate) fn list_lines(&mut self) {
        let lines = self.input.capture.take(false);
        // The words of a statement whose line has been listed have no text.
        if !lines.is_empty() || self.collector.without_text {
            self.list(lines);
        }
        self.collector.without_text = self.input.is_line_listed();
    }

    /// Moves everything to the listing at the end.
    pub(crate) fn list_rest(&mut self) {
        let lines = self.input.capture.take(true);
        self.list(lines);
    }

    fn list(&mut self, lines: Vec<LineText>) {
        let collector = &mut self.collector;
        let mut pending = std::mem::take(&mut collector.pending);
        for diagnostic in &self.messages.all[collector.reported..] {
            pending.messages.push(format!("{} {}", diagnostic.code, diagnostic.message));
        }
        collector.reported = self.messages.all.len();
        let worded = !pending.words.is_empty() && !collector.lines_hidden;
        if lines.is_empty() && (worded || !pending.messages.is_empty()) {
            collector.lines.push(std::mem::take(&mut pending));
        }
        // A label stands on the first line that is not blank, what was assembled on the last.
        let labelled = lines.iter().position(|line| !line.text.is_empty());
        let carrier = lines.iter().rposition(|line| !line.text.is_empty()).unwrap_or(0);
        for (at, line) in lines.into_iter().enumerate() {
            let location = if Some(at) == labelled { pending.location.take() } else { None };
            let entry = if at == carrier { std::mem::take(&mut pending) } else { ListingLine::default() };
            let LineText { text, expanded, place } = line;
            let entry = ListingLine { text, expanded, place, location, ..entry };
            let of_interest = !collector.lines_hidden && (self.pass == 2 || !entry.expanded);
            if of_interest || !entry.messages.is_empty() {
                collector.lines.push(entry);
            }
        }
    }

    /// Remembers for the cross-reference that a symbol is used here.
    pub(crate) fn note_reference(&mut self, id: SymbolId) {
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
                    if let Some((file, line)) = self.macros.all[*index as usize].origin {
                        let end = frame.text.before(pos.saturating_sub(1));
                        return (file, line + frame.lines_before(end));
                    }
                }
                _ => {}
            }
        }
        (FileId(0), 1)
    }

    /// Remembers where the text just pushed was called, for the source map.
    pub(crate) fn note_trail(&mut self) {
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
        let place = file::SourceLine { file, line: line as u32 };
        self.collector.steps.push((self.input.trail, name, place));
        self.input.set_trail(self.collector.steps.len() as u32);
    }

    /// Records where the word about to be put out comes from.
    pub(crate) fn map_word(&mut self) {
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
        let place = file::SourceLine { file, line: line as u32 };
        let origin = file::Origin { place, trail };
        self.collector.origins.set_origin(Address::new(self.location.counter()), origin);
    }
}
