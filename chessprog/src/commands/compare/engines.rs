//! The two programs to compare.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail, ensure};
use clap::ValueEnum;
use emulator::time::Nanos;

use super::super::engine::{EngineChoice, Starter};
use super::super::file;
use super::Args;
use crate::compare::explain::Suspect;
use crate::compare::manifest::{Header, fingerprint};
use crate::compare::pair::{Level, Pair};
use crate::emulated::Program;
use crate::running::RunningProgram;
use crate::sources::Sources;

/// Maximum machine time between probes when every probe is compared. A program that exceeds it is reported as
/// failed.
const SILENCE: Nanos = Nanos::from_seconds(1000);

/// Two programs, started again for each worker.
pub(super) struct Engines {
    starters: [Starter; 2],
    /// The emulated program, if it is compared with the native one.
    suspect: Option<Suspect>,
}

impl Engines {
    /// Prepares the programs named by the arguments.
    ///
    /// # Errors
    /// Returns an error if there are not two, the MIDAS text does not assemble, or a valid copy of the
    /// program of 1967 is missing.
    pub(super) fn new(args: &Args) -> Result<Engines> {
        let &[first, second] = &args.engines[..] else {
            bail!("--engines takes two programs, such as native,emulated")
        };
        Engines::chosen([first, second], sources(args)?)
    }

    fn chosen(chosen: [EngineChoice; 2], sources: Sources) -> Result<Engines> {
        let emulated = chosen.contains(&EngineChoice::Emulated);
        ensure!(
            emulated || sources == Sources::default(),
            "--change and --midas are for the emulated program, which is not among the two"
        );
        let program = if emulated { Some(Arc::new(Program::assemble(&sources)?)) } else { None };
        let starter = |choice| match (choice, &program) {
            (EngineChoice::Emulated, Some(program)) => Ok(Starter::Emulated(program.clone())),
            _ => Starter::new(choice),
        };
        let starters = [starter(chosen[0])?, starter(chosen[1])?];
        let with_native = chosen.contains(&EngineChoice::Native);
        let suspect = program.filter(|_| with_native).map(|program| Suspect { program, sources });
        Ok(Engines { starters, suspect })
    }

    /// Prepares the programs of a campaign, with the built-in MIDAS text.
    ///
    /// # Errors
    /// Returns an error if a program is unknown or not available, or is not the one for which the manifest
    /// was made.
    pub(super) fn of(header: &Header) -> Result<Engines> {
        let choice = |name: &str| EngineChoice::from_str(name, false).map_err(anyhow::Error::msg);
        let [first, second] = &header.engines;
        let engines = Engines::chosen([choice(first)?, choice(second)?], Sources::default())?;
        header.suits(&engines.fingerprint()).map_err(anyhow::Error::msg)?;
        Ok(engines)
    }

    /// Returns the names of the two programs.
    pub(super) fn names(&self) -> [&'static str; 2] {
        self.starters.each_ref().map(|starter| match starter {
            Starter::Native => "native",
            Starter::Emulated(_) => "emulated",
            Starter::Original(_) => "original",
        })
    }

    /// Returns the checksum of the MIDAS program, empty if it is not one of the two.
    pub(super) fn fingerprint(&self) -> String {
        let mut programs = self.starters.iter().filter_map(|starter| match starter {
            Starter::Emulated(program) => Some(fingerprint(program)),
            Starter::Native | Starter::Original(_) => None,
        });
        programs.next().unwrap_or_default()
    }

    /// Returns `true` if the program of 1967 is one of the two.
    pub(super) fn has_original(&self) -> bool {
        self.starters.iter().any(|starter| matches!(starter, Starter::Original(_)))
    }

    /// Returns the emulated program, if it is compared with the native one: then differences can be
    /// explained.
    pub(super) fn suspect(&self) -> Option<&Suspect> {
        self.suspect.as_ref()
    }

    /// Starts both programs.
    ///
    /// # Errors
    /// Returns an error if one does not start.
    pub(super) fn pair(&self, level: Level) -> Result<Pair> {
        let start = |starter: &Starter| {
            let mut running = starter.start()?;
            if let (RunningProgram::Emulated(emulated), Level::Probe | Level::Node) = (&mut running, level) {
                emulated.set_patience(SILENCE);
            }
            Ok::<RunningProgram, anyhow::Error>(running)
        };
        let [first, second] = &self.starters;
        Ok(Pair::new(start(first)?, start(second)?))
    }
}

/// Returns the MIDAS text to assemble.
fn sources(args: &Args) -> Result<Sources> {
    let mut sources = Sources::default();
    if let Some(folder) = &args.midas {
        let text = |name: &str, _: &str| file::read_text(&folder.join(Path::new(name)));
        sources = sources.replaced(text)?;
    }
    for change in &args.change {
        sources.change_line(change)?;
    }
    Ok(sources)
}
