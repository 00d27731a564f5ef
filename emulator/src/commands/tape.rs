//! `pdp6 tape`: lists, reads and writes the files on DECtapes.

use crate::formats::FormatError;
use crate::formats::dectape::files::{File, Kind, ReadOptions, TapeFiles};
use crate::formats::dectape::{self, ReelLayout};
use crate::formats::file_format::FileFormat;
use crate::formats::program::Hint;
use crate::formats::text::Encoding;
use anyhow::Context as _;
use clap::{Args, Subcommand};
use std::io::Write as _;
use std::process::ExitCode;
use support::file::{self, Places};
use support::report::{self, usage};

/// List, read and write the files on DECtapes of MACDMP, TECO, MIDAS and ITS.
#[derive(Args, Debug)]
#[command(after_help = "\
A tape is an image of words (.dta) or of lines (.dtr), and keeps its format. A file has two names of up to \
six characters each. If only one is given, the first name is @, as in MACDMP.

The kind of a file is recognised by its contents, not by its entry in the directory. Text is written with \
the host's line ends. Text that contains a lone CR or LF, a rubout or NUL is written in the encoding of ITS, \
which put and midas can read: 015 is a lone LF, 356 is a lone CR, and ^C may end the text. To copy a file \
and put it back without any change, use --as dump both times.

Example: pdp6 tape new work.dta
         pdp6 tape put work.dta count.mid COUNT SRC
         pdp6 tape put work.dta count.rim COUNT
         pdp6 tape list work.dta
         pdp6 tape get work.dta COUNT SRC")]
pub(crate) struct TapeArguments {
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
    /// Copy a file from a tape: text as text, anything else as words of 36 bits (8 bytes each, big-endian)
    Get {
        /// The tape's image.
        tape: String,
        /// The name of the file: one or two words, such as COUNT SRC. With one word, the first name is @.
        #[arg(required = true, num_args = 1..=2)]
        name: Vec<String>,
        /// Output file; - is standard output.
        #[arg(short, long, value_name = "FILE", default_value = "-")]
        output: String,
        /// Copy the file as text, as sblk (a program), or as dump or reloc (its words unchanged). Default:
        /// detected from the contents
        #[arg(long = "as", value_name = "KIND")]
        kind: Option<String>,
    },
    /// Copy a file to a tape, replacing one of the same name
    Put {
        /// The tape's image.
        tape: String,
        /// The file; - is standard input.
        file: String,
        /// The name of the file on the tape: one or two words, such as COUNT SRC. With one word, the first
        /// name is @.
        #[arg(required = true, num_args = 1..=2)]
        name: Vec<String>,
        /// Write the file as text, as sblk (a program), or as dump or reloc (its words unchanged). Default:
        /// detected from the contents
        #[arg(long = "as", value_name = "KIND")]
        kind: Option<String>,
        /// Format of a program's file, as for convert
        #[arg(long, value_name = "FORMAT")]
        format: Option<String>,
        /// Encoding of text: host, or its (015 is a lone LF, 356 a lone CR). Default: detected from the
        /// contents
        #[arg(long, value_name = "host|its")]
        text: Option<String>,
    },
    /// Delete a file
    Delete {
        /// The tape's image.
        tape: String,
        /// The name of the file: one or two words, such as COUNT SRC. With one word, the first name is @.
        #[arg(required = true, num_args = 1..=2)]
        name: Vec<String>,
    },
    /// Make a formatted tape with an empty directory
    New {
        /// The tape's image, which must not exist; made of lines if its name ends in .dtr or .dt6.
        tape: String,
        /// A tape to copy the boot blocks of MACDMP from
        #[arg(long, value_name = "TAPE")]
        boot: Option<String>,
    },
    /// Check the directory and the files; the exit status is 1 if an error is found
    Check {
        /// The tape's image.
        tape: String,
    },
}

