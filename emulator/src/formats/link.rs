//! The linking loader: places relocatable programs in memory one after another, and
//! resolves their global names.
//!
//! It works like STINK, the loader of the PDP-6 (MIDAS reference, section 8.6). Each program is relocated by
//! the end of the previous one, the first by [`ORIGIN`] or another address. A global name is known to all
//! programs once it is defined; then earlier references to it are filled in.

mod codes;
mod library;
mod partial;
mod table;

use super::reloc::{self, Block, kind};
use super::{FormatError, Image, Place};
use crate::address::Address;
use crate::word::Word;
use codes::Codes;
use partial::{NameReference, Partial};
use std::collections::BTreeMap;
use table::{NameKey, NameTable, PendingReference, Use};

/// Default address of the first program.
pub const ORIGIN: Address = Address::new(0o100);

/// Executes the instruction of a `.LOP` on two words. Returns their values afterwards, or `None` for an
/// instruction that does more than compute.
pub type InstructionExecutor = fn(Word, Word, Word) -> Option<(Word, Word)>;

/// The loader and its programs.
#[derive(Debug)]
pub struct Linker {
    executes: Option<InstructionExecutor>,
    /// The result of the last `.LOP`.
    executed: (Word, Word),
    words: BTreeMap<Address, Word>,
    table: NameTable,
    /// Added to relocatable words: the start of this program.
    factor: Word,
    /// Added to addresses of relocatable blocks, if a global symbol has set where they go.
    base: Option<Word>,
    location: Address,
    /// First address after the relocatable words of this program.
    highest: Address,
    offset: Word,
    /// References to be added to the next word of data, which may be in the next block.
    partial: Partial,
    start: Option<Word>,
    skipping: library::SkipState,
    programs: Vec<(String, Address)>,
    symbols: Vec<(Word, Word)>,
}

/// The result of linking.
#[derive(Clone, Debug)]
pub struct LinkedProgram {
    /// The words, the start address and the symbols.
    pub image: Image,
    /// The name and start address of each program loaded.
    pub programs: Vec<(String, Address)>,
    /// Global names that are used but not defined.
    pub undefined: Vec<String>,
    /// The first address after all programs.
    pub end: Address,
}

impl Default for Linker {
    fn default() -> Linker {
        Linker::new(ORIGIN)
    }
}

impl Linker {
    /// Returns a loader with nothing loaded; the first program will be relocated by `origin`.
    pub fn new(origin: Address) -> Linker {
        Linker {
            executes: None,
            executed: (Word::ZERO, Word::ZERO),
            words: BTreeMap::new(),
            table: NameTable::default(),
            factor: origin.into(),
            base: None,
            location: origin,
            highest: origin,
            offset: Word::ZERO,
            partial: Partial::default(),
            start: None,
            skipping: library::SkipState::default(),
            programs: Vec::new(),
            symbols: Vec::new(),
        }
    }

    /// Sets the function that executes `.LOP`; without it `.LOP` is an error.
    pub fn executing(self, executes: InstructionExecutor) -> Linker {
        Linker { executes: Some(executes), ..self }
    }

    /// Loads the programs of a file; of a library only those that are needed.
    ///
    /// # Errors
    ///
    /// Returns an error if the words are not a relocatable file, if a name has two values, or if a value is
    /// needed that is not known yet.
    pub fn load(&mut self, words: &[Word]) -> Result<(), FormatError> {
        for block in reloc::parse(words)? {
            self.block(&block).map_err(|what| FormatError::Unexpected { what, at: Place::Word(block.at) })?;
        }
        Ok(())
    }

    /// Returns everything that was loaded.
    pub fn finish(mut self) -> LinkedProgram {
        let mut symbols = std::mem::take(&mut self.symbols);
        symbols.extend(self.table.defined_globals());
        let undefined = self.table.undefined();
        let mut image: Image = self.words.into_iter().collect();
        image.start = self.start.map(|start| match start.field(0, 8) {
            0 => start.wrapping_add(Word::halves(0o254000, 0)),
            _ => start,
        });
        image.symbols = symbols;
        LinkedProgram { image, programs: self.programs, undefined, end: Address::of(self.factor) }
    }

    fn block(&mut self, block: &Block) -> Result<(), String> {
        if self.skipping.is_on() {
            return self.skip(block);
        }
        match block.kind {
            kind::COMMAND => self.command(block),
            kind::ABSOLUTE => self.data(block, Address::of(block.address.into())),
            kind::RELOCATABLE => {
                let base = self.base.unwrap_or(self.factor);
                self.data(block, Address::of(Word::from(block.address).wrapping_add(base)))?;
                if self.base.is_none() {
                    self.highest = self.highest.max(self.location);
                }
                Ok(())
            }
            kind::NAME => self.end_program(block),
            kind::LIBRARY => {
                self.request(block, false);
                Ok(())
            }
            kind::PARAMETER => self.parameter(block),
            kind::LOCALS => {
                self.locals(block);
                Ok(())
            }
            kind::PRESENCE => {
                self.request(block, true);
                Ok(())
            }
            kind::END_CONDITION => Ok(()),
            kind::COMMON => Err(common("a block of words")),
            other => Err(format!("blocks of kind {other:o} mean nothing to this loader")),
        }
    }

