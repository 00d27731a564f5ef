//! Messages about the place that is being read.

use super::Assembler;
use crate::diagnostic::{self, Code, Diagnostic, Label, Severity, Span};
use crate::input::{Flow, Reading, Spot};
use crate::symbol::{Squoze, SymbolId};

impl Assembler<'_> {
    /// The place of the syllable being read.
    pub fn here(&self) -> Spot {
        self.input.spot()
    }

    /// The span of a place.
    pub fn span(&self, spot: Spot) -> Span {
        Span::new(&self.sources, spot.file, spot.start as usize, spot.end as usize)
    }

    /// Reports something at the syllable being read.
    pub fn error(&mut self, code: Code, message: impl Into<String>) {
        self.report(code, message.into(), Vec::new());
    }

    /// The same, about a symbol.
    pub fn error_about(&mut self, code: Code, name: Squoze, message: String) {
        self.report(code, message, Vec::new());
        if let Some(last) = self.diagnostics.last_mut() {
            last.symbol = Some(name.to_string());
        }
    }

    /// Reports something that involves other places.
    pub fn error_at(&mut self, code: Code, message: impl Into<String>, labels: &[(Spot, &str)]) {
        let labels = labels
            .iter()
            .map(|(spot, message)| Label { span: self.span(*spot), message: (*message).to_owned() })
            .collect();
        self.report(code, message.into(), labels);
    }

    /// Reports something after which nothing makes sense.
    pub fn fatal<T>(&mut self, code: Code, message: String) -> Reading<T> {
        self.report(code, message, Vec::new());
        Err(Flow::Fatal)
    }

    /// An undefined symbol where a value is needed.
    pub fn undefined(&mut self, code: Code, id: SymbolId, what: &str) {
        let name = self.symbols[id].name;
        let place = match what {
            "" => String::new(),
            "=" => " and stands on the right of an equal sign".to_owned(),
            what => format!(" and stands in {what}"),
        };
        self.error_about(code, name, format!("{name} is not defined{place}"));
        let near = if self.diagnostics.len() < 200 { self.symbols.similar(name) } else { Vec::new() };
        if let (Some(last), false) = (self.diagnostics.last_mut(), near.is_empty()) {
            last.help.push(format!("did you mean {}?", near.join(" or ")));
        }
    }

    pub(super) fn undefined_global(&mut self, id: SymbolId) {
        let name = self.symbols[id].name;
        if self.symbols[id].is_user_number() {
            return;
        }
        self.error_about(
            Code::GlobalNotAllowed,
            name,
            format!("{name} is global but not defined, and an absolute program has no loader to find it"),
        );
    }

    fn report(&mut self, code: Code, message: String, labels: Vec<Label>) {
        let severity = code.severity();
        if severity != Severity::Warning {
            self.errors += 1;
        }
        if self.diagnostics.len() >= self.options.limits.errors {
            return;
        }
        let spot = self.input.spot();
        let span = self.span(spot);
        let trail = diagnostic::trail(&self.input, &self.sources);
        self.diagnostics.push(Diagnostic {
            code,
            severity,
            message,
            span: Some(span),
            labels,
            help: Vec::new(),
            trail,
            symbol: None,
            pass: self.pass,
            location: self.location,
            repeated: 0,
        });
    }
}
