//! `.INSRT`: reads an inserted file.

use crate::diagnostic::Code;
use crate::input::{Flow, InputResult, TextKind};
use crate::pass::Assembler;
use crate::source::{ReadError, Source};

impl Assembler<'_> {
    /// Executes `.INSRT name`.
    pub(crate) fn insert_file(&mut self) -> InputResult<()> {
        let place = self.input.position();
        let name = self.input.rest_of_line()?;
        let name = String::from_utf8_lossy(&name);
        // A semicolon after a blank begins a comment; otherwise it ends the name of a directory.
        let comment = [" ;", "\t;"].iter().filter_map(|begin| name.find(begin)).min();
        let name = name[..comment.unwrap_or(name.len())].trim().to_owned();
        // No directory has an empty name, so a semicolon at the beginning begins a comment, too.
        if name.is_empty() || name.starts_with(';') {
            self.stretch_error(
                Code::CannotRead,
                place,
                ".INSRT has no file name (expected .INSRT NAME)".to_owned(),
            );
            return Ok(());
        }
        let limits = &self.options.limits;
        let too_many = if self.input.file_depth() > limits.insertion_depth {
            Some(format!("files are already nested {} deep", limits.insertion_depth))
        } else if self.insertions.count >= limits.insertions {
            Some(format!("{} files have been inserted already", limits.insertions))
        } else {
            None
        };
        if let Some(reason) = too_many {
            let message = format!("cannot insert {name}: {reason}");
            self.stretch_error(Code::TooManyInsertions, place, message);
            return Err(Flow::Fatal);
        }
        self.insertions.count += 1;
        let (inserting, _) = self.input.file_position();
        match self.files.read(&name, Some(&self.sources.get(inserting).name)) {
            Ok(found) => {
                let id = match self.sources.find(&found.name) {
                    Some(id) => id,
                    None => self.sources.add(Source::new(found.name, &found.bytes, self.options.text)),
                };
                self.insertions.add(inserting, id);
                let text = self.sources.get(id).text.clone();
                self.input.push(TextKind::File(id), text.into(), None, None)?;
                self.note_trail();
            }
            Err(reason) => {
                let message = format!("cannot insert {name}: {reason}");
                let entry = self.stretch_error(Code::CannotRead, place, message);
                if let (Some(entry), ReadError::NotFound) = (entry, reason) {
                    entry.help.push("name the folder of inserted files with --include".to_owned());
                }
            }
        }
        Ok(())
    }
}
