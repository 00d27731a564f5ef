//! The MIDAS text of the chess program at the time of the build.
//!
//! The commands assemble it when they start, so that symbols and source lines always agree with it.

use std::fmt;
use std::str::FromStr;

use assembler::source::{Files, ReadError, SourceFile, find_in_memory};
use support::text::count;

/// Name (relative to `chessprog/midas`) and text of each file, sorted by name.
pub const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/midas_sources.rs"));

/// The meaning of the program's words, in the format of the debugger's `view`.
pub const STRUCTURES: &str = include_str!("../midas/machack.structures");

/// The file that inserts all others.
pub const ENTRY: &str = "machack.mid";

/// An error in a change of the text, or a file that is missing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum SourcesError {
    /// The text has no such file.
    #[error("no file {0} in the MIDAS source (expected a file of chessprog/midas)")]
    NoFile(String),
    /// The file has no such line.
    #[error("{file} has no line {line}")]
    NoLine { file: String, line: usize },
    /// The file does not contain the text to replace.
    #[error("{file} does not contain `{from}`")]
    Absent { file: String, from: String },
    /// The file contains the text to replace several times.
    #[error("{file} has `{from}` {times} times (give a longer text, or {file}:LINE/{from}/{to})")]
    Ambiguous { file: String, from: String, to: String, times: usize },
    /// The line does not contain the text to replace exactly once.
    #[error("line {line} of {file} has `{from}` {}, not once: {old}", count(*.times, "time"))]
    NotOnce { file: String, line: usize, from: String, times: usize, old: String },
    /// A change is not written in one of the two forms.
    #[error(
        "`{0}` is not a change: expected FILE/OLD/NEW or FILE:LINE/OLD/NEW, where FILE ends in .mid, as in \
         `prise.mid/SETO D/SETZ D`"
    )]
    NotAChange(String),
}

/// The MIDAS text of the chess program, possibly with changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources {
    files: Vec<(String, String)>,
}

impl Default for Sources {
    fn default() -> Sources {
        Sources { files: FILES.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect() }
    }
}

impl Sources {
    /// Returns the text of a file, if there is such a file.
    pub fn file(&self, name: &str) -> Option<&str> {
        self.files.iter().find(|(n, _)| n == name).map(|(_, text)| text.as_str())
    }

    /// Returns name and text of each file.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// Returns the whole text as one file, for an assembler without .INSRT: the file `name` with the text of
    /// all files that it inserts.
    ///
    /// # Errors
    /// Returns an error if a file is missing.
    pub fn in_one(&self, name: &str) -> Result<String, SourcesError> {
        let found = self.read(name, None).map_err(|_| SourcesError::NoFile(name.to_owned()))?;
        String::from_utf8_lossy(&found.bytes)
            .split_inclusive('\n')
            .map(|line| match line.trim_start().strip_prefix(".INSRT ") {
                Some(name) => self.in_one(name.trim_end()),
                None => Ok(line.to_owned()),
            })
            .collect()
    }

    /// Returns the files with new texts: `read` returns the new text for each name and present text.
    ///
    /// # Errors
    /// Returns the error of `read`.
    pub fn replaced<E>(&self, mut read: impl FnMut(&str, &str) -> Result<String, E>) -> Result<Sources, E> {
        let files = self.files.iter().map(|(name, text)| Ok((name.clone(), read(name, text)?)));
        Ok(Sources { files: files.collect::<Result<_, E>>()? })
    }

    /// Makes one change: in `file`, the only occurrence of `from` becomes `to`. Returns its line number, from
    /// 1. Tests use this to plant a fault.
    ///
    /// # Errors
    /// Returns an error if the file does not exist, or does not contain the text exactly once.
    pub fn change(&mut self, file: &str, from: &str, to: &str) -> Result<usize, SourcesError> {
        let text = self.text_of(file)?;
        let (named, from_text) = (|| file.to_owned(), || from.to_owned());
        match text.matches(from).count() {
            1 => {}
            0 => return Err(SourcesError::Absent { file: named(), from: from_text() }),
            times => {
                let to = to.to_owned();
                return Err(SourcesError::Ambiguous { file: named(), from: from_text(), to, times });
            }
        }
        let at = text.find(from).expect("counted once");
        let line = 1 + text[..at].matches('\n').count();
        text.replace_range(at..at + from.len(), to);
        Ok(line)
    }
}

/// A change of one line of the text, to see its effect: `FILE:LINE/OLD/NEW`, or `FILE/OLD/NEW` if OLD occurs
/// only once in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Name of the file, such as `prise.mid`.
    pub file: String,
    /// The line, from 1, or [`Change::ONLY_LINE`].
    pub line: usize,
    /// The text to replace, which occurs once.
    pub from: String,
    /// The text that replaces it.
    pub to: String,
}

impl Change {
    /// Line number of a change that does not name its line. The text must then occur only once in the file.
    pub const ONLY_LINE: usize = 0;
}

/// The extension of the text's files.
const EXTENSION: &str = ".mid";

impl FromStr for Change {
    type Err = SourcesError;

