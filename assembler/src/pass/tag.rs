//! The last label. The original assemblers gave places in the program as distances from it.

use super::Assembler;
use crate::symbol::Squoze;
use emulator::word::Word;

#[derive(Clone, Copy, Debug, Default)]
struct Tag {
    name: Squoze,
    value: Word,
}

/// The last label of the pass and the one before it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tags {
    last: Tag,
    before: Tag,
}

impl Tags {
    /// Returns the name of the last label, or the null name.
    pub(crate) fn name(&self) -> Squoze {
        self.last.name
    }

    /// Records a label that has been read, whether or not it is valid.
    pub(crate) fn push(&mut self, name: Squoze, value: Word) {
        self.before = self.last;
        self.last = Tag { name, value };
    }

    /// Records a message about `name`. If that is the last label, the place is given by the label before it.
    pub(crate) fn distrust(&mut self, name: Squoze) {
        if self.last.name == name {
            self.last = self.before;
        }
    }

    /// Forgets the last label, because the location has been set: the distance from the label means nothing
    /// now.
    pub(crate) fn forget(&mut self) {
        self.last = Tag::default();
    }
}

impl Assembler<'_> {
    /// Returns the location as a distance from the last label, such as `FOO+3`; empty without a label.
    pub(super) fn place_by_tag(&self) -> String {
        let Tag { name, value } = self.tags.last;
        if name == Squoze::default() {
            return String::new();
        }
        let distance = Word::new(u64::from(self.location.counter())).wrapping_sub(value).right();
        if distance == 0 { name.to_string() } else { format!("{name}+{distance:o}") }
    }
}
