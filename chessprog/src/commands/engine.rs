//! Which program a command asks, and how it is got ready.

use std::env;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use support::report;

use crate::emulated::{Emulated, Program};
use crate::native::Native;
use crate::original::{Binary, BinaryError, Original};
use crate::program::ChessProgram;
use crate::sources::Sources;
use crate::vectors::Subject;

/// The environment variable with the folder in which a copy of the program of 1967 is.
pub(crate) const SOFTWARE: &str = "PDP6_SOFTWARE";

/// Which program.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EngineChoice {
    /// The native twin
    Native,
    /// The MIDAS program on the emulated machine
    Emulated,
    /// The program of 1967 itself on the emulated machine; PDP6_SOFTWARE names the folder with a copy
    Original,
}

impl fmt::Display for EngineChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            EngineChoice::Native => "native",
            EngineChoice::Emulated => "emulated",
            EngineChoice::Original => "original",
        })
    }
}

/// One of our two programs: what can be asked about its inside.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OwnEngine {
    /// The native twin
    Native,
    /// The MIDAS program on the emulated machine
    Emulated,
}

/// What programs are made of, read once: programs can then be started in any number.
#[derive(Clone)]
pub(crate) enum Maker {
    /// The native one needs nothing.
    Native,
    /// The program assembled.
    Emulated(Arc<Program>),
    /// The copy of the program of 1967.
    Original(Box<Binary>),
}

impl Maker {
    /// What the program chosen is made of.
    ///
    /// # Errors
    /// The MIDAS text does not assemble, or there is no sound copy of the program of 1967.
    pub(crate) fn new(choice: EngineChoice) -> Result<Maker> {
        Ok(match choice {
            EngineChoice::Native => Maker::Native,
            EngineChoice::Emulated => Maker::Emulated(assembled()?),
            EngineChoice::Original => Maker::Original(Box::new(copy()?)),
        })
    }

    /// A program just started.
    ///
    /// # Errors
    /// It does not start.
    pub(crate) fn make(&self) -> Result<Box<dyn ChessProgram>> {
        Ok(match self {
            Maker::Native => Box::new(Native::new()),
            Maker::Emulated(program) => Box::new(Emulated::load(program.clone())?),
            Maker::Original(binary) => Box::new(Original::start(binary)?),
        })
    }
}

/// The program chosen, just started.
///
/// # Errors
/// As [`Maker::new`] and [`Maker::make`].
pub(crate) fn program(choice: EngineChoice) -> Result<Box<dyn ChessProgram>> {
    Maker::new(choice)?.make()
}

/// One of our two programs, just started.
///
/// # Errors
/// The emulated one does not assemble or does not start.
pub(crate) fn subject(choice: OwnEngine) -> Result<Box<dyn Subject>> {
    Ok(match choice {
        OwnEngine::Native => Box::new(Native::new()),
        OwnEngine::Emulated => Box::new(emulated()?),
    })
}

/// The program on a machine, assembled from the text.
///
/// # Errors
/// It does not assemble or does not start.
pub(crate) fn emulated() -> Result<Emulated> {
    Ok(Emulated::load(assembled()?)?)
}

/// The text assembled.
///
/// # Errors
/// It does not assemble.
pub(crate) fn assembled() -> Result<Arc<Program>> {
    Ok(Arc::new(Program::assemble(&Sources::default())?))
}

/// Whether a folder is named in which a copy of the program of 1967 may be.
pub(crate) fn copy_is_named() -> bool {
    env::var_os(SOFTWARE).is_some()
}

/// The program of 1967, just started.
///
/// # Errors
/// There is no sound copy, or it does not start.
pub(crate) fn original() -> Result<Original> {
    Ok(Original::start(&copy()?)?)
}

/// The copy of the program of 1967. A word that had to be repaired is told on standard error.
///
/// # Errors
/// No folder is named, there is no copy in it, or the file is no sound one.
fn copy() -> Result<Binary, BinaryError> {
    let binary = Binary::find(env::var_os(SOFTWARE).map(PathBuf::from).as_deref())?;
    if let Some(repair) = binary.repair() {
        // Whoever does not hear of it gets the same answers.
        let _ = report::message(format!("machack: {}: {repair}", binary.path().display()));
    }
    Ok(binary)
}
