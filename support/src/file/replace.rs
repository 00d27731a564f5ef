//! Replaces a file atomically.

use super::step;
use super::target::{folder_of, lock};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};
use tempfile::{Builder, NamedTempFile, PersistError};

/// Maximum number of characters of the original name in a temporary name. File systems limit the length of
/// names.
const MAX_NAME: usize = 64;
const RANDOM_CHARACTERS: usize = 6;
const SUFFIX: &str = ".new";
/// Minimum age at which a temporary file counts as left over by a killed process. No write takes this long.
const LEFTOVER_AGE: Duration = Duration::from_secs(3600);
/// On Windows the old file cannot be replaced while another program has it open. Virus scanners and editors
/// close it soon, so the rename is tried [`RENAME_ATTEMPTS`] times, with a pause of [`RENAME_PAUSE`].
const RENAME_ATTEMPTS: u32 = 20;
const RENAME_PAUSE: Duration = Duration::from_millis(10);

/// Replaces the file by one with `contents`. A process that is killed leaves the old file or the new one, and
/// perhaps a temporary file, which a later replacement removes.
pub(super) fn replace(path: &Path, contents: &[u8]) -> io::Result<File> {
    let file = rename(written(path, contents)?, path)?;
    sync_folder(folder_of(path))?;
    Ok(file)
}

/// Replaces the file that this process has open as `open`. If this fails, the old file is unchanged and still
/// open (on Windows, if it can be opened again), unless only the folder could not be synced: then the new
/// file is open.
pub(super) fn replace_open(open: &mut Option<File>, path: &Path, contents: &[u8]) -> io::Result<()> {
    replace_closed(open, path, contents, cfg!(windows))?;
    sync_folder(folder_of(path))
}

/// [`replace_open`] without syncing the folder. If `closed_first`, the old file is closed first: Windows
/// cannot replace an open file.
pub(super) fn replace_closed(
    open: &mut Option<File>,
    path: &Path,
    contents: &[u8],
    closed_first: bool,
) -> io::Result<()> {
    let new = written(path, contents)?;
    let was_open = open.is_some();
    if closed_first {
        *open = None;
    }
    match rename(new, path) {
        Ok(file) => {
            *open = Some(file);
            Ok(())
        }
        Err(error) => {
            if closed_first && was_open {
                *open = reopened(path).ok();
            }
            Err(error)
        }
    }
}

fn reopened(path: &Path) -> io::Result<File> {
    let file = File::options().read(true).write(true).open(path)?;
    lock(&file)?;
    Ok(file)
}

/// Writes `contents` to a new file beside `path`, and syncs it.
fn written(path: &Path, contents: &[u8]) -> io::Result<NamedTempFile> {
    let mut new = beside(path)?;
    step();
    // `NamedTempFile::write_all` would name the temporary file in its errors.
    new.as_file_mut().write_all(contents)?;
    step();
    new.as_file().sync_all()?;
    step();
    Ok(new)
}

fn rename(mut new: NamedTempFile, path: &Path) -> io::Result<File> {
    let mut attempts = 1;
    let file = loop {
        match new.persist(path) {
            Ok(file) => break file,
            Err(PersistError { error, file })
                if cfg!(windows) && attempts < RENAME_ATTEMPTS && is_open_elsewhere(&error) =>
            {
                new = file;
                attempts += 1;
                std::thread::sleep(RENAME_PAUSE);
            }
            Err(error) => return Err(error.into()),
        }
    };
    step();
    Ok(file)
}

/// Returns `true` if Windows may have refused the rename because another process has the old file open.
fn is_open_elsewhere(error: &io::Error) -> bool {
    const SHARING_VIOLATION: i32 = 32;
    error.kind() == ErrorKind::PermissionDenied || error.raw_os_error() == Some(SHARING_VIOLATION)
}

/// Creates a locked temporary file beside `path`, with the mode of the file that it will replace.
pub(super) fn beside(path: &Path) -> io::Result<NamedTempFile> {
    step();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!(".{}.", name.chars().take(MAX_NAME).collect::<String>());
    remove_leftovers(folder_of(path), &prefix);
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM_CHARACTERS);
    // `tempfile_in` would name the temporary file in its errors, and create a file that only its owner can
    // read.
    let new = builder.make_in(folder_of(path), |path| {
        OpenOptions::new().read(true).write(true).create_new(true).open(path)
    })?;
    lock(new.as_file())?;
    if let Ok(old) = fs::metadata(path) {
        new.as_file().set_permissions(old.permissions())?;
    }
    Ok(new)
}

/// Removes the temporary files that killed processes left beside a file. Errors are ignored: a leftover does
/// no harm.
fn remove_leftovers(folder: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(prefix)?.strip_suffix(SUFFIX));
        let is_ours = random.is_some_and(|random| {
            random.len() == RANDOM_CHARACTERS && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
        let is_old = || {
            let modified = entry.metadata().ok().filter(fs::Metadata::is_file)?.modified().ok()?;
            SystemTime::now().duration_since(modified).ok().map(|age| age > LEFTOVER_AGE)
        };
        if is_ours && is_old() == Some(true) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Syncs a folder, so that a rename in it is on disk.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    step();
    match synced {
        // Some file systems cannot sync a folder, and some folders can be written but not read.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::PermissionDenied) => Ok(()),
        done => done,
    }
}
