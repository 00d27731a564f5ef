//! `machack games`: replays the games of the 1967 article, and others, move by move.

mod plot;
mod replay;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use support::file::Places;
use support::report;
use support::signals::Stop;

use super::engine::{self, EngineChoice, Starter};
use super::settings::SettingsArgs;
use super::{file, scores};
use crate::picture::svg;
use crate::vocabulary::{Settings, Side};
use replay::{Column, ReplayedGame};

/// Replay the games of the 1967 article and compare the moves.
///
/// Each line shows one of the program's moves after the opening book: the move played, its seconds if the
/// record of the game has them, and for each setting `=` if the program finds the same move, otherwise the
/// move that it finds. For a program on the emulated PDP-6, its seconds are shown too. Each position is
/// searched by a program that has just been started, after making the moves of the game.
///
/// The settings are ORIG N and ORIG T, the program of spring 1967 at normal and tournament widths, and NORMAL
/// and TOURN, the program that the article describes (August 1967). With --engine original, the original
/// program is run, at both widths. If PDP6_SOFTWARE is set, the original program is also run, in the
/// columns `1967 N` and `1967 T`. If any search setting is given, there is one column with that setting.
///
/// For several games, a line per setting shows totals: moves found, and averages per move of the nodes where
/// moves were generated, and on the emulated PDP-6 of instructions and seconds.
///
/// The last lines, one per game and setting, show how many of the moves are found: `game 4 ORIG T 35 of 41`.
///
/// If a game cannot be read, the place and the error are reported. The others are replayed, and the exit
/// status is 1.
///
/// Control-C stops and prints the results so far.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack games
  machack games machack-unrated --engine emulated --svg game4.svg
  machack games --tournament --orig --paper 1
  machack games --engine emulated --tournament --secondary 0
  machack games my-game.pgn --side black")]
pub(crate) struct Args {
    /// Games of the article (wagner-machack, conroy-machack, machack-landey, machack-unrated), other games of
    /// 1967 and 1968 (dreyfus-machack, charly-machack-1, machack-charly-2, charly-machack-3), or PGN files.
    /// Default: the four games of the article.
    #[arg(value_name = "GAME")]
    pub games: Vec<String>,
    /// The side whose moves are replayed, if the file does not say which side is the program's.
    #[arg(long, value_enum)]
    pub side: Option<Side>,
    /// The program to run. Only programs on the emulated PDP-6 have times.
    #[arg(long, value_enum, default_value = "native")]
    pub engine: EngineChoice,
    /// Write a drawing to this file: the moves that each setting finds, and the seconds in the record of
    /// the game beside the machine's.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// How it searches.
    #[command(flatten)]
    pub settings: SettingsArgs,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let mut places = Places::default();
    args.games.iter().for_each(|game| places.input("a game", game));
    args.svg.iter().try_for_each(|path| file::declare("--svg", path, &mut places))?;
    let columns = columns(args)?;
    let mut games = Vec::new();
    let whole = scores::each(&args.games, |game, played| {
        let side = game.side(args.side)?;
        games.push(ReplayedGame::of(game, &played, side)?);
        Ok(())
    })?;
    // If control-C cannot be handled, it ends the command as usual.
    let stop = Stop::heard().unwrap_or_default();
    let left_out = replay::ask(&mut games, &columns, &stop)?;
    if args.svg.as_deref() != Some(Path::new("-")) {
        table::print(&games, &columns, out)?;
    }
    out.flush()?;
    let drawn = |path: &PathBuf| file::replace(path, svg(&plot::plot(&games, &columns)).as_bytes());
    args.svg.as_ref().map_or(Ok(()), drawn)?;
    if left_out == 0 {
        return Ok(if whole { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let replayed: usize = games.iter().map(|game| game.moves.len()).sum();
    report::message(format!("machack: stopped after {replayed} of {} moves", replayed + left_out))?;
    Ok(ExitCode::from(Stop::STATUS))
}

fn columns(args: &Args) -> Result<Vec<Column>> {
    let starter = Starter::new(args.engine)?;
    let column = |name: &str, starter: &Starter, settings: Settings| Column {
        name: name.to_owned(),
        starter: starter.clone(),
        settings,
    };
    if args.settings.are_given() {
        return Ok(vec![column("AS SET", &starter, args.settings.settings())]);
    }
    let (normal, tournament) = (Settings::normal(), Settings::tournament());
    let mut columns = vec![
        column("ORIG N", &starter, normal.clone().original()),
        column("ORIG T", &starter, tournament.clone().original()),
    ];
    if args.engine == EngineChoice::Original {
        return Ok(columns);
    }
    columns.push(column("NORMAL", &starter, normal.clone()));
    columns.push(column("TOURN", &starter, tournament.clone()));
    if engine::copy_is_named() {
        match Starter::new(EngineChoice::Original) {
            Ok(original) => {
                columns.push(column("1967 N", &original, normal.original()));
                columns.push(column("1967 T", &original, tournament.original()));
            }
            Err(error) => {
                report::message(format!("machack: the original program of 1967 is left out: {error:#}"))?
            }
        }
    }
    Ok(columns)
}
