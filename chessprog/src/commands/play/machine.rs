//! The emulated machine at the other end of the teletype's line.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use emulator::io::Medium;
use emulator::machine::Input;
use emulator::time::Nanos;

use super::super::file;
use super::{Args, Partner};
use crate::emulated::{Emulated, Program};

/// The console teletype of a machine that has been booted, and the papers and tapes around it.
pub struct Station {
    emulated: Emulated,
    save: Option<PathBuf>,
    printer: Option<(PathBuf, Vec<u8>)>,
    punch: Option<(PathBuf, Vec<u8>)>,
}

impl Station {
    /// Boots the machine from its tape, or puts it into the state of a snapshot.
    ///
    /// # Errors
    /// The machine stops, or a file cannot be read.
    pub fn new(args: &Args) -> Result<Station> {
        let program = Program::kept()?;
        let mut emulated = match &args.resume {
            None => Emulated::boot(program)?,
            Some(path) => {
                let snapshot = file::read(path)?;
                Emulated::resume(program, &snapshot)
                    .with_context(|| format!("go on with the machine in `{}`", path.display()))?
            }
        };
        if let Some(path) = &args.tape {
            let medium = Medium { bytes: file::read(path)?, writable: false };
            emulated.machine().input(Input::Mount { device: "ptr".to_string(), unit: 0, medium })?;
        }
        Ok(Station {
            emulated,
            save: args.save.clone(),
            printer: args.printer.clone().map(|path| (path, Vec::new())),
            punch: args.punch.clone().map(|path| (path, Vec::new())),
        })
    }

    /// Takes what was printed and punched meanwhile.
    fn collect(&mut self) {
        let (printed, punched) =
            (self.emulated.machine().take_paper(), self.emulated.machine().take_punched());
        if let Some((_, paper)) = &mut self.printer {
            paper.extend(printed);
        }
        if let Some((_, tape)) = &mut self.punch {
            tape.extend(punched);
        }
    }
}

impl Partner for Station {
    fn key(&mut self, key: u8) {
        self.emulated.strike(key);
    }

    fn waits(&self) -> bool {
        self.emulated.waits()
    }

    fn run(&mut self, most: Duration, paper: &mut Vec<u8>) -> Result<Duration> {
        let began = self.emulated.machine().time();
        let ran = self.emulated.run(nanos(most));
        paper.extend(self.emulated.paper_bytes());
        self.collect();
        ran?;
        Ok(Duration::from_nanos(self.emulated.machine().time().since(began).get()))
    }

    fn idle(&mut self, time: Duration) -> Result<()> {
        Ok(self.emulated.pass(nanos(time))?)
    }

    fn leave(&mut self) -> Result<()> {
        self.collect();
        for (path, contents) in [&self.printer, &self.punch].into_iter().flatten() {
            file::replace(path, contents)?;
        }
        if let Some(path) = &self.save {
            file::replace(path, &self.emulated.machine().snapshot())?;
        }
        Ok(())
    }
}

fn nanos(time: Duration) -> Nanos {
    Nanos(time.as_nanos().min(u64::MAX.into()) as u64)
}
