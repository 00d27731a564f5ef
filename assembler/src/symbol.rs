//! Symbols: radix-50 names, the symbol table, and blocks.

use crate::chars::squoze_code;
use crate::pseudo::Row;
use crate::source::Span;
use emulator::word::Word;
use std::fmt;
use strsim::osa_distance;

/// A name of up to six characters in radix 50 (octal), as 32 bits, left-justified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Squoze(pub u32);

/// Number of significant characters of a name.
const KEPT: usize = 6;

impl Squoze {
    /// Encodes the first six characters of `name` that can be in a symbol, and omits all others.
    pub fn new(name: &str) -> Squoze {
        Squoze::from_bytes(name.as_bytes())
    }

    pub(crate) fn from_bytes(name: &[u8]) -> Squoze {
        let codes = name.iter().map(|c| squoze_code(*c, true)).filter(|code| *code != 0);
        let padded = codes.chain(std::iter::repeat(0)).take(KEPT);
        Squoze(padded.fold(0, |name, code| name * 40 + u32::from(code)))
    }

    /// Returns the name at the beginning of `text`, and its length in characters. `codes` has the radix-50
    /// code of each character, or 0 if the character cannot be in a name.
    #[inline(always)]
    pub(crate) fn first_of(text: &[u8], codes: &[u8; 256]) -> (Squoze, usize) {
        let Some((kept, rest)) = text.split_first_chunk::<KEPT>() else {
            return Squoze::of_some(text, codes);
        };
        let (name, length) = Squoze::of_some(kept, codes);
        if length < KEPT {
            return (name, length);
        }
        (name, length + rest.iter().take_while(|c| codes[**c as usize] != 0).count())
    }

    /// Like [`Squoze::first_of`], for a text of at most [`KEPT`] characters.
    #[inline(always)]
    fn of_some(text: &[u8], codes: &[u8; 256]) -> (Squoze, usize) {
        const POWERS: [u32; KEPT + 1] = [0, 102_400_000, 2_560_000, 64_000, 1600, 40, 1];
        let mut name = 0;
        let mut length = 0;
        for c in text {
            let code = codes[*c as usize];
            if code == 0 {
                break;
            }
            name = name * 40 + u32::from(code);
            length += 1;
        }
        (Squoze(name * POWERS[length]), length)
    }

    /// Returns the code right-justified, as `.RSQZ` does.
    pub fn right_justified(self) -> u32 {
        let mut value = self.0;
        while value != 0 && value.is_multiple_of(40) {
            value /= 40;
        }
        value
    }

    /// Returns the name with blanks after it.
    pub(crate) fn letters(self) -> [u8; KEPT] {
        let mut value = self.0;
        let mut letters = [b' '; KEPT];
        for letter in letters.iter_mut().rev() {
            *letter = b" 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ.$%"[(value % 40) as usize];
            value /= 40;
        }
        letters
    }

    /// Returns the 32 bits plus `code` shifted left by 30. If `code` is a multiple of 4, it is in the top
    /// four bits of the word.
    pub fn with_code(self, code: u64) -> Word {
        Word::new((code << 30).wrapping_add(u64::from(self.0)))
    }
}

impl fmt::Display for Squoze {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(std::str::from_utf8(&self.letters()).unwrap_or_default().trim_end())
    }
}

/// The index of a symbol in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SymbolId(pub u32);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Used but not defined.
    #[default]
    Undefined,
    /// A predefined number, such as an instruction or a device.
    Initial,
    /// An I/O instruction, whose accumulator field holds a device.
    InputOutput,
    Pseudo(&'static Row),
    Macro(u32),
    /// `SYM:`
    Label,
    /// `SYM=word`
    Assigned,
    /// `SYM'`, in a variables area.
    Variable {
        area: u32,
    },
}

/// An entry of the symbol table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Symbol {
    pub name: Squoze,
    pub kind: Kind,
    pub value: Word,
    pub relocation: Word,
    pub block: u32,
    /// Whether the debugger must not print values with the symbol (`==`).
    pub half_killed: bool,
    /// Whether the symbol is omitted from the symbol table of the output (`.KILL`).
    pub killed: bool,
    /// Whether the symbol was declared global.
    pub global: bool,
    /// Whether only the loader knows the value, because the symbol was defined inside a loading conditional,
    /// at a virtual location, or by a value that depends on a global symbol.
    pub deferred: bool,
    /// Whether the loader has been given the value.
    pub known_to_loader: bool,
    /// Whether the value must not change (defined with `=:` or `==:`).
    pub fixed: bool,
    /// The pass of the last definition.
    pub defined_on: u8,
    /// The place of the last definition.
    pub span: Option<Span>,
    next: Option<SymbolId>,
}

