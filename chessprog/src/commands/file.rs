//! Files of the person who runs a command, with errors that name them.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};

/// Puts new contents in the place of a file; `-` is standard output.
///
/// # Errors
/// Names the file that cannot be written. What stood there before is unharmed.
pub(crate) fn replace(path: &Path, contents: &[u8]) -> Result<()> {
    emulator::file::write(path, contents).with_context(|| format!("write `{}`", path.display()))
}

/// The contents of a file, or of standard input for `-`.
///
/// # Errors
/// Names the file that cannot be read.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    emulator::file::read(path).with_context(|| format!("read `{}`", path.display()))
}

/// The contents of a file, or of standard input for `-`, as text.
///
/// # Errors
/// Names the file that cannot be read or is no text.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read(path)?).with_context(|| format!("`{}` is no text", path.display()))
}

/// Brings the files of a folder of the repository up to date, or with `check` only tells which are not; how many were stale.
///
/// # Errors
/// There is no such folder, or a file cannot be written.
pub(crate) fn refresh<N: AsRef<Path>, C: AsRef<[u8]>>(
    directory: &Path,
    files: impl IntoIterator<Item = (N, C)>,
    check: bool,
    out: &mut dyn Write,
) -> Result<usize> {
    ensure!(
        directory.is_dir(),
        "there is no folder `{}`: run this in the root of the repository, or give --directory",
        directory.display()
    );
    let mut stale = 0;
    for (name, contents) in files {
        let (path, contents) = (directory.join(name), contents.as_ref());
        if std::fs::read(&path).is_ok_and(|kept| kept == contents) {
            continue;
        }
        stale += 1;
        if check {
            writeln!(out, "{} is stale", path.display())?;
        } else {
            replace(&path, contents)?;
            writeln!(out, "{} written, {} bytes", path.display(), contents.len())?;
        }
    }
    Ok(stale)
}
