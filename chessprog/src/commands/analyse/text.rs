//! A report as text.

use std::fmt::Write as _;

use anyhow::{Result, bail};

use super::report::{Evaluation, NamedMove, PlausibleMove, Report, SearchReport};
use super::tree::{NodeKind, Tree, TreeNode};
use crate::commands::position;
use crate::commands::why::{read_move, wrapped};
use crate::engine::listing::board_lines;
use crate::vocabulary::{Diagram, Side};

/// Maximum width of the sentences in columns, and their indentation in the table of a game.
const COLUMNS: usize = 79;
const INDENT: &str = "      ";

/// Returns the whole report. `wanted` is the move (`e2e4`, `P-K4`) whose trace is included, or `all`.
pub(crate) fn text(report: &Report, wanted: Option<&str>) -> Result<String> {
    let mut out = format!("{}\n\n", report.name);
    board(&mut out, report);
    if let Some(over) = report.over {
        line(&mut out, over);
        out.push('\n');
        return Ok(out);
    }
    if let Some(evaluation) = &report.evaluation {
        terms(&mut out, evaluation);
        table(&mut out, &report.plausible);
    }
    if let Some(wanted) = wanted {
        traces(&mut out, report, wanted)?;
    }
    match &report.search {
        Some(search) => searched(&mut out, report, search),
        None => out.push('\n'),
    }
    if !report.why.is_empty() {
        out.push_str(&wrapped(&report.why.join(" "), COLUMNS));
        out.push('\n');
    }
    if let Some(tree) = &report.tree {
        branches(&mut out, tree);
    }
    Ok(out)
}

fn line(out: &mut String, text: &str) {
    out.push_str(text.trim_end());
    out.push('\n');
}

fn board(out: &mut String, report: &Report) {
    let lines = Diagram::from_fen(&report.fen).map(|diagram| board_lines(&diagram)).unwrap_or_default();
    let key = report.key.as_ref().map(|key| format!("   KEY {key}")).unwrap_or_default();
    line(out, &format!("  {}{key}", lines.join("\n  ")));
    if let Some(book) = &report.book {
        line(out, &format!("  the book plays {}", book.descriptive));
    }
    if report.key.is_some() {
        out.push('\n');
    }
}

fn terms(out: &mut String, evaluation: &Evaluation) {
    let terms = evaluation.named_terms().map(|(name, value)| format!("{name} {value}"));
    let terms = terms.collect::<Vec<_>>().join(", ");
    line(out, &format!("{terms}: static value {}", evaluation.terms.value));
    if !evaluation.en_prise.is_empty() {
        line(out, &format!("en prise: {}", evaluation.en_prise.join(", ")));
    }
    match evaluation.feedover {
        0 => line(out, "feedover condition: none"),
        condition => line(out, &format!("feedover condition: {condition}")),
    }
    if !evaluation.captures.is_empty() {
        let gains = evaluation.captures.iter();
        let gains: Vec<_> =
            gains.map(|capture| format!("{} {}", capture.mv.descriptive, capture.gain)).collect();
        line(out, &format!("plausible captures: {}", gains.join(", ")));
    }
}

fn table(out: &mut String, plausible: &[PlausibleMove]) {
    line(out, "\nrank move                plausib.  posit.");
    for (rank, entry) in (1..).zip(plausible) {
        let name = format!("{:<12} {}", entry.mv.descriptive, entry.mv.coordinates);
        let (plausibility, positional) = (entry.plausibility, entry.positional);
        line(out, &format!("{rank:>3}  {name:<19}{plausibility:>8}{positional:>8}  {}", entry.marks()));
    }
}

