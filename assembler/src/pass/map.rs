//! Builds the source map while the source is read.

use super::Assembler;
use crate::input::TextKind;
use crate::source::FileId;
use crate::symbol::Squoze;

impl Assembler<'_> {
    /// Returns the file and line being read in text number `at` of the stack. For a macro defined in a file,
    /// this is a line of its definition.
    fn place_of(&self, at: usize) -> (FileId, usize) {
        let frames = self.input.frames();
        for (n, frame) in frames[..=at].iter().enumerate().rev() {
            let read = self.input.position_of(n).saturating_sub(1);
            match &frame.kind {
                TextKind::File(id) => return (*id, self.sources.get(*id).line_of(read)),
                TextKind::Macro { index, .. } => {
                    if let Some((file, line)) = self.macros.all[*index as usize].origin {
                        return (file, line + frame.lines_before(frame.text.before(read)));
                    }
                }
                _ => {}
            }
        }
        (FileId(0), 1)
    }

    /// Enters the expansion just pushed into the source map.
    pub(crate) fn note_trail(&mut self) {
        if self.pass == 1 || !self.options.source_map {
            return;
        }
        let top = self.input.frames().len() - 1;
        let name = match &self.input.frames()[top].kind {
            TextKind::Macro { name, .. } => *name,
            TextKind::Repeat { .. } => Squoze::from_bytes(b"REPEAT"),
            TextKind::Irp(_) => Squoze::from_bytes(b"IRP"),
            _ => return,
        };
        let call = self.place_of(top - 1);
        self.input.trail = self.source_map.add_expansion(self.input.trail, name, call);
    }

    /// Records the place of the word that is about to be stored.
    pub(crate) fn map_word(&mut self) {
        let place = self.place_of(self.input.frames().len().saturating_sub(1));
        self.source_map.add_word(self.location.counter(), place, self.input.trail);
    }
}
