//! Runs a program to make a report.

use anyhow::{Context, Result};

use super::report::{
    CaptureGain, DroppedMove, Evaluation, MachineCost, NamedMove, PlausibilityTerm, PlausibleMove,
    PlayedMove, Report, SearchReport, TriedMove,
};
use super::tree::{self, TreeLimits};
use crate::engine::listing::statistics;
use crate::engine::names::piece_name;
use crate::engine::plausible::TracedMove;
use crate::engine::plausible::trace::Term;
use crate::engine::position::Position;
use crate::explanation::words::{ENGLISH, Notation, Writer};
use crate::explanation::{self, Namer, explain, named_by};
use crate::program::{Answer, Case, ChessProgram, Coordinates, describe};
use crate::running::RunningProgram;
use crate::subject::Subject;
use crate::vocabulary::{Counters, Piece, Settings, Side};

#[derive(Clone, Debug)]
pub(crate) struct ReportContents {
    pub settings: Settings,
    pub search: bool,
    /// Whether to include the evaluation and the list of moves; a table of a game does not show them.
    pub whole_report: bool,
    /// The notation of the sentences that explain the move, `None` for no sentences.
    pub why: Option<Notation>,
    /// The limits of the tree, `None` for no tree.
    pub tree: Option<TreeLimits>,
}

/// Sets up a position in a program and returns its report. The program of 1967 can only search.
pub(crate) fn report(running: &mut RunningProgram, case: &Case, question: &ReportContents) -> Result<Report> {
    let position = case.root().with_context(|| format!("the position `{case}`"))?;
    if let Some(subject) = running.subject() {
        return of_subject(subject, case, &position, question);
    }
    let program = running.program();
    let mut report = begun(program.name(), case, &position, question);
    program.set_up(case)?;
    let answer = program.think(&question.settings)?;
    report.search = Some(searched(program, &position, &answer));
    Ok(report)
}

fn begun(engine: &'static str, case: &Case, position: &Position, question: &ReportContents) -> Report {
    Report {
        name: case.to_string(),
        fen: position.diagram().fen(),
        engine,
        settings: describe(&question.settings),
        ..Report::default()
    }
}

fn of_subject(
    subject: &mut dyn Subject,
    case: &Case,
    position: &Position,
    question: &ReportContents,
) -> Result<Report> {
    let mut report = begun(subject.name(), case, position, question);
    subject.set_up(case)?;
    report.key = Some(format!("{:0>12o}", subject.placed()?.key.bits()));
    report.book = subject.book()?.map(|mv| named_by(position, mv.into()));
    let legal = subject.legal()?;
    if legal.moves.is_empty() {
        report.over = Some(if legal.check { "mate" } else { "stalemate" });
        return Ok(report);
    }
    if question.whole_report {
        let paper = question.settings.paper;
        report.evaluation = Some(evaluation(subject, position, paper)?);
        (report.plausible, report.dropped) = moves(&subject.traces()?, position);
    }
    if !question.search {
        return Ok(report);
    }
    subject.set_up(case)?;
    let answer = subject.think(&question.settings)?;
    report.search = Some(searched(subject, position, &answer));
    if let Some(limits) = question.tree {
        subject.set_up(case)?;
        let events = subject.events(&question.settings, &tree::POINTS)?;
        report.tree = tree::tree(&events, position, limits, &answer.tried);
    }
    Ok(report)
}

/// Returns about two sentences on the move that the search chooses, and on the move played if it is another.
pub(crate) fn reasons(
    subject: &mut dyn Subject,
    case: &Case,
    question: &ReportContents,
    played: Option<&PlayedMove>,
    notation: Notation,
) -> Result<Vec<String>> {
    let explanation = explain(subject, case, &question.settings, false)?;
    let writer = Writer::new(&explanation, notation, &ENGLISH);
    let mut sentences = writer.short();
    sentences.extend(played.into_iter().flat_map(|played| writer.about_played(&played.mv)));
    Ok(sentences)
}

