//! Recognises a plain statement ([`super`] defines the term) and computes the value of its word.

use super::run::Run;
use super::{PlainStatement, Scan, Trace};
use crate::chars::{CR, Class, TAB};
use crate::dialect::Dialect;
use crate::input::SLOT;
use crate::pseudo::Pseudo;
use crate::state::formats::{self, fits_accumulator, fits_address, instruction};
use crate::symbol::{Kind, SymbolId};
use emulator::word::Word;
use memchr::memchr;

impl Scan<'_, '_> {
    /// Returns the next character, or at the end of the text a character that no caller expects.
    #[inline(always)]
    pub(super) fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    /// If the next character is `c`, skips it and returns `true`.
    #[inline(always)]
    fn accept(&mut self, c: u8) -> bool {
        let found = self.peek() == c;
        self.at += usize::from(found);
        found
    }

    /// Skips blanks. Returns `true` if there were any.
    #[inline(always)]
    pub(super) fn blanks(&mut self) -> bool {
        let start = self.at;
        while matches!(self.peek(), b' ' | TAB) {
            self.at += 1;
        }
        self.at > start
    }

    /// Scans the statement; returns `None` if it is not plain.
    #[inline(always)]
    pub(super) fn statement(&mut self) -> Option<PlainStatement> {
        self.blanks();
        if self.at_end() {
            return self.ended(PlainStatement::Nothing);
        }
        let run = match self.peek() {
            SLOT.. => Some(self.argument()?),
            c if self.assembler.chars.squoze[c as usize] != 0 => Some(self.run()?),
            _ => None,
        };
        let mut first = None;
        if let Some(run) = run {
            if let Run::Name(name) = run
                && self.peek() == b':'
            {
                self.syllable_end = self.at;
                self.at += 1;
                self.in_expression = false;
                return Some(PlainStatement::Label(name));
            }
            let run = self.looked_up(run);
            if let Run::Entry(id) = run
                && self.calls(id)
            {
                return Some(PlainStatement::Call(id));
            }
            first = Some(self.value(run, false)?);
        }
        let word = self.word(first)?;
        self.ended(PlainStatement::Word(word))
    }

    /// Returns `true` and consumes the next character if the entry just read begins a plain call: it is a
    /// macro, conditional or loop, its name has no point, digit or argument, and a blank or the end of the
    /// line comes next.
    #[inline(always)]
    fn calls(&mut self, id: SymbolId) -> bool {
        use Pseudo as P;
        let calls = match self.assembler.symbols[id].kind {
            Kind::Macro(_) => true,
            Kind::Pseudo(row) => matches!(row.op, P::Condition(_) | P::State(_) | P::Repeat | P::Loop(_)),
            _ => false,
        };
        // The general reader would leave the points and digits of such a name in `Reader::digits`.
        let alike = |c: &u8| matches!(c, b'.' | b'0'..=b'9' | SLOT..);
        if !calls
            || !matches!(self.peek(), b' ' | TAB | CR)
            || self.text[self.syllable..self.at].iter().any(alike)
        {
            return false;
        }
        self.syllable_end = self.at;
        self.at += 1;
        self.in_expression = false;
        true
    }

    /// If the statement ends here, consumes the comment, if any, and the end of the line. Returns `what`.
    #[inline(always)]
    fn ended(&mut self, what: PlainStatement) -> Option<PlainStatement> {
        // After a blank, comma or bracket, the general reader finds an empty syllable.
        let end = self.at;
        let before = self.text.get(end.wrapping_sub(1)).copied().unwrap_or(b' ');
        if before < SLOT && self.assembler.chars.squoze[before as usize] == 0 {
            self.syllable = end;
        }
        self.syllable_end = end;
        if self.peek() == b';' {
            let length = memchr(CR, &self.text[end..])?;
            self.at += length;
            if self.assembler.input.has_arguments(&self.text[end..self.at]) {
                return None;
            }
        }
        self.accept(CR).then_some(what)
    }

    /// Returns the result of the scan up to the current position.
    #[inline(always)]
    pub(super) fn trace(&self) -> Trace {
        let (expanded, in_expression) = (self.expanded, self.in_expression);
        Trace { end: self.at, syllable: self.syllable..self.syllable_end, expanded, in_expression }
    }

    /// Reads a word of the forms `OPERATION`, `OPERATION ADDRESS`, `OPERATION ACCUMULATOR,` and `OPERATION
    /// ACCUMULATOR,ADDRESS`. `first` is its first operand, if it has been read.
    #[inline(always)]
    fn word(&mut self, first: Option<Word>) -> Option<Word> {
        let operation = match first {
            Some(value) => self.rest_of_field(value)?,
            None => self.field()??,
        };
        self.in_first = false;
        let mut accumulator = None;
        let mut address = None;
        if self.blanks() && !self.at_end() {
            address = self.field()?;
            if self.accept(b',') {
                accumulator = Some(address.take()?);
                self.blanks();
                if !self.at_end() {
                    address = self.field()?;
                }
            }
            self.blanks();
        }
        let (pattern, usual) = match (accumulator, address) {
            (None, None) => formats::ONE_FIELD,
            (None, Some(_)) => formats::ADDRESS,
            (Some(_), None) => formats::ACCUMULATOR,
            (Some(_), Some(_)) => formats::INSTRUCTION,
        };
        if self.assembler.formats[pattern] != usual {
            return None;
        }
        let (accumulator, address) = (accumulator.unwrap_or_default(), address.unwrap_or_default());
        // The general reader warns of truncated fields.
        let fits = !self.assembler.options.slips || fits_accumulator(accumulator) && fits_address(address);
        fits.then(|| instruction(self.sum, operation, accumulator, address))
    }

