//! `machack perft`: counts the leaves of the tree of legal moves.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;

use super::engine::{self, EngineChoice};
use super::position::PositionArgs;
use crate::program::Case;
use crate::subject::Subject;
use support::number::within;

/// Count the leaves of the tree of legal moves.
///
/// Prints a line with depth and leaves for each depth up to N. If there are several positions (`--fen -`),
/// the name of each precedes its lines.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack perft 4
  machack perft 3 --divide --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  machack perft 3 --engine emulated")]
pub(crate) struct Args {
    /// Depth in plies.
    #[arg(value_name = "N", value_parser = within::<u32>(0..=12))]
    pub depth: u32,
    /// The position to count from.
    #[command(flatten)]
    pub position: PositionArgs,
    /// The program to run.
    #[arg(long, value_parser = engine::ours(), default_value = "native")]
    pub engine: EngineChoice,
    /// Print the leaves below each move of the position, only for depth N.
    #[arg(long)]
    pub divide: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let cases = args.position.read()?;
    let mut running = engine::start(args.engine)?;
    let program = engine::subject(&mut running)?;
    for case in &cases {
        if cases.len() > 1 {
            writeln!(out, "{case}")?;
        }
        program.set_up(case)?;
        if args.divide {
            divide(program, case, args.depth, out)?;
        } else {
            for depth in args.depth.min(1)..=args.depth {
                writeln!(out, "{depth:>2} {:>12}", program.perft(depth)?)?;
                out.flush()?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn divide(program: &mut dyn Subject, case: &Case, depth: u32, out: &mut dyn Write) -> Result<()> {
    let mut total = 0;
    for mv in program.legal()?.moves {
        program.set_up(&case.clone().with_moves([mv.into()]))?;
        let leaves = program.perft(depth.saturating_sub(1))?;
        total += leaves;
        writeln!(out, "{:<6} {leaves:>12}", mv.to_string())?;
    }
    writeln!(out, "{:<6} {total:>12}", "total")?;
    Ok(())
}
