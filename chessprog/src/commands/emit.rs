//! `machack emit`: writes the shared numbers as MIDAS text.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result};

use super::file;
use crate::emit;
use crate::sources::{ENTRY, Sources};

/// Write the numbers and texts that both programs share as MIDAS source.
///
/// They are defined in `chessprog/src/parameters`. Prints the name of each file that changed.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  machack emit\n  machack emit --check\n  machack emit --whole machack.one"
)]
pub(crate) struct Args {
    /// The folder of the generated files.
    #[arg(long, value_name = "DIR", default_value = "chessprog/midas/generated")]
    pub directory: PathBuf,
    /// Write nothing; exit with status 1 if a file is stale.
    #[arg(long)]
    pub check: bool,
    /// Write the whole program to this file instead: all chapters as one text, as the PDP-6's own assembler
    /// needs it. `-` is standard output.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "directory"])]
    pub whole: Option<String>,
}

/// Runs the command.
///
/// # Errors
/// Returns an error if the folder does not exist, or if a file cannot be written.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    if let Some(path) = &args.whole {
        let text = Sources::default().in_one(ENTRY).map_err(anyhow::Error::msg)?;
        support::file::write(path, text.as_bytes()).with_context(|| format!("write \"{path}\""))?;
        return Ok(ExitCode::SUCCESS);
    }
    let files = emit::files().into_iter().map(|emitted| (emitted.name, emitted.text));
    let stale = file::refresh(&args.directory, files, args.check, out)?;
    Ok(if args.check && stale > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
}
