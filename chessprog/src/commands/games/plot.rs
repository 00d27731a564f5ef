//! Draws the results of games: which moves each setting finds, and the printed seconds against the machine's.

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

use super::replay::{Column, Game};

/// Width of the picture.
const WIDTH: u32 = 1000;
/// Margins for names at the left and sums at the right.
const MARGIN: u32 = 110;
/// Height of a row of moves, including the space below.
const ROW: u32 = 16;
/// Height of a game's heading, including the space below.
const HEADING: u32 = 40;
/// Height of a plot of times.
const CHART: u32 = 380;

const FOUND: RGBColor = RGBColor(0x1f, 0x6f, 0x4a);
const MISSED: RGBColor = RGBColor(0xe4, 0xd9, 0xc8);
/// Colours for the times of the columns, used in turn.
const COLOURS: [RGBColor; 6] = [
    RGBColor(0x1b, 0x7f, 0xb5),
    RGBColor(0xc8, 0x4b, 0x31),
    RGBColor(0x4f, 0x9d, 0x4f),
    RGBColor(0x8a, 0x5a, 0xa8),
    RGBColor(0xc9, 0x93, 0x1c),
    RGBColor(0x7a, 0x7a, 0x7a),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Returns the picture as SVG.
///
/// # Errors
/// Returns an error if it cannot be drawn.
pub(super) fn svg(games: &[Game], columns: &[Column]) -> Result<String> {
    let rows = columns.len() as u32;
    let strips: u32 = games.iter().map(|_| HEADING + rows * ROW).sum();
    let timed: Vec<&Game> = games.iter().filter(|game| game.is_timed()).collect();
    let mut text = String::new();
    {
        let size = (WIDTH, strips + HEADING + CHART * timed.len() as u32);
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        draw(&root, games, &timed, columns, strips).map_err(|error| anyhow!("draw the games: {error}"))?;
        root.present().map_err(|error| anyhow!("draw the games: {error}"))?;
    }
    Ok(text)
}

type Drawn = Result<(), Box<dyn std::error::Error>>;

fn draw(root: &Area<'_>, games: &[Game], timed: &[&Game], columns: &[Column], strips: u32) -> Drawn {
    root.fill(&WHITE)?;
    let most = games.iter().map(|game| game.moves.len()).max().unwrap_or(0).max(1) as u32;
    let cell = ((WIDTH - 2 * MARGIN) / most).clamp(4, 24);
    let mut top = 0;
    for game in games {
        found(root, game, columns, top, cell)?;
        top += HEADING + columns.len() as u32 * ROW;
    }
    let (_, mut rest) = root.split_vertically(strips + HEADING);
    for game in timed {
        let (chart, below) = rest.split_vertically(CHART);
        times(&chart, game, columns)?;
        rest = below;
    }
    Ok(())
}

/// Draws a row of squares for each column: filled if the move is found.
fn found(root: &Area<'_>, game: &Game, columns: &[Column], top: u32, cell: u32) -> Drawn {
    let font = ("sans-serif", 13).into_font().color(&BLACK);
    let heading = ("sans-serif", 15).into_font().color(&BLACK);
    let at = |x: u32, y: u32| (x as i32, y as i32);
    let first = game.moves.first().map_or(0, |asked| asked.number);
    let last = game.moves.last().map_or(0, |asked| asked.number);
    let title = format!("{}: moves {first} to {last} of {}", game.title, game.name);
    root.draw_text(&title, &heading, at(10, top + 12))?;
    for (row, column) in columns.iter().enumerate() {
        let y = top + HEADING - 8 + row as u32 * ROW;
        root.draw_text(&column.name, &font, at(10, y))?;
        for (place, asked) in (0..).zip(&game.moves) {
            let colour = if asked.is_found(row) { FOUND } else { MISSED };
            let x = MARGIN + place * cell;
            root.draw(&Rectangle::new([at(x, y), at(x + cell - 2, y + ROW - 4)], colour.filled()))?;
        }
        let sum = format!("{} of {}", game.found(row), game.moves.len());
        root.draw_text(&sum, &font, at(MARGIN + game.moves.len() as u32 * cell + 10, y))?;
    }
    Ok(())
}

/// Draws the seconds of each move: the printed ones, hollow if doubtful, and the machine's in each column
/// that has them.
fn times(area: &Area<'_>, game: &Game, columns: &[Column]) -> Drawn {
    let number = |index: usize| f64::from(game.moves[index].number);
    let of_machine = |column: usize| -> Vec<(f64, f64)> {
        let points =
            game.moves.iter().map(|asked| (f64::from(asked.number), asked.replies[column].seconds()));
        points.filter_map(|(x, y)| Some((x, y?))).collect()
    };
    let printed: Vec<(f64, f64, bool)> = game
        .moves
        .iter()
        .filter_map(|asked| {
            asked.printed.map(|(seconds, doubtful)| (f64::from(asked.number), seconds, doubtful))
        })
        .collect();
    let series: Vec<(usize, Vec<(f64, f64)>)> = (0..columns.len())
        .map(|column| (column, of_machine(column)))
        .filter(|(_, points)| !points.is_empty())
        .collect();
    let machine = series.iter().flat_map(|(_, points)| points.iter().map(|point| point.1));
    let highest = printed.iter().map(|point| point.1).chain(machine).fold(1.0, f64::max);
    let range = number(0) - 1.0..number(game.moves.len() - 1) + 1.0;
    let mut chart = ChartBuilder::on(area)
        .caption(format!("{}: seconds a move", game.title), ("sans-serif", 15))
        .margin(10)
        .x_label_area_size(36)
        .y_label_area_size(48)
        .build_cartesian_2d(range, 0.0..highest * 1.05)?;
    chart
        .configure_mesh()
        .x_desc("move")
        .y_desc("s")
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .light_line_style(WHITE)
        .draw()?;
    for (column, points) in series {
        let colour = COLOURS[column % COLOURS.len()];
        chart
            .draw_series(std::iter::once(PathElement::new(points, colour.stroke_width(2))))?
            .label(columns[column].name.as_str())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
    }
    let line: Vec<(f64, f64)> = printed.iter().map(|&(x, y, _)| (x, y)).collect();
    chart
        .draw_series(std::iter::once(PathElement::new(line, BLACK.stroke_width(1))))?
        .label("printed")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 20, y)], BLACK.stroke_width(1)));
    chart.draw_series(printed.iter().map(|&(x, y, doubtful)| {
        Circle::new((x, y), 3, if doubtful { ShapeStyle::from(BLACK) } else { BLACK.filled() })
    }))?;
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()?;
    Ok(())
}
