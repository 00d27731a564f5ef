//! A host without a user.

use super::Disk;
use crate::debug::host::{Files, Host, Keys};
use crate::io::DeviceOutput;

/// The host of a session before a client takes over, and in tests. The host has files, records what the
/// session shows, drops what the teletypes print, and types nothing.
#[derive(Default)]
pub struct NullHost {
    /// The files that the session reads and writes.
    pub files: Disk,
    /// Everything that the session has shown.
    pub shown: String,
}

impl Host for NullHost {
    fn print(&mut self, text: &str) {
        self.shown += text;
    }

    fn teletype(&mut self, _: &[DeviceOutput]) {}

    fn keys(&mut self) -> Keys {
        Keys { ended: true, ..Keys::default() }
    }

    fn files(&mut self) -> &mut dyn Files {
        &mut self.files
    }
}
