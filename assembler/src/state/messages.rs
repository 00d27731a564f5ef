//! The reported messages, and the state that later messages depend on.

use crate::diagnostic::{Diagnostic, Step};
use crate::source::Span;
use crate::symbol::{Squoze, SymbolId};
use std::collections::HashSet;

#[derive(Debug, Default)]
pub(crate) struct Messages {
    pub all: Vec<Diagnostic>,
    /// The number of warnings in `all`.
    pub warnings: usize,
    /// The uses of undefined symbols in this statement.
    pub uses: Vec<UndefinedUse>,
    /// The construct being read when the source ended.
    pub open_end: Option<(Span, &'static str)>,
    /// Symbols whose assignment failed, and variables that do not occur on pass 1. Their uses are not
    /// reported as undefined.
    pub poisoned: HashSet<SymbolId>,
    /// Names defined in text that was read as part of a construct without an end.
    pub swallowed: HashSet<Squoze>,
    pub end_at: Option<Span>,
}

/// A use of an undefined symbol in the current statement.
#[derive(Debug)]
pub(crate) struct UndefinedUse {
    pub id: SymbolId,
    pub span: Span,
    /// The expansions around the use, innermost first.
    pub trail: Vec<Step>,
}
