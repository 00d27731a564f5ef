//! Fields: evaluates syllables, operators and brackets.

use crate::chars::Class;
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::InputResult;
use crate::pass::{Assembler, Evaluation};
use crate::state::reader::{LeftOperand, Read};
use crate::syllable::Syllable;
use crate::value::{Misuse, Operator, Value};
use emulator::word::Word;

/// The unary operators seen before an operand: together they give `sign * operand + offset`.
#[derive(Clone, Copy, Default, PartialEq)]
struct Unary {
    negative: bool,
    offset: Word,
}

/// The priority of an operator without a left operand. It is performed before all others.
const UNARY: u8 = 7;

impl Unary {
    /// Returns the unary operators as one operator that waits for its right operand.
    fn pending(self) -> LeftOperand {
        let operator = if self.negative { Operator::Subtract } else { Operator::Add };
        LeftOperand { value: self.offset.into(), operator, priority: UNARY }
    }

    fn minus(&mut self) {
        self.negative = !self.negative;
    }

    fn complement(&mut self) {
        // sign * (-x - 1) + offset
        self.negative = !self.negative;
        let one = Word::new(1);
        self.offset =
            if self.negative { self.offset.wrapping_sub(one) } else { self.offset.wrapping_add(one) };
    }

    fn apply(self, mut value: Value) -> Value {
        if self.negative {
            value.negate();
        }
        value.word = value.word.wrapping_add(self.offset);
        value
    }
}

/// A field that is being read.
#[derive(Default)]
struct Field {
    /// The number of waiting operators that belong to outer fields.
    base: usize,
    operand: Option<Value>,
    unary: Unary,
    /// Whether an operator was read, and no syllable since.
    after_operator: bool,
    /// Whether the operand is the value of a pseudo-op, which a later syllable does not replace.
    kept: bool,
    /// Whether a bracket directly before a syllable was the operand; the syllable then replaces it.
    displaced: bool,
}

impl Field {
    /// Returns `true` if nothing of the field has been read yet. `operators` is the number of waiting
    /// operators.
    fn is_empty(&self, operators: usize) -> bool {
        self.operand.is_none() && !self.after_operator && operators == self.base
    }
}

/// The source of the characters after a syllable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CharacterSource {
    /// The first character has been read: it is in [`crate::state::reader::Reader::term`].
    InHand,
    InInput,
    /// In the text of a pseudo-op, which has more words.
    Text,
    /// In the next statement.
    Statement,
}

