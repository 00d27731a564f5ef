//! `machack analyse`: what the program thinks of a position.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};

use super::engine::{self, EngineChoice, OwnEngine};
use super::position::PositionArgs;
use super::settings::SettingsArgs;
use crate::engine::listing::{board_lines, statistics};
use crate::engine::names::piece_name;
use crate::engine::notation;
use crate::engine::position::Position;
use crate::program::{Case, ChessProgram, Coordinates, describe};
use crate::vectors::{Subject, Terms};
use crate::vocabulary::{Piece, Settings, Side};

/// Show what the program thinks of a position.
///
/// The board; the terms of the static evaluator, the feedover condition and the plausible captures; all moves as the plausible move
/// generator orders them, with plausibility, positional value and marks (P developmentally poor, U not safe, F investigate always);
/// then the move, the value, the variation and the counters of a search. All values are from White's side, 128 to a pawn, but for
/// those of moves, which are from the mover's. Every number is that of the program chosen. The program of 1967 can be asked for
/// searches only, under --orig, and only in games from the initial position.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack analyse --depth 3
  machack analyse --no-search --trace P-K4
  machack analyse --engine emulated --fen '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1'
  machack analyse --engine original --orig --fen 'startpos; moves e2e4 e7e5'")]
pub(crate) struct Args {
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
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let settings = args.settings.settings();
    let own = match args.engine {
        EngineChoice::Native => OwnEngine::Native,
        EngineChoice::Emulated => OwnEngine::Emulated,
        EngineChoice::Original => {
            ensure!(
                args.trace.is_none() && !args.no_search,
                "the program of 1967 has no tables or traces to show: it can only be asked for a search"
            );
            let mut program = engine::program(args.engine)?;
            for case in args.position.read()? {
                let position = root(&case)?;
                writeln!(out, "{case}\n\n  {}", board_lines(&position.diagram()).join("\n  "))?;
                search(program.as_mut(), &case, &position, &settings, out)?;
            }
            return Ok(ExitCode::SUCCESS);
        }
    };
    let mut subject = engine::subject(own)?;
    for case in args.position.read()? {
        let position = root(&case)?;
        subject.set_up(&case)?;
        board(subject.as_mut(), &case, &position, out)?;
        let legal = subject.legal()?;
        if legal.moves.is_empty() {
            writeln!(out, "{}\n", if legal.check { "mate" } else { "stalemate" })?;
            continue;
        }
        terms(subject.as_mut(), &position, settings.paper, out)?;
        table(subject.as_mut(), &position, out)?;
        if let Some(wanted) = &args.trace {
            traces(wanted, subject.as_mut(), &position, settings.paper, out)?;
        }
        if args.no_search {
            writeln!(out)?;
        } else {
            search(subject.as_mut(), &case, &position, &settings, out)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn root(case: &Case) -> Result<Position> {
    case.root().with_context(|| format!("the position `{case}`"))
}

fn board(subject: &mut dyn Subject, case: &Case, position: &Position, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{case}\n")?;
    let key = format!("{:0>12o}", subject.placed()?.key.bits());
    writeln!(out, "  {}   KEY {key}", board_lines(&position.diagram()).join("\n  "))?;
    if let Some(reply) = subject.book()? {
        writeln!(out, "  the book plays {}", named(position, reply.into()))?;
    }
    writeln!(out)?;
    Ok(())
}

fn terms(subject: &mut dyn Subject, position: &Position, paper: bool, out: &mut dyn Write) -> Result<()> {
    let Terms { b, r, p, k, c, s, .. } = subject.statics(paper)?;
    writeln!(out, "material {b}, piece ratio {r}, pawns {p}, king safety {k}, center {c}: static value {s}")?;
    let examined = subject.examine(paper)?;
    if !examined.prise.is_empty() {
        let names = examined.prise.iter().map(|&number| piece_name(position, Piece::new(number)));
        writeln!(out, "en prise: {}", names.collect::<Vec<_>>().join(", "))?;
    }
    match examined.condition {
        0 => writeln!(out, "feedover condition: none")?,
        condition => writeln!(out, "feedover condition: {condition}")?,
    }
    if !examined.captures.is_empty() {
        let gains = examined
            .captures
            .iter()
            .map(|&(mv, gain)| format!("{} {gain}", notation::write_listed(position, mv)));
        writeln!(out, "plausible captures: {}", gains.collect::<Vec<_>>().join(", "))?;
    }
    Ok(())
}

fn table(subject: &mut dyn Subject, position: &Position, out: &mut dyn Write) -> Result<()> {
    let pinned = subject.state()?.is_some_and(|state| state.queens_rook_pinned);
    let generated = subject.generate(&[], pinned)?;
    writeln!(out, "\nrank move                plausib.  posit.")?;
    for (rank, entry) in (1..).zip(&generated.entries) {
        let move_name = format!("{:<12} {}", notation::write_listed(position, entry.mv), entry.mv);
        let marks = [(entry.poor, "P"), (!entry.safe, "U"), (entry.always, "F")];
        let marks: String = marks.into_iter().filter_map(|(on, mark)| on.then_some(mark)).collect();
        let line =
            format!("{rank:>3}  {move_name:<19}{:>8}{:>8}  {marks}", entry.plausibility, entry.positional);
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// A move in coordinates as the program types it.
fn named(position: &Position, mv: Coordinates) -> String {
    mv.legal_in(position).map_or_else(|| mv.to_string(), |mv| notation::write(position, mv))
}

/// The lines of the trace of each move that is wanted.
fn traces(
    wanted: &str,
    subject: &mut dyn Subject,
    position: &Position,
    paper: bool,
    out: &mut dyn Write,
) -> Result<()> {
    let traces = subject.traces()?;
    let all = wanted == "all";
    let of_move = |mv: Coordinates| {
        mv.to_string().eq_ignore_ascii_case(wanted) || named(position, mv).eq_ignore_ascii_case(wanted)
    };
    if all {
        writeln!(out, "\nstatic value\n  {}", subject.static_trace(paper)?.join("\n  "))?;
    }
    let listed = traces.list.iter().map(|(mv, _, lines)| (*mv, lines));
    let dropped = traces.dropped.iter().map(|(mv, lines)| (*mv, lines));
    let mut found = all;
    for (mv, lines) in listed.chain(dropped).filter(|(mv, _)| all || of_move(*mv)) {
        writeln!(out, "\n{} {mv}\n  {}", named(position, mv), lines.join("\n  "))?;
        found = true;
    }
    ensure!(found, "`{wanted}` is no legal move there");
    Ok(())
}

/// The search of a case in a program begun anew.
fn search<P: ChessProgram + ?Sized>(
    program: &mut P,
    case: &Case,
    position: &Position,
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<()> {
    program.set_up(case)?;
    let answer = program.think(settings)?;
    writeln!(out, "\n{}", describe(settings))?;
    if let Some(best) = answer.best {
        writeln!(out, "{} ({best}), value {}", named(position, best), answer.value)?;
    }
    writeln!(out, "{}", line(position, &answer.variation))?;
    // The counters of the statistics line are ours but for those that 1967 had too.
    let lines = statistics(&answer.counters, true);
    let from = usize::from(program.name() == "original");
    writeln!(out, "{}", lines[from..].join("\n"))?;
    if let Some(cost) = program.cost() {
        writeln!(out, "TIME {:.2}", cost.nanos as f64 / 1e9)?;
    }
    writeln!(out)?;
    Ok(())
}

/// A variation in descriptive notation, numbered; after a move that cannot be played, in coordinates.
fn line(position: &Position, variation: &[Coordinates]) -> String {
    let mut game = crate::engine::game::Game::from(position.clone());
    let mut words = Vec::new();
    for (place, &mv) in variation.iter().enumerate() {
        let position = game.position();
        let number = position.game_ply() / 2 + 1;
        match position.side() {
            Side::White => words.push(format!("{number}.")),
            Side::Black if place == 0 => words.push(format!("{number}. ...")),
            Side::Black => {}
        }
        let Some(found) = mv.legal_in(position) else {
            words.extend(variation[place..].iter().map(Coordinates::to_string));
            break;
        };
        words.push(notation::write(position, found));
        game.make(found);
    }
    words.join(" ")
}
