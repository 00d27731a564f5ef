//! Values of syllables, fields and words: 36 bits, their relocation, and the names on which they depend.

use crate::symbol::SymbolId;
use emulator::word::Word;

/// What an unresolved part of a value depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Target {
    /// An undefined or global symbol.
    Symbol(SymbolId),
    /// The beginning of a constants area, whose address is not yet known.
    Pool(u32),
}

/// The part of the word that the value of a name is added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum WordPart {
    Word,
    Right,
    /// The left half; the right half of the name's value is added to it.
    Left,
    Accumulator,
}

/// When a name was read: the loader gets the names of a storage word in this order. Comparisons of values
/// ignore it, so all orders compare as equal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadOrder(u32);

impl ReadOrder {
    /// The order of a name without a turn: after all names that have one.
    const LAST: ReadOrder = ReadOrder(u32::MAX);
}

impl PartialEq for ReadOrder {
    fn eq(&self, _: &ReadOrder) -> bool {
        true
    }
}

impl Eq for ReadOrder {}

impl std::hash::Hash for ReadOrder {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// A dependence of a value on a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reference {
    pub target: Target,
    /// How often the target is added; negative if it is subtracted.
    pub times: i64,
    /// Whether the halves of the target's value are exchanged first.
    pub swapped: bool,
    pub place: WordPart,
    pub turn: ReadOrder,
}

impl Reference {
    /// Adds the value of the name to `sum` as the reference requires.
    fn add_to(&self, sum: Word, value: Word) -> Word {
        let mut value = Word::new(value.bits().wrapping_mul(self.times as u64));
        if self.swapped {
            value = value.swapped();
        }
        match self.place {
            WordPart::Word => sum.wrapping_add(value),
            WordPart::Right => sum.with_right((sum.right() + value.right()) & 0o777777),
            WordPart::Left => sum.with_left((sum.left() + value.right()) & 0o777777),
            WordPart::Accumulator => sum.wrapping_add(Word::new((value.bits() & 0o17) << 23)),
        }
    }
}

/// A value with which the assembler computes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
// The box keeps a `Value` small; nearly all values have no references.
#[allow(clippy::box_collection)]
pub(crate) struct Value {
    pub word: Word,
    /// Two counts in one number: how often the loader adds the relocation to the right half, plus 2^18
    /// times how often it adds it to the left half.
    pub relocation: Word,
    references: Option<Box<Vec<Reference>>>,
    /// Whether the word itself depends on an unknown name: as an operand of an operator other than `+` and
    /// `-`, or as a number in a text.
    pub tangled: bool,
}

impl From<Word> for Value {
    #[inline]
    fn from(word: Word) -> Value {
        Value { word, ..Value::default() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    And,
    Or,
    Xor,
    Shift,
}

/// An operand of a kind that the operation does not accept, at least in some dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misuse {
    /// A relocatable value where a number is required.
    Relocation,
    /// A global symbol times a number.
    GlobalMultiple,
    /// A global symbol times a relocatable value.
    GlobalTimesRelocated,
    GlobalProduct,
    GlobalQuotient,
    GlobalLogic,
    GlobalShift,
}

impl Value {
    pub(crate) fn relocated(word: Word, relocation: Word) -> Value {
        Value { word, relocation, ..Value::default() }
    }

    /// Returns the value of a name that is not yet known.
    pub(crate) fn reference(target: Target) -> Value {
        Value::dependent(Word::ZERO, target)
    }

    /// Returns the value `offset` plus a target that is not yet known.
    pub(crate) fn dependent(offset: Word, target: Target) -> Value {
        let place = WordPart::Word;
        let reference = Reference { target, times: 1, swapped: false, place, turn: ReadOrder::LAST };
        Value { word: offset, references: Some(Box::new(vec![reference])), ..Value::default() }
    }

    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.references.is_none() && self.relocation == Word::ZERO
    }

    pub(crate) fn references(&self) -> &[Reference] {
        self.references.as_deref().map_or(&[], |list| list)
    }

    /// Returns the value without its references, which thus count as 0.
    pub(crate) fn resolved(&self) -> Value {
        Value::relocated(self.word, self.relocation)
    }

    pub(crate) fn push_references(&mut self, more: &[Reference]) {
        if !more.is_empty() {
            self.references.get_or_insert_default().extend_from_slice(more);
        }
    }

