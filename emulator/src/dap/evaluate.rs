//! Expressions, and the commands of the prompt in the client's console.

use super::adapter::{Adapter, NextAction};
use super::client::{MessageFilter, nothing_shown};
use super::memory;
use super::message::Request;
use super::variables::{shown, shown_register};
use crate::address::Address;
use crate::debug::completion::{self, CompletionNames};
use crate::debug::{Flow, Session, command_table};
use crate::io::Action;
use crate::io::teletype::{self, Teletype};
use crate::machine::Input;
use serde::Deserialize;
use serde_json::{Value, json};

const COMMANDS_WHILE_RUNNING: [&str; 24] = [
    "evaluate",
    "print",
    "examine",
    "deposit",
    "view",
    "list",
    "show",
    "set",
    "break",
    "tbreak",
    "nobreak",
    "watch",
    "nowatch",
    "delete",
    "enable",
    "disable",
    "condition",
    "ignore",
    "log",
    "backtrace",
    "picture",
    "lights",
    "map",
    "help",
];

#[derive(Deserialize)]
struct EvaluateArguments {
    expression: String,
    #[serde(default)]
    context: String,
}

pub(super) fn evaluate(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let EvaluateArguments { expression, context } = request.arguments()?;
    let expression = expression.trim();
    if request.text_to_type().is_some() {
        return type_keys(adapter, request);
    }
    if context == "repl" {
        return at_prompt(adapter, expression);
    }
    let session = adapter.session()?;
    value(session, expression)
}

/// Types a text at the console; a line break is RETURN.
pub(super) fn type_keys(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let text = request.text_to_type().ok_or("\"text\" is missing (expected the text to type)")?;
    let action = Action::Type { line: 0, characters: teletype::keys(&text) };
    let input = Input::Act { device: Teletype::NAME.to_owned(), action };
    adapter.session()?.input(input).map_err(|error| error.0)?;
    Ok(nothing_shown())
}

/// Returns the value of a register or an expression; for a label its address and the word there.
fn value(session: &Session, expression: &str) -> Result<Value, String> {
    if let Some(register) = session.target.register(expression) {
        return Ok(result(shown_register(session, register)));
    }
    let word = session.target.word(expression).map_err(|error| error.0)?;
    let label = session.target.symbols.get(expression).filter(|symbol| symbol.label);
    let Some(label) = label else { return Ok(result(shown(word))) };
    let address = Address::of(label.value);
    let there = session.target.machine.examine(address);
    let mut found = result(format!("{address}: {}  {}", shown(there), session.target.instruction(there)));
    found["memoryReference"] = memory::reference(address).into();
    Ok(found)
}

fn result(text: String) -> Value {
    json!({ "result": text, "variablesReference": 0 })
}

/// Carries out a line of the client's console: a command of the prompt, otherwise an expression.
fn at_prompt(adapter: &mut Adapter<'_>, line: &str) -> Result<Value, String> {
    let session = adapter.session()?;
    let Ok((command, _)) = command_table::parse(session, line) else { return value(session, line) };
    if adapter.running.is_some() && command.name != "send" && !COMMANDS_WHILE_RUNNING.contains(&command.name)
    {
        return Err(format!("the machine is running; pause it before \"{}\"", command.name));
    }
    carry_out(adapter, line)
}

/// Carries out a command. If the command has moved a stopped machine, the client gets the event `stopped`,
/// otherwise `invalidated` if the client supports this event.
fn carry_out(adapter: &mut Adapter<'_>, line: &str) -> Result<Value, String> {
    let (session, client) = adapter.both()?;
    let before = (session.target.machine.instructions(), session.target.machine.cpu.pc);
    session.take_stopped();
    client.attention = MessageFilter::Urgent;
    client.keep();
    let done = session.execute(line, client);
    let shown = client.take_kept();
    let ran = session.take_stopped().is_some();
    let moved = ran || (session.target.machine.instructions(), session.target.machine.cpu.pc) != before;
    if let Ok(Flow::Exit(status)) = done {
        adapter.exit(status)?;
    } else if adapter.running.is_none() && moved {
        adapter.next = NextAction::Stop("pause");
    } else if adapter.abilities.supports_invalidated_event {
        adapter.next = NextAction::Send("invalidated", json!({ "areas": ["variables"] }));
    }
    match done {
        Ok(_) => Ok(result(shown.trim_end().to_owned())),
        Err(error) => Err(format!("{shown}{error}")),
    }
}

#[derive(Deserialize)]
struct CompletionsArguments {
    text: String,
    /// The caret: a column, in UTF-16 units, from 0 or 1 as the client counts columns.
    column: Option<i64>,
}

/// Maximum number of names in an answer; typing another letter makes the list shorter.
const MAX_COMPLETIONS: usize = 200;

pub(super) fn completions(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let CompletionsArguments { text, column } = request.arguments()?;
    let caret = column.map_or(usize::MAX, |column| adapter.abilities.column_in(column));
    let before = completion::before_utf16(&text, caret);
    let names = CompletionNames::of(adapter.session()?);
    let mut found = names.complete(before);
    if found.start == 0 {
        // An expression can begin a line here, too.
        found.names.extend(names.beginning_with(before));
    }
    let targets: Vec<Value> =
        found.names.iter().take(MAX_COMPLETIONS).map(|name| json!({ "label": name })).collect();
    Ok(json!({ "targets": targets }))
}
