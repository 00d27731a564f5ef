//! The last label. The original assemblers gave places in the program as a distance from it.

use super::Assembler;
use crate::symbol::Squoze;
use emulator::word::Word;

#[derive(Clone, Copy, Debug, Default)]
struct Tag {
    name: Squoze,
    value: Word,
}

/// The last two labels of the pass.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tags {
    last: Tag,
    before: Tag,
}

impl Tags {
    /// Returns the name of the last label, or the null name if there was no label since the location was set.
    pub(crate) fn name(&self) -> Squoze {
        self.last.name
    }

    /// Records a label that was read, even if it is not valid.
    pub(crate) fn push(&mut self, name: Squoze, value: Word) {
        self.before = self.last;
        self.last = Tag { name, value };
    }

    /// Drops the last label if it is `name`, about which there was a message; places are then given by the
    /// previous label.
    pub(crate) fn distrust(&mut self, name: Squoze) {
        if self.last.name == name {
            self.last = self.before;
        }
    }

    /// Drops the last label because the location has been set, so that a distance from it is meaningless.
    pub(crate) fn forget(&mut self) {
        self.last = Tag::default();
    }
}

impl Assembler<'_> {
    /// Returns the location as a distance from the last label, such as `FOO+3`; empty if there was no label
    /// since the location was set.
    pub(super) fn place_by_tag(&self) -> String {
        let Tag { name, value } = self.tags.last;
        if name == Squoze::default() {
            return String::new();
        }
        let distance = Word::new(u64::from(self.location.counter())).wrapping_sub(value).right();
        if distance == 0 { name.to_string() } else { format!("{name}+{distance:o}") }
    }
}
