//! The text of the source files of a program.

use super::host::Host;
use std::collections::BTreeMap;

/// The source files that were read, by name; `None` if a file does not exist.
#[derive(Debug, Default)]
pub(super) struct Sources(BTreeMap<String, Option<String>>);

impl Sources {
    /// Returns the text of a file. Reads the file if it was not read before or should be read `again`.
    pub(super) fn text(&mut self, name: &str, again: bool, host: &mut dyn Host) -> Option<&str> {
        if again || !self.0.contains_key(name) {
            let text =
                host.files().read_source(name).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            self.0.insert(name.to_owned(), text);
        }
        self.0.get(name)?.as_deref()
    }
}
