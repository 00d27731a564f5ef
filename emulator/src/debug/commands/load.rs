//! `load`: a program straight into memory.

use super::{first_word, path, required, split_at};
use crate::debug::{Command, CommandError, Flow, Host, Session, Structures, host};
use crate::formats::program::Hint;
use crate::formats::{self, Image};
use crate::machine::{Input, Register};
use crate::symbols::Symbols;

/// The verb.
pub(crate) static COMMAND: Command = Command {
    name: "load",
    shortest: 2,
    aliases: &[],
    usage: "FILE [symbols FILE] | symbols FILE | structures FILE",
    summary: "put a program file into memory, or read its symbols",
    help: "\
Puts the words of a program file (read-in tape, SBLK, core dump, octal text;
recognised by its contents) into memory without running a loader, and sets the
program counter to its start address. `load symbols FILE` reads a symbol file
as the assembler writes it; symbols that a tape carries are taken from it.
`load structures FILE` reads a table of what the words of the program mean, for
view.

    pdp6> load echo.rim symbols echo.sym
    pdp6> load symbols echo.sym",
    run,
};

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let (first, rest) = first_word(required(arguments, "the file to load")?);
    if first.eq_ignore_ascii_case("symbols") {
        return symbols(session, rest, host);
    }
    if first.eq_ignore_ascii_case("structures") {
        let file = path(required(rest, "the table")?)?;
        let bytes = host::read(host, file)?;
        let table = Structures::parse(&String::from_utf8_lossy(&bytes));
        session.structures = table.map_err(|error| CommandError(format!("table \"{file}\": {error}")))?;
        return Ok(Flow::Continue);
    }
    let (file, rest) = split_at(arguments, "symbols");
    let file = path(file)?;
    let bytes = host::read(host, file)?;
    let (program, ..) = formats::program::read(&bytes, Hint::default())
        .map_err(|error| CommandError(format!("load \"{file}\": {error}")))?;
    let had_symbols = !session.symbols.is_empty();
    session.load(&program)?;
    let mut text = format!("{} words loaded", program.len());
    if let Some(start) = program.start_address() {
        session.input(Input::Register { register: Register::Pc, word: start.into() })?;
        session.next = start;
        text += &format!(", start {start:o}");
    }
    if !had_symbols && !session.symbols.is_empty() {
        text += &format!(", {} symbols", session.symbols.iter().count());
    }
    session.forget_past();
    host.print(&format!("{text}\n"));
    match rest {
        Some(file) => symbols(session, file, host),
        None => Ok(Flow::Continue),
    }
}

fn symbols(session: &mut Session, file: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let file = path(required(file, "the symbol file")?)?;
    let bytes = host::read(host, file)?;
    let text = String::from_utf8_lossy(&bytes);
    session.sources = Default::default();
    session.symbols =
        Symbols::parse(&text).map_err(|error| CommandError(format!("symbol file \"{file}\": {error}")))?;
    host.print(&format!("{} symbols\n", session.symbols.iter().count()));
    Ok(Flow::Continue)
}

impl Session {
    /// Puts a program into memory; if no symbols are known, the program's own are.
    pub(crate) fn load(&mut self, program: &Image) -> Result<(), CommandError> {
        for (address, word) in program.iter() {
            self.input(Input::Deposit { address, word })?;
        }
        if self.symbols.is_empty() {
            self.symbols = Symbols::carried(program);
        }
        Ok(())
    }
}