    #[inline(always)]
    fn at_end(&self) -> bool {
        matches!(self.peek(), CR | b';')
    }

    /// Reads a field. Returns its value, or `None` if it is not plain. In dialect D a lone index is not a
    /// field; the result is then `Some(None)`.
    #[inline(always)]
    fn field(&mut self) -> Option<Option<Word>> {
        if matches!(self.peek(), b'@' | b'-' | b'(') {
            return self.marked_field();
        }
        let first = self.operand(false)?;
        Some(Some(self.rest_of_field(first)?))
    }

    /// Reads a field that begins with `-`, `@` or an index. Returns the same as [`Scan::field`].
    #[inline(never)]
    fn marked_field(&mut self) -> Option<Option<Word>> {
        let begin = self.at;
        let indirect = self.accept(b'@');
        if indirect {
            self.sum = self.sum | Word::halves(0o20, 0);
        }
        let mut value = None;
        if self.peek() != b'(' {
            value = Some(self.sum()?);
            if indirect && self.syllable == begin + 1 {
                self.syllable = begin;
            }
        }
        if self.peek() == b'(' {
            self.index()?;
            // In dialect D a lone index is not a field.
            if indirect || self.assembler.dialect.is_classic() {
                value.get_or_insert_default();
            }
        }
        Some(value)
    }

    /// Returns the value of a field whose first operand has been read.
    #[inline(always)]
    fn rest_of_field(&mut self, first: Word) -> Option<Word> {
        if !matches!(self.peek(), b'+' | b'-' | b'(') {
            return Some(first);
        }
        self.more_of_field(first)
    }

    /// Returns the value of a field that continues after its first operand.
    #[inline(never)]
    fn more_of_field(&mut self, first: Word) -> Option<Word> {
        let sum = self.sum_from(first)?;
        if self.peek() == b'(' {
            self.index()?;
        }
        Some(sum)
    }

    /// Reads an index, whose bracket comes next.
    fn index(&mut self) -> Option<()> {
        self.at += 1;
        let in_first = std::mem::replace(&mut self.in_first, true);
        let index = self.sum()?;
        self.in_first = in_first;
        let closed = self.accept(b')') && self.assembler.options.limits.bracket_depth > 0;
        let comment = self.assembler.dialect == Dialect::A && self.peek() == b';';
        self.sum = self.sum.wrapping_add(index.swapped());
        (closed && !comment).then_some(())
    }

    /// Reads names and numbers that are added or subtracted; returns the sum.
    pub(super) fn sum(&mut self) -> Option<Word> {
        let minus = self.accept(b'-');
        let first = self.operand(minus)?;
        self.sum_from(if minus { first.wrapping_neg() } else { first })
    }

    /// Reads the rest of a sum and adds it to `sum`.
    fn sum_from(&mut self, sum: Word) -> Option<Word> {
        let mut sum = sum;
        loop {
            if self.accept(b'+') {
                sum = sum.wrapping_add(self.operand(true)?);
            } else if self.accept(b'-') {
                sum = sum.wrapping_sub(self.operand(true)?);
            } else {
                return Some(sum);
            }
        }
    }

    /// Returns the value of a name or number, which may be an argument of a macro.
    #[inline(never)]
    fn operand(&mut self, in_expression: bool) -> Option<Word> {
        let run = if self.peek() < SLOT { self.run()? } else { self.argument()? };
        self.value(run, in_expression)
    }

    #[inline(always)]
    fn run(&mut self) -> Option<Run> {
        self.syllable = self.at;
        let (run, length) = self.assembler.run_of(&self.text[self.at..]);
        self.at += length;
        run
    }

    /// Returns a name or number that is a whole argument of a macro.
    #[inline(never)]
    fn argument(&mut self) -> Option<Run> {
        self.syllable = self.at;
        let argument = self.assembler.input.argument(self.peek(), self.expanded)?;
        self.expanded += argument.len() as u64 + 1;
        self.at += 1;
        let alone = matches!(self.peek(), ..SLOT) && self.assembler.chars.squoze[self.peek() as usize] == 0;
        let (run, length) = self.assembler.run_of(argument);
        run.filter(|_| alone && length == argument.len())
    }

    /// Replaces a name by its symbol table entry, if it has one.
    #[inline(always)]
    fn looked_up(&self, run: Run) -> Run {
        match run {
            Run::Name(name) => self.assembler.seen(name, self.in_first).map_or(run, Run::Entry),
            _ => run,
        }
    }

    /// Returns the value of a name or number. An undefined name is 0 if `before` allows it.
    #[inline(always)]
    fn value(&mut self, run: Run, in_expression: bool) -> Option<Word> {
        let follows = self.assembler.chars.class[self.peek() as usize];
        if !matches!(follows, Class::Blank | Class::Comma | Class::Operator | Class::Open | Class::Close)
            && !self.at_end()
        {
            return None;
        }
        let id = match self.looked_up(run) {
            Run::Number(word) => return Some(word),
            Run::Entry(id) => id,
            Run::Name(name) => {
                *self.unknown.names.get_mut(self.unknown.count).filter(|_| self.before)? = name;
                self.unknown.count += 1;
                self.in_expression = in_expression;
                return Some(Word::ZERO);
            }
        };
        self.in_expression = in_expression;
        let symbol = &self.assembler.symbols[id];
        match symbol.kind {
            Kind::Label | Kind::Assigned | Kind::Initial => symbol.number(),
            Kind::Undefined if self.before => Some(Word::ZERO),
            Kind::Pseudo(row) => self.assembler.plain_pseudo(row.op),
            _ => None,
        }
    }
}
