//! A plot of a game: the value of each position, and the machine's seconds with those printed in 1967.

use super::scene::{Anchor, Colour, FAINT, GREY, INK, Scene, WHITE};
use crate::commands::analyse::report::Report;

const WIDTH: f32 = 1000.0;
const PANEL: f32 = 240.0;
const LEFT: f32 = 64.0;
const RIGHT: f32 = 24.0;
const TOP: f32 = 88.0;
const BETWEEN: f32 = 56.0;

const VALUE: Colour = Colour::of(0x1b_5f_b5);
const MACHINE: Colour = Colour::of(0xc8_4b_31);
const PRINTED: Colour = INK;

/// Largest value drawn, in pawns. A mate would otherwise flatten the rest.
const MOST: f32 = 12.0;

/// Returns the plot of a game's reports.
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
    let value =
        points(&played, |report| Some((report.search.as_ref()?.value as f32 / 128.0).clamp(-MOST, MOST)));
    let moves = (
        value.first().map_or(1.0, |point| point.0.floor()),
        value.last().map_or(2.0, |point| point.0.ceil()).max(2.0),
    );
    let lowest = value.iter().map(|point| point.1).fold(-1.0, f32::min);
    let highest = value.iter().map(|point| point.1).fold(1.0, f32::max);
    let panel = Panel { top: TOP, moves, values: (lowest, highest) };
    panel.grid(&mut scene, "value, pawns for White");
    panel.line(&mut scene, &value, VALUE);
    for (point, report) in value.iter().zip(&played) {
        let (fill, stroke) = if report.agrees() { (VALUE, None) } else { (WHITE, Some((VALUE, 1.2))) };
        scene.circle(panel.at(*point), 2.8, fill, stroke);
    }
    legend(&mut scene, TOP - 8.0, &[("filled: the move played is found", VALUE)]);
    if timed {
        let top = TOP + PANEL + BETWEEN;
        let most = machine.iter().chain(&printed).map(|point| point.1).fold(1.0, f32::max);
        let panel = Panel { top, moves, values: (0.0, most) };
        panel.grid(&mut scene, "seconds a move");
        panel.line(&mut scene, &printed, PRINTED);
        panel.line(&mut scene, &machine, MACHINE);
        let clear = |report: &&&Report| report.played.as_ref().is_some_and(|played| played.seconds.is_some());
        for (point, report) in printed.iter().zip(played.iter().filter(clear)) {
            let doubtful = report.played.as_ref().and_then(|played| played.doubtful) == Some(true);
            let fill = if doubtful { WHITE } else { PRINTED };
            scene.circle(panel.at(*point), 3.0, fill, Some((PRINTED, 1.0)));
        }
        for point in &machine {
            scene.circle(panel.at(*point), 2.2, MACHINE, None);
        }
        let names = [("on this machine", MACHINE), ("printed in 1967 (hollow: doubtful)", PRINTED)];
        legend(&mut scene, top - 8.0, &names);
    }
    scene.words((WIDTH / 2.0, height - 12.0), 12.0, Anchor::Middle, GREY, "move");
    scene
}

/// Returns the points with known values. Black's moves are half a move to the right.
fn points(reports: &[&Report], of: impl Fn(&Report) -> Option<f32>) -> Vec<(f32, f32)> {
    let point = |report: &&Report| {
        let played = report.played.as_ref()?;
        let half = if played.side == "white" { 0.0 } else { 0.5 };
        Some((f32::from(played.number) + half, of(report)?))
    };
    reports.iter().filter_map(point).collect()
}

fn legend(scene: &mut Scene, y: f32, names: &[(&str, Colour)]) {
    let mut x = WIDTH - RIGHT;
    for &(name, colour) in names {
        scene.words((x, y), 11.0, Anchor::End, INK, name);
        x -= 5.1 * name.len() as f32 + 8.0;
        scene.circle((x, y - 4.0), 3.5, colour, None);
        x -= 14.0;
    }
}

/// A part of the picture with its own axes.
struct Panel {
    top: f32,
    moves: (f32, f32),
    values: (f32, f32),
}

impl Panel {
    fn at(&self, (x, y): (f32, f32)) -> (f32, f32) {
        let along = (x - self.moves.0) / (self.moves.1 - self.moves.0);
        let up = (y - self.values.0) / (self.values.1 - self.values.0);
        (LEFT + along * (WIDTH - LEFT - RIGHT), self.top + PANEL * (1.0 - up))
    }

    fn grid(&self, scene: &mut Scene, name: &str) {
        scene.words((LEFT, self.top - 8.0), 12.0, Anchor::Start, INK, name);
        for value in ticks(self.values) {
            let (_, y) = self.at((self.moves.0, value));
            let (colour, width) = if value == 0.0 { (GREY, 1.0) } else { (FAINT, 0.8) };
            scene.line(&[(LEFT, y), (WIDTH - RIGHT, y)], colour, width);
            let text =
                if self.values.0 < 0.0 && value > 0.0 { format!("+{value}") } else { value.to_string() };
            scene.words((LEFT - 8.0, y + 4.0), 11.0, Anchor::End, GREY, text);
        }
        for number in ticks(self.moves) {
            let (x, _) = self.at((number, 0.0));
            let low = self.top + PANEL;
            scene.line(&[(x, low), (x, low + 4.0)], GREY, 0.8);
            scene.words((x, low + 17.0), 11.0, Anchor::Middle, GREY, number.to_string());
        }
    }

    fn line(&self, scene: &mut Scene, points: &[(f32, f32)], colour: Colour) {
        let points: Vec<_> = points.iter().map(|&point| self.at(point)).collect();
        scene.line(&points, colour, 1.4);
    }
}

/// Returns about six round numbers within limits.
fn ticks((low, high): (f32, f32)) -> Vec<f32> {
    let wanted = ((high - low) / 6.0).max(1e-3);
    let power = 10f32.powf(wanted.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= wanted);
    let step = step.unwrap_or(10.0 * power);
    let first = (low / step).ceil() as i32;
    let last = (high / step).floor() as i32;
    (first..=last).map(|index| index as f32 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        assert_eq!(ticks((0.0, 104.0)), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks((-1.2, 3.1)), [-1.0, 0.0, 1.0, 2.0, 3.0]);
        assert_eq!(ticks((10.0, 50.0)), [10.0, 20.0, 30.0, 40.0, 50.0]);
    }
}
