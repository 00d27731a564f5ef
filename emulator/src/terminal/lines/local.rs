//! Lines on Unix: sockets in the file system, and pseudo-terminals.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use rustix::io::ioctl_fionbio;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

use super::endpoint::NewClient;

/// A socket in the file system. When this is dropped, the socket's file is removed.
pub(in crate::terminal) struct UnixEnd {
    listener: UnixListener,
    path: PathBuf,
}

impl UnixEnd {
    /// Opens a socket at a path. A socket that nothing listens on is replaced: it is left over from a process
    /// that was killed.
    pub(super) fn open(path: &str) -> io::Result<UnixEnd> {
        if path.is_empty() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "expected the path of a socket"));
        }
        let path = Path::new(path);
        if path.symlink_metadata().is_ok() {
            if !is_abandoned(path) {
                return Err(io::Error::new(
                    io::ErrorKind::AlreadyExists,
                    "the path exists; remove it or name another",
                ));
            }
            fs::remove_file(path)?;
        }
        let listener = UnixListener::bind(path)?;
        let end = UnixEnd { listener, path: path.to_owned() };
        end.listener.set_nonblocking(true)?;
        Ok(end)
    }

    pub(super) fn next_client(&self) -> Option<NewClient> {
        let (stream, _) = self.listener.accept().ok()?;
        stream.set_nonblocking(true).ok()?;
        Some(NewClient { stream: Box::new(stream), name: Some("a client".to_owned()), greeting: &[] })
    }
}

impl Drop for UnixEnd {
    fn drop(&mut self) {
        // An error means that the file was removed before.
        let _ = fs::remove_file(&self.path);
    }
}

fn is_abandoned(path: &Path) -> bool {
    let is_socket = path.symlink_metadata().is_ok_and(|data| data.file_type().is_socket());
    let refused = |error: io::Error| error.kind() == io::ErrorKind::ConnectionRefused;
    is_socket && UnixStream::connect(path).err().is_some_and(refused)
}

pub(super) struct Pty {
    near: File,
    /// Held open, so that the terminal keeps its mode and the output that is printed between two users.
    _far: File,
}

/// Opens a pseudo-terminal in raw mode. Also returns the name under which others open it.
pub(super) fn open_pty() -> io::Result<(Pty, String)> {
    let near = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    grantpt(&near)?;
    unlockpt(&near)?;
    let name = ptsname(&near, Vec::new())?;
    let path = Path::new(OsStr::from_bytes(name.to_bytes()));
    let no_control = OFlags::NOCTTY.bits().cast_signed();
    let far = File::options().read(true).write(true).custom_flags(no_control).open(path)?;
    let mut modes = tcgetattr(&far)?;
    modes.make_raw();
    tcsetattr(&far, OptionalActions::Now, &modes)?;
    ioctl_fionbio(&near, true)?;
    Ok((Pty { near: near.into(), _far: far }, path.display().to_string()))
}

impl Read for Pty {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.near.read(buffer)
    }
}

impl Write for Pty {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.near.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.near.flush()
    }
}
