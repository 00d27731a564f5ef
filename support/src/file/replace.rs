//! Replacing a file at once.

use super::step;
use super::target::{folder_of, lock};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};
use tempfile::{Builder, NamedTempFile};

/// Characters of the file's own name in that of the new file beside it: names cannot be of any length.
const MAX_NAME: usize = 64;
/// Random characters in that name.
const RANDOM_CHARACTERS: usize = 6;
const SUFFIX: &str = ".new";
/// Age of a new file that a killed process must have left: no write takes so long.
const LEFTOVER_AGE: Duration = Duration::from_secs(3600);

/// Replaces the file by one with `contents`. A process that is killed leaves the old file or the new one, and perhaps a file
/// beside it, which a later replacement removes.
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
    remove_leftovers(folder_of(path), &prefix);
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM_CHARACTERS);
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

/// Removes the new files that killed processes have left beside a file. Errors are ignored: a leftover does no harm.
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
