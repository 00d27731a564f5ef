//! A file that a run rewrites repeatedly, such as a score or a transcript.

use super::target::{Target, lock};
use super::{replace, step};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Number of bytes that the host writes atomically: after a kill, all or none of them are in the file.
const PAGE: usize = 4096;
/// Changes are synced to the disk at most once in this interval, and at the end.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// A file locked for this run, complete after each [`Kept::put`].
#[derive(Debug)]
pub struct Kept {
    target: Target,
    /// The file, locked; `None` for a device or a pipe.
    file: Option<File>,
    /// `true` if this run created the file and has not written to it yet.
    is_new: bool,
    contents: Vec<u8>,
    /// `true` if the last write of `contents` succeeded.
    is_current: bool,
    synced: Instant,
}

impl Kept {
    /// Locks the file for this run. The old contents stay, and a missing file is created empty.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written or another run has locked it.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Kept> {
        let target = Target::of(path.as_ref())?;
        target.try_out()?;
        let (mut file, mut is_new) = (None, false);
        if let Target::File(path) = &target {
            is_new = !path.exists();
            let opened = OpenOptions::new().read(true).append(true).create(true).open(path)?;
            lock(&opened)?;
            file = Some(opened);
        }
        Ok(Kept { target, file, is_new, contents: Vec::new(), is_current: false, synced: Instant::now() })
    }

    /// Sets the contents of the file. A change at the end of the file is written in place. For any other
    /// change the file is replaced.
    ///
    /// A device or a pipe gets the last contents from [`Kept::finish`].
    ///
    /// # Errors
    ///
    /// Returns the errors of the file system. The file is then unchanged, or has a part of the change, or
    /// the change may not be on disk.
    pub fn put(&mut self, contents: &[u8]) -> io::Result<()> {
        if self.is_current && contents == self.contents {
            return Ok(());
        }
        let change = self.change_in_place(contents);
        contents.clone_into(&mut self.contents);
        self.is_current = false;
        if let Target::File(path) = &self.target {
            match (change, &mut self.file) {
                (Some(at), Some(file)) => write_at(file, at, &contents[at..])?,
                (_, file) => replace::replace_open(file, path, contents)?,
            }
            self.is_new = false;
        }
        self.is_current = true;
        if self.synced.elapsed() >= SYNC_INTERVAL { self.sync() } else { Ok(()) }
    }

    /// Syncs the file to disk; a device or a pipe gets the last contents. A file that this run created and
    /// never wrote is removed on drop.
    pub fn finish(&mut self) -> io::Result<()> {
        if !matches!(self.target, Target::File(_)) && !self.contents.is_empty() {
            let mut output = self.target.open()?;
            output.write_all(&std::mem::take(&mut self.contents))?;
            return output.flush();
        }
        self.sync()
    }

    /// Returns the index of the first byte that changes, if the file can be changed in place: bytes are added
    /// at the end, or replaced within one page.
    fn change_in_place(&self, contents: &[u8]) -> Option<usize> {
        let same = self.contents.iter().zip(contents).take_while(|(old, new)| old == new).count();
        let is_added = same == self.contents.len();
        let in_one_page =
            contents.len() >= self.contents.len() && same / PAGE == contents.len().saturating_sub(1) / PAGE;
        (self.is_current && (is_added || in_one_page)).then_some(same)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.synced = Instant::now();
        self.file.as_ref().map_or(Ok(()), File::sync_data)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if let (true, Target::File(path)) = (self.is_new, &self.target) {
            // If the file cannot be removed, it stays empty.
            let _ = fs::remove_file(path);
        }
    }
}

/// Writes `bytes`, the new end of the file, at index `at`.
fn write_at(file: &mut File, at: usize, bytes: &[u8]) -> io::Result<()> {
    step();
    file.seek(SeekFrom::Start(at as u64))?;
    let written = file.write_all(bytes);
    step();
    written
}
