//! A file that grows by small pieces, each synced to disk before the next is written.

use super::target::{Target, folder_of, free, lock};
use super::{read_all, replace, step};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that only this process writes: [`Log::begin`] sets its contents, [`Log::add`] appends to them.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    /// `None` until the file is created.
    file: Option<File>,
    /// Length in bytes, without a piece that was only partly written.
    length: u64,
}

impl Log {
    /// Returns a log without creating or changing its file. [`Log::begin`] writes the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, or is a device or a pipe.
    pub fn at(path: impl AsRef<Path>) -> io::Result<Log> {
        let target = Target::of(path.as_ref())?;
        target.try_out()?;
        match target {
            Target::File(path) => Ok(Log { path, file: None, length: 0 }),
            _ => Err(io::Error::new(ErrorKind::InvalidInput, "it is not a file, which could be read again")),
        }
    }

    /// Opens an existing log and returns its contents with it.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or written, or another run has locked it.
    pub fn open(path: impl AsRef<Path>) -> io::Result<(Vec<u8>, Log)> {
        let Log { path, .. } = Log::at(path)?;
        let file = OpenOptions::new().read(true).write(true).open(&path)?;
        lock(&file)?;
        let bytes = read_all(&file)?;
        let length = bytes.len() as u64;
        Ok((bytes, Log { path, file: Some(file), length }))
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the contents of the file by `contents`, completely or not at all.
    ///
    /// # Errors
    ///
    /// Returns the errors of the file system. The file is then unchanged, unless only its folder could not be
    /// synced.
    pub fn begin(&mut self, contents: &[u8]) -> io::Result<()> {
        if self.file.is_none() {
            free(&self.path)?;
        }
        replace::replace_closed(&mut self.file, &self.path, contents, cfg!(windows))?;
        self.file.as_ref().map(make_private);
        // If the sync fails, the next piece must still follow the new contents.
        self.length = contents.len() as u64;
        replace::sync_folder(folder_of(&self.path))
    }

    /// Truncates the file to `length` bytes.
    pub fn cut(&mut self, length: usize) -> io::Result<()> {
        self.length = length as u64;
        self.file.as_ref().map_or(Ok(()), |file| file.set_len(self.length))
    }

    /// Appends `bytes`. They are on disk when the function returns.
    ///
    /// # Errors
    ///
    /// Returns the errors of the file system. The file is then unchanged, or ends with a part of `bytes`,
    /// which the next piece overwrites.
    pub fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Err(ErrorKind::NotFound.into()) };
        step();
        let added =
            file.seek(SeekFrom::Start(self.length)).and_then(|_| file.write_all(bytes)).and_then(|()| {
                step();
                file.sync_data()
            });
        step();
        match added {
            Ok(()) => self.length += bytes.len() as u64,
            // If truncating fails too, the reader ignores the incomplete piece.
            Err(_) => drop(file.set_len(self.length)),
        }
        added
    }
}

/// Allows only the user to read the file, because it contains what the user typed. File systems without
/// permissions ignore this.
fn make_private(file: &File) {
    #[cfg(unix)]
    let _ = file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600));
    #[cfg(not(unix))]
    let _ = file;
}

/// Creates a folder and the missing folders above it. On Unix, only the user can enter the folder; if it
/// exists, other users lose access to it.
pub fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
        builder.mode(0o700).create(path)?;
        // If the folder belongs to another user, its permissions stay.
        let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700));
    }
    #[cfg(not(unix))]
    builder.create(path)?;
    Ok(())
}
