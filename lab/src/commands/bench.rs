//! `lab bench`: speed measurements of the processor and the assembler.

mod assembler;
mod processor;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;

/// Measure the processor or the assembler
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  lab bench processor tests/data/bench/*.oct
  lab bench assembler")]
pub(crate) struct Args {
    #[command(subcommand)]
    subject: BenchCommand,
}

#[derive(Debug, Subcommand)]
enum BenchCommand {
    Processor(processor::Args),
    Assembler(assembler::Args),
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    match &args.subject {
        BenchCommand::Processor(args) => processor::run(args, out),
        BenchCommand::Assembler(args) => assembler::run(args, out),
    }
}
