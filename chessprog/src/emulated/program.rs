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

/// The text could not be assembled, or the kept tape or symbols are damaged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the chess program's MIDAS source does not assemble:\n{messages}")]
pub struct ProgramError {
    /// The assembler's messages, rendered, or what is damaged.
    pub messages: String,
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
        static KEPT: LazyLock<Result<Arc<Program>, ProgramError>> = LazyLock::new(|| {
            let damaged = |what: String| ProgramError { messages: what };
            let image = rim::parse(KEPT_TAPE).map_err(|e| damaged(format!("images/machack.rim: {e}")))?;
            let symbols =
                Symbols::parse(KEPT_SYMBOLS).map_err(|e| damaged(format!("images/machack.sym: {e}")))?;
            Ok(Arc::new(Program { image, tape: KEPT_TAPE.to_vec(), symbols }))
        });
        KEPT.clone()
    }

    /// Assembles the MIDAS text.
    ///
    /// # Errors
    /// Returns the assembler's messages if there is an error.
    pub fn assemble(sources: &Sources) -> Result<Program, ProgramError> {
        let output = output(sources, Options { source_map: true, ..Options::default() })?;
        let image = output.image();
        let tape = output.rim().map_err(|error| ProgramError { messages: error.to_string() })?;
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
    // This dialect is the first one with .INSRT; the text uses nothing else that older dialects lack.
    let (output, diagnostics) = assemble(ENTRY, sources, &Options { dialect: Dialect::C, ..options });
    let errors: Vec<String> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity >= Severity::Error)
        .map(|diagnostic| render(diagnostic, false))
        .collect();
    if errors.is_empty() { Ok(output) } else { Err(ProgramError { messages: errors.join("\n") }) }
}
