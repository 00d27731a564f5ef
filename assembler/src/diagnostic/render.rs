//! Messages as text for a terminal.

use super::{Diagnostic, Severity, ShownSpan};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;
use support::text::{count, sanitized};

/// Returns `diagnostic` as text: the message, the source line with carets, other places, the expansions
/// (innermost first), and help. With `color`, the text has escape sequences for colours.
pub fn render(diagnostic: &Diagnostic, color: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
        Severity::Fatal => Level::ERROR.with_name("fatal error"),
    };
    let message = sanitized(&diagnostic.message);
    let title = level.primary_title(message.as_str()).id(diagnostic.code.code());
    let own = diagnostic.span.as_ref().map(|span| (file_name(&span.file), Excerpt::of(span)));
    let mut group = Group::with_title(title);
    if let (Some(span), Some((file, excerpt))) = (&diagnostic.span, &own) {
        group = group.element(snippet(span, file, excerpt, None));
    }
    let labels: Vec<_> = diagnostic
        .labels
        .iter()
        .map(|label| (label, file_name(&label.span.file), Excerpt::of(&label.span)))
        .collect();
    for (label, file, excerpt) in &labels {
        group = group.element(snippet(&label.span, file, excerpt, Some(&label.message)));
    }
    for step in &diagnostic.trail {
        let text = if step.text.trim().is_empty() {
            format!("in {}", sanitized(&step.what))
        } else {
            format!("in {}, line {}: {}", step.what, step.line, sanitized(step.text.trim()))
        };
        group = group.element(Level::NOTE.message(text));
        if let Some(called) = &step.called {
            let from = format!("{} {}:{}", step.begun, file_name(&called.file), called.line);
            group = group.element(Level::NOTE.message(from));
        }
    }
    if diagnostic.repeated > 0 {
        let text = format!("and in {}", count(diagnostic.repeated, "more place"));
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

/// Returns the name of a source file for a message.
fn file_name(file: &str) -> String {
    if file == "-" { "standard input".to_owned() } else { sanitized(file) }
}

/// Number of characters of a long line that are shown on each side of the span.
const AROUND: usize = 200;

/// The source line, or the part of it around the span, without control characters.
struct Excerpt {
    text: String,
    /// The range of bytes in `text` that the carets mark.
    meant: Range<usize>,
}

impl Excerpt {
    fn of(span: &ShownSpan) -> Excerpt {
        let mut characters = span.text.char_indices().map(|(at, _)| at).chain([span.text.len()]);
        let first = span.column - 1;
        let left = first.saturating_sub(AROUND);
        let mut byte = |steps: usize| characters.nth(steps).unwrap_or(span.text.len());
        let from = byte(left);
        let start = if first > left { byte(first - left - 1) } else { from };
        let end = if span.length > 0 { byte(span.length.min(AROUND) - 1) } else { start };
        let to = byte(AROUND - 1);
        let dots = |is_cut: bool| if is_cut { "…" } else { "" };
        let before = format!("{}{}", dots(from > 0), sanitized(&span.text[from..start]));
        let meant = sanitized(&span.text[start..end]);
        let range = before.len()..before.len() + meant.len();
        let after = format!("{}{}", sanitized(&span.text[end..to]), dots(to < span.text.len()));
        Excerpt { text: before + &meant + &after, meant: range }
    }
}

fn snippet<'a>(
    span: &ShownSpan,
    file: &'a str,
    excerpt: &'a Excerpt,
    label: Option<&'a str>,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let kind = if label.is_some() { AnnotationKind::Context } else { AnnotationKind::Primary };
    let mut annotation = kind.span(excerpt.meant.clone());
    if let Some(label) = label {
        annotation = annotation.label(label);
    }
    Snippet::source(excerpt.text.as_str()).path(file).line_start(span.line).annotation(annotation)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Control characters in a source line do not reach the terminal, and the carets stay aligned.
    #[test]
    fn control_characters_of_a_line_are_shown_as_pictures() {
        let line = "A\u{1B}[2J\u{9B}31m\u{202E}X\u{7F}\u{85}";
        for (column, length, meant) in [(2, 1, "␛"), (6, 1, "\u{FFFD}"), (11, 1, "X"), (12, 2, "␡\u{FFFD}")]
        {
            let span = ShownSpan { file: "f".into(), line: 1, column, length, text: line.into() };
            let excerpt = Excerpt::of(&span);
            assert_eq!(excerpt.text, "A␛[2J\u{FFFD}31m\u{FFFD}X␡\u{FFFD}");
            assert_eq!(&excerpt.text[excerpt.meant.clone()], meant, "column {column}");
        }
    }

    #[test]
    fn standard_input_is_named() {
        assert_eq!(file_name("-"), "standard input");
        assert_eq!(file_name("a-b.mid"), "a-b.mid");
    }

    /// Only the part of a long line around the span is shown, with the carets under the right characters.
    #[test]
    fn long_line_is_shown_around_the_span() {
        let line = format!("{}é@é{}", "x".repeat(1000), "y".repeat(1000));
        for (text, column, length) in [(line.as_str(), 1002, 1), ("A @", 3, 1), ("A", 2, 1), ("", 1, 1)] {
            let span = ShownSpan { file: "f".into(), line: 1, column, length, text: text.into() };
            let excerpt = Excerpt::of(&span);
            let meant: String = text.chars().skip(column - 1).take(length).collect();
            assert_eq!(excerpt.text[excerpt.meant.clone()], meant, "{text}");
            let after = excerpt.text[excerpt.meant.end..].trim_end_matches('…').chars().count();
            let left = text.chars().count().saturating_sub(column - 1 + length);
            assert_eq!(after, left.min(AROUND), "{text}");
        }
    }
}
