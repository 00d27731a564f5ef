//! Files of the person who runs a command: read with a clear error, replaced only when the new one is safely on disk.

use std::fs::{self, File};
use std::io::{Read, Write, stdin};
use std::path::Path;

use anyhow::{Context, Result};

/// Puts new contents in the place of a file: writes beside it, makes sure it is on the disk, renames. A device or a pipe is
/// written to.
///
/// # Errors
/// Names the file that cannot be written. What stood there before is unharmed.
pub fn replace(path: &Path, contents: &[u8]) -> Result<()> {
    // Devices and pipes cannot be replaced.
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return fs::write(path, contents).with_context(|| format!("write `{}`", path.display()));
    }
    let name = path.file_name().with_context(|| format!("`{}` is no name of a file", path.display()))?;
    let beside = path.with_file_name(format!(".{}.{}", name.to_string_lossy(), std::process::id()));
    let write = || -> std::io::Result<()> {
        let mut file = File::create(&beside)?;
        file.write_all(contents)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    write().with_context(|| {
        // Nothing is lost if even this fails.
        let _ = fs::remove_file(&beside);
        format!("write `{}`", path.display())
    })
}

/// The contents of a file, or of standard input for `-`.
///
/// # Errors
/// Names the file that cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut contents = Vec::new();
        stdin().lock().read_to_end(&mut contents).context("read standard input")?;
        return Ok(contents);
    }
    fs::read(path).with_context(|| format!("read `{}`", path.display()))
}

/// The same as text.
///
/// # Errors
/// Names the file that cannot be read or is no text.
pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read(path)?).with_context(|| format!("`{}` is no text", path.display()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_is_written_to_and_stays_one() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        replace(&pipe, b"words").unwrap();
        assert!(!fs::metadata(&pipe).unwrap().is_file());
        assert_eq!(reader.join().unwrap(), b"words");
    }
}
