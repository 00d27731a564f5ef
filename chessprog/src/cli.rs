//! The command line of `machack`.

mod help;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};
use support::manual::{self, Completions, Manual};
use support::report::{self, SanitizedWriter};

use crate::commands::engine::EngineChoice;
use crate::commands::{analyse, bench, compare, dap, debug, games, perft, play, profile, uci, why, xboard};

/// Play and study Mac Hack Six, the Greenblatt chess program of 1967. There are two versions of it:
/// one in MIDAS, run on an emulated PDP-6, and one in Rust.
///
/// Without a subcommand, `machack` runs `machack play`: the game at the teletype of the emulated PDP-6.
#[derive(Debug, Parser)]
#[command(
    name = "machack",
    version,
    max_term_width = 100,
    args_conflicts_with_subcommands = true,
    override_usage = "machack [OPTIONS OF play]\n       machack <COMMAND>",
    help_template = help::template(),
    after_help = EXAMPLES
)]
struct Cli {
    #[command(flatten)]
    play: play::Args,
    #[command(subcommand)]
    command: Option<MachackCommand>,
}

const EXAMPLES: &str = "\
Examples:
  machack                                       play at the teletype
  printf 'PB\\nP-K4\\n' | machack play --plain    the same in a pipe
  machack perft 4 --engine emulated             count moves
  machack compare --random 100 --seed 1         compare the two programs

Words in the help of the subcommands:
  1967 article      Greenblatt, Eastlake, Crocker: The Greenblatt Chess Program
  ply, half-move    a move by one side
  level (of a tree) depth of a node: the position searched is at level 1, those after its moves at level 2
  plausible move    a move worth investigating; its plausibility is in points
  width             how many plausible moves are investigated in a position
  feedover          a position searched beyond the basic depth, for example because of a check
  secondary search  a second, shallow search at the end of the best line
  NORMAL            settings of the program in the article (August 1967)
  TOURN             the same with the widths for tournaments
  ORIG              settings of the program of spring 1967

Exit status: 0 success, 1 error or difference, 2 wrong usage, 130 control-C.";

#[derive(Debug, Subcommand)]
enum MachackCommand {
    Play(play::Args),
    Demo(play::demo::Args),
    Debug(debug::Args),
    Dap(dap::Args),
    Analyse(analyse::Args),
    Why(why::Args),
    Perft(perft::Args),
    Compare(compare::Args),
    Games(games::Args),
    Bench(bench::Args),
    Profile(profile::Args),
    Uci(uci::Args),
    Xboard(xboard::Args),
    Completions(Completions),
    Manual(Manual),
}

/// Returns the definition of the command line.
pub fn command() -> clap::Command {
    manual::named(Cli::command())
}

/// Runs the command line.
pub fn main() -> ExitCode {
    let cli = match report::begin::<Cli>() {
        Ok(cli) => cli,
        Err(status) => return status,
    };
    let chosen = cli.command.unwrap_or(MachackCommand::Play(cli.play));
    let mut out = SanitizedWriter::new(io::BufWriter::new(io::stdout().lock()));
    let done = match chosen {
        // `play` and `demo` draw on the terminal, and show only the printable characters of the program's
        // output, so that output is not sanitized again.
        MachackCommand::Play(args) => raw(|out| play::run(&args, out)),
        MachackCommand::Demo(args) => raw(|out| play::demo::run(&args, out)),
        // An editor reads the output of `dap`.
        MachackCommand::Dap(args) => raw(|out| dap::run(&args, out)),
        MachackCommand::Debug(args) => debug::run(&args, &mut out),
        MachackCommand::Analyse(args) => analyse::run(&args, &mut out),
        MachackCommand::Why(args) => why::run(&args, &mut out),
        MachackCommand::Perft(args) => perft::run(&args, &mut out),
        MachackCommand::Compare(args) => compare::run(&args, &mut out),
        MachackCommand::Games(args) => games::run(&args, &mut out),
        MachackCommand::Bench(args) => bench::run(&args, &mut out),
        MachackCommand::Profile(args) => profile::run(&args, &mut out),
        MachackCommand::Uci(args) => uci::run(&args, &mut out),
        MachackCommand::Xboard(args) => xboard::run(&args, &mut out),
        MachackCommand::Completions(args) => args.run(command()),
        MachackCommand::Manual(args) => args.run(command()),
    };
    end("machack", done, out)
}

/// Runs a command whose output is not sanitized.
fn raw(run: impl FnOnce(&mut dyn Write) -> anyhow::Result<ExitCode>) -> anyhow::Result<ExitCode> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let status = run(&mut out)?;
    flushed(status, out)
}

fn flushed(status: ExitCode, mut out: impl Write) -> anyhow::Result<ExitCode> {
    let flushed = out.flush();
    // Any other status already reports a failure, and the terminal may be gone.
    if status == ExitCode::SUCCESS {
        flushed?;
    }
    Ok(status)
}

/// Run the engine for tools that start it without arguments, as OpenBench does.
///
/// Without a subcommand, it speaks the Universal Chess Interface on standard input and output.
#[derive(Debug, Parser)]
#[command(name = "machack-uci", version, max_term_width = 100)]
struct Bare {
    #[command(subcommand)]
    command: Option<BareCommand>,
}

#[derive(Debug, Subcommand)]
enum BareCommand {
    /// Search the reference positions; the last line is `N nodes N nps`
    Bench,
}

/// Runs the command line of `machack-uci`.
pub fn bare() -> ExitCode {
    let mut out = SanitizedWriter::new(io::BufWriter::new(io::stdout().lock()));
    let bare = match report::begin::<Bare>() {
        Ok(bare) => bare,
        Err(status) => return status,
    };
    let done = match bare.command {
        None => uci::run(&uci::Args::default(), &mut out),
        Some(BareCommand::Bench) => bench::run(&bench::Args { engine: Some(EngineChoice::Native) }, &mut out),
    };
    end("machack-uci", done, out)
}

fn end(name: &str, done: anyhow::Result<ExitCode>, out: impl Write) -> ExitCode {
    report::end(name, done.and_then(|status| flushed(status, out)))
}
