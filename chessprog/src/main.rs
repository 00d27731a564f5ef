//! The command `machack`.

use std::io::stdout;
use std::process::ExitCode;

use chessprog::commands::vectors;
use clap::{Parser, Subcommand};

/// Mac Hack Six, the Greenblatt chess program of 1967.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Vectors(vectors::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Vectors(args) => vectors::run(&args, &mut stdout().lock()),
    };
    result.unwrap_or_else(|error| {
        eprintln!("machack: {error:#}");
        ExitCode::from(1)
    })
}
