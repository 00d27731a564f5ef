//! Files of the person who runs a command: read to their end, replaced only when the new one is safely on disk.
//!
//! The commands use this, not the libraries: those take and give bytes.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Nothing that is read is longer; a device like /dev/zero is, without end.
const LONGEST: u64 = 64 << 20;

/// The contents of a file; `-` is standard input.
///
/// # Errors
///
/// Those of the file system, and a file without end.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let path = path.as_ref();
    let source: Box<dyn Read> =
        if path == Path::new("-") { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    let mut bytes = Vec::new();
    source.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        let what = format!("more than {} MB, which no tape, program or snapshot has", LONGEST >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, what));
    }
    Ok(bytes)
}

/// Replaces a file: writes a new one beside it, and renames that when it is safely on disk. A device or a pipe is written to;
/// `-` is standard output.
///
/// # Errors
///
/// Those of the file system; the file is then as it was.
pub fn write(path: impl AsRef<Path>, contents: &[u8]) -> io::Result<()> {
    let path = path.as_ref();
    if path == Path::new("-") {
        let mut output = io::stdout().lock();
        output.write_all(contents)?;
        return output.flush();
    }
    // Devices and pipes cannot be replaced.
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return fs::write(path, contents);
    }
    let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no file name"))?;
    let beside = path.with_file_name(format!(".{}.{}.new", name.to_string_lossy(), std::process::id()));
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(contents)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&beside, path)).inspect_err(|_| {
        // Nothing is lost if even this fails.
        let _ = fs::remove_file(&beside);
    })
}

/// A name in the present folder that no file has yet: `STEM-1.EXTENSION`, or with the first number that is free.
pub fn unused(stem: &str, extension: &str) -> PathBuf {
    let names = (1u64..).map(|number| PathBuf::from(format!("{stem}-{number}.{extension}")));
    names.into_iter().find(|name| !name.exists()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("paper.txt");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
        assert!(write(folder.path().join("none/paper.txt"), b"").is_err());
        File::create(&path).unwrap().set_len(LONGEST + 1).unwrap();
        assert_eq!(
            read(&path).unwrap_err().to_string(),
            "more than 64 MB, which no tape, program or snapshot has"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_written_to_and_stays_one() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        write(&pipe, b"words").unwrap();
        assert!(!fs::metadata(&pipe).unwrap().is_file());
        assert_eq!(reader.join().unwrap(), b"words");
    }
}
