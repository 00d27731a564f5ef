//! Literals: `[...]` is the address of words in a constants area.

use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::InputResult;
use crate::pass::Assembler;
use crate::places::hash;
use crate::state::collector::{AreaPlace, Item};
use crate::symbol::SymbolId;
use crate::value::{Reference, Target, Value};
use emulator::word::Word;
use support::text::count;

impl Assembler<'_> {
    /// Reads a literal after its `[`, and returns its address.
    pub(crate) fn literal(&mut self) -> InputResult<Value> {
        if self.settings.litsw != Word::ZERO {
            self.error(Code::StorageForbidden, "literals are not allowed here");
        }
        let saved_text = self.reader.text.take();
        let saved_byte = (self.dialect == Dialect::D).then(|| self.bytes.suspend());
        let in_expression = self.reader.in_expression;
        let in_argument = self.reader.in_argument;
        self.reader.in_argument &= self.dialect.is_classic();
        self.reader.literal_depth += 1;
        let words = if self.dialect.is_classic() { self.classic_literal() } else { self.late_literal() };
        self.reader.literal_depth = self.reader.literal_depth.saturating_sub(1);
        self.reader.in_argument = in_argument;
        self.reader.in_expression = in_expression;
        self.reader.text = saved_text;
        if let Some(saved) = saved_byte {
            self.bytes.resume(saved);
        }
        let words = words?;
        Ok(self.enter_literal(words))
    }

    fn classic_literal(&mut self) -> InputResult<Vec<Value>> {
        let mut words = Vec::with_capacity(1);
        loop {
            let word = self.read_word()?.value()?.unwrap_or_default();
            words.push(word);
            if self.reader.text.is_none() {
                break;
            }
        }
        self.classic_close(b']');
        Ok(words)
    }

    /// Enters the words of a literal in the constants area and returns the address of the first. If the
    /// literal is a single word that is already in the area, returns the address of that word.
    fn enter_literal(&mut self, words: Vec<Value>) -> Value {
        let settled: Vec<Value> = words
            .into_iter()
            .map(|mut word| {
                if word.is_plain() {
                    word
                } else if self.pass == 2 {
                    self.settle_constant(word)
                } else {
                    self.check_relocation(&word);
                    self.order_names(&mut word);
                    word
                }
            })
            .collect();
        let late = self.dialect == Dialect::D;
        let area = self.pools.current as u32;
        let pool = self.pools.pool();
        let unplaced = self.pass == 1 || self.linkage.one_pass || pool.deferred;
        let start = pool.words.len() as u32;
        let known = match settled.as_slice() {
            [only] if !(late && only.tangled) => pool.index.get(only).copied(),
            _ => None,
        };
        if known.is_none() {
            settled.into_iter().for_each(|word| pool.add(word, late));
        }
        let offset = Word::new(u64::from(known.unwrap_or(start)));
        if unplaced {
            return Value::dependent(offset, Target::Pool(area));
        }
        let mut value = pool.start.clone().unwrap_or_default();
        value.word = value.word.wrapping_add(offset);
        value
    }

    /// Reports undefined symbols in a word of a literal on pass 2. In an absolute program of a classic
    /// dialect the word keeps its global symbols, so that words with different ones are not merged.
    pub(crate) fn settle_constant(&mut self, word: Value) -> Value {
        let absolute = self.dialect.is_classic() && !self.linkage.relocatable;
        let is_global = |r: &&Reference| matches!(r.target, Target::Symbol(id) if self.is_external(id));
        let globals: Vec<_> =
            word.references().iter().filter(|r| absolute && is_global(r)).copied().collect();
        let mut settled = self.settle(word, Code::UndefinedInLiteral);
        settled.push_references(&globals);
        self.order_names(&mut settled);
        settled
    }

    /// Sorts the references of a word, mainly by the positions of the names in the original assemblers'
    /// symbol tables. The loader gets them in this order, and words with the same references compare as
    /// equal.
    fn order_names(&self, word: &mut Value) {
        word.sort_references(|r| {
            let place = match r.target {
                Target::Symbol(id) => hash(self.symbols[id].name, self.dialect),
                Target::Pool(area) => area as usize,
            };
            (r.times < 0, r.swapped, r.place, place, r.target)
        });
    }

    /// Puts the value of a newly defined symbol into the words of the current area that depend on it, so that
    /// a later literal with the same value finds them. Does nothing on pass 2 of a two-pass program, or if
    /// the loader supplies the value of the symbol.
    pub(crate) fn complete_constants(&mut self, id: SymbolId) {
        let symbol = &self.symbols[id];
        if (self.pass == 1 || self.linkage.one_pass) && !symbol.is_left_to_loader() {
            let late = self.dialect == Dialect::D;
            let (value, relocation) = (symbol.value, symbol.relocation);
            if !self.pools.pool().complete(id, value, relocation, late) {
                let name = self.symbols[id].name;
                let message = format!(
                    "with {name} defined, an earlier literal is relocated more than once or negatively"
                );
                if let Some(entry) = self.error_with(Code::Relocation, self.input.span(), message, &[]) {
                    entry.help = vec!["define all symbols of the literal before it".to_owned()];
                }
            }
        }
    }

    /// Executes CONSTANTS: places the current area at the location and begins the next area. Pass 1 only
    /// reserves the words; pass 2 writes them.
    pub(crate) fn dump_constants(&mut self) -> InputResult<()> {
        self.check_area(self.pools.current, "constants")?;
        let here = self.known_here();
        let location = self.location.counter();
        let first_pass = self.pass == 1;
        let deferred = self.location.here_is_virtual();
        let place = self.tagged_location();
        let area = self.pools.current as u32;
        let pool = self.pools.pool();
        if first_pass || self.linkage.one_pass {
            pool.deferred = deferred;
            pool.location = location;
            pool.reserved = pool.words.len();
        }
        if first_pass {
            pool.start = Some(Value::relocated(here.word.with_left(0), here.relocation));
            self.location.advance(pool.reserved as u32);
        } else {
            let words = std::mem::take(&mut pool.words);
            let (reserved, expected) = (pool.reserved, pool.location);
            if deferred {
                self.collector.items.push(Item::DeferredArea { location: place, area });
            }
            if expected != location || pool.deferred != deferred {
                self.error(
                    Code::ConstantsMoved,
                    format!("the constants are at {location:o}, but on pass 1 they were at {expected:o}"),
                );
            }
            if words.len() > reserved {
                self.error(
                    Code::MoreConstants,
                    format!("{} on pass 2, but {reserved} on pass 1", count(words.len() as u64, "literal")),
                );
            }
            let used = words.len() as u32;
            for word in words {
                self.put(if self.linkage.relocatable { word } else { word.resolved() })?;
                self.location.advance(1);
            }
            let end = expected + reserved as u32;
            if self.dialect >= Dialect::C || used < reserved as u32 {
                self.location.set_counter(end);
            }
            if self.dialect >= Dialect::C && used < reserved as u32 {
                self.collector.end_block();
                self.put_counted_place();
            }
            if self.linkage.one_pass && !deferred {
                let (value, relocation) = (here.word, here.relocation);
                let place = AreaPlace { location: self.tagged_location(), area, value, relocation };
                self.collector.items.push(Item::Area(Box::new(place)));
            }
            // From dialect C on, and in the one-pass mode of dialects A and B, the block of words continues
            // after a full area.
            if self.dialect < Dialect::C && !self.linkage.one_pass {
                self.collector.end_block();
            }
        }
        self.pools.current += 1;
        Ok(())
    }
}
