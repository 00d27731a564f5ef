//! REPEAT and the IRP family.

use crate::chars::{CR, LF};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::{Irp, IrpKind, Kind as Text, List, Reading};
use crate::pass::Assembler;
use crate::pseudo;
use crate::symbol::Squoze;
use emulator::word::Word;
use std::rc::Rc;

impl Assembler<'_> {
    /// The IRP family: reads a loop and pushes its text.
    pub(crate) fn loop_pseudo(&mut self, op: pseudo::Loop) -> Reading<()> {
        use pseudo::Loop as L;
        let mark = self.input.get_mark();
        self.irp(match op {
            L::Elements => IrpKind::Elements,
            L::Characters => IrpKind::Characters,
            L::Symbols => IrpKind::Symbols,
            L::Lines => IrpKind::Lines,
            L::Groups => IrpKind::Groups(1),
        })?;
        self.input.set_mark(mark);
        Ok(())
    }

    /// REPEAT count,text
    pub(crate) fn repeat(&mut self) -> Reading<()> {
        let mark = self.input.get_mark();
        self.repeat_text()?;
        self.input.set_mark(mark);
        Ok(())
    }

    fn repeat_text(&mut self) -> Reading<()> {
        let count = self.counted_field("a REPEAT count")?.signed();
        let c = self.input.next()?;
        let text = if c == b'[' {
            self.bracketed_text()?
        } else {
            let mut text = Vec::new();
            let mut c = c;
            while c != CR {
                text.push(c);
                self.input.take_text(&mut text, |c| c == CR);
                c = self.input.next()?;
            }
            text.push(CR);
            text
        };
        if count <= 0 {
            if self.dialect < Dialect::C {
                self.input.repeat_count = self.input.repeat_count.with_left(0);
            }
            return Ok(());
        }
        // The count was kept in a half word.
        let count = count & 0o777777;
        if count == 0 {
            return Ok(());
        }
        if count as u64 > self.options.limits.repeat_count {
            let limit = self.options.limits.repeat_count;
            self.error(Code::TooManyRepeats, format!("REPEAT {count} makes more than {limit} passes"));
            return Ok(());
        }
        let saved = self.input.repeat_count;
        let kind = Text::Repeat { left: count as u64, count: 0, saved };
        self.input.push(kind, text.into(), None, None)?;
        self.input.repeat_count = Word::ZERO;
        self.note_trail();
        Ok(())
    }

    fn irp(&mut self, kind: IrpKind) -> Reading<()> {
        let mut kind = kind;
        let mut skip = 0usize;
        // What lies beyond the last pass is not part of a list.
        let mut end = usize::MAX;
        if let IrpKind::Groups(_) = kind {
            let mut numbers = [0i64; 3];
            for number in &mut numbers {
                let value = self.absolute_field(Code::UndefinedInArgument, "IRPNC")?;
                *number = value.word.signed();
            }
            skip = numbers[0].max(0) as usize;
            let length = numbers[1].max(1) as usize;
            kind = IrpKind::Groups(length);
            if let Ok(passes) = usize::try_from(numbers[2]) {
                end = skip.saturating_add(length.saturating_mul(passes));
            }
        }
        let mut dummies: Vec<Squoze> = Vec::new();
        let mut lists: Vec<List> = Vec::new();
        loop {
            // Any character separates the dummies, even the end of a line; without a name there is no further
            // group.
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
            dummies.extend([&first, &second].map(|name| Squoze::from_bytes(name)));
            self.check_dummies(dummies.len())?;
            let (mut list, ended) = self.list_argument()?;
            list.truncate(end);
            lists.push(List { at: skip.min(list.len()), text: list.into(), second: !second.is_empty() });
            if ended {
                break;
            }
        }
        // One line end after the lists is dropped.
        self.input.accept(CR)?;
        self.input.accept(LF)?;
        let body = self.body(&dummies)?;
        if lists.is_empty() {
            return Ok(());
        }
        let mut irp = Irp {
            kind,
            lists,
            count: 0,
            saved: self.input.irp_count,
            dialect: self.dialect,
            nothing: Rc::default(),
        };
        let mut arguments = irp.dummies();
        if !irp.advance(&mut arguments) {
            return Ok(());
        }
        self.input.push(Text::Irp(Box::new(irp)), body.into(), Some(arguments), None)?;
        self.input.irp_count = Word::ZERO;
        self.note_trail();
        Ok(())
    }
}
