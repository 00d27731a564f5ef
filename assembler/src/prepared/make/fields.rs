//! The fields of a word: names, dummies and numbers that are added and subtracted.

use super::Maker;
use crate::chars::Class;
use crate::input::SLOT;
use crate::plain::Run;
use crate::pseudo::{Constant, Pseudo};
use crate::state::prepared::{Field, Fields, Operand, Term};
use crate::symbol::{Kind, Squoze, SymbolId};
use emulator::word::Word;

/// A name, a dummy or a number.
pub(super) enum Found {
    Operand(Operand),
    Number(Word),
}

/// What is known of the fields of a word.
pub(super) type Known = [Word; Field::COUNT];

/// A word while it is read.
#[derive(Default)]
pub(super) struct Draft {
    known: Known,
    indirect: bool,
    indexed: bool,
}

impl Maker<'_, '_> {
    /// The entry of a name, if it has but one.
    pub(super) fn entry(&self, name: Squoze) -> Option<SymbolId> {
        self.assembler.symbols.find_sole(name)
    }

    /// A word of usual fields, of which the first operand may have been read.
    pub(super) fn word(&mut self, first: Option<Found>) -> Option<Fields> {
        let mut draft = Draft::default();
        match first {
            Some(found) => {
                self.put(found, Field::Operation, [false; 2], &mut draft.known)?;
                self.rest_of_sum(Field::Operation, &mut draft.known)?;
                self.index(&mut draft)?;
            }
            None => self.field(Field::Operation, &mut draft)?.then_some(())?,
        }
        if self.blanks() && !self.at_end() {
            let terms = self.prepared.terms.len();
            let present = self.field(Field::Address, &mut draft)?;
            if self.accept(b',') {
                present.then_some(())?;
                draft.known.swap(Field::Address as usize, Field::Accumulator as usize);
                for term in self.prepared.terms[terms..].iter_mut().filter(|t| t.field == Field::Address) {
                    term.field = Field::Accumulator;
                }
                self.blanks();
                if !self.at_end() {
                    self.field(Field::Address, &mut draft)?;
                }
            }
            self.blanks();
        }
        Some(Fields { known: draft.known, terms: 0..0, indirect: draft.indirect })
    }

    /// A field: whether it is not empty.
    fn field(&mut self, field: Field, draft: &mut Draft) -> Option<bool> {
        let begin = self.at;
        let marked = self.accept(b'@');
        // What an `@` makes of the word depends on an index that stands before it.
        if marked && draft.indexed {
            return None;
        }
        draft.indirect |= marked;
        let empty = self.peek() == b'(';
        if !empty {
            self.sum(field, &mut draft.known)?;
            if marked && self.syllable == begin + 1 {
                self.syllable = begin;
            }
        }
        self.index(draft)?;
        // An index is no field.
        Some(marked || !empty)
    }

    /// An index, if one follows.
    fn index(&mut self, draft: &mut Draft) -> Option<()> {
        if !self.accept(b'(') {
            return Some(());
        }
        if std::mem::replace(&mut draft.indexed, true) || self.assembler.options.limits.bracket_depth == 0 {
            return None;
        }
        self.sum(Field::Index, &mut draft.known)?;
        self.accept(b')').then_some(())
    }

    /// Names and numbers that are added and subtracted.
    pub(super) fn sum(&mut self, field: Field, known: &mut Known) -> Option<()> {
        let minus = self.accept(b'-');
        let first = self.operand()?;
        self.put(first, field, [minus; 2], known)?;
        self.rest_of_sum(field, known)
    }

    fn rest_of_sum(&mut self, field: Field, known: &mut Known) -> Option<()> {
        while matches!(self.peek(), b'+' | b'-') {
            let minus = self.accept(b'-');
            self.at += usize::from(!minus);
            let operand = self.operand()?;
            self.put(operand, field, [minus, true], known)?;
        }
        Some(())
    }

    /// What has been found belongs to a field: whether it is subtracted, and whether it stands behind an operator.
    fn put(
        &mut self,
        found: Found,
        field: Field,
        [negative, in_expression]: [bool; 2],
        known: &mut Known,
    ) -> Option<()> {
        let sum = &mut known[field as usize];
        match found {
            Found::Number(number) if negative => *sum = sum.wrapping_sub(number),
            Found::Number(number) => *sum = sum.wrapping_add(number),
            Found::Operand(operand) => {
                if let Operand::Entry(id) = operand {
                    match self.assembler.symbols[id].kind {
                        Kind::Pseudo(row) if !is_number(row.op) => return None,
                        Kind::Macro(_) | Kind::InputOutput | Kind::Variable { .. } => return None,
                        _ => {}
                    }
                }
                self.prepared.terms.push(Term { operand, field, negative, in_expression });
            }
        }
        Some(())
    }

    /// A name, a dummy or a number.
    pub(super) fn operand(&mut self) -> Option<Found> {
        self.syllable = self.at;
        let found = match self.peek() {
            slot @ SLOT.. => {
                self.at += 1;
                Found::Operand(Operand::Slot(slot - SLOT))
            }
            _ => {
                let (run, length) = self.assembler.run_of(&self.text[self.at..]);
                self.at += length;
                match run? {
                    Run::Number(number) => Found::Number(number),
                    Run::Entry(id) => Found::Operand(Operand::Entry(id)),
                    Run::Name(name) => {
                        Found::Operand(self.entry(name).map_or(Operand::Name(name), Operand::Entry))
                    }
                }
            }
        };
        let follows = self.assembler.chars.class[self.peek() as usize];
        let usual =
            matches!(follows, Class::Blank | Class::Comma | Class::Operator | Class::Open | Class::Close);
        (usual || self.at_end()).then_some(found)
    }
}

/// Whether a pseudo-op is a number that can be part of a word.
pub(super) fn is_number(op: Pseudo) -> bool {
    matches!(op, Pseudo::Here | Pseudo::Constant(Constant::RepeatCount | Constant::IrpCount))
}
