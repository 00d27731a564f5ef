//! The fast reader, which reads plain statements directly from the bytes of the text.
//!
//! The general reader (`word`, `expr`, `syllable`) reads `FOO: MOVE A,BAR+1(P) ;COMMENT` one character at a
//! time, because any character can begin something special. The fast reader recognises four kinds of
//! statement as a whole: a label, a comment, a call, and a word of names and numbers in the usual fields.
//! These are called plain. The state after them is the same as with the general reader. At any other
//! statement, the fast reader changes nothing and leaves the statement to the general reader. In a macro
//! body, a name or number may be an argument of the call.

mod run;
mod scan;

use crate::chars::{CR, TAB};
use crate::input::{Cursor, InputResult};
use crate::pass;
use crate::pass::{Assembler, Evaluation};
use crate::pseudo::{Constant, Pseudo};
use crate::state::reader::Quotes;
use crate::symbol::{MAIN, Squoze, SymbolId};
use emulator::word::Word;
use run::DIGITS;
use std::ops::Range;

/// Maximum number of unknown names in a plain word.
const MAX_UNKNOWN: usize = 4;

enum PlainStatement {
    Label(Squoze),
    Call(SymbolId),
    /// A comment or an empty line.
    Nothing,
    Word(Word),
}

/// Names that are not yet known, in the order of the word.
#[derive(Clone, Copy, Default)]
struct UnknownNames {
    names: [Squoze; MAX_UNKNOWN],
    count: usize,
}

/// A scan of the top text, with the state that the general reader would have.
struct Scan<'t, 'a> {
    assembler: &'t Assembler<'a>,
    text: &'t [u8],
    at: usize,
    /// The beginning of the last syllable.
    syllable: usize,
    /// One past the end of the last syllable, once the statement has been recognised.
    syllable_end: usize,
    /// The number of argument characters read, plus 1 for each argument, as the expansion limit counts them.
    expanded: u64,
    /// Whether the last name follows an operator.
    in_expression: bool,
    /// Whether a name that is not yet defined is allowed here.
    before: bool,
    unknown: UnknownNames,
    /// Whether the first field of a word is being read.
    in_first: bool,
    /// The sum of the indexes and `@` of the word.
    sum: Word,
}

/// The result of a successful scan.
struct Trace {
    /// One past the last character of the scanned text.
    end: usize,
    /// The syllable that was read last.
    syllable: Range<usize>,
    /// The number of argument characters read, plus 1 for each argument.
    expanded: u64,
    in_expression: bool,
}

impl Assembler<'_> {
    /// Executes plain statements. Returns where the first statement begins that needs the general reader, or
    /// `None` if a call has completed its statement.
    pub(crate) fn plain_statements(&mut self) -> InputResult<Option<Cursor>> {
        let mut begin = self.input.position();
        if !self.is_usual() {
            return Ok(Some(begin));
        }
        // A word or a comment leaves no state for the next statement.
        let mut untouched = true;
        loop {
            self.input.unread();
            let mut scan = self.scan();
            let Some(what) = scan.statement() else { return Ok(Some(begin)) };
            let (trace, unknown) = (scan.trace(), scan.unknown);
            self.take_plain(&trace);
            match what {
                PlainStatement::Label(name) => {
                    self.label(name)?;
                    self.give_up();
                    untouched = false;
                }
                PlainStatement::Call(id) => {
                    self.reader.digits.clear();
                    if let Evaluation::Statement = self.nested(|assembler| assembler.evaluate_symbol(id))? {
                        self.give_up();
                        return Ok(None);
                    }
                    untouched = false;
                    // In dialects A and B, an index in an argument belongs to the word around it.
                    if self.reader.word.is_begun() || !self.is_usual() {
                        return Ok(Some(begin));
                    }
                    // The text that the call pushed belongs to the same statement.
                    if !self.plain_line_end() {
                        continue;
                    }
                }
                PlainStatement::Nothing => {}
                PlainStatement::Word(word) => {
                    for name in &unknown.names[..unknown.count] {
                        self.own_entry(pass::Name { name: *name, block: Some(MAIN) });
                    }
                    self.storage_word(word.into(), begin)?;
                }
            }
            self.input.skip_blank()?;
            if self.listing.on {
                self.list_lines();
            }
            if untouched {
                self.check_table()?;
            } else {
                self.begin_statement()?;
                untouched = true;
            }
            begin = self.input.position();
        }
    }

    /// If the end of the line comes next, reads it as an empty statement and returns `true`.
    #[inline(always)]
    fn plain_line_end(&mut self) -> bool {
        self.input.unread();
        let found = self.input.pass_line_end();
        if found {
            self.reader.quotes = Quotes::default();
            self.reader.term = CR;
        }
        found
    }

    /// Reads a field as the argument of a pseudo-op, if it is plain and its value is known. Consumes the
    /// character that ended it, but puts back the end of a line.
    pub(crate) fn plain_field(&mut self) -> Option<Word> {
        if !self.is_usual() {
            return None;
        }
        self.input.unread();
        let in_first = self.reader.word.fields == 0;
        let mut scan = Scan { before: false, in_first, ..self.scan() };
        scan.blanks();
        let word = scan.sum()?;
        scan.syllable_end = scan.at;
        let end = scan.peek();
        scan.at += 1;
        let trace = matches!(end, b' ' | TAB | b',' | CR).then(|| scan.trace())?;
        self.take_plain(&trace);
        if end == CR {
            self.input.back();
        }
        Some(word)
    }

    /// Returns `true` if no option and no state of the assembler requires the general reader.
    #[inline(always)]
    fn is_usual(&self) -> bool {
        !self.options.general_reader
            && !self.options.cross_reference
            && !self.linkage.relocatable
            && !self.linkage.one_pass
            && !self.bytes.is_on()
            && self.reader.text.is_none()
            && self.radix <= DIGITS as u64
            && self.reader.depth <= self.options.limits.bracket_depth
    }

    /// Returns a scan that begins at the next character.
    #[inline(always)]
    fn scan(&self) -> Scan<'_, '_> {
        Scan {
            assembler: self,
            text: self.input.rest(),
            at: 0,
            syllable: 0,
            syllable_end: 0,
            expanded: 0,
            in_expression: self.reader.in_expression,
            before: self.pass == 1,
            unknown: UnknownNames::default(),
            in_first: true,
            sum: Word::ZERO,
        }
    }

    /// Returns the value of a pseudo-op that has no effect but its value.
    fn plain_pseudo(&self, op: Pseudo) -> Option<Word> {
        let known = match op {
            Pseudo::Constant(op @ (Constant::RepeatCount | Constant::IrpCount)) => self.constant(op),
            Pseudo::Here if self.location.unknown.is_none() && !self.location.here_is_virtual() => {
                self.known_here()
            }
            _ => return None,
        };
        known.is_plain().then_some(known.word)
    }

    /// Consumes the scanned text.
    #[inline(always)]
    fn take_plain(&mut self, trace: &Trace) {
        self.reader.quotes = Quotes::default();
        self.input.pass_over(trace.end, &trace.syllable, trace.expanded);
        self.reader.term = self.input.last;
        self.reader.in_expression = trace.in_expression;
    }
}
