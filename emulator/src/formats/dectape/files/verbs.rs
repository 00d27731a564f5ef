//! The operations of `pdp6 tape` and of the debugger's command `tape`. They find files by their names, and
//! read and write contents as the bytes of host files.

use super::{Entry, File, Kind, Name, TapeFiles, textual};
use crate::formats::FormatError;
use crate::formats::dectape::{self, ReelLayout};
use crate::formats::program::Hint;
use crate::formats::text::Encoding;
use std::fmt::Write as _;
use support::text::count;

/// A file copied from a tape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedFile {
    /// Contents of a host file.
    pub bytes: Vec<u8>,
    /// Notes for the user, one sentence each.
    pub notes: Vec<String>,
}

/// How to read a file of the host. Fields that are `None` are detected from the contents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The kind of file.
    pub kind: Option<Kind>,
    /// The packing of its words.
    pub hint: Hint,
    /// The encoding of its text.
    pub encoding: Option<Encoding>,
}

impl TapeFiles {
    /// Returns the files of the tape in an image, and the image's layout.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`dectape::read`] and [`TapeFiles::of`]; an empty file is not a tape.
    pub fn of_image(bytes: &[u8]) -> Result<(TapeFiles, ReelLayout), FormatError> {
        if bytes.is_empty() {
            return Err(FormatError::Unfit("the file is empty; a DECtape image is expected".to_owned()));
        }
        let (reel, layout) = dectape::read(bytes, None)?;
        Ok((TapeFiles::of(reel)?, layout))
    }

    /// Returns the image after a change of its files, in the same layout.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`TapeFiles::of_image`] and of `change`.
    pub fn changed_image(
        bytes: &[u8],
        change: impl FnOnce(&mut TapeFiles) -> Result<(), FormatError>,
    ) -> Result<Vec<u8>, FormatError> {
        let (mut files, layout) = TapeFiles::of_image(bytes)?;
        change(&mut files)?;
        let mut image = dectape::write(&files.into_tape()?, layout)?;
        image.extend_from_slice(dectape::beyond_reel(bytes));
        Ok(image)
    }

    /// Lists the files, one per line, then the tape's name and its number of free blocks.
    pub fn list(&self) -> String {
        let mut text = String::new();
        for entry in self.entries() {
            let found = match entry.blocks.is_empty() {
                true => entry.kind,
                false => Kind::found(&self.words_of(&entry), entry.kind),
            };
            let note = match found == entry.kind {
                true => String::new(),
                false => format!("  (in the directory: {})", entry.kind.name()),
            };
            let plural = if entry.blocks.len() == 1 { "" } else { "s" };
            let (name, found, blocks) = (entry.name.to_string(), found.name(), entry.blocks.len());
            let _ = writeln!(text, "{name:13} {found:5} {blocks:4} block{plural}{note}");
        }
        let name = self.tape_name().map_or(String::new(), |name| format!("tape {name}, "));
        let _ = writeln!(text, "{name}{} free", count(self.free(), "block"));
        text
    }

    /// Returns the contents of a file as in [`File::bytes`]: as `kind`, or as the kind
    /// that its words look like.
    ///
    /// # Errors
    ///
    /// Returns an error if the tape has no file of that name.
    pub fn get(&self, name: &str, kind: Option<Kind>) -> Result<CopiedFile, FormatError> {
        let entry = self.named(name)?;
        let words = self.words_of(&entry);
        let found = Kind::found(&words, entry.kind);
        let mut notes = Vec::new();
        if kind.is_none() && found != entry.kind {
            let (said, found) = (entry.kind.name(), found.described());
            notes.push(format!("{} is {said} in the directory, but its words are {found}", entry.name));
        }
        let kind = kind.unwrap_or(found);
        let after = match kind {
            Kind::Text => textual::find(&words).map_or(0, |text| text.words_after),
            _ => 0,
        };
        if after > 0 {
            let (name, after) = (entry.name, count(after, "word"));
            notes.push(format!("{name} has {after} after the end of its text (--as dump keeps them)"));
        }
        Ok(CopiedFile { bytes: File { kind, words }.bytes(), notes })
    }

    /// Writes a file.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`TapeFiles::put`], and an error for an invalid name.
    pub fn put_named(&mut self, name: &str, file: &File) -> Result<Entry, FormatError> {
        self.put(name.parse()?, file)
    }

    /// Deletes a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the tape has no file of that name.
    pub fn delete_named(&mut self, name: &str) -> Result<(), FormatError> {
        let entry = self.named(name)?;
        self.delete(&entry);
        Ok(())
    }

    fn named(&self, text: &str) -> Result<Entry, FormatError> {
        let name: Name = text.parse()?;
        self.find(name).ok_or_else(|| {
            let names: Vec<String> = self.entries().iter().map(|entry| entry.name.to_string()).collect();
            let there = if names.is_empty() {
                "it is empty".to_owned()
            } else {
                format!("it has {}", names.join(", "))
            };
            FormatError::Unfit(format!("no file {name} on the tape ({there})"))
        })
    }

    /// Describes the errors of the tape for the user.
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
    /// Reads the contents of a host file.
    ///
    /// # Errors
    ///
    /// Returns an error if the contents do not have the form that `reading` gives, or if their
    /// form cannot be detected.
    pub fn read(bytes: &[u8], reading: ReadOptions) -> Result<File, FormatError> {
        let ReadOptions { kind, hint, encoding } = reading;
        match kind {
            None if hint == Hint::default() => File::of_bytes(bytes, encoding).map_err(with_kinds),
            None | Some(Kind::Program) => File::of_program(bytes, hint),
            Some(Kind::Text) if hint.packing.is_none() => File::of_text_in(bytes, encoding),
            Some(kind) => File::of_words(bytes, kind, hint),
        }
    }
}

/// Adds the remedy to the error for a file whose kind was to be detected.
fn with_kinds(error: FormatError) -> FormatError {
    let why = match error {
        FormatError::Unknown => "unknown kind of file".to_owned(),
        other => other.to_string(),
    };
    FormatError::Unfit(format!("{why}; name its kind with --as: {}", Kind::names()))
}
