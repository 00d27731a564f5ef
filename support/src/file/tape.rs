//! A tape image that is written in place.

use super::target::{Target, lock, lock_shared};
use super::{read_all, replace, step};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The image of a tape on a drive. The file is locked, and each write to the tape is a write to the file.
#[derive(Debug)]
pub struct TapeFile {
    path: PathBuf,
    /// `None` after a failed [`TapeFile::replace`] if the file could not be opened again.
    file: Option<File>,
}

impl TapeFile {
    /// Opens a tape. Returns its contents, and the file if it can be written.
    ///
    /// # Errors
    ///
    /// Returns the errors of the file system, and an error if another run has the tape on a drive.
    pub fn open(path: impl AsRef<Path>) -> io::Result<(Vec<u8>, Option<TapeFile>)> {
        let path = path.as_ref();
        let Target::File(path) = Target::of(path)? else { return Ok((super::read(path)?, None)) };
        let locked = path.metadata()?.permissions().readonly();
        let file = match OpenOptions::new().read(true).write(true).open(&path) {
            Ok(file) if !locked => file,
            Ok(_) => return Ok((TapeFile::look(&path)?, None)),
            Err(error)
                if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) =>
            {
                return Ok((TapeFile::look(&path)?, None));
            }
            Err(error) => return Err(error),
        };
        lock(&file)?;
        Ok((read_all(&file)?, Some(TapeFile { path, file: Some(file) })))
    }

    /// Returns the contents of a tape that will not be written; an error if another run has it on a drive.
    pub fn look(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
        if path.as_ref() == Path::new("-") {
            return super::read(path);
        }
        let file = File::open(path)?;
        lock_shared(&file)?;
        read_all(file)
    }

    /// Writes `bytes` into the file from byte `at` on. They are on disk when the function returns.
    pub fn put(&mut self, at: usize, bytes: &[u8]) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Err(ErrorKind::NotFound.into()) };
        file.seek(SeekFrom::Start(at as u64))?;
        step();
        file.write_all(bytes)?;
        step();
        file.sync_data()
    }

    /// Replaces the file by another image, completely or not at all.
    ///
    /// # Errors
    ///
    /// Returns the errors of the file system. The file is then unchanged, unless only its folder could not be
    /// synced.
    pub fn replace(&mut self, image: &[u8]) -> io::Result<()> {
        replace::replace_open(&mut self.file, &self.path, image)
    }
}
