//! Relocatable programs: blocks for the linking loader.

use super::collector::{Command, Item, RELOCATED};
use super::tape::inside_first;
use crate::dialect::Dialect;
use crate::pass::Assembler;
use crate::symbol::{INITIAL, Kind, MAIN, Squoze, Symbol, SymbolId};
use crate::value::{Place, Reference, Target, Value};
use emulator::formats::sblk;
use emulator::word::Word;
use std::collections::{BTreeMap, BTreeSet};

/// A block of a relocatable program, without header and checksum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoaderBlock {
    /// 1 loader command, 2 and 3 absolute and relocatable data, 4 program name, 5 library request,
    /// 10 local symbols, ...
    pub kind: u8,
    /// The top four bits of the header: the condition of a loading conditional.
    pub flags: u8,
    /// The address field.
    pub address: u32,
    /// The words, code words among them.
    pub words: Vec<Word>,
}

impl LoaderBlock {
    /// Header, words, and the complement of their sum with end-around carry.
    pub fn to_words(&self) -> Vec<Word> {
        let header = u64::from(self.flags) << 32
            | u64::from(self.kind) << 25
            | (self.words.len() as u64 & 0o177) << 18
            | u64::from(self.address & 0o777777);
        let mut all = vec![Word::new(header)];
        all.extend(&self.words);
        let sum = all.iter().fold(0u64, |sum, word| {
            let sum = sum + word.bits();
            (sum & Word::ONES.bits()) + (sum >> 36)
        });
        all.push(!Word::new(sum));
        all
    }
}

/// Words of data in one block at most.
const LONGEST: usize = 30;

/// The block being filled and those that are complete.
#[derive(Default)]
struct Writer {
    blocks: Vec<LoaderBlock>,
    current: Option<LoaderBlock>,
    /// Where in the current block its last code word is, and how many codes it has.
    codes: (usize, u32),
    /// The location after the last storage word.
    next: u32,
    /// The address of the last block with words, which stays in the header of one without.
    address: u32,
    /// How many loading conditionals are open: nothing in them is chained.
    conditionals: usize,
    /// The location is virtual: nothing there is chained, either.
    location_virtual: bool,
    /// What is being written must not be divided between two blocks.
    whole: bool,
    /// Chains of references: of each symbol the place of its last one, tagged.
    chains: BTreeMap<SymbolId, u32>,
    /// Symbols defined so far.
    defined: BTreeSet<SymbolId>,
}

impl Writer {
    fn end_block(&mut self) {
        self.blocks.extend(self.current.take());
    }

    /// Makes sure that a block for `location` (tagged) is open.
    fn at(&mut self, location: u32) {
        let begun = self.current.as_ref().is_some_and(|block| !block.words.is_empty());
        if self.next != location && begun {
            self.end_block();
        }
        if self.next != location || !begun {
            self.place(location);
        }
        self.next = location;
    }

    /// A block of data begins at `location` (tagged), and is put out even if nothing follows.
    fn place(&mut self, location: u32) {
        self.current = None;
        self.open(if location & RELOCATED != 0 { 3 } else { 2 }, 0, location & 0o777777);
    }

    fn open(&mut self, kind: u8, flags: u8, address: u32) {
        self.end_block();
        self.current = Some(LoaderBlock { kind, flags, address, words: Vec::new() });
        self.codes = (0, 12);
        self.address = address;
    }

    /// A word described by `code`.
    fn put(&mut self, code: u64, word: Word) {
        self.code(code);
        self.follow(word);
    }

    /// A code that describes no word.
    fn code(&mut self, code: u64) {
        if self.current.is_none() {
            self.at(self.next);
        }
        let Some(block) = &mut self.current else { return };
        if self.codes.1 == 12 {
            self.codes = (block.words.len(), 0);
            block.words.push(Word::ZERO);
        }
        let shift = 33 - 3 * self.codes.1;
        let at = self.codes.0;
        block.words[at] = Word::new(block.words[at].bits() | code << shift);
        self.codes.1 += 1;
    }

    /// A name that is to be added to the next word so many times.
    fn add(&mut self, name: Word, times: i64) {
        if times.unsigned_abs() > 1 {
            self.put(7, Word::new(times.unsigned_abs()));
            self.code(5);
        }
        match times {
            0 => {}
            ..0 => self.put(5, name),
            _ => self.put(4, name),
        }
    }

