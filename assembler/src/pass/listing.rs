//! Collects the listing and the cross-reference while the source is read.

use super::Assembler;
use crate::state::listing::Counts;
use crate::symbol::SymbolId;

impl Assembler<'_> {
    pub(crate) fn begin_listing(&mut self) {
        let on = self.options.listing;
        self.input.unlisted.on = on;
        self.listing.begin_pass(on, self.counts());
        self.collector.uses_hidden = false;
    }

    /// Lists the complete lines that have been read. Called at the beginning of a statement.
    pub(crate) fn list_lines(&mut self) {
        self.input.keep_read();
        self.list(false);
        self.listing.without_text = self.input.is_line_listed();
    }

    /// Lists everything not yet listed. Called at the end of a pass.
    pub(crate) fn list_rest(&mut self) {
        self.input.keep_read();
        self.list(true);
    }

    fn list(&mut self, all: bool) {
        let now = self.counts();
        let mut lines = std::mem::take(&mut self.listing.read);
        let kept = self.listing.expansions.len();
        self.input.unlisted.take(all, &self.sources, &mut self.listing.expansions, &mut lines);
        // If the line of a statement is already listed, the words of the statement are listed without text.
        if !lines.is_empty() || self.listing.without_text || all {
            // On pass 1, lines of expansions are listed only if they have messages, because an expansion may
            // be endless.
            self.listing.list(&lines, self.pass == 2, kept, now);
        }
        lines.clear();
        self.listing.read = lines;
    }

    fn counts(&self) -> Counts {
        let Assembler { collector, messages, .. } = self;
        Counts { items: collector.items.len(), words: collector.count, messages: messages.all.len() }
    }

    /// Records a use of the symbol here for the cross-reference.
    pub(crate) fn note_reference(&mut self, id: SymbolId) {
        if self.options.cross_reference && self.pass == 2 && !self.collector.uses_hidden {
            let span = self.input.span();
            self.collector.uses.push((id, span));
        }
    }
}
