//! `.F` and `.I`: arithmetic statements, floating and integer, compiled into instructions.
//!
//! `.F X=Y*<Z+1.0>` becomes MOVE, FADR, FMPR and MOVEM instructions, as text, with accumulators called A0 to
//! A9, which the program defines. The text is then read like a macro body. `F<X,Y>` calls the subroutine F
//! with its arguments in A0 and up, `\X` is the absolute value, and `X^Y` calls EXPLOG unless Y is an integer
//! from 1 to 4. A `$` at the end of a line continues the statement after the `.F` or `.I` of the next line.

mod instructions;

use crate::chars::{CR, LF};
use crate::diagnostic::Code;
use crate::input::InputResult;
use crate::pass::Assembler;
use crate::pseudo;
use crate::symbol::SymbolId;

/// An entry of the operator stack: an operator that is not compiled yet, or a construct that is not closed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum AlgebraOperator {
    Statement,
    Parenthesis,
    /// The name on the left of an equal sign.
    Assignment(Vec<u8>),
    /// The name before `<`.
    Call(Vec<u8>),
    Comma,
    Add,
    Subtract,
    Multiply,
    Divide,
    Negate,
    Absolute,
    Reciprocal,
    Power,
}

impl AlgebraOperator {
    fn priority(&self) -> u8 {
        use AlgebraOperator as O;
        match self {
            O::Statement | O::Parenthesis | O::Assignment(_) | O::Call(_) => CLOSING,
            O::Comma => 1,
            O::Add | O::Subtract => 2,
            O::Multiply | O::Divide => 4,
            O::Negate | O::Absolute | O::Reciprocal => 5,
            O::Power => 6,
        }
    }

    fn is_unary(&self) -> bool {
        matches!(self, AlgebraOperator::Negate | AlgebraOperator::Absolute | AlgebraOperator::Reciprocal)
    }
}

/// Priority of the entries that only [`Statement::close`] pops; no operator pops them.
const CLOSING: u8 = 0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NeededInput {
    Character,
    /// The next line, where the statement continues.
    Line,
    Nothing,
}

/// A result whose error says why the statement is invalid.
type Outcome<T> = Result<T, &'static str>;

#[derive(Default)]
struct Statement {
    integer: bool,
    /// The compiled instructions.
    text: Vec<u8>,
    /// The number of accumulators in use, A0 and up.
    held: i32,
    /// The characters of the operand that is not yet in an accumulator; otherwise empty.
    operand: Vec<u8>,
    operators: Vec<AlgebraOperator>,
    /// The number of commas read in the statement and in each open parenthesis, call and assignment,
    /// innermost last.
    commas: Vec<i32>,
    /// Whether an operand was read, and no operator since.
    after_operand: bool,
    /// Whether a closing parenthesis was read last.
    after_close: bool,
    after_equals: bool,
    /// `Some` in a subscript: `true` while its index register is read, `false` while its number is read.
    subscript: Option<bool>,
    /// Whether the opening parenthesis of a subscript was read last.
    subscript_begins: bool,
    ended: bool,
}

impl Statement {
    fn new(integer: bool) -> Statement {
        Statement {
            integer,
            operators: vec![AlgebraOperator::Statement],
            commas: vec![0],
            ..Statement::default()
        }
    }

    fn take(&mut self, c: u8) -> Outcome<NeededInput> {
        use AlgebraOperator as O;
        if let Some(indexed) = self.subscript {
            return self.take_subscript(c, indexed);
        }
        let unary = !self.after_operand;
        match c {
            b' ' | b'\t' => {}
            b'$' => return Ok(NeededInput::Line),
            CR | b';' => {
                self.held += i32::from(self.after_equals);
                self.ended = true;
                self.after_close = false;
                self.close()?;
                return Ok(NeededInput::Nothing);
            }
            b'<' if !unary => {
                if self.is_number() {
                    return Err("< cannot follow a number");
                }
                let name = std::mem::take(&mut self.operand);
                self.open(O::Call(name));
            }
            b'(' | b'<' => {
                self.after_equals = false;
                if self.after_close {
                    return Err("( cannot follow )");
                }
                self.after_operand = false;
                if self.operand.is_empty() {
                    self.open(O::Parenthesis);
                } else if self.is_number() {
                    return Err("( cannot follow a number");
                } else {
                    self.subscript = Some(false);
                    self.subscript_begins = true;
                }
            }
            b')' | b'>' => {
                self.held += i32::from(self.after_equals);
                if unary && !matches!(self.operators.last(), Some(O::Call(_))) {
                    return Err("an operand is missing before this )");
                }
                self.close()?;
                self.after_operand = true;
                self.after_close = true;
            }
            b'=' => {
                self.after_equals = true;
                self.after_close = false;
                if unary {
                    return Err("expected a name before =");
                }
                if self.is_number() {
                    return Err("expected a name before =, found a number");
                }
                let name = std::mem::take(&mut self.operand);
                self.open(O::Assignment(name));
            }
            b',' => {
                self.held += i32::from(unary);
                self.operator(O::Comma)?;
            }
            b'+' | b'*' if unary => {}
            b'+' => self.operator(O::Add)?,
            b'-' => self.operator(if unary { O::Negate } else { O::Subtract })?,
            b'*' => self.operator(O::Multiply)?,
            b'/' => self.operator(if unary { O::Reciprocal } else { O::Divide })?,
            b'\\' => {
                if !unary {
                    return Err("an operator is missing before this \\");
                }
                self.operator(O::Absolute)?;
            }
            b'^' => {
                let exponent = self.is_number() && !self.after_close;
                if exponent {
                    self.operand.push(c);
                    self.after_operand = true;
                } else if unary {
                    return Err("an operand is missing before this ^");
                } else {
                    self.operator(O::Power)?;
                }
            }
            _ => {
                self.after_equals = false;
                if self.after_close {
                    return Err("an operator is missing after )");
                }
                self.operand.push(c);
                self.after_operand = true;
            }
        }
        Ok(NeededInput::Character)
    }

