//! `pdp6 convert`: converts a file from one format to another.

use super::machine::{known_format, output_format};
use crate::formats::dectape::{self, Tape};
use crate::formats::file_format::FileFormat;
use crate::formats::program::{self, Hint};
use crate::formats::words::Packing;
use anyhow::{Context as _, bail};
use clap::Args;
use std::process::ExitCode;
use support::file::{self, Places};

/// Convert between paper tapes, DECtape images, packings of words and octal text.
#[derive(Args, Debug)]
#[command(after_help = "\
Packings of 36-bit words: pt (paper tape), core (5 bytes), aa (ANSI ASCII), bin (9 bytes for two words), \
data8 and big8 (64 bits, little- and big-endian), dta (two 32-bit halves, as SIMH stores DECtapes), its \
(the evacuate format of ITS), oct (octal text).
Programs: rim (read-in tape with its loader), rim10 (read-in tape of a PDP-10, which SIMH boots), sblk \
(simple blocks), sav (DEC SAVE), script (deposit commands for SIMH). \
A program format can be combined with a packing: sblk:its.
Between packings, the words are copied unchanged. If the output is a program format, the program is read and \
written in that format.
DECtapes: dta has only the words of the blocks. dtr (also dt6) has every line of the tape: mark track, block \
numbers, checksums and the words between blocks. In a conversion from dta to dtr these are generated, as on \
a tape that can be booted.

Example: pdp6 convert chess.core chess.rim
         pdp6 convert tape.dta words.oct --from dta --to oct
         pdp6 convert system.dtr system.dta")]
pub(crate) struct ConvertArguments {
    /// The file to read; - is standard input.
    input: String,
    /// The file to write; - is standard output.
    output: String,
    /// Format of the input. Default: detected from its contents.
    #[arg(long, visible_alias = "format", value_name = "FORMAT")]
    from: Option<String>,
    /// Format of the output. Default: from the extension of OUTPUT (.rim, .sblk, .oct, .dta, .dtr and so on).
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
}

pub(crate) fn run(arguments: &ConvertArguments) -> anyhow::Result<ExitCode> {
    let from = arguments.from.as_ref().map(|text| known_format("--from", text)).transpose()?;
    let to = output_format(arguments.to.as_deref(), &arguments.output)?;
    let (input, output) = (&arguments.input, &arguments.output);
    let mut places = Places::default();
    places.input("the input", input);
    places.output("the output", output).with_context(|| format!("cannot write \"{output}\""))?;
    let name = file::input_name(input, "\"");
    let bytes = file::read(input).with_context(|| format!("cannot read {name}"))?;
    let converted = convert(&bytes, from, to).with_context(|| format!("cannot convert {name}"))?;
    file::write(output, &converted).with_context(|| format!("cannot write \"{output}\""))?;
    Ok(ExitCode::SUCCESS)
}

