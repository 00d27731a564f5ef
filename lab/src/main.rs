//! The command `lab`.

mod vectors;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use support::report;

/// Tools for those who change pdp6, midas and machack.
#[derive(Parser)]
#[command(name = "lab", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Vectors(vectors::Arguments),
}

fn main() -> ExitCode {
    let arguments = match report::begin::<Arguments>() {
        Ok(arguments) => arguments,
        Err(status) => return status,
    };
    let done = match arguments.command {
        Command::Vectors(arguments) => vectors::run(&arguments),
    };
    report::end("lab", done, |_| 1)
}
