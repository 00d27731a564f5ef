//! A body that has been taken apart is obeyed.

use crate::chars::CR;
use crate::dialect::Dialect;
use crate::input::{Arguments, Element, IrpKind, PASS_COST, PassedText, Text};
use crate::pass::{Assembler, Name};
use crate::plain::Run;
use crate::pseudo::{Condition, Constant, InBody, Pseudo};
use crate::state::formats::USUAL;
use crate::state::macros::Macro;
use crate::state::prepared::{Fields, List, Loop, Meanings, Operand, Prepared, Sum, Term, What};
use crate::state::reader::Marks;
use crate::symbol::{Kind, MAIN, Squoze};
use emulator::formats::rim;
use emulator::word::Word;
use std::ops::Range;

/// A body that makes more words is read as a text.
const MOST_WORDS: usize = 1024;
/// One with more rounds of loops, too.
const MOST_ROUNDS: usize = 4096;
/// One with more names that are not known yet, too.
const MOST_UNKNOWN: usize = 8;
/// So many rounds of a text are worth taking it apart.
const WORTH_WHILE: i64 = 2;
/// The highest address.
const LAST: usize = 0o777777;

/// What stands for the slots of a text.
#[derive(Clone, Copy)]
enum Slots<'s> {
    Call(&'s [Text]),
    Loop([&'s [u8]; 2]),
    None,
}

impl<'s> Slots<'s> {
    #[inline(always)]
    fn get(self, slot: u8) -> Option<&'s [u8]> {
        match self {
            Slots::Call(arguments) => arguments.get(usize::from(slot)).map(|text| &**text),
            Slots::Loop(elements) => elements.get(usize::from(slot)).copied(),
            Slots::None => None,
        }
    }
}

/// A body being worked out. Nothing is changed before all of it is.
struct Attempt<'r, 'a> {
    assembler: &'r Assembler<'a>,
    prepared: &'r Prepared,
    words: Vec<Word>,
    unknown: [Squoze; MOST_UNKNOWN],
    unknown_count: usize,
    rounds_left: usize,
    success: bool,
    in_expression: bool,
    passed: PassedText,
}

impl Assembler<'_> {
    /// Obeys the body of a macro that is called at the beginning of a statement, if it has been taken apart and nothing
    /// unusual is found. Everything is then as if it had been read, but for the text behind it.
    pub(crate) fn obey_body(&mut self, definition: &Macro, arguments: &Arguments) -> bool {
        if !definition.is_called_very_often() || !self.may_obey() {
            return false;
        }
        let now = Meanings::now(&self.symbols, self.radix);
        let made = definition
            .prepared(|prepared| prepared.meanings == now, |loops| self.prepare_body(definition, loops));
        let Some(prepared) = made else { return false };
        let begun = self.input.pass_text(definition.body.len() as u64 + 1, prepared.last);
        let done = self.obey(&prepared, begun, |attempt| {
            attempt.steps(0..prepared.steps.len(), Slots::Call(arguments), 1)
        });
        definition.note_attempt(done);
        done
    }

    /// Obeys a REPEAT at the beginning of a statement in the same way.
    pub(crate) fn obey_repeat(&mut self, text: &Text, count: i64) -> bool {
        if count < WORTH_WHILE || !self.may_obey() {
            return false;
        }
        self.obey_text(text, |attempt, steps| attempt.repeat(count, steps, text.len() as u32, 1))
    }

    /// Obeys a loop over a list at the beginning of a statement in the same way.
    pub(crate) fn obey_loop(&mut self, text: &Text, kind: IrpKind, list: &Text, second: bool) -> bool {
        self.may_obey()
            && self.obey_text(text, |attempt, steps| {
                attempt.rounds((kind, list, second), steps, text.len() as u32, 1)
            })
    }

    /// Takes a text apart and obeys it.
    fn obey_text(
        &mut self,
        text: &Text,
        work: impl FnOnce(&mut Attempt<'_, '_>, Range<usize>) -> Option<()>,
    ) -> bool {
        let mut prepared = self.macros.prepared.take().unwrap_or_default();
        let done = self.prepare_text(text, &mut prepared).is_some() && {
            let begun = self.input.pass_text(0, prepared.last);
            self.obey(&prepared, begun, |attempt| work(attempt, 0..prepared.steps.len()))
        };
        self.macros.prepared = Some(prepared);
        done
    }

    /// Whether words are all that is asked of a text, and nothing of a word has been read.
    fn may_obey(&self) -> bool {
        let usual = |(pattern, format): &(usize, u64)| self.formats[*pattern] == *format;
        self.dialect == Dialect::D
            && !self.options.source_map
            && self.location.counter() >= rim::PAST_LOADER
            && !self.options.listing
            && self.settings.stgsw == Word::ZERO
            && USUAL.iter().all(usual)
            && self.is_usual()
            && !self.reader.word.is_begun()
    }

    /// Has a text worked out, and does what comes of it if that could have been read.
    #[inline(always)]
    fn obey(
        &mut self,
        prepared: &Prepared,
        passed: PassedText,
        work: impl FnOnce(&mut Attempt<'_, '_>) -> Option<()>,
    ) -> bool {
        let mut words = std::mem::take(&mut self.macros.words);
        words.clear();
        let mut attempt = Attempt {
            assembler: self,
            prepared,
            words,
            unknown: [Squoze::default(); MOST_UNKNOWN],
            unknown_count: 0,
            rounds_left: MOST_ROUNDS,
            success: self.settings.success,
            in_expression: self.reader.in_expression,
            passed,
        };
        let done = work(&mut attempt).is_some();
        let Attempt { words, unknown, unknown_count, success, in_expression, passed, .. } = attempt;
        let done = done
            && self.location.counter() as usize + words.len() <= LAST
            && self.collector.count + words.len() <= self.options.limits.output_words
            && passed.is_short()
            && self.input.has_room_for(prepared.depth);
        if done {
            for name in &unknown[..unknown_count] {
                self.own_entry(Name { name: *name, block: Some(MAIN) });
            }
            self.settings.success = success;
            self.input.leave_passed(&passed);
            self.reader.marks = Marks::default();
            self.reader.term = CR;
            self.reader.in_expression = in_expression;
            self.put_all(&words);
        }
        self.macros.words = words;
        done
    }
}