    fn data(&mut self, block: &Block, address: Address) -> Result<(), String> {
        self.location = address;
        let mut codes = Codes::new(&block.words);
        let mut partial = std::mem::take(&mut self.partial);
        while let Some(word) = self.next_word(&mut codes, &mut partial)? {
            let (word, waiting) = self.completed(word, std::mem::take(&mut partial));
            for (key, use_) in waiting {
                self.table.wait(key, PendingReference::Add(self.location, use_));
            }
            self.words.insert(self.location, word);
            self.location = self.location.next();
        }
        self.partial = partial;
        Ok(())
    }

    /// Returns the values of a block of commands; all must be known.
    fn values(&mut self, words: &[Word]) -> Result<Vec<Word>, String> {
        let mut codes = Codes::new(words);
        let mut values = Vec::new();
        let mut partial = Partial::default();
        while let Some(word) = self.next_word(&mut codes, &mut partial)? {
            let (word, waiting) = self.completed(word, std::mem::take(&mut partial));
            if let Some((key, _)) = waiting.first() {
                return Err(format!("{key} has no value yet, and is needed here"));
            }
            values.push(word);
        }
        Ok(values)
    }

    fn command(&mut self, block: &Block) -> Result<(), String> {
        let values = self.values(&block.words)?;
        let value = values.first().copied().unwrap_or(Word::ZERO);
        match block.address.get() {
            1 => self.start = Some(value).filter(|value| *value != Word::ZERO).or(self.start),
            2 => {
                self.base = Some(value.with_left(0));
                self.location = Address::of(value);
            }
            4 => self.base = None,
            5 => {
                if !library::holds(block.condition, value) {
                    self.skipping.begin_condition();
                }
            }
            6 => self.offset = value,
            7 => self.execute(&values)?,
            0o10 => self.offset = Word::ZERO,
            3 => return Err(common("the place")),
            other => return Err(format!("the loader's command {other:o} is not known here")),
        }
        Ok(())
    }

    /// Executes a `.LOP`: an instruction and its two operands.
    fn execute(&mut self, values: &[Word]) -> Result<(), String> {
        let value = |at: usize| values.get(at).copied().unwrap_or(Word::ZERO);
        let executes = self.executes.ok_or("the instruction of .LOP cannot be executed here")?;
        let done = executes(value(0), value(1), value(2));
        self.executed =
            done.ok_or_else(|| format!("the instruction {} of .LOP does more than compute", value(0)))?;
        Ok(())
    }

    /// Reads up to the next storage word of a block and returns it, relocated. The global references before
    /// it are added to `partial`; definitions and chains take effect at once. Returns `None` at the end of
    /// the block: the word for the references in `partial` is then the first of the next block of data.
    fn next_word(&mut self, codes: &mut Codes<'_>, partial: &mut Partial) -> Result<Option<Word>, String> {
        while let Some(code) = codes.code() {
            match code {
                0..=3 => return Ok(Some(self.relocated(codes.word()?, code))),
                4 | 5 => {
                    let name = codes.word()?;
                    partial.refer(name, code == 5, self.value_of(NameKey::of(name)));
                }
                6 => {
                    let name = codes.word()?;
                    let last = self.relocated(codes.word()?, 0);
                    self.link_chain(NameKey::of(name), last);
                }
                _ => {
                    // The name comes first: it precedes the second code if that begins a new code word.
                    let name = codes.word()?;
                    match codes.second()? {
                        5 => partial.repeat(name.right()),
                        code => self.about(codes, name, code)?,
                    }
                }
            }
        }
        Ok(None)
    }

    /// Returns a storage word with the values of the names that it refers to, and the references to names
    /// without a value yet. The values that go into the right half alone are added last, as STINK did.
    fn completed(&self, word: Word, partial: Partial) -> (Word, Vec<(NameKey, Use)>) {
        let (right_half, others): (Vec<_>, Vec<_>) =
            partial.references.into_iter().partition(|reference| reference.use_.is_of_right_half());
        let mut word = word;
        let mut waiting = Vec::new();
        for NameReference { key, use_, value } in others.into_iter().chain(right_half) {
            match value.or_else(|| self.value_of(key)) {
                Some(value) => word = use_.add_to(word, value),
                None => waiting.push((key, use_)),
            }
        }
        (word, waiting)
    }

    fn relocated(&self, word: Word, code: u8) -> Word {
        let right = if code & 1 != 0 { word.wrapping_add(self.factor) } else { word };
        let left = if code & 2 != 0 { word.left() + self.factor.right() } else { word.left() };
        right.with_left(left & 0o777777)
    }

    /// Returns the value of a name, if it is known; some names are built into the loader.
    fn value_of(&self, key: NameKey) -> Option<Word> {
        match &*key.to_string() {
            "$." => Some(self.here()),
            "$L." => Some(self.location.into()),
            "$O." => Some(self.offset),
            "$R." => Some(self.factor),
            ".LVAL1" => Some(self.executed.0),
            ".LVAL2" => Some(self.executed.1),
            _ => self.table.value(key),
        }
    }

