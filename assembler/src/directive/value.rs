//! `.TYPE` and SQUOZE: the kind of a name and its radix-50 code.

use crate::chars::{CR, Class, LF};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::{Flow, InputResult};
use crate::pass::{Assembler, Name};
use crate::pseudo;
use crate::symbol::{Kind, Squoze};
use emulator::word::Word;

impl Assembler<'_> {
    /// Returns the kind of a symbol, for `.TYPE sym`.
    pub(crate) fn symbol_type(&mut self) -> InputResult<Word> {
        let Some(qualified) = self.qualified_name()? else {
            if self.dialect >= Dialect::C {
                self.error(Code::BadArgument, "the name of a symbol is missing");
                return Err(Flow::NextStatement);
            }
            return Ok(Word::new(0o17));
        };
        // The stand-alone assemblers skipped the character after the name.
        if self.dialect < Dialect::C {
            self.input.next()?;
        }
        let number = qualified.name.to_string().bytes().all(|c| c.is_ascii_digit());
        if number && self.dialect == Dialect::D {
            return Ok(Word::ONES);
        }
        let code = match self.find(qualified) {
            None => 0o17,
            Some(id) => {
                let symbol = &self.symbols[id];
                match symbol.kind {
                    Kind::Initial => 2,
                    Kind::InputOutput | Kind::Pseudo(_) | Kind::Macro(_) => 1,
                    Kind::Label | Kind::Assigned if symbol.global => 0o10,
                    Kind::Undefined if symbol.global => 0o11,
                    Kind::Label | Kind::Assigned => 2,
                    Kind::Undefined => 3,
                    Kind::Variable { area } => {
                        let code = if self.variables.is_placed(area) { 4 } else { 5 };
                        if symbol.global { code + 2 } else { code }
                    }
                }
            }
        };
        Ok(Word::new(code))
    }

    /// Reads the name after the flags of SQUOZE. From dialect C on, characters that separate fields may come
    /// before the name, even an operator or a bracket, as in `SQUOZE 0,/NAME/`. Dialect C also skips a
    /// character that ends the word, unless it ends the line.
    fn name_behind_separators(&mut self) -> InputResult<Option<Name>> {
        loop {
            if let Some(name) = self.qualified_name()? {
                return Ok(Some(name));
            }
            let next = self.input.next()?;
            let is_passed_over = match self.chars.class[next as usize] {
                Class::Comma | Class::Operator | Class::Open => self.dialect >= Dialect::C,
                Class::Close | Class::Terminator => self.dialect == Dialect::C && !matches!(next, CR | LF),
                _ => false,
            };
            if !is_passed_over {
                self.input.back();
                return Ok(None);
            }
        }
    }

    /// Executes SQUOZE or `.RSQZ`: returns the radix-50 code of a name.
    pub(crate) fn squoze_op(&mut self, op: pseudo::Squoze) -> InputResult<Word> {
        let called = match op {
            pseudo::Squoze::Left => "SQUOZE",
            pseudo::Squoze::Right => ".RSQZ",
        };
        let code = self.absolute_field(called)?;
        let name = self.name_behind_separators()?;
        if name.is_none() && self.dialect >= Dialect::C {
            self.error(Code::BadArgument, format!("{called} has two arguments: flags and a name"));
            return Err(Flow::NextStatement);
        }
        let name = name.map_or(Squoze::default(), |name| name.name);
        let code = code.word.bits();
        Ok(match op {
            pseudo::Squoze::Left => name.with_code(code),
            pseudo::Squoze::Right => Word::new((code & 0o74) << 30 | u64::from(name.right_justified())),
        })
    }
}