fn traces(out: &mut String, report: &Report, wanted: &str) -> Result<()> {
    let all = wanted == "all";
    if let (true, Some(evaluation)) = (all, &report.evaluation) {
        line(out, &format!("\nstatic value\n  {}", evaluation.trace.join("\n  ")));
    }
    let is_wanted = |mv: &NamedMove| {
        all || mv.coordinates.eq_ignore_ascii_case(wanted)
            || mv.descriptive.eq_ignore_ascii_case(wanted)
            || mv.algebraic.as_deref() == Some(wanted)
    };
    let listed = report.plausible.iter().map(|entry| (&entry.mv, &entry.trace));
    let dropped = report.dropped.iter().map(|dropped| (&dropped.mv, &dropped.trace));
    let mut found = all;
    for (mv, lines) in listed.chain(dropped).filter(|(mv, _)| is_wanted(mv)) {
        line(out, &format!("\n{} {}\n  {}", mv.descriptive, mv.coordinates, lines.join("\n  ")));
        found = true;
    }
    if !found {
        let case = position::parse(&report.fen)?;
        read_move(&case, &case.root()?, wanted)?;
        bail!("`{wanted}` is not in the list of plausible moves of this position");
    }
    Ok(())
}

fn searched(out: &mut String, report: &Report, search: &SearchReport) {
    line(out, &format!("\n{}", report.settings));
    if let Some(best) = &search.best {
        line(out, &format!("{} ({}), value {}", best.descriptive, best.coordinates, search.value));
    }
    line(out, &search.typed);
    line(out, &search.statistics.join("\n"));
    if let Some(cost) = search.cost {
        line(out, &format!("TIME {:.2}", cost.seconds));
    }
    out.push('\n');
}

fn branches(out: &mut String, tree: &Tree) {
    line(out, &format!("the tree: {} of {} nodes", tree.shown, tree.nodes));
    node(out, &tree.root, 0);
    out.push('\n');
}

fn node(out: &mut String, node: &TreeNode, depth: usize) {
    let name = node.name(|mv| &mv.descriptive);
    let mut text = format!("{:indent$}{name}  {}", "", node.value_text(), indent = 2 * depth);
    // Writing to a string cannot fail.
    if let Some(value) = node.static_value {
        let _ = write!(text, "  static {value}");
    }
    match node.kind {
        NodeKind::Feedover => text += "  feedover",
        NodeKind::Hash => text += "  hash table",
        NodeKind::Repetition => text += "  repetition",
        NodeKind::Generator | NodeKind::Evaluator | NodeKind::Secondary => {}
    }
    if node.left_out > 0 {
        let _ = write!(text, "  ({} more below)", node.left_out);
    }
    line(out, &text);
    for child in &node.children {
        self::node(out, child, depth + 1);
    }
}

/// Returns a table of a game, one line per move, with the sentences about it below. A column of seconds is
/// shown only if a move has them.
pub(crate) fn game(title: &str, reports: &[Report]) -> String {
    let is_timed = reports.iter().any(|report| report.search.as_ref().is_some_and(|it| it.cost.is_some()));
    let has_seconds =
        reports.iter().any(|report| report.played.as_ref().is_some_and(|it| it.seconds.is_some()));
    let (machine, played) =
        (if is_timed { "  machine s" } else { "" }, if has_seconds { "  played s" } else { "" });
    let mut out =
        format!("{title}\nmove  played      found          value      nodes (PMG){machine}{played}\n");
    for report in reports {
        let (Some(played), Some(search)) = (&report.played, &report.search) else { continue };
        let dots = if played.side == Side::White { "." } else { "..." };
        let number = format!("{}{dots}", played.number);
        let best = search.best.as_ref().map_or("none", |best| best.descriptive.as_str());
        let found = if report.agrees() { "=" } else { best };
        let nodes = search.counters.get("PMG").and_then(serde_json::Value::as_u64).unwrap_or_default();
        let seconds = search.cost.map(|cost| format!("{:.1}", cost.seconds)).unwrap_or_default();
        let printed = played
            .seconds
            .map(|printed| format!("{printed:.1}{}", if played.doubtful == Some(true) { "?" } else { " " }));
        let printed = printed.unwrap_or_default();
        let (name, value) = (&played.mv.descriptive, search.value);
        line(
            &mut out,
            &format!(
                "{number:<6}{name:<12}{found:<12}{value:>8}{nodes:>17}{seconds:>width$}{printed:>11}",
                width = machine.len()
            ),
        );
        if !report.why.is_empty() {
            let sentences = wrapped(&report.why.join(" "), COLUMNS - INDENT.len());
            sentences.lines().for_each(|text| line(&mut out, &format!("{INDENT}{text}")));
        }
    }
    out
}
