//! Output files: read-in tapes and the block formats of the period.

use super::collector::Format;
use super::places::hash;
use super::{DefinedSymbol, Item, Output};
use crate::dialect::Dialect;
use crate::directive::setting::sixbit;
use crate::symbol::Squoze;
use emulator::formats::{FormatError, rim, sblk};
use emulator::word::Word;
use std::fmt::Write as _;

/// `DATAI PTR,` with an address.
const DATAI_PTR: u32 = 0o710440;

/// The loader of the PDP-10 read-in format.
const RIM10_LOADER: [(u32, u32); 16] = [
    (0o777761, 0),
    (0o710600, 0o60),
    (0o541440, 4),
    (0o710740, 0o10),
    (0o254000, 3),
    (0o241011, 0o777776),
    (0o710471, 0o10),
    (0o256011, 0o10),
    (0o256011, 0o13),
    (0o364440, 0),
    (0o312000, 0o17),
    (0o270017, 0),
    (0o331740, 0),
    (0o254200, 1),
    (0o253740, 3),
    (0o254000, 2),
];

/// Names that assembler C lists among the symbols, for the loader.
const LOADER_GLOBALS: [&str; 5] = ["$O.", "$.", ".LVAL2", ".LVAL1", "$L."];

impl Output {
    /// A read-in paper tape that the READ IN key boots, without symbols.
    ///
    /// # Errors
    /// When a word is to go where the tape's own loader stands.
    pub fn rim(&self) -> Result<Vec<u8>, FormatError> {
        rim::write(&self.image())
    }

    /// Address and word in octal, a line each, then the start word.
    pub fn octal(&self) -> String {
        let mut text = String::new();
        for (address, word) in self.image().iter() {
            let _ = writeln!(text, "{:06o} {:06o}{:06o}", address.get(), word.left(), word.right());
        }
        if let Some(start) = self.start {
            let _ = writeln!(text, "start  {:06o}{:06o}", start.left(), start.right());
        }
        text
    }

    /// Every word of the output file as the dialect's assembler wrote it: loader, blocks, start,
    /// symbols; of a relocatable program the blocks for the linking loader.
    pub fn file_words(&self) -> Vec<Word> {
        if self.relocatable {
            let mut words: Vec<Word> =
                self.loader_blocks.iter().flat_map(super::loader::LoaderBlock::to_words).collect();
            if self.dialect >= Dialect::C {
                words.push(Word::ONES);
            }
            return words;
        }
        let mut words = self.absolute_words(true);
        if self.dialect == Dialect::C {
            words.push(Word::ONES);
        }
        words
    }

    /// The words of an absolute program; `information`: with the late dialect's debugging
    /// information.
    pub(crate) fn absolute_words(&self, information: bool) -> Vec<Word> {
        let format = self.format.unwrap_or(Format::Sblk);
        let pairs = matches!(format, Format::Rim | Format::Rim1);
        let mut file = File { words: Vec::new(), block: Vec::new(), address: 0 };
        match format {
            Format::Sblk => file.words.extend(rim::loader_words()),
            Format::Rim10 => {
                file.words.extend(RIM10_LOADER.map(|(left, right)| Word::halves(left, right)));
            }
            _ => {}
        }
        for item in &self.items {
            match item {
                Item::Word(address, _) | Item::Linked(address, _) if pairs => {
                    let word = item.word();
                    let address = address & 0o777777;
                    if format == Format::Rim {
                        file.words.extend([Word::halves(DATAI_PTR, address), word]);
                    } else {
                        // HRRI 17,right  HRRM 17,address  HRRI 17,left  HRLM 17,address
                        file.words.extend([
                            Word::halves(0o541740, word.right()),
                            Word::halves(0o542740, address),
                            Word::halves(0o541740, word.left()),
                            Word::halves(0o506740, address),
                        ]);
                    }
                }
                Item::Word(address, _) | Item::Linked(address, _) => {
                    file.store(address & 0o777777, item.word());
                }
                Item::Break => file.end_block(),
                Item::Raw(word) => {
                    file.end_block();
                    file.words.push(*word);
                }
                Item::Loader => {
                    file.end_block();
                    // The earlier assemblers put it out once more on selecting simple blocks.
                    let times = if self.dialect.is_classic() { 2 } else { 1 };
                    for _ in 0..times {
                        file.words.extend(rim::loader_words());
                    }
                }
                Item::Offset(value) => {
                    file.end_block();
                    if self.dialect == Dialect::C && !pairs {
                        file.store(6, *value);
                        file.end_block();
                    }
                }
                // These are for the loader of relocatable programs.
                _ => {}
            }
        }
        file.end_block();
        let start = self.start.unwrap_or_default();
        file.words.push(start);
        if self.no_symbols {
            return file.words;
        }
        if self.dialect == Dialect::D {
            if information {
                self.information_block(&mut file.words);
            }
            self.late_symbols(&mut file.words);
            file.words.push(start);
            return file.words;
        }
        self.classic_symbols(&mut file.words, pairs);
        // The stand-alone assemblers forgot the address.
        file.words.push(if self.dialect < Dialect::C { Word::halves(0o254000, 0) } else { start });
        file.words
    }

