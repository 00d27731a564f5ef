//! The text of the source files of a program.

use super::host::Host;
use std::collections::BTreeMap;

/// The texts of the source files, by file name; `None` if a file could not be read.
#[derive(Debug, Default)]
pub(super) struct Sources(BTreeMap<String, Option<String>>);

impl Sources {
    /// Returns the text of a file, if the file can be read. Reads it the first time, or if asked to `again`.
    pub(super) fn text(&mut self, name: &str, again: bool, host: &mut dyn Host) -> Option<&str> {
        if again || !self.0.contains_key(name) {
            let text =
                host.files().read_source(name).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            self.0.insert(name.to_owned(), text);
        }
        self.0.get(name)?.as_deref()
    }
}
