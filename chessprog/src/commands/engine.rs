//! The program chosen for a command, and how it is started.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use support::report;

use crate::emulated::{Emulated, Program};
use crate::native::Native;
use crate::original::{Binary, BinaryError, Original};
use crate::running::RunningProgram;
use crate::subject::Subject;

/// The environment variable that names the folder with a copy of the program of 1967.
pub(crate) const SOFTWARE: &str = "PDP6_SOFTWARE";

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum EngineChoice {
    /// The Rust version
    #[default]
    Native,
    /// The MIDAS version on the emulated PDP-6
    Emulated,
    /// The original program of 1967 on the emulated PDP-6. The environment variable PDP6_SOFTWARE must name
    /// the folder with a copy
    Original,
}

impl EngineChoice {
    /// The Rust and the MIDAS program, whose internal values are available.
    pub(crate) const OURS: [EngineChoice; 2] = [EngineChoice::Native, EngineChoice::Emulated];
}

/// Returns the name of a value in options and manifests.
pub(crate) fn name_of<T: ValueEnum>(value: &T) -> String {
    value.to_possible_value().map_or(String::new(), |known| known.get_name().to_owned())
}

/// Returns a parser that accepts only the programs in [`EngineChoice::OURS`].
pub(crate) fn ours() -> impl TypedValueParser<Value = EngineChoice> {
    let names = EngineChoice::OURS.iter().filter_map(ValueEnum::to_possible_value);
    PossibleValuesParser::new(names).try_map(|name| EngineChoice::from_str(&name, false))
}

/// The data needed to start a program. It is read once, for any number of programs.
#[derive(Clone)]
pub(crate) enum Starter {
    Native,
    Emulated(Arc<Program>),
    Original(Box<Binary>),
}

impl Starter {
    pub(crate) fn new(choice: EngineChoice) -> Result<Starter> {
        Ok(match choice {
            EngineChoice::Native => Starter::Native,
            EngineChoice::Emulated => Starter::Emulated(Program::built_in()?),
            EngineChoice::Original => Starter::Original(Box::new(copy()?)),
        })
    }

    pub(crate) fn start(&self) -> Result<RunningProgram> {
        Ok(match self {
            Starter::Native => Native::new().into(),
            Starter::Emulated(program) => Emulated::load(program.clone())?.into(),
            Starter::Original(binary) => RunningProgram::Original(Box::new(Original::start(binary)?)),
        })
    }
}

pub(crate) fn start(choice: EngineChoice) -> Result<RunningProgram> {
    Starter::new(choice)?.start()
}

/// Returns a program whose internal values are available. Returns an error for the program of 1967.
pub(crate) fn subject(running: &mut RunningProgram) -> Result<&mut dyn Subject> {
    running
        .subject()
        .context("the program of 1967 does not show how it searches; choose the engine native or emulated")
}

pub(crate) fn emulated() -> Result<Emulated> {
    Ok(Emulated::load(Program::built_in()?)?)
}

/// Returns `true` if [`SOFTWARE`] is set.
pub(crate) fn copy_is_named() -> bool {
    env::var_os(SOFTWARE).is_some()
}

pub(crate) fn original() -> Result<Original> {
    Ok(Original::start(&copy()?)?)
}

/// Reads the copy of the program of 1967. Reports a repaired word on standard error.
fn copy() -> Result<Binary, BinaryError> {
    let binary = Binary::find(env::var_os(SOFTWARE).map(PathBuf::from).as_deref())?;
    if let Some(repair) = binary.repair() {
        // A failure to write this message is not an error: the answers are the same without it.
        let _ = report::message(format!("machack: {}: {repair}", binary.path().display()));
    }
    Ok(binary)
}
