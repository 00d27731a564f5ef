//! Reports messages at the place that is being read.

use super::Assembler;
use crate::diagnostic::{Code, Diagnostic, Label, Severity, ShownSpan};
use crate::initial;
use crate::input::{Cursor, Flow, InputResult};
use crate::source::Span;
use crate::state::messages::UndefinedUse;
use crate::symbol::{Kind, MAIN, Squoze, Symbol, SymbolId};

/// Number of messages after which undefined symbols get no help such as similar names.
const LONGEST_HELPED: usize = 200;

impl Assembler<'_> {
    /// Returns the place of the current or last syllable.
    pub(crate) fn here(&self) -> Span {
        self.input.span()
    }

    /// Reports an error at the current or last syllable.
    pub(crate) fn error(&mut self, code: Code, message: impl Into<String>) {
        self.error_with(code, self.input.span(), message, &[]);
    }

    /// Reports an error about a symbol, at the current or last syllable.
    pub(crate) fn error_about(&mut self, code: Code, name: Squoze, message: String) {
        self.symbol_error(code, name, self.input.span(), message, &[]);
    }

    /// Reports an error about a symbol at `span`, with labels at other places.
    pub(crate) fn symbol_error(
        &mut self,
        code: Code,
        name: Squoze,
        span: Span,
        message: String,
        labels: &[(Span, &str)],
    ) {
        self.tags.distrust(name);
        if let Some(entry) = self.error_with(code, span, message, labels) {
            entry.symbol = Some(name.to_string());
        }
    }

    /// Reports an error at the character just read.
    pub(crate) fn character_error(
        &mut self,
        code: Code,
        message: impl Into<String>,
        labels: &[(Span, &str)],
    ) {
        self.error_with(code, self.input.character_span(), message, labels);
    }

    /// Warns on pass 2 of a probable mistake. A slip ([`Code::is_slip`]) is reported only if
    /// [`crate::Options::slips`] is set.
    pub(crate) fn slip(&mut self, code: Code, span: Span, message: impl Into<String>) {
        if self.pass == 2 && (self.options.slips || !code.is_slip()) {
            self.error_with(code, span, message, &[]);
        }
    }

    /// Reports an error in the text from `start` to the last character read.
    pub(crate) fn stretch_error(
        &mut self,
        code: Code,
        start: Cursor,
        message: impl Into<String>,
    ) -> Option<&mut Diagnostic> {
        self.error_with(code, self.input.span_from(start), message, &[])
    }

    /// Reports an error at `span`, with labels at other places.
    pub(crate) fn error_with(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        labels: &[(Span, &str)],
    ) -> Option<&mut Diagnostic> {
        self.report(code.severity(), code, span, message.into(), labels)
    }

    fn report(
        &mut self,
        severity: Severity,
        code: Code,
        span: Span,
        message: String,
        labels: &[(Span, &str)],
    ) -> Option<&mut Diagnostic> {
        let is_warning = severity == Severity::Warning;
        // Warnings and errors are limited separately, so that warnings never displace errors.
        let kept = if is_warning {
            self.messages.warnings
        } else {
            self.messages.all.len() - self.messages.warnings
        };
        // The message that ends the assembly is always kept.
        if severity < Severity::Fatal && kept >= self.options.limits.messages {
            return None;
        }
        self.messages.warnings += usize::from(is_warning);
        let labels = labels
            .iter()
            .map(|(span, message)| Label {
                span: ShownSpan::new(&self.sources, *span),
                message: (*message).to_owned(),
            })
            .collect();
        let help = code.help();
        self.messages.all.push(Diagnostic {
            code,
            severity,
            message,
            span: Some(ShownSpan::new(&self.sources, span)),
            labels,
            help: if help.is_empty() { Vec::new() } else { vec![help.to_owned()] },
            trail: self.trail(),
            symbol: None,
            pass: self.pass,
            location: self.location.counter(),
            tag: self.place_by_tag(),
            repeated: 0,
        });
        self.messages.all.last_mut()
    }

    /// Reports an error that ends the assembly.
    pub(crate) fn fatal<T>(&mut self, code: Code, message: String) -> InputResult<T> {
        self.report(Severity::Fatal, code, self.input.span(), message, &[]);
        Err(Flow::Fatal)
    }

    /// Records a use of an undefined symbol. It is reported when the word is complete.
    pub(crate) fn note_use(&mut self, id: SymbolId) {
        let expanded = self.pass == 2 && self.input.frames().len() > 1 && !self.is_external(id);
        let trail = if expanded { self.trail() } else { Vec::new() };
        self.messages.uses.push(UndefinedUse { id, span: self.input.span(), trail });
    }

    /// Reports an undefined symbol where its value is needed: in a word (`what` is empty), on the right side
    /// of an equal sign (`=`), or in the construct that `what` names.
    pub(crate) fn undefined(&mut self, code: Code, id: SymbolId, what: &str) {
        let Symbol { name, block, .. } = self.symbols[id];
        let within = match self.symbols.blocks.get(block as usize) {
            Some(block) if block.begun.is_some() => format!(" in the block {}", block.name),
            Some(around) if block > MAIN => format!(" in the block {}, which is never begun", around.name),
            _ => String::new(),
        };
        let place = match what {
            "" => String::new(),
            "=" => " here, and an equal sign needs its value now".to_owned(),
            what => format!(" here, and {what} needs its value now"),
        };
        let used = self.messages.uses.iter().rposition(|at| at.id == id);
        let span = used.map_or(self.input.span(), |at| self.messages.uses[at].span);
        let trail = used.map(|at| self.messages.uses[at].trail.clone()).unwrap_or_default();
        let mut help = Vec::new();
        if self.messages.all.len() < LONGEST_HELPED {
            help.extend(initial::known_elsewhere(name, self.options));
            let midas = initial::midas_for(name).filter(|_| help.is_empty());
            help.extend(midas.map(|midas| format!("the MIDAS form of {name}: {midas}")));
            let near = self.symbols.similar(name);
            if help.is_empty() && !near.is_empty() {
                help.push(format!("did you mean {}?", near.join(" or ")));
            }
        }
        let message = format!("{name} is not defined{within}{place}");
        self.tags.distrust(name);
        let Some(entry) = self.error_with(code, span, message, &[]) else { return };
        entry.symbol = Some(name.to_string());
        if !trail.is_empty() {
            entry.trail = trail;
        }
        // These two kinds have only a general remedy of their own.
        if matches!(code, Code::Undefined | Code::UndefinedInLiteral) && !help.is_empty() {
            entry.help.clear();
        }
        entry.help.append(&mut help);
    }

    /// Reports a symbol that only the loader could define, in a program that is not for the loader.
    pub(super) fn undefined_global(&mut self, id: SymbolId) {
        let name = self.symbols[id].name;
        let used = self.messages.uses.iter().rfind(|at| at.id == id).map(|at| at.span);
        let what = match self.symbols[id].kind {
            Kind::Variable { .. } => "a global variable",
            _ => "global but not defined",
        };
        self.symbol_error(
            Code::GlobalNotAllowed,
            name,
            used.unwrap_or(self.input.span()),
            format!("{name} is {what}, and an absolute program has no loader to find it"),
            &[],
        );
    }

    /// If the source ended in the text that begins at `span`, records this for the message about the missing
    /// END.
    pub(crate) fn unended<T>(
        &mut self,
        result: InputResult<T>,
        span: Span,
        what: &'static str,
    ) -> InputResult<T> {
        if matches!(result, Err(Flow::Exhausted)) {
            self.messages.open_end.get_or_insert((span, what));
        }
        result
    }
}
