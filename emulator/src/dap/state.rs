//! Requests for scripts, which are not in the protocol. They return the state of the machine, the symbols and
//! the commands of the prompt as JSON.

use super::adapter::Adapter;
use super::message::Request;
use crate::cpu::flag;
use crate::debug::fetched::next_instruction;
use crate::debug::{COMMANDS, Session};
use crate::symbols::{Origin, Symbol, Symbols};
use crate::word::Word;
use serde::Serialize;
use serde_json::{Value, json};

pub(super) fn state(adapter: &mut Adapter<'_>, _: &Request) -> Result<Value, String> {
    Ok(json!(State::of(adapter.session()?)))
}

pub(super) fn symbols(adapter: &mut Adapter<'_>, _: &Request) -> Result<Value, String> {
    let symbols = &adapter.session()?.target.symbols;
    let described = |symbol: &Symbol| {
        let (name, value) = (&symbol.name, octal_word(symbol.value));
        json!({ "name": name, "value": value, "label": symbol.label })
    };
    Ok(json!({ "symbols": symbols.iter().map(described).collect::<Vec<_>>(), "files": symbols.files() }))
}

pub(super) fn verbs(adapter: &mut Adapter<'_>, _: &Request) -> Result<Value, String> {
    let described = |command: &crate::debug::Command| {
        json!({
            "name": command.name,
            "shortest": &command.name[..command.shortest],
            "aliases": command.aliases.iter().map(|(alias, _)| alias).collect::<Vec<_>>(),
            "usage": command.usage,
            "summary": command.summary,
            "help": command.help,
        })
    };
    let more = adapter.session().map_or(&[][..], |session| session.more_commands);
    let verbs: Vec<Value> = COMMANDS.iter().chain(more).copied().map(described).collect();
    Ok(json!({ "verbs": verbs }))
}

fn octal_word(word: Word) -> String {
    format!("{:012o}", word.bits())
}

/// The body of the response to `state`.
#[derive(Debug, Serialize)]
struct State {
    /// The address of the next instruction, six octal digits.
    pc: String,
    /// The same address in the program's symbols, such as `LOOP+3`.
    place: String,
    word: String,
    instruction: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<SourceText>,
    /// `true` if the light RUN is on.
    running: bool,
    /// `true` if the processor waits in a memory cycle.
    waits: bool,
    user: bool,
    /// Virtual nanoseconds since the machine was switched on.
    time: u64,
    instructions: u64,
}

#[derive(Debug, Serialize)]
struct SourceText {
    file: String,
    line: u32,
    /// The macro calls that lead to the line, innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trail: Vec<MacroCall>,
}

#[derive(Debug, Serialize)]
struct MacroCall {
    name: String,
    file: String,
    line: u32,
}

impl State {
    fn of(session: &Session) -> State {
        let cpu = &session.target.machine.cpu;
        let word = next_instruction(cpu, &session.target.machine.memory);
        State {
            pc: cpu.pc.to_string(),
            place: session.target.symbols.render(cpu.pc),
            word: octal_word(word),
            instruction: session.target.instruction(word),
            source: session
                .target
                .symbols
                .origin(cpu.pc)
                .map(|origin| source(origin, &session.target.symbols)),
            running: cpu.running,
            waits: cpu.waits_for_memory(),
            user: cpu.flags & flag::USER != 0,
            time: session.target.machine.time().get(),
            instructions: session.target.machine.instructions(),
        }
    }
}

fn source(origin: &Origin, symbols: &Symbols) -> SourceText {
    let call = |expansion: &crate::symbols::Expansion| MacroCall {
        name: expansion.name.clone(),
        file: symbols.file_of(expansion.call).to_owned(),
        line: expansion.call.line,
    };
    SourceText {
        file: symbols.file_of(origin.place).to_owned(),
        line: origin.place.line,
        trail: origin.trail.iter().map(call).collect(),
    }
}
