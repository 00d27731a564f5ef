//! Places of the program: an instruction or a word, with the line of MIDAS text that it comes from.

use emulator::address::Address;
use emulator::symbols::{SourceLine, Symbol};
use serde::Serialize;

use super::Suspect;
use crate::emulated::Program;
use crate::sources::Sources;

/// An instruction and the line of MIDAS text that it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CodePlace {
    /// Address by label: `PRISE+3`.
    pub symbol: String,
    /// File and line: `prise.mid:122`.
    pub line: String,
    /// The text of the line.
    pub text: String,
    /// The macro calls that the instruction comes from, innermost first.
    pub macros: Vec<MacroCall>,
}

/// A macro call that an instruction comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MacroCall {
    /// Name of the macro.
    pub name: String,
    /// File and line of the call.
    pub line: String,
    /// The text of that line.
    pub text: String,
}

impl CodePlace {
    pub(super) fn new(suspect: &Suspect, address: Address) -> CodePlace {
        let Suspect { program, sources } = suspect;
        let symbol = program.symbols.render(address);
        let Some(origin) = program.symbols.origin(address) else {
            return CodePlace { symbol, line: String::new(), text: String::new(), macros: Vec::new() };
        };
        let (line, text) = source_line(program, sources, origin.place);
        let macros = origin.trail.iter().map(|expansion| {
            let (line, text) = source_line(program, sources, expansion.call);
            MacroCall { name: expansion.name.clone(), line, text }
        });
        CodePlace { symbol, line, text, macros: macros.collect() }
    }
}

/// Returns a line as file and number, and its text.
fn source_line(program: &Program, sources: &Sources, place: SourceLine) -> (String, String) {
    let name = program.symbols.file_of(place);
    let text = sources.file(name).and_then(|text| text.lines().nth((place.line as usize).checked_sub(1)?));
    (format!("{name}:{}", place.line), text.unwrap_or("").trim().to_owned())
}

/// Returns the name of a word: for an accumulator its name in the MIDAS text, for memory its label.
pub(super) fn word_name(program: &Program, address: Address) -> String {
    let is_it = |symbol: &&Symbol| {
        !symbol.label && symbol.half_killed && symbol.value.bits() == u64::from(address.get())
    };
    let named = program.symbols.iter().find(|symbol| is_it(symbol) && symbol.name.len() <= 2);
    match named.filter(|_| address.is_accumulator()) {
        Some(symbol) => symbol.name.clone(),
        None => program.symbols.render(address),
    }
}
