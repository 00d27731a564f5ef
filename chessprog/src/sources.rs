//! The MIDAS text of the chess program, as it stood when this was built.
//!
//! The commands that need symbols or source lines assemble it anew, so that they never disagree with the text; `play`
//! boots the tape image instead.

/// Name (below `chessprog/midas`) and text of each file, sorted by name.
pub const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/midas_sources.rs"));

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

    /// The same text with one change: in `file`, the only occurrence of `from` becomes `to`. Gives the line of it, from
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
