//! The source text beside the program: the line of an instruction, and the macros it came through.

use super::{Host, Session, format, stops};
use crate::address::Address;
use crate::cpu::flag;
use crate::symbols::{Origin, SourceLine};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The source files that were looked for, by name; `None` for those that are not there.
#[derive(Debug, Default)]
pub(super) struct Sources(BTreeMap<String, Option<String>>);

impl Sources {
    /// The text of a file, read again or as it was read before.
    pub(super) fn text(&mut self, name: &str, again: bool, host: &mut dyn Host) -> Option<&str> {
        if again || !self.0.contains_key(name) {
            let text =
                host.files().read_source(name).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            self.0.insert(name.to_owned(), text);
        }
        self.0.get(name)?.as_deref()
    }
}

impl Session {
    /// Why the machine has stopped, and where, as the prompt says it.
    pub(crate) fn report(&mut self, stopped: super::Stopped, host: &mut dyn Host) -> String {
        match stopped {
            super::Stopped::Stepped => self.here(host),
            other => format!("{other}\n{}", self.here(host)),
        }
    }

    /// The next instruction with its place and flags, its line of source text and the macros it came through.
    pub(crate) fn here(&mut self, host: &mut dyn Host) -> String {
        let pc = self.machine.cpu.pc;
        let user = if self.machine.cpu.flags & flag::USER != 0 { "  (user)" } else { "" };
        let text = format!("{}\n", self.instruction_line(pc, user));
        match self.symbols.origin(pc).cloned() {
            Some(origin) => text + &self.source_lines(&origin, host),
            None => text,
        }
    }

    /// The instruction at an address, with the file and the line of its source text.
    pub(super) fn instruction_line(&self, at: Address, remark: &str) -> String {
        let word = stops::seen(&self.machine.cpu, &self.machine.memory, at);
        let text = format!("{}: {}{remark}", self.place(at), format::instruction(word, &self.symbols));
        match self.symbols.origin(at) {
            Some(origin) => format!("{text}  [{}]", self.file_and_line(origin.place)),
            None => text,
        }
    }

    /// `FILE:LINE`
    pub(super) fn file_and_line(&self, place: SourceLine) -> String {
        format!("{}:{}", self.symbols.files()[place.file], place.line)
    }

    /// The text of the line, and of the lines that call the macros, innermost first, as far as the files are there.
    fn source_lines(&mut self, origin: &Origin, host: &mut dyn Host) -> String {
        let mut text = match self.source_line(origin.place, host) {
            Some(line) => format!("    {line}\n"),
            None => String::new(),
        };
        for expansion in origin.trail.iter() {
            let place = self.file_and_line(expansion.call);
            let line = self.source_line(expansion.call, host).unwrap_or_default();
            let _ = writeln!(text, "  in {}, called at {place}: {}", expansion.name, line.trim_start());
        }
        text
    }

    fn source_line(&mut self, place: SourceLine, host: &mut dyn Host) -> Option<String> {
        let name = self.symbols.files()[place.file].clone();
        let text = self.sources.text(&name, false, host)?;
        let line = text.lines().nth((place.line as usize).checked_sub(1)?)?;
        Some(line.trim_end().to_owned())
    }
}
