//! The state of the reader: the current character, syllable and word, and the open brackets.

use crate::input::{Cursor, Flow, InputResult};
use crate::pseudo::Text;
use crate::source::Span;
use crate::symbol::SymbolId;
use crate::value::{Operator, Value};
use emulator::word::Word;
use std::collections::VecDeque;

/// The result of reading a field or word.
pub(crate) enum Read {
    /// The value; `None` if the field or word is blank.
    Value(Option<Value>),
    /// A label, an assignment or a pseudo-op without a value, which completes the statement.
    Statement,
}

impl Read {
    /// Returns the value. If there was a statement instead, the statement that needs the value is abandoned.
    pub(crate) fn value(self) -> InputResult<Option<Value>> {
        match self {
            Read::Value(value) => Ok(value),
            Read::Statement => Err(Flow::NextStatement),
        }
    }
}

/// The state of the reader. Each pass begins with a new one.
#[derive(Default)]
pub(crate) struct Reader {
    /// The character that ended the last syllable, unless it was pushed back.
    pub term: u8,
    /// The digits and periods of the current syllable.
    pub digits: Vec<u8>,
    /// The quotes in the syllable just read.
    pub quotes: Quotes,
    pub word: WordState,
    /// A text pseudo-op that has further words.
    pub text: Option<Box<TextState>>,
    /// Left operands whose right operands have not been read.
    pub operators: Vec<LeftOperand>,
    pub brackets: Vec<Bracket>,
    pub bracket_depth: usize,
    pub literal_depth: usize,
    /// The nesting depth of fields and syllables.
    pub depth: usize,
    /// The positions of the open brackets.
    pub opened: Vec<Cursor>,
    /// The closing bracket that ended an evaluated macro argument (late dialect). It also ends the bracket
    /// around the call, after the next word.
    pub closed: Option<u8>,
    /// The value of an assignment inside a bracket.
    pub assigned: Option<Value>,
    /// Whether an argument or the right side of an equal sign is being read.
    pub in_argument: bool,
    /// Whether an operand or operator of its field came before the name that was evaluated last.
    pub in_expression: bool,
    /// The number of values with unknown names that have been read. The references of the next such value
    /// get this number plus 1.
    pub turns: u32,
}

/// The state of a word while its fields are read.
#[derive(Clone, Debug, Default)]
pub(crate) struct WordState {
    /// The sum of the indexes and `@` that have been read.
    pub sum: Value,
    /// Whether there were indexes or `@`.
    pub touched: bool,
    /// Whether the current field contains an `@`.
    pub indirect: bool,
    /// Whether the first field contains an I/O instruction.
    pub io: bool,
    /// The number of fields read, each with the blank or comma that ended it.
    pub fields: u32,
    pub undefined: Vec<SymbolId>,
    /// Whether the word contains a bracket.
    pub bracketed: bool,
}

/// The meaning of the quotes in and after a name.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Quotes {
    /// `'`: the name is a variable.
    pub variable: bool,
    /// `"`: the name is global.
    pub global: bool,
    /// The block whose name and `"` came before the name (late dialect).
    pub block: Option<u32>,
}

impl WordState {
    /// Returns `true` if any part of the word has been read.
    #[inline]
    pub(crate) fn is_begun(&self) -> bool {
        let noticed = self.touched || self.indirect || self.io || self.bracketed;
        noticed || self.fields > 0 || self.sum != Value::default()
    }
}

impl Quotes {
    pub(crate) fn any(self) -> bool {
        self.variable || self.global || self.block.is_some()
    }
}

/// A text pseudo-op that is partly assembled.
#[derive(Clone, Debug)]
pub(crate) struct TextState {
    pub kind: Text,
    pub delimiter: u8,
    /// Characters that have been read but are not yet in a word.
    pub ahead: VecDeque<u8>,
    /// Whether the delimiter has been read.
    pub ended: bool,
    /// Whether a number in the text was unknown on pass 1, so that pass 2 may assemble other words.
    pub unsure: bool,
    pub place: Span,
}

/// A left operand whose right operand has not been read.
pub(crate) struct LeftOperand {
    pub value: Value,
    pub operator: Operator,
    pub priority: u8,
}

/// An open bracket (late dialect).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bracket {
    Literal,
    /// A conditional that was true, with its place.
    Conditional(Span),
    /// A group, with the character that closes it.
    Group(u8),
}

impl Bracket {
    pub(crate) fn is_conditional(self) -> bool {
        matches!(self, Bracket::Conditional(_))
    }
}

impl Reader {
    #[inline]
    pub(crate) fn begin_word(&mut self) {
        self.word.undefined.clear();
        if self.word.is_begun() {
            let undefined = std::mem::take(&mut self.word.undefined);
            self.word = WordState { undefined, ..WordState::default() };
        }
    }

    /// Drops all brackets except conditionals, and everything being read in them.
    pub(crate) fn give_up(&mut self) {
        self.drop_brackets(0);
        self.operators.clear();
        self.bracket_depth = 0;
        self.closed = None;
        self.opened.clear();
        self.literal_depth = 0;
        self.text = None;
        self.in_argument = false;
    }

    /// Returns `true` if a group or a literal is open (late dialect).
    pub(crate) fn in_brackets(&self) -> bool {
        self.brackets.iter().any(|bracket| !bracket.is_conditional())
    }

    /// Drops all brackets except the outermost `kept` ones and conditionals.
    pub(crate) fn drop_brackets(&mut self, kept: usize) {
        let mut at = 0;
        self.brackets.retain(|bracket| {
            at += 1;
            at <= kept || bracket.is_conditional()
        });
    }

    /// Pops the top left operand above `base`, if its operator is performed before an operator of `priority`.
    #[inline]
    pub(crate) fn pending(&mut self, base: usize, priority: u8) -> Option<LeftOperand> {
        if self.operators.len() > base && self.operators.last()?.priority >= priority {
            self.operators.pop()
        } else {
            None
        }
    }

    /// Sets the indirect bit of the current word, for `@`.
    pub(crate) fn set_indirect(&mut self) {
        self.word.sum.word = self.word.sum.word | Word::halves(0o20, 0);
        self.word.touched = true;
        self.word.indirect = true;
    }
}
