//! The state of a machine for programs.

use crate::cpu::flag;
use crate::debug::Session;
use crate::debug::stops::next_instruction;
use crate::symbols::{Origin, Symbols};
use crate::word::Word;
use serde::Serialize;

/// A word for programs: twelve octal digits.
pub(crate) fn octal_word(word: Word) -> String {
    format!("{:012o}", word.bits())
}

/// Where the machine stands.
#[derive(Debug, Serialize)]
pub(crate) struct State {
    /// The address of the next instruction, six octal digits.
    pc: String,
    /// The same by the program's names.
    place: String,
    /// Its word, twelve octal digits.
    word: String,
    /// Its word as an instruction.
    instruction: String,
    /// The line that it was assembled from, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Source>,
    /// The light RUN: whether CONTINUE has a program to go on with is another matter.
    running: bool,
    /// The processor waits in a memory cycle.
    waits: bool,
    /// User mode.
    user: bool,
    /// Virtual nanoseconds since the machine was switched on.
    time: u64,
    /// Instructions executed since then.
    instructions: u64,
}

/// A line of source text.
#[derive(Debug, Serialize)]
struct Source {
    file: String,
    line: u32,
    /// The macro calls that lead to it, innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trail: Vec<Call>,
}

/// A call of a macro.
#[derive(Debug, Serialize)]
struct Call {
    name: String,
    file: String,
    line: u32,
}

impl State {
    /// The state of the machine of a session.
    pub(crate) fn of(session: &Session) -> State {
        let cpu = &session.machine.cpu;
        let word = next_instruction(cpu, &session.machine.memory);
        State {
            pc: cpu.pc.to_string(),
            place: session.symbols.render(cpu.pc),
            word: octal_word(word),
            instruction: session.instruction(word),
            source: session.symbols.origin(cpu.pc).map(|origin| source(origin, &session.symbols)),
            running: cpu.running,
            waits: cpu.waits_for_memory(),
            user: cpu.flags & flag::USER != 0,
            time: session.machine.time().get(),
            instructions: session.machine.instructions(),
        }
    }
}

fn source(origin: &Origin, symbols: &Symbols) -> Source {
    let file = |index: usize| symbols.files().get(index).cloned().unwrap_or_default();
    let call = |expansion: &crate::symbols::Expansion| Call {
        name: expansion.name.clone(),
        file: file(expansion.call.file),
        line: expansion.call.line,
    };
    Source {
        file: file(origin.place.file),
        line: origin.place.line,
        trail: origin.trail.iter().map(call).collect(),
    }
}
