//! Conditionals.

use super::Pseudo;
use crate::bracket::Bracket;
use crate::chars::{CR, LF};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::expr::Evaluation;
use crate::input::Reading;
use crate::pass::Assembler;
use crate::symbol::Kind;

impl Assembler<'_> {
    /// IF1, IF2, `.ELSE`, `.ALSO`: the character after the name is in `term` and consumed.
    pub fn simple_condition(&mut self, pseudo: Pseudo) -> Reading<Evaluation> {
        let truth = match pseudo {
            Pseudo::If1 => self.pass == 1,
            Pseudo::If2 => self.pass == 2,
            Pseudo::Else => !self.success,
            _ => self.success,
        };
        if matches!(self.term, CR | LF) && self.dialect >= Dialect::C {
            self.input.back_with(self.term);
        }
        self.conditional_text(truth)
    }

    /// The conditionals with arguments.
    pub fn condition(&mut self, pseudo: Pseudo) -> Reading<Evaluation> {
        use Pseudo as P;
        let mark = self.input.get_mark();
        let truth = match pseudo {
            P::Ife | P::Ifn | P::Ifg | P::Ifge | P::Ifl | P::Ifle => {
                let value = self.absolute_field(Code::UndefinedInArgument, "a conditional")?;
                let value = value.word.signed();
                if self.dialect < Dialect::C && self.input.is_back() && self.input.last == CR {
                    // The stand-alone assemblers took the end of the line for the separator: a line without text is
                    // followed by one that belongs to it.
                    self.input.next()?;
                }
                match pseudo {
                    P::Ife => value == 0,
                    P::Ifn => value != 0,
                    P::Ifg => value > 0,
                    P::Ifge => value >= 0,
                    P::Ifl => value < 0,
                    _ => value <= 0,
                }
            }
            P::Ifse | P::Ifsn => self.strings_equal()? == (pseudo == P::Ifse),
            P::Ifdef | P::Ifndef => self.is_defined()? == (pseudo == P::Ifdef),
            P::Ifb | P::Ifnb | P::Ifsq | P::Ifnsq => {
                let text = self.compared_string()?;
                let is_part = |c: &u8| self.chars.squoze[*c as usize] != 0;
                match pseudo {
                    P::Ifb => !text.iter().any(is_part),
                    P::Ifnb => text.iter().any(is_part),
                    P::Ifsq => text.iter().all(is_part),
                    _ => !text.iter().all(is_part),
                }
            }
            _ => {
                // NULL is never true; the character after it is consumed.
                // It knows no brackets: only the line is skipped.
                self.success = false;
                self.input.skip_to_cr()?;
                return Ok(Evaluation::Nothing);
            }
        };
        self.input.set_mark(mark);
        self.conditional_text(truth)
    }

    fn strings_equal(&mut self) -> Reading<bool> {
        let (first, ended) = self.list_argument()?;
        if ended && self.dialect == Dialect::D && !self.input.is_back() {
            // The end of the line ends the second string, too.
            self.input.back();
        }
        let second = self.compared_string()?;
        Ok(if self.dialect == Dialect::D { first.eq_ignore_ascii_case(&second) } else { first == second })
    }

    /// `[string]`, or up to a comma.
    fn compared_string(&mut self) -> Reading<Vec<u8>> {
        let c = self.input.next()?;
        if c == b'[' {
            return self.bracketed_text();
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

    fn is_defined(&mut self) -> Reading<bool> {
        let name = self.qualified_name()?;
        if name.is_none() {
            self.error(Code::BadArgument, "the name of a symbol is missing");
        }
        if !matches!(self.term, b' ' | b'\t' | b',') {
            self.input.back_with(self.term);
        }
        let found = name.and_then(|name| self.find(name));
        Ok(found.is_some_and(|id| self.symbols[id].kind != Kind::Undefined))
    }

    /// The text of a conditional: read on into it, or skipped.
    fn conditional_text(&mut self, truth: bool) -> Reading<Evaluation> {
        self.success = truth;
        let c = self.input.next()?;
        let late = self.dialect == Dialect::D;
        match c {
            b'[' => {
                if truth {
                    if late {
                        self.brackets.push(Bracket::Conditional(self.input.character_spot()));
                    }
                } else {
                    self.skip_bracketed(b'[', b']')?;
                }
            }
            b'{' if late => {
                if !truth {
                    self.skip_bracketed(b'{', b'}')?;
                }
            }
            _ => {
                self.input.back();
                if !truth {
                    self.input.skip_to_cr()?;
                }
            }
        }
        Ok(Evaluation::Nothing)
    }

    /// Skips to the matching bracket, counting brackets only.
    fn skip_bracketed(&mut self, open: u8, close: u8) -> Reading<()> {
        let place = self.input.character_spot();
        let mut depth = 1;
        while depth > 0 {
            let c = self.input.next();
            let c = self.unended(c, place, "this bracket is not closed")?;
            if c == open {
                depth += 1;
            } else if c == close {
                depth -= 1;
            }
        }
        Ok(())
    }
}
