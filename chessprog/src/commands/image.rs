//! `machack image`: makes the bootable tape and its companion files from the MIDAS text.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;

use super::file;
use crate::emulated::Program;
use crate::sources::Sources;

/// Assemble the chess program into its read-in tape.
///
/// Writes `machack.rim`, which the READ IN key boots; `machack.sym`, its symbols and source lines for the
/// debugger; and `machack.lst`, the assembler's listing. The same text always gives the same files, bit for
/// bit.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  machack image\n  machack image --check")]
pub(crate) struct Args {
    /// The folder of the images.
    #[arg(long, value_name = "DIR", default_value = "images")]
    pub directory: PathBuf,
    /// Write nothing, and exit with status 1 if a file does not agree with the text.
    #[arg(long)]
    pub check: bool,
}

/// Runs the command.
///
/// # Errors
/// Returns an error if the text does not assemble, the folder does not exist, or a file cannot be written.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let sources = Sources::default();
    let program = Program::assemble(&sources)?;
    let symbols = program.symbols.to_text();
    let listing = Program::listing(&sources)?;
    let files = [
        ("machack.rim", &program.tape[..]),
        ("machack.sym", symbols.as_bytes()),
        ("machack.lst", listing.as_bytes()),
    ];
    let stale = file::refresh(&args.directory, files, args.check, out)?;
    if stale == 0 {
        writeln!(out, "{} words, fresh", program.image.len())?;
    }
    Ok(if args.check && stale > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
}
