//! A body is taken apart.

mod fields;

use crate::chars::{CR, LF, TAB};
use crate::input::{IrpKind, Loops, SLOT, Text};
use crate::pass::Assembler;
use crate::pseudo::{self, InBody, Pseudo};
use crate::state::macros::Macro;
use crate::state::prepared::{Field, List, Loop, Meanings, Operand, Prepared, Step, Sum, What};
use crate::symbol::{Kind, Squoze};
use fields::{Found, Known, is_number};
use memchr::memchr;
use std::ops::Range;

/// Conditionals and loops more deeply inside each other are read as texts.
const MOST_NESTED: usize = 6;

/// A text of more statements is read, too.
const MOST_STEPS: usize = 1024;

/// A text that is taken apart.
struct Maker<'m, 'a> {
    assembler: &'m Assembler<'a>,
    prepared: &'m mut Prepared,
    /// The loops in it that have been read.
    loops: Option<&'m Loops>,
    text: &'m [u8],
    /// Where it begins in the whole that it is a part of.
    origin: usize,
    at: usize,
    /// How many conditionals and loops are around what is taken apart.
    nested: usize,
    /// Where the statement begins.
    begin: usize,
    /// Where the last syllable begins.
    syllable: usize,
}

impl Assembler<'_> {
    /// The body of a macro taken apart, if it consists of nothing but what can be; `loops` are those in it.
    pub(super) fn prepare_body(&self, definition: &Macro, loops: &Loops) -> Option<Prepared> {
        let mut prepared = Prepared::default();
        self.prepare(&definition.body, Some(loops), &mut prepared)?;
        prepared.meanings = Meanings::now(&self.symbols, self.radix);
        prepared.steps.shrink_to_fit();
        prepared.terms.shrink_to_fit();
        Some(prepared)
    }

    /// The text of a loop taken apart for this once, if it consists of nothing but what can be.
    pub(super) fn prepare_text(&self, text: &Text, prepared: &mut Prepared) -> Option<()> {
        prepared.clear();
        self.prepare(text, None, prepared)
    }

    fn prepare(&self, text: &Text, loops: Option<&Loops>, prepared: &mut Prepared) -> Option<()> {
        prepared.last = *text.last()?;
        let (origin, at, nested, begin, syllable) = (text.start, 0, 0, 0, 0);
        let mut maker = Maker { assembler: self, prepared, loops, text, origin, at, nested, begin, syllable };
        prepared.depth = maker.statements(1)?;
        Some(())
    }
}

