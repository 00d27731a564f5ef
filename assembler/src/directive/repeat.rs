//! REPEAT and the IRP family.

use crate::chars::{CR, LF};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::{InputResult, Irp, List, Text, TextKind};
use crate::pass::Assembler;
use crate::pseudo::Loop;
use crate::symbol::Squoze;
use emulator::word::Word;

impl Assembler<'_> {
    /// Executes a pseudo-op of the IRP family: reads the loop and pushes its text.
    pub(crate) fn loop_pseudo(&mut self, op: Loop) -> InputResult<()> {
        let mark = self.input.get_mark();
        self.irp(op)?;
        self.input.set_mark(mark);
        Ok(())
    }

    /// Executes `REPEAT count,text`.
    pub(crate) fn repeat(&mut self) -> InputResult<()> {
        let mark = self.input.get_mark();
        self.repeat_text()?;
        self.input.set_mark(mark);
        Ok(())
    }

    /// Reads the count and the text, and pushes the text.
    fn repeat_text(&mut self) -> InputResult<()> {
        let count = self.counted_field("a REPEAT count")?.signed();
        let text = if self.input.accept(b'[')? { self.bracketed()? } else { self.repeated_line()? };
        if count <= 0 {
            if self.dialect < Dialect::C {
                self.input.repeat_count = self.input.repeat_count.with_left(0);
            }
            return Ok(());
        }
        // The original assemblers kept the count in a half word.
        let count = (count & 0o777777) as usize;
        if count == 0 {
            return Ok(());
        }
        if count > self.options.limits.repeat_count {
            let limit = self.options.limits.repeat_count;
            self.error(
                Code::TooManyRepeats,
                format!("{count} repetitions (decimal), but the limit is {limit}"),
            );
            return Ok(());
        }
        let saved = self.input.repeat_count;
        let kind = TextKind::Repeat { left: count as u64, count: 0, saved };
        self.input.push(kind, text, None, None)?;
        self.input.repeat_count = Word::ZERO;
        self.note_trail();
        Ok(())
    }

    /// Reads the rest of the line with the CR that ends it.
    fn repeated_line(&mut self) -> InputResult<Text> {
        if let Some(line) = self.input.line() {
            return Ok(line);
        }
        let mut text = Vec::new();
        while text.last() != Some(&CR) {
            self.input.take_text(&mut text, |c| c == CR);
            text.push(self.input.next()?);
        }
        Ok(text.into())
    }

    /// Reads the dummies, lists and body of a loop, and pushes the body.
    fn irp(&mut self, kind: Loop) -> InputResult<()> {
        let mut skip = 0usize;
        let mut group = 1;
        // End of the part of each list that the loop uses, counted from the beginning of the list.
        let mut end = usize::MAX;
        if kind == Loop::Groups {
            let mut numbers = [0i64; 3];
            for number in &mut numbers {
                let value = self.absolute_field("IRPNC")?;
                *number = value.word.signed();
            }
            skip = numbers[0].max(0) as usize;
            group = numbers[1].max(1) as usize;
            if let Ok(passes) = usize::try_from(numbers[2]) {
                end = skip.saturating_add(group.saturating_mul(passes));
            }
        }
        let mut dummies: Vec<Squoze> = Vec::with_capacity(2);
        let mut lists: Vec<List> = Vec::with_capacity(1);
        loop {
            // Any character separates dummies, even the end of a line. The list of dummies ends where there
            // is neither a name nor a comma.
            let (first, _) = self.dummy_name()?;
            if first.is_empty() && self.input.last != b',' {
                if matches!(self.input.last, CR | LF) {
                    self.input.back();
                }
                break;
            }
            let (second, _) = self.dummy_name()?;
            if self.input.last == b'[' && self.dialect == Dialect::D {
                self.character_error(Code::BadArgument, "a comma is missing before this list", &[]);
                self.input.back();
            }
            dummies.extend([&first, &second].map(|name| Squoze::first_of(name, &self.chars.squoze).0));
            self.check_dummies(dummies.len())?;
            let (mut list, ended) = self.list_argument()?;
            if end < list.len() {
                list = list.part(0..end);
            }
            lists.push(List { at: skip.min(list.len()), text: list, second: !second.is_empty() });
            if ended {
                break;
            }
        }
        // One line end directly after the lists is dropped.
        self.input.accept(CR)?;
        self.input.accept(LF)?;
        let body = self.body(&dummies)?.into();
        if lists.is_empty() {
            return Ok(());
        }
        let mut irp = Irp {
            kind,
            group,
            lists,
            count: 0,
            saved: self.input.irp_count,
            dialect: self.dialect,
            nothing: self.macros.nothing.clone(),
        };
        let mut arguments = self.input.no_arguments();
        if !irp.advance(&mut arguments) {
            return Ok(());
        }
        self.input.push(TextKind::Irp(Box::new(irp)), body, Some(arguments), None)?;
        self.input.irp_count = Word::ZERO;
        self.note_trail();
        Ok(())
    }
}
