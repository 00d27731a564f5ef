//! Explanations as text, Markdown or JSON.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::Args;
use crate::explanation::words::{ENGLISH, Paragraph, Writer};
use crate::explanation::{Decision, Explanation, NamedMove};
use crate::games::filled;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Text,
    Markdown,
    Json,
}

pub(crate) struct ExplainedMove {
    pub(crate) heading: String,
    pub(crate) explanation: Explanation,
    pub(crate) ply: usize,
    pub(crate) played: Option<NamedMove>,
    /// The move that the user asks about.
    pub(crate) other: Option<NamedMove>,
}

const COLUMNS: usize = 80;

pub(crate) fn write(args: &Args, format: Format, answers: &[ExplainedMove]) -> Result<String> {
    if format == Format::Json {
        let values: Vec<Value> = answers.iter().map(value).collect::<Result<_>>()?;
        return Ok(serde_json::to_string_pretty(&values)? + "\n");
    }
    let mut out = String::new();
    for explained in answers {
        let headed = answers.len() > 1 || explained.played.is_some();
        match format {
            Format::Markdown => out += &format!("## {}\n\n", explained.heading),
            _ if headed => out += &format!("{}\n", explained.heading),
            _ => {}
        }
        for paragraph in paragraphs(args, explained, args.short) {
            out += &shown(&paragraph, format, args.short || args.other.is_some());
        }
        if !out.ends_with("\n\n") {
            out.push('\n');
        }
    }
    Ok(out.trim_end().to_owned() + "\n")
}

pub(crate) fn comment(args: &Args, explained: &ExplainedMove) -> String {
    let paragraphs = paragraphs(args, explained, true);
    let sentences: Vec<&str> =
        paragraphs.iter().flat_map(|paragraph| &paragraph.sentences).map(String::as_str).collect();
    sentences.join(" ")
}

fn paragraphs(args: &Args, explained: &ExplainedMove, short: bool) -> Vec<Paragraph> {
    let explanation = &explained.explanation;
    let writer = Writer::new(explanation, args.notation, &ENGLISH);
    let plain = |sentences| vec![Paragraph { title: "", sentences }];
    if let (Some(other), Some(found)) = (&explained.other, explanation.found()) {
        let hint = (found.mv == *other).then(|| "Leave out the move to see why.".to_owned());
        return plain(writer.why_not_move(other).into_iter().chain(hint).collect());
    }
    if explained.other.is_some() && matches!(explanation.decision, Decision::Book { .. }) {
        let hint = "--no-book makes it search, so that moves can be compared.".to_owned();
        return plain(writer.short().into_iter().chain([hint]).collect());
    }
    let about_played = explained.played.as_ref().map_or_else(Vec::new, |played| writer.about_played(played));
    let mut paragraphs = plain(about_played);
    if short {
        paragraphs[0].sentences.splice(0..0, writer.short());
    } else {
        paragraphs.extend(writer.full());
    }
    paragraphs
}

/// Returns a paragraph, with its title unless the text is short.
fn shown(paragraph: &Paragraph, format: Format, short: bool) -> String {
    if paragraph.sentences.is_empty() {
        return String::new();
    }
    let title = if short { "" } else { paragraph.title };
    let text = paragraph.sentences.join(" ");
    match (format, title) {
        (Format::Markdown, "") => format!("{text}\n\n"),
        (Format::Markdown, _) => format!("**{title}.** {text}\n\n"),
        (_, "") => wrapped(&text, COLUMNS) + "\n",
        _ => wrapped(&format!("{title}. {text}"), COLUMNS) + "\n",
    }
}

pub(crate) fn wrapped(text: &str, columns: usize) -> String {
    filled(text.split(' '), columns) + "\n"
}

fn value(explained: &ExplainedMove) -> Result<Value> {
    let mut value =
        serde_json::to_value(&explained.explanation).context("cannot write the explanation as JSON")?;
    if let Some(played) = &explained.played {
        value["played"] = json!(played);
    }
    if let Some(other) = &explained.other {
        value["contrast"] = json!(explained.explanation.contrast(&other.coordinates));
    }
    Ok(value)
}
