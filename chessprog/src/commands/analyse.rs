//! `machack analyse`: what the program thinks of a position.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;

use super::position::{self, EngineChoice, PositionArgs};
use super::settings::SettingsArgs;
use crate::compare::case::Case;
use crate::engine::attack::Attacks;
use crate::engine::board::{Color, Move, Position};
use crate::engine::evaluate::{PawnFacts, Reference, Terms};
use crate::engine::plausible::{ALWAYS, POOR_MARK, SAFE, Scored, plausible_moves};
use crate::engine::probe::NoProbe;
use crate::engine::{moves, notation};
use crate::player::{Settings, describe};

/// Show what the program thinks of a position.
///
/// The board; the terms of the static evaluator; all legal moves as the plausible move generator orders them, with
/// plausibility, positional value and marks (P developmentally poor, U not safe, F investigate always); then the move, the
/// value, the variation and the counters of a search. All values are from White's side, 128 to a pawn. The search is made
/// by the program chosen; the tables are the native one's, which are the same.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack analyse --depth 3
  machack analyse --engine emulated --fen '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1'")]
pub struct Args {
    /// The position.
    #[command(flatten)]
    pub position: PositionArgs,
    /// The program that searches.
    #[arg(long, value_enum, default_value = "native")]
    pub engine: EngineChoice,
    /// Tables only, no search.
    #[arg(long)]
    pub no_search: bool,
    /// How it searches.
    #[command(flatten)]
    pub settings: SettingsArgs,
}

/// Runs the command.
///
/// # Errors
/// A position is none, or the program failed.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let settings = args.settings.settings();
    for position in args.position.read()? {
        board(&position, out)?;
        terms(&position, out)?;
        table(&position, out)?;
        if !args.no_search && !moves::legal(&position).is_empty() {
            search(args.engine, &position, &settings, out)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn board(position: &Position, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}\n", position.fen())?;
    for rank in (1..=8).rev() {
        let row: Vec<String> = (1..=8)
            .map(|file| position.at(crate::engine::board::Square::at(file, rank)).to_string())
            .collect();
        writeln!(out, "  {}", row.join(" "))?;
    }
    let side = if position.side() == Color::White { "W" } else { "B" };
    writeln!(out, "  SIDE {side}   KEY {:012o}\n", position.key())?;
    Ok(())
}

fn terms(position: &Position, out: &mut dyn Write) -> Result<()> {
    let terms = Terms::of(position, &PawnFacts::of(position), Reference::of(position));
    let Terms { b, r, p, k, c, s } = terms;
    writeln!(out, "material {b}, piece ratio {r}, pawns {p}, king safety {k}, center {c}: static value {s}")?;
    let attacks = Attacks::of(position);
    let in_prise: Vec<String> = position
        .pieces()
        .filter(|&square| attacks.prise(square) > 0)
        .map(|square| {
            format!("{} {}", notation::piece_name(position.at(square), square), attacks.prise(square))
        })
        .collect();
    if !in_prise.is_empty() {
        writeln!(out, "en prise: {}", in_prise.join(", "))?;
    }
    Ok(())
}

fn table(position: &Position, out: &mut dyn Write) -> Result<()> {
    let list = plausible_moves(position, &mut NoProbe);
    if list.is_empty() {
        writeln!(out, "{}", if moves::in_check(position) { "mate" } else { "stalemate" })?;
        return Ok(());
    }
    writeln!(out, "\nrank move                plausib.  posit.")?;
    for (rank, scored) in (1..).zip(&list) {
        let text = notation::write(position, scored.mv);
        let move_name = format!("{text:<12} {}", scored.mv);
        let (plausibility, positional) = (scored.plausibility, scored.positional);
        let line = format!("{rank:>3}  {move_name:<19}{plausibility:>8}{positional:>8}  {}", marks(scored));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn marks(scored: &Scored) -> String {
    let mut marks = String::new();
    if scored.has(POOR_MARK) {
        marks.push('P');
    }
    if !scored.has(SAFE) {
        marks.push('U');
    }
    if scored.has(ALWAYS) {
        marks.push('F');
    }
    marks
}

fn search(choice: EngineChoice, position: &Position, settings: &Settings, out: &mut dyn Write) -> Result<()> {
    let mut player = position::player(choice)?;
    let answer = player.think(&Case::position("the position", position.clone()), settings)?;
    writeln!(out, "\n{}", describe(settings))?;
    if let Some(best) = answer.best {
        writeln!(out, "{} ({best}), value {}", notation::write(position, best), answer.value)?;
    }
    writeln!(out, "{}", line(position, &answer.variation))?;
    writeln!(out, "{}", answer.counters)?;
    if let Some(nanos) = player.machine_time() {
        writeln!(out, "TIME {:.2}", nanos as f64 / 1e9)?;
    }
    writeln!(out)?;
    Ok(())
}

/// A variation in descriptive notation, numbered.
fn line(position: &Position, variation: &[Move]) -> String {
    let mut position = position.clone();
    let mut text = String::new();
    for (i, &mv) in variation.iter().enumerate() {
        let number = position.game_ply() / 2 + 1;
        if position.side() == Color::White {
            text += &format!("{number}. ");
        } else if i == 0 {
            text += &format!("{number}. ... ");
        }
        text += &notation::write(&position, mv);
        text.push(' ');
        position.make(mv);
    }
    text.trim_end().to_string()
}