    /// Adds the references of `other`, and may remove them from it.
    pub(crate) fn take_references(&mut self, other: &mut Value) {
        match &self.references {
            None => self.references = other.references.take(),
            Some(_) => self.push_references(other.references()),
        }
    }

    fn map_references(&mut self, change: impl FnMut(&mut Reference)) {
        if let Some(list) = &mut self.references {
            list.iter_mut().for_each(change);
        }
    }

    /// Sorts and merges the references, so that they do not depend on how the value was written.
    pub(crate) fn normalise(&mut self) {
        let Some(list) = &mut self.references else { return };
        list.sort_unstable_by_key(|r| (r.target, r.swapped, r.place));
        let mut merged: Vec<Reference> = Vec::with_capacity(list.len());
        for r in list.iter() {
            match merged.last_mut() {
                Some(last) if (last.target, last.swapped, last.place) == (r.target, r.swapped, r.place) => {
                    last.times += r.times;
                }
                _ => merged.push(*r),
            }
        }
        merged.retain(|r| r.times != 0);
        if merged.is_empty() {
            self.references = None;
        } else {
            **list = merged;
        }
    }

    pub(crate) fn sort_references<K: Ord>(&mut self, key: impl FnMut(&Reference) -> K) {
        if let Some(list) = &mut self.references {
            list.sort_by_key(key);
        }
    }

    /// Gives the next turn to the names that have none yet.
    pub(crate) fn take_turn(&mut self, turns: &mut u32) {
        if self.references.is_some() {
            *turns += 1;
            let turn = ReadOrder(*turns);
            self.map_references(|r| r.turn.0 = r.turn.0.min(turn.0));
        }
    }

    /// Returns the references in reading order.
    pub(crate) fn in_turn(&self) -> Vec<Reference> {
        let mut list = self.references().to_vec();
        list.sort_by_key(|r| r.turn.0);
        list
    }

    /// Replaces the references to `target` by its value, which is now known.
    pub(crate) fn substitute(&mut self, target: Target, word: Word, relocation: Word) {
        let Some(mut list) = self.references.take() else { return };
        for reference in list.extract_if(.., |r| r.target == target) {
            self.word = reference.add_to(self.word, word);
            self.relocation = reference.add_to(self.relocation, relocation);
        }
        if !list.is_empty() {
            self.references = Some(list);
        }
    }

    pub(crate) fn negate(&mut self) {
        self.word = self.word.wrapping_neg();
        self.relocation = self.relocation.wrapping_neg();
        self.map_references(|r| r.times = -r.times);
    }

    pub(crate) fn swap_halves(&mut self) {
        self.word = self.word.swapped();
        let (left, right) = self.relocations();
        self.relocation = Word::from_i64((right << 18) + left);
        self.map_references(|r| match r.place {
            WordPart::Left => r.place = WordPart::Right,
            WordPart::Right => r.place = WordPart::Left,
            _ => r.swapped = !r.swapped,
        });
    }

    /// Returns how often the relocation is added to the left and to the right half.
    pub(crate) fn relocations(&self) -> (i64, i64) {
        let right = i64::from(self.relocation.right());
        let right = if right >> 17 == 0 { right } else { right - (1 << 18) };
        let left = (self.relocation.signed() - right) >> 18;
        (left, right)
    }

    #[inline]
    pub(crate) fn add(&mut self, other: &Value) {
        self.word = self.word.wrapping_add(other.word);
        if !other.is_plain() {
            self.relocation = self.relocation.wrapping_add(other.relocation);
            self.push_references(other.references());
        }
        self.tangled |= other.tangled;
    }

    pub(crate) fn subtract(&mut self, mut other: Value) {
        other.negate();
        self.add(&other);
    }

    /// Keeps only the right half.
    pub(crate) fn keep_right(&mut self) {
        self.word = self.word.with_left(0);
        self.relocation = Word::from_i64(self.relocations().1);
        self.map_references(|r| r.place = WordPart::Right);
    }

    /// Moves the right half to the left half.
    pub(crate) fn move_left(&mut self) {
        self.word = Word::halves(self.word.right(), 0);
        self.relocation = Word::halves(self.relocation.right(), 0);
        self.map_references(|r| r.place = WordPart::Left);
    }

    /// Replaces the left half by the left half of `half`, whose right half is zero.
    pub(crate) fn replace_left(&mut self, half: &Value) {
        self.word = self.word.with_left(half.word.left());
        self.relocation = half.relocation.wrapping_add(Word::from_i64(self.relocations().1));
        self.push_references(half.references());
        self.tangled |= half.tangled;
    }

