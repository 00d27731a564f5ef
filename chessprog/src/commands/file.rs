//! The user's files, with errors that name them.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use support::file::{OpenMode, Paper, Places};
use support::report;

use crate::games::decode;

/// The output of a device of the machine, and the file that an option names for it.
pub(crate) struct DeviceOutput {
    option: &'static str,
    paper: Option<(PathBuf, Paper)>,
    /// Output that has not been written to the file yet.
    made: Vec<u8>,
    /// Set after an error. The file is then not written again before [`DeviceOutput::finish`].
    failed: bool,
}

impl DeviceOutput {
    /// The line printer, whose file is replaced. If the game `continues`, the output is appended.
    pub(crate) fn printer(path: &Option<PathBuf>, continues: bool) -> Result<DeviceOutput> {
        let existing = if continues { OpenMode::Append } else { OpenMode::Replace };
        DeviceOutput::open("--printer", path, existing)
    }

    /// The paper tape punch, whose file must be new. If the game `continues`, the output is appended.
    pub(crate) fn punch(path: &Option<PathBuf>, continues: bool) -> Result<DeviceOutput> {
        let existing = if continues { OpenMode::Append } else { OpenMode::Refuse };
        DeviceOutput::open("--punch", path, existing)
    }

    fn open(option: &'static str, path: &Option<PathBuf>, existing: OpenMode) -> Result<DeviceOutput> {
        let paper = path.as_ref().map(|path| {
            let paper =
                Paper::open(path, existing).with_context(|| format!("{option} `{}`", path.display()))?;
            anyhow::Ok((path.clone(), paper))
        });
        Ok(DeviceOutput { option, paper: paper.transpose()?, made: Vec::new(), failed: false })
    }

    pub(crate) fn add(&mut self, bytes: Vec<u8>) {
        self.made.extend(bytes);
        if let Some((_, paper)) = &mut self.paper
            && !self.made.is_empty()
            && !self.failed
        {
            self.failed = paper.add(&mut self.made).is_err();
        }
    }

    /// Discards output for which no file was named. Returns `true` if there was any.
    pub(crate) fn take_discarded(&mut self) -> bool {
        self.paper.is_none() && !std::mem::take(&mut self.made).is_empty()
    }

    /// Writes the rest to the file. Reports output that was lost because no file was named.
    pub(crate) fn finish(&mut self) -> Result<()> {
        if let Some((path, paper)) = &mut self.paper {
            let done = paper.add(&mut self.made).and_then(|()| paper.finish());
            return done.with_context(|| format!("cannot write `{}`", path.display()));
        }
        if self.take_discarded() {
            let device = self.option.trim_start_matches('-');
            let what = format!("machack: the output of the {device} was discarded");
            report::message(format!("{what}; {} FILE keeps it", self.option))?;
        }
        Ok(())
    }
}

/// Declares a file that the run will write, and checks that it can be written.
pub(crate) fn declare(option: &str, path: &Path, places: &mut Places) -> Result<()> {
    places.output(option, path).with_context(|| format!("{option} `{}`", path.display()))
}

/// Replaces the contents of a file; `-` is standard output. If the file cannot be written, its old contents
/// are unharmed.
pub(crate) fn replace(path: &Path, contents: &[u8]) -> Result<()> {
    support::file::write(path, contents).with_context(|| format!("cannot write `{}`", path.display()))
}

/// Reads a file, or standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    support::file::read(path).with_context(|| format!("cannot read {}", input_name(path)))
}

/// Reads a file, or standard input for `-`, as text in UTF-8, UTF-16 or Windows-1252.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    decode(&read(path)?).with_context(|| format!("cannot read {}", input_name(path)))
}

fn input_name(path: &Path) -> String {
    support::file::input_name(&path.to_string_lossy(), "`")
}
