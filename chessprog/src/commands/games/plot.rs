//! Draws the results of games: which moves each setting finds, and the seconds of the score against the
//! machine's.

use super::replay::{Column, ReplayedGame, ReplayedMove};
use crate::commands::scores::LEGEND_OF_SECONDS;
use crate::picture::{Anchor, Colour, INK, Panel, Scene, WHITE, legend};

const WIDTH: f32 = 1000.0;
/// Space for names at the left and for sums at the right.
const MARGIN: f32 = 110.0;
/// Height of a row of moves, including the space below.
const ROW: f32 = 16.0;
/// Height of a game's heading, including the space below.
const HEADING: f32 = 40.0;
/// Height of a plot of times, and of the part between the axes.
const PLOT: f32 = 380.0;
const PANEL: f32 = 300.0;
/// The left end of the times' horizontal axis, and the distance of its right end from the edge.
const LEFT: f32 = 58.0;
const RIGHT: f32 = 20.0;

const FOUND: Colour = Colour::of(0x1f_6f_4a);
const MISSED: Colour = Colour::of(0xe4_d9_c8);
/// Colours for the times of the columns, used in turn.
const COLOURS: [Colour; 6] = [
    Colour::of(0x1b_7f_b5),
    Colour::of(0xc8_4b_31),
    Colour::of(0x4f_9d_4f),
    Colour::of(0x8a_5a_a8),
    Colour::of(0xc9_93_1c),
    Colour::of(0x7a_7a_7a),
];

pub(super) fn plot(games: &[ReplayedGame], columns: &[Column]) -> Scene {
    let rows = columns.len() as f32 * ROW;
    let timed: Vec<&ReplayedGame> = games.iter().filter(|game| game.is_timed()).collect();
    let height = games.len() as f32 * (HEADING + rows) + HEADING + timed.len() as f32 * PLOT;
    let mut scene = Scene::new(WIDTH, height);
    let most = games.iter().map(|game| game.moves.len()).max().unwrap_or(0).max(1);
    let cell = ((WIDTH - 2.0 * MARGIN) / most as f32).clamp(4.0, 24.0).floor();
    let mut top = 0.0;
    for game in games {
        found(&mut scene, game, columns, top, cell);
        top += HEADING + rows;
    }
    for game in timed {
        times(&mut scene, game, columns, top + HEADING);
        top += PLOT;
    }
    scene
}

/// Draws a row of squares for each column: dark if the move is found.
fn found(scene: &mut Scene, game: &ReplayedGame, columns: &[Column], top: f32, cell: f32) {
    let [first, last] = [game.moves.first(), game.moves.last()]
        .map(|replayed| replayed.map_or(0, |replayed| replayed.number));
    let title = format!("{}: moves {first} to {last} of {}", game.title, game.name);
    scene.words((10.0, top + 23.0), 14.0, Anchor::Start, INK, title);
    for (row, column) in columns.iter().enumerate() {
        let y = top + HEADING - 8.0 + row as f32 * ROW;
        let base = y + 10.0;
        scene.words((10.0, base), 12.0, Anchor::Start, INK, column.name.as_str());
        for (place, replayed) in game.moves.iter().enumerate() {
            let colour = if replayed.is_found(row) { FOUND } else { MISSED };
            scene.rect((MARGIN + place as f32 * cell, y), (cell - 2.0, ROW - 4.0), colour);
        }
        let sum = format!("{} of {}", game.found(row), game.moves.len());
        let end = MARGIN + game.moves.len() as f32 * cell + 10.0;
        scene.words((end, base), 12.0, Anchor::Start, INK, sum);
    }
}

/// Draws the seconds of each move: the printed ones, hollow if doubtful, and the machine's in each column
/// that has them.
fn times(scene: &mut Scene, game: &ReplayedGame, columns: &[Column], top: f32) {
    let point = |number: u16, seconds: f64| (f32::from(number), seconds as f32);
    let of_machine = |column: usize| -> Vec<(f32, f32)> {
        let of = |replayed: &ReplayedMove| Some(point(replayed.number, replayed.replies[column].seconds()?));
        game.moves.iter().filter_map(of).collect()
    };
    let machine: Vec<_> = (0..columns.len()).map(of_machine).collect();
    let printed = game.moves.iter().filter_map(|replayed| Some((replayed.number, replayed.printed?)));
    let (printed, doubtful): (Vec<_>, Vec<bool>) =
        printed.map(|(number, (seconds, doubtful))| (point(number, seconds), doubtful)).unzip();
    let most = printed.iter().chain(machine.iter().flatten()).map(|point| point.1).fold(1.0, f32::max);
    let numbers = game.moves.iter().map(|replayed| f32::from(replayed.number));
    let panel = Panel {
        corner: (LEFT, top + 30.0),
        size: (WIDTH - LEFT - RIGHT, PANEL),
        along: (numbers.clone().fold(f32::MAX, f32::min) - 1.0, numbers.fold(0.0, f32::max) + 1.0),
        up: (0.0, most * 1.05),
    };
    panel.axes(scene, &format!("{}: seconds per move", game.title));
    let mut names = vec![(LEGEND_OF_SECONDS, INK)];
    for (index, values) in machine.iter().enumerate().rev().filter(|(_, values)| !values.is_empty()) {
        let colour = COLOURS[index % COLOURS.len()];
        panel.curve(scene, values, colour);
        names.push((columns[index].name.as_str(), colour));
    }
    panel.curve(scene, &printed, INK);
    for (value, doubtful) in printed.iter().zip(doubtful) {
        scene.circle(panel.at(*value), 3.0, if doubtful { WHITE } else { INK }, Some((INK, 1.0)));
    }
    legend(scene, (WIDTH - RIGHT, top + 22.0), &names);
    scene.words((WIDTH / 2.0, top + 30.0 + PANEL + 34.0), 12.0, Anchor::Middle, INK, "move");
}
