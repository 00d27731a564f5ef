//! The command line of `pdp6`.

use crate::commands::{convert, dap, debug, disassemble, link, run, tape};
use clap::{CommandFactory as _, Parser, Subcommand};
use std::process::ExitCode;
use support::manual::{self, Completions, Manual};
use support::report;

/// A PDP-6 of 1967: run and debug its programs, convert and disassemble its files.
#[derive(Parser)]
#[command(
    name = "pdp6",
    version,
    after_help = "\
Exit status: 0 success (for run: the program halted or its input ended), 1 an error, 2 an option or argument \
that is unknown or malformed, 3 a limit of time or instructions was reached.

Example: pdp6 run echo.rim --limit 10s"
)]
struct Arguments {
    #[command(subcommand)]
    command: Pdp6Command,
}

#[derive(Subcommand)]
enum Pdp6Command {
    Run(Box<run::RunArguments>),
    Debug(Box<debug::DebugArguments>),
    Dap(dap::DapArguments),
    Convert(convert::ConvertArguments),
    Tape(tape::TapeArguments),
    Link(link::LinkArguments),
    Disassemble(disassemble::DisassembleArguments),
    Completions(Completions),
    Manual(Manual),
}

/// Returns the definition of the command line.
pub fn command() -> clap::Command {
    manual::named(Arguments::command())
}

/// Parses the command line and runs the command.
pub fn main() -> ExitCode {
    let arguments = match report::begin::<Arguments>() {
        Ok(arguments) => arguments,
        Err(status) => return status,
    };
    let done = match arguments.command {
        Pdp6Command::Run(arguments) => run::run(&arguments),
        Pdp6Command::Debug(arguments) => debug::run(&arguments),
        Pdp6Command::Dap(arguments) => dap::run(&arguments),
        Pdp6Command::Convert(arguments) => convert::run(&arguments),
        Pdp6Command::Tape(arguments) => tape::run(&arguments),
        Pdp6Command::Link(arguments) => link::run(&arguments),
        Pdp6Command::Disassemble(arguments) => disassemble::run(&arguments),
        Pdp6Command::Completions(arguments) => arguments.run(command()),
        Pdp6Command::Manual(arguments) => arguments.run(command()),
    };
    report::end("pdp6", done)
}
