//! `list`: shows the source text around an address or a line.

use super::breakpoint::source_line;
use super::{Command, CommandError, Flow, Host, Session, count};
use crate::debug::host;
use crate::symbols::SourceLine;
use std::fmt::Write as _;

pub(crate) static COMMAND: Command = Command {
    name: "list",
    shortest: 1,
    aliases: &[("source", "")],
    usage: "[ADDRESS | FILE:LINE]",
    summary: "show the source text around a place",
    help: "\
Needs a symbol file with a source map (`load symbols FILE`), and the source
files at the paths that the map gives. Default: the program counter.

    pdp6> list LOOP
    pdp6> list moves.mid:27",
    run,
};

const LINES_AROUND: usize = 5;

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let (place, trail) = match line_of_file(session, arguments)? {
        Some(place) => (place, Default::default()),
        None => {
            let address = if arguments.is_empty() {
                session.target.machine.cpu.pc
            } else {
                session.target.address(arguments)?
            };
            let Some(origin) = session.target.symbols.origin(address) else {
                return Err(CommandError(format!(
                    "no source line is known for {}; \"load symbols FILE\" reads a source map",
                    session.target.place(address)
                )));
            };
            (origin.place, origin.trail.clone())
        }
    };
    let mut text = format!("{}\n", session.target.file_and_line(place));
    for expansion in trail.iter() {
        let call = session.target.file_and_line(expansion.call);
        let _ = writeln!(text, "  in {} called at {call}", expansion.name);
    }
    let file = session.target.symbols.file_of(place).to_owned();
    // Always read the file again: it may have changed on the disk.
    let Some(source) = session.target.sources.text(&file, true, host) else {
        return Err(host::read_source(host, &file).err().unwrap_or_else(|| "the file does not exist".into()));
    };
    let (line, lines) = (place.line as usize, source.lines().count());
    if line > lines {
        return Err(CommandError(format!("{file} has only {lines} lines")));
    }
    let first = line.saturating_sub(LINES_AROUND).max(1);
    for (index, content) in source.lines().enumerate().skip(first - 1).take(line + LINES_AROUND + 1 - first) {
        let mark = if index + 1 == line { '>' } else { ' ' };
        let _ = writeln!(text, "{mark}{:5}  {content}", index + 1);
    }
    host.print(&text);
    Ok(Flow::Continue)
}

fn line_of_file(session: &Session, text: &str) -> Result<Option<SourceLine>, CommandError> {
    let Some((name, line)) = source_line(text) else { return Ok(None) };
    let file = session.target.symbols.file_named(name);
    let file = file.ok_or_else(|| session.target.not_in_source_map(&format!("file \"{name}\"")))?;
    match u32::try_from(count(line)?) {
        Ok(line) if line > 0 => Ok(Some(SourceLine { file: file as u32, line })),
        _ => Err(CommandError(format!("\"{line}\" is not a line number; lines are counted from 1"))),
    }
}
