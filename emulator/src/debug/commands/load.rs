//! `load`: a program straight into memory.

use super::{first_word, path, required};
use crate::debug::{Command, CommandError, Flow, Host, Session};
use crate::formats;
use crate::formats::program::Hint;
use crate::machine::Input;
use crate::symbols::{Symbol, Symbols};

/// The verb.
pub static COMMAND: Command = Command {
    name: "load",
    shortest: 2,
    aliases: &[],
    usage: "FILE [symbols FILE] | symbols FILE",
    summary: "put a program file into memory, or read its symbols",
    help: "\
Puts the words of a program file (read-in tape, SBLK, core dump, octal text; recognised by its contents) into memory without
running a loader, and sets the program counter to its start address.
`load symbols FILE` reads a symbol file as the assembler writes it; symbols that a tape carries are taken from it.

    pdp6> load echo.rim symbols echo.sym
    pdp6> load symbols echo.sym",
    run,
};

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let (first, rest) = first_word(required(arguments, "the file to load")?);
    if first.eq_ignore_ascii_case("symbols") {
        return symbols(session, rest, host);
    }
    let (file, rest) = match arguments.find(" symbols ") {
        Some(at) => (&arguments[..at], Some(&arguments[at + " symbols ".len()..])),
        None => (arguments, None),
    };
    let file = path(file);
    let bytes = host.read_file(file).map_err(|error| CommandError(format!("read \"{file}\": {error}")))?;
    let (program, ..) = formats::program::read(&bytes, Hint::default())
        .map_err(|error| CommandError(format!("load \"{file}\": {error}")))?;
    for (address, word) in program.iter() {
        session.input(Input::Deposit { address, word })?;
    }
    let mut text = format!("{} words loaded", program.len());
    if let Some(start) = program.start_address() {
        session.machine.cpu.pc = start;
        session.next = start;
        text += &format!(", start {start:o}");
    }
    if session.symbols.is_empty() {
        for &(name, value) in &program.symbols {
            let Some((name, flags)) = formats::squoze::decode(name).filter(|(name, _)| !name.is_empty())
            else {
                continue;
            };
            let half_killed = flags & formats::squoze::HALF_KILLED != 0;
            // The tape does not tell labels from other symbols: an address inside the program may be one.
            let label = value.left() == 0 && program.get(crate::address::Address::of(value)).is_some();
            let global = flags & formats::squoze::GLOBAL != 0;
            session.symbols.define(Symbol { name, value, label, half_killed, global });
        }
        if !program.symbols.is_empty() {
            text += &format!(", {} symbols", program.symbols.len());
        }
    }
    session.forget_past();
    host.print(&format!("{text}\n"));
    match rest {
        Some(file) => symbols(session, file, host),
        None => Ok(Flow::Continue),
    }
}

fn symbols(session: &mut Session, file: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let file = path(required(file, "the symbol file")?);
    let bytes = host.read_file(file).map_err(|error| CommandError(format!("read \"{file}\": {error}")))?;
    let text = String::from_utf8_lossy(&bytes);
    session.symbols =
        Symbols::parse(&text).map_err(|error| CommandError(format!("symbol file \"{file}\": {error}")))?;
    host.print(&format!("{} symbols\n", session.symbols.iter().count()));
    Ok(Flow::Continue)
}
