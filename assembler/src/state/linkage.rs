//! The program's requests to the linking loader.

use crate::symbol::SymbolId;

/// Whether the program is for the linking loader, and what waits for it.
#[derive(Debug, Default)]
pub(crate) struct Linkage {
    pub relocatable: bool,
    pub one_pass: bool,
    /// In a one-pass program: symbols that were used before they were defined, and are not yet.
    pub awaited: Vec<SymbolId>,
    /// How many loading conditionals are open.
    pub conditionals: usize,
}
