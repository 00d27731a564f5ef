//! A text that is obeyed without being put in front of the input, and what it leaves behind.

use super::{Input, Mark, Text};
use emulator::word::Word;

/// What a text would have left behind.
#[derive(Clone, Debug)]
pub(crate) struct PassedText {
    /// What counts as expansions.
    pub expanded: u64,
    /// How much may.
    most: u64,
    pub repeat_count: Word,
    pub irp_count: Word,
    /// The syllable read last: how many texts were inside each other, and where it stood in the innermost.
    mark: (usize, (u32, u32)),
    last: u8,
}

impl PassedText {
    /// A syllable is read in a text that is so deep inside others.
    #[inline(always)]
    pub(crate) fn syllable(&mut self, depth: usize, place: (u32, u32)) {
        self.mark = (depth, place);
    }

    /// Whether no more counts as expansions than may.
    #[inline]
    pub(crate) fn is_short(&self) -> bool {
        self.expanded <= self.most
    }
}

impl Input {
    /// Begins a text that counts so much as an expansion, and the last character of which is `last`.
    #[inline]
    pub(crate) fn pass_text(&self, expanded: u64, last: u8) -> PassedText {
        PassedText {
            expanded,
            most: self.max_expanded.saturating_sub(self.expanded),
            repeat_count: self.repeat_count,
            irp_count: self.irp_count,
            mark: (0, (0, 0)),
            last,
        }
    }

    /// Whether so many texts more can be inside each other, with an argument in the innermost.
    #[inline]
    pub(crate) fn has_room_for(&self, depth: usize) -> bool {
        self.frames.len() + depth < self.max_depth
    }

    /// Leaves everything as the text would have left it.
    #[inline]
    pub(crate) fn leave_passed(&mut self, passed: &PassedText) {
        self.expanded += passed.expanded;
        self.repeat_count = passed.repeat_count;
        self.irp_count = passed.irp_count;
        let (depth, (start, end)) = passed.mark;
        self.mark = Mark::at(self.frames.len() + depth, start as usize..end as usize);
        if !self.again {
            self.last = passed.last;
        }
    }

    /// A list of arguments is not needed any more.
    pub(crate) fn spare_arguments(&mut self, mut arguments: Vec<Text>) {
        arguments.clear();
        self.spare.push(arguments);
    }
}