    /// Reads a character of a subscript: `X(I)` is indexed by I, `X(3)` is the third word after X, `X(I+3)`
    /// is both. `indexed` is the value of [`Statement::subscript`].
    fn take_subscript(&mut self, c: u8, indexed: bool) -> Outcome<NeededInput> {
        let first = std::mem::take(&mut self.subscript_begins);
        if matches!(c, CR | LF) {
            return Err("the subscript is not closed");
        }
        if first {
            let indexed = c > b'9';
            if indexed {
                self.operand.push(b'(');
            } else if !matches!(c, b'+' | b'-') {
                self.operand.push(b'+');
            }
            self.subscript = Some(indexed);
            self.operand.push(c);
            return Ok(NeededInput::Character);
        }
        match c {
            b')' => {
                if indexed {
                    self.operand.push(c);
                }
                self.subscript = None;
                self.after_operand = true;
                self.after_close = true;
                return Ok(NeededInput::Character);
            }
            b'+' | b'-' if indexed => {
                self.operand.push(b')');
                self.subscript = Some(false);
            }
            b'+' => {
                self.operand.push(b'(');
                self.subscript = Some(true);
            }
            _ => {}
        }
        self.operand.push(c);
        Ok(NeededInput::Character)
    }

    fn open(&mut self, operator: AlgebraOperator) {
        self.operators.push(operator);
        self.commas.push(0);
        self.operand.clear();
        self.after_operand = false;
    }

    /// Returns `true` if the operand is a number: it begins with a digit, a point, `#` or another character
    /// whose code is below `@`.
    fn is_number(&self) -> bool {
        self.operand.first().is_some_and(|c| *c < b'@')
    }

    /// Returns `true` if the operand is a number for an immediate instruction: marked by `#`, or an integer
    /// of at most five characters, including its point.
    fn is_immediate(&self) -> bool {
        match &self.operand[..] {
            [] => false,
            [b'#', ..] => true,
            [digits @ .., b'.'] | digits => {
                digits.len() <= 4 + usize::from(digits.len() == self.operand.len())
                    && digits.iter().all(|c| *c <= b'@' && *c != b'.')
            }
        }
    }

    /// Pushes an operator and loads the operand. First compiles the operators on the stack of the same or a
    /// higher priority, except a unary operator of the same priority.
    fn operator(&mut self, operator: AlgebraOperator) -> Outcome<()> {
        self.after_operand = false;
        self.after_close = false;
        let priority = operator.priority();
        while let Some(top) = self.operators.pop_if(|top| top.priority() >= priority) {
            if top.is_unary() && top.priority() == priority {
                self.operators.push(top);
                break;
            }
            self.perform(top)?;
        }
        self.operators.push(operator);
        self.load()
    }

    /// Compiles the operators since the innermost open parenthesis or call and closes it; at the end of the
    /// statement, compiles all operators.
    fn close(&mut self) -> Outcome<()> {
        while let Some(top) = self.operators.pop() {
            match &top {
                AlgebraOperator::Statement if !self.ended => return Err("there are too many )"),
                AlgebraOperator::Parenthesis | AlgebraOperator::Call(_) if self.ended => {
                    return Err("there are too many (");
                }
                AlgebraOperator::Parenthesis => {
                    self.leave();
                    return Ok(());
                }
                AlgebraOperator::Statement => {
                    self.leave();
                    return self.load();
                }
                _ => {}
            }
            let call = matches!(top, AlgebraOperator::Call(_));
            self.perform(top)?;
            if call {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Frees the accumulators of the operands after the first in the construct being closed; returns their
    /// number.
    fn leave(&mut self) -> i32 {
        let count = self.commas.pop().unwrap_or_default();
        self.held -= count;
        count
    }
}

impl Assembler<'_> {
    /// Executes `.F statement` or `.I statement`: compiles the statement and pushes its instructions as the
    /// next text of the input.
    pub(crate) fn algebra(&mut self, kind: pseudo::Algebra, id: SymbolId) -> InputResult<()> {
        let mut statement = Statement::new(kind == pseudo::Algebra::Integer);
        loop {
            let c = self.input.next()?;
            match statement.take(c) {
                Ok(NeededInput::Character) => {}
                Ok(NeededInput::Nothing) => break,
                Ok(NeededInput::Line) => {
                    let dollar = self.input.character_span();
                    if !self.continued_statement()? {
                        let message = "the line after $ does not begin with .F or .I";
                        self.error_with(Code::BadStatement, dollar, message, &[]);
                        return Ok(());
                    }
                }
                Err(message) => {
                    self.character_error(Code::BadStatement, message, &[]);
                    self.input.back();
                    return self.input.skip_to_cr();
                }
            }
        }
        self.input.back();
        self.input.skip_to_cr()?;
        // Reads the end of the statement's line.
        self.input.next()?;
        self.input.accept(LF)?;
        let name = self.symbols[id].name;
        self.expand(name, statement.text.into())
    }

    /// After a `$`: skips the `.F` or `.I` at the beginning of the next line. Returns `false` unless the `$`
    /// ends its line and the next line begins with a point.
    fn continued_statement(&mut self) -> InputResult<bool> {
        for expected in [CR, LF, b'.'] {
            if !self.input.accept(expected)? {
                return Ok(false);
            }
        }
        self.input.next()?;
        self.input.next()?;
        Ok(true)
    }
}
