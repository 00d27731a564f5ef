//! Reduces the messages to one for each cause.

use super::Assembler;
use super::define::ELSEWHERE;
use crate::diagnostic::{Code, Diagnostic, Label, Severity, ShownSpan};
use crate::symbol::Squoze;
use std::collections::HashMap;

impl Assembler<'_> {
    /// Returns the first message of each cause, with the number of the others, in source order. A fatal error
    /// comes last.
    pub(crate) fn one_message_per_cause(&self) -> Vec<Diagnostic> {
        let mut kept: Vec<Diagnostic> = Vec::new();
        let mut seen: HashMap<(Code, String), usize> = HashMap::new();
        for diagnostic in &self.messages.all {
            let key = match (&diagnostic.symbol, is_undefined(diagnostic.code)) {
                // An undefined symbol is a single cause, wherever it is used.
                (Some(symbol), true) => (Code::Undefined, symbol.clone()),
                // If a symbol fixed by `=:` changes, pass 2 reports each of its definitions.
                (Some(symbol), _) if diagnostic.code == Code::FixedRedefined => {
                    (Code::FixedRedefined, symbol.clone())
                }
                _ if is_phase(diagnostic) => (Code::ConstantsMoved, String::new()),
                _ => {
                    let place = diagnostic.span.as_ref().map(|s| (s.file.clone(), s.line, s.column));
                    let step = diagnostic.trail.first().map(|s| (s.what.clone(), s.line));
                    (diagnostic.code, format!("{place:?} {step:?} {}", diagnostic.message))
                }
            };
            if let Some(at) = seen.get(&key) {
                let first = &mut kept[*at];
                let same_place = first.span == diagnostic.span && first.trail == diagnostic.trail;
                if !same_place && first.pass == diagnostic.pass {
                    first.repeated += 1;
                }
                first.severity = first.severity.max(diagnostic.severity);
            } else if !self.follows_from_definition(diagnostic)
                && !follows_from_argument(&kept, diagnostic)
                && !follows_from_redefinition(&kept, diagnostic)
            {
                seen.insert(key, kept.len());
                kept.push(self.with_late_definition(diagnostic.clone()));
            }
        }
        kept.sort_by_cached_key(|diagnostic| {
            let place =
                diagnostic.span.as_ref().map(|span| (self.sources.find(&span.file), span.line, span.column));
            (diagnostic.severity == Severity::Fatal, place)
        });
        kept
    }

    /// Returns `true` if the symbol is undefined only because its definition failed or was not read, which is
    /// reported already.
    fn follows_from_definition(&self, diagnostic: &Diagnostic) -> bool {
        let Some(name) = &diagnostic.symbol else { return false };
        let name = Squoze::new(name);
        is_undefined(diagnostic.code) && self.messages.swallowed.contains(&name)
            || matches!(diagnostic.code, Code::Undefined | Code::UndefinedInLiteral)
                && self.messages.poisoned.iter().any(|id| self.symbols[*id].name == name)
    }

    /// Adds to the message the later definition of a symbol that was needed earlier.
    fn with_late_definition(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let early = matches!(diagnostic.code, Code::UndefinedInArgument | Code::UndefinedInAssignment);
        if let (true, Some(name)) = (early, &diagnostic.symbol)
            && let Some(id) = self.symbols.find(Squoze::new(name))
            && let Some(span) = self.symbols[id].span
            && self.symbols[id].is_user_number()
        {
            diagnostic.labels.push(Label {
                span: ShownSpan::new(&self.sources, span),
                message: "defined only here".to_owned(),
            });
        }
        diagnostic
    }
}

/// Returns `true` if an area or label differs from pass 1 because an argument was unknown on one pass.
fn follows_from_argument(before: &[Diagnostic], diagnostic: &Diagnostic) -> bool {
    is_phase(diagnostic) && before.iter().any(|d| d.code == Code::UndefinedInArgument)
}

/// Returns `true` if a label differs from pass 1 because it is defined twice, which is reported already.
fn follows_from_redefinition(before: &[Diagnostic], diagnostic: &Diagnostic) -> bool {
    is_phase(diagnostic)
        && diagnostic.symbol.is_some()
        && before.iter().any(|d| d.code == Code::MultiplyDefined && d.symbol == diagnostic.symbol)
}

/// Returns `true` for a message that the address of an area or a label differs from pass 1. Everything after
/// this address has then moved, too.
fn is_phase(diagnostic: &Diagnostic) -> bool {
    let moved = matches!(diagnostic.code, Code::ConstantsMoved | Code::VariablesMoved);
    moved || diagnostic.code == Code::MultiplyDefined && diagnostic.message.contains(ELSEWHERE)
}

fn is_undefined(code: Code) -> bool {
    matches!(
        code,
        Code::Undefined | Code::UndefinedInLiteral | Code::UndefinedInArgument | Code::UndefinedInAssignment
    )
}