impl Symbol {
    /// Returns the value of a label or of an assigned or initial symbol, unless the loader changes it.
    #[inline(always)]
    pub(crate) fn number(&self) -> Option<Word> {
        (!self.deferred && self.relocation == Word::ZERO).then_some(self.value)
    }

    /// Returns `true` if the loader supplies the value. This includes global symbols that this program
    /// defines.
    pub(crate) fn is_left_to_loader(&self) -> bool {
        self.global || self.deferred
    }

    /// Returns `true` if the program defined the symbol with a number.
    pub(crate) fn is_user_number(&self) -> bool {
        matches!(self.kind, Kind::Label | Kind::Assigned | Kind::Variable { .. })
    }
}

/// A hash table from each name to its newest entry, with open addressing as in the originals.
#[derive(Clone, Debug)]
struct Names {
    /// Name and index of each entry.
    places: Vec<(u32, u32)>,
    used: usize,
}

/// In place of an index: the position was never used.
const EMPTY: u32 = u32::MAX;
/// In place of an index: the entry was removed.
const REMOVED: u32 = u32::MAX - 1;

impl Names {
    fn new() -> Names {
        Names { places: vec![(0, EMPTY); 1 << 12], used: 0 }
    }

    /// Returns the position of `name` in the table, and the index there: [`EMPTY`] or [`REMOVED`] if the name
    /// is not in the table.
    #[inline(always)]
    fn place(&self, name: Squoze) -> (usize, u32) {
        let mask = self.places.len() - 1;
        // Sixteen successive codes have adjacent positions, mostly in the same cache lines.
        let sixteen = u64::from(name.0 >> 4).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let mut at = (sixteen as usize + (name.0 & 15) as usize) & mask;
        loop {
            let (key, entry) = self.places[at];
            if key == name.0 || entry == EMPTY {
                return (at, entry);
            }
            at = (at + 1) & mask;
        }
    }

    #[inline(always)]
    fn get(&self, name: Squoze) -> Option<SymbolId> {
        let (_, entry) = self.place(name);
        (entry < REMOVED).then_some(SymbolId(entry))
    }

    fn insert(&mut self, name: Squoze, id: SymbolId) {
        if 2 * self.used >= self.places.len() {
            let old = std::mem::take(&mut self.places);
            self.places = vec![(0, EMPTY); 2 * old.len()];
            for (key, entry) in old.into_iter().filter(|(_, entry)| *entry != EMPTY) {
                let (at, _) = self.place(Squoze(key));
                self.places[at] = (key, entry);
            }
        }
        let (at, entry) = self.place(name);
        self.used += usize::from(entry == EMPTY);
        self.places[at] = (name.0, id.0);
    }

