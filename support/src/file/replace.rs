//! A file in the place of another, at once.

use super::step;
use super::target::folder_of;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

/// Characters that nobody can guess in the name of a file that is being written.
const RANDOM: usize = 12;
/// What such a name ends in.
const SUFFIX: &str = ".new";
/// So much of the file's own name is in it: names cannot be of any length.
const NAME: usize = 64;
/// A run that clears away what others left may take a file for one of them in the moment before it is locked.
const ATTEMPTS: usize = 5;

/// Puts `contents` in the place of the file: the new one when it comes back, the old one if it fails or the process is killed.
pub(super) fn replace(path: &Path, contents: &[u8]) -> io::Result<File> {
    for _ in 1..ATTEMPTS {
        match replace_once(path, contents) {
            Err(error) if error.kind() == ErrorKind::NotFound && folder_of(path).is_dir() => {}
            done => return done,
        }
    }
    replace_once(path, contents)
}

fn replace_once(path: &Path, contents: &[u8]) -> io::Result<File> {
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

/// A new file beside `path`, with its mode, locked so that nobody takes it for something left behind.
pub(super) fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = folder_of(path);
    let prefix = prefix(path);
    clear(folder, &prefix);
    let mode = fs::metadata(path).ok().map(|data| data.permissions());
    for _ in 1..ATTEMPTS {
        step();
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM);
        // What the process's mask allows, as for any new file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let new = builder.tempfile_in(folder)?;
        if super::target::lock(new.as_file()).is_err() {
            continue;
        }
        step();
        if let Some(mode) = mode {
            new.as_file().set_permissions(mode)?;
        }
        return Ok(new);
    }
    Err(super::target::in_use())
}

fn prefix(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    format!(".{}.", name.chars().take(NAME).collect::<String>())
}

/// Removes what a run that was killed has left beside the file.
fn clear(folder: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let ours = name.to_str().and_then(|name| name.strip_prefix(prefix)?.strip_suffix(SUFFIX));
        let ours = ours.is_some_and(|random| {
            random.len() == RANDOM && random.bytes().all(|c| c.is_ascii_alphanumeric())
        });
        if ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            remove_unless_in_use(&entry.path());
        }
    }
}

fn remove_unless_in_use(path: &Path) {
    if File::open(path).is_ok_and(|file| file.try_lock().is_ok()) {
        // If it cannot be removed it is no worse than before.
        let _ = fs::remove_file(path);
    }
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
