//! Source files on the disk.

use super::name::FileName;
use crate::source::{Files, SourceFile};
use emulator::file::{LONGEST_LINE, Line, Lines};
use emulator::report::plain;
use std::cell::RefCell;
use std::io::{IsTerminal, Write as _};
use std::path::{Path, PathBuf};

/// Files of the host: `DEV:DIR;FN1 FN2` is looked for as `FN1.FN2` in whatever case, in a folder `DIR` below those searched
/// and in these themselves; `FN1 >` is the highest version.
#[derive(Clone, Debug, Default)]
pub struct DiskFiles {
    include: Vec<PathBuf>,
    anywhere: bool,
    /// The folder of the source.
    home: RefCell<Option<PathBuf>>,
    inserted: RefCell<Vec<PathBuf>>,
    /// What `.INSRT TTY:` has read from standard input.
    typed: RefCell<Vec<u8>>,
}

impl DiskFiles {
    /// Inserted files are also looked for in `include`; outside the folders of the source and of `include` only if `anywhere`.
    pub fn new(include: Vec<PathBuf>, anywhere: bool) -> DiskFiles {
        DiskFiles { include, anywhere, ..DiskFiles::default() }
    }

    /// The files that the source has inserted.
    pub fn inserted(&self) -> Vec<PathBuf> {
        self.inserted.borrow().clone()
    }

    /// Whether a source may insert this file: it lies where it was said to look, when links have been followed.
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

    /// The path that a name in a source means in `folder`: the host's own path, or what [`FileName`] finds there or in the
    /// folder's directory of that name.
    fn find_in(folder: &Path, written: &str, name: &FileName) -> Option<PathBuf> {
        let plain = folder.join(written);
        if plain.is_file() {
            return Some(plain);
        }
        let directory = name.directory.as_ref().and_then(|wanted| {
            let entries = entries(folder);
            let found = entries.iter().find(|entry| entry.eq_ignore_ascii_case(wanted))?;
            Some(folder.join(found))
        });
        let choose = |folder: PathBuf| {
            let entries: Vec<String> =
                entries(&folder).into_iter().filter(|entry| !folder.join(entry).is_dir()).collect();
            name.choose(entries.iter().map(String::as_str)).map(|entry| folder.join(entry))
        };
        directory.and_then(choose).or_else(|| choose(folder.to_owned()))
    }
}

/// The names in a folder, in their order; none if it cannot be read.
fn entries(folder: &Path) -> Vec<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(found) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> =
        found.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// What the terminal is called in a source.
const TERMINAL: &str = "TTY:";

impl Files for DiskFiles {
    fn read(&self, name: &str, from: Option<&str>) -> Result<SourceFile, String> {
        if name.eq_ignore_ascii_case(TERMINAL) {
            let mut typed = self.typed.borrow_mut();
            if typed.is_empty() {
                *typed = emulator::file::read("-").map_err(|error| error.to_string())?;
            }
            return Ok(SourceFile { name: TERMINAL.to_owned(), bytes: typed.clone() });
        }
        if from.is_none() {
            *self.home.borrow_mut() = Path::new(name).parent().map(Path::to_owned);
            return match emulator::file::read(name) {
                Ok(bytes) => Ok(SourceFile { name: name.to_owned(), bytes }),
                Err(error) => Err(error.to_string()),
            };
        }
        let beside = from.and_then(|from| Path::new(from).parent()).map(Path::to_owned);
        let folders: Vec<PathBuf> = beside.into_iter().chain(self.include.iter().cloned()).collect();
        let parsed = FileName::parse(name);
        let mut last = "no such file".to_owned();
        for folder in &folders {
            let path = match DiskFiles::find_in(folder, name, &parsed) {
                Some(path) => path,
                None if folder.join(name).exists() => folder.join(name),
                None => continue,
            };
            if !self.is_within(&path) {
                last = "it is not below the folder of the source or one of -I; \
                        --insert-anywhere inserts it all the same"
                    .to_owned();
                continue;
            }
            if !path.is_file() {
                last = "it is no file, but a folder, a device or a pipe".to_owned();
                continue;
            }
            match emulator::file::read(&path) {
                Ok(bytes) => {
                    self.inserted.borrow_mut().push(path.clone());
                    return Ok(SourceFile { name: path.display().to_string(), bytes });
                }
                Err(error) => last = error.to_string(),
            }
        }
        Err(last)
    }

    fn typed_line(&self, typed: &str) -> Result<Vec<u8>, String> {
        if std::io::stdin().is_terminal() {
            let question = typed.rsplit(['\r', '\n']).next().filter(|line| !line.is_empty());
            let question = plain(question.unwrap_or(".TTYMAC:"));
            // It is only a question: without it the answer is as good.
            let _ = write!(std::io::stderr(), "{question} ");
        }
        let line = Lines::of(std::io::stdin().lock()).next();
        match line.transpose().map_err(|error| error.to_string())? {
            None => Err("standard input has no more lines".to_owned()),
            Some(Line::TooLong) => Err(format!("a line of more than {LONGEST_LINE} characters was typed")),
            Some(Line::Text(line)) => Ok(line.into_bytes()),
        }
    }
}