    fn remove(&mut self, name: Squoze) {
        let (at, entry) = self.place(name);
        if entry != EMPTY {
            self.places[at].1 = REMOVED;
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub name: Squoze,
    pub father: u32,
    /// The pass and the place of the last `.BEGIN`; `None` if only `BLOCK"SYMBOL"` has named the block.
    pub begun: Option<(u8, Span)>,
}

/// The block of initial symbols.
pub(crate) const INITIAL: u32 = 0;
/// The main block of the program.
pub(crate) const MAIN: u32 = 1;

#[derive(Clone, Debug)]
pub(crate) struct Symbols {
    all: Vec<Symbol>,
    removed: usize,
    heads: Names,
    pub blocks: Vec<Block>,
    pub current: u32,
    /// The blocks that have not ended, with the places of their `.BEGIN`.
    pub begun: Vec<(Squoze, Span)>,
}

impl std::ops::Index<SymbolId> for Symbols {
    type Output = Symbol;
    #[inline]
    fn index(&self, id: SymbolId) -> &Symbol {
        &self.all[id.0 as usize]
    }
}

impl std::ops::IndexMut<SymbolId> for Symbols {
    #[inline]
    fn index_mut(&mut self, id: SymbolId) -> &mut Symbol {
        &mut self.all[id.0 as usize]
    }
}

impl Default for Symbols {
    fn default() -> Symbols {
        Symbols::new()
    }
}

impl Symbols {
    pub(crate) fn new() -> Symbols {
        let block = |name| Block { name: Squoze::new(name), father: INITIAL, begun: None };
        Symbols {
            all: Vec::new(),
            removed: 0,
            heads: Names::new(),
            blocks: vec![block(".INIT"), block(".MAIN")],
            current: MAIN,
            begun: Vec::new(),
        }
    }

    /// Reserves space for `symbols` more symbols.
    pub(crate) fn reserve(&mut self, symbols: usize) {
        self.all.reserve(symbols);
    }

    /// Enters `name` in `block`, where it must not already be.
    pub(crate) fn insert(&mut self, name: Squoze, block: u32, kind: Kind, value: Word) -> SymbolId {
        let id = SymbolId(self.all.len() as u32);
        let next = self.heads.get(name);
        self.heads.insert(name, id);
        self.all.push(Symbol { name, kind, value, block, next, ..Symbol::default() });
        id
    }

    /// Returns the entry of `name` in exactly `block`.
    #[inline]
    pub(crate) fn find_in(&self, name: Squoze, block: u32) -> Option<SymbolId> {
        let mut at = self.heads.get(name);
        while let Some(id) = at {
            let symbol = &self[id];
            if symbol.block == block {
                return Some(id);
            }
            at = symbol.next;
        }
        None
    }

    /// Returns the innermost definition or global declaration of `name` that is visible from the current
    /// block, or otherwise an undefined entry. An undefined entry in a named block hides those outside,
    /// because it was entered there explicitly.
    #[inline(always)]
    pub(crate) fn find(&self, name: Squoze) -> Option<SymbolId> {
        let head = self.heads.get(name)?;
        let only = &self[head];
        if only.next.is_none() && (only.block <= MAIN.min(self.current) || only.block == self.current) {
            return Some(head);
        }
        self.find_outwards(name)
    }

    /// Does the search of [`Symbols::find`] from the current block outwards.
    #[inline(never)]
    fn find_outwards(&self, name: Squoze) -> Option<SymbolId> {
        let mut block = self.current;
        let mut undefined = None;
        loop {
            if let Some(id) = self.find_in(name, block) {
                if block > MAIN || self[id].kind != Kind::Undefined || self[id].global {
                    return Some(id);
                }
                undefined = undefined.or(Some(id));
            }
            if block == INITIAL {
                return undefined;
            }
            block = self.blocks[block as usize].father;
        }
    }

    /// Returns the block called `name` directly inside `father`.
    pub(crate) fn block_in(&self, name: Squoze, father: u32) -> Option<u32> {
        let mut inner = self.blocks.iter().enumerate().skip(MAIN as usize + 1);
        inner.find(|(_, block)| block.name == name && block.father == father).map(|(at, _)| at as u32)
    }

    pub(crate) fn add_block(&mut self, name: Squoze, father: u32) -> u32 {
        self.blocks.push(Block { name, father, begun: None });
        self.blocks.len() as u32 - 1
    }

    /// Removes an entry from the table. Its index remains valid, and the symbol is then undefined and killed.
    pub(crate) fn remove(&mut self, id: SymbolId) {
        let (name, next) = (self[id].name, self[id].next);
        if self.heads.get(name) == Some(id) {
            match next {
                Some(next) => self.heads.insert(name, next),
                None => self.heads.remove(name),
            }
        } else {
            let mut at = self.heads.get(name);
            while let Some(here) = at
                && self[here].next != Some(id)
            {
                at = self[here].next;
            }
            // The entry may already have been removed.
            let Some(before) = at else { return };
            self[before].next = next;
        }
        self.removed += 1;
        self[id].next = None;
        self[id].kind = Kind::Undefined;
        self[id].killed = true;
    }

    pub(crate) fn count(&self) -> usize {
        self.all.len() - self.removed
    }

    /// Returns all symbols in order of first appearance. Removed symbols are included, undefined and killed.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        self.all.iter().enumerate().map(|(at, symbol)| (SymbolId(at as u32), symbol))
    }

    /// Returns up to three defined names that differ from `name` by one character or by two adjacent
    /// characters exchanged. Returns none for a name of one or two characters.
    pub(crate) fn similar(&self, name: Squoze) -> Vec<String> {
        let wanted = name.to_string();
        let mut near: Vec<String> = self
            .all
            .iter()
            .filter(|s| s.kind != Kind::Undefined && s.name != name)
            .map(|s| s.name.to_string())
            .filter(|candidate| candidate.len().abs_diff(wanted.len()) <= 1)
            .filter(|candidate| wanted.len() > 2 && osa_distance(&wanted, candidate) == 1)
            .collect();
        near.sort();
        near.dedup();
        near.truncate(3);
        near
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squoze_codes_of_the_reference() {
        assert_eq!(Squoze::new("FOO").with_code(0).bits(), 0o014544_175000);
        assert_eq!(Squoze::new("FOO").with_code(0o10).bits(), 0o114544_175000);
        assert_eq!(Squoze::new("A").with_code(4).bits(), 0o050310_700000);
        assert_eq!(Squoze::new("ZZZZZZ").with_code(0o74).bits(), 0o774127_047304);
        assert_eq!(Squoze::new("FOOBARX"), Squoze::new("foobar"));
        assert_eq!(Squoze::new("%A$.").to_string(), "%A$.");
    }
}
