//! The files and formats of reports.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use support::report::all;

use super::super::annotation::annotated;
use super::super::file;
use super::picture::{plot, sheet, tree};
use super::report::Report;
use super::{Args, dot, text};
use crate::games::Score;
use crate::picture::{png, svg};
use crate::vocabulary::Counters;

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportFormat {
    /// Text; for a game, one line per move
    Text,
    /// An array with an object per position
    Json,
    /// A picture
    Svg,
    /// The same picture with two pixels per point
    Png,
    /// The tree for Graphviz
    Dot,
    /// The game with the sentences of --why as comments
    Pgn,
}

impl ReportFormat {
    pub(crate) fn of(path: &Path) -> ReportFormat {
        match path.extension().and_then(OsStr::to_str) {
            Some("json") => ReportFormat::Json,
            Some("svg") => ReportFormat::Svg,
            Some("png") => ReportFormat::Png,
            Some("dot" | "gv") => ReportFormat::Dot,
            Some("pgn") => ReportFormat::Pgn,
            _ => ReportFormat::Text,
        }
    }
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Picture {
    /// The board with the plausible moves, their terms, the evaluator's terms and the search
    Board,
    /// The search tree
    Tree,
    /// Value and time of a game, move by move
    Game,
}

pub(crate) fn picture_of(args: &Args) -> Picture {
    let usual = match (&args.pgn, args.tree) {
        (Some(_), _) => Picture::Game,
        (None, true) => Picture::Tree,
        (None, false) => Picture::Board,
    };
    args.picture.unwrap_or(usual)
}

pub(crate) fn files(args: &Args, format: ReportFormat, picture: Picture, positions: usize) -> Vec<PathBuf> {
    let drawn = matches!(format, ReportFormat::Svg | ReportFormat::Png) && picture != Picture::Game;
    if args.output == Path::new("-") {
        return Vec::new();
    }
    if !drawn || positions == 1 {
        return vec![args.output.clone()];
    }
    (1..=positions).map(|number| numbered(&args.output, number)).collect()
}

pub(crate) fn write(
    args: &Args,
    format: ReportFormat,
    picture: Picture,
    title: &str,
    reports: &[Report],
    out: &mut dyn Write,
) -> Result<()> {
    match format {
        ReportFormat::Text if args.pgn.is_some() && args.trace.is_none() => {
            put(&args.output, text::game(title, reports).as_bytes(), out)
        }
        ReportFormat::Text => {
            let texts = reports.iter().map(|report| text::text(report, args.trace.as_deref()));
            let mut text = texts.collect::<Result<String>>()?;
            if reports.iter().any(|report| report.search.is_some()) {
                text += &format!("Counters (name in this program, name in 1967):\n{}", Counters::key());
            }
            put(&args.output, text.as_bytes(), out)
        }
        ReportFormat::Json => {
            let mut json = serde_json::to_vec_pretty(reports).context("cannot write the reports as JSON")?;
            json.push(b'\n');
            put(&args.output, &json, out)
        }
        ReportFormat::Dot => put(&args.output, dot::dot(reports).as_bytes(), out),
        // Written by `write_games`, which has the games.
        ReportFormat::Pgn => Ok(()),
        ReportFormat::Svg | ReportFormat::Png => pictures(args, format, picture, title, reports, out),
    }
}

/// Writes games with the reasons for their moves as comments. Each game comes with the number of reports up
/// to its end.
pub(crate) fn write_games(
    args: &Args,
    games: Vec<(Score, usize)>,
    reports: &[Report],
    out: &mut dyn Write,
) -> Result<()> {
    let mut texts = Vec::new();
    let mut first = 0;
    for (score, end) in games {
        let of_game = reports.get(first..end.min(reports.len())).unwrap_or_default();
        let comment = |report: &Report| Some((report.played.as_ref()?.plies, report.why.join(" ")));
        texts.push(annotated(score, of_game.iter().filter_map(comment)));
        first = end;
    }
    put(&args.output, texts.concat().as_bytes(), out)
}

fn pictures(
    args: &Args,
    format: ReportFormat,
    picture: Picture,
    title: &str,
    reports: &[Report],
    out: &mut dyn Write,
) -> Result<()> {
    let scenes: Vec<_> = match picture {
        Picture::Game => vec![plot(title, reports)],
        Picture::Board => reports.iter().map(|report| sheet(report, args.arrows)).collect(),
        Picture::Tree => reports.iter().filter_map(tree).collect(),
    };
    let alone = scenes.len() == 1;
    ensure!(
        alone || args.output != Path::new("-"),
        "there are {} pictures; name their files with --output FILE",
        scenes.len()
    );
    out.flush()?;
    let written = (1..).zip(&scenes).map(|(number, scene)| {
        let bytes = if format == ReportFormat::Png { png(scene)? } else { svg(scene).into_bytes() };
        let path = if alone { args.output.clone() } else { numbered(&args.output, number) };
        // A picture is not text, so it is not written to `out`, which filters text.
        file::replace(&path, &bytes)
    });
    all(written)
}

/// Returns `board-1.png` for `board.png`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{number}{ending}"))
}

fn put(path: &Path, bytes: &[u8], out: &mut dyn Write) -> Result<()> {
    if path == Path::new("-") {
        return Ok(out.write_all(bytes)?);
    }
    file::replace(path, bytes)
}
