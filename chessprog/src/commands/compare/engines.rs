//! The two programs to compare.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail, ensure};
use clap::ValueEnum;
use support::report;

use super::super::engine::{EngineChoice, Starter, name_of};
use super::super::file;
use super::Args;
use crate::compare::explain::Suspect;
use crate::compare::manifest::{Header, fingerprint};
use crate::compare::pair::{Level, Pair};
use crate::emulated::{Program, ROUTINE_TIME};
use crate::running::RunningProgram;
use crate::sources::Sources;

pub(super) struct Engines {
    choices: [EngineChoice; 2],
    starters: [Starter; 2],
    /// The emulated program, if it is one of the two.
    emulated: Option<Suspect>,
}

impl Engines {
    pub(super) fn new(args: &Args) -> Result<Engines> {
        let &[first, second] = &args.engines[..] else {
            bail!(report::usage("expected two programs after --engines, such as native,emulated"))
        };
        Engines::chosen([first, second], sources(args)?)
    }

    fn chosen(choices: [EngineChoice; 2], sources: Sources) -> Result<Engines> {
        let is_emulated = choices.contains(&EngineChoice::Emulated);
        ensure!(
            is_emulated || sources == Sources::default(),
            report::usage("--change and --midas are for the emulated program, which is not among the two")
        );
        let program = is_emulated.then(|| Program::assemble(&sources)).transpose()?;
        let emulated = program.map(|program| Suspect { program: Arc::new(program), sources });
        let starter = |choice| match (choice, &emulated) {
            (EngineChoice::Emulated, Some(suspect)) => Ok(Starter::Emulated(suspect.program.clone())),
            _ => Starter::new(choice),
        };
        Ok(Engines { choices, starters: [starter(choices[0])?, starter(choices[1])?], emulated })
    }

    /// Prepares the programs of a campaign, with the built-in MIDAS text.
    pub(super) fn of(header: &Header) -> Result<Engines> {
        let choice = |name: &str| EngineChoice::from_str(name, false).map_err(anyhow::Error::msg);
        let [first, second] = &header.engines;
        let engines = Engines::chosen([choice(first)?, choice(second)?], Sources::default())?;
        header.suits(&engines.fingerprint())?;
        Ok(engines)
    }

    pub(super) fn names(&self) -> [String; 2] {
        self.choices.map(|choice| name_of(&choice))
    }

    /// Returns the checksum of the MIDAS program, or an empty string if it is not one of the two.
    pub(super) fn fingerprint(&self) -> String {
        self.emulated.as_ref().map_or(String::new(), |suspect| fingerprint(&suspect.program))
    }

    pub(super) fn has_original(&self) -> bool {
        self.choices.contains(&EngineChoice::Original)
    }

    /// Returns the emulated program, if it is compared with the native one. Only then can differences be
    /// explained.
    pub(super) fn suspect(&self) -> Option<&Suspect> {
        self.emulated.as_ref().filter(|_| self.choices.contains(&EngineChoice::Native))
    }

    pub(super) fn pair(&self, level: Level) -> Result<Pair> {
        let start = |starter: &Starter| {
            let mut running = starter.start()?;
            if let (RunningProgram::Emulated(emulated), Level::Probe | Level::Node) = (&mut running, level) {
                // A program that reaches no probe within this time is reported as failed.
                emulated.set_patience(ROUTINE_TIME);
            }
            Ok::<RunningProgram, anyhow::Error>(running)
        };
        let [first, second] = &self.starters;
        Ok(Pair::new(start(first)?, start(second)?))
    }
}

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
