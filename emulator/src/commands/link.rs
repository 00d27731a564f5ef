//! `pdp6 link`: links relocatable programs into one that can be run.

use super::machine::output_format;
use crate::address::Address;
use crate::debug::Program;
use crate::formats::file_format::FileFormat;
use crate::formats::link::LinkedProgram;
use crate::formats::{Image, program};
use anyhow::Context as _;
use clap::Args;
use std::process::ExitCode;
use support::file::{self, Places};
use support::report;

/// Load relocatable programs one after another, resolve their global names, and write the program.
#[derive(Args, Debug)]
#[command(after_help = "\
The files come from midas --format reloc, or from the original assemblers, in any packing of words. They are \
loaded in the given order, as the loader STINK did, the first at address 100. A program in a library is \
loaded only if an earlier program needs it.

Exit status: 0 all names are defined; 1 an error, or some names are not defined (the program is written \
anyway).

Example: midas main.mid -f reloc -o main.rel
         midas math.mid -f reloc -o math.rel
         pdp6 link main.rel math.rel -o game.rim
         pdp6 run game.rim")]
pub(crate) struct LinkArguments {
    /// The relocatable files.
    #[arg(required = true)]
    files: Vec<String>,
    /// The program to write; - is standard output.
    #[arg(short, long, value_name = "FILE")]
    output: String,
    /// Format of the output, such as rim, sblk, sav, script or sblk:its (`pdp6 convert --help` lists them).
    /// Default: from the extension of the output's name.
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Address of the first program (octal).
    #[arg(long, value_name = "ADDRESS", default_value = "100", value_parser = address)]
    origin: Address,
    /// Start address (octal). Default: the start of the last program.
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    start: Option<Address>,
}

fn address(text: &str) -> Result<Address, String> {
    let parsed = u32::from_str_radix(text, 8).ok().filter(|number| *number <= 0o777777);
    parsed.map(Address::new).ok_or_else(|| "expected an octal address of up to six digits".to_owned())
}

/// Links the files. The exit status is 1 if names are undefined.
pub(crate) fn run(arguments: &LinkArguments) -> anyhow::Result<ExitCode> {
    let to = output_format(arguments.to.as_deref(), &arguments.output)?;
    let mut places = Places::default();
    arguments.files.iter().for_each(|file| places.input("the program", file));
    let output = &arguments.output;
    places.output("--output", output).with_context(|| format!("cannot write \"{output}\""))?;
    let mut files = Vec::new();
    for path in &arguments.files {
        files.push((path.clone(), file::read(path).with_context(|| format!("cannot read \"{path}\""))?));
    }
    let mut linked = Program::link(&files, arguments.origin)?;
    if let Some(start) = arguments.start {
        linked.image.start = Some(crate::word::Word::halves(0o254000, start.get()));
    }
    print_report(&linked)?;
    let bytes = write(&linked.image, to)?;
    file::write(output, &bytes).with_context(|| format!("cannot write \"{output}\""))?;
    Ok(if linked.undefined.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print_report(linked: &LinkedProgram) -> anyhow::Result<()> {
    for (name, begin) in &linked.programs {
        report::message(format!("{begin} {name}"))?;
    }
    report::message(format!("{}, end {}", support::text::count(linked.image.len(), "word"), linked.end))?;
    if !linked.undefined.is_empty() {
        report::message(format!("not defined: {}", linked.undefined.join(" ")))?;
    }
    if linked.image.start.is_none() {
        report::message("no program has a start address; give one with --start ADDRESS".to_owned())?;
    }
    Ok(())
}

fn write(image: &Image, to: FileFormat) -> anyhow::Result<Vec<u8>> {
    let Some(layout) = to.layout else {
        return Err(report::usage("--to: expected the format of a program: rim, rim10, sblk, sav or script"));
    };
    Ok(program::write(image, layout, to.packing)?)
}
