//! The files and formats of reports.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use support::report::{all, usage};

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

/// The output that the arguments choose.
pub(crate) struct ReportOutput<'a> {
    pub args: &'a Args,
    pub format: ReportFormat,
    pub picture: Picture,
}

impl ReportOutput<'_> {
    pub(crate) fn files(&self, positions: usize) -> Vec<PathBuf> {
        let is_picture = matches!(self.format, ReportFormat::Svg | ReportFormat::Png);
        let path = &self.args.output;
        if path == Path::new("-") {
            return Vec::new();
        }
        if !is_picture || self.picture == Picture::Game || positions == 1 {
            return vec![path.clone()];
        }
        (1..=positions).map(|number| numbered(path, number)).collect()
    }

    /// Writes the reports. Each game comes with the number of reports up to its end.
    pub(crate) fn write(
        &self,
        title: &str,
        games: Vec<(Score, usize)>,
        reports: &[Report],
        out: &mut dyn Write,
    ) -> Result<()> {
        let trace = self.args.trace.as_deref();
        let text = match self.format {
            ReportFormat::Text if self.args.pgn.is_some() && trace.is_none() => text::game(title, reports),
            ReportFormat::Text => {
                let texts = reports.iter().map(|report| text::text(report, trace));
                let mut text = texts.collect::<Result<String>>()?;
                if reports.iter().any(|report| report.search.is_some()) {
                    text += &format!("Counters (name in this program, name in 1967):\n{}", Counters::key());
                }
                text
            }
            ReportFormat::Json => {
                serde_json::to_string_pretty(reports).context("cannot write the reports as JSON")? + "\n"
            }
            ReportFormat::Dot => dot::dot(reports),
            ReportFormat::Pgn => explained(games, reports),
            ReportFormat::Svg | ReportFormat::Png => return self.pictures(title, reports, out),
        };
        if self.args.output == Path::new("-") {
            return Ok(out.write_all(text.as_bytes())?);
        }
        file::replace(&self.args.output, text.as_bytes())
    }

    fn pictures(&self, title: &str, reports: &[Report], out: &mut dyn Write) -> Result<()> {
        let path = &self.args.output;
        let scenes: Vec<_> = match self.picture {
            Picture::Game => vec![plot(title, reports)],
            Picture::Board => reports.iter().map(|report| sheet(report, self.args.arrows)).collect(),
            Picture::Tree => reports.iter().filter_map(tree).collect(),
        };
        let alone = scenes.len() == 1;
        ensure!(
            alone || path != Path::new("-"),
            usage(format!("there are {} pictures; name their files with --output FILE", scenes.len()))
        );
        out.flush()?;
        let written = (1..).zip(&scenes).map(|(number, scene)| {
            let bytes = if self.format == ReportFormat::Png { png(scene)? } else { svg(scene).into_bytes() };
            let path = if alone { path.clone() } else { numbered(path, number) };
            // A picture is not text, so it is not written to `out`, which sanitizes text.
            file::replace(&path, &bytes)
        });
        all(written)
    }
}

/// Returns games with the reasons for their moves as comments. Each game comes with the number of reports up
/// to its end.
fn explained(games: Vec<(Score, usize)>, reports: &[Report]) -> String {
    let mut texts = Vec::new();
    let mut first = 0;
    for (score, end) in games {
        let of_game = reports.get(first..end.min(reports.len())).unwrap_or_default();
        let comment = |report: &Report| Some((report.played.as_ref()?.plies, report.why.join(" ")));
        texts.push(annotated(score, of_game.iter().filter_map(comment)));
        first = end;
    }
    texts.concat()
}

/// Returns `board-1.png` for `board.png`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{number}{ending}"))
}
