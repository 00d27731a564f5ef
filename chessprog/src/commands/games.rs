//! `machack games`: the paper's games replayed.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};

use super::file;
use super::position::{self, EngineChoice};
use super::settings::SettingsArgs;
use crate::engine::board::Color;
use crate::engine::notation;
use crate::games::{PAPER_GAMES, Score};
use crate::parameters::settings::TOURNAMENT_WIDTHS;
use crate::player::{Player, describe};

/// Replay the paper's games: what does the program play where Mac Hack moved?
///
/// A line for each of the computer's moves after the opening book: what was played in 1967, what this program plays, its
/// value, and on the emulated machine its time beside the paper's seconds. The paper's pace is that of tournament widths
/// and depth 4, which is what is used if no setting is given.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack games
  machack games machack-landey --engine emulated
  machack games my-game.pgn --side black --depth 3")]
pub struct Args {
    /// Games: names of the paper's (wagner-machack, conroy-machack, machack-landey, machack-unrated) or PGN files; without
    /// any, all four of the paper's.
    #[arg(value_name = "GAME")]
    pub games: Vec<String>,
    /// The side whose moves are replayed, where the file does not say which is the program's.
    #[arg(long, value_enum)]
    pub side: Option<Side>,
    /// The program that plays.
    #[arg(long, value_enum, default_value = "native")]
    pub engine: EngineChoice,
    /// How it searches.
    #[command(flatten)]
    pub settings: SettingsArgs,
}

/// White or Black.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// White
    White,
    /// Black
    Black,
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

/// What came of a game, or of several.
#[derive(Default)]
struct Tally {
    replayed: u32,
    agreed: u32,
    machine: f64,
    paper: f64,
    timed: u32,
}

/// Runs the command.
///
/// # Errors
/// A game cannot be read, or the program failed.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let mut player = position::player(args.engine)?;
    let mut all = Tally::default();
    for (name, text) in scores(&args.games)? {
        let score = Score::parse(&text).with_context(|| format!("read the game `{name}`"))?;
        let tally = replay(player.as_mut(), &name, &score, args, out)?;
        tally.print(&name, out)?;
        all.add(&tally);
    }
    all.print("all", out)?;
    Ok(ExitCode::SUCCESS)
}

fn scores(names: &[String]) -> Result<Vec<(String, String)>> {
    if names.is_empty() {
        return Ok(PAPER_GAMES.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect());
    }
    names
        .iter()
        .map(|name| match PAPER_GAMES.iter().find(|(known, _)| known == name) {
            Some((_, text)) => Ok((name.clone(), text.to_string())),
            None => {
                let text = file::read_text(&PathBuf::from(name)).with_context(|| {
                    let known = PAPER_GAMES.map(|(known, _)| known).join(", ");
                    format!("a game is one of the paper's ({known}) or a PGN file")
                })?;
                Ok((name.clone(), text))
            }
        })
        .collect()
}

fn replay(
    player: &mut dyn Player,
    name: &str,
    score: &Score,
    args: &Args,
    out: &mut dyn Write,
) -> Result<Tally> {
    let side = args.side.map(Color::from).or(score.program()).with_context(|| {
        format!("the game `{name}` does not say which side is the program's: give --side")
    })?;
    let mut settings = args.settings.settings();
    if !args.settings.tournament && args.settings.widths.is_empty() {
        settings.widths = TOURNAMENT_WIDTHS.to_vec();
    }
    writeln!(out, "{name}: {}", describe(&settings))?;
    writeln!(out, "move  1967         here         value    nodes   machine s   paper s")?;
    let mut tally = Tally::default();
    for ((case, played), mv) in score.cases(name)?.into_iter().zip(&score.moves) {
        let position = case.root();
        if position.side() == side && mv.comment != "book" {
            let answer = player.think(&case, &settings)?;
            let here = answer.best.map_or("none".into(), |best| notation::write(&position, best));
            let same = answer.best.map(|best| best.word()) == Some(played.word());
            let machine = player.machine_time().map(|nanos| nanos as f64 / 1e9);
            let paper = mv.seconds();
            tally.replayed += 1;
            tally.agreed += u32::from(same);
            if let (Some(machine), Some((paper, _))) = (machine, paper) {
                tally.machine += machine;
                tally.paper += paper;
                tally.timed += 1;
            }
            writeln!(
                out,
                "{:>4}  {:<12} {:<12}{:>6} {:>8} {:>11} {:>9} {}",
                position.game_ply() / 2 + 1,
                notation::write(&position, played),
                here,
                answer.value,
                answer.counters.nodes,
                machine.map_or("-".into(), |s| format!("{s:.1}")),
                paper
                    .map_or("-".into(), |(s, doubtful)| format!("{s:.1}{}", if doubtful { "?" } else { "" })),
                if same { "=" } else { "" },
            )?;
            out.flush()?;
        }
    }
    Ok(tally)
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.replayed += other.replayed;
        self.agreed += other.agreed;
        self.machine += other.machine;
        self.paper += other.paper;
        self.timed += other.timed;
    }

    fn print(&self, name: &str, out: &mut dyn Write) -> Result<()> {
        write!(out, "{name}: {} of {} moves agree", self.agreed, self.replayed)?;
        if self.timed > 0 {
            let (machine, paper) = (self.machine / f64::from(self.timed), self.paper / f64::from(self.timed));
            write!(
                out,
                "; on {} timed moves {machine:.1} s a move here, {paper:.1} s in the paper: {:.2} times",
                self.timed,
                machine / paper
            )?;
        }
        writeln!(out, "\n")?;
        Ok(())
    }
}
