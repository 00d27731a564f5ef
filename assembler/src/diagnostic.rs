//! The assembler's messages about a source, as data: errors and warnings.

mod code;
pub mod explain;
#[cfg(feature = "cli")]
pub(crate) mod json;
pub mod render;

pub use code::Code;

use crate::source::{Sources, Span};
use std::fmt;
use std::sync::Arc;

/// The severity of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The assembled words are probably what the author meant.
    Warning,
    /// The assembled words may be wrong.
    Error,
    /// The assembly could not continue.
    Fatal,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
            Severity::Fatal => "fatal error",
        })
    }
}

/// A span within one line of a source, with a copy of the line, so that it can be shown without the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownSpan {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column of the first character, from 1.
    pub column: usize,
    /// The number of characters in the span.
    pub length: usize,
    /// The whole line. Other messages about the same line share it.
    pub text: Arc<str>,
}

/// Another relevant place, with its description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The characters that the description is about.
    pub span: ShownSpan,
    /// The description, as a phrase.
    pub message: String,
}

/// One step on the way from a file to the text that caused a message: an expansion or an inserted file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The text, such as `macro FOO`, `REPEAT, repetition 2` or `inserted file DEFS`, or the number of steps
    /// omitted from a long trail.
    pub what: String,
    /// How the text was entered: `called from`, `inserted at` or `loop at`.
    pub begun: &'static str,
    /// The number of the line within that text, from 1; 0 for a file.
    pub line: usize,
    /// The text of that line with its arguments, or its beginning; empty for a file.
    pub text: String,
    /// The place of the call, if it is in a file.
    pub called: Option<ShownSpan>,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of message.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// One sentence without a final period.
    pub message: String,
    /// The place that the message is about.
    pub span: Option<ShownSpan>,
    /// Other places.
    pub labels: Vec<Label>,
    /// Remedies, one per entry.
    pub help: Vec<String>,
    /// The expansions around the place, innermost first.
    pub trail: Vec<Step>,
    /// The symbol that the message is about.
    pub symbol: Option<String>,
    /// The pass that produced the message, 1 or 2; 0 if the main file cannot be read.
    pub pass: u8,
    /// The value of the location counter.
    pub location: u32,
    /// The location as the distance from the last label, such as `FOO+3`.
    pub tag: String,
    /// The number of further messages with the same cause, in other places.
    pub repeated: usize,
}

impl ShownSpan {
    pub(crate) fn new(sources: &Sources, span: Span) -> ShownSpan {
        let (start, end) = (span.start as usize, span.end as usize);
        let source = sources.get(span.file);
        let line = source.line_of(start);
        let (from, to) = source.line_range(line);
        let start = start.clamp(from, to.max(from));
        let end = end.clamp(start, to.max(start));
        let (text, before, behind) = source.shown(line, start, end);
        let file = source.name.clone();
        ShownSpan { file, line, column: before + 1, length: (behind - before).max(1), text }
    }
}
