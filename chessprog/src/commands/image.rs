//! `machack image`: the bootable tape from the MIDAS text, and what is kept beside it.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};

use super::file;
use crate::emulated::Program;
use crate::sources::Sources;

/// Assemble the chess program into its read-in tape.
///
/// Writes `machack.rim`, which the READ IN key boots, `machack.sym`, its symbols and source lines for the debugger, and
/// `machack.lst`, the assembler's listing. The same text always gives the same files, bit for bit.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  machack image\n  machack image --check")]
pub struct Args {
    /// The folder of the images.
    #[arg(long, value_name = "DIR", default_value = "images")]
    pub directory: PathBuf,
    /// Write nothing; exit with status 1 if a kept file is not that of the text.
    #[arg(long)]
    pub check: bool,
}

/// Runs the command.
///
/// # Errors
/// The text does not assemble, the folder does not exist, or a file cannot be written.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    if !args.directory.is_dir() {
        bail!(
            "there is no folder `{}`: run this in the root of the repository, or give --directory",
            args.directory.display()
        );
    }
    let sources = Sources::default();
    let program = Program::assemble(&sources)?;
    let symbols = program.symbols.to_text();
    let listing = Program::listing(&sources)?;
    let files = [
        ("machack.rim", &program.tape[..]),
        ("machack.sym", symbols.as_bytes()),
        ("machack.lst", listing.as_bytes()),
    ];
    let mut stale = 0;
    for (name, contents) in files {
        let path = args.directory.join(name);
        if std::fs::read(&path).is_ok_and(|kept| kept == contents) {
            continue;
        }
        stale += 1;
        if args.check {
            writeln!(out, "{} is stale", path.display())?;
        } else {
            file::replace(&path, contents)?;
            writeln!(out, "{} written, {} bytes", path.display(), contents.len())?;
        }
    }
    if stale == 0 {
        writeln!(out, "{} words, fresh", program.image.len())?;
    }
    Ok(if args.check && stale > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
}
