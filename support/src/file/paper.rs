//! A file that grows while a device prints or punches.

use super::target::{Target, lock};
use super::{replace, step};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// The file for the paper of a printer or the tape of a punch. Output is not buffered.
///
/// The old contents stay until there is output, which replaces them or is appended.
pub struct Paper {
    target: Target,
    /// `true` if output is appended to the old contents.
    appends: bool,
    open: Option<Box<dyn Write + Send>>,
    /// The same file, for syncing; `None` before the first output, and for a device.
    file: Option<File>,
}

/// What happens to a file that exists already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenMode {
    /// Output is appended: the run continues an earlier one, which may have written to the file.
    Append,
    /// The first output replaces the old contents.
    Replace,
    /// [`Paper::open`] returns an error, unless the file is empty.
    Refuse,
}

impl Paper {
    /// Checks that the file can be written. [`Paper::add`] opens it for the first output.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, or has contents although `existing` is
    /// [`OpenMode::Refuse`].
    pub fn open(path: impl AsRef<Path>, existing: OpenMode) -> io::Result<Paper> {
        let target = Target::of(path.as_ref())?;
        target.try_out()?;
        if existing == OpenMode::Refuse {
            target.must_be_new()?;
        }
        Ok(Paper { target, appends: existing == OpenMode::Append, open: None, file: None })
    }

    /// Returns the length of the old contents if output is appended to them, or 0 if it replaces them.
    pub fn length(&self) -> u64 {
        match &self.target {
            Target::File(path) if self.appends => path.metadata().map_or(0, |data| data.len()),
            _ => 0,
        }
    }

    /// Appends `made` to the file, and removes from `made` what has been written.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written. `made` then contains the bytes that are not in the
    /// file.
    pub fn add(&mut self, made: &mut Vec<u8>) -> io::Result<()> {
        let output = match &mut self.open {
            Some(output) => output,
            None => {
                let output = begin(&self.target, self.appends, &mut self.file)?;
                self.open.insert(output)
            }
        };
        while !made.is_empty() {
            step();
            match output.write(made) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(length) => drop(made.drain(..length)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        output.flush()
    }

    /// Syncs all output to disk. If there was none, a file that is not appended to becomes empty.
    pub fn finish(&mut self) -> io::Result<()> {
        self.add(&mut Vec::new())?;
        self.file.as_ref().map_or(Ok(()), File::sync_all)
    }
}

/// Overwrites the first bytes of a file. Does nothing if the path is a device, a pipe or standard output.
pub fn begin_with(path: impl AsRef<Path>, bytes: &[u8]) -> io::Result<()> {
    let Target::File(path) = Target::of(path.as_ref())? else { return Ok(()) };
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Creates an empty file, opens a device, or, if output is appended, opens the file at its end.
fn begin(target: &Target, appends: bool, file: &mut Option<File>) -> io::Result<Box<dyn Write + Send>> {
    let Target::File(path) = target else { return target.open() };
    let opened = if appends && path.exists() { at_the_end(path)? } else { replace::replace(path, b"")? };
    *file = Some(opened.try_clone()?);
    Ok(Box::new(opened))
}

fn at_the_end(path: &Path) -> io::Result<File> {
    // Windows cannot lock a file that was opened only for appending.
    let file = OpenOptions::new().read(true).append(true).open(path)?;
    lock(&file)?;
    Ok(file)
}
