//! Plain statements: most lines of a program, read straight from the bytes of the text.
//!
//! `FOO: MOVE A,BAR+1(P) ;COMMENT` takes the general reader (`word`, `expr`, `syllable`) a field, a syllable
//! and a character at a time, each of which could be the beginning of anything. A label, a comment, or a word
//! of names and numbers with usual fields is recognised here as a whole. This is no second set of rules:
//! what holds anything else is left to the general reader before anything has been changed, and what is
//! recognised leaves everything as that would have left it. In a macro's body the arguments of the call may be names
//! and numbers, or parts of them.

use crate::chars::{CR, Class, TAB};
use crate::dialect::Dialect;
use crate::input::{Flow, Mark, Reading, SLOT};
use crate::pass;
use crate::pass::Assembler;
use crate::pseudo::{Constant, Pseudo};
use crate::state::formats;
use crate::state::reader::Marks;
use crate::symbol::{Kind, MAIN, Squoze, SymbolId};
use emulator::word::Word;
use memchr::memchr;
use std::ops::Range;

/// A number of at most so many digits fits in a word, in any radix up to this one.
const DIGITS: usize = 10;
/// So many characters of a name count.
const NAME: usize = 6;
/// More names of one word that are not known yet are not kept.
const UNKNOWN: usize = 4;

/// A plain statement, and what the general reader would have left of it.
struct Plain {
    what: What,
    /// One past the character that ends it.
    end: usize,
    /// The syllable that was read last.
    syllable: Range<usize>,
    /// What its arguments count as expansions.
    expanded: u64,
    /// Whether the last name stands behind an operator.
    in_expression: bool,
}

enum What {
    Label(Squoze),
    /// A macro, conditional or loop.
    Call(SymbolId),
    /// A comment alone, or not even that.
    Nothing,
    Word(Word, Unknown),
}

/// Names that are not known yet, in the order in which they stand there.
#[derive(Clone, Copy, Default)]
struct Unknown {
    names: [Squoze; UNKNOWN],
    count: usize,
}

/// A run of symbol characters.
#[derive(Clone, Copy)]
enum Run {
    Name(Squoze),
    /// A name that has been looked up.
    Entry(SymbolId),
    Number(Word),
}

/// A text, how far it has been read, and what was found.
struct Scan<'t, 'a> {
    assembler: &'t Assembler<'a>,
    text: &'t [u8],
    at: usize,
    /// Where the last syllable begins.
    syllable: usize,
    /// What the arguments so far count as expansions.
    expanded: u64,
    in_expression: bool,
    /// Whether names need not be known yet.
    before: bool,
    unknown: Unknown,
    /// Whether the first field of a word is being read.
    in_first: bool,
    /// The indexes and `@` of the word.
    sum: Word,
}