    /// Replaces the right half by the right half of `half`, whose left half is zero.
    pub(crate) fn replace_right(&mut self, half: &Value) {
        self.word = self.word.with_right(half.word.right());
        self.relocation = half.relocation.wrapping_add(Word::from_i64(self.relocations().0 << 18));
        self.push_references(half.references());
        self.tangled |= half.tangled;
    }

    /// Combines the value with the right operand. After a misuse, the value is that computed by the dialects
    /// that accepted the operation.
    pub(crate) fn combine(&mut self, operator: Operator, right: Value) -> Result<(), Misuse> {
        match operator {
            Operator::Add => self.add(&right),
            Operator::Subtract => self.subtract(right),
            Operator::Multiply => return self.multiply(right),
            _ => {
                let plain = self.is_plain() && right.is_plain();
                self.word = match operator {
                    Operator::Divide => divide(self.word, right.word),
                    Operator::And => self.word & right.word,
                    Operator::Or => self.word | right.word,
                    Operator::Xor => self.word ^ right.word,
                    _ => shift(self.word, right.word),
                };
                if !plain {
                    return self.tangle(operator, &right);
                }
            }
        }
        Ok(())
    }

    fn tangle(&mut self, operator: Operator, right: &Value) -> Result<(), Misuse> {
        let relocated = self.relocation != Word::ZERO || right.relocation != Word::ZERO;
        let depends = self.references.is_some() || right.references.is_some();
        if operator == Operator::Shift && right.is_plain() && !depends {
            self.relocation = shift(self.relocation, right.word);
            return Ok(());
        }
        self.relocation = Word::ZERO;
        self.push_references(right.references());
        self.tangled |= depends;
        if depends {
            Err(match operator {
                Operator::Divide => Misuse::GlobalQuotient,
                Operator::Shift => Misuse::GlobalShift,
                _ => Misuse::GlobalLogic,
            })
        } else if relocated {
            Err(Misuse::Relocation)
        } else {
            Ok(())
        }
    }

    fn multiply(&mut self, right: Value) -> Result<(), Misuse> {
        let product = multiply(self.word, right.word);
        if self.is_plain() && right.is_plain() {
            self.word = product;
            return Ok(());
        }
        let (mut varying, factor) =
            if right.is_plain() { (self.clone(), right) } else { (right, self.clone()) };
        let misuse = match (varying.references.is_some(), factor.references.is_some()) {
            (true, true) => Err(Misuse::GlobalProduct),
            (false, false) if factor.is_plain() => Ok(()),
            (false, false) => Err(Misuse::Relocation),
            _ if factor.is_plain() => Err(Misuse::GlobalMultiple),
            _ => Err(Misuse::GlobalTimesRelocated),
        };
        varying.word = product;
        varying.relocation = multiply(varying.relocation, factor.word);
        let times = factor.word.signed();
        varying.map_references(|r| r.times = r.times.saturating_mul(times));
        varying.tangled |= varying.references.is_some();
        varying.push_references(factor.references());
        *self = varying;
        misuse
    }
}

/// Returns the product as IMUL does: the low 35 bits, with the sign in bit 0.
fn multiply(a: Word, b: Word) -> Word {
    let product = i128::from(a.signed()) * i128::from(b.signed());
    let low = Word::new(product as u64 & 0o377777_777777);
    if product < 0 { low | Word::SIGN } else { low }
}

/// Returns the quotient truncated toward zero. Where IDIV does not divide, returns the dividend.
fn divide(a: Word, b: Word) -> Word {
    match b.signed() {
        0 => a,
        divisor => Word::from_i64(a.signed() / divisor),
    }
}

/// Returns a shift count as LSH uses it: the sign and the low eight bits of the right half. A negative count
/// shifts right.
pub(crate) fn shift_count(count: Word) -> i64 {
    let magnitude = (count.bits() & 0o377) as i64;
    if count.right() & 0o400000 == 0 { magnitude } else { magnitude - 0o400 }
}

fn shift(a: Word, count: Word) -> Word {
    match shift_count(count) {
        left @ 0..=35 => Word::new(a.bits() << left),
        right @ -35..0 => Word::new(a.bits() >> -right),
        _ => Word::ZERO,
    }
}

#[cfg(test)]
mod tests;