    fn classic_symbols(&self, words: &mut Vec<Word>, pairs: bool) {
        let mut symbols: Vec<(Word, Word, usize)> = self
            .symbols
            .iter()
            .map(|s| {
                let half = if s.half_killed { 0o400000 } else { 0 };
                (s.name.with_code(0o4) | Word::halves(half, 0), s.value, hash(s.name, self.dialect))
            })
            .collect();
        if self.dialect == Dialect::C {
            symbols.extend(LOADER_GLOBALS.map(|name| (Squoze::new(name).with_code(0o4), Word::ZERO, 0)));
            symbols.sort_by_key(|(_, value, _)| value.signed());
        } else {
            symbols.sort_by_key(|(_, _, hash)| *hash);
        }
        if pairs {
            for (name, value, _) in symbols {
                let address = Word::halves(DATAI_PTR, 0);
                words.extend([address, name, address, value]);
            }
            return;
        }
        for chunk in symbols.chunks(sblk::MIDAS_BLOCK / 2) {
            let block: Vec<Word> = chunk.iter().flat_map(|(name, value, _)| [*name, *value]).collect();
            push_block(words, 0, &block);
        }
    }

    /// Who assembled it from what; a reproducible file names neither user nor date.
    fn information_block(&self, words: &mut Vec<Word>) {
        let block = [
            Word::halves(0o777772, 1),
            sixbit("MIDAS"),
            Word::ZERO,
            Word::ZERO,
            Word::ZERO,
            Word::ZERO,
            Word::ZERO,
        ];
        push_block(words, 3, &block);
    }

    /// The symbol block of the late dialect: block by block, sorted by value.
    fn late_symbols(&self, words: &mut Vec<Word>) {
        let mut block = Vec::new();
        let nested = self.blocks.len() > 1;
        if nested {
            self.late_blocks(&mut block);
        }
        let global = |s: &&DefinedSymbol| s.global || !nested;
        late_block_words(Squoze::new("GLOBAL"), 0, self.symbols.iter().filter(global).collect(), &mut block);
        push_block(words, 0, &block);
    }

    /// The named blocks, each after those inside it, which are one level deeper. The main one has level 2.
    fn late_blocks(&self, words: &mut Vec<Word>) {
        let mut members: Vec<Vec<&DefinedSymbol>> = vec![Vec::new(); self.blocks.len()];
        for symbol in self.symbols.iter().filter(|s| !s.global) {
            members[symbol.block as usize - 1].push(symbol);
        }
        let fathers: Vec<usize> = self.blocks.iter().map(|(_, father)| *father).collect();
        for (block, depth) in inside_first(&fathers) {
            let main = self.name.unwrap_or(Squoze::new(".MAIN"));
            let name = if block == 0 { main } else { self.blocks[block].0 };
            late_block_words(name, depth + 2, std::mem::take(&mut members[block]), words);
        }
    }
}

/// The blocks of a program, of each of which `fathers` tells the one around it, in the order of the symbol tables:
/// each after those inside it, with its depth. The first is the main one.
pub fn inside_first(fathers: &[usize]) -> Vec<(usize, u32)> {
    let mut inside: Vec<Vec<usize>> = vec![Vec::new(); fathers.len()];
    for (at, father) in fathers.iter().enumerate().skip(1) {
        inside[*father].push(at);
    }
    let mut order = Vec::with_capacity(fathers.len());
    // The blocks around the present one, with how many of those inside them are done.
    let mut around = vec![(0, 0)];
    while let Some((block, done)) = around.last_mut() {
        let block = *block;
        if let Some(next) = inside[block].get(*done) {
            *done += 1;
            around.push((*next, 0));
        } else {
            around.pop();
            order.push((block, around.len() as u32));
        }
    }
    order
}

/// A block of the late symbol table: name, size and level, its symbols in the order of their values.
fn late_block_words(name: Squoze, level: u32, mut symbols: Vec<&DefinedSymbol>, words: &mut Vec<Word>) {
    symbols.sort_by_key(|s| s.value.signed());
    let count = 2 * (symbols.len() as u32 + 1);
    words.extend([name.with_code(0), Word::halves(count.wrapping_neg(), level)]);
    for symbol in symbols {
        let code = if symbol.global { 0o4 } else { 0o10 };
        let half = if symbol.half_killed { 0o400000 } else { 0 };
        words.extend([symbol.name.with_code(code) | Word::halves(half, 0), symbol.value]);
    }
}

/// Header, words, checksum.
fn push_block(words: &mut Vec<Word>, address: u32, block: &[Word]) {
    let header = Word::halves((block.len() as u32).wrapping_neg(), address);
    words.push(header);
    words.extend(block);
    words.push(sblk::checksum(header, block));
}

/// A file of simple blocks being written.
struct File {
    words: Vec<Word>,
    block: Vec<Word>,
    address: u32,
}

impl File {
    fn store(&mut self, address: u32, word: Word) {
        let next = (self.address + self.block.len() as u32) & 0o777777;
        if self.block.len() == sblk::MIDAS_BLOCK || !self.block.is_empty() && next != address {
            self.end_block();
        }
        if self.block.is_empty() {
            self.address = address;
        }
        self.block.push(word);
    }

    fn end_block(&mut self) {
        if !self.block.is_empty() {
            let block = std::mem::take(&mut self.block);
            push_block(&mut self.words, self.address, &block);
        }
    }
}
