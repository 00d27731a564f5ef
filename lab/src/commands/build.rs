//! `lab build`: writes the generated files of the repository.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, ensure};
use chessprog::emulated::Program;
use chessprog::sources::{ENTRY, Sources};
use support::report;

use crate::emit;

/// Write the generated MIDAS text, and the tape, symbols and listing of the chess program
///
/// The numbers and texts of chessprog/src/parameters become chessprog/midas/generated. The text of the
/// program is assembled with them into chessprog/images: machack.rim, the tape that the READ IN key boots;
/// machack.sym, its symbols and source lines for the debugger; machack.lst, the assembler's listing. The
/// same sources always give the same files, bit for bit. Prints the name of each file that changed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status: 0 all files written or current, 1 a file is stale or could not be written, 2 wrong usage.

Examples:
  lab build
  lab build --check
  lab build --whole machack.one")]
pub(crate) struct Args {
    /// The root of the repository.
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// Write nothing; exit with status 1 if a file is stale.
    #[arg(long)]
    check: bool,
    /// Write only the whole program to this file: all chapters as one text, as the PDP-6's own assembler
    /// needs it. `-` is standard output.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "root"])]
    whole: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let generated = emit::files();
    let sources = Sources::default().replaced(|name, kept| {
        let fresh = generated.iter().find(|file| name.strip_prefix("generated/") == Some(file.name));
        Ok::<_, anyhow::Error>(fresh.map_or(kept, |file| &file.text).to_owned())
    })?;
    if let Some(path) = &args.whole {
        let text = sources.in_one(ENTRY)?;
        support::file::write(path, text.as_bytes()).with_context(|| format!("write \"{path}\""))?;
        return Ok(ExitCode::SUCCESS);
    }
    let program = Program::assemble(&sources)?;
    let images = [
        ("machack.rim", program.tape),
        ("machack.sym", program.symbols.to_text().into_bytes()),
        ("machack.lst", Program::listing(&sources)?.into_bytes()),
    ];
    let generated =
        generated.into_iter().map(|file| ("chessprog/midas/generated", file.name, file.text.into_bytes()));
    let files = generated.chain(images.map(|(name, contents)| ("chessprog/images", name, contents)));
    let stale = refresh(&args.root, files, args.check, out)?;
    if stale == 0 {
        writeln!(out, "all files are up to date; the program has {} words", program.image.len())?;
    }
    Ok(ExitCode::from(u8::from(args.check && stale > 0)))
}

/// Updates the files, given as folder, name and contents. With `check`, only reports the stale ones. Returns
/// the number of stale files. If one cannot be written, the others still are.
fn refresh<'a>(
    root: &Path,
    files: impl IntoIterator<Item = (&'a str, &'a str, Vec<u8>)>,
    check: bool,
    out: &mut dyn Write,
) -> Result<usize> {
    let (mut stale, mut written) = (0, Vec::new());
    for (folder, name, contents) in files {
        let folder = root.join(folder);
        ensure!(
            folder.is_dir(),
            "no folder `{}`: run this in the root of the repository, or give --root",
            folder.display()
        );
        let path = folder.join(name);
        if std::fs::read(&path).is_ok_and(|kept| kept == contents) {
            continue;
        }
        stale += 1;
        if check {
            writeln!(out, "{} is stale", path.display())?;
        } else {
            let done =
                support::file::write(&path, &contents).with_context(|| format!("write `{}`", path.display()));
            if done.is_ok() {
                writeln!(out, "{} written, {} bytes", path.display(), contents.len())?;
            }
            written.push(done);
        }
    }
    report::all(written)?;
    Ok(stale)
}
