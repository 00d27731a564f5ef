//! Source files on the disk.

use crate::source::{Files, Found};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Files of the host: `DEV:DIR;FN1 FN2` is looked for as `FN1.FN2`, `fn1.fn2` and the like.
#[derive(Clone, Debug, Default)]
pub struct DiskFiles {
    include: Vec<PathBuf>,
}

impl DiskFiles {
    /// Inserted files are also looked for in `include`.
    pub fn new(include: Vec<PathBuf>) -> DiskFiles {
        DiskFiles { include }
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

impl Files for DiskFiles {
    fn read(&self, name: &str, from: Option<&str>) -> Result<Found, String> {
        if from.is_none() {
            let mut bytes = Vec::new();
            let result = if name == "-" {
                std::io::stdin().read_to_end(&mut bytes).map(|_| ())
            } else {
                std::fs::read(name).map(|all| bytes = all)
            };
            return match result {
                Ok(()) => Ok(Found { name: name.to_owned(), bytes }),
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
                match std::fs::read(&path) {
                    Ok(bytes) => return Ok(Found { name: path.display().to_string(), bytes }),
                    Err(error) => last = error.to_string(),
                }
            }
        }
        Err(last)
    }
}