impl Assembler<'_> {
    /// Reads a statement as far as it is plain. Where it begins, if the general reader is to go on with it.
    pub(crate) fn plain_statement(&mut self) -> Reading<Option<Mark>> {
        self.reader.begin_word();
        let begin = self.input.position();
        loop {
            self.input.unread();
            let Some(plain) = self.scan().and_then(|mut scan| scan.statement()) else {
                return Ok(Some(begin));
            };
            self.take_plain(&plain);
            match plain.what {
                What::Label(name) => {
                    self.label(name)?;
                    return Err(Flow::Restart);
                }
                // What it has put in front of the input belongs to the same statement.
                What::Call(id) => {
                    self.reader.digits.clear();
                    self.nested(|assembler| assembler.evaluate_symbol(id))?;
                    // Indexes of the first assemblers' arguments are in the word.
                    if self.reader.word.is_begun() {
                        return Ok(Some(begin));
                    }
                }
                What::Nothing => return Ok(None),
                What::Word(word, _) => {
                    self.storage_word(word.into(), begin)?;
                    return Ok(None);
                }
            }
        }
    }

    /// Reads a field that is the argument of a pseudo-op, if it is plain and its value known. What ended it is gone, or the
    /// end of the line is put back.
    pub(crate) fn plain_field(&mut self) -> Option<Word> {
        self.input.unread();
        let in_first = self.reader.word.fields == 0;
        let mut scan = Scan { before: false, in_first, ..self.scan()? };
        scan.blanks();
        let word = scan.sum(None)?;
        let syllable = scan.syllable..scan.at;
        let end = scan.peek();
        scan.at += 1;
        let plain = matches!(end, b' ' | TAB | b',' | CR).then(|| scan.read(What::Nothing, syllable))?;
        self.take_plain(&plain);
        if end == CR {
            self.input.back();
        }
        Some(word)
    }

    /// The text that follows, if nothing is in force that asks for more than its words.
    #[inline(always)]
    fn scan(&self) -> Option<Scan<'_, '_>> {
        let usual = !self.options.slips
            && !self.options.cross_reference
            && !self.linkage.relocatable
            && !self.linkage.one_pass
            && !self.bytes.is_on()
            && self.reader.text.is_none()
            && self.radix <= DIGITS as u64
            && self.reader.depth <= self.options.limits.bracket_depth;
        usual.then(|| Scan {
            assembler: self,
            text: self.input.rest(),
            at: 0,
            syllable: 0,
            expanded: 0,
            in_expression: self.reader.in_expression,
            before: self.pass == 1,
            unknown: Unknown::default(),
            in_first: true,
            sum: Word::ZERO,
        })
    }

    /// The value of a pseudo-op that is one and nothing else.
    fn plain_pseudo(&self, op: Pseudo) -> Option<Word> {
        let known = match op {
            Pseudo::Constant(op @ (Constant::RepeatCount | Constant::IrpCount)) => self.constant(op),
            Pseudo::Here if self.location.unknown().is_none() && !self.location.here_is_virtual() => {
                self.known_here()
            }
            _ => return None,
        };
        known.is_plain().then_some(known.word)
    }

    /// What has been recognised is read.
    fn take_plain(&mut self, plain: &Plain) {
        self.reader.marks = Marks::default();
        self.input.pass_over(plain.end, &plain.syllable, plain.expanded);
        self.reader.term = self.input.last;
        self.reader.in_expression = plain.in_expression;
        if let What::Word(_, unknown) = &plain.what {
            for name in &unknown.names[..unknown.count] {
                self.own_entry(pass::Name { name: *name, block: Some(MAIN) });
            }
        }
    }
}

impl Scan<'_, '_> {
    /// The next character; at the end of the text one that is nowhere expected.
    #[inline(always)]
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    /// Whether the next character is `c`, which is then passed over.
    #[inline(always)]
    fn accept(&mut self, c: u8) -> bool {
        let found = self.peek() == c;
        self.at += usize::from(found);
        found
    }

    /// Passes over blanks: whether there were any.
    #[inline(always)]
    fn blanks(&mut self) -> bool {
        let start = self.at;
        while matches!(self.peek(), b' ' | TAB) {
            self.at += 1;
        }
        self.at > start
    }

    fn statement(&mut self) -> Option<Plain> {
        self.blanks();
        if self.at_end() {
            return self.ended(What::Nothing);
        }
        let mut first = None;
        if self.assembler.chars.squoze[self.peek() as usize] != 0 || self.peek() >= SLOT {
            let run = self.run()?;
            if let Run::Name(name) = run
                && self.peek() == b':'
            {
                let syllable = self.syllable..self.at;
                self.at += 1;
                self.in_expression = false;
                return Some(self.read(What::Label(name), syllable));
            }
            first = Some(self.looked_up(run));
            if let Some(Run::Entry(id)) = first
                && let Some(call) = self.call(id)
            {
                return Some(call);
            }
        }
        let word = self.word(first)?;
        self.ended(What::Word(word, self.unknown))
    }

