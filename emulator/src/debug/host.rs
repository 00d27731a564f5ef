//! The interface through which a session uses a terminal and files.

use super::error::CommandError;
use super::line_address::LineAddress;
use super::link::LinkInput;
use super::panel_switches::{PanelInput, PanelSwitches};
use crate::io::DeviceOutput;
use crate::machine::Machine;
use crate::time::Nanos;
use crate::word::Word;
use std::io;
use std::time::Duration;

/// Input from the keyboard while the machine runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// The characters typed for the console teletype, as its keys send them.
    pub typed: Vec<u8>,
    /// The buttons of the Spacewar consoles that are pressed now; `None` if they are as before.
    pub buttons: Option<Word>,
    /// `true` if the run must end: the user wants the prompt back, or the host must do something else.
    pub interrupt: bool,
    /// `true` if the input has ended.
    pub ended: bool,
}

/// What has happened at the far end of a teletype line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineInput {
    /// The keys typed there, as the codes that they send.
    pub keys: Vec<u8>,
    /// Messages for the user at the machine.
    pub remarks: Vec<String>,
}

/// The terminal and the files of a session. The session accesses them only through this trait.
pub trait Host {
    /// Prints text at the prompt. The output of every command except `ddt` ends with a newline.
    fn print(&mut self, text: &str);

    /// Shows a remark about the run, separately from the program's output where that is possible.
    fn remark(&mut self, text: &str) {
        self.print(&format!("{text}\n"));
    }

    /// Shows what the machine has printed on its teletypes; unit 0 is the console.
    fn teletype(&mut self, printed: &[DeviceOutput]);

    /// Returns the keys typed since the last call; does not wait.
    fn keys(&mut self) -> Keys;

    /// Returns `true` if the session must end now, even if commands remain.
    fn is_ending(&self) -> bool {
        false
    }

    /// Waits for the user to press one key at the prompt. Returns `None` if the user leaves single-key mode,
    /// or if the session has no user.
    fn strike(&mut self) -> Option<char> {
        None
    }

    /// Returns `true` if there is a user who can type keys.
    fn has_person(&self) -> bool {
        false
    }

    /// Called between two slices of a run, so that the host can read the machine.
    fn look(&mut self, _machine: &mut Machine) {}

    /// Called when the machine begins to run. Until it stops, keys go to its console.
    fn begin_run(&mut self, _now: Nanos) {}

    /// Called when the machine has stopped.
    fn end_run(&mut self) {}

    /// Waits for a moment if the machine, which should run at `speed` times the real speed, has reached `now`
    /// too early. Returns `true` if the machine must still wait.
    fn pace(&mut self, _now: Nanos, _speed: f64) -> bool {
        false
    }

    /// Returns the files of the session.
    fn files(&mut self) -> &mut dyn Files;
}

/// The files of a session, by the paths that users give, and its teletype lines, panel, memory link and
/// sound device.
pub trait Files {
    /// Returns the contents of a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    fn read(&mut self, path: &str) -> io::Result<Vec<u8>>;

    /// Returns the contents of the source file with this name in the symbols.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not in a folder that is searched for source files.
    fn read_source(&mut self, name: &str) -> io::Result<Vec<u8>> {
        self.read(name)
    }

    /// Replaces or creates a file. If that fails, the file is unchanged.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    fn replace(&mut self, path: &str, contents: &[u8]) -> io::Result<()>;

