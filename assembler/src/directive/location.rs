//! LOC, BLOCK, OFFSET, CONSTANTS, VARIABLES, WORD, END, XWD, `.FORMAT`.

use super::Pseudo;
use crate::chars::Class;
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::expr::Evaluation;
use crate::input::{Flow, Reading};
use crate::pass::Assembler;
use crate::value::{Target, Value};
use crate::word::{Bracket, initial_formats};
use emulator::word::Word;

impl Assembler<'_> {
    /// The pseudo-ops that move the location.
    pub fn location_pseudo(&mut self, pseudo: Pseudo) -> Reading<Evaluation> {
        match pseudo {
            Pseudo::Loc => {
                let value = self.location_word()?;
                self.set_location(value, false)?;
            }
            Pseudo::Block => {
                let value = self.location_word()?;
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
                if undefined {
                    self.location_unknown |= self.dialect.is_classic();
                    self.unknown_at = Some(self.here());
                } else {
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
        self.done(pseudo)
    }

    /// The argument of LOC and its kin. What .FORMAT changed does not apply here, and the classic assemblers
    /// read it as if a comma stood before it: one field, of which the right half counts.
    pub fn location_word(&mut self) -> Reading<Value> {
        let initial = initial_formats(self.dialect);
        let formats = std::mem::replace(&mut self.formats, initial);
        self.leading_comma = self.dialect.is_classic();
        let value = self.argument_word();
        self.leading_comma = false;
        self.formats = formats;
        value
    }

    fn is_undefined(&self, value: &Value) -> bool {
        value.references().iter().any(|r| matches!(r.target, Target::Symbol(_)))
    }

    /// The argument of LOC and BLOCK, unless it is undefined.
    fn location_argument(&mut self, value: Value, what: &str) -> Option<Value> {
        let value = self.with_known_labels(value);
        let undefined = self.is_undefined(&value);
        let value = self.absolute(value, Code::UndefinedInArgument, what);
        if undefined { None } else { Some(value) }
    }

    /// `LOC value`, or `.=value` if `here`.
    pub fn set_location(&mut self, value: Value, here: bool) -> Reading<()> {
        let Some(mut value) = self.location_argument(value, if here { ".=" } else { "LOC" }) else {
            // The late assembler stays where it is.
            if self.dialect.is_classic() {
                self.location_unknown = true;
                self.unknown_at = Some(self.here());
            }
            return Ok(());
        };
        if here && self.dialect >= Dialect::C {
            let mut offset = self.offset.clone();
            offset.negate();
            value.add(&offset);
        }
        let relocation = value.relocation;
        if relocation != Word::ZERO && relocation != Word::new(1) {
            self.error(Code::Relocation, "the location must be absolute or relocatable once");
        }
        self.collector.end_block();
        self.location_unknown = false;
        self.location = value.word.right();
        self.tags.forget();
        self.location_relocated = relocation.bits() & 1 != 0;
        Ok(())
    }

    /// END.
    fn end(&mut self) -> Reading<Evaluation> {
        self.end_at = Some(self.here());
        if self.bracket_depth > 0 {
            let close = match self.brackets.iter().rev().find(|b| **b != Bracket::Conditional) {
                Some(Bracket::Group(close)) => char::from(*close),
                _ => ']',
            };
            let labels = self.opened_label();
            let message = format!("missing {close}: END stands inside a bracket");
            self.error_with(Code::MissingClose, self.here(), message, &labels);
            self.bracket_depth = 0;
            self.literal_depth = 0;
            self.brackets.clear();
        }
        // The areas come first: a literal in the argument is too late for them.
        self.allocate_variables()?;
        let before = self.collector.items.len();
        self.dump_constants()?;
        let dumped = self.collector.items.len() > before + 1;
        if self.dialect >= Dialect::C && dumped && !self.relocatable {
            // The block of the constants was left open for what the loader is told at the end.
            self.collector.items.pop();
        }
        let place = self.input.position();
        let value = self.argument_word()?;
        let mut start = self.settle_start(value);
        if self.pass == 2 {
            if start.word.is_negative() && self.dialect > Dialect::A {
                self.stretch_error(Code::NegativeStart, place, "the start word is negative");
            }
            let no_opcode = start.word.field(0, 8) == 0;
            if !self.relocatable && (no_opcode || self.dialect == Dialect::A) {
                start.word = start.word.wrapping_add(Word::halves(0o254000, 0));
            }
            self.collector.end_location = self.tagged_location();
            self.collector.start = Some(start);
        }
        Err(Flow::Ended)
    }

    fn settle_start(&mut self, value: Value) -> Value {
        if self.pass == 1 {
            return value;
        }
        let value = self.settle(value, Code::UndefinedInArgument);
        self.with_known_labels(value).resolved()
    }

    /// `value` with the global labels of this program, which are known here after all.
    fn with_known_labels(&self, mut value: Value) -> Value {
        for reference in value.references().to_vec() {
            if let Target::Symbol(id) = reference.target
                && self.symbols[id].is_user_number()
                && !self.symbols[id].conditional
                && self.symbols[id].spot.is_some()
            {
                let symbol = &self.symbols[id];
                value.substitute(reference.target, symbol.value, symbol.relocation);
            }
        }
        value
    }

    /// XWD left,right: puts the halves into the word, in the place of indexes, and is itself worth 0.
    pub fn xwd(&mut self) -> Reading<Evaluation> {
        let mut left = self.half_argument(true)?.unwrap_or_default();
        left.move_left();
        self.word.sum.replace_left(&left);
        let right = self.half_argument(false)?;
        let missing = right.is_none();
        let mut right = right.unwrap_or_default();
        right.keep_right();
        self.word.sum.replace_right(&right);
        if missing {
            self.input.back_with(self.term);
            return Ok(Evaluation::Nothing);
        }
        Ok(Evaluation::Value(Value::default()))
    }

    /// One half of XWD. If there is none the classic assemblers read on, in the next line if need be.
    fn half_argument(&mut self, left: bool) -> Reading<Option<Value>> {
        loop {
            let value = self.field()?;
            let late = self.dialect == Dialect::D;
            if left && late && self.text.is_some() {
                self.skip_text()?;
                return Ok(value);
            }
            let class = self.chars.class[self.term as usize];
            let (blank, comma) = (class == Class::Blank, class == Class::Comma);
            let empty = late && !blank || left && comma && self.dialect == Dialect::C;
            if value.is_some() || empty {
                if left && late && !blank && !comma {
                    self.input.back_with(self.term);
                }
                return Ok(value);
            }
        }
    }

    /// `.FORMAT pattern,specification`
    pub fn format_pseudo(&mut self) -> Reading<Evaluation> {
        let pattern = self.absolute_field(Code::UndefinedInArgument, ".FORMAT")?;
        let specification = self.absolute_field(Code::UndefinedInArgument, ".FORMAT")?;
        self.formats[(pattern.word.bits() & 0o37) as usize] = specification.word.bits();
        Err(Flow::Restart)
    }
}
