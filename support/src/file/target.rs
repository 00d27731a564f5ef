//! Resolves a path to a file, a device or standard output; links are followed.

use super::replace;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Number of attempts to take a lock, with a pause between them: a child process holds the locks of its
/// parent until it executes its program.
const LOCK_ATTEMPTS: u32 = 80;
const LOCK_PAUSE: Duration = Duration::from_millis(5);
/// Maximum number of links followed, because links can form a loop.
const MAX_LINKS: usize = 40;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Standard output.
    Standard,
    /// A device or a pipe, which cannot be replaced.
    Device(PathBuf),
    /// A file, which may not exist yet, by its path without links.
    File(PathBuf),
}

impl Target {
    pub(super) fn of(path: &Path) -> io::Result<Target> {
        if path == Path::new("-") {
            return Ok(Target::Standard);
        }
        if cfg!(windows) && is_device_of_windows(path) {
            return Ok(Target::Device(path.to_owned()));
        }
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder")),
            Ok(data) if !data.is_file() => Ok(Target::Device(path.to_owned())),
            Ok(_) => Ok(Target::File(path.canonicalize()?)),
            Err(error) if error.kind() == ErrorKind::NotFound => new_file(path),
            Err(error) => Err(error),
        }
    }

    /// Returns `true` if both targets are the same file or device. If `ignores_case`, the case of names is
    /// ignored. The path of an existing file has the case of the folder's entry.
    pub(super) fn is_same(&self, other: &Target, ignores_case: bool) -> bool {
        match (self, other) {
            (Target::File(one), Target::File(other)) if ignores_case => {
                let folded = |path: &Path| path.to_string_lossy().to_lowercase();
                folded(one) == folded(other)
            }
            _ => self == other,
        }
    }

    /// Checks that a file can be written, and changes nothing. A device or a pipe is not opened, because the
    /// reader of a pipe would see its end.
    pub(super) fn try_out(&self) -> io::Result<()> {
        let Target::File(path) = self else { return Ok(()) };
        free(path)?;
        replace::beside(path)?.close()
    }

    /// Returns an error if the target is a file with contents, which the user would not want to lose.
    pub(super) fn must_be_new(&self) -> io::Result<()> {
        match self {
            Target::File(path) if fs::metadata(path).is_ok_and(|data| data.len() > 0) => {
                let why = "the file exists; delete it or give another name";
                Err(io::Error::new(ErrorKind::AlreadyExists, why))
            }
            _ => Ok(()),
        }
    }

    /// Opens a target that cannot be replaced.
    pub(super) fn open(&self) -> io::Result<Box<dyn Write + Send>> {
        Ok(match self {
            Target::Standard => Box::new(io::stdout()),
            Target::Device(path) | Target::File(path) => Box::new(OpenOptions::new().write(true).open(path)?),
        })
    }
}

/// Returns `true` if the name, in any folder, is a device on Windows.
fn is_device_of_windows(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    let name = name.strip_suffix(':').unwrap_or(name).to_ascii_uppercase();
    let port = name.strip_prefix("COM").or_else(|| name.strip_prefix("LPT"));
    let is_port = port.is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9']));
    is_port || ["NUL", "CON", "PRN", "AUX"].contains(&name.as_str())
}

/// Resolves the path of a file that does not exist; links may lead to it.
fn new_file(path: &Path) -> io::Result<Target> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let name = path.file_name().ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "no file name"))?;
        let folder = folder_of(&path).canonicalize().map_err(|error| match error.kind() {
            ErrorKind::NotFound => io::Error::new(ErrorKind::NotFound, "the folder does not exist"),
            _ => error,
        })?;
        let place = folder.join(name);
        match fs::read_link(&place) {
            Ok(to) => path = folder.join(to),
            Err(_) => return Ok(Target::File(place)),
        }
    }
    Err(io::Error::new(ErrorKind::InvalidInput, "too many links follow one another"))
}

pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Checks that a file, if it exists, is writable and not locked by another process.
pub(super) fn free(path: &Path) -> io::Result<()> {
    let data = match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        data => data?,
    };
    // The superuser could write a read-only file, but its owner marked it as one to keep.
    if data.permissions().readonly() {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "it is read-only"));
    }
    lock(&OpenOptions::new().write(true).open(path)?)
}

/// Locks a file for this process until it is closed. If the file system has no locks, this succeeds anyway.
pub(super) fn lock(file: &File) -> io::Result<()> {
    patiently(|| file.try_lock())
}

/// Takes a shared lock on a file until it is closed.
pub(super) fn lock_shared(file: &File) -> io::Result<()> {
    patiently(|| file.try_lock_shared())
}

fn patiently(try_once: impl Fn() -> Result<(), TryLockError>) -> io::Result<()> {
    for _ in 0..LOCK_ATTEMPTS {
        match try_once() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_PAUSE),
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
        }
    }
    Err(in_use())
}

fn in_use() -> io::Error {
    io::Error::new(ErrorKind::ResourceBusy, "it is in use by another run or under another name")
}

/// Explains a read error. On Windows a locked file cannot be read; on Linux and macOS it can.
pub(super) fn explained(error: io::Error) -> io::Error {
    const LOCK_VIOLATION: i32 = 33;
    if cfg!(windows) && error.raw_os_error() == Some(LOCK_VIOLATION) { in_use() } else { error }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names are from Microsoft's "Naming Files, Paths, and Namespaces". Before Windows 11, a name with
    /// an extension, such as `nul.rim`, was a device too.
    #[test]
    fn devices_of_windows_are_known_by_their_names() {
        for name in ["NUL", "nul", "CON:", "Prn", "AUX", "COM1", "lpt9", "folder/NUL"] {
            assert!(is_device_of_windows(Path::new(name)), "{name}");
        }
        for name in ["NULL", "COM", "COM0", "COM10", "nul.rim", "CON/a", "LPT", ""] {
            assert!(!is_device_of_windows(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn names_that_differ_in_case_are_one_file_where_the_system_ignores_case() {
        let file = |name: &str| Target::File(name.into());
        assert!(file("/a/new.rim").is_same(&file("/a/NEW.rim"), true));
        assert!(!file("/a/new.rim").is_same(&file("/a/NEW.rim"), false));
        assert!(!file("/a/new.rim").is_same(&file("/b/new.rim"), true));
        assert!(!file("-").is_same(&Target::Standard, true));
    }
}