impl Attempt<'_, '_> {
    /// Works out steps of a text that is so deep inside others.
    fn steps(&mut self, steps: Range<usize>, slots: Slots<'_>, depth: usize) -> Option<()> {
        let prepared = self.prepared;
        let mut at = steps.start;
        while at < steps.end {
            let step = &prepared.steps[at];
            at += 1;
            match &step.what {
                What::Nothing => {}
                What::Word(fields) => {
                    let word = self.word(fields, slots)?;
                    if self.words.len() == MOST_WORDS {
                        return None;
                    }
                    self.words.push(word);
                }
                What::Condition { condition, number, steps, passed } => {
                    let number = self.sum(number, slots)?.signed();
                    self.success = match condition {
                        Condition::Ife => number == 0,
                        Condition::Ifn => number != 0,
                        Condition::Ifg => number > 0,
                        Condition::Ifge => number >= 0,
                        Condition::Ifl => number < 0,
                        Condition::Ifle => number <= 0,
                        _ => return None,
                    };
                    if self.success {
                        continue;
                    }
                    for slot in &prepared.passed[passed.start as usize..passed.end as usize] {
                        self.pass_slot(slots, *slot, |c| c == CR)?;
                    }
                    at += *steps as usize;
                }
                What::Repeat { count, steps, length } => {
                    let count = self.sum(count, slots)?.signed();
                    let inside = at..at + *steps as usize;
                    self.repeat(count, inside.clone(), *length, depth + 1)?;
                    at = inside.end;
                    continue;
                }
                What::Loop(looped) => {
                    let inside = at..at + looped.steps as usize;
                    self.over_list(looped, inside.clone(), slots, depth + 1)?;
                    at = inside.end;
                    continue;
                }
            }
            self.passed.syllable(depth, step.syllable);
        }
        Some(())
    }

    /// A REPEAT of steps.
    fn repeat(&mut self, count: i64, steps: Range<usize>, length: u32, depth: usize) -> Option<()> {
        let count = usize::try_from(count).ok()?;
        if count == 0 || count > MOST_ROUNDS || count as u64 > self.assembler.options.limits.repeat_count {
            return None;
        }
        let saved = self.passed.repeat_count;
        self.passed.expanded += u64::from(length) + 1 + PASS_COST * (count as u64 - 1);
        for round in 0..count {
            self.passed.repeat_count = Word::new(round as u64);
            self.round(steps.clone(), Slots::None, depth)?;
        }
        self.passed.repeat_count = saved.with_left(0);
        Some(())
    }

    /// A loop over a list.
    fn over_list(
        &mut self,
        looped: &Loop,
        steps: Range<usize>,
        slots: Slots<'_>,
        depth: usize,
    ) -> Option<()> {
        let list = match looped.list {
            List::Slot(slot) => self.pass_slot(slots, slot, |c| matches!(c, b'[' | b']'))?,
            List::Text(number) => &self.prepared.lists[number as usize],
        };
        let ends = |kind| matches!(kind, Kind::Pseudo(row) if row.op.in_body() == Some(InBody::Ends));
        if !ends(self.assembler.symbols[looped.end].kind) {
            return None;
        }
        self.rounds((looped.kind, list, looped.second), steps, looped.length, depth)
    }

