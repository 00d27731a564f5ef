//! LOC, BLOCK, OFFSET, CONSTANTS, VARIABLES, WORD, END, XWD, `.FORMAT`.

use super::{Pseudo, STATEMENT};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::expr::Evaluation;
use crate::input::{Flow, Reading};
use crate::pass::Assembler;
use crate::value::Value;
use emulator::word::Word;

impl Assembler<'_> {
    /// The pseudo-ops that move the location.
    pub fn location_pseudo(&mut self, pseudo: Pseudo) -> Reading<Evaluation> {
        if self.literal_depth > 0
            && self.dialect == Dialect::D
            && !matches!(pseudo, Pseudo::WordOut | Pseudo::Offset)
        {
            self.error(Code::NotInBracket, "this pseudo-op cannot stand inside a literal");
            self.input.skip_to_cr()?;
            return Err(Flow::Restart);
        }
        match pseudo {
            Pseudo::Loc => {
                let value = self.argument_word()?;
                self.set_location(value, false)?;
            }
            Pseudo::Block => {
                let value = self.argument_word()?;
                let value = self.location_argument(value, "BLOCK");
                if let Some(value) = value {
                    self.collector.end_block();
                    self.location = self.location.wrapping_add(value.word.right()) & 0o777777;
                }
            }
            Pseudo::Offset => {
                let value = self.argument_word()?;
                let undefined = self.is_undefined(&value);
                let value = self.absolute(value, Code::UndefinedInArgument, "OFFSET");
                if !undefined {
                    if self.pass == 2 {
                        self.collector.offset(value.word, self.dialect);
                    }
                    self.offset = value;
                }
            }
            Pseudo::Constants => self.dump_constants()?,
            Pseudo::Variables => self.allocate_variables()?,
            Pseudo::WordOut => {
                let value = self.argument_word()?;
                if self.pass == 2 {
                    let value = self.settle(value, Code::Undefined);
                    self.collector.raw(value.word);
                }
            }
            _ => return self.end(),
        }
        STATEMENT
    }

    fn is_undefined(&self, value: &Value) -> bool {
        value.references().iter().any(|r| matches!(r.target, crate::value::Target::Symbol(_)))
    }

    /// The argument of LOC and BLOCK, unless it is undefined.
    fn location_argument(&mut self, value: Value, what: &str) -> Option<Value> {
        let undefined = self.is_undefined(&value);
        let value = self.absolute(value, Code::UndefinedInArgument, what);
        if undefined { None } else { Some(value) }
    }

    /// `LOC value`, or `.=value` if `here`.
    pub fn set_location(&mut self, value: Value, here: bool) -> Reading<()> {
        let Some(mut value) = self.location_argument(value, if here { ".=" } else { "LOC" }) else {
            self.location_unknown = true;
            return Ok(());
        };
        if here && self.dialect >= Dialect::C {
            let mut offset = self.offset.clone();
            offset.negate();
            value.add(&offset);
        }
        if value.word.left() != 0 && self.dialect.is_classic() && !here {
            self.error(Code::UndefinedFormat, "the left half of the location must be zero");
            value.word = Word::ZERO;
        }
        let relocation = value.relocation;
        if relocation != Word::ZERO && relocation != Word::new(1) {
            self.error(Code::Relocation, "the location must be absolute or relocatable once");
        }
        self.collector.end_block();
        self.location_unknown = false;
        self.location = value.word.right();
        self.location_relocated = relocation.bits() & 1 != 0;
        Ok(())
    }

    /// END.
    fn end(&mut self) -> Reading<Evaluation> {
        let value = self.argument_word()?;
        let mut start = self.settle_start(value);
        self.allocate_variables_at_end()?;
        self.dump_constants_at_end()?;
        if self.pass == 2 {
            if start.word.is_negative() && self.dialect > Dialect::A {
                self.error(Code::NegativeStart, "the start word is negative");
            }
            let no_opcode = start.word.field(0, 8) == 0;
            if no_opcode || self.dialect == Dialect::A {
                start.word = start.word.wrapping_add(Word::halves(0o254000, 0));
            }
            self.collector.start = Some(start);
        }
        Err(Flow::Ended)
    }

    fn settle_start(&mut self, value: Value) -> Value {
        if self.pass == 2 { self.settle(value, Code::UndefinedInArgument) } else { value }
    }

    fn dump_constants_at_end(&mut self) -> Reading<()> {
        self.dump_constants()
    }

    fn allocate_variables_at_end(&mut self) -> Reading<()> {
        self.allocate_variables()
    }

    /// XWD left,right.
    pub fn xwd(&mut self) -> Reading<Evaluation> {
        let mut left = self.argument_field()?.unwrap_or_default();
        let right = self.argument_field()?;
        let mut right = right.unwrap_or_default();
        left.to_left();
        right.to_right();
        left.add(&right);
        // Indexes met in the arguments fall under the halves.
        self.word.sum = Value::default();
        Ok(Evaluation::Consumed(left))
    }

    /// `.FORMAT pattern,specification`
    pub fn format_pseudo(&mut self) -> Reading<Evaluation> {
        let pattern = self.absolute_field(Code::UndefinedInArgument, ".FORMAT")?;
        let specification = self.absolute_field(Code::UndefinedInArgument, ".FORMAT")?;
        self.formats[(pattern.word.bits() & 0o37) as usize] = specification.word.bits();
        STATEMENT
    }
}