    /// The statement that begins with the entry just read, if that is one that reads on from there.
    fn call(&mut self, id: SymbolId) -> Option<Plain> {
        let symbol = &self.assembler.symbols[id];
        use Pseudo as P;
        let calls = match symbol.kind {
            Kind::Macro(_) => true,
            Kind::Pseudo(row) => matches!(row.op, P::Condition(_) | P::State(_) | P::Repeat | P::Loop(_)),
            _ => false,
        };
        // Of a name that has something of a number the general reader keeps that.
        let alike = |c: &u8| matches!(c, b'.' | b'0'..=b'9' | SLOT..);
        let syllable = self.syllable..self.at;
        if !calls || !matches!(self.peek(), b' ' | TAB | CR) || self.text[syllable.clone()].iter().any(alike)
        {
            return None;
        }
        self.at += 1;
        self.in_expression = false;
        Some(self.read(What::Call(id), syllable))
    }

    /// A statement that ends here, if it does.
    fn ended(&mut self, what: What) -> Option<Plain> {
        // Behind a blank, a comma or a bracket the general reader finds an empty syllable.
        let end = self.at;
        let before = self.text.get(end.wrapping_sub(1)).copied().unwrap_or(b' ');
        let in_syllable = before >= SLOT || self.assembler.chars.squoze[before as usize] != 0;
        let start = if in_syllable { self.syllable } else { end };
        if self.peek() == b';' {
            let length = memchr(CR, &self.text[end..])?;
            self.at += length;
            if self.assembler.input.has_arguments(&self.text[end..self.at]) {
                return None;
            }
        }
        self.accept(CR).then(|| self.read(what, start..end))
    }

    /// What has been recognised up to here.
    fn read(&self, what: What, syllable: Range<usize>) -> Plain {
        let (expanded, in_expression) = (self.expanded, self.in_expression);
        Plain { what, end: self.at, syllable, expanded, in_expression }
    }

