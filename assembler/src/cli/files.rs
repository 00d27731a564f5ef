//! Source files on the disk.

use crate::source::{Files, SourceFile};
use std::cell::RefCell;
use std::io::{BufRead, IsTerminal};
use std::path::{Path, PathBuf};

/// Files of the host: `DEV:DIR;FN1 FN2` is looked for as `FN1.FN2`, `fn1.fn2` and the like.
#[derive(Clone, Debug, Default)]
pub struct DiskFiles {
    include: Vec<PathBuf>,
    /// What `.INSRT TTY:` has read from standard input.
    typed: RefCell<Vec<u8>>,
}

impl DiskFiles {
    /// Inserted files are also looked for in `include`.
    pub fn new(include: Vec<PathBuf>) -> DiskFiles {
        DiskFiles { include, ..DiskFiles::default() }
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
                if !path.is_file() {
                    continue;
                }
                match emulator::file::read(&path) {
                    Ok(bytes) => return Ok(SourceFile { name: path.display().to_string(), bytes }),
                    Err(error) => last = error.to_string(),
                }
            }
        }
        Err(last)
    }

    fn typed_line(&self, typed: &str) -> Result<Vec<u8>, String> {
        if std::io::stdin().is_terminal() {
            let question = typed.rsplit(['\r', '\n']).next().filter(|line| !line.is_empty());
            eprint!("{} ", question.unwrap_or(".TTYMAC:"));
        }
        let mut line = Vec::new();
        std::io::stdin().lock().read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
        if line.is_empty() {
            return Err("standard input has no more lines".to_owned());
        }
        let end = line.iter().rposition(|c| !matches!(c, b'\r' | b'\n')).map_or(0, |at| at + 1);
        line.truncate(end);
        Ok(line)
    }
}