    fn from_str(text: &str) -> Result<Change, SourcesError> {
        let parsed = || {
            // The name may include a folder, and the texts may contain anything.
            let (file, rest) = text.split_at(text.find(EXTENSION)? + EXTENSION.len());
            let (line, texts) = match rest.strip_prefix(':') {
                Some(rest) => rest.split_once('/')?,
                None => ("", rest.strip_prefix('/')?),
            };
            let line = match line {
                "" if rest.starts_with('/') => Change::ONLY_LINE,
                line => line.parse().ok().filter(|line| *line != Change::ONLY_LINE)?,
            };
            let (from, to) = texts.split_once('/')?;
            (!from.is_empty()).then(|| Change {
                file: file.to_owned(),
                line,
                from: from.to_owned(),
                to: to.to_owned(),
            })
        };
        parsed().ok_or_else(|| SourcesError::NotAChange(text.to_owned()))
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Change { file, line, from, to } = self;
        match *line {
            Change::ONLY_LINE => write!(f, "{file}/{from}/{to}"),
            line => write!(f, "{file}:{line}/{from}/{to}"),
        }
    }
}

impl Sources {
    /// Makes a change in a line.
    ///
    /// # Errors
    /// Returns an error if the line does not exist, or does not contain the text exactly once.
    pub fn change_line(&mut self, change: &Change) -> Result<(), SourcesError> {
        let Change { file, line, from, to } = change.clone();
        if line == Change::ONLY_LINE {
            return self.change(&file, &from, &to).map(drop);
        }
        let text = self.text_of(&file)?;
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let Some(old) = line.checked_sub(1).and_then(|index| lines.get_mut(index)) else {
            return Err(SourcesError::NoLine { file, line });
        };
        match old.matches(from.as_str()).count() {
            1 => *old = old.replacen(&from, &to, 1),
            times => return Err(SourcesError::NotOnce { file, line, from, times, old: old.clone() }),
        }
        *text = lines.join("\n");
        Ok(())
    }

    fn text_of(&mut self, file: &str) -> Result<&mut String, SourcesError> {
        let found = self.files.iter_mut().find(|(name, _)| name == file);
        found.map(|(_, text)| text).ok_or_else(|| SourcesError::NoFile(file.to_owned()))
    }
}

impl Files for Sources {
    fn read(&self, name: &str, from: Option<&str>) -> Result<SourceFile, ReadError> {
        let names: Vec<&str> = self.files.iter().map(|(name, _)| name.as_str()).collect();
        let name = find_in_memory(&names, from, name).ok_or(ReadError::NotFound)?;
        let text = self.file(&name).unwrap_or_default();
        Ok(SourceFile { bytes: text.as_bytes().to_vec(), name })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_needs_one_match_and_returns_its_line() {
        let mut sources = Sources { files: vec![("a.mid".into(), "ONE\nTWO\nTWO\n".into())] };
        assert_eq!(sources.change("a.mid", "ONE", "UNO"), Ok(1));
        assert_eq!(sources.file("a.mid"), Some("UNO\nTWO\nTWO\n"));
        let two = sources.change("a.mid", "TWO", "DUE");
        assert!(matches!(two, Err(SourcesError::Ambiguous { times: 2, .. })), "{two:?}");
        let six = sources.change("a.mid", "SIX", "").unwrap_err();
        assert_eq!(six.to_string(), "a.mid does not contain `SIX`");
        assert!(sources.change("b.mid", "ONE", "").is_err());
    }

    #[test]
    fn a_line_is_changed_by_its_number() {
        let mut sources = Sources { files: vec![("a.mid".into(), "ONE\nTWO TWO\nTWO/1\n".into())] };
        let mut change =
            |text: &str| sources.change_line(&text.parse().expect(text)).map(|()| text.to_owned());
        assert!(change("a.mid:3/TWO/DUE/").is_ok());
        assert_eq!(
            change("a.mid:2/TWO/DUE").unwrap_err().to_string(),
            "line 2 of a.mid has `TWO` 2 times, not once: TWO TWO"
        );
        assert_eq!(change("a.mid:9/TWO/DUE").unwrap_err().to_string(), "a.mid has no line 9");
        assert!(change("b.mid:1/ONE/").is_err() && change("b.mid/ONE/").is_err());
        assert!(change("a.mid/ONE/UNO").is_ok());
        let parsed = "plausible/sort.mid:12/A:1/B/2".parse::<Change>().expect("a folder, a colon, a slash");
        assert_eq!((parsed.file.as_str(), parsed.line), ("plausible/sort.mid", 12));
        assert_eq!((parsed.from.as_str(), parsed.to.as_str()), ("A:1", "B/2"));
        assert_eq!(parsed.to_string(), "plausible/sort.mid:12/A:1/B/2");
        assert_eq!(
            change("a.mid/TWO/DUE").unwrap_err().to_string(),
            "a.mid has `TWO` 2 times (give a longer text, or a.mid:LINE/TWO/DUE)"
        );
        assert_eq!(sources.file("a.mid"), Some("UNO\nTWO TWO\nDUE//1\n"));
        for wrong in [
            "",
            "a.mid",
            "a.mid:1",
            "a.mid:x/A/B",
            "a.mid:0/A/B",
            "a.mid:1//B",
            "a.mid:1/A",
            "a.mid/A",
            "a.mid//B",
        ] {
            assert!(wrong.parse::<Change>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn inserted_names_find_their_files() {
        let sources = Sources::default();
        let found = |name: &str| sources.read(name, None).ok().map(|found| found.name);
        assert_eq!(found("DEFS").as_deref(), Some("defs.mid"));
        assert_eq!(found("GENERATED/TABLES").as_deref(), Some("generated/tables.mid"));
        assert_eq!(found("NOWHERE"), None);
    }
}
