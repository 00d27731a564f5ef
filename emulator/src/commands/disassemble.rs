//! `pdp6 disassemble`: shows a program file as instructions.

use super::machine::{format, read_symbols};
use crate::address::Address;
use crate::debug::format::Format;
use crate::formats::file_format::FileFormat;
use crate::formats::program;
use crate::symbols::Symbols;
use anyhow::{Context as _, bail};
use clap::Args;
use std::fmt::Write as _;
use std::process::ExitCode;
use support::file;
use support::report;
use support::text::sanitized;

/// Show a program file as instructions.
#[derive(Args, Debug)]
#[command(after_help = "Example: pdp6 disassemble chess.rim --symbols chess.sym --range 100-177")]
pub(crate) struct DisassembleArguments {
    /// The program; - is standard input.
    file: String,
    /// Format of the file, such as rim, sblk or sblk:core (`pdp6 convert --help` lists them). Default:
    /// detected from the contents.
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    /// Symbol file. Default: the symbols in the program.
    #[arg(long, value_name = "FILE")]
    symbols: Option<String>,
    /// Only these addresses (octal), such as 100-177.
    #[arg(long, value_name = "FIRST-LAST")]
    range: Option<String>,
    /// Also show each word as ASCII and SIXBIT.
    #[arg(long)]
    text: bool,
}

pub(crate) fn run(arguments: &DisassembleArguments) -> anyhow::Result<ExitCode> {
    let file = &arguments.file;
    let input = file::input_name(file, "\"");
    let bytes = file::read(file).with_context(|| format!("cannot read {input}"))?;
    let format = format(arguments.format.as_deref())?;
    let hint = format.map(FileFormat::hint).unwrap_or_default();
    let (image, ..) = program::read(&bytes, hint)
        .map_err(|error| if format.is_some() { error.in_named_format() } else { error })
        .with_context(|| format!("cannot load {input}"))?;
    let symbols = match &arguments.symbols {
        Some(file) => read_symbols(file)?,
        None => Symbols::carried(&image),
    };
    let (first, last) = match &arguments.range {
        None => (0, Address::LAST.get()),
        Some(range) => {
            let (first, last) = parse_range(range).ok_or_else(|| {
                report::usage(format!("--range {range}: expected two octal addresses, such as 100-177"))
            })?;
            if !image.iter().any(|(address, _)| (first..=last).contains(&address.get())) {
                bail!("--range {range}: {input} has no word there");
            }
            (first, last)
        }
    };
    let mut text = String::new();
    let mut expected = None;
    for (address, word) in image.iter().filter(|(address, _)| (first..=last).contains(&address.get())) {
        if expected.is_some_and(|expected| expected != address) {
            text.push('\n');
        }
        expected = Some(address.next());
        let label =
            symbols.nearest(address, 0).map_or(String::new(), |(symbol, _)| format!("{}:", symbol.name));
        let _ = write!(text, "{address}  {word}  {label:<8}{}", Format::Instruction.render(word, &symbols));
        if arguments.text {
            let [ascii, sixbit] = [Format::Ascii, Format::Sixbit].map(|format| format.render(word, &symbols));
            let _ = write!(text, "  {ascii} {sixbit}");
        }
        text.push('\n');
    }
    if let Some(start) = image.start {
        let _ = writeln!(text, "\nstart: {}", Format::Instruction.render(start, &symbols));
    }
    file::write("-", sanitized(text).as_bytes()).context("cannot write the listing")?;
    Ok(ExitCode::SUCCESS)
}

fn parse_range(text: &str) -> Option<(u32, u32)> {
    let octal = |digits: &str| u32::from_str_radix(digits.trim(), 8).ok().filter(|value| *value < 1 << 18);
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    Some((octal(first)?, octal(last)?)).filter(|(first, last)| first <= last)
}
