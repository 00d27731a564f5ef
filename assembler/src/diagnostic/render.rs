//! Messages as text for people.

use super::{Diagnostic, Severity, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// `diagnostic` as text: the message, the source line with carets, other places, the trail of
/// expansions innermost first, help. With `color` for a terminal.
pub fn render(diagnostic: &Diagnostic, color: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
        Severity::Fatal => Level::ERROR.with_name("fatal error"),
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.code());
    let mut group = match &diagnostic.span {
        Some(span) => Group::with_title(title).element(snippet(span, None)),
        None => Group::with_title(title),
    };
    for label in &diagnostic.labels {
        group = group.element(snippet(&label.span, Some(&label.message)));
    }
    for step in &diagnostic.trail {
        let text = if step.text.trim().is_empty() {
            format!("in {}", step.what)
        } else {
            format!("in {}, line {}: {}", step.what, step.line, step.text.trim())
        };
        group = group.element(Level::NOTE.message(text));
        if let Some(called) = &step.called {
            group =
                group.element(Level::NOTE.message(format!("called from {}:{}", called.file, called.line)));
        }
    }
    if diagnostic.repeated > 0 {
        let times = diagnostic.repeated;
        let text = format!("and in {times} more place{}", if times == 1 { "" } else { "s" });
        group = group.element(Level::NOTE.message(text));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut text = renderer.render(&[group]);
    text.push('\n');
    text
}

fn snippet<'a>(span: &'a Span, label: Option<&'a str>) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let byte =
        |character: usize| span.text.char_indices().nth(character).map_or(span.text.len(), |(at, _)| at);
    let (start, end) = (byte(span.column - 1), byte(span.column - 1 + span.length));
    let kind = if label.is_some() { AnnotationKind::Context } else { AnnotationKind::Primary };
    let mut annotation = kind.span(start..end);
    if let Some(label) = label {
        annotation = annotation.label(label);
    }
    Snippet::source(span.text.as_str()).path(span.file.as_str()).line_start(span.line).annotation(annotation)
}
