//! Collects the output of an assembly.

use crate::source::Span;
use crate::symbol::{Squoze, SymbolId};
use crate::value::Value;
use emulator::word::Word;
use std::collections::HashSet;

/// An output format of the original assemblers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The SBLK loader, then simple blocks: each has a header, words and a checksum.
    Sblk,
    /// For each storage word, the instruction `DATAI PTR,` with its address, then the word.
    Rim,
    /// The PDP-10's read-in format with its loader, then simple blocks.
    Rim10,
    /// For each storage word, four instructions that put its halves into memory.
    Rim1,
}

/// An item of the output. Most items are words, so larger data is boxed.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// A word at an address.
    Word(u32, Word),
    /// A word that the loader must relocate or complete.
    Linked(u32, Box<Value>),
    /// RELOCATABLE in the stand-alone assemblers: the location is relocatable 0 again, but the block
    /// continues.
    CountedAnew,
    /// Ends the current block; a word after it begins another.
    Break,
    /// A word written unchanged, outside any block.
    Raw(Word),
    /// The SBLK loader.
    Loader,
    /// Begins the output in this format.
    Begin(Format),
    /// Selects the format of the next items.
    Select(Format),
    /// The definition of a symbol, for the loader.
    Defined(Box<Definition>),
    /// The definition of a symbol whose value only the loader knows.
    Deferred(Box<Deferral>),
    /// Gives the loader this location even if no words follow. `None` is the location of the previous block.
    Place(Option<u32>),
    /// The location and the offset in an absolute program, for which dialect C writes a stray block.
    Offset(u32, Word),
    /// A library request: names, each with its flag.
    Library(Box<NameList>),
    /// A request for one library program, with the location.
    Request(u32, Squoze),
    /// Makes a symbol global that the loader knows as a local one.
    MadeGlobal { location: u32, id: SymbolId },
    /// Requests that the loader resolve the chains of references to undefined symbols now (`.LNKOT`).
    Links(u32),
    /// Places a constants area at a location that only the loader knows.
    DeferredArea { location: u32, area: u32 },
    /// The place of a constants area of a one-pass program.
    Area(Box<AreaPlace>),
    /// A loading conditional: the next items are loaded if these names are present.
    Presence(Box<NameList>),
    /// Ends a loading conditional.
    EndCondition,
    /// A command to the loader, with its values. The flags are the condition of a loading conditional,
    /// otherwise 0.
    LoaderCommand(Box<Order>),
}

// An item must be small, because a program has about as many items as words.
const _: () = assert!(size_of::<Item>() == 16);

/// Names and the location. Each name has the flag of an alternative or of an excluded name, or 0.
#[derive(Clone, Debug)]
pub(crate) struct NameList {
    pub location: u32,
    pub names: Vec<(Squoze, u32)>,
}

/// The place of a constants area of a one-pass program.
#[derive(Clone, Debug)]
pub(crate) struct AreaPlace {
    pub location: u32,
    pub area: u32,
    pub value: Word,
    pub relocation: Word,
}

/// A command to the loader with its values.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub command: LoaderCommand,
    pub flags: u8,
    pub values: Vec<Value>,
}

/// The definition of a symbol, for the loader.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub location: u32,
    pub id: SymbolId,
    pub value: Word,
    pub relocation: Word,
    /// Whether the loader gets the value marked as assigned by an equal sign.
    pub assigned: bool,
    pub half_killed: bool,
}

/// The definition of a symbol whose value only the loader knows.
#[derive(Clone, Debug)]
pub(crate) struct Deferral {
    pub location: u32,
    pub id: SymbolId,
    /// The right side of an assignment; `None` for a label or variable, whose value is the location.
    pub value: Option<Value>,
    pub half_killed: bool,
}

/// A command to the loader. The number is the address in the header of a block of type 1 (MIDAS reference,
/// section 8.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoaderCommand {
    /// Sets the location to the value, which depends on global symbols.
    Location = 2,
    /// Sets the location to the value and ends the virtual location.
    KnownLocation = 4,
    /// Loads the next items only if the value satisfies the flags.
    Condition = 5,
    /// Sets the offset to the value.
    Offset = 6,
    /// Executes an instruction: the three values of `.LOP`.
    Execute = 7,
}

impl Item {
    /// Returns the storage word, or 0 if the item is of another kind.
    pub(crate) fn word(&self) -> Word {
        match self {
            Item::Word(_, word) => *word,
            Item::Linked(_, value) => value.word,
            _ => Word::ZERO,
        }
    }
}

/// Everything collected for the output of an assembly.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    pub items: Vec<Item>,
    pub start: Option<Value>,
    pub format: Option<Format>,
    pub no_symbols: bool,
    pub complete: bool,
    /// The text of the TITLE line.
    pub title: String,
    /// The program's name.
    pub name: Option<Squoze>,
    /// The text printed by the source.
    pub typed: String,
    /// The number of storage words written.
    pub count: usize,
    /// The uses of symbols, for the cross-reference.
    pub uses: Vec<(SymbolId, Span)>,
    /// Whether `.CRFOF` is in effect, so that uses are not recorded.
    pub uses_hidden: bool,
    /// The symbols that `.XCREF` omits from the cross-reference.
    pub unreferenced: HashSet<SymbolId>,
    /// The location after the last variables of pass 1, with the bit `RELOCATED` if it is relocatable.
    pub pass_1_end: u32,
    /// The location at the end of the program, with the bit `RELOCATED` if it is relocatable.
    pub end_location: u32,
}

impl Collector {
    /// Adds a storage word. `location` includes the bit `RELOCATED` if it is relocatable.
    #[inline(always)]
    pub(crate) fn word(&mut self, location: u32, value: Value) {
        self.items.push(if value.is_plain() {
            Item::Word(location, value.word)
        } else {
            Item::Linked(location, Box::new(value))
        });
    }

    pub(crate) fn end_block(&mut self) {
        if !matches!(self.items.last(), None | Some(Item::Break)) {
            self.items.push(Item::Break);
        }
    }
}
