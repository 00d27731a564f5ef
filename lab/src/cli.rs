//! The command line of `lab`.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};
use support::report::{self, SanitizedWriter};

use crate::commands::{bench, build, chess_vectors, coverage, vectors};

/// Tools for engineers who change pdp6, midas and machack.
#[derive(Debug, Parser)]
#[command(name = "lab", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Args),
    Vectors(vectors::Args),
    ChessVectors(chess_vectors::Args),
    Coverage(coverage::Args),
    Bench(bench::Args),
}

/// Returns the definition of the command line.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the command with the arguments of the process.
pub fn main() -> ExitCode {
    let cli = match report::begin::<Cli>() {
        Ok(cli) => cli,
        Err(status) => return status,
    };
    let mut out = SanitizedWriter::new(io::BufWriter::new(io::stdout().lock()));
    let done = match cli.command {
        Command::Build(args) => build::run(&args, &mut out),
        Command::Vectors(args) => vectors::run(&args, &mut out),
        Command::ChessVectors(args) => chess_vectors::run(&args, &mut out),
        Command::Coverage(args) => coverage::run(&args, &mut out),
        Command::Bench(args) => bench::run(&args, &mut out),
    };
    let done = done.and_then(|status| {
        out.flush()?;
        Ok(status)
    });
    report::end("lab", done)
}
