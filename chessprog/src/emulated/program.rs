//! The program itself: its words, tape, symbols and source lines.

use std::sync::{Arc, LazyLock};

use assembler::diagnostic::render::render;
use assembler::{Dialect, Options, Output, Severity, assemble};
use emulator::address::Address;
use emulator::formats::Image;
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

/// The MIDAS text does not assemble; holds the assembler's messages, rendered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the chess program's MIDAS source does not assemble:\n{0}")]
pub struct ProgramError(String);

impl Program {
    /// Returns the program whose MIDAS text is built into this crate. It is assembled at the first call.
    ///
    /// # Errors
    /// Returns the assembler's messages if the text has an error.
    pub fn built_in() -> Result<Arc<Program>, ProgramError> {
        static PROGRAM: LazyLock<Result<Arc<Program>, ProgramError>> =
            LazyLock::new(|| Program::assemble(&Sources::default()).map(Arc::new));
        PROGRAM.clone()
    }

    /// Assembles the MIDAS text.
    ///
    /// # Errors
    /// Returns the assembler's messages if there is an error.
    pub fn assemble(sources: &Sources) -> Result<Program, ProgramError> {
        let output = output(sources, Options { source_map: true, ..Options::default() })?;
        let image = output.image();
        let tape = output.rim().map_err(|error| ProgramError(error.to_string()))?;
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
    if errors.is_empty() { Ok(output) } else { Err(ProgramError(errors.join("\n"))) }
}