    /// A word of usual fields, of which the first syllable may have been read.
    fn word(&mut self, first: Option<Run>) -> Option<Word> {
        let operation = self.field(first)??;
        self.in_first = false;
        let mut accumulator = None;
        let mut address = None;
        if self.blanks() && !self.at_end() {
            address = self.field(None)?;
            if self.accept(b',') {
                accumulator = Some(address.take()?);
                self.blanks();
                if !self.at_end() {
                    address = self.field(None)?;
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
        let right = self.sum.right() + address.unwrap_or_default().right();
        let accumulator = Word::new((accumulator.unwrap_or_default().bits() & 0o17) << 23);
        Some(self.sum.with_right(right & 0o777777).wrapping_add(accumulator).wrapping_add(operation))
    }

    #[inline(always)]
    fn at_end(&self) -> bool {
        matches!(self.peek(), CR | b';')
    }

    /// A field, of which the first syllable may have been read: its value if it is not empty.
    #[inline(always)]
    fn field(&mut self, first: Option<Run>) -> Option<Option<Word>> {
        let begin = self.at;
        let indirect = first.is_none() && self.accept(b'@');
        if indirect {
            self.sum = self.sum | Word::halves(0o20, 0);
        }
        let mut value = None;
        if first.is_some() || self.peek() != b'(' {
            value = Some(self.sum(first)?);
            if indirect && self.syllable == begin + 1 {
                self.syllable = begin;
            }
        }
        if self.peek() == b'(' {
            self.index()?;
            // To the late assembler an index is no field.
            if indirect || self.assembler.dialect.is_classic() {
                value.get_or_insert_default();
            }
        }
        Some(value)
    }

    /// An index, the bracket of which comes next.
    fn index(&mut self) -> Option<()> {
        self.at += 1;
        let in_first = std::mem::replace(&mut self.in_first, true);
        let index = self.sum(None)?;
        self.in_first = in_first;
        let closed = self.accept(b')') && self.assembler.options.limits.bracket_depth > 0;
        let comment = self.assembler.dialect == Dialect::A && self.peek() == b';';
        self.sum = self.sum.wrapping_add(index.swapped());
        (closed && !comment).then_some(())
    }

    /// Names and numbers that are added and subtracted, of which the first may have been read.
    #[inline(always)]
    fn sum(&mut self, first: Option<Run>) -> Option<Word> {
        let sum = match first {
            Some(run) => self.value(run, false)?,
            None if self.accept(b'-') => self.operand(true)?.wrapping_neg(),
            None => self.operand(false)?,
        };
        if matches!(self.peek(), b'+' | b'-') { self.sum_from(sum) } else { Some(sum) }
    }

    /// What follows of a sum is added to what has been read.
    #[inline(never)]
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

    /// The value of a name or number, which may be an argument of a macro.
    #[inline(never)]
    fn operand(&mut self, in_expression: bool) -> Option<Word> {
        let run = self.run()?;
        self.value(run, in_expression)
    }

    /// A name or a number, which may be an argument of a macro.
    #[inline(always)]
    fn run(&mut self) -> Option<Run> {
        self.syllable = self.at;
        let (run, length) = self.run_of(&self.text[self.at..]);
        self.at += length;
        match self.peek() {
            ..SLOT => run,
            slot if length == 0 => self.argument(slot),
            // What goes on in an argument is not plain.
            _ => None,
        }
    }

    /// A name or a number that is a whole argument of a macro.
    #[inline(never)]
    fn argument(&mut self, slot: u8) -> Option<Run> {
        let argument = self.assembler.input.argument(slot, self.expanded)?;
        self.expanded += argument.len() as u64 + 1;
        self.at += 1;
        let alone = matches!(self.peek(), ..SLOT) && self.assembler.chars.squoze[self.peek() as usize] == 0;
        let (run, length) = self.run_of(argument);
        run.filter(|_| alone && length == argument.len())
    }

    /// The run with which `text` begins, if it is a name or a number, and its length.
    #[inline(always)]
    fn run_of(&self, text: &[u8]) -> (Option<Run>, usize) {
        let codes = &self.assembler.chars.squoze;
        // Most numbers are digits alone.
        let mut number = 0;
        let mut digits = 0;
        while let Some(c @ b'0'..=b'9') = text.get(digits)
            && digits < DIGITS
        {
            number = number * self.assembler.radix + u64::from(c - b'0');
            digits += 1;
        }
        if digits > 0 && text.get(digits).is_none_or(|c| codes[*c as usize] == 0) {
            return (Some(Run::Number(Word::new(number))), digits);
        }
        let mut name = 0;
        let mut length = 0;
        for c in text.iter().take(NAME) {
            let code = codes[*c as usize];
            if code == 0 {
                break;
            }
            name = name * 40 + u32::from(code);
            length += 1;
        }
        let name = Squoze::justified(name, length);
        if length == NAME {
            length += text[NAME..].iter().take_while(|c| codes[**c as usize] != 0).count();
        }
        let run = match text.first() {
            Some(b'0'..=b'9' | b'.') => self.like_a_number(&text[..length], name),
            _ if length > 0 => Some(Run::Name(name)),
            _ => None,
        };
        (run, length)
    }

    /// What a run is that begins like a number.
    #[inline(never)]
    fn like_a_number(&self, run: &[u8], name: Squoze) -> Option<Run> {
        if run.iter().any(|c| !matches!(c, b'0'..=b'9' | b'.')) || run == b"." {
            return Some(Run::Name(name));
        }
        let (digits, radix) = match run {
            [digits @ .., b'.'] => (digits, 10),
            _ => (run, self.assembler.radix),
        };
        if digits.is_empty() || digits.len() > DIGITS || digits.contains(&b'.') {
            return None;
        }
        let number = digits.iter().fold(0, |number, c| number * radix + u64::from(c - b'0'));
        Some(Run::Number(Word::new(number)))
    }

    /// The entry of a name, if there is one.
    #[inline(always)]
    fn looked_up(&self, run: Run) -> Run {
        match run {
            Run::Name(name) => self.assembler.seen(name, self.in_first).map_or(run, Run::Entry),
            _ => run,
        }
    }

    /// The value of a name or number. That of a name may be one that need not be known yet.
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
            Kind::Label | Kind::Assigned | Kind::Initial
                if !symbol.deferred && symbol.relocation == Word::ZERO =>
            {
                Some(symbol.value)
            }
            Kind::Undefined if self.before => Some(Word::ZERO),
            Kind::Pseudo(row) => self.assembler.plain_pseudo(row.op),
            _ => None,
        }
    }
}
