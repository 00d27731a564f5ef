//! A file that grows while a device makes something.

use super::replace;
use super::target::Target;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// The paper of a printer, the tape of a punch: what was made is in the file at once.
///
/// What stood there before stays until something is made.
pub struct Paper {
    target: Target,
    open: Option<Box<dyn Write + Send>>,
    /// The same, to be synced, if it is a file.
    file: Option<File>,
}

impl Paper {
    /// Tries the place.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Paper> {
        let target = Target::of(path.as_ref())?;
        target.try_out()?;
        Ok(Paper { target, open: None, file: None })
    }

    /// Puts `made` at the end of the file, and takes from `made` what is there.
    ///
    /// # Errors
    ///
    /// Those of the file system; what is left in `made` is not in the file.
    pub fn add(&mut self, made: &mut Vec<u8>) -> io::Result<()> {
        let output = match &mut self.open {
            Some(output) => output,
            None => {
                let output = begin(&self.target, &mut self.file)?;
                self.open.insert(output)
            }
        };
        while !made.is_empty() {
            match output.write(made) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(length) => drop(made.drain(..length)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        output.flush()
    }

    /// The device makes no more: all of it is on disk. If it has made nothing the file is empty.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn finish(&mut self) -> io::Result<()> {
        self.add(&mut Vec::new())?;
        self.file.as_ref().map_or(Ok(()), File::sync_all)
    }
}

/// Begins the new file, which is empty, or opens the device.
fn begin(target: &Target, file: &mut Option<File>) -> io::Result<Box<dyn Write + Send>> {
    let Target::File(path) = target else { return target.open() };
    let new = replace::replace(path, b"")?;
    *file = Some(new.try_clone()?);
    Ok(Box::new(new))
}
