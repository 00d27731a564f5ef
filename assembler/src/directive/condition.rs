//! Conditionals: decide whether their text is read or skipped.

use crate::chars::{CR, LF};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::InputResult;
use crate::pass::Assembler;
use crate::pseudo::{Condition, State};
use crate::state::reader::Bracket;
use crate::symbol::Kind;

impl Assembler<'_> {
    /// Executes IF1, IF2, `.ELSE` or `.ALSO`.
    pub(crate) fn state_condition(&mut self, state: State) -> InputResult<()> {
        let truth = match state {
            State::Pass1 => self.pass == 1,
            State::Pass2 => self.pass == 2,
            State::Failed => !self.settings.success,
            State::Succeeded => self.settings.success,
        };
        self.conditional_text(truth)
    }

    pub(crate) fn condition(&mut self, condition: Condition) -> InputResult<()> {
        use Condition as C;
        let mark = self.input.get_mark();
        let truth = match condition {
            C::Ife => self.compared_number()? == 0,
            C::Ifn => self.compared_number()? != 0,
            C::Ifg => self.compared_number()? > 0,
            C::Ifge => self.compared_number()? >= 0,
            C::Ifl => self.compared_number()? < 0,
            C::Ifle => self.compared_number()? <= 0,
            C::Ifse => self.strings_equal()?,
            C::Ifsn => !self.strings_equal()?,
            C::Ifdef => self.is_defined()?,
            C::Ifndef => !self.is_defined()?,
            C::Ifb => !self.symbol_characters()?.contains(&true),
            C::Ifnb => self.symbol_characters()?.contains(&true),
            C::Ifsq => !self.symbol_characters()?.contains(&false),
            C::Ifnsq => self.symbol_characters()?.contains(&false),
        };
        self.input.set_mark(mark);
        self.conditional_text(truth)
    }

    /// Executes NULL, a conditional that is never true. Skips only the line, even if the text is in brackets.
    pub(crate) fn null_condition(&mut self) -> InputResult<()> {
        self.settings.success = false;
        self.input.skip_to_cr()
    }

    fn compared_number(&mut self) -> InputResult<i64> {
        let value = self.counted_field("a conditional")?;
        if self.dialect < Dialect::C && self.input.is_back() && self.input.last == CR {
            // The stand-alone assemblers treated the end of the line as the separator. So if the line has no
            // text, the text is on the next line.
            self.input.next()?;
        }
        Ok(value.signed())
    }

    /// Returns, for each character of a string, whether it can be part of a symbol.
    fn symbol_characters(&mut self) -> InputResult<Vec<bool>> {
        let text = self.compared_string()?;
        Ok(text.iter().map(|c| self.chars.squoze[*c as usize] != 0).collect())
    }

    fn strings_equal(&mut self) -> InputResult<bool> {
        let (first, ended) = self.list_argument()?;
        if ended && self.dialect == Dialect::D && !self.input.is_back() {
            // The end of the line ends the second string, too.
            self.input.back();
        }
        let second = self.compared_string()?;
        Ok(if self.dialect == Dialect::D {
            first.eq_ignore_ascii_case(&second)
        } else {
            first[..] == second[..]
        })
    }

    /// Reads `[string]`, or a string up to a comma. In the late dialect the end of the line also ends the
    /// string.
    fn compared_string(&mut self) -> InputResult<Vec<u8>> {
        let c = self.input.next()?;
        if c == b'[' {
            return self.bracketed_text(b'[', b']');
        }
        let mut text = Vec::new();
        let mut c = c;
        while c != b',' {
            if matches!(c, CR | LF) && self.dialect == Dialect::D {
                self.input.back();
                break;
            }
            text.push(c);
            c = self.input.next()?;
        }
        Ok(text)
    }

    fn is_defined(&mut self) -> InputResult<bool> {
        let name = self.qualified_name()?;
        if name.is_none() {
            self.error(Code::BadArgument, "the name of a symbol is missing");
        }
        if !matches!(self.input.next()?, b' ' | b'\t' | b',') {
            self.input.back();
        }
        let found = name.and_then(|name| self.find(name));
        Ok(found.is_some_and(|id| self.symbols[id].kind != Kind::Undefined))
    }

    /// If `truth`, begins the text of the conditional; otherwise skips it. Brackets in comments and texts
    /// count, too.
    fn conditional_text(&mut self, truth: bool) -> InputResult<()> {
        self.settings.success = truth;
        let c = self.input.next()?;
        let late = self.dialect == Dialect::D;
        match c {
            b'[' => {
                if truth {
                    if late {
                        self.reader.brackets.push(Bracket::Conditional(self.input.character_span()));
                    }
                } else {
                    self.bracketed_text(b'[', b']')?;
                }
            }
            b'{' if late => {
                if !truth {
                    self.bracketed_text(b'{', b'}')?;
                }
            }
            _ => {
                self.input.back();
                if !truth {
                    self.input.skip_to_cr()?;
                }
            }
        }
        Ok(())
    }
}
