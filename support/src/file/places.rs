//! What a command reads and what it will put out: told and tried before anything is done.

use super::target::Target;
use std::io;
use std::path::Path;

/// The files of a run.
#[derive(Clone, Debug, Default)]
pub struct Places {
    known: Vec<Known>,
}

#[derive(Clone, Debug)]
struct Known {
    /// What the file is in the run: an option, a device.
    what: String,
    identity: Identity,
    is_output: bool,
}

/// A file by whatever name.
#[derive(Clone, Debug)]
struct Identity {
    target: Target,
    /// The file system and the number of the file in it, if it is there: it may have several names.
    node: Option<(u64, u64)>,
}

impl Identity {
    /// What file a path means; devices and pipes take anything from anybody.
    fn of(path: &Path) -> io::Result<Option<Identity>> {
        Ok(match Target::of(path)? {
            Target::Device(_) => None,
            Target::Standard => Some(Identity { target: Target::Standard, node: None }),
            Target::File(path) => Some(Identity { node: node(&path), target: Target::File(path) }),
        })
    }

    fn is(&self, other: &Identity) -> bool {
        self.target == other.target || self.node.is_some() && self.node == other.node
    }
}

/// An output that cannot be where it is wanted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Misplaced {
    /// It cannot be written.
    #[error(transparent)]
    Refused(io::Error),
    /// It would take the place of something else of the run; what that is.
    #[error("it would replace {0}; give another name")]
    Taken(String),
}

impl From<Misplaced> for io::Error {
    fn from(misplaced: Misplaced) -> io::Error {
        match misplaced {
            Misplaced::Refused(error) => error,
            Misplaced::Taken(_) => io::Error::new(io::ErrorKind::AlreadyExists, misplaced),
        }
    }
}

impl Places {
    /// The run reads this file, as `what`. One that cannot be read is found when it is read.
    pub fn input(&mut self, what: &str, path: impl AsRef<Path>) {
        if path.as_ref() == Path::new("-") {
            return;
        }
        if let Ok(Some(identity)) = Identity::of(path.as_ref()) {
            self.known.push(Known { what: what.to_owned(), identity, is_output: false });
        }
    }

    /// The run will write this file, as `what`: tries whether it can.
    ///
    /// # Errors
    ///
    /// It cannot be written, or is another file of the run.
    pub fn output(&mut self, what: &str, path: impl AsRef<Path>) -> Result<(), Misplaced> {
        self.try_output(path.as_ref())?;
        self.note_output(what, path.as_ref())
    }

    /// Whether the run could write this file.
    ///
    /// # Errors
    ///
    /// As for [`Places::output`].
    pub fn try_output(&self, path: impl AsRef<Path>) -> Result<(), Misplaced> {
        self.look(path.as_ref(), |_| true)?;
        Target::of(path.as_ref()).and_then(|target| target.try_out()).map_err(Misplaced::Refused)
    }

    /// The run will write this file, as `what`, and has it open already: only other outputs are in the way.
    ///
    /// # Errors
    ///
    /// It is another output of the run.
    pub fn tape(&mut self, what: &str, path: impl AsRef<Path>) -> Result<(), Misplaced> {
        self.look(path.as_ref(), |known| known.is_output)?;
        self.note_output(what, path.as_ref())
    }

    /// Whether the file is none of the outputs that the run has open.
    ///
    /// # Errors
    ///
    /// It is one.
    pub fn check_outputs(&self, path: impl AsRef<Path>) -> Result<(), Misplaced> {
        self.look(path.as_ref(), |known| known.is_output)
    }

    /// The run has done with what was declared as `what`.
    pub fn forget(&mut self, what: &str) {
        self.known.retain(|known| known.what != what);
    }

    fn note_output(&mut self, what: &str, path: &Path) -> Result<(), Misplaced> {
        if let Some(identity) = Identity::of(path).map_err(Misplaced::Refused)? {
            self.known.push(Known { what: what.to_owned(), identity, is_output: true });
        }
        Ok(())
    }

    fn look(&self, path: &Path, counts: impl Fn(&Known) -> bool) -> Result<(), Misplaced> {
        let Some(identity) = Identity::of(path).map_err(Misplaced::Refused)? else { return Ok(()) };
        match self.known.iter().find(|known| known.identity.is(&identity) && counts(known)) {
            Some(known) => Err(Misplaced::Taken(known.what.clone())),
            None => Ok(()),
        }
    }
}

#[cfg(unix)]
fn node(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    let data = path.metadata().ok()?;
    Some((data.dev(), data.ino()))
}

#[cfg(not(unix))]
fn node(_: &Path) -> Option<(u64, u64)> {
    None
}
