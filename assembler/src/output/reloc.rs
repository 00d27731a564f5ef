//! The output of relocatable programs for the linking loader.

use super::loader::{LoaderBlock, Writer};
use super::tape::inside_first;
use crate::dialect::Dialect;
use crate::pass::Assembler;
use crate::places::Places;
use crate::state::collector::{AreaPlace, Deferral, Definition, Item, LoaderCommand, Order};
use crate::state::location::RELOCATED;
use crate::symbol::{INITIAL, Kind, MAIN, Squoze, SymbolId};
use crate::value::{Reference, Target, Value, WordPart};
use emulator::formats::sblk;
use emulator::word::Word;

/// The loader code that, after code 7, defines a name as the location.
const HERE: u64 = 6;

/// The loader code that, after code 7, makes a local name global.
const GLOBAL: u64 = 2;

/// The loader code that, after code 7, loads the named program of a library.
const LIBRARY_PROGRAM: u64 = 3;

/// Returns the second word of the block with the program's name. The stand-alone assemblers called the
/// routine that writes a word twice, and the second call wrote what the first had left in the accumulator: an
/// address in the assembler's own memory. For dialect A this address is not known, so 0 is written.
fn end_of_name_block(dialect: Dialect) -> Option<Word> {
    match dialect {
        Dialect::A => Some(Word::new(0)),
        Dialect::B => Some(Word::new(0o066025)),
        _ => None,
    }
}

/// The address of the late assembler's symbol table, which has three words per symbol.
const LATE_TABLE: usize = 0o12535;

/// Returns the loader code for the relocation of a word: 1 for the right half, plus 2 for the left half.
/// Dialects A and B took the low bits of both relocations, and added 4 if the right one was negative.
fn relocation_code(value: &Value, dialect: Dialect) -> u64 {
    let (left, right) = value.relocations();
    if dialect >= Dialect::C {
        u64::from(right > 0) | u64::from(left > 0) << 1
    } else {
        (right & 1) as u64 | ((left & 1) as u64) << 1 | u64::from(right < 0) << 2
    }
}

