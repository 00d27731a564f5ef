//! The program's requests to the linking loader.

use crate::symbol::SymbolId;

/// The state of a program for the linking loader.
#[derive(Debug, Default)]
pub(crate) struct Linkage {
    pub relocatable: bool,
    pub one_pass: bool,
    /// In a one-pass program: symbols that were used before they were defined, and are not yet.
    pub awaited: Vec<SymbolId>,
    /// The number of open loading conditionals.
    pub conditionals: usize,
}