fn evaluation(subject: &mut dyn Subject, position: &Position, paper: bool) -> Result<Evaluation> {
    let terms = subject.statics(paper)?;
    let examined = subject.examine(paper)?;
    let namer = Namer::new(position);
    let capture = |&(mv, gain): &(_, i32)| CaptureGain { mv: namer.named(mv), gain };
    Ok(Evaluation {
        terms,
        trace: subject.static_trace(paper)?,
        en_prise: examined.prise.iter().map(|&number| piece_name(position, Piece::new(number))).collect(),
        feedover: examined.condition,
        captures: examined.captures.iter().map(capture).collect(),
    })
}

/// Returns the moves of the plausible list with the terms of each, and the dropped moves.
fn moves(traces: &[TracedMove], position: &Position) -> (Vec<PlausibleMove>, Vec<DroppedMove>) {
    let (namer, mut listed, mut dropped) = (Namer::new(position), Vec::new(), Vec::new());
    for traced in traces {
        let mv = namer.named(traced.mv);
        let Some(entry) = traced.entry else {
            dropped.push(DroppedMove { mv, trace: traced.lines(position) });
            continue;
        };
        listed.push(PlausibleMove {
            mv,
            plausibility: entry.plausibility,
            positional: entry.positional,
            poor: entry.poor,
            unsafe_: !entry.safe,
            always: entry.always,
            parts: traced.terms.iter().map(|term| part(term, position)).collect(),
            trace: traced.lines(position),
        });
    }
    (listed, dropped)
}

fn part(term: &Term, position: &Position) -> PlausibilityTerm {
    PlausibilityTerm { heuristic: term.heuristic, comment: term.comment(position), points: term.amount }
}

fn searched<P: ChessProgram + ?Sized>(program: &P, position: &Position, answer: &Answer) -> SearchReport {
    let cost = program.cost();
    let lines = statistics(&answer.counters, true);
    // The first line of the statistics is left out for the program of 1967, which lacks some of its counters.
    let from = usize::from(program.name() == "original");
    let mut counters = serde_json::Map::new();
    let told = Counters::NAMES.into_iter().zip(answer.counters.values()).enumerate();
    let of_1967 = |place: usize| Counters::OF_1967.iter().any(|&(_, known)| known == place);
    for (_, (name, count)) in told.filter(|&(place, _)| from == 0 || of_1967(place)) {
        counters.insert(name.to_owned(), count.into());
    }
    let line = line(position, &answer.variation);
    SearchReport {
        best: answer.best.map(|best| named_by(position, best)),
        value: answer.value,
        typed: typed(position, &line),
        line,
        tried: answer
            .tried
            .iter()
            .map(|tried| TriedMove {
                mv: named_by(position, tried.mv),
                value: tried.value,
                modified: tried.modified,
                secondary: tried.secondary,
                best: tried.best,
            })
            .collect(),
        counters,
        statistics: lines[from..].to_vec(),
        cost: cost
            .map(|cost| MachineCost { seconds: cost.nanos as f64 / 1e9, instructions: cost.instructions }),
    }
}

/// Returns the moves of a variation in each notation. From the first illegal move on, they have only
/// coordinates (fault F29).
fn line(position: &Position, variation: &[Coordinates]) -> Vec<NamedMove> {
    let mut line = explanation::line(position, variation);
    line.extend(variation[line.len()..].iter().map(|&mv| NamedMove::of_coordinates(mv)));
    line
}

/// Returns a line in descriptive notation. Its legal moves have move numbers.
fn typed(position: &Position, line: &[NamedMove]) -> String {
    let word = |(place, mv): (usize, &NamedMove)| {
        let number = (usize::from(position.game_ply()) + place) / 2 + 1;
        let is_white = (place % 2 == 0) == (position.side() == Side::White);
        match (&mv.algebraic, is_white) {
            (Some(_), true) => format!("{number}. {}", mv.descriptive),
            (Some(_), false) if place == 0 => format!("{number}. ... {}", mv.descriptive),
            _ => mv.descriptive.clone(),
        }
    };
    line.iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
}
