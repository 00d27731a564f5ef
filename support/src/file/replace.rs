//! Replacing a file at once.

use super::step;
use super::target::{folder_of, lock};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

/// Characters of the file's own name in that of the new file beside it: names cannot be of any length.
const MAX_NAME: usize = 64;

/// Replaces the file by one with `contents`. A process that is killed leaves the old file or the new one, and perhaps a file
/// beside it.
pub(super) fn replace(path: &Path, contents: &[u8]) -> io::Result<File> {
    let mut new = beside(path)?;
    step();
    new.write_all(contents)?;
    step();
    new.as_file().sync_all()?;
    step();
    let file = new.persist(path)?;
    step();
    sync_folder(folder_of(path))?;
    step();
    Ok(file)
}

/// A new file beside `path`, with its mode, and locked as the file that it will replace.
pub(super) fn beside(path: &Path) -> io::Result<NamedTempFile> {
    step();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!(".{}.", name.chars().take(MAX_NAME).collect::<String>());
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".new");
    // What the process's mask allows, as for any new file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let new = builder.tempfile_in(folder_of(path))?;
    lock(new.as_file())?;
    if let Ok(old) = fs::metadata(path) {
        new.as_file().set_permissions(old.permissions())?;
    }
    Ok(new)
}

/// The names in a folder are on disk.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Some file systems know nothing of it, some folders can be written and not read.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::PermissionDenied) => Ok(()),
        done => done,
    }
}
