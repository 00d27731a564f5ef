//! What most commands take: a position, and which of the two programs.

use std::fmt;
use std::io::{BufRead, stdin};
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use crate::emulated::{Emulated, Program};
use crate::engine::board::Position;
use crate::native::Native;
use crate::player::Player;
use crate::sources::Sources;

/// Which of the two programs.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineChoice {
    /// The native twin
    Native,
    /// The MIDAS program on the emulated machine
    Emulated,
}

impl EngineChoice {
    /// The one chosen, or both, the native one first.
    pub fn chosen(choice: Option<EngineChoice>) -> Vec<EngineChoice> {
        choice.map_or(vec![EngineChoice::Native, EngineChoice::Emulated], |one| vec![one])
    }
}

impl fmt::Display for EngineChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            EngineChoice::Native => "native",
            EngineChoice::Emulated => "emulated",
        })
    }
}

/// The program chosen, ready to play.
///
/// # Errors
/// The emulated one does not assemble or does not start.
pub fn player(choice: EngineChoice) -> Result<Box<dyn Player>> {
    match choice {
        EngineChoice::Native => Ok(Box::new(Native::new())),
        EngineChoice::Emulated => Ok(Box::new(emulated()?)),
    }
}

/// The position to work on.
#[derive(clap::Args, Clone, Debug)]
pub struct PositionArgs {
    /// The position in Forsyth-Edwards notation, `startpos`, or `-` for a position on each line of standard input.
    #[arg(long, value_name = "FEN", default_value = "startpos")]
    pub fen: String,
}

impl PositionArgs {
    /// The positions meant, at least one.
    ///
    /// # Errors
    /// A text is no position, or standard input has none.
    pub fn read(&self) -> Result<Vec<Position>> {
        if self.fen != "-" {
            return Ok(vec![parse(&self.fen)?]);
        }
        let mut positions = Vec::new();
        for (number, line) in stdin().lock().lines().enumerate() {
            let line = line.context("read standard input")?;
            if !line.trim().is_empty() {
                positions.push(parse(&line).with_context(|| format!("standard input, line {}", number + 1))?);
            }
        }
        if positions.is_empty() {
            bail!("standard input holds no position");
        }
        Ok(positions)
    }
}

/// A position as it is given on a command line.
///
/// # Errors
/// The text is no position.
pub fn parse(text: &str) -> Result<Position> {
    match text.trim() {
        "startpos" => Ok(Position::initial()),
        fen => Position::from_fen(fen).with_context(|| format!("the position `{fen}`")),
    }
}

/// The program on a machine, assembled from the text.
///
/// # Errors
/// It does not assemble or does not start.
pub fn emulated() -> Result<Emulated> {
    Ok(Emulated::load(Arc::new(Program::assemble(&Sources::default())?))?)
}
