//! The program itself: its words, tape, symbols and source lines.

use std::sync::{Arc, LazyLock};

use assembler::diagnostic::render::render;
use assembler::{Dialect, Options, Output, Severity, assemble};
use emulator::address::Address;
use emulator::formats::{Image, rim};
use emulator::symbols::Symbols;

use super::EmulatedError;
use crate::sources::{ENTRY, Sources};

/// The assembled program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The words and the start address.
    pub image: Image,
    /// The read-in tape.
    pub tape: Vec<u8>,
    /// Symbols and source lines.
    pub symbols: Symbols,
}

/// Why there is no program: the text does not assemble, or the kept tape or symbols are damaged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// The source has errors; holds the assembler's messages, rendered.
    #[error("the chess program's MIDAS source does not assemble:\n{0}")]
    Source(String),
    /// The kept tape or symbols are damaged; holds the file and its error.
    #[error("the chess program kept in this command is damaged: {0}")]
    Kept(String),
}

/// The tape and symbols kept in `images`.
const KEPT_TAPE: &[u8] = include_bytes!("../../images/machack.rim");
const KEPT_SYMBOLS: &str = include_str!("../../images/machack.sym");

impl Program {
    /// Returns the program kept in `images`.
    ///
    /// # Errors
    /// Returns an error if the tape or its symbols are damaged.
    pub fn kept() -> Result<Arc<Program>, ProgramError> {
        static KEPT: LazyLock<Result<Arc<Program>, ProgramError>> =
            LazyLock::new(|| Program::of_files(KEPT_TAPE, KEPT_SYMBOLS).map(Arc::new));
        KEPT.clone()
    }

    fn of_files(tape: &[u8], symbols: &str) -> Result<Program, ProgramError> {
        let damaged =
            |file: &str, error: &dyn std::fmt::Display| ProgramError::Kept(format!("{file}: {error}"));
        let image = rim::parse(tape).map_err(|error| damaged("images/machack.rim", &error))?;
        let symbols = Symbols::parse(symbols).map_err(|error| damaged("images/machack.sym", &error))?;
        Ok(Program { image, tape: tape.to_vec(), symbols })
    }

    /// Assembles the MIDAS text.
    ///
    /// # Errors
    /// Returns the assembler's messages if there is an error.
    pub fn assemble(sources: &Sources) -> Result<Program, ProgramError> {
        let output = output(sources, Options { source_map: true, ..Options::default() })?;
        let image = output.image();
        let tape = output.rim().map_err(|error| ProgramError::Source(error.to_string()))?;
        Ok(Program { image, tape, symbols: output.symbol_file() })
    }

    /// Returns the assembler's listing of the text.
    ///
    /// # Errors
    /// Returns the assembler's messages if there is an error.
    pub fn listing(sources: &Sources) -> Result<String, ProgramError> {
        Ok(output(sources, Options { listing: true, ..Options::default() })?.listing)
    }

    /// Returns the address of a label.
    ///
    /// # Errors
    /// Returns an error if the label does not exist.
    pub fn label(&self, name: &str) -> Result<Address, EmulatedError> {
        self.symbols.address(name).ok_or_else(|| EmulatedError::NoLabel(name.to_string()))
    }
}

fn output(sources: &Sources, options: Options) -> Result<Output, ProgramError> {
    // Dialect C is the first one with .INSRT; the text uses nothing else that dialect B lacks.
    let (output, diagnostics) = assemble(ENTRY, sources, &Options { dialect: Dialect::C, ..options });
    let errors: Vec<String> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity >= Severity::Error)
        .map(|diagnostic| render(diagnostic, false))
        .collect();
    if errors.is_empty() { Ok(output) } else { Err(ProgramError::Source(errors.join("\n"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_of_the_kept_files_is_not_reported_as_an_error_of_the_source() {
        let damaged = |tape, symbols| Program::of_files(tape, symbols).unwrap_err().to_string();
        for (message, file) in [
            (damaged(KEPT_TAPE, "x"), "images/machack.sym"),
            (damaged(b"x", KEPT_SYMBOLS), "images/machack.rim"),
        ] {
            let begin = format!("the chess program kept in this command is damaged: {file}: ");
            assert!(message.starts_with(&begin), "{message}");
        }
    }
}
