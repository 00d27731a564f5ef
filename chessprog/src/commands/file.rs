//! Files of the person who runs a command, with errors that name them.

use std::path::Path;

use anyhow::{Context, Result};

/// Puts new contents in the place of a file; `-` is standard output.
///
/// # Errors
/// Names the file that cannot be written. What stood there before is unharmed.
pub fn replace(path: &Path, contents: &[u8]) -> Result<()> {
    emulator::file::write(path, contents).with_context(|| format!("write `{}`", path.display()))
}

/// The contents of a file, or of standard input for `-`.
///
/// # Errors
/// Names the file that cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    emulator::file::read(path).with_context(|| format!("read `{}`", path.display()))
}

/// The same as text.
///
/// # Errors
/// Names the file that cannot be read or is no text.
pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read(path)?).with_context(|| format!("`{}` is no text", path.display()))
}
