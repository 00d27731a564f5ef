//! The positions of symbols in the original assemblers' symbol tables, which were hash tables with open
//! addressing. Symbols were written in the order of their positions, and for the loader the late assembler
//! named a local symbol by its position.

use crate::dialect::Dialect;
use crate::symbol::{Squoze, Symbol, SymbolId, Symbols};
use emulator::word::Word;

/// Returns the number of symbols that fit in a dialect's table.
pub(crate) fn size(dialect: Dialect) -> usize {
    match dialect {
        Dialect::A => 0o3177,
        Dialect::B => 0o63760,
        Dialect::C => 0o14376,
        Dialect::D => 0o5223,
    }
}

/// Returns the position of a name in an empty table.
pub(crate) fn hash(name: Squoze, dialect: Dialect) -> usize {
    let word = Word::new(u64::from(name.0));
    let mixed = word ^ word.swapped();
    let magnitude = if mixed.is_negative() { mixed.wrapping_neg() } else { mixed };
    (magnitude.bits() % size(dialect) as u64) as usize
}

/// The position of each symbol of an assembly.
#[derive(Default)]
pub(crate) struct Places(Vec<usize>);

impl Places {
    /// Enters the symbols in order, each at the first free position from its hash on. Symbols without a free
    /// position come after the table.
    pub(crate) fn new(symbols: &Symbols, dialect: Dialect) -> Places {
        let size = size(dialect);
        let mut taken = vec![false; size];
        let place = |(id, symbol): (SymbolId, &Symbol)| {
            let id = id.0 as usize;
            if id >= size {
                return id;
            }
            let mut place = hash(symbol.name, dialect);
            while std::mem::replace(&mut taken[place], true) {
                place = (place + 1) % size;
            }
            place
        };
        Places(symbols.iter().map(place).collect())
    }

    pub(crate) fn of(&self, id: SymbolId) -> usize {
        self.0[id.0 as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol::{Kind, MAIN};

    #[test]
    fn symbols_skip_taken_places() {
        let mut symbols = Symbols::new();
        let mut enter = |name: &str| symbols.insert(Squoze::new(name), MAIN, Kind::Label, Word::ZERO);
        let (a, again, b) = (enter("A"), enter("A"), enter("B"));
        let places = Places::new(&symbols, Dialect::D);
        // In squoze, A is 10310,,700000. XORing its halves gives 710310,,710310, whose magnitude is
        // 67467,,67470. The remainder of dividing that by 5223 is 2022.
        assert_eq!(places.of(a), 0o2022);
        assert_eq!(places.of(again), 0o2023);
        assert_eq!(places.of(b), 0o2406);
    }
}
