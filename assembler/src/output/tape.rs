//! Output files: read-in tapes and the block formats of the original assemblers.

use super::{DefinedSymbol, Item, Output};
use crate::chars::sixbit;
use crate::dialect::Dialect;
use crate::places::hash;
use crate::state::collector::Format;
use crate::symbol::Squoze;
use emulator::address::Address;
use emulator::formats::sblk::{self, SblkBlock};
use emulator::formats::{FormatError, rim};
use emulator::word::Word;
use std::fmt::Write as _;

/// The left half of the instruction `DATAI PTR,`.
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

/// The loader's own symbols, which dialect C lists among those of the program.
const LOADER_GLOBALS: [&str; 5] = ["$O.", "$.", ".LVAL2", ".LVAL1", "$L."];

impl Output {
    /// Returns a read-in paper tape that the READ IN key boots. It has no symbols.
    ///
    /// # Errors
    /// Returns an error if a word has an address that the tape's own loader occupies.
    pub fn rim(&self) -> Result<Vec<u8>, FormatError> {
        rim::write(&self.image())
    }

    /// Returns one line per word, address and word in octal, and then the start word.
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

    /// Returns every word of the output file, as the dialect's assembler wrote it: loader, blocks, start,
    /// symbols; for a relocatable program, the blocks for the linking loader.
    pub fn file_words(&self) -> Vec<Word> {
        let (mut words, ends_with_ones) = if self.relocatable {
            let blocks = self.loader_blocks.iter().flat_map(super::loader::LoaderBlock::to_words);
            (blocks.collect(), self.dialect >= Dialect::C)
        } else {
            (self.absolute_words(true), self.dialect == Dialect::C)
        };
        if ends_with_ones {
            words.push(Word::ONES);
        }
        words
    }

