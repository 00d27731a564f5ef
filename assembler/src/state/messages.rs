//! The messages so far, and what later messages depend on.

use crate::diagnostic::{Diagnostic, Step};
use crate::source::Span;
use crate::symbol::{Squoze, SymbolId};
use std::collections::HashSet;

#[derive(Debug, Default)]
pub(crate) struct Messages {
    pub all: Vec<Diagnostic>,
    /// The number of warnings in `all`.
    pub warnings: usize,
    /// Undefined symbols met in this statement.
    pub uses: Vec<Use>,
    /// The construct being read when the source ended.
    pub open_end: Option<(Span, &'static str)>,
    /// Symbols whose assignment failed. That they are undefined is not reported again.
    pub poisoned: HashSet<SymbolId>,
    /// Names that are defined in text that was read as part of something that has no end.
    pub swallowed: HashSet<Squoze>,
    pub end_at: Option<Span>,
}

/// The place of an undefined symbol in the statement being read.
#[derive(Debug)]
pub(crate) struct Use {
    pub id: SymbolId,
    pub span: Span,
    /// The expansions around the use, innermost first.
    pub trail: Vec<Step>,
}
