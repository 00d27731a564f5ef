//! Source files on the disk.

use crate::source::file_name::NameRule;
use crate::source::finder::{EntryKind, Tree, find_in};
use crate::source::{Files, ReadError, SourceFile};
use std::cell::RefCell;
use std::io::{IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use support::file::{LONGEST_LINE, Line, Lines};
use support::text::sanitized;

/// Source files on disk. `DEV:DIR;FN1 FN2` means `FN1.FN2`, in upper or lower case, in the subfolder `DIR` of
/// a searched folder, or in the searched folder itself. `FN1 >` means the highest version.
#[derive(Clone, Debug, Default)]
pub struct DiskFiles {
    include: Vec<PathBuf>,
    anywhere: bool,
    /// The folder of the main source.
    home: RefCell<Option<PathBuf>>,
    inserted: RefCell<Vec<PathBuf>>,
    /// The rest of standard input at the first `.INSRT TTY:`. Later insertions of `TTY:` read the same text.
    typed: RefCell<Vec<u8>>,
}

impl DiskFiles {
    /// Returns source files on disk. Inserted files are also searched for in the folders `include`. Unless
    /// `anywhere`, inserted files must be in or below the folder of the source or one of `include`.
    pub fn new(include: Vec<PathBuf>, anywhere: bool) -> DiskFiles {
        DiskFiles { include, anywhere, ..DiskFiles::default() }
    }

    /// Returns the files that the source has inserted.
    pub fn inserted(&self) -> Vec<PathBuf> {
        self.inserted.borrow().clone()
    }

    /// Returns the folders to search for a file inserted by `from`: the folder of `from`, the folder of the
    /// source, then the given ones.
    fn folders(&self, from: Option<&str>) -> Vec<PathBuf> {
        let beside = from.and_then(|from| Path::new(from).parent()).map(Path::to_owned);
        let mut folders: Vec<PathBuf> = Vec::new();
        for folder in beside.into_iter().chain(self.home.borrow().clone()).chain(self.include.iter().cloned())
        {
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        folders
    }

    /// Returns `true` if a source may insert this file: with links resolved, it is in or below the folder of
    /// the source or a given folder, or files anywhere are allowed.
    fn is_within(&self, path: &Path) -> bool {
        let home = self.home.borrow();
        let mut folders =
            home.iter().chain(&self.include).map(|folder| match folder.as_os_str().is_empty() {
                true => Path::new("."),
                false => folder,
            });
        let real = path.canonicalize();
        self.anywhere
            || real.is_ok_and(|real| {
                folders.any(|folder| folder.canonicalize().is_ok_and(|folder| real.starts_with(folder)))
            })
    }
}

/// A folder on disk, with everything below it.
struct DiskTree<'a>(&'a Path);

impl Tree for DiskTree<'_> {
    fn is_file(&self, path: &str) -> bool {
        self.0.join(path).is_file()
    }

    fn entries(&self, folder: &str, kind: EntryKind) -> Vec<String> {
        let folder = self.0.join(folder);
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
        let Ok(found) = std::fs::read_dir(folder) else { return Vec::new() };
        // A broken link, such as one copied from a folder of ITS, is neither a file nor a folder.
        let is_kind = |path: &Path| path.exists() && path.is_dir() == (kind == EntryKind::Folder);
        let entries = found.filter_map(Result::ok).filter(|entry| is_kind(&entry.path()));
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        names
    }
}

/// The file name with which a source inserts text from the terminal.
const TERMINAL: &str = "TTY:";

impl Files for DiskFiles {
    fn read(&self, name: &str, from: Option<&str>) -> Result<SourceFile, ReadError> {
        if name.eq_ignore_ascii_case(TERMINAL) {
            let mut typed = self.typed.borrow_mut();
            if typed.is_empty() {
                *typed = support::file::read("-")?;
            }
            return Ok(SourceFile { name: TERMINAL.to_owned(), bytes: typed.clone() });
        }
        if from.is_none() {
            *self.home.borrow_mut() = Path::new(name).parent().map(Path::to_owned);
            return Ok(SourceFile { name: name.to_owned(), bytes: support::file::read(name)? });
        }
        let mut last = ReadError::NotFound;
        let folders = self.folders(from);
        // Unless the source names a directory, a file whose second name is not a version number, such as
        // `defs.h` for `DEFS >`, is chosen only if no folder has a better match.
        let tries = [NameRule::Numbered, NameRule::Any]
            .into_iter()
            .flat_map(|names| folders.iter().map(move |folder| (names, folder)));
        for (names, folder) in tries {
            let path = match find_in(&DiskTree(folder), "", name, names) {
                Some(path) => folder.join(path),
                None if folder.join(name).exists() => folder.join(name),
                None => continue,
            };
            if !self.is_within(&path) {
                last = ReadError::Outside;
                continue;
            }
            if !path.is_file() {
                last = ReadError::NotRegular;
                continue;
            }
            match support::file::read(&path) {
                Ok(bytes) => {
                    self.inserted.borrow_mut().push(path.clone());
                    return Ok(SourceFile { name: path.display().to_string(), bytes });
                }
                Err(error) => last = error.into(),
            }
        }
        Err(last)
    }

    fn typed_line(&self, typed: &str) -> Result<Vec<u8>, ReadError> {
        if std::io::stdin().is_terminal() {
            let question = typed.rsplit(['\r', '\n']).next().filter(|line| !line.is_empty());
            let question = sanitized(question.unwrap_or(".TTYMAC:"));
            // If the prompt cannot be written, the answer is read anyway.
            let _ = write!(std::io::stderr(), "{question} ");
        }
        let line = Lines::of(std::io::stdin().lock()).next();
        match line.transpose()? {
            None => Err(ReadError::NoMoreLines),
            Some(Line::TooLong) => Err(ReadError::LongLine(LONGEST_LINE)),
            Some(Line::Text(line)) => Ok(line.into_bytes()),
        }
    }
}