    fn here(&self) -> Word {
        Word::from(self.location).wrapping_add(self.offset).with_left(0)
    }

    /// Adds a chain of references to a name; `last` is the last reference of the chain.
    fn link_chain(&mut self, key: NameKey, last: Word) {
        let at = Address::of(if last.bit(2) { last.wrapping_add(self.factor) } else { last });
        match self.value_of(key) {
            Some(value) => self.fill_chain(at, value),
            None => self.table.wait(key, PendingReference::Chain(at)),
        }
    }

    /// Handles the operation on a name that the second code of a pair gives; the first code is 7.
    fn about(&mut self, codes: &mut Codes<'_>, name: Word, code: u8) -> Result<(), String> {
        let key = NameKey::of(name);
        match code {
            0 | 4 => {
                let value = codes.word()?;
                let flags = (name.field(0, 3) >> 1) as u8;
                let value = self.relocated(value, flags & 3);
                self.define(key, value, code == 4)
            }
            2 => self.make_global(key),
            3 => {
                self.table.want(key);
                Ok(())
            }
            6 => self.define(key, self.here(), false),
            1 => Err(common(&format!("the name {key}"))),
            other => Err(format!("code 7{other} means nothing to this loader")),
        }
    }

    fn define(&mut self, key: NameKey, value: Word, again: bool) -> Result<(), String> {
        let known = self.table.value(key);
        if known.is_some_and(|known| known != value) && !again && key.is_global() {
            let known = known.unwrap_or_default();
            return Err(format!("{key} has two values: {known} and here {value}"));
        }
        for request in self.table.define(key, value) {
            self.fill(request, value);
        }
        Ok(())
    }

    fn make_global(&mut self, key: NameKey) -> Result<(), String> {
        let global = key.global();
        let local = self.table.remove(key);
        for request in local.requests {
            match self.table.value(global) {
                Some(value) => self.fill(request, value),
                None => self.table.wait(global, request),
            }
        }
        local.value.map_or(Ok(()), |value| self.define(global, value, false))
    }

    fn fill(&mut self, request: PendingReference, value: Word) {
        match request {
            PendingReference::Chain(at) => self.fill_chain(at, value),
            PendingReference::Add(at, use_) => {
                let word = self.words.entry(at).or_insert(Word::ZERO);
                *word = use_.add_to(*word, value);
            }
        }
    }

    /// Fills a chain with a value: the right half of each word is the address of the
    /// previous one, 0 in the first.
    fn fill_chain(&mut self, last: Address, value: Word) {
        let mut at = last;
        // A chain cannot be longer than memory.
        for _ in 0..Address::COUNT {
            let Some(word) = self.words.get_mut(&at) else { return };
            let before = word.right();
            *word = word.with_right(value.right());
            if before == 0 {
                return;
            }
            at = Address::new(before);
        }
    }

    fn parameter(&mut self, block: &Block) -> Result<(), String> {
        let (&name, rest) = block.words.split_first().ok_or("a parameter has no name")?;
        let value = self.values(rest)?.first().copied().unwrap_or(Word::ZERO);
        self.define(NameKey::of(name), value, true)
    }

    fn locals(&mut self, block: &Block) {
        // Dialect D also lists its named blocks, with the flag of a global name (bit 3).
        for pair in block.words.chunks_exact(2).filter(|pair| !pair[0].bit(3)) {
            let flags = (pair[0].field(0, 3) >> 1) as u8;
            let half_killed = pair[0].bit(0);
            let name = pair[0].with_field(0, 3, if half_killed { 0o12 } else { 2 });
            self.symbols.push((name, self.relocated(pair[1], flags & 3)));
        }
    }

    /// Ends a program at the block with its name: the next program is relocated by the end of this one. The
    /// last block of data, which may be empty, defines that end. In the output of dialect C that block may be
    /// at an earlier address, so the end is at least after the last word: programs never overlap.
    fn end_program(&mut self, block: &Block) -> Result<(), String> {
        let Some(&name) = block.words.first() else { return Ok(()) };
        if let Some(NameReference { key, .. }) = std::mem::take(&mut self.partial).references.first() {
            return Err(format!(
                "the program {} ends after a reference to {key}, without the word that refers to it; \
                 the file is incomplete: assemble it again",
                NameKey::of(name)
            ));
        }
        self.programs.push((NameKey::of(name).to_string(), Address::of(self.factor)));
        if name.bit(3) {
            self.location = self.location.max(self.highest);
            (self.factor, self.highest) = (self.location.into(), self.location);
        }
        (self.base, self.offset) = (None, Word::ZERO);
        self.table.forget_locals();
        Ok(())
    }
}

/// Returns the error for common storage, which the parts of a FORTRAN program share; MIDAS does not output
/// any.
fn common(what: &str) -> String {
    format!(
        "this is {what} of common storage, which is not known here; let the programs share global names \
         instead"
    )
}

#[cfg(test)]
mod tests;
