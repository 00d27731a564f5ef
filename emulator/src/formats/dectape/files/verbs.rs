//! What a person does with the files of a tape, at the command line and at the prompt: names and contents as text and bytes.

use super::{Entry, File, Files, Kind, Name};
use crate::formats::FormatError;
use crate::formats::program::Hint;
use crate::plain::count;
use std::fmt::Write as _;

impl Files {
    /// A line for each file, and one for the tape.
    pub fn list(&self) -> String {
        let mut text = String::new();
        for entry in self.entries() {
            let plural = if entry.blocks.len() == 1 { "" } else { "s" };
            let _ = writeln!(
                text,
                "{:13} {:5} {:4} block{plural}",
                entry.name.to_string(),
                entry.kind.name(),
                entry.blocks.len()
            );
        }
        let name = self.tape_name().map_or(String::new(), |name| format!("tape {name}, "));
        let _ = writeln!(text, "{name}{} free", count(self.free(), "block"));
        text
    }

    /// The contents of a file, as [`File::bytes`] gives them.
    ///
    /// # Errors
    ///
    /// There is none of that name.
    pub fn get(&self, name: &str) -> Result<Vec<u8>, FormatError> {
        let entry = self.named(name)?;
        Ok(File { kind: entry.kind, words: self.words_of(&entry) }.bytes())
    }

    /// Writes a file.
    ///
    /// # Errors
    ///
    /// As for [`Files::put`], or the name is none.
    pub fn put_named(&mut self, name: &str, file: &File) -> Result<Entry, FormatError> {
        self.put(name.parse::<Name>().map_err(FormatError::Unfit)?, file)
    }

    /// Deletes a file.
    ///
    /// # Errors
    ///
    /// There is none of that name.
    pub fn delete_named(&mut self, name: &str) -> Result<(), FormatError> {
        let entry = self.named(name)?;
        self.delete(&entry);
        Ok(())
    }

    fn named(&self, text: &str) -> Result<Entry, FormatError> {
        let name: Name = text.parse().map_err(FormatError::Unfit)?;
        self.find(name).ok_or_else(|| {
            let names: Vec<String> = self.entries().iter().map(|entry| entry.name.to_string()).collect();
            let there = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            FormatError::Unfit(format!("there is no file {name} on the tape; there are: {there}"))
        })
    }

    /// What is wrong with the tape, for people.
    pub fn checked(&self) -> String {
        let mut faults = self.faults();
        if faults.is_empty() {
            let count = self.entries().len();
            let plural = if count == 1 { "" } else { "s" };
            faults.push(format!("{count} file{plural}, nothing wrong"));
        }
        faults.join("\n") + "\n"
    }
}

impl File {
    /// The contents of a host's file: what its bytes look like, or what `kind` says.
    ///
    /// # Errors
    ///
    /// They are not of that kind.
    pub fn of_kind(bytes: &[u8], kind: Option<Kind>, hint: Hint) -> Result<File, FormatError> {
        match kind {
            None if hint == Hint::default() => File::of_bytes(bytes),
            None | Some(Kind::Program) => File::of_program(bytes, hint),
            Some(Kind::Text) => File::of_text(bytes),
            Some(kind) => File::of_words(bytes, kind, hint),
        }
    }
}
