//! `.TTYMAC`: a macro that is called at once, with a line typed by the user as its arguments.

use crate::diagnostic::Code;
use crate::input::{InputResult, TextKind};
use crate::pass::Assembler;
use crate::source::{FileId, Source, Span};
use crate::symbol::SymbolId;
use emulator::formats::text::Encoding;

impl Assembler<'_> {
    /// Executes `.TTYMAC dummies`: reads the body up to TERMIN, and calls the macro at once.
    pub(crate) fn typed_macro(&mut self, id: SymbolId) -> InputResult<()> {
        let span = self.input.span();
        let definition = self.definition_text(self.reader.term)?;
        let name = self.symbols[id].name;
        if definition.dummies.is_empty() {
            return self.expand(name, definition.body);
        }
        let depth = self.input.file_depth() + 1;
        self.push_typed(span)?;
        self.macros.asks = Some(span);
        let arguments = self.arguments(b' ', &definition.dummies)?;
        self.macros.asks = None;
        if self.input.file_depth() >= depth {
            self.input.end_file();
        }
        let index = self.enter_macro(definition);
        self.push_body(name, index, Some(arguments), None)
    }

    /// Pushes the typed line with the arguments for the `.TTYMAC` at `span`.
    fn push_typed(&mut self, span: Span) -> InputResult<()> {
        let line = match self.macros.typed_lines.again(span) {
            Some(line) => line,
            None => self.ask_line(span),
        };
        let text = self.sources.get(line).text.clone();
        self.input.push(TextKind::File(line), text.into(), None, None)
    }

    /// Requests another line after an argument that took the whole line including its end.
    pub(super) fn type_on(&mut self, span: Span) -> InputResult<()> {
        self.input.end_file();
        self.push_typed(span)
    }

    /// Requests a line for the `.TTYMAC` at `span`. Without input, reports an error and uses an empty line.
    fn ask_line(&mut self, span: Span) -> FileId {
        let mut text = self.files.typed_line(&self.collector.typed).unwrap_or_else(|reason| {
            let message = format!(".TTYMAC needs a line of input: {reason}");
            self.error_with(Code::NothingTyped, span, message, &[]);
            Vec::new()
        });
        text.push(b'\n');
        let line = self.sources.add(Source::new("TTY:".to_owned(), &text, Some(Encoding::Host)));
        self.macros.typed_lines.add(span, line);
        line
    }
}
