//! Macros and their storage.

use crate::input::Text;
use crate::source::{FileId, Span};
use std::rc::Rc;

/// The syntax of the argument of a dummy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Up to a comma, or in square brackets.
    #[default]
    Normal,
    /// Up to a comma outside brackets.
    Balanced,
    Line,
    /// Between delimiters.
    Strung,
    /// Between delimiters, which belong to the argument.
    KeepStrung,
    /// A field, as digits.
    Evaluated,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Dummy {
    pub mode: Mode,
    /// Whether a generated symbol replaces a missing argument.
    pub generated: bool,
    /// The keyword in `NAME=value`, as written.
    pub keyword: Option<Rc<[u8]>>,
    /// The replacement for a missing or null argument.
    pub default: Option<Text>,
}

impl Dummy {
    /// Returns `true` if the argument has the ordinary syntax and is found by position, not by keyword.
    #[inline]
    pub(crate) fn is_usual(&self) -> bool {
        self.mode == Mode::Normal && self.keyword.is_none()
    }
}

#[derive(Debug)]
pub(crate) struct Macro {
    pub dummies: Vec<Dummy>,
    pub body: Text,
    /// The file and line of the start of the body, if it was read from a file.
    pub origin: Option<(FileId, usize)>,
}

#[derive(Debug, Default)]
pub(crate) struct Macros {
    pub all: Vec<Rc<Macro>>,
    /// The number of symbols generated.
    pub generated: u64,
    pub typed_lines: TypedLines,
    pub nothing: Text,
    /// The `.TTYMAC` whose arguments are being read.
    pub asks: Option<Span>,
}

impl Macros {
    /// Copies a macro. Redefining the original does not change the copy.
    pub(crate) fn copy(&mut self, index: u32) -> u32 {
        self.all.push(self.all[index as usize].clone());
        self.all.len() as u32 - 1
    }

    pub(crate) fn begin_pass(&mut self) {
        self.generated = 0;
        self.typed_lines.read = 0;
    }
}

/// The lines that were typed, each with the statement that requested it. The second pass gets the same lines
/// as the first.
#[derive(Debug, Default)]
pub(crate) struct TypedLines {
    all: Vec<(Span, FileId)>,
    /// The number of lines read in this pass.
    read: usize,
}

impl TypedLines {
    /// Returns the next line that was typed for `span`.
    pub(crate) fn again(&mut self, span: Span) -> Option<FileId> {
        let at = self.read + self.all[self.read..].iter().position(|(place, _)| *place == span)?;
        self.read = at + 1;
        Some(self.all[at].1)
    }

    pub(crate) fn add(&mut self, span: Span, line: FileId) {
        self.all.push((span, line));
        self.read = self.all.len();
    }
}