    /// The rounds of a loop: how it takes a list apart, the list, and whether its second dummy has a name.
    fn rounds(
        &mut self,
        (kind, list, second): (IrpKind, &[u8], bool),
        steps: Range<usize>,
        length: u32,
        depth: usize,
    ) -> Option<()> {
        let saved = self.passed.irp_count;
        self.passed.expanded += u64::from(length) + 1;
        let mut at = 0;
        let mut round = 0;
        while !kind.is_exhausted(list, at, Dialect::D) {
            let (Element::Part(element), rest, next) = kind.take(list, at, Dialect::D) else {
                return None;
            };
            at = next;
            let elements = [&list[element], if second { &list[rest] } else { &[] }];
            if round > 0 {
                self.passed.expanded += PASS_COST + (elements[0].len() + elements[1].len()) as u64;
            }
            self.passed.irp_count = Word::new(round);
            round += 1;
            self.round(steps.clone(), Slots::Loop(elements), depth)?;
        }
        self.passed.irp_count = saved.with_left(0);
        (round > 0).then_some(())
    }

    /// A round of a loop.
    fn round(&mut self, steps: Range<usize>, slots: Slots<'_>, depth: usize) -> Option<()> {
        self.rounds_left = self.rounds_left.checked_sub(1)?;
        self.steps(steps, slots, depth)
    }

    /// An argument that is passed over, in which nothing may be at which to `stop`.
    #[inline(always)]
    fn pass_slot<'s>(&mut self, slots: Slots<'s>, slot: u8, stop: impl Fn(u8) -> bool) -> Option<&'s [u8]> {
        let text = slots.get(slot)?;
        if text.iter().any(|c| stop(*c)) {
            return None;
        }
        // One that is empty is not read.
        self.passed.expanded += if text.is_empty() { 0 } else { text.len() as u64 + 1 };
        Some(text)
    }

    #[inline(always)]
    fn word(&mut self, fields: &Fields, slots: Slots<'_>) -> Option<Word> {
        let mut sums = fields.known;
        let before = self.assembler.pass == 1;
        for term in &self.prepared.terms[fields.terms.start as usize..fields.terms.end as usize] {
            let value = self.term(term, slots, before)?;
            let sum = &mut sums[term.field as usize];
            *sum = sum.wrapping_add(value);
        }
        let [operation, accumulator, address, index] = sums;
        let marks = if fields.indirect { Word::halves(0o20, 0) } else { Word::ZERO };
        let sum = marks.wrapping_add(index.swapped());
        let right = sum.right() + address.right();
        let accumulator = Word::new((accumulator.bits() & 0o17) << 23);
        Some(sum.with_right(right & 0o777777).wrapping_add(accumulator).wrapping_add(operation))
    }

    /// A sum that must be known now.
    #[inline(always)]
    fn sum(&mut self, sum: &Sum, slots: Slots<'_>) -> Option<Word> {
        let mut value = sum.known;
        for term in &self.prepared.terms[sum.terms.start as usize..sum.terms.end as usize] {
            value = value.wrapping_add(self.term(term, slots, false)?);
        }
        Some(value)
    }

    /// What a name or dummy adds; `before`: it need not be known yet.
    #[inline(always)]
    fn term(&mut self, term: &Term, slots: Slots<'_>, before: bool) -> Option<Word> {
        let id = match term.operand {
            Operand::Entry(id) => Run::Entry(id),
            Operand::Name(name) => self.looked_up(name),
            Operand::Slot(slot) => {
                let text = slots.get(slot)?;
                self.passed.expanded += text.len() as u64 + 1;
                match self.assembler.run_of(text) {
                    (Some(Run::Name(name)), length) if length == text.len() => self.looked_up(name),
                    (Some(run), length) if length == text.len() => run,
                    _ => return None,
                }
            }
        };
        let value = match id {
            Run::Number(number) => number,
            Run::Entry(id) => {
                self.in_expression = term.in_expression;
                let symbol = &self.assembler.symbols[id];
                match symbol.kind {
                    Kind::Label | Kind::Assigned | Kind::Initial
                        if !symbol.deferred && symbol.relocation == Word::ZERO =>
                    {
                        symbol.value
                    }
                    Kind::Undefined if before => Word::ZERO,
                    Kind::Pseudo(row) => self.counter(row.op)?,
                    _ => return None,
                }
            }
            Run::Name(name) => {
                *self.unknown.get_mut(self.unknown_count).filter(|_| before)? = name;
                self.unknown_count += 1;
                self.in_expression = term.in_expression;
                Word::ZERO
            }
        };
        Some(if term.negative { value.wrapping_neg() } else { value })
    }

    /// A name, or its entry if it has one.
    fn looked_up(&self, name: Squoze) -> Run {
        self.assembler.symbols.find(name).map_or(Run::Name(name), Run::Entry)
    }

    /// The value of a pseudo-op that is a number.
    #[inline(never)]
    fn counter(&self, op: Pseudo) -> Option<Word> {
        match op {
            Pseudo::Constant(Constant::RepeatCount) => Some(self.passed.repeat_count),
            Pseudo::Constant(Constant::IrpCount) => Some(self.passed.irp_count),
            _ => Some(self.assembler.plain_pseudo(op)?.wrapping_add(Word::new(self.words.len() as u64))),
        }
    }
}
