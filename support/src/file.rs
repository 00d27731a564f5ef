//! The user's files: never half written, never overwritten by mistake.
//!
//! The commands use this module; the libraries take and return bytes. A command first declares its outputs,
//! and [`Places`] checks that each of them can be written. There are five kinds of output: a file that is
//! replaced as a whole ([`write()`]), one that grows as a device writes ([`Paper`]), one that is replaced
//! repeatedly ([`Kept`]), a tape, whose blocks are written in place ([`TapeFile`]), and a journal ([`Log`]).

mod kept;
mod limits;
mod lines;
mod log;
mod paper;
mod places;
mod replace;
mod state;
mod tape;
mod target;

pub use kept::Kept;
pub use limits::LONGEST_LINE;
pub use lines::{Line, Lines};
pub use log::{Log, private_folder};
pub use paper::{OpenMode, Paper, begin_with};
pub use places::{OutputPathError, Places};
pub use state::{STATE_VARIABLE, state_folder};
pub use tape::TapeFile;

use limits::LONGEST_FILE;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use target::Target;

/// Returns the contents of a file; `-` is standard input.
///
/// # Errors
///
/// Returns the errors of the file system, and an error for a file of more than 64 MB, such as /dev/zero.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let path = path.as_ref();
    if path == Path::new("-") { read_all(io::stdin()) } else { read_all(File::open(path)?) }
}

/// Returns the name of a file for messages, in quotation marks; `standard input` for `-`.
pub fn input_name(path: &str, quote: &str) -> String {
    if path == "-" { "standard input".to_owned() } else { format!("{quote}{path}{quote}") }
}

fn read_all(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(LONGEST_FILE + 1).read_to_end(&mut bytes).map_err(target::explained)?;
    if bytes.len() as u64 > LONGEST_FILE {
        let what = format!("more than {} MB, too large for a tape, program or snapshot", LONGEST_FILE >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, what));
    }
    Ok(bytes)
}

/// Replaces the contents of a file, completely or not at all: the new contents are written to a temporary
/// file beside it and synced. The temporary file is then renamed. Links are followed, and the file keeps its
/// mode. A device or a pipe is written directly; `-` is standard output.
///
/// # Errors
///
/// Returns the errors of the file system, and an error if the file is read-only or used by another process.
/// The file is then unchanged, unless only its folder could not be synced.
pub fn write(path: impl AsRef<Path>, contents: &[u8]) -> io::Result<()> {
    match Target::of(path.as_ref())? {
        Target::File(path) => {
            target::free(&path)?;
            replace::replace(&path, contents)?;
        }
        other => {
            let mut output = other.open()?;
            output.write_all(contents)?;
            output.flush()?;
        }
    }
    Ok(())
}

/// Writes a new file, as [`write()`] does.
///
/// # Errors
///
/// As for [`write()`], and an error if the file exists and has contents.
pub fn create(path: impl AsRef<Path>, contents: &[u8]) -> io::Result<()> {
    Target::of(path.as_ref())?.must_be_new()?;
    write(path, contents)
}

/// Returns a name that no file in the current folder has: `STEM-N.EXTENSION`, where N is the lowest free
/// number from 1 on.
pub fn unused(stem: &str, extension: &str) -> PathBuf {
    let names = (1u64..).map(|number| PathBuf::from(format!("{stem}-{number}.{extension}")));
    names.into_iter().find(|name| !name.exists()).unwrap_or_default()
}

/// A hook between the steps of writing a file. Tests abort the process here to simulate a kill.
fn step() {
    #[cfg(test)]
    tests::step();
}

#[cfg(test)]
mod tests;
