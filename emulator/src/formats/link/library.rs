//! Conditional loading: programs of a library, and parts of programs.

use super::Linker;
use super::table::NameKey;
use crate::formats::reloc::{Block, kind};
use crate::word::Word;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum SkipState {
    #[default]
    Off,
    /// A program of a library, up to its name.
    Program,
    /// A part of a program, up to its end; holds the number of parts begun inside it.
    Part(u32),
}

impl SkipState {
    pub(super) fn is_on(self) -> bool {
        self != SkipState::Off
    }

    pub(super) fn begin_condition(&mut self) {
        *self = SkipState::Part(0);
    }
}

/// Returns `true` if a value satisfies a condition, numbered as in the opcodes of JUMP.
pub(super) fn holds(condition: u8, value: Word) -> bool {
    let (negative, zero) = (value.is_negative(), value == Word::ZERO);
    match condition & 7 {
        0 => false,
        1 => negative,
        2 => zero,
        3 => negative || zero,
        4 => true,
        5 => !negative,
        6 => !zero,
        _ => !negative && !zero,
    }
}

impl Linker {
    /// Handles a request block, a list of alternatives. Bit 0 marks the first name of every alternative after
    /// the first. An alternative is met if all its names are wanted (for a part of a program: in the table),
    /// except that names with bit 1 on must not be. If no alternative is met, the program or part that
    /// follows is skipped.
    pub(super) fn request(&mut self, block: &Block, is_part: bool) {
        let mut alternatives: Vec<&[Word]> = Vec::new();
        let mut rest = &block.words[..];
        while !rest.is_empty() {
            let end = rest[1..].iter().position(|name| name.bit(0)).map_or(rest.len(), |at| at + 1);
            let (alternative, others) = rest.split_at(end);
            alternatives.push(alternative);
            rest = others;
        }
        let fits = |name: &Word| {
            let key = NameKey::of(*name);
            let found = if is_part { self.table.is_there(key) } else { self.table.is_wanted(key) };
            found != name.bit(1)
        };
        if !alternatives.iter().any(|alternative| alternative.iter().all(fits)) {
            self.skipping = if is_part { SkipState::Part(0) } else { SkipState::Program };
        }
    }

    pub(super) fn skip(&mut self, block: &Block) -> Result<(), String> {
        match (self.skipping, block.kind) {
            // A name without the flag of a global name (bit 3) does not end the program.
            (SkipState::Program, kind::NAME) if block.words.first().is_some_and(|name| name.bit(3)) => {
                self.skipping = SkipState::Off;
            }
            (SkipState::Part(inner), kind::PRESENCE) => self.skipping = SkipState::Part(inner + 1),
            (SkipState::Part(inner), kind::COMMAND) if block.address.get() == 5 => {
                self.skipping = SkipState::Part(inner + 1);
            }
            (SkipState::Part(0), kind::END_CONDITION) => self.skipping = SkipState::Off,
            (SkipState::Part(inner), kind::END_CONDITION) => self.skipping = SkipState::Part(inner - 1),
            _ => {}
        }
        Ok(())
    }
}