/// Executes the verb. The exit status of `check` is 1 if the tape has faults.
pub(crate) fn run(arguments: &TapeArguments) -> anyhow::Result<ExitCode> {
    match &arguments.verb {
        Verb::List { tape } => print(&read(tape)?.0.list())?,
        Verb::Get { tape, name, output, kind } => {
            let mut places = Places::default();
            places.input("the tape", tape);
            places.output("--output", output).with_context(|| format!("cannot write \"{output}\""))?;
            let kind = known_kind(kind.as_deref())?;
            let (files, _) = read(tape)?;
            let taken = files.get(&name.join(" "), kind).with_context(|| format!("\"{tape}\""))?;
            taken.notes.iter().try_for_each(|note| report::message(format!("pdp6: \"{tape}\": {note}")))?;
            file::write(output, &taken.bytes).with_context(|| format!("cannot write \"{output}\""))?;
        }
        Verb::Put { tape, file, name, kind, format, text } => {
            let reading = ReadOptions {
                kind: known_kind(kind.as_deref())?,
                hint: known_format(format.as_deref())?,
                encoding: known_encoding(text.as_deref())?,
            };
            let input = file::input_name(file, "\"");
            let bytes = file::read(file).with_context(|| format!("cannot read {input}"))?;
            let contents = File::read(&bytes, reading).with_context(|| format!("cannot put {input}"))?;
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
    Ok(report::ignore_closed_pipe(
        std::io::stdout().write_all(support::text::sanitized(text.to_owned()).as_bytes()),
    )?)
}

fn read(tape: &str) -> anyhow::Result<(TapeFiles, ReelLayout)> {
    let input = file::input_name(tape, "\"");
    let bytes = file::read(tape).with_context(|| format!("cannot read {input}"))?;
    let files = TapeFiles::of_image(&bytes).with_context(|| input.clone())?;
    dectape::oddity(&bytes).map_or(Ok(()), |oddity| report::message(format!("pdp6: {input}: {oddity}")))?;
    Ok(files)
}

/// Reads a tape, changes its files and writes it in the same layout.
fn change(tape: &str, change: impl FnOnce(&mut TapeFiles) -> Result<(), FormatError>) -> anyhow::Result<()> {
    let bytes = file::read(tape).with_context(|| format!("cannot read \"{tape}\""))?;
    let changed = TapeFiles::changed_image(&bytes, change).with_context(|| format!("\"{tape}\""))?;
    file::write(tape, &changed).with_context(|| format!("cannot write \"{tape}\""))
}

fn new(tape: &str, boot: Option<&str>) -> anyhow::Result<()> {
    let mut places = Places::default();
    if let Some(boot) = boot {
        places.input("--boot", boot);
    }
    places.output("the tape", tape).with_context(|| format!("cannot write \"{tape}\""))?;
    let boot = boot.map(read).transpose()?;
    let layout = FileFormat::of_name(tape).and_then(|format| format.reel).unwrap_or(ReelLayout::Words);
    let bytes = dectape::write(&TapeFiles::new(boot.as_ref().map(|(files, _)| files)).into_tape()?, layout)?;
    file::create(tape, &bytes).with_context(|| format!("cannot write \"{tape}\""))
}

fn known_kind(kind: Option<&str>) -> anyhow::Result<Option<Kind>> {
    kind.map(|name| {
        Kind::by_name(name).ok_or_else(|| usage(format!("--as {name}: expected {}", Kind::names())))
    })
    .transpose()
}

fn known_encoding(encoding: Option<&str>) -> anyhow::Result<Option<Encoding>> {
    let known = || Encoding::ALL.map(Encoding::name).join(" or ");
    encoding
        .map(|name| {
            Encoding::by_name(name).ok_or_else(|| usage(format!("--text {name}: expected {}", known())))
        })
        .transpose()
}

fn known_format(format: Option<&str>) -> anyhow::Result<Hint> {
    let format = format.map(|text| super::machine::known_format("--format", text)).transpose()?;
    Ok(format.map(FileFormat::hint).unwrap_or_default())
}
