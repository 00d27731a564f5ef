//! A page for a position: the board with the plausible moves, the contributions of heuristics to them, the
//! evaluator's terms, and the search.

use super::bars;
use crate::commands::analyse::report::{Evaluation, NamedMove, PlausibleMove, Report, SearchReport};
use crate::commands::why::wrapped;
use crate::explanation::words::signed;
use crate::picture::{Anchor, Arrow, Board, Colour, GREY, INK, Scene};
use crate::program::Coordinates;
use crate::vocabulary::Diagram;

const WIDTH: f32 = 1080.0;
const LEFT: f32 = 50.0;
const TOP: f32 = 70.0;
const SQUARE: f32 = 54.0;
/// Position and width of the right column.
const COLUMN: f32 = 530.0;
const COLUMN_WIDTH: f32 = 510.0;

const PLAUSIBLE: Colour = Colour::of(0x1b_5f_b5);
const CHOSEN: Colour = Colour::of(0x1f_8a_4c);

const MAX_BARS: usize = 14;

const FOOT_COLUMNS: usize = 150;

/// Returns the page. The board shows the chosen move, if there is one, and up to `arrows` plausible moves.
pub(crate) fn sheet(report: &Report, arrows: usize) -> Scene {
    let mut scene = Scene::new(WIDTH, 660.0);
    let diagram = Diagram::from_fen(&report.fen).unwrap_or_else(|_| Diagram::empty());
    title(&mut scene, report, &diagram);
    let board = Board { corner: (LEFT, TOP), square: SQUARE };
    board.draw(&mut scene, &diagram, &moves(report, arrows));
    let mut low = TOP + 8.0 * SQUARE + 48.0;
    if let Some(evaluation) = &report.evaluation {
        low = terms(&mut scene, low, evaluation);
    }
    let mut right = TOP - 6.0;
    if !report.plausible.is_empty() {
        let shown = &report.plausible[..report.plausible.len().min(MAX_BARS)];
        heading(&mut scene, (COLUMN, right), "Plausibility, by what adds to it");
        right += 16.0 + bars::draw(&mut scene, (COLUMN, right + 16.0), COLUMN_WIDTH, shown);
        right = marks(&mut scene, right, shown);
        let left_out = report.plausible.len() - shown.len();
        if left_out > 0 {
            scene.words(
                (COLUMN + COLUMN_WIDTH, TOP - 6.0),
                11.0,
                Anchor::End,
                GREY,
                format!("and {left_out} more moves"),
            );
        }
    }
    if let Some(search) = &report.search {
        right = searched(&mut scene, right + 30.0, report, search);
    }
    if let Some(over) = report.over {
        heading(&mut scene, (COLUMN, right + 20.0), over);
    }
    let mut low = low.max(right);
    if !report.why.is_empty() {
        low += 12.0;
    }
    for text in wrapped(&report.why.join(" "), FOOT_COLUMNS).lines() {
        low += 18.0;
        scene.words((LEFT, low), 12.0, Anchor::Start, INK, text);
    }
    scene.height = low + 24.0;
    fit(scene)
}

/// Draws the meanings of the marks that occur. Returns the y coordinate of their lower edge.
fn marks(scene: &mut Scene, top: f32, shown: &[PlausibleMove]) -> f32 {
    let meanings = [('P', "developmentally poor"), ('U', "square not safe"), ('F', "always investigated")];
    let used = meanings.iter().filter(|(mark, _)| shown.iter().any(|entry| entry.marks().contains(*mark)));
    let used: Vec<String> = used.map(|(mark, meaning)| format!("{mark} {meaning}")).collect();
    if used.is_empty() {
        return top;
    }
    scene.words((COLUMN, top + 14.0), 11.0, Anchor::Start, GREY, used.join("; "));
    top + 16.0
}

/// Replaces the first shape of the scene, its white background, by one of the final height.
fn fit(scene: Scene) -> Scene {
    let mut page = Scene::new(scene.width, scene.height);
    page.shapes.extend(scene.shapes.into_iter().skip(1));
    page
}

fn heading(scene: &mut Scene, at: (f32, f32), text: &str) {
    scene.words(at, 15.0, Anchor::Start, INK, text);
}