    /// A word that continues the last code.
    fn follow(&mut self, word: Word) {
        let Some(block) = &mut self.current else { return };
        block.words.push(word);
        if block.words.len() >= LONGEST && !self.whole {
            self.end_block();
        }
    }

    /// Has the loader define a name as the location.
    fn define_here(&mut self, location: u32, name: Word) {
        self.at(location);
        self.put(7, name);
        self.code(6);
    }

    fn block(&mut self, kind: u8, address: u32, words: Vec<Word>) {
        self.end_block();
        self.address = address;
        self.blocks.push(LoaderBlock { kind, flags: 0, address, words });
    }

    /// Asks the loader to fill the chains of references.
    fn link_chains(&mut self, location: u32, names: &[(SymbolId, Word)]) {
        for (id, name) in names {
            let Some(last) = self.chains.remove(id) else { continue };
            self.at(location);
            self.whole = true;
            self.put(6, *name);
            self.whole = false;
            let relocated = if last & RELOCATED != 0 { 0o100000 } else { 0 };
            self.follow(Word::halves(relocated, last & 0o777777));
        }
    }
}

/// The relocation of a word as the codes 0 to 3 tell it.
fn relocation_code(value: &Value) -> u64 {
    let (left, right) = value.relocations();
    u64::from(right > 0) | u64::from(left > 0) << 1
}

