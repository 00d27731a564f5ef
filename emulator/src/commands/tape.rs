//! `pdp6 tape`: files on DECtapes.

use crate::file::{self, Places};
use crate::formats::FormatError;
use crate::formats::dectape::files::{File, Files, Kind};
use crate::formats::dectape::{self, Layout};
use crate::formats::file_format::FileFormat;
use crate::formats::program::Hint;
use crate::report;
use anyhow::{Context as _, anyhow};
use clap::{Args, Subcommand};
use std::io::Write as _;
use std::process::ExitCode;

/// Put files on DECtapes and take them off: the directories of MACDMP, TECO, MIDAS and ITS.
#[derive(Args, Debug)]
#[command(after_help = "\
A tape is an image of words (.dta) or of lines (.dtr), which stays what it is. A file has two names of up to six \
characters; of one name the first is @, as MACDMP has it.

Example: pdp6 tape new work.dta
         pdp6 tape put work.dta count.mid COUNT SRC
         pdp6 tape put work.dta count.rim COUNT
         pdp6 tape list work.dta
         pdp6 tape get work.dta COUNT SRC")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// List the files of a tape
    List {
        /// The tape's image.
        tape: String,
    },
    /// Take a file off a tape: text as text, programs as words of 36 bits (8 bytes each, big-endian)
    Get {
        /// The tape's image.
        tape: String,
        /// The file's names.
        #[arg(required = true, num_args = 1..=2)]
        name: Vec<String>,
        /// Where to put it; - is standard output.
        #[arg(short, long, value_name = "FILE", default_value = "-")]
        output: String,
    },
    /// Put a file on a tape, in the place of one of the same name
    Put {
        /// The tape's image.
        tape: String,
        /// The file; - is standard input.
        file: String,
        /// Its names on the tape.
        #[arg(required = true, num_args = 1..=2)]
        name: Vec<String>,
        /// What it is: text, sblk (a program), dump or reloc (words as they are) [default: by its contents]
        #[arg(long = "as", value_name = "KIND")]
        kind: Option<String>,
        /// How a program's file is made, as for convert
        #[arg(long, value_name = "FORMAT")]
        format: Option<String>,
    },
    /// Delete a file
    Delete {
        /// The tape's image.
        tape: String,
        /// The file's names.
        #[arg(required = true, num_args = 1..=2)]
        name: Vec<String>,
    },
    /// Make a formatted tape with an empty directory
    New {
        /// The tape's image: of lines if it is called .dtr or .dt6.
        tape: String,
        /// A tape from which the blocks are taken that MACDMP is booted from
        #[arg(long, value_name = "TAPE")]
        boot: Option<String>,
    },
    /// Look for what is wrong with the directory and the files; exit status 1 if anything is
    Check {
        /// The tape's image.
        tape: String,
    },
}

/// Does it.
///
/// # Errors
///
/// A file cannot be read or written, is no tape with files, or has no room.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.verb {
        Verb::List { tape } => print(&read(tape)?.0.list())?,
        Verb::Get { tape, name, output } => {
            let mut places = Places::default();
            places.input("the tape", tape);
            places.output("--output", output).with_context(|| format!("write \"{output}\""))?;
            let (files, _) = read(tape)?;
            let contents = files.get(&name.join(" ")).with_context(|| format!("\"{tape}\""))?;
            file::write(output, &contents).with_context(|| format!("write \"{output}\""))?;
        }
        Verb::Put { tape, file, name, kind, format } => {
            let bytes = file::read(file).with_context(|| format!("read \"{file}\""))?;
            let contents =
                File::of_kind(&bytes, known_kind(kind.as_deref())?, known_format(format.as_deref())?);
            let contents = contents.with_context(|| format!("put \"{file}\""))?;
            change(tape, |files| files.put_named(&name.join(" "), &contents).map(|_| ()))?;
        }
        Verb::Delete { tape, name } => change(tape, |files| files.delete_named(&name.join(" ")))?,
        Verb::New { tape, boot } => new(tape, boot.as_deref())?,
        Verb::Check { tape } => {
            let (files, _) = read(tape)?;
            print(&files.checked())?;
            return Ok(if files.faults().is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn print(text: &str) -> anyhow::Result<()> {
    Ok(report::or_unread(std::io::stdout().write_all(report::plain(text.to_owned()).as_bytes()))?)
}

fn read(tape: &str) -> anyhow::Result<(Files, Layout)> {
    let bytes = file::read(tape).with_context(|| format!("read \"{tape}\""))?;
    let (reel, layout) = dectape::read(&bytes, None).with_context(|| format!("\"{tape}\""))?;
    Ok((Files::of(reel).with_context(|| format!("\"{tape}\""))?, layout))
}

/// Reads a tape, changes its files and writes it, in the layout that it has.
fn change(tape: &str, change: impl FnOnce(&mut Files) -> Result<(), FormatError>) -> anyhow::Result<()> {
    let (mut files, layout) = read(tape)?;
    change(&mut files).with_context(|| format!("\"{tape}\""))?;
    write(tape, files, layout)
}

fn write(tape: &str, files: Files, layout: Layout) -> anyhow::Result<()> {
    let bytes = dectape::write(&files.into_tape()?, layout)?;
    file::write(tape, &bytes).with_context(|| format!("write \"{tape}\""))
}

fn new(tape: &str, boot: Option<&str>) -> anyhow::Result<()> {
    let mut places = Places::default();
    if let Some(boot) = boot {
        places.input("--boot", boot);
    }
    places.output("the tape", tape).with_context(|| format!("write \"{tape}\""))?;
    let boot = boot.map(read).transpose()?;
    let layout = FileFormat::of_name(tape).and_then(|format| format.reel).unwrap_or(Layout::Words);
    write(tape, Files::new(boot.as_ref().map(|(files, _)| files)), layout)
}

fn known_kind(kind: Option<&str>) -> anyhow::Result<Option<Kind>> {
    let known = || Kind::ALL.map(Kind::name).join(", ");
    kind.map(|name| Kind::by_name(name).ok_or_else(|| anyhow!("--as {name}: expected {}", known())))
        .transpose()
}

fn known_format(format: Option<&str>) -> anyhow::Result<Hint> {
    let parse = |text| {
        FileFormat::parse(text).ok_or_else(|| anyhow!("--format {text}: expected {}", FileFormat::known()))
    };
    Ok(format.map(parse).transpose()?.map(FileFormat::hint).unwrap_or_default())
}
