//! The source text of the program: the line of an instruction, and the macro calls that lead to it.

use super::host::Host;
use super::target::Target;
use super::{fetched, format};
use crate::address::Address;
use crate::cpu::flag;
use crate::symbols::{Origin, SourceLine};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The texts of the source files, by file name; `None` if a file could not be read.
#[derive(Debug, Default)]
pub(super) struct Sources(BTreeMap<String, Option<String>>);

impl Sources {
    /// Returns the text of a file, if the file can be read. Reads the file on
    /// the first call, and whenever `again` is `true`.
    pub(super) fn text(&mut self, name: &str, again: bool, host: &mut dyn Host) -> Option<&str> {
        if again || !self.0.contains_key(name) {
            let text =
                host.files().read_source(name).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            self.0.insert(name.to_owned(), text);
        }
        self.0.get(name)?.as_deref()
    }
}

impl Target {
    /// Returns the next instruction with its place, and if known its source line and the macro calls that
    /// lead to it.
    pub(crate) fn here(&mut self, host: &mut dyn Host) -> String {
        let pc = self.machine.cpu.pc;
        let user = if self.machine.cpu.flags & flag::USER != 0 { "  (user)" } else { "" };
        let text = format!("{}\n", self.instruction_line(pc, user));
        match self.symbols.origin(pc).cloned() {
            Some(origin) => text + &self.source_lines(&origin, host),
            None => text,
        }
    }

    pub(super) fn instruction_line(&self, at: Address, remark: &str) -> String {
        let word = fetched::seen(&self.machine.cpu, &self.machine.memory, at);
        let text = format!("{}: {}{remark}", self.place(at), format::instruction(word, &self.symbols));
        match self.symbols.origin(at) {
            Some(origin) => format!("{text}  [{}]", self.file_and_line(origin.place)),
            None => text,
        }
    }

    pub(super) fn file_and_line(&self, place: SourceLine) -> String {
        format!("{}:{}", self.symbols.file_of(place), place.line)
    }

    /// Returns the text of the line, and the macro calls that lead to it, innermost first, with their lines.
    /// Leaves out the text of a file that cannot be read.
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
        let name = self.symbols.file_of(place).to_owned();
        let text = self.sources.text(&name, false, host)?;
        let line = text.lines().nth((place.line as usize).checked_sub(1)?)?;
        Some(line.trim_end().to_owned())
    }
}
