//! `.INSRT` and `.INEOF`.

use super::Pseudo;
use crate::chars::{CR, LF};
use crate::diagnostic::Code;
use crate::expr::Evaluation;
use crate::input::{Flow, Kind, Reading};
use crate::pass::Assembler;
use crate::source::Source;

impl Assembler<'_> {
    /// `.INSRT name` and `.INEOF`.
    pub fn file_pseudo(&mut self, pseudo: Pseudo) -> Reading<Evaluation> {
        if pseudo == Pseudo::Ineof {
            self.input.end_file();
            return self.done(pseudo);
        }
        let place = self.input.position();
        let mut name = Vec::new();
        loop {
            let c = self.input.next()?;
            if matches!(c, CR | LF) {
                self.input.back();
                break;
            }
            name.push(c);
        }
        let name = String::from_utf8_lossy(&name).trim().to_owned();
        let limits = &self.options.limits;
        if self.input.file_depth() > limits.insertion_depth || self.insertions >= limits.insertions {
            let limit = limits.insertion_depth;
            let message = format!("{name} cannot be inserted: {limit} files are inside each other already");
            self.stretch_error(Code::InsertionTooDeep, place, message);
            return Err(Flow::Fatal);
        }
        self.insertions += 1;
        let from = self.input.file_name(&self.sources).map(str::to_owned);
        match self.files.read(&name, from.as_deref()) {
            Ok(found) => {
                let id = match self.sources.find(&found.name) {
                    Some(id) => id,
                    None => self.sources.add(Source::new(found.name, &found.bytes)),
                };
                let text = self.sources.get(id).text.clone();
                self.input.push(Kind::File(id), text, None, None)?;
                self.note_trail();
            }
            Err(reason) => {
                let message = format!("{name} cannot be inserted: {reason}");
                self.stretch_error(Code::CannotInsert, place, message);
            }
        }
        self.done(pseudo)
    }
}
