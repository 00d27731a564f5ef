//! The body of a macro taken apart: what its statements are, and what is to be added up for them.

use crate::input::IrpKind;
use crate::pseudo::Condition;
use crate::symbol::{Squoze, SymbolId, Symbols};
use emulator::word::Word;
use std::ops::Range;

/// A body taken apart.
#[derive(Debug, Default)]
pub(crate) struct Prepared {
    pub meanings: Meanings,
    pub steps: Vec<Step>,
    pub terms: Vec<Term>,
    /// The slots in texts that conditionals pass over.
    pub passed: Vec<u8>,
    /// Lists of loops that are no arguments.
    pub lists: Vec<Box<[u8]>>,
    /// The last character of the body.
    pub last: u8,
    /// How many texts, the body among them, would be inside each other.
    pub depth: usize,
}

impl Prepared {
    /// Nothing is left but room for another.
    pub(crate) fn clear(&mut self) {
        self.steps.clear();
        self.terms.clear();
        self.passed.clear();
        self.lists.clear();
    }
}

/// What names and numbers depend on that are looked up once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meanings {
    pub changes: u64,
    pub block: u32,
    pub radix: u64,
}

impl Meanings {
    pub(crate) fn now(symbols: &Symbols, radix: u64) -> Meanings {
        Meanings { changes: symbols.changes(), block: symbols.current, radix }
    }
}

/// A statement, or what a line begins with.
#[derive(Debug)]
pub(crate) struct Step {
    /// The syllable that is read last in it, as a stretch of the whole that its text is a part of.
    pub syllable: (u32, u32),
    pub what: What,
}

#[derive(Debug)]
pub(crate) enum What {
    /// A comment, or not even that.
    Nothing,
    Word(Fields),
    /// A conditional that compares a number with 0. The rest of its line is so many `steps`, which are passed over if it
    /// is false, and with them the slots in `passed`.
    Condition {
        condition: Condition,
        number: Sum,
        steps: u32,
        passed: Range<u32>,
    },
    /// A REPEAT of so many steps, the text of which is so long.
    Repeat {
        count: Sum,
        steps: u32,
        length: u32,
    },
    Loop(Loop),
}

/// A word: what is known of its fields, and what is to be added.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    pub known: [Word; Field::COUNT],
    pub terms: Range<u32>,
    pub indirect: bool,
}

/// A sum: what is known of it, and what is to be added.
#[derive(Debug, Default)]
pub(crate) struct Sum {
    pub known: Word,
    pub terms: Range<u32>,
}

/// A loop over a list.
#[derive(Debug)]
pub(crate) struct Loop {
    pub kind: IrpKind,
    pub list: List,
    /// Whether the second dummy has a name.
    pub second: bool,
    /// The TERMIN.
    pub end: SymbolId,
    pub steps: u32,
    /// How long its body is.
    pub length: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum List {
    /// An argument.
    Slot(u8),
    /// A text: its number.
    Text(u32),
}

/// The field of a word to which something belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Operation,
    Accumulator,
    Address,
    Index,
}

impl Field {
    pub(crate) const COUNT: usize = 4;
}

/// A name or dummy in a sum.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub operand: Operand,
    pub field: Field,
    pub negative: bool,
    /// Whether it stands behind an operator.
    pub in_expression: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Operand {
    /// A name that has one entry.
    Entry(SymbolId),
    /// A name that is to be looked up.
    Name(Squoze),
    Slot(u8),
}
