//! `machack emit`: the shared numbers as MIDAS text.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};

use super::file;
use crate::emit;

/// Write the numbers and texts that both programs share as MIDAS source.
///
/// They are defined in `chessprog/src/parameters`. Prints the name of each file that changed.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  machack emit\n  machack emit --check")]
pub struct Args {
    /// The folder of the generated files.
    #[arg(long, value_name = "DIR", default_value = "chessprog/midas/generated")]
    pub directory: PathBuf,
    /// Write nothing; exit with status 1 if a file is stale.
    #[arg(long)]
    pub check: bool,
}

/// Runs the command.
///
/// # Errors
/// The folder does not exist, or a file cannot be written.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    if !args.directory.is_dir() {
        bail!(
            "there is no folder `{}`: run this in the root of the repository, or give --directory",
            args.directory.display()
        );
    }
    let mut stale = 0;
    for emitted in emit::files() {
        let path = args.directory.join(emitted.name);
        if is_fresh(&path, &emitted.text) {
            continue;
        }
        stale += 1;
        if args.check {
            writeln!(out, "{} is stale", path.display())?;
        } else {
            file::replace(&path, emitted.text.as_bytes())?;
            writeln!(out, "{} written", path.display())?;
        }
    }
    Ok(if args.check && stale > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn is_fresh(path: &Path, text: &str) -> bool {
    std::fs::read_to_string(path).is_ok_and(|kept| kept == text)
}
