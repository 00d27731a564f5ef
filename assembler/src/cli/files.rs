//! Source files on the disk.

use crate::source::{Files, SourceFile};
use emulator::file::{LONGEST_LINE, Line, Lines};
use emulator::report::plain;
use std::cell::RefCell;
use std::io::{IsTerminal, Write as _};
use std::path::{Path, PathBuf};

/// Files of the host: `DEV:DIR;FN1 FN2` is looked for as `FN1.FN2`, `fn1.fn2` and the like.
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

    /// The host's spellings of a name in a source.
    fn spellings(name: &str) -> Vec<String> {
        let mut all = vec![name.to_owned()];
        let base = name.rsplit([':', ';']).next().unwrap_or(name).trim();
        let (first, second) = base.split_once(' ').unwrap_or((base, ""));
        let second = second.trim().trim_matches('>');
        let mut add = |text: String| {
            for spelling in [text.clone(), text.to_lowercase(), text.to_uppercase()] {
                if !all.contains(&spelling) {
                    all.push(spelling);
                }
            }
        };
        add(base.to_owned());
        add(first.to_owned());
        if !second.is_empty() {
            add(format!("{first}.{second}"));
        }
        add(format!("{first}.mid"));
        all
    }
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
        let mut last = "no such file".to_owned();
        for spelling in DiskFiles::spellings(name) {
            for folder in &folders {
                let path = folder.join(&spelling);
                match path.metadata() {
                    Err(_) => continue,
                    Ok(_) if !self.is_within(&path) => {
                        last = "it is not below the folder of the source or one of -I; \
                                --insert-anywhere inserts it all the same"
                            .to_owned();
                        continue;
                    }
                    Ok(data) if !data.is_file() => {
                        last = "it is no file, but a folder, a device or a pipe".to_owned();
                        continue;
                    }
                    Ok(_) => {}
                }
                match emulator::file::read(&path) {
                    Ok(bytes) => {
                        self.inserted.borrow_mut().push(path.clone());
                        return Ok(SourceFile { name: path.display().to_string(), bytes });
                    }
                    Err(error) => last = error.to_string(),
                }
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
