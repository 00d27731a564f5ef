//! The files attached to the devices, and the output of the console for `expect`.

use super::attachment::Attachment;
use std::collections::BTreeMap;

/// Maximum length of the printed output that is kept for `expect`, in bytes.
const MAX_PAPER: usize = 4096;

#[derive(Default)]
pub(super) struct Console {
    /// The files on devices, by the names of the units.
    pub attachments: BTreeMap<String, Attachment>,
    /// Texts that stop the machine when the console prints them.
    pub expects: Vec<String>,
    pub paper: String,
    /// `true` if the console has printed something since the last search for the expected texts.
    pub has_printed: bool,
    /// `true` once a reference to core that does not exist was reported to the user.
    pub missing_core_reported: bool,
}

impl Console {
    /// Returns `true` if an expected text was printed, and removes this text from the expected ones.
    pub(super) fn take_expected(&mut self) -> bool {
        if !std::mem::take(&mut self.has_printed) {
            return false;
        }
        let found = self.expects.iter().position(|text| self.paper.contains(text.as_str()));
        if let Some(index) = found {
            let text = self.expects.remove(index);
            self.take_printed(&text);
        }
        if self.paper.len() > MAX_PAPER {
            self.paper.drain(..self.paper.len() - MAX_PAPER);
        }
        found.is_some()
    }

    /// Discards the kept output up to the end of `text`; returns `false` if `text` was not printed.
    pub(super) fn take_printed(&mut self, text: &str) -> bool {
        let at = self.paper.find(text);
        if let Some(at) = at {
            self.paper.drain(..at + text.len());
        }
        at.is_some()
    }
}
