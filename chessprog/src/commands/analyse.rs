//! `machack analyse`: what the program thinks of a position.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, ensure};

use super::position::{self, EngineChoice, PositionArgs};
use super::settings::SettingsArgs;
use crate::compare::case::{Case, find};
use crate::engine::board::{Color, Move, Position, Square};
use crate::engine::listing::board_lines;
use crate::engine::{moves, notation};
use crate::player::{Settings, describe};
use crate::vectors::{self, BookReply, Captures, Engine, Evaluation, Traces};

/// Show what the program thinks of a position.
///
/// The board; the terms of the static evaluator, the feedover condition and the plausible captures; all legal moves as the
/// plausible move generator orders them, with plausibility, positional value and marks (P developmentally poor, U not safe, F
/// investigate always); then the move, the value, the variation and the counters of a search. All values are from White's
/// side, 128 to a pawn, but for those of moves, which are from the mover's. Every number is that of the program chosen.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack analyse --depth 3
  machack analyse --no-search --trace P-K4
  machack analyse --engine emulated --fen '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1'")]
pub struct Args {
    /// The position.
    #[command(flatten)]
    pub position: PositionArgs,
    /// The program that is asked.
    #[arg(long, value_enum, default_value = "native")]
    pub engine: EngineChoice,
    /// Also the trace of a move (`e2e4`, `P-K4`), factor by factor, or of `all` and the static evaluator.
    #[arg(long, value_name = "MOVE")]
    pub trace: Option<String>,
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
    let mut engine: Box<dyn Engine> = match args.engine {
        EngineChoice::Native => Box::new(vectors::Native::default()),
        EngineChoice::Emulated => Box::new(vectors::Machine::default()),
    };
    for position in args.position.read()? {
        board(&position, engine.as_mut(), out)?;
        if moves::legal(&position).is_empty() {
            writeln!(out, "{}\n", if moves::in_check(&position) { "mate" } else { "stalemate" })?;
            continue;
        }
        terms(&position, engine.as_mut(), out)?;
        table(&position, engine.as_mut(), out)?;
        if let Some(wanted) = &args.trace {
            traces(wanted, &position, engine.as_mut(), out)?;
        }
        if args.no_search {
            writeln!(out)?;
        } else {
            search(args.engine, &position, &settings, out)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn board(position: &Position, engine: &mut dyn Engine, out: &mut dyn Write) -> Result<()> {
    let fen = position.fen();
    writeln!(out, "{fen}\n")?;
    let BookReply { key, mv, .. } = engine.book(&fen)?;
    writeln!(out, "  {}   KEY {key:0>12}", board_lines(position).join("\n  "))?;
    if let Some(reply) = mv {
        writeln!(out, "  the book plays {}", named(position, &reply))?;
    }
    writeln!(out)?;
    Ok(())
}

fn terms(position: &Position, engine: &mut dyn Engine, out: &mut dyn Write) -> Result<()> {
    let fen = position.fen();
    let [w0, b0] = Color::BOTH.map(|color| position.material(color));
    let Evaluation { b, r, p, k, c, s, .. } = engine.evaluation(&fen, w0, b0)?;
    writeln!(out, "material {b}, piece ratio {r}, pawns {p}, king safety {k}, center {c}: static value {s}")?;
    let losses = engine.attacks(&fen)?.enp;
    let in_prise: Vec<String> = Square::all()
        .zip(losses)
        .filter(|&(_, loss)| loss > 0)
        .map(|(square, loss)| format!("{} {loss}", notation::piece_name(position.at(square), square)))
        .collect();
    if !in_prise.is_empty() {
        writeln!(out, "en prise: {}", in_prise.join(", "))?;
    }
    let Captures { feed, captures } = engine.captures(&fen)?;
    writeln!(out, "feedover condition: {feed}")?;
    if !captures.is_empty() {
        let gains: Vec<String> =
            captures.iter().map(|(mv, gain)| format!("{} {gain}", named(position, mv))).collect();
        writeln!(out, "plausible captures: {}", gains.join(", "))?;
    }
    Ok(())
}

fn table(position: &Position, engine: &mut dyn Engine, out: &mut dyn Write) -> Result<()> {
    let list = engine.plausible(&position.fen())?;
    writeln!(out, "\nrank move                plausib.  posit.")?;
    for (rank, (mv, plausibility, positional, marks, ..)) in (1..).zip(&list) {
        let move_name = format!("{:<12} {mv}", named(position, mv));
        let line = format!("{rank:>3}  {move_name:<19}{plausibility:>8}{positional:>8}  {marks}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// A move in coordinates as the program types it.
fn named(position: &Position, coordinates: &str) -> String {
    match find(position, coordinates) {
        Some(mv) => notation::write(position, mv),
        None => coordinates.to_owned(),
    }
}

/// The lines of the trace of each move that is wanted.
fn traces(wanted: &str, position: &Position, engine: &mut dyn Engine, out: &mut dyn Write) -> Result<()> {
    let Traces { evaluator, moves } = engine.trace(&position.fen())?;
    let of_move =
        |mv: &str| mv.eq_ignore_ascii_case(wanted) || named(position, mv).eq_ignore_ascii_case(wanted);
    let mut found = wanted == "all";
    if found {
        writeln!(out, "\nstatic value\n  {}", evaluator.join("\n  "))?;
    }
    for (mv, lines) in moves.iter().filter(|(mv, _)| wanted == "all" || of_move(mv)) {
        writeln!(out, "\n{} {mv}\n  {}", named(position, mv), lines.join("\n  "))?;
        found = true;
    }
    ensure!(found, "`{wanted}` is no legal move there");
    Ok(())
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
