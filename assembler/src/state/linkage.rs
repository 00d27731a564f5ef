//! The state that is needed only in a program for the linking loader.

use crate::symbol::SymbolId;

/// The state of a program for the linking loader.
#[derive(Debug, Default)]
pub(crate) struct Linkage {
    pub relocatable: bool,
    pub one_pass: bool,
    /// In a one-pass program, the symbols that have been used but are not yet defined.
    pub awaited: Vec<SymbolId>,
    /// The number of open loading conditionals.
    pub conditionals: usize,
}