impl Assembler<'_> {
    pub(crate) fn loader_blocks(&self) -> Vec<LoaderBlock> {
        let mut writer = Writer::new(Places::new(&self.symbols, self.dialect));
        let later = self.dialect >= Dialect::C;
        if later && !self.linkage.one_pass {
            // The location after the last variables of pass 1; in dialect C, relocatable 0.
            let left = if self.dialect == Dialect::C { RELOCATED } else { self.collector.pass_1_end };
            writer.place(left);
            writer.end_block();
        }
        for item in &self.collector.items {
            self.write(&mut writer, item);
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
        // In a program without symbols the header has the location at the end of the program.
        let address = if self.collector.no_symbols { end & 0o777777 } else { 0 };
        let mut name = vec![self.program_name().with_code(0o4)];
        name.extend(end_of_name_block(self.dialect));
        writer.block(4, address, name);
        writer.blocks
    }

    /// Writes one item for the loader.
    fn write(&self, writer: &mut Writer, item: &Item) {
        match item {
            Item::Word(location, word) => {
                writer.at(*location);
                writer.put(0, *word);
                writer.next = (location + 1) & (RELOCATED | 0o777777);
            }
            Item::Linked(location, value) => {
                writer.at(*location);
                self.linked(writer, *location, value);
                writer.next = (location + 1) & (RELOCATED | 0o777777);
            }
            Item::Break => writer.end_block(),
            Item::CountedAnew if writer.current.is_some() => writer.next = RELOCATED,
            Item::CountedAnew => {}
            Item::Place(location) => {
                writer.place(location.unwrap_or(writer.address | writer.next & RELOCATED))
            }
            Item::Defined(definition) => self.write_definition(writer, definition),
            Item::Deferred(deferral) => self.write_deferral(writer, deferral),
            Item::DeferredArea { location, area } => {
                let name = self.area_name(*area) | Word::halves(self.half_kill(true), 0);
                writer.about(*location, name, HERE);
            }
            Item::Area(place) => {
                let AreaPlace { location, area, value, relocation } = &**place;
                writer.at(*location);
                let flags = relocation_flags(*relocation) | self.half_kill(true);
                writer.put_whole(7, self.area_name(*area) | Word::halves(flags, 0));
                writer.put(0, *value);
            }
            Item::Presence(list) => {
                writer.conditionals += 1;
                writer.block(0o11, list.location & 0o777777, library_words(&list.names));
            }
            Item::EndCondition => {
                writer.conditionals -= 1;
                writer.block(0o12, writer.address, Vec::new());
            }
            Item::LoaderCommand(order) => {
                let Order { command, flags, values } = &**order;
                // In dialects C and D the header of the block being filled also gets the condition.
                if let Some(block) = writer.current.as_mut().filter(|_| self.dialect >= Dialect::C) {
                    block.flags = *flags;
                }
                writer.conditionals += usize::from(*flags != 0);
                match command {
                    LoaderCommand::Location => writer.location_virtual = true,
                    LoaderCommand::KnownLocation => writer.location_virtual = false,
                    _ => {}
                }
                writer.open(1, *flags, *command as u32);
                for value in values {
                    self.referring(writer, value);
                }
                writer.end_block();
            }
            Item::Library(list) => {
                writer.block(5, list.location & 0o777777, library_words(&list.names));
            }
            Item::Request(location, name) => {
                writer.about(*location, name.with_code(0o4), LIBRARY_PROGRAM);
            }
            Item::MadeGlobal { location, id } => {
                let local = self.local_name(*id, &writer.places);
                if self.dialect == Dialect::D {
                    writer.about(*location, local | Word::halves(0o400000, 0), GLOBAL);
                    writer.follow(self.loader_name(*id, &writer.places));
                } else {
                    writer.about(*location, local, GLOBAL);
                }
            }
            Item::Links(location) => {
                let names = self.chain_order(writer);
                // The classic assemblers requested that the chains be resolved, but then continued them.
                let chains = self.dialect.is_classic().then(|| writer.chains.clone());
                writer.link_chains(*location, &names);
                writer.chains = chains.unwrap_or_default();
            }
            Item::Raw(_) | Item::Loader | Item::Begin(_) | Item::Select(_) | Item::Offset(..) => {}
        }
    }

    fn write_definition(&self, writer: &mut Writer, definition: &Definition) {
        let Definition { location, id, value, relocation, .. } = *definition;
        let name = self.loader_name(id, &writer.places);
        writer.link_chains(location, &[(id, name)]);
        writer.defined.insert(id);
        writer.at(location);
        let flags = relocation_flags(relocation) | self.half_kill(definition.half_killed);
        writer.put_whole(7, name | Word::halves(flags, 0));
        let as_assigned = self.is_variable(id) && self.is_first_block_of_c(writer);
        writer.put(if definition.assigned || as_assigned { 4 } else { 0 }, value);
    }

    fn write_deferral(&self, writer: &mut Writer, deferral: &Deferral) {
        let Deferral { location, id, .. } = *deferral;
        let name = self.loader_name(id, &writer.places);
        let defined = name | Word::halves(self.half_kill(deferral.half_killed), 0);
        let late = self.dialect == Dialect::D;
        match &deferral.value {
            // The late assembler forgot the value and defined the symbol as the location.
            Some(value) if !late => {
                writer.open(7, 0, location & 0o777777);
                writer.follow(defined);
                self.referring(writer, value);
                writer.end_block();
            }
            _ => {
                // The late assembler left the chains of variables to the end.
                if !(late && self.is_variable(id)) {
                    writer.link_chains(location, &[(id, name)]);
                }
                writer.about(location, defined, HERE);
            }
        }
    }

    /// Returns the loader's flag for a half-killed symbol, which dialects A and B never used.
    fn half_kill(&self, half_killed: bool) -> u32 {
        if half_killed && self.dialect >= Dialect::C { 0o400000 } else { 0 }
    }

    fn is_variable(&self, id: SymbolId) -> bool {
        matches!(self.symbols[id].kind, Kind::Variable { .. })
    }

    fn linked(&self, writer: &mut Writer, location: u32, value: &Value) {
        // A right half with a single name and no number is chained, even if names are added to the left half
        // or the accumulator.
        let (rights, others): (Vec<Reference>, Vec<Reference>) =
            value.references().iter().partition(|r| r.place == WordPart::Right && !r.swapped && r.times == 1);
        let beside = |r: &Reference| {
            matches!(r.place, WordPart::Left | WordPart::Accumulator) && !r.swapped && r.times == 1
        };
        if let [only] = rights[..]
            && others.iter().all(beside)
            && value.word.right() == 0
            && matches!(value.relocations(), (0..=2, 0))
            && writer.conditionals == 0
            && !writer.location_virtual
            && let Target::Symbol(id) = only.target
            && self.is_chained(id, writer)
            && !others.iter().any(|r| self.is_known_global(r.target))
        {
            let mut word = value.resolved();
            if let Some(previous) = writer.chains.insert(id, location) {
                word.word = word.word.with_right(previous & 0o777777);
                if previous & RELOCATED != 0 {
                    word.relocation = word.relocation.with_right(1);
                }
            }
            word.push_references(&others);
            self.referring(writer, &word);
            return;
        }
        self.referring(writer, value);
    }

    /// Returns `true` if references to a symbol are chained until it is defined.
    fn is_chained(&self, id: SymbolId, writer: &Writer) -> bool {
        match self.symbols[id].kind {
            // In dialects C and D, references to the loader's own symbols are not chained.
            Kind::Undefined => self.dialect < Dialect::C || self.symbols[id].block != INITIAL,
            Kind::Variable { .. } if self.is_first_block_of_c(writer) => false,
            _ => {
                let symbol = &self.symbols[id];
                symbol.deferred && !symbol.global || self.linkage.one_pass && !writer.defined.contains(&id)
            }
        }
    }

    /// Returns `true` for a global symbol that this program defines.
    fn is_known_global(&self, target: Target) -> bool {
        matches!(target, Target::Symbol(id) if self.symbols[id].global && self.symbols[id].is_user_number())
    }

    /// Returns `true` in the first block of a one-pass program of dialect C. That assembler treated variables
    /// there as symbols with a value.
    fn is_first_block_of_c(&self, writer: &Writer) -> bool {
        self.dialect == Dialect::C && self.linkage.one_pass && writer.blocks.is_empty()
    }

    /// Returns the loader's name for a symbol. In the late dialect, blocks may have local symbols of the same
    /// name, so a local symbol is identified by the address of its entry in the symbol table.
    fn loader_name(&self, id: SymbolId, places: &Places) -> Word {
        let symbol = &self.symbols[id];
        if symbol.global { symbol.name.with_code(0o4) } else { self.local_name(id, places) }
    }

    fn local_name(&self, id: SymbolId, places: &Places) -> Word {
        match self.dialect {
            Dialect::D => Word::new((LATE_TABLE + 3 * places.of(id)) as u64),
            _ => self.symbols[id].name.with_code(0),
        }
    }

    /// Returns the loader's name for the beginning of a constants area, for references made before its
    /// address is known.
    fn area_name(&self, area: u32) -> Word {
        // The stand-alone assemblers skipped the second number.
        let number = if self.dialect < Dialect::C && area > 0 { area + 2 } else { area + 1 };
        Word::new(0o034773_600000 + u64::from(number))
    }

    /// Writes a value, preceded by the names that the loader adds to it.
    fn referring(&self, writer: &mut Writer, value: &Value) {
        for reference in value.references() {
            let name = match reference.target {
                Target::Symbol(id) => self.loader_name(id, &writer.places),
                Target::Pool(area) => self.area_name(area),
            };
            let place = match (reference.place, reference.swapped) {
                (WordPart::Word, false) => 0,
                (WordPart::Word, true) => 0o400000,
                (WordPart::Right, swapped) => 0o100000 | if swapped { 0o400000 } else { 0 },
                (WordPart::Left, swapped) => 0o200000 | if swapped { 0 } else { 0o400000 },
                (WordPart::Accumulator, swapped) => 0o300000 | if swapped { 0 } else { 0o400000 },
            };
            writer.add(name | Word::halves(place, 0), reference.times);
        }
        // A relocation that the codes cannot express is written as the loader's symbol `$R.`, except in
        // dialects A and B.
        let (left, right) = if self.dialect >= Dialect::C { value.relocations() } else { (0, 0) };
        for (times, place) in [(left, 0o600000), (right, 0o100000)] {
            let name = Squoze::new("$R.").with_code(0o4) | Word::halves(place, 0);
            writer.add(name, if times > 0 { times - 1 } else { times });
        }
        writer.put(relocation_code(value, self.dialect), value.word);
    }

    /// Returns the symbols with chains, in the order of the original assemblers.
    fn chain_order(&self, writer: &Writer) -> Vec<(SymbolId, Word)> {
        let mut names: Vec<(SymbolId, Word)> =
            writer.chains.keys().map(|id| (*id, self.loader_name(*id, &writer.places))).collect();
        names.sort_by_key(|(id, _)| writer.places.of(*id));
        names
    }

    /// Returns the name from TITLE, or the default name.
    fn program_name(&self) -> Squoze {
        self.collector.name.unwrap_or(Squoze::new(".MAIN"))
    }

    /// Writes the local symbols of this program in the order of the assembler's table. In the late dialect,
    /// each block's name and level precede its symbols, and inner blocks precede those around them. If only
    /// the loader knows the value of a symbol, its entry has the loader's name for it and, in place of the
    /// value, its own name.
    fn local_symbols(&self, writer: &mut Writer) {
        if self.collector.no_symbols {
            return;
        }
        let late = self.dialect == Dialect::D;
        let blocks = &self.symbols.blocks[MAIN as usize..];
        let mut members: Vec<Vec<SymbolId>> = vec![Vec::new(); blocks.len()];
        for (id, symbol) in self.symbols.iter() {
            let listed = symbol.is_user_number() && (late || !symbol.deferred);
            if listed && symbol.block >= MAIN && !symbol.global && !symbol.killed {
                members[(symbol.block - MAIN) as usize].push(id);
            }
        }
        let fathers: Vec<usize> = blocks.iter().map(|b| b.father.saturating_sub(MAIN) as usize).collect();
        let mut words = Vec::new();
        for (block, depth) in inside_first(&fathers) {
            if late {
                let name = if block == 0 { self.program_name() } else { blocks[block].name };
                words.extend([name.with_code(0o4), Word::new(depth.into())]);
            }
            let mut symbols = std::mem::take(&mut members[block]);
            symbols.sort_by_key(|id| writer.places.of(*id));
            for id in symbols {
                let symbol = &self.symbols[id];
                let half = if symbol.half_killed { 0o400000 } else { 0 };
                let name = symbol.name.with_code(0) | Word::halves(half, 0);
                if symbol.deferred {
                    let local = Word::halves(0o100000, 0);
                    words.extend([self.loader_name(id, &writer.places), name | local]);
                } else {
                    let flags = relocation_flags(symbol.relocation);
                    words.extend([name | Word::halves(flags, 0), symbol.value]);
                }
            }
        }
        for chunk in words.chunks(sblk::MIDAS_BLOCK) {
            writer.block(0o10, 0, chunk.to_vec());
        }
    }
}

/// Returns the words for the names of a library request or a loading conditional.
fn library_words(names: &[(Squoze, u32)]) -> Vec<Word> {
    names.iter().map(|(name, flags)| name.with_code(0o4) | Word::halves(*flags, 0)).collect()
}

/// Returns a symbol's flags for the relocation of its value.
fn relocation_flags(relocation: Word) -> u32 {
    let right = if relocation.right() & 1 != 0 { 0o100000 } else { 0 };
    let left = if relocation.left() & 1 != 0 { 0o200000 } else { 0 };
    right | left
}