impl<'a> Maker<'_, 'a> {
    /// The next character; at the end of the text one that is nowhere expected.
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn accept(&mut self, c: u8) -> bool {
        let found = self.peek() == c;
        self.at += usize::from(found);
        found
    }

    fn blanks(&mut self) -> bool {
        let start = self.at;
        while matches!(self.peek(), b' ' | TAB) {
            self.at += 1;
        }
        self.at > start
    }

    fn at_end(&self) -> bool {
        matches!(self.peek(), CR | b';')
    }

    /// Position `at` in the whole.
    fn place(&self, at: usize) -> Option<u32> {
        u32::try_from(self.origin + at).ok()
    }

    /// All statements of the text, which has `depth` texts inside each other: how many there are at most.
    fn statements(&mut self, depth: usize) -> Option<usize> {
        let first = self.prepared.steps.len();
        let mut deepest = depth;
        // In front of a body its first line can be empty. It is blank when a loop comes to it again.
        if self.peek() == CR {
            self.line_end()?;
        } else {
            deepest = deepest.max(self.statement(depth)?);
        }
        loop {
            while self.at < self.text.len() && self.peek() <= b' ' {
                self.at += 1;
            }
            if self.at == self.text.len() {
                break;
            }
            deepest = deepest.max(self.statement(depth)?);
        }
        let something = |step: &Step| !matches!(step.what, What::Nothing);
        self.prepared.steps[first..].iter().any(something).then_some(deepest)
    }

    /// The end of a line as a statement that is nothing.
    fn line_end(&mut self) -> Option<()> {
        let place = self.place(self.at)?;
        self.at += 1;
        self.prepared.steps.push(Step { syllable: (place, place), what: What::Nothing });
        Some(())
    }

    /// A statement: how many texts are inside each other in it.
    fn statement(&mut self, depth: usize) -> Option<usize> {
        if self.prepared.steps.len() == MOST_STEPS {
            return None;
        }
        self.begin = self.at;
        self.blanks();
        if self.at_end() {
            self.ended(What::Nothing)?;
            return Some(depth);
        }
        let terms = self.prepared.terms.len();
        let mut first = None;
        let c = self.peek();
        if c >= SLOT || self.assembler.chars.squoze[c as usize] != 0 {
            let found = self.operand()?;
            if let Found::Operand(Operand::Entry(id)) = found
                && let Kind::Pseudo(row) = self.assembler.symbols[id].kind
                && !is_number(row.op)
            {
                // Of a name that has something of a number the general reader keeps that.
                let alike = |c: &u8| matches!(c, b'.' | b'0'..=b'9' | SLOT..);
                if !matches!(self.peek(), b' ' | TAB) || self.text[self.syllable..self.at].iter().any(alike) {
                    return None;
                }
                self.at += 1;
                return self.call(row.op, depth);
            }
            first = Some(found);
        }
        let mut word = self.word(first)?;
        word.terms = self.terms_from(terms)?;
        self.ended(What::Word(word))?;
        Some(depth)
    }

    /// The terms from one on.
    fn terms_from(&self, first: usize) -> Option<Range<u32>> {
        Some(u32::try_from(first).ok()?..u32::try_from(self.prepared.terms.len()).ok()?)
    }

    /// A statement that ends here.
    fn ended(&mut self, what: What) -> Option<()> {
        let end = self.at;
        // Behind a blank, a comma or a bracket the general reader finds an empty syllable.
        let before = if end == self.begin { b' ' } else { self.text[end - 1] };
        if before < SLOT && self.assembler.chars.squoze[before as usize] == 0 {
            self.syllable = end;
        }
        let syllable = (self.place(self.syllable)?, self.place(end)?);
        if self.peek() == b';' {
            while self.peek() != CR {
                if self.at == self.text.len() || self.peek() >= SLOT {
                    return None;
                }
                self.at += 1;
            }
        }
        self.prepared.steps.push(Step { syllable, what });
        self.accept(CR).then_some(())
    }

    /// What a pseudo-op at the beginning of a statement asks.
    fn call(&mut self, op: Pseudo, depth: usize) -> Option<usize> {
        if self.nested == MOST_NESTED {
            return None;
        }
        self.nested += 1;
        let deepest = match op {
            Pseudo::Condition(condition) => self.condition(condition, depth).map(|()| depth),
            Pseudo::Repeat => self.repeat(depth),
            Pseudo::Loop(op) => self.over_list(op, depth),
            _ => None,
        };
        self.nested -= 1;
        deepest
    }

    /// A text inside this one.
    fn inside<'t>(&'t mut self, text: &'t [u8], origin: usize) -> Maker<'t, 'a> {
        let (assembler, prepared, nested) = (self.assembler, &mut *self.prepared, self.nested);
        Maker { assembler, prepared, loops: None, text, origin, at: 0, nested, begin: 0, syllable: 0 }
    }

    /// What belongs to a step ends here.
    fn end_step(&mut self, number: usize) {
        let behind = (self.prepared.steps.len() - number - 1) as u32;
        match &mut self.prepared.steps[number].what {
            What::Condition { steps, .. } | What::Repeat { steps, .. } => *steps = behind,
            What::Loop(looped) => looped.steps = behind,
            What::Nothing | What::Word(_) => {}
        }
    }

    /// A field that is a number, and the separator behind it.
    fn number(&mut self) -> Option<Sum> {
        let first = self.prepared.terms.len();
        let mut known = Known::default();
        self.blanks();
        self.sum(Field::Operation, &mut known)?;
        if !matches!(self.peek(), b' ' | TAB | b',') {
            return None;
        }
        self.at += 1;
        Some(Sum { known: known[Field::Operation as usize], terms: self.terms_from(first)? })
    }

    /// A conditional and the rest of its line.
    fn condition(&mut self, condition: pseudo::Condition, depth: usize) -> Option<()> {
        use pseudo::Condition as C;
        if !matches!(condition, C::Ife | C::Ifn | C::Ifg | C::Ifge | C::Ifl | C::Ifle) {
            return None;
        }
        let number = self.number()?;
        // A bracket, or an argument that could begin with one.
        if matches!(self.peek(), b'[' | b'{' | SLOT..) {
            return None;
        }
        let length = memchr(CR, &self.text[self.at..])?;
        let passed = self.prepared.passed.len() as u32;
        let line = &self.text[self.at..self.at + length];
        self.prepared.passed.extend(line.iter().filter(|c| **c >= SLOT).map(|slot| slot - SLOT));
        let passed = passed..self.prepared.passed.len() as u32;
        let (line_end, next) = (self.place(self.at + length)?, self.at + length + 1);
        let first = self.prepared.steps.len();
        self.prepared.steps.push(Step {
            syllable: (line_end, line_end),
            what: What::Condition { condition, number, steps: 0, passed },
        });
        if self.peek() == CR {
            self.line_end()?;
        } else {
            self.statement(depth)?;
        }
        let in_line = |step: &Step| !matches!(step.what, What::Repeat { .. } | What::Loop(_));
        if self.at != next || !self.prepared.steps[first..].iter().all(in_line) {
            return None;
        }
        self.end_step(first);
        Some(())
    }

    /// A REPEAT.
    fn repeat(&mut self, depth: usize) -> Option<usize> {
        let count = self.number()?;
        let rest = &self.text[self.at..];
        let bracketed = rest.first() == Some(&b'[');
        let (begin, end, next) = if bracketed {
            let end = memchr(b']', rest)?;
            (1, end, end + 1)
        } else {
            let end = memchr(CR, rest)? + 1;
            (0, end, end)
        };
        let text = &rest[begin..end];
        if !text.is_ascii() || bracketed && memchr(b'[', text).is_some() {
            return None;
        }
        let number = self.prepared.steps.len();
        let length = u32::try_from(text.len()).ok()?;
        self.prepared.steps.push(Step { syllable: (0, 0), what: What::Repeat { count, steps: 0, length } });
        let origin = self.origin + self.at + begin;
        let depth = self.inside(text, origin).statements(depth + 1)?;
        self.at += next;
        self.end_step(number);
        Some(depth)
    }

    /// A loop over one list, the body of which has been read before.
    fn over_list(&mut self, op: pseudo::Loop, depth: usize) -> Option<usize> {
        let kind = match op {
            pseudo::Loop::Elements => IrpKind::Elements,
            pseudo::Loop::Characters => IrpKind::Characters,
            pseudo::Loop::Symbols => IrpKind::Symbols,
            pseudo::Loop::Lines => IrpKind::Lines,
            pseudo::Loop::Groups => return None,
        };
        let first = self.dummy()?;
        if first.is_none() && self.text[self.at - 1] != b',' {
            return None;
        }
        let second = self.dummy()?;
        let list = self.list()?;
        if !self.accept(CR) {
            return None;
        }
        self.accept(LF);
        let known = self.loops?.get(self.at)?;
        let dummies = [first, second].map(Option::unwrap_or_default);
        if known.dummies != dummies || !known.holds(&dummies, |name| self.assembler.meaning_in_body(name)) {
            return None;
        }
        let (last, inside) = known.names.split_last()?;
        // There is no loop or definition in it.
        if last.1 != Some(InBody::Ends) || inside.iter().any(|(_, meaning)| meaning.is_some()) {
            return None;
        }
        let end = self.entry(last.0)?;
        let number = self.prepared.steps.len();
        let length = u32::try_from(known.body.len()).ok()?;
        let looped = Loop { kind, list, second: second.is_some(), end, steps: 0, length };
        self.prepared.steps.push(Step { syllable: (0, 0), what: What::Loop(looped) });
        let depth = self.inside(&known.body, known.body.start).statements(depth + 1)?;
        self.at += known.length;
        self.end_step(number);
        Some(depth)
    }

    /// The name of a dummy, if there is one, and the character behind it.
    fn dummy(&mut self) -> Option<Option<Squoze>> {
        let (name, length) = Squoze::first_of(&self.text[self.at..], &self.assembler.chars.squoze);
        self.at += length;
        let end = self.peek();
        self.at += 1;
        (self.at <= self.text.len() && end < SLOT).then_some((length > 0).then_some(name))
    }

    /// A list in brackets at the end of the line: an argument as a whole, or none in it.
    fn list(&mut self) -> Option<List> {
        if !self.accept(b'[') {
            return None;
        }
        let rest = &self.text[self.at..];
        let end = rest.iter().position(|c| *c == b']')?;
        let list = &rest[..end];
        self.at += end + 1;
        match list {
            [slot] if *slot >= SLOT => Some(List::Slot(*slot - SLOT)),
            _ if list.iter().any(|c| *c >= SLOT || *c == b'[') => None,
            _ => {
                let number = u32::try_from(self.prepared.lists.len()).ok()?;
                self.prepared.lists.push(list.into());
                Some(List::Text(number))
            }
        }
    }
}
