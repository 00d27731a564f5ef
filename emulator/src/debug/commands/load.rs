//! `load`: puts a program straight into memory.

use super::{Command, CommandError, Flow, Host, Session, first_word, path, required, split_at};
use crate::debug::host;
use crate::debug::program::{LoadOptions, Program, Source};
use crate::debug::structure::Structures;
use crate::formats::Image;
use crate::formats::file_format::FileFormat;
use crate::machine::{Input, Register};
use crate::symbols::Symbols;
use support::text::count;

pub(crate) static COMMAND: Command = Command {
    name: "load",
    shortest: 2,
    aliases: &[],
    usage: "FILE… [OPTIONS] [symbols FILE] | symbols FILE | structures FILE",
    summary: "load a program file into memory, or read its symbols",
    help: "\
Loads the words of a program file (read-in tape, SBLK, core dump, octal text;
recognised by its contents) into memory without running a loader, and sets the
program counter to its start address. `load symbols FILE` reads a symbol file
written by the assembler; symbols on the tape are loaded with it.
If several files are given, they must be relocatable programs. They are linked
in this order, the first at address 100.
`--format` names the format of a file that is not recognised, `--start` the
start address, as an address or a symbol. `--ignore-checksums` loads damaged
blocks, and reports them. `load structures FILE` reads a table of the
program's structures, for view.

    pdp6> load echo.rim symbols echo.sym
    pdp6> load main.rel math.rel
    pdp6> load old.bin --format sblk --start 1000
    pdp6> load symbols echo.sym",
    run,
};

const PROGRAM_FILE: &str = "a file name: load FILE";

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let (first, rest) = first_word(required(arguments, PROGRAM_FILE)?);
    if first.eq_ignore_ascii_case("symbols") {
        return symbols(session, rest, host);
    }
    if first.eq_ignore_ascii_case("structures") {
        let file = path(required(rest, "a file name: load structures FILE")?)?;
        let bytes = host::read(host, file)?;
        let table = Structures::parse(&String::from_utf8_lossy(&bytes));
        session.target.structures =
            table.map_err(|error| CommandError(format!("table \"{file}\": {error}")))?;
        return Ok(Flow::Continue);
    }
    let (arguments, symbol_file) = split_at(arguments, "symbols");
    let (arguments, format) = option(arguments, "--format")?;
    let (arguments, start) = option(&arguments, "--start")?;
    let (arguments, ignore_checksums) = flag(&arguments, "--ignore-checksums");
    let format = format.as_deref().map(parse_format).transpose()?;
    let options = LoadOptions { format, start: start.as_deref(), ignore_checksums };
    program(session, &sources(&arguments, host)?, options, host)?;
    match symbol_file {
        Some(file) => symbols(session, file, host),
        None => Ok(Flow::Continue),
    }
}

fn parse_format(text: &str) -> Result<FileFormat, CommandError> {
    let format = FileFormat::parse(text).filter(|format| format.reel.is_none());
    format.ok_or_else(|| {
        CommandError(format!("--format: unknown format \"{text}\" (expected {})", FileFormat::programs()))
    })
}

/// Removes an option. Returns the rest and the option's value.
fn option(text: &str, name: &str) -> Result<(String, Option<String>), CommandError> {
    let (before, Some(after)) = split_at(text, name) else { return Ok((text.to_owned(), None)) };
    let (value, rest) = first_word(required(after, &format!("a value after {name}"))?);
    Ok((format!("{before} {rest}"), Some(value.to_owned())))
}

/// Removes an option that has no value. Returns the rest, and `true` if the option was there.
fn flag(text: &str, name: &str) -> (String, bool) {
    match split_at(text, name) {
        (before, Some(after)) => (format!("{before} {after}"), true),
        (whole, None) => (whole.to_owned(), false),
    }
}

/// Reads the file whose name is all of `names`, including its blanks. If that fails, reads the files whose
/// names are separated by the blanks.
fn sources(names: &str, host: &mut dyn Host) -> Result<Vec<Source>, CommandError> {
    let whole = path(required(names.trim(), PROGRAM_FILE)?);
    let error = match whole.and_then(|file| Ok((file.to_owned(), host::read(host, file)?))) {
        Ok(source) => return Ok(vec![source]),
        Err(error) => error,
    };
    let names: Vec<&str> = names.split_whitespace().map(|name| name.trim_matches('"')).collect();
    if let Some(option) = names.iter().find(|name| name.starts_with("--")) {
        return Err(CommandError(format!(
            "unknown option {option} (expected --format, --start or --ignore-checksums)"
        )));
    }
    if names.len() == 1 {
        return Err(error);
    }
    names.into_iter().map(|file| Ok((file.to_owned(), host::read(host, file)?))).collect()
}

fn program(
    session: &mut Session,
    files: &[Source],
    options: LoadOptions<'_>,
    host: &mut dyn Host,
) -> Result<(), CommandError> {
    let program = Program::read(files, options)?;
    let had_symbols = !session.target.symbols.is_empty();
    let start = session.enter(&program, options)?;
    let mut text: String = program.remarks.iter().map(|remark| format!("{remark}\n")).collect();
    text += &format!("{} loaded", count(program.image.len(), "word"));
    if let Some(start) = start {
        session.input(Input::Register { register: Register::Pc, word: start.into() })?;
        session.next = start;
        text += &format!(", start {start:o}");
    }
    if !had_symbols && !session.target.symbols.is_empty() {
        text += &format!(", {}", count(session.target.symbols.iter().count(), "symbol"));
    }
    if !program.undefined.is_empty() {
        text += &format!("\nnot defined: {}", program.undefined.join(" "));
    }
    session.forget_past();
    host.print(&format!("{text}\n"));
    Ok(())
}

fn symbols(session: &mut Session, file: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let file = path(required(file, "a file name: load symbols FILE")?)?;
    let bytes = host::read(host, file)?;
    let text = String::from_utf8_lossy(&bytes);
    session.target.sources = Default::default();
    session.target.symbols =
        Symbols::parse(&text).map_err(|error| CommandError(format!("symbol file \"{file}\": {error}")))?;
    host.print(&format!("{}\n", count(session.target.symbols.iter().count(), "symbol")));
    Ok(Flow::Continue)
}

impl Session {
    /// Puts a program into memory. If no symbols are loaded, loads those in the program.
    pub(crate) fn load(&mut self, program: &Image) -> Result<(), CommandError> {
        for (address, word) in program.iter() {
            self.input(Input::Deposit { address, word })?;
        }
        if self.target.symbols.is_empty() {
            self.target.symbols = Symbols::carried(program);
        }
        Ok(())
    }
}
