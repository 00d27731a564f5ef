//! The result of an assembly, in the form for the page.

use assembler::Diagnostic;
use assembler::diagnostic::render::render;
use emulator::symbols::Symbols;
use serde::Serialize;

/// A diagnostic of the assembler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// `warning`, `error` or `fatal error`.
    pub severity: String,
    /// The code of the diagnostic.
    pub code: String,
    /// The file.
    pub file: String,
    /// The line, from 1; 0 if the diagnostic has no place.
    pub line: usize,
    /// The message.
    pub message: String,
    /// The rendered diagnostic, with the source line and help.
    pub told: String,
}

/// The output of an assembly.
#[derive(Clone, Debug, Serialize)]
pub struct AssemblyOutput {
    /// The name of the source.
    pub name: String,
    /// The diagnostics.
    pub problems: Vec<Problem>,
    /// The number of words assembled.
    pub words: usize,
    /// The text that the source printed during assembly.
    pub typed: String,
    /// The listing.
    pub listing: String,
    /// The bootable tape; `None` if there was an error.
    #[serde(skip)]
    pub tape: Option<Vec<u8>>,
    #[serde(skip)]
    pub(crate) symbols: Symbols,
}

pub(crate) fn problem(diagnostic: &Diagnostic) -> Problem {
    let span = diagnostic.span.as_ref();
    Problem {
        severity: diagnostic.severity.to_string(),
        code: diagnostic.code.code().to_owned(),
        file: span.map(|span| span.file.clone()).unwrap_or_default(),
        line: span.map_or(0, |span| span.line),
        message: diagnostic.message.clone(),
        told: render(diagnostic, false),
    }
}

pub(crate) fn untaped(name: &str, why: &str) -> Problem {
    let message = format!("the text does not assemble to a bootable tape: {why}");
    Problem {
        severity: "error".to_owned(),
        code: String::new(),
        file: name.to_owned(),
        line: 0,
        told: message.clone(),
        message,
    }
}