impl Assembler<'_> {
    /// Reads a field. The character that ended it is then in `term`.
    pub(crate) fn field(&mut self) -> InputResult<Read> {
        self.nested(Assembler::operands)
    }

    /// Limits the depth of recursive calls for brackets, arguments of arguments, and operands of operands.
    #[inline]
    pub(crate) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> InputResult<T>) -> InputResult<T> {
        let limit = self.options.limits.bracket_depth + 100;
        if self.reader.depth > limit {
            let message = format!("brackets and arguments are nested more than {limit} deep");
            return self.fatal(Code::BracketsTooDeep, message);
        }
        self.reader.depth += 1;
        let result = read(self);
        self.reader.depth -= 1;
        result
    }

    fn operands(&mut self) -> InputResult<Read> {
        let mut field = Field { base: self.reader.operators.len(), ..Field::default() };
        if self.reader.text.is_some() {
            field.operand = Some(self.next_text_word()?);
            field.kept = true;
            if self.reader.text.is_some() {
                return Ok(Read::Value(field.operand));
            }
        }
        loop {
            match self.operand(&mut field)? {
                CharacterSource::InHand => {}
                CharacterSource::InInput => continue,
                CharacterSource::Text => break,
                CharacterSource::Statement => return Ok(Read::Statement),
            }
            let c = self.reader.term;
            match self.chars.class[c as usize] {
                Class::Operator => self.take_operator(&mut field, c),
                Class::Open => self.take_bracket(&mut field, c)?,
                Class::CloseSquare => {
                    if self.close_square() {
                        break;
                    }
                }
                Class::Colon => self.stray_colon()?,
                Class::Equals => self.stray_equals()?,
                Class::Quote => {
                    // A quote after a syllable that takes no suffix.
                    let message = format!("unexpected {}", char::from(c));
                    self.character_error(Code::BadFormat, message, &[]);
                }
                Class::Squoze | Class::Ignored | Class::Indirect => {
                    // Such a character can follow here only if a suffix ended the syllable.
                    self.input.back();
                }
                Class::Comment => {
                    self.input.skip_to_cr()?;
                    self.reader.term = self.input.next()?;
                    break;
                }
                Class::Blank | Class::Comma | Class::Close | Class::Terminator => break,
            }
        }
        Ok(Read::Value(self.field_value(field)))
    }

    /// Reads a syllable of a field; returns where the character after it is.
    #[inline]
    fn operand(&mut self, field: &mut Field) -> InputResult<CharacterSource> {
        let syllable = self.syllable()?;
        if std::mem::take(&mut field.displaced) {
            self.not_separated();
        }
        let (mut value, next) = match syllable {
            Syllable::None => return Ok(CharacterSource::InHand),
            Syllable::Indirect => {
                // The stand-alone assemblers treated @ as a separate syllable.
                if field.kept && self.dialect < Dialect::C {
                    self.not_separated();
                }
                return Ok(CharacterSource::InHand);
            }
            Syllable::Constant(value, _) => (value, CharacterSource::InHand),
            Syllable::Symbol(name) => {
                let operators = self.reader.operators.len() > field.base;
                self.reader.in_expression = field.operand.is_some() || field.after_operator || operators;
                match self.evaluate(name)? {
                    Evaluation::Nothing => {
                        // The stand-alone assemblers did not count a single @ as a field.
                        self.reader.word.indirect &= self.dialect >= Dialect::C;
                        return Ok(CharacterSource::InInput);
                    }
                    Evaluation::Statement => return Ok(CharacterSource::Statement),
                    Evaluation::Value(value) => (value, CharacterSource::InHand),
                    Evaluation::Consumed(value) => (value, CharacterSource::InInput),
                }
            }
        };
        value.take_turn(&mut self.reader.turns);
        if field.operand.is_some() {
            self.not_separated();
        }
        if !field.kept {
            field.operand = Some(value);
        }
        field.kept |= next == CharacterSource::InInput;
        field.after_operator = false;
        // The other words of a text are separate words.
        Ok(if self.reader.text.is_some() { CharacterSource::Text } else { next })
    }

    #[inline]
    fn take_operator(&mut self, field: &mut Field, c: u8) {
        field.after_operator = true;
        let (operator, priority) = self.operator(c);
        let Some(value) = field.operand.take() else {
            match c {
                b'+' => return,
                b'-' => return field.unary.minus(),
                b'#' if self.dialect < Dialect::C => return,
                b'#' => return field.unary.complement(),
                _ => {}
            }
            // Without a left operand the operator applies to 0, before the operators to its left.
            field.kept = false;
            let waiting = std::mem::take(&mut field.unary);
            if waiting != Unary::default() {
                self.reader.operators.push(waiting.pending());
            }
            self.reader.operators.push(LeftOperand { value: Value::default(), operator, priority: UNARY });
            return;
        };
        field.kept = false;
        let mut left = std::mem::take(&mut field.unary).apply(value);
        while let Some(top) = self.reader.pending(field.base, priority) {
            left = self.reduce(top, left);
        }
        self.reader.operators.push(LeftOperand { value: left, operator, priority });
    }

    /// Handles the bracket `c` in a field: an index, or an operand.
    fn take_bracket(&mut self, field: &mut Field, c: u8) -> InputResult<()> {
        let mut value = self.bracket(c)?;
        if c == b'(' {
            value.swap_halves();
        }
        if c == b'(' && !field.after_operator {
            self.reader.word.sum.add(&value);
            self.reader.word.touched = true;
            if self.dialect.is_classic() {
                // An index by itself is a field with the value 0.
                field.operand.get_or_insert_default();
            }
        } else {
            match &mut field.operand {
                Some(sum) => {
                    if self.dialect == Dialect::D {
                        self.not_separated();
                    }
                    sum.add(&value);
                }
                None => field.operand = Some(value),
            }
            field.after_operator = false;
        }
        self.comment_behind_bracket(&mut field.operand)?;
        if self.syllable_follows()? {
            // A syllable after the bracket replaces the current operand.
            field.displaced = field.operand.take().is_some_and(|value| value != Value::default());
            field.kept = false;
        }
        Ok(())
    }

    /// Returns the value of a field that has been read, or `None` if it is empty.
    #[inline]
    fn field_value(&mut self, field: Field) -> Option<Value> {
        if field.is_empty(self.reader.operators.len()) {
            return std::mem::take(&mut self.reader.word.indirect).then(Value::default);
        }
        self.reader.word.indirect = false;
        let mut value = field.unary.apply(field.operand.unwrap_or_default());
        while let Some(top) = self.reader.pending(field.base, 0) {
            value = self.reduce(top, value);
        }
        Some(value)
    }

    /// In dialect A, a comment right after a bracket was a syllable worth 0, which replaced the bracket.
    fn comment_behind_bracket(&mut self, operand: &mut Option<Value>) -> InputResult<()> {
        if self.dialect == Dialect::A {
            let comment = self.input.peek()? == b';';
            if comment && std::mem::take(operand.get_or_insert_default()) != Value::default() {
                self.not_separated();
            }
        }
        Ok(())
    }

    /// Returns `true` if the next character begins or continues a syllable.
    fn syllable_follows(&mut self) -> InputResult<bool> {
        let c = self.input.peek()?;
        let class = self.chars.class[c as usize];
        Ok(matches!(class, Class::Squoze | Class::Quote | Class::Indirect | Class::Colon | Class::Equals))
    }

    fn not_separated(&mut self) {
        self.error(Code::NotSeparated, "a separator is missing before this");
    }

    fn operator(&self, c: u8) -> (Operator, u8) {
        match c {
            b'+' => (Operator::Add, 1),
            b'-' => (Operator::Subtract, 1),
            b'*' => (Operator::Multiply, 2),
            b'/' => (Operator::Divide, 2),
            b'\\' => (Operator::Or, 3),
            b'#' if self.dialect < Dialect::C => (Operator::Xor, 3),
            b'#' => (Operator::Xor, 4),
            b'&' => (Operator::And, 5),
            _ => (Operator::Shift, 6),
        }
    }

    fn reduce(&mut self, left: LeftOperand, right: Value) -> Value {
        let mut value = left.value;
        if left.operator == Operator::Divide && right == Value::default() {
            self.slip(Code::DivisionByZero, self.here(), "division by zero: the result is the dividend");
        }
        if let Err(misuse) = value.combine(left.operator, right) {
            self.misused(misuse, &value);
        }
        value
    }

    fn misused(&mut self, misuse: Misuse, value: &Value) {
        // A symbol that is merely undefined is reported where the word is used.
        if misuse != Misuse::Relocation && !self.has_globals(value) {
            return;
        }
        // Earlier dialects allow the operation, but apply it only to the known parts of the values.
        let refused_from = match misuse {
            Misuse::GlobalProduct | Misuse::GlobalQuotient | Misuse::Relocation => Dialect::A,
            Misuse::GlobalLogic => Dialect::C,
            Misuse::GlobalShift | Misuse::GlobalTimesRelocated | Misuse::GlobalMultiple => Dialect::D,
        };
        let refused = self.dialect >= refused_from;
        let (code, message) = match misuse {
            Misuse::Relocation => (Code::Relocation, "this operator does not accept a relocatable value"),
            // The loader can multiply a global symbol by a number, so the operation is correct.
            Misuse::GlobalMultiple if !refused => return,
            _ if !refused => (
                Code::GlobalOperand,
                "this operator ignores the global symbol, which the loader adds to the result",
            ),
            _ if self.dialect == Dialect::D => {
                (Code::GlobalNotAllowed, "a global symbol can only be added or subtracted")
            }
            _ => (
                Code::GlobalNotAllowed,
                "a global symbol can only be added, subtracted or multiplied by a number",
            ),
        };
        self.error(code, message);
    }
}