    /// Returns the words of an absolute program. With `information`, they include the late dialect's block
    /// that describes the assembly.
    pub fn absolute_words(&self, information: bool) -> Vec<Word> {
        let mut file = File::new(self.dialect);
        for item in &self.items {
            match item {
                Item::Word(address, _) | Item::Linked(address, _) => {
                    file.store(address & 0o777777, item.word());
                }
                Item::Break => file.end_block(),
                Item::Raw(word) => {
                    file.end_block();
                    file.words.push(*word);
                }
                Item::Loader => file.words.extend(rim::loader_words()),
                Item::Begin(format) => file.begin(*format),
                Item::Select(format) => file.select(*format),
                Item::Offset(location, value) => {
                    file.end_block();
                    if self.dialect == Dialect::C {
                        let address = if file.in_pairs() { *location } else { 6 };
                        file.store(address, *value);
                        file.end_block();
                    }
                }
                // The other items are only in relocatable programs.
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
        self.classic_symbols(&mut file);
        // In dialects A and B the JRST has no start address.
        file.words.push(if self.dialect < Dialect::C { Word::halves(0o254000, 0) } else { start });
        file.words
    }

    fn classic_symbols(&self, file: &mut File) {
        let mut symbols: Vec<(Word, Word, usize)> = self
            .symbols
            .iter()
            .map(|s| {
                let half = if s.half_killed { 0o400000 } else { 0 };
                (s.name.with_code(0o4) | Word::halves(half, 0), s.value, s.place)
            })
            .collect();
        if self.dialect == Dialect::C {
            symbols.extend(LOADER_GLOBALS.map(Squoze::new).map(|name| {
                let place = hash(name, self.dialect);
                (name.with_code(0o4), Word::ZERO, place)
            }));
        }
        symbols.sort_by_key(|(_, _, place)| *place);
        if self.dialect == Dialect::C {
            exchange_by_value(&mut symbols, 0, &|(_, value, _)| *value);
        }
        if file.in_pairs() {
            for (name, value, _) in symbols {
                file.store(0, name);
                file.store(0, value);
            }
            return;
        }
        for chunk in symbols.chunks(sblk::MIDAS_BLOCK / 2) {
            let block: Vec<Word> = chunk.iter().flat_map(|(name, value, _)| [*name, *value]).collect();
            push_block(&mut file.words, 0, &block);
        }
    }

    /// Writes the block that describes the assembly. It has neither user nor date, so that the file is
    /// reproducible.
    fn information_block(&self, words: &mut Vec<Word>) {
        let mut block = [Word::ZERO; 7];
        block[0] = Word::halves(0o777772, 1);
        block[1] = sixbit("MIDAS");
        push_block(words, 3, &block);
    }

    /// Writes the symbol table of the late dialect: the blocks if there are named ones, and a block `GLOBAL`
    /// with the global symbols or, if there are no named blocks, all symbols.
    fn late_symbols(&self, words: &mut Vec<Word>) {
        let mut block = Vec::new();
        let nested = self.blocks.len() > 1;
        if nested {
            self.late_blocks(&mut block);
        }
        let global = |s: &&DefinedSymbol| s.global || !nested;
        let at = block.len();
        late_block_words(Squoze::new("GLOBAL"), 0, self.symbols.iter().filter(global).collect(), &mut block);
        if self.symbols.is_empty() {
            // The late assembler counted one symbol even if there was none.
            block[at + 1] = Word::halves(0o777774, 0);
        }
        push_block(words, 0, &block);
    }

    /// Writes the main block, which has level 2, and the named blocks. A block inside another has the next
    /// level and precedes it.
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

/// Returns the blocks of a program in the order of the symbol tables: each after the blocks inside it, with
/// its depth. `fathers` has the enclosing block of each block; the first block is the main one.
pub(super) fn inside_first(fathers: &[usize]) -> Vec<(usize, u32)> {
    let mut inside: Vec<Vec<usize>> = vec![Vec::new(); fathers.len()];
    for (at, father) in fathers.iter().enumerate().skip(1) {
        inside[*father].push(at);
    }
    let mut order = Vec::with_capacity(fathers.len());
    // The enclosing blocks of the current one, each with the number of its inner blocks already done.
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

/// Writes a block of the late symbol table: name, size and level, then the symbols sorted by value.
fn late_block_words(name: Squoze, level: u32, mut symbols: Vec<&DefinedSymbol>, words: &mut Vec<Word>) {
    symbols.sort_by_key(|s| s.place);
    exchange_by_value(&mut symbols, 0, &|symbol| symbol.value);
    let count = 2 * (symbols.len() as u32 + 1);
    words.extend([name.with_code(0), Word::halves(count.wrapping_neg(), level)]);
    for symbol in symbols {
        let code = if symbol.global { 0o4 } else { 0o10 };
        let half = if symbol.half_killed { 0o400000 } else { 0 };
        words.extend([symbol.name.with_code(code) | Word::halves(half, 0), symbol.value]);
    }
}

/// Sorts by the bits of the values from `bit` on, negative values first. It is the radix exchange sort of the
/// assemblers of dialects C and D, because the order of equal values depends on the algorithm.
fn exchange_by_value<T>(symbols: &mut [T], bit: u32, value: &impl Fn(&T) -> Word) {
    if symbols.len() < 2 || bit > 35 {
        return;
    }
    let goes_last = |symbol: &T| value(symbol).bit(bit) != (bit == 0);
    let (mut low, mut high) = (0, symbols.len());
    loop {
        while low < high && !goes_last(&symbols[low]) {
            low += 1;
        }
        while low < high && goes_last(&symbols[high - 1]) {
            high -= 1;
        }
        if low == high {
            break;
        }
        symbols.swap(low, high - 1);
    }
    let (first, last) = symbols.split_at_mut(low);
    exchange_by_value(first, bit + 1, value);
    exchange_by_value(last, bit + 1, value);
}

/// Writes a block: header, words, checksum.
fn push_block(words: &mut Vec<Word>, address: u32, block: &[Word]) {
    SblkBlock { address: Address::new(address), words: block.to_vec() }.write(words);
}

struct File {
    words: Vec<Word>,
    format: Format,
    /// Whether a block ends when another format is selected. In the classic assemblers it continued if simple
    /// blocks were selected again.
    ends_with_format: bool,
    /// The simple block being filled.
    block: Vec<Word>,
    address: u32,
}

impl File {
    fn new(dialect: Dialect) -> File {
        let ends_with_format = dialect == Dialect::D;
        File { words: Vec::new(), format: Format::Sblk, ends_with_format, block: Vec::new(), address: 0 }
    }

    /// Begins the file in the format that pass 1 selected last.
    fn begin(&mut self, format: Format) {
        self.format = format;
        match format {
            Format::Sblk => self.words.extend(rim::loader_words()),
            Format::Rim10 => {
                self.words.extend(RIM10_LOADER.map(|(left, right)| Word::halves(left, right)));
            }
            Format::Rim | Format::Rim1 => {}
        }
    }

    fn select(&mut self, format: Format) {
        if self.ends_with_format && self.format != format {
            self.end_block();
        }
        self.format = format;
    }

    /// Returns `true` if each word is written separately, in or after the instructions that store it.
    fn in_pairs(&self) -> bool {
        matches!(self.format, Format::Rim | Format::Rim1)
    }

    fn store(&mut self, address: u32, word: Word) {
        match self.format {
            Format::Rim => self.words.extend([Word::halves(DATAI_PTR, address), word]),
            // HRRI 17,right  HRRM 17,address  HRRI 17,left  HRLM 17,address
            Format::Rim1 => self.words.extend([
                Word::halves(0o541740, word.right()),
                Word::halves(0o542740, address),
                Word::halves(0o541740, word.left()),
                Word::halves(0o506740, address),
            ]),
            Format::Sblk | Format::Rim10 => {
                if self.block.is_empty() {
                    self.address = address;
                }
                self.block.push(word);
                if self.block.len() == sblk::MIDAS_BLOCK {
                    self.end_block();
                }
            }
        }
    }

    fn end_block(&mut self) {
        if !self.block.is_empty() && !self.in_pairs() {
            let block = std::mem::take(&mut self.block);
            push_block(&mut self.words, self.address, &block);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six assigned symbols were entered in the first order below. The late assembler wrote them in the
    /// second.
    #[test]
    fn sort_by_value_exchanges_equal_values() {
        let mut symbols = [('E', 7), ('C', 7), ('A', 7), ('B', 5), ('D', 5), ('F', 6)];
        exchange_by_value(&mut symbols, 0, &|(_, value)| Word::new(*value));
        assert_eq!(symbols.map(|(name, _)| name), ['D', 'B', 'F', 'C', 'E', 'A']);
        let mut signed = [-1, 1, 0, -2].map(Word::from_i64);
        exchange_by_value(&mut signed, 0, &|word| *word);
        assert_eq!(signed, [-2, -1, 0, 1].map(Word::from_i64));
    }
}
