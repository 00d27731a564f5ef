//! The world outside the machine.

use super::CommandError;
use crate::io::Produced;
use crate::machine::Machine;
use crate::time::Nanos;
use std::io;

/// What has come from the keyboard while the machine runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// What was typed for the console teletype, as its keys send it.
    pub typed: Vec<u8>,
    /// The person wants the prompt back.
    pub interrupt: bool,
    /// Nothing more will ever come.
    pub ended: bool,
}

/// A terminal and files. The session itself knows neither.
pub trait Host {
    /// Shows a text of the prompt; it ends with a new line.
    fn print(&mut self, text: &str);

    /// Shows what the machine has printed on its teletypes; unit 0 is the console.
    fn teletype(&mut self, printed: &[Produced]);

    /// What has been typed since the last call; does not wait.
    fn keys(&mut self) -> Keys;

    /// The machine pauses in its run and can be looked at.
    fn look(&mut self, machine: &mut Machine) {
        let _ = machine;
    }

    /// The machine begins to run: from now on keys go to its console.
    fn begin_run(&mut self, now: Nanos) {
        let _ = now;
    }

    /// The machine has stopped.
    fn end_run(&mut self) {}

    /// Waits for the real time at which a machine that runs `speed` times as fast as the real one has reached `now`, but only a
    /// moment: `true` if it is not that time yet.
    fn pace(&mut self, now: Nanos, speed: f64) -> bool {
        let _ = (now, speed);
        false
    }

    /// The contents of a file.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    fn read_file(&mut self, path: &str) -> io::Result<Vec<u8>>;

    /// Replaces a file, or makes it. If that fails the file is as it was before.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    fn write_file(&mut self, path: &str, contents: &[u8]) -> io::Result<()>;
}

/// Reads a file for a command.
pub(super) fn read(host: &mut dyn Host, path: &str) -> Result<Vec<u8>, CommandError> {
    host.read_file(path).map_err(|error| CommandError(format!("read \"{path}\": {error}")))
}

/// Writes a file for a command.
pub(super) fn write(host: &mut dyn Host, path: &str, contents: &[u8]) -> Result<(), CommandError> {
    host.write_file(path, contents).map_err(|error| CommandError(format!("write \"{path}\": {error}")))
}
