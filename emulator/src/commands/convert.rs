//! `pdp6 convert`: from one file format to another.

use super::format::FileFormat;
use crate::formats::program::{self, Layout};
use crate::formats::sblk::{self, Sblk};
use crate::formats::words::Packing;
use crate::formats::{octal, rim};
use crate::terminal;
use anyhow::{Context as _, anyhow};
use clap::Args;
use std::process::ExitCode;

/// Convert files.
#[derive(Args, Debug)]
#[command(after_help = "\
Packings of 36-bit words: pt (paper tape), core (5 bytes), aa (ANSI ASCII), bin (9 bytes for two), data8 and big8 (64 bits, little- and big-endian), dta (two
32-bit halves, as SIMH keeps DECtapes), its (evacuate), oct (text).
Programs: rim (read-in tape with its loader), sblk (simple blocks), sav (DEC SAVE), script (SIMH deposits).
A program format can have a packing: sblk:its. From packing to packing the words are copied; to a program format the
program is read and written anew.

Example: pdp6 convert chess.core chess.rim
         pdp6 convert tape.dta words.oct --from dta --to oct")]
pub struct Arguments {
    /// The file to read; - is standard input.
    input: String,
    /// The file to write; - is standard output.
    output: String,
    /// The format of the input, instead of what it looks like.
    #[arg(long, visible_alias = "format", value_name = "FORMAT")]
    from: Option<String>,
    /// The format of the output, instead of what its name asks for.
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
}

/// Converts.
///
/// # Errors
///
/// A file cannot be read or written, or is not what it should be.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let known =
        |text: &String| FileFormat::parse(text).ok_or_else(|| anyhow!("\"{text}\": {}", FileFormat::KNOWN));
    let from = arguments.from.as_ref().map(known).transpose()?;
    let to = match &arguments.to {
        Some(text) => known(text)?,
        None => FileFormat::of_name(&arguments.output)
            .with_context(|| format!("--to is needed: \"{}\" does not tell the format", arguments.output))?,
    };
    let input = &arguments.input;
    let bytes = terminal::read(input).with_context(|| format!("read \"{input}\""))?;
    let converted = convert(&bytes, from, to).with_context(|| format!("convert \"{input}\""))?;
    terminal::write(&arguments.output, &converted)
        .with_context(|| format!("write \"{}\"", arguments.output))?;
    Ok(ExitCode::SUCCESS)
}

/// The bytes of `to` for those of `from`.
fn convert(bytes: &[u8], from: Option<FileFormat>, to: FileFormat) -> anyhow::Result<Vec<u8>> {
    let Some(layout) = to.layout else {
        let packing = match from.and_then(|from| from.packing).or_else(|| program::detect(bytes)) {
            Some(packing) => packing,
            None => anyhow::bail!("the packing of the words cannot be told; --from names it"),
        };
        let words = packing.unpack(bytes)?;
        return Ok(to.packing.unwrap_or(Packing::Octal).pack(&words));
    };
    let (image, ..) = program::read(bytes, from.map(FileFormat::hint).unwrap_or_default())?;
    Ok(match (layout, to.packing) {
        (Layout::Octal, _) => octal::script(&image).into_bytes(),
        (Layout::Rim, None | Some(Packing::PaperTape)) => rim::write(&image)?,
        (Layout::Rim, Some(packing)) => {
            let words = Packing::PaperTape.unpack(&rim::write(&image)?)?;
            packing.pack(&words)
        }
        (Layout::Sblk, packing) => {
            let words = Sblk::from_image(&image, sblk::MIDAS_BLOCK).to_words();
            packing.unwrap_or(Packing::PaperTape).pack(&words)
        }
        (Layout::Sav, packing) => packing.unwrap_or(Packing::Core).pack(&program::write_sav(&image)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_go_through_every_format() {
        let script = "d 000100 254000000100\nd 000101 777777777777\ng 000100\n";
        let format = |name: &str| FileFormat::parse(name).unwrap();
        for name in
            ["rim", "sblk", "sav", "sblk:its", "sblk:core", "sav:bin", "rim:aa", "sblk:data8", "sblk:dta"]
        {
            let bytes = convert(script.as_bytes(), None, format(name)).unwrap();
            let back = convert(&bytes, None, format("script")).unwrap();
            assert_eq!(String::from_utf8(back).unwrap(), script, "{name}");
        }
    }

    #[test]
    fn words_are_copied() {
        let format = |name: &str| FileFormat::parse(name).unwrap();
        let core = convert(b"254000000001\n123456654321\n", Some(format("oct")), format("core")).unwrap();
        assert_eq!(core, b"\x56\0\0\0\x01\x29\xCB\xB5\x8D\x01");
    }
}
