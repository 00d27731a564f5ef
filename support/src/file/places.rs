//! The files that a command reads and writes. Each is declared before it is used, and outputs are checked.

use super::target::Target;
use std::io;
use std::path::Path;

/// On Windows and macOS, `NEW.rim` and `new.rim` are the same file.
const IGNORES_CASE: bool = cfg!(any(windows, target_os = "macos"));

/// The files of a run.
#[derive(Clone, Debug, Default)]
pub struct Places {
    known: Vec<UsedFile>,
}

#[derive(Clone, Debug)]
struct UsedFile {
    /// What the run uses the file for: an option or a device.
    what: String,
    target: Target,
    is_output: bool,
}

/// The reason why a path cannot be used for an output.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputPathError {
    /// The path cannot be written.
    #[error(transparent)]
    Refused(io::Error),
    /// The output would replace another file of the run, which the string names.
    #[error("it would replace {0}; give another name")]
    Taken(String),
}

impl From<OutputPathError> for io::Error {
    fn from(misplaced: OutputPathError) -> io::Error {
        match misplaced {
            OutputPathError::Refused(error) => error,
            OutputPathError::Taken(_) => io::Error::new(io::ErrorKind::AlreadyExists, misplaced),
        }
    }
}

impl Places {
    /// Declares a file that the run reads, as `what`. A file that cannot be read is not reported here, but
    /// when the run reads it.
    pub fn input(&mut self, what: &str, path: impl AsRef<Path>) {
        if let Ok(target @ Target::File(_)) = Target::of(path.as_ref()) {
            self.known.push(UsedFile { what: what.to_owned(), target, is_output: false });
        }
    }

    /// Declares a file that the run will write, as `what`, and checks that it can be written.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written or is another file of the run.
    pub fn output(&mut self, what: &str, path: impl AsRef<Path>) -> Result<(), OutputPathError> {
        let target = self.free(path.as_ref(), |_| true)?;
        target.try_out().map_err(OutputPathError::Refused)?;
        self.known.push(UsedFile { what: what.to_owned(), target, is_output: true });
        Ok(())
    }

    /// Declares a tape that the run has open and will write, as `what`. It may be an input of the run, too.
    ///
    /// # Errors
    ///
    /// Returns an error if the tape is another output of the run.
    pub fn tape(&mut self, what: &str, path: impl AsRef<Path>) -> Result<(), OutputPathError> {
        let target = self.free(path.as_ref(), |known| known.is_output)?;
        self.known.push(UsedFile { what: what.to_owned(), target, is_output: true });
        Ok(())
    }

    /// Checks that a file is not an output of the run.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is an output of the run or the path cannot be resolved.
    pub fn check_outputs(&self, path: impl AsRef<Path>) -> Result<(), OutputPathError> {
        self.free(path.as_ref(), |known| known.is_output).map(drop)
    }

    /// Removes the file that was declared as `what`. The run no longer uses this file.
    pub fn forget(&mut self, what: &str) {
        self.known.retain(|known| known.what != what);
    }

    /// Changes the declared name of a file from `from` to `to`.
    pub fn rename(&mut self, from: &str, to: &str) {
        self.known
            .iter_mut()
            .filter(|known| known.what == from)
            .for_each(|known| to.clone_into(&mut known.what));
    }

    /// Resolves a path. Returns an error if it leads to a known file for which `counts` returns `true`.
    /// A device or a pipe may be used for several outputs.
    fn free(&self, path: &Path, counts: impl Fn(&UsedFile) -> bool) -> Result<Target, OutputPathError> {
        let target = Target::of(path).map_err(OutputPathError::Refused)?;
        let is_file = !matches!(target, Target::Device(_));
        let is_same = |known: &UsedFile| known.target.is_same(&target, IGNORES_CASE);
        match self.known.iter().find(|known| is_file && is_same(known) && counts(known)) {
            Some(known) => Err(OutputPathError::Taken(known.what.clone())),
            None => Ok(target),
        }
    }
}
