//! Finds the source files of a program by the names in its symbol file.
//!
//! A symbol file may come from another person, and can name any of the user's files. Therefore only files
//! below the given folders are found, and a symbolic link counts as its target. Names that the assembler has
//! just written are found anywhere.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders to search for source files.
#[derive(Clone, Debug, Default)]
pub struct SourceFolders {
    /// The folders that relative names are resolved against, in order.
    folders: Vec<PathBuf>,
    /// More folders where files with absolute names are accepted.
    others: Vec<PathBuf>,
    anywhere: bool,
}

impl SourceFolders {
    /// Returns folders that resolve relative names against `here`, then against each of `folders`. The
    /// `folders` themselves are relative to `here`.
    pub fn new(here: PathBuf, folders: &[PathBuf]) -> SourceFolders {
        let further: Vec<PathBuf> = folders.iter().map(|folder| here.join(folder)).collect();
        let folders = std::iter::once(here).chain(further).collect();
        SourceFolders { folders, ..SourceFolders::default() }
    }

    /// Adds the folder that contains `file`, such as the program: absolute names in it are found, too.
    pub fn beside(mut self, file: &str) -> SourceFolders {
        if let (Some(here), Some(folder)) = (self.folders.first(), Path::new(file).parent()) {
            self.others.push(here.join(folder));
        }
        self
    }

    /// Returns these folders. If `anywhere`, files outside them are found, too: the names come from the
    /// assembler, not from a file.
    pub fn anywhere(self, anywhere: bool) -> SourceFolders {
        SourceFolders { anywhere, ..self }
    }

    /// Returns the path of the source file called `name`; `None` if the file does not exist or is outside the
    /// folders.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let mut places = self.folders.iter().map(|folder| folder.join(name));
        places.find(|path| path.is_file() && (self.anywhere || self.covers(path)))
    }

    fn covers(&self, path: &Path) -> bool {
        let Ok(real) = fs::canonicalize(path) else { return false };
        let mut folders = self.folders.iter().chain(&self.others);
        folders.any(|folder| fs::canonicalize(folder).is_ok_and(|folder| real.starts_with(folder)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_below_the_folders_are_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for name in ["work/midas", "work/include", "tape", "private"] {
            fs::create_dir_all(at(name)).expect("a folder");
        }
        for name in ["work/midas/p.mid", "work/include/defs.mid", "tape/t.mid", "private/letter"] {
            fs::write(at(name), "text").expect("a file");
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(at("private"), at("work/link")).expect("a link");
        let private = at("private/letter").display().to_string();
        let beside = at("tape/t.mid").display().to_string();
        let sources = SourceFolders::new(at("work"), &["include".into()]).beside("../tape/t.rim");
        for (name, found) in [
            ("midas/p.mid", Some(at("work/midas/p.mid"))),
            ("defs.mid", Some(at("work/include/defs.mid"))),
            (beside.as_str(), Some(at("tape/t.mid"))),
            ("p.mid", None),
            (private.as_str(), None),
            ("../private/letter", None),
            ("link/letter", None),
            ("midas", None),
            ("", None),
        ] {
            assert_eq!(sources.find(name), found, "{name:?}");
        }
        let assembled = sources.anywhere(true);
        assert_eq!(assembled.find(&private), Some(at("private/letter")));
    }
}
