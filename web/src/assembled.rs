//! What an assembly gives.

use assembler::Diagnostic;
use assembler::diagnostic::render::render;
use emulator::symbols::Symbols;
use serde::Serialize;

/// What the assembler has to say about a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// `warning`, `error`, `fatal error`.
    pub severity: String,
    /// Its code.
    pub code: String,
    /// The file.
    pub file: String,
    /// The line, from 1; 0 where none is meant.
    pub line: usize,
    /// What it is.
    pub message: String,
    /// The same at length, with the line and what helps.
    pub told: String,
}

/// The result of an assembly.
#[derive(Clone, Debug, Serialize)]
pub struct Assembled {
    /// The name of the text.
    pub name: String,
    /// What there is to say.
    pub problems: Vec<Problem>,
    /// The number of words.
    pub words: usize,
    /// What the text typed.
    pub typed: String,
    /// The listing.
    pub listing: String,
    /// The tape that can be booted; none if something is wrong.
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
    let message = format!("this makes no tape that can be booted: {why}");
    Problem {
        severity: "error".to_owned(),
        code: String::new(),
        file: name.to_owned(),
        line: 0,
        told: message.clone(),
        message,
    }
}
