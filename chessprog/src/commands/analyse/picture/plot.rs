//! A plot of a game: the value of each position, the machine's seconds, and the seconds in the score.

use crate::commands::analyse::report::Report;
use crate::commands::scores::LEGEND_OF_SECONDS;
use crate::picture::{Anchor, Colour, GREY, INK, Panel, Scene, WHITE, legend};
use crate::vocabulary::Side;

const WIDTH: f32 = 1000.0;
const PANEL: f32 = 240.0;
const LEFT: f32 = 64.0;
const RIGHT: f32 = 24.0;
const TOP: f32 = 88.0;
const BETWEEN: f32 = 56.0;

const VALUE: Colour = Colour::of(0x1b_5f_b5);
const MACHINE: Colour = Colour::of(0xc8_4b_31);
const PRINTED: Colour = INK;

/// Limit of the values drawn, in pawns. A mate value would flatten the rest of the plot.
const MAX_PAWNS: f32 = 12.0;

pub(crate) fn plot(title: &str, reports: &[Report]) -> Scene {
    let played: Vec<&Report> =
        reports.iter().filter(|report| report.played.is_some() && report.search.is_some()).collect();
    let machine = points(&played, |report| report.search.as_ref()?.cost.map(|cost| cost.seconds as f32));
    let printed = points(&played, |report| report.played.as_ref()?.seconds.map(|seconds| seconds as f32));
    let timed = !machine.is_empty() || !printed.is_empty();
    let height = TOP + PANEL + if timed { BETWEEN + PANEL } else { 0.0 } + 44.0;
    let mut scene = Scene::new(WIDTH, height);
    scene.words((LEFT, 30.0), 18.0, Anchor::Start, INK, title);
    if let Some(report) = reports.first() {
        let program = format!("{} program, {}", report.engine, report.settings);
        scene.words((LEFT, 47.0), 11.0, Anchor::Start, GREY, program);
    }
    let value = points(&played, |report| {
        Some((report.search.as_ref()?.value as f32 / 128.0).clamp(-MAX_PAWNS, MAX_PAWNS))
    });
    let moves = (
        value.first().map_or(1.0, |point| point.0.floor()),
        value.last().map_or(2.0, |point| point.0.ceil()).max(2.0),
    );
    let lowest = value.iter().map(|point| point.1).fold(-1.0, f32::min);
    let highest = value.iter().map(|point| point.1).fold(1.0, f32::max);
    let size = (WIDTH - LEFT - RIGHT, PANEL);
    let panel = Panel { corner: (LEFT, TOP), size, along: moves, up: (lowest, highest) };
    panel.axes(&mut scene, "value, pawns for White");
    panel.curve(&mut scene, &value, VALUE);
    for (point, report) in value.iter().zip(&played) {
        let (fill, stroke) = if report.agrees() { (VALUE, None) } else { (WHITE, Some((VALUE, 1.2))) };
        scene.circle(panel.at(*point), 2.8, fill, stroke);
    }
    legend(&mut scene, (WIDTH - RIGHT, TOP - 8.0), &[("filled: the move played is found", VALUE)]);
    if timed {
        let top = TOP + PANEL + BETWEEN;
        let most = machine.iter().chain(&printed).map(|point| point.1).fold(1.0, f32::max);
        let panel = Panel { corner: (LEFT, top), size, along: moves, up: (0.0, most) };
        panel.axes(&mut scene, "seconds per move");
        panel.curve(&mut scene, &printed, PRINTED);
        panel.curve(&mut scene, &machine, MACHINE);
        let clear = |report: &&&Report| report.played.as_ref().is_some_and(|played| played.seconds.is_some());
        for (point, report) in printed.iter().zip(played.iter().filter(clear)) {
            let doubtful = report.played.as_ref().and_then(|played| played.doubtful) == Some(true);
            let fill = if doubtful { WHITE } else { PRINTED };
            scene.circle(panel.at(*point), 3.0, fill, Some((PRINTED, 1.0)));
        }
        for point in &machine {
            scene.circle(panel.at(*point), 2.2, MACHINE, None);
        }
        let mut names = vec![("on this machine", MACHINE), (LEGEND_OF_SECONDS, PRINTED)];
        names.retain(|&(_, colour)| !if colour == MACHINE { &machine } else { &printed }.is_empty());
        legend(&mut scene, (WIDTH - RIGHT, top - 8.0), &names);
    }
    scene.words((WIDTH / 2.0, height - 12.0), 12.0, Anchor::Middle, GREY, "move");
    scene
}

/// Returns the points with known values. Black's moves are half a move to the right.
fn points(reports: &[&Report], of: impl Fn(&Report) -> Option<f32>) -> Vec<(f32, f32)> {
    let point = |report: &&Report| {
        let played = report.played.as_ref()?;
        let half = if played.side == Side::White { 0.0 } else { 0.5 };
        Some((f32::from(played.number) + half, of(report)?))
    };
    reports.iter().filter_map(point).collect()
}
