//! REPEAT and the IRP family.

use crate::chars::{CR, LF};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::{Irp, IrpKind, Kind, List, LoopBody, Reading, SLOT, Text};
use crate::pass::Assembler;
use crate::pseudo::{self, InBody};
use crate::symbol::Squoze;
use emulator::word::Word;

impl Assembler<'_> {
    /// The IRP family: reads a loop and pushes its text.
    pub(crate) fn loop_pseudo(&mut self, op: pseudo::Loop) -> Reading<()> {
        use pseudo::Loop as L;
        let mark = self.input.get_mark();
        let alone = std::mem::take(&mut self.reader.alone);
        let kind = match op {
            L::Elements => IrpKind::Elements,
            L::Characters => IrpKind::Characters,
            L::Symbols => IrpKind::Symbols,
            L::Lines => IrpKind::Lines,
            L::Groups => IrpKind::Groups(1),
        };
        self.reader.obeyed = self.irp(kind, alone)?;
        if !self.reader.obeyed {
            self.input.set_mark(mark);
        }
        Ok(())
    }

    /// REPEAT count,text
    pub(crate) fn repeat(&mut self) -> Reading<()> {
        let mark = self.input.get_mark();
        let alone = std::mem::take(&mut self.reader.alone);
        self.reader.obeyed = self.repeat_text(alone)?;
        if !self.reader.obeyed {
            self.input.set_mark(mark);
        }
        Ok(())
    }

    /// Reads a REPEAT, which stands `alone` at the beginning of a statement: whether it has been obeyed.
    fn repeat_text(&mut self, alone: bool) -> Reading<bool> {
        let count = self.counted_field("a REPEAT count")?.signed();
        let text = if self.input.accept(b'[')? { self.bracketed()? } else { self.repeated_line()? };
        if count <= 0 {
            if self.dialect < Dialect::C {
                self.input.repeat_count = self.input.repeat_count.with_left(0);
            }
            return Ok(false);
        }
        // The count was kept in a half word.
        let count = count & 0o777777;
        if count == 0 {
            return Ok(false);
        }
        if count as u64 > self.options.limits.repeat_count {
            let limit = self.options.limits.repeat_count;
            self.error(Code::TooManyRepeats, format!("REPEAT {count} makes more than {limit} passes"));
            return Ok(false);
        }
        if alone && self.obey_repeat(&text, count) {
            return Ok(true);
        }
        let saved = self.input.repeat_count;
        let kind = Kind::Repeat { left: count as u64, count: 0, saved };
        self.input.push(kind, text, None, None)?;
        self.input.repeat_count = Word::ZERO;
        self.note_trail();
        Ok(false)
    }

    /// The rest of the line with the CR that ends it.
    fn repeated_line(&mut self) -> Reading<Text> {
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

    /// Reads a loop, which stands `alone` at the beginning of a statement: whether it has been obeyed.
    fn irp(&mut self, kind: IrpKind, alone: bool) -> Reading<bool> {
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
        let mut dummies: Vec<Squoze> = Vec::with_capacity(2);
        let mut lists: Vec<List> = Vec::with_capacity(1);
        loop {
            // Any character separates the dummies, even the end of a line; without a name there is no further
            // group.
            let (first, _) = self.short_dummy_name()?;
            if first.is_none() && self.input.last != b',' {
                if matches!(self.input.last, CR | LF) {
                    self.input.back();
                }
                break;
            }
            let (second, _) = self.short_dummy_name()?;
            if self.input.last == b'[' && self.dialect == Dialect::D {
                self.character_error(Code::BadArgument, "a comma is missing before this list", &[]);
                self.input.back();
            }
            dummies.extend([first, second].map(Option::unwrap_or_default));
            self.check_dummies(dummies.len())?;
            let (mut list, ended) = self.list_argument()?;
            if end < list.len() {
                list = list.part(0..end);
            }
            lists.push(List { at: skip.min(list.len()), text: list, second: second.is_some() });
            if ended {
                break;
            }
        }
        // One line end after the lists is dropped.
        self.input.accept(CR)?;
        self.input.accept(LF)?;
        let body = self.loop_body(&dummies)?;
        if lists.is_empty() {
            return Ok(false);
        }
        if alone
            && let [List { text, at: 0, second }] = &lists[..]
            && self.obey_loop(&body, kind, text, *second)
        {
            return Ok(true);
        }
        let mut irp = Irp {
            kind,
            lists,
            count: 0,
            saved: self.input.irp_count,
            dialect: self.dialect,
            nothing: self.macros.nothing.clone(),
        };
        let mut arguments = self.input.no_arguments();
        if !irp.advance(&mut arguments) {
            return Ok(false);
        }
        self.input.push(Kind::Irp(Box::new(irp)), body, Some(arguments), None)?;
        self.input.irp_count = Word::ZERO;
        self.note_trail();
        Ok(false)
    }

    /// The body of a loop: read, or as it was read when the text around it was the last time.
    fn loop_body(&mut self, dummies: &[Squoze]) -> Reading<Text> {
        self.input.unread();
        let Some((at, loops)) = self.input.loops() else { return Ok(self.body(dummies)?.into()) };
        let loops = loops.clone();
        if let Some(known) = loops.borrow().get(at)
            && known.holds(dummies, |name| self.meaning_in_body(name))
        {
            self.input.skip(known.length);
            return Ok(known.body.clone());
        }
        let depth = self.input.frames().len();
        let body: Text = self.body(dummies)?.into();
        if let Some((end, _)) = self.input.loops()
            && self.input.frames().len() == depth
            && let Some(names) = self.names_in_body(self.input.last_read(end - at))
        {
            let (body, dummies) = (body.clone(), dummies.to_vec());
            loops.borrow_mut().keep(at, LoopBody { body, length: end - at, dummies, names });
        }
        Ok(body)
    }

    /// The names in the text of a body and what they mean there, unless it depends on more than these.
    fn names_in_body(&self, text: &[u8]) -> Option<Vec<(Squoze, Option<InBody>)>> {
        let codes = &self.chars.squoze;
        let mut names = Vec::new();
        let mut at = 0;
        while let Some(c) = text.get(at) {
            if codes[*c as usize] == 0 {
                at += 1;
                // The arguments around it are part of it.
                if *c >= SLOT {
                    return None;
                }
                continue;
            }
            let (name, length) = Squoze::first_of(&text[at..], codes);
            at += length;
            let meaning = self.meaning_in_body(name);
            // A long name that ends it is complained of, and so may be what is quoted.
            if meaning == Some(InBody::Quotes) || meaning == Some(InBody::Ends) && length > 6 {
                return None;
            }
            names.push((name, meaning));
        }
        Some(names)
    }
}