fn convert(bytes: &[u8], from: Option<FileFormat>, to: FileFormat) -> anyhow::Result<Vec<u8>> {
    let lines = match from {
        Some(from) => from.reel == Some(dectape::ReelLayout::Lines),
        None => dectape::is_of_lines(bytes),
    };
    let Some(layout) = to.layout else {
        if lines {
            let (tape, _) = dectape::read(bytes, Some(dectape::ReelLayout::Lines))?;
            if let Some(layout) = to.reel {
                return Ok(dectape::write(&tape, layout)?);
            }
            return Ok(to.packing.unwrap_or(Packing::Octal).pack(&tape.words()?));
        }
        let packing = match from.and_then(|from| from.packing).or_else(|| program::detect(bytes)) {
            Some(packing) => packing,
            None if program::read(bytes, Hint::default()).is_ok() => {
                bail!(
                    "this is a program, whose words have addresses; --to rim, rim10, sblk, sav or script \
                     keeps them"
                )
            }
            None if bytes.is_empty() => bail!("the file is empty"),
            None => bail!("unknown packing of words; name it with --from"),
        };
        let words = packing.unpack(bytes)?;
        if to.reel == Some(dectape::ReelLayout::Lines) {
            if words.len() > dectape::BLOCKS * dectape::WORDS {
                bail!("{} words are more than the {} blocks of a DECtape hold", words.len(), dectape::BLOCKS);
            }
            return Ok(dectape::write(&Tape::of_words(&words), dectape::ReelLayout::Lines)?);
        }
        return Ok(to.packing.unwrap_or(Packing::Octal).pack(&words));
    };
    if lines {
        bail!(
            "a DECtape of lines holds blocks of words, not a program; --to dta makes a file of words of it"
        );
    }
    let (image, ..) = program::read(bytes, from.map(FileFormat::hint).unwrap_or_default())?;
    Ok(program::write(&image, layout, to.packing)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::program::ProgramLayout;
    use crate::word::Word;

    #[test]
    fn programs_survive_every_format() {
        let script = "d 000100 254000000100\nd 000101 777777777777\ng 000100\n";
        let format = |name: &str| FileFormat::parse(name).unwrap();
        for name in [
            "rim",
            "rim10",
            "sblk",
            "sav",
            "sblk:its",
            "sblk:core",
            "sav:bin",
            "rim:aa",
            "sblk:data8",
            "sblk:dta",
        ] {
            let bytes = convert(script.as_bytes(), None, format(name)).unwrap();
            let back = convert(&bytes, None, format("script")).unwrap();
            assert_eq!(String::from_utf8(back).unwrap(), script, "{name}");
        }
    }

    #[test]
    fn a_dectape_goes_from_words_to_lines_and_back() {
        let format = |name: &str| Some(FileFormat::parse(name).unwrap());
        let words: Vec<Word> =
            (0..dectape::BLOCKS * dectape::WORDS).map(|i| Word::new(i as u64 * 0o1234567)).collect();
        let dta = Packing::Halves.pack(&words);
        for from in [None, format("dta")] {
            let dtr = convert(&dta, from, format("dtr").unwrap()).unwrap();
            assert_eq!(dtr.len(), dectape::LINES);
            for from in [None, format("dtr")] {
                assert!(convert(&dtr, from, format("dta").unwrap()).unwrap() == dta);
                let octal = convert(&dtr, from, format("oct").unwrap()).unwrap();
                assert!(convert(&octal, format("oct"), format("dtr").unwrap()).unwrap() == dtr);
            }
        }
        // The interblock word before the data of block 76, in two frames of six digits. It is one less than
        // the instruction that moves the tape back to block 75 during the boot.
        let dtr = convert(&dta, None, format("dtr").unwrap()).unwrap();
        let at = dectape::FIRST_BLOCK + dectape::FRAME * (0o76 * dectape::BLOCK_FRAMES + 2);
        let digits = dtr[at..at + 12].iter().fold(0, |bits, line| bits << 3 | u64::from(line & 7));
        assert_eq!(Word::new(digits), Word::halves(0o721200, 0o233107));
        assert!(convert(&dtr, None, format("rim").unwrap()).unwrap_err().to_string().contains("--to dta"));
        let long = Packing::Core.pack(&vec![Word::ZERO; dectape::BLOCKS * dectape::WORDS + 1]);
        assert!(
            convert(&long, format("core"), format("dtr").unwrap())
                .unwrap_err()
                .to_string()
                .contains("blocks")
        );
    }

    #[test]
    fn the_help_names_every_format() {
        let help = ConvertArguments::augment_args(clap::Command::new("convert")).render_help().to_string();
        for name in
            Packing::ALL.map(Packing::name).into_iter().chain(ProgramLayout::ALL.map(ProgramLayout::name))
        {
            assert!(help.contains(&format!("{name} ")), "{name} in\n{help}");
        }
    }

    #[test]
    fn words_are_copied() {
        let format = |name: &str| FileFormat::parse(name).unwrap();
        let core = convert(b"254000000001\n123456654321\n", Some(format("oct")), format("core")).unwrap();
        assert_eq!(core, b"\x56\0\0\0\x01\x29\xCB\xB5\x8D\x01");
        // A file whose lines are all octal words is recognised without a format.
        assert_eq!(convert(b"254000000001\n123456654321\n", None, format("core")).unwrap(), core);
    }
}