impl Assembler<'_> {
    /// The program as blocks for the loader.
    pub fn loader_blocks(&self) -> Vec<LoaderBlock> {
        let mut writer = Writer::default();
        let later = self.dialect >= Dialect::C;
        if later && !self.one_pass {
            // What pass 1 left: in C the place it named last, which in most programs is none.
            let left = if self.dialect == Dialect::C { RELOCATED } else { self.collector.pass_1_end };
            writer.place(left);
            writer.end_block();
        }
        for item in &self.collector.items {
            match item {
                Item::Word(location, word) => {
                    writer.at(*location);
                    writer.put(0, *word);
                    writer.next = (location + 1) & (RELOCATED | 0o777777);
                }
                Item::Linked(location, value) => {
                    writer.at(*location);
                    self.linked(&mut writer, *location, value);
                    writer.next = (location + 1) & (RELOCATED | 0o777777);
                }
                Item::Break => writer.end_block(),
                Item::Place(location) => {
                    writer.place(location.unwrap_or(writer.address | writer.next & RELOCATED))
                }
                Item::Defined { location, id, value, relocation, assigned, half_killed } => {
                    writer.link_chains(*location, &[(*id, self.loader_name(*id))]);
                    writer.defined.insert(*id);
                    writer.at(*location);
                    let flags =
                        relocation_flags(*relocation) | if *half_killed && later { 0o400000 } else { 0 };
                    writer.whole = true;
                    writer.put(7, self.loader_name(*id) | Word::halves(flags, 0));
                    writer.whole = false;
                    writer.put(if *assigned { 4 } else { 0 }, *value);
                }
                Item::Deferred { location, id, value } => match value {
                    // The late assembler forgot the value.
                    Some(value) if self.dialect != Dialect::D => {
                        writer.open(7, 0, location & 0o777777);
                        writer.follow(self.loader_name(*id));
                        self.referring(&mut writer, value);
                        writer.end_block();
                    }
                    _ => {
                        let variable = matches!(self.symbols[*id].kind, Kind::Variable { .. });
                        // The late assembler left those of variables to the end.
                        if !(variable && self.dialect == Dialect::D) {
                            writer.link_chains(*location, &[(*id, self.loader_name(*id))]);
                        }
                        writer.define_here(*location, self.loader_name(*id));
                    }
                },
                Item::DeferredArea { location, area } => {
                    let flags = if later { 0o400000 } else { 0 };
                    writer.define_here(*location, self.area_name(*area) | Word::halves(flags, 0));
                }
                Item::Area { location, area, value, relocation } => {
                    writer.at(*location);
                    let flags = relocation_flags(*relocation) | if later { 0o400000 } else { 0 };
                    writer.whole = true;
                    writer.put(7, self.area_name(*area) | Word::halves(flags, 0));
                    writer.whole = false;
                    writer.put(0, *value);
                }
                Item::Presence { location, names } => {
                    writer.conditionals += 1;
                    writer.block(0o11, location & 0o777777, library_words(names));
                }
                Item::EndCondition => {
                    writer.conditionals -= 1;
                    writer.block(0o12, writer.address, Vec::new());
                }
                Item::Command { command, flags, values } => {
                    // The later assemblers put the condition into the header that was being filled, too.
                    if let Some(block) = writer.current.as_mut().filter(|_| later) {
                        block.flags = *flags;
                    }
                    writer.conditionals += usize::from(*flags != 0);
                    match command {
                        Command::Location => writer.location_virtual = true,
                        Command::KnownLocation => writer.location_virtual = false,
                        _ => {}
                    }
                    writer.open(1, *flags, *command as u32);
                    for value in values {
                        self.referring(&mut writer, value);
                    }
                    writer.end_block();
                }
                Item::Library(location, names) => {
                    writer.block(5, location & 0o777777, library_words(names));
                }
                Item::Request(location, name) => {
                    writer.at(*location);
                    writer.put(7, name.with_code(0o4));
                    writer.code(3);
                }
                Item::Links(location) => {
                    let names = self.chain_order(&writer);
                    // The classic assemblers had the chains filled and went on with them.
                    let chains = self.dialect.is_classic().then(|| writer.chains.clone());
                    writer.link_chains(*location, &names);
                    writer.chains = chains.unwrap_or_default();
                }
                Item::Raw(_) | Item::Loader | Item::Offset(_) => {}
            }
        }
        let end = self.collector.end_location;
        let names = self.chain_order(&writer);
        writer.link_chains(end, &names);
        writer.end_block();
        if !later {
            writer.place(end);
            writer.end_block();
        }
        if let Some(start) = &self.collector.start {
            writer.open(1, 0, 1);
            self.referring(&mut writer, start);
            writer.end_block();
        }
        self.local_symbols(&mut writer);
        // The address is what was left of the block before, if there were no symbols.
        let address = if self.collector.no_symbols { end & 0o777777 } else { 0 };
        writer.block(4, address, vec![self.program_name().with_code(0o4)]);
        writer.blocks
    }

    fn linked(&self, writer: &mut Writer, location: u32, value: &Value) {
        // A right half that is nothing but one name is chained, whatever goes into the left one.
        let right = |r: &&Reference| matches!(r.place, Place::Right | Place::Word);
        let mut rights = value.references().iter().filter(right);
        if let (Some(only), None) = (rights.next().copied(), rights.next())
            && only.place == Place::Right
            && only.times == 1
            && !only.swapped
            && value.word.right() == 0
            && value.relocation.right() == 0
            && writer.conditionals == 0
            && !writer.location_virtual
            && let Target::Symbol(id) = only.target
            && self.is_chained(id, writer)
        {
            let mut word = value.resolved();
            if let Some(previous) = writer.chains.insert(id, location) {
                word.word = word.word.with_right(previous & 0o777777);
                if previous & RELOCATED != 0 {
                    word.relocation = word.relocation.with_right(1);
                }
            }
            let others: Vec<Reference> = value.references().iter().filter(|r| **r != only).copied().collect();
            word.push_references(&others);
            self.referring(writer, &word);
            return;
        }
        self.referring(writer, value);
    }

    /// Whether references to a symbol wait in a chain for its definition.
    fn is_chained(&self, id: SymbolId, writer: &Writer) -> bool {
        match self.symbols[id].kind {
            // The loader's own symbols never were.
            Kind::Undefined => self.symbols[id].block != INITIAL,
            Kind::Variable { .. } => self.symbols[id].deferred && !self.symbols[id].global,
            _ => {
                let symbol = &self.symbols[id];
                symbol.deferred && !symbol.global || self.one_pass && !writer.defined.contains(&id)
            }
        }
    }

    /// The name of a symbol as the loader has it.
    fn loader_name(&self, id: SymbolId) -> Word {
        let symbol = &self.symbols[id];
        symbol.name.with_code(if symbol.global { 0o4 } else { 0 })
    }

    /// The name that the beginning of a constants area of a one-pass program had.
    fn area_name(&self, area: u32) -> Word {
        let number = if self.dialect < Dialect::C { 2 * area + 1 } else { area + 1 };
        Word::new(0o034773_600000 + u64::from(number))
    }

    /// A value, after the names that are to be added to it.
    fn referring(&self, writer: &mut Writer, value: &Value) {
        for reference in value.references() {
            let name = match reference.target {
                Target::Symbol(id) => self.loader_name(id),
                Target::Pool(area) => self.area_name(area),
            };
            let place = match (reference.place, reference.swapped) {
                (Place::Word, false) => 0,
                (Place::Word, true) => 0o400000,
                (Place::Right, swapped) => 0o100000 | if swapped { 0o400000 } else { 0 },
                (Place::Left, swapped) => 0o200000 | if swapped { 0 } else { 0o400000 },
                (Place::Accumulator, swapped) => 0o300000 | if swapped { 0 } else { 0o400000 },
            };
            writer.add(name | Word::halves(place, 0), reference.times);
        }
        // What the codes cannot tell: the loader has the relocation as a symbol.
        let (left, right) = value.relocations();
        for (times, place) in [(left, 0o600000), (right, 0o100000)] {
            let name = Squoze::new("$R.").with_code(0o4) | Word::halves(place, 0);
            writer.add(name, if times > 0 { times - 1 } else { times });
        }
        writer.put(relocation_code(value), value.word);
    }

    /// The symbols with chains, in the order in which the period assemblers listed them.
    fn chain_order(&self, writer: &Writer) -> Vec<(SymbolId, Word)> {
        let mut names: Vec<(SymbolId, Word)> =
            writer.chains.keys().map(|id| (*id, self.loader_name(*id))).collect();
        names.sort_by_key(|(id, _)| super::tape::hash(self.symbols[*id].name, self.dialect));
        names
    }

    /// The name of the TITLE, or what stood for one.
    fn program_name(&self) -> Squoze {
        self.title.unwrap_or(Squoze::new(".MAIN"))
    }

    /// The symbols of this program alone, in the order of the assembler's table. In the late dialect the name of each
    /// block with its level goes before its symbols, and inner blocks before those around them.
    fn local_symbols(&self, writer: &mut Writer) {
        if self.collector.no_symbols {
            return;
        }
        let blocks = &self.symbols.blocks[MAIN as usize..];
        let mut members: Vec<Vec<&Symbol>> = vec![Vec::new(); blocks.len()];
        for (_, symbol) in self.symbols.iter() {
            let known = symbol.is_user_number() && !symbol.deferred;
            if known && symbol.block >= MAIN && !symbol.global && !symbol.killed {
                members[(symbol.block - MAIN) as usize].push(symbol);
            }
        }
        let fathers: Vec<usize> = blocks.iter().map(|b| b.father.saturating_sub(MAIN) as usize).collect();
        let mut words = Vec::new();
        for (block, depth) in inside_first(&fathers) {
            if self.dialect == Dialect::D {
                let name = if block == 0 { self.program_name() } else { blocks[block].name };
                words.extend([name.with_code(0o4), Word::new(depth.into())]);
            }
            let mut symbols = std::mem::take(&mut members[block]);
            symbols.sort_by_key(|s| super::tape::hash(s.name, self.dialect));
            for symbol in symbols {
                let half = if symbol.half_killed { 0o400000 } else { 0 };
                let flags = relocation_flags(symbol.relocation) | half;
                words.extend([symbol.name.with_code(0) | Word::halves(flags, 0), symbol.value]);
            }
        }
        for chunk in words.chunks(sblk::MIDAS_BLOCK) {
            writer.block(0o10, 0, chunk.to_vec());
        }
    }
}

/// The names of a library request or a loading conditional.
fn library_words(names: &[(Squoze, u32)]) -> Vec<Word> {
    names.iter().map(|(name, flags)| name.with_code(0o4) | Word::halves(*flags, 0)).collect()
}

/// The flags of a symbol for the relocation of its value.
fn relocation_flags(relocation: Word) -> u32 {
    let right = if relocation.right() & 1 != 0 { 0o100000 } else { 0 };
    let left = if relocation.left() & 1 != 0 { 0o200000 } else { 0 };
    right | left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_and_checksum() {
        let block = LoaderBlock { kind: 3, flags: 0, address: 0o10, words: vec![Word::ONES, Word::new(1)] };
        let words = block.to_words();
        assert_eq!(words[0].bits(), 3 << 25 | 2 << 18 | 0o10);
        // -0 + 1 + header, carried around, complemented.
        assert_eq!(words[3], !Word::new(words[0].bits() + 1));
    }
}
