//! Coverage as one page of HTML, which needs no other file.

use std::fmt::Write as _;

use anyhow::{Result, anyhow};
use plotters::prelude::*;

use crate::compare::tally::Tally;
use crate::coverage::{Coverage, LineCount, Share, mark};
use crate::parameters::comments::COMMENTS;
use crate::sources::Sources;

const STYLE: &str = "body{font:15px sans-serif;margin:2em;max-width:72em}table{border-collapse:collapse}\
    td,th{padding:2px 10px;text-align:right}td:first-child,th:first-child{text-align:left}\
    pre{font-size:12px;line-height:1.25}.m{background:#f6c9c0}.p{background:#fbe6b8}.b{background:#e7e3f7}";

const COVERED: RGBColor = RGBColor(0x8f, 0xb9, 0xa3);
const MISSED: RGBColor = RGBColor(0xc8, 0x4b, 0x31);
const EMPTY: RGBColor = RGBColor(0xe9, 0xe4, 0xda);
/// Height of a bar and the space around it, in pixels.
const ROW: i32 = 18;
/// Widths of the columns of names, bars and numbers, in pixels.
const NAMES: i32 = 230;
const BARS: i32 = 520;
const NUMBERS: i32 = 150;

/// Returns the page.
///
/// # Errors
/// Returns an error if a plot cannot be drawn.
pub(super) fn html(coverage: &Coverage, sources: &Sources, tally: &Tally) -> Result<String> {
    let total = coverage.total();
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Mac Hack Six: coverage</title>\
         <style>{STYLE}</style></head><body>\n<h1>Coverage of the MIDAS program</h1>\n\
         <p>{} of {} instructions were executed ({:.2} %), {} of {} branches went both ways ({:.2} %), in {:.0} s of the machine's \
         time.</p>\n",
        total.executed,
        total.instructions,
        total.percent(),
        total.both,
        total.branches,
        total.percent_both(),
        total.nanos as f64 / 1e9,
    );
    section(
        &mut page,
        "Instructions executed, by chapter (red: not executed)",
        &bars(&of_chapters(coverage))?,
    );
    section(
        &mut page,
        "Terms that each heuristic gave to moves (logarithmic; red: none)",
        &bars(&of_heuristics(tally))?,
    );
    page += "<h2>Not executed</h2>\n<pre>";
    for gap in coverage.gaps() {
        let (first, count) = (gap[0], gap.len());
        let _ = writeln!(page, "{}:{} {} {count}", first.call.0, first.call.1, escaped(&first.symbol));
    }
    page += "</pre>\n<h2>The text</h2>\n<p>How often, milliseconds, line; red: not executed, yellow: in part, violet: a branch \
             went one way only.</p>\n";
    text(&mut page, coverage, sources);
    page += "</body></html>\n";
    Ok(page)
}

fn section(page: &mut String, heading: &str, plot: &str) {
    let _ = writeln!(page, "<h2>{heading}</h2>\n{plot}");
}

/// A bar, covered from the left up to a share of its width.
struct Bar {
    name: String,
    share: f64,
    /// The colour of what is not covered.
    rest: RGBColor,
    /// What is written after it.
    number: String,
}

fn of_chapters(coverage: &Coverage) -> Vec<Bar> {
    let bar = |(name, share): (String, Share)| Bar {
        name,
        share: share.percent() / 100.0,
        rest: MISSED,
        number: format!("{} of {}", share.executed, share.instructions),
    };
    coverage.by_chapter().into_iter().map(bar).collect()
}

fn of_heuristics(tally: &Tally) -> Vec<Bar> {
    let most = tally.fired.iter().copied().max().unwrap_or(0).max(1) as f64;
    let bar = |(number, (words, _)): (usize, &(&str, _))| {
        let count = tally.fired.get(number - 1).copied().unwrap_or(0);
        let share = (count as f64 + 1.0).ln() / (most + 1.0).ln();
        let rest = if count == 0 { MISSED } else { EMPTY };
        Bar { name: format!("H{number} {words}"), share, rest, number: count.to_string() }
    };
    (1..).zip(&COMMENTS).map(bar).collect()
}

fn bars(bars: &[Bar]) -> Result<String> {
    let mut text = String::new();
    {
        let size = ((NAMES + BARS + NUMBERS) as u32, (bars.len() as i32 * ROW + ROW) as u32);
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        draw(&root, bars).map_err(|error| anyhow!("draw a plot: {error}"))?;
        root.present().map_err(|error| anyhow!("draw a plot: {error}"))?;
    }
    Ok(text)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn draw(root: &Area<'_>, bars: &[Bar]) -> Result<(), Box<dyn std::error::Error>> {
    let font = ("sans-serif", 13).into_font().color(&BLACK);
    for (row, bar) in (0..).zip(bars) {
        let top = row * ROW;
        let end = NAMES + (bar.share * f64::from(BARS)) as i32;
        root.draw_text(&bar.name, &font, (4, top + 2))?;
        root.draw(&Rectangle::new([(NAMES, top + 2), (end, top + ROW - 3)], COVERED.filled()))?;
        root.draw(&Rectangle::new([(end, top + 2), (NAMES + BARS, top + ROW - 3)], bar.rest.filled()))?;
        root.draw_text(&bar.number, &font, (NAMES + BARS + 8, top + 2))?;
    }
    Ok(())
}

/// Adds the annotated text, with a section to unfold for each chapter.
fn text(page: &mut String, coverage: &Coverage, sources: &Sources) {
    let by_line = coverage.by_line();
    for (name, text) in sources.iter() {
        let of_file = |line: u32| by_line.get(&(name.to_owned(), line));
        if (1..).zip(text.lines()).all(|(line, _)| of_file(line).is_none()) {
            continue;
        }
        let _ = write!(page, "<details><summary>{name}</summary><pre>");
        for (line, text) in (1..).zip(text.lines()) {
            let (class, margin) = of_file(line).map_or(("", " ".repeat(23)), margin);
            let _ = writeln!(page, "<span class=\"{class}\">{margin}{line:>5}  {}</span>", escaped(text));
        }
        *page += "</pre></details>\n";
    }
}

fn margin(count: &LineCount) -> (&'static str, String) {
    let class = match mark(count) {
        '-' => "m",
        '~' => "p",
        '?' => "b",
        _ => "",
    };
    (class, format!("{:>12}{:>11.1}", count.times, count.nanos as f64 / 1e6))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
