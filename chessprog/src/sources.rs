//! The MIDAS text of the chess program, as it stood when this was built.
//!
//! The commands that need symbols or source lines assemble it anew, so that they never disagree with the text; `play`
//! boots the tape image instead.

use assembler::source::{Files, SourceFile};

/// Name (below `chessprog/midas`) and text of each file, sorted by name.
pub const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/midas_sources.rs"));

/// What the words of the program mean, as the debugger's `view` reads it.
pub const STRUCTURES: &str = include_str!("../midas/machack.structures");

/// The file that takes in all others.
pub const ENTRY: &str = "machack.mid";

/// The text, possibly with changes made to it.
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
    /// The text of a file.
    pub fn file(&self, name: &str) -> Option<&str> {
        self.files.iter().find(|(n, _)| n == name).map(|(_, text)| text.as_str())
    }

    /// Name and text of each file.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// The whole text in one, as an assembler without .INSRT wants it: from the file `name` on, with the text of the files
    /// that it takes in.
    ///
    /// # Errors
    /// If a file is missing.
    pub fn in_one(&self, name: &str) -> Result<String, String> {
        let found = self.read(name, None).map_err(|error| format!("{name}: {error}"))?;
        let text = String::from_utf8(found.bytes).map_err(|error| format!("{name}: {error}"))?;
        text.split_inclusive('\n')
            .map(|line| match line.trim_start().strip_prefix(".INSRT ") {
                Some(name) => self.in_one(name.trim_end()),
                None => Ok(line.to_owned()),
            })
            .collect()
    }

    /// This text with one change: in `file`, the only occurrence of `from` becomes `to`. Gives the line of it, from
    /// 1. This is how a test plants a fault.
    ///
    /// # Errors
    /// If the file does not exist, or has the text not exactly once.
    pub fn change(&mut self, file: &str, from: &str, to: &str) -> Result<usize, String> {
        let (_, text) = self
            .files
            .iter_mut()
            .find(|(name, _)| name == file)
            .ok_or_else(|| format!("there is no file {file} in the program's MIDAS text"))?;
        match text.matches(from).count() {
            1 => {}
            0 => return Err(format!("{file} does not contain `{from}`")),
            n => return Err(format!("{file} contains `{from}` {n} times")),
        }
        let at = text.find(from).expect("counted once");
        let line = 1 + text[..at].matches('\n').count();
        text.replace_range(at..at + from.len(), to);
        Ok(line)
    }
}

/// A name inserted by the text is that of a file, in either case of letters, `.mid` left out or not.
impl Files for Sources {
    fn read(&self, name: &str, _from: Option<&str>) -> Result<SourceFile, String> {
        let is_meant = |known: &str| {
            known.eq_ignore_ascii_case(name)
                || known.strip_suffix(".mid").is_some_and(|stem| stem.eq_ignore_ascii_case(name))
        };
        let (name, text) =
            self.files.iter().find(|(known, _)| is_meant(known)).ok_or_else(|| "no such file".to_string())?;
        Ok(SourceFile { name: name.clone(), bytes: text.clone().into_bytes() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_made_once_and_its_line_told() {
        let mut sources = Sources { files: vec![("a.mid".into(), "ONE\nTWO\nTWO\n".into())] };
        assert_eq!(sources.change("a.mid", "ONE", "UNO"), Ok(1));
        assert_eq!(sources.file("a.mid"), Some("UNO\nTWO\nTWO\n"));
        assert_eq!(sources.change("a.mid", "TWO", "DUE").unwrap_err(), "a.mid contains `TWO` 2 times");
        assert_eq!(sources.change("a.mid", "SIX", "").unwrap_err(), "a.mid does not contain `SIX`");
        assert!(sources.change("b.mid", "ONE", "").is_err());
    }

    #[test]
    fn inserted_names_find_their_files() {
        let sources = Sources::default();
        let found = |name: &str| sources.read(name, None).map(|found| found.name);
        assert_eq!(found("DEFS"), Ok("defs.mid".to_string()));
        assert_eq!(found("GENERATED/TABLES"), Ok("generated/tables.mid".to_string()));
        assert!(found("NOWHERE").is_err());
    }
}