fn title(scene: &mut Scene, report: &Report, diagram: &Diagram) {
    let side = diagram.side.name();
    let number = diagram.game_ply / 2 + 1;
    let mut text = format!("Move {number}, {side} to play");
    if let Some(played) = &report.played {
        text += &format!("; played: {}", played.mv.short());
    }
    scene.words((LEFT, 34.0), 20.0, Anchor::Start, INK, text);
    scene.words((LEFT, 54.0), 11.0, Anchor::Start, GREY, &report.fen);
    let program = format!("{} program, {}", report.engine, report.settings);
    scene.words((COLUMN + COLUMN_WIDTH, 30.0), 11.0, Anchor::End, GREY, program);
}

/// Returns the arrows: wider for more plausible moves, and one for the chosen move.
fn moves(report: &Report, most: usize) -> Vec<Arrow> {
    let chosen = report.search.as_ref().and_then(|search| search.best.as_ref());
    let top = report.plausible.first().map_or(1, |entry| entry.plausibility.max(1)) as f32;
    let plausible = report.plausible.iter().take(most).filter(|entry| Some(&entry.mv) != chosen);
    let plausible = plausible.filter_map(|entry| {
        let weight = (entry.plausibility.max(0) as f32 / top).powi(2);
        arrow(&entry.mv, PLAUSIBLE.covering(60 + (110.0 * weight) as u8), weight)
    });
    chosen.and_then(|best| arrow(best, CHOSEN.covering(215), 1.0)).into_iter().chain(plausible).collect()
}

fn arrow(mv: &NamedMove, colour: Colour, weight: f32) -> Option<Arrow> {
    let Coordinates { from, to, .. } = mv.coordinates.parse().ok()?;
    Some(Arrow { from, to, colour, weight })
}

/// Draws the evaluator's terms. Returns the y coordinate of their lower edge.
fn terms(scene: &mut Scene, top: f32, evaluation: &Evaluation) -> f32 {
    heading(scene, (LEFT, top), &format!("Static value {}", signed(evaluation.terms.value)));
    let column = 8.0 * SQUARE / 5.0;
    for (place, (name, value)) in (0u8..).zip(evaluation.named_terms()) {
        let x = LEFT + f32::from(place) * column;
        scene.words((x, top + 20.0), 11.0, Anchor::Start, GREY, name);
        scene.words((x, top + 37.0), 14.0, Anchor::Start, INK, signed(value));
    }
    let mut low = top + 58.0;
    let mut say = |text: String| {
        scene.words((LEFT, low), 11.0, Anchor::Start, INK, text);
        low += 16.0;
    };
    if !evaluation.en_prise.is_empty() {
        say(format!("en prise: {}", evaluation.en_prise.join(", ")));
    }
    if evaluation.feedover > 0 {
        say(format!("feedover condition {}", evaluation.feedover));
    }
    let captures = evaluation.captures.iter().take(6);
    let captures: Vec<_> =
        captures.map(|capture| format!("{} {:+}", capture.mv.short(), capture.gain)).collect();
    if !captures.is_empty() {
        say(format!("plausible captures: {}", captures.join(", ")));
    }
    low - 16.0
}

/// Draws the results of the search. Returns the y coordinate of their lower edge.
fn searched(scene: &mut Scene, top: f32, report: &Report, search: &SearchReport) -> f32 {
    let best = search.best.as_ref().map_or("no move", NamedMove::short);
    heading(scene, (COLUMN, top), &format!("Search: {best}, value {}", signed(search.value)));
    let line: Vec<&str> = search.line.iter().map(NamedMove::short).collect();
    let counters = ["PMG", "EVAL", "FEED", "NODES", "CUT"];
    let counted = counters.iter().filter_map(|name| Some(format!("{name} {}", search.counters.get(*name)?)));
    let mut lines = vec![format!("expects {}", line.join(" ")), counted.collect::<Vec<_>>().join("  ")];
    if let Some(cost) = search.cost {
        let (seconds, millions) = (cost.seconds, cost.instructions as f64 / 1e6);
        lines.push(format!("on the machine {seconds:.1} s, {millions:.2} million instructions"));
    }
    if let Some(seconds) = report.played.as_ref().and_then(|played| played.seconds) {
        lines.push(format!("in the game {seconds:.1} s"));
    }
    let mut low = top;
    for text in lines {
        low += 18.0;
        scene.words((COLUMN, low), 12.0, Anchor::Start, INK, text);
    }
    low
}