    /// Creates a file.
    ///
    /// # Errors
    ///
    /// The file cannot be written, or exists and has contents.
    fn create(&mut self, path: &str, contents: &[u8]) -> io::Result<()> {
        if self.read(path).is_ok_and(|old| !old.is_empty()) {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, "the file exists; give another name"));
        }
        self.replace(path, contents)
    }

    /// Prepares a file for the output of `unit`: checks that it can be written. Its contents are unchanged
    /// until there is output, or until [`Files::end`]. Returns the number of bytes in the file that the
    /// output will follow.
    ///
    /// # Errors
    ///
    /// The file cannot be written, the session has another use for it, or it must be new and has contents.
    fn begin(&mut self, _unit: &str, _path: &str, _must_be_new: bool) -> io::Result<u64> {
        Ok(0)
    }

    /// Opens the sound device of the host for `unit`, until [`Files::end`]. The samples are then given to
    /// [`Files::add`], without the header of a WAV file.
    ///
    /// # Errors
    ///
    /// No sound device can be used.
    fn begin_live_sound(&mut self, _unit: &str) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "sound cannot be played here; give a WAV file"))
    }

    /// Replaces the first bytes of a finished file.
    ///
    /// # Errors
    ///
    /// The bytes cannot be written.
    fn begin_with(&mut self, _path: &str, _bytes: &[u8]) -> io::Result<()> {
        Ok(())
    }

    /// Adds the output `made` of `unit` to its file, and removes from `made` what has been written.
    ///
    /// # Errors
    ///
    /// The bytes left in `made` cannot be written.
    fn add(&mut self, unit: &str, path: &str, made: &mut Vec<u8>) -> io::Result<()>;

    /// Ends the output of `unit`: its file is complete, or its line, panel, link or sound device is closed.
    ///
    /// # Errors
    ///
    /// The file cannot be written, or the sound device has failed.
    fn end(&mut self, unit: &str, path: &str) -> io::Result<()>;

    /// Gives the file, reel or line of unit `from` to unit `to`, which has none. The session opens a unit's
    /// new file under a temporary unit name, so the unit keeps its old file if that fails.
    fn rename(&mut self, _from: &str, _to: &str) {}

    /// Closes the file, reel or line of `unit`, if it has one, and writes nothing more.
    fn discard(&mut self, _unit: &str) {}

    /// Connects the teletype line `unit` to its far end. The line's output is then given to [`Files::add`],
    /// until [`Files::end`]. The far end must be on this computer unless `allow_remote` is set. Returns the
    /// address of the far end, with the port or terminal that was taken.
    ///
    /// # Errors
    ///
    /// The far end is not there, is in use or is not permitted.
    fn connect(&mut self, _unit: &str, _address: &LineAddress, _allow_remote: bool) -> io::Result<String> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "lines cannot be connected here"))
    }

    /// Returns what has happened at the far end of a line since the last call, with at most `room` keys;
    /// does not wait.
    fn typed(&mut self, _unit: &str, _room: usize) -> LineInput {
        LineInput::default()
    }

    /// Connects an operator's panel at `place`, a file or the address of a socket, until [`Files::end`], in
    /// place of an earlier panel, which stays connected if that fails. The panel must be on this computer
    /// unless `allow_remote` is set. Returns its address and its switches.
    ///
    /// # Errors
    ///
    /// The file is not a panel file, or the address is in use or not permitted.
    fn connect_panel(
        &mut self,
        _place: &str,
        _machine: &Machine,
        _allow_remote: bool,
    ) -> io::Result<(String, PanelSwitches)> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "panels cannot be connected here"))
    }

    /// Shows the machine's lights on the panel. Returns the changes at the panel since the last call.
    fn exchange_panel(&mut self, _machine: &Machine) -> PanelInput {
        PanelInput::default()
    }

    /// Connects the memory link to the other machine at `place`, HOST:PORT, until [`Files::end`], in place of
    /// an earlier link, which stays connected if that fails. The other machine must be on this computer
    /// unless `allow_remote` is set. Returns its address.
    ///
    /// # Errors
    ///
    /// The address is not valid or not permitted, or nothing answers.
    fn connect_link(&mut self, _place: &str, _allow_remote: bool) -> io::Result<String> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "memory cannot be linked here"))
    }

    /// Returns what has happened on the link since the last call, up to the next request; does not wait.
    fn poll_link(&mut self) -> LinkInput {
        LinkInput::default()
    }

    /// Sends the answer to a request on the link.
    fn answer_link(&mut self, _answer: &[u8]) {}

    /// Waits for `longest`, or until the next request on the link. Called while the machine is halted, or
    /// ahead of its speed.
    fn pause(&mut self, longest: Duration) {
        let _ = longest;
    }

    /// Returns the contents of the tape that is put on `unit`, and `true` if the tape can be written. No
    /// other session can use a tape that can be written.
    ///
    /// # Errors
    ///
    /// The tape cannot be read, or is in use.
    fn mount(&mut self, _unit: &str, path: &str, writable: bool) -> io::Result<(Vec<u8>, bool)> {
        Ok((self.read(path)?, writable))
    }

    /// Writes `bytes` into the image of the tape on `unit`, from byte `at` on.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    fn put(&mut self, unit: &str, path: &str, at: usize, bytes: &[u8]) -> io::Result<()>;

    /// Takes the tape off `unit`, after replacing its file by `image`, if given.
    ///
    /// # Errors
    ///
    /// The image cannot be written; the tape is still on the unit.
    fn unmount(&mut self, _unit: &str, path: &str, image: Option<&[u8]>) -> io::Result<()> {
        image.map_or(Ok(()), |image| self.replace(path, image))
    }
}

pub(super) fn unread(path: &str, error: &io::Error) -> CommandError {
    CommandError(format!("cannot read \"{path}\": {error}"))
}

pub(super) fn unwritten(path: &str, error: &io::Error) -> CommandError {
    CommandError(format!("cannot write \"{path}\": {error}"))
}

pub(crate) fn read(host: &mut dyn Host, path: &str) -> Result<Vec<u8>, CommandError> {
    host.files().read(path).map_err(|error| unread(path, &error))
}

pub(crate) fn read_source(host: &mut dyn Host, name: &str) -> Result<Vec<u8>, CommandError> {
    host.files().read_source(name).map_err(|error| unread(name, &error))
}

pub(super) fn create(host: &mut dyn Host, path: &str, contents: &[u8]) -> Result<(), CommandError> {
    host.files().create(path, contents).map_err(|error| unwritten(path, &error))
}

pub(crate) fn write(host: &mut dyn Host, path: &str, contents: &[u8]) -> Result<(), CommandError> {
    host.files().replace(path, contents).map_err(|error| unwritten(path, &error))
}
