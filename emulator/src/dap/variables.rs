//! Scopes and variables: accumulators, registers, conditions and devices.

use super::adapter::Adapter;
use super::client::Client;
use super::memory;
use super::message::Request;
use crate::address::Address;
use crate::debug::Session;
use crate::debug::commands::show;
use crate::machine::Register;
use crate::word::Word;
use serde::Deserialize;
use serde_json::{Value, json};

/// The scopes with their presentation hints. A client refers to them by numbers from 1.
const SCOPES: [(&str, Option<&str>); 4] = [
    ("Accumulators", Some("registers")),
    ("Registers", Some("registers")),
    ("Conditions", None),
    ("Devices", None),
];
const ACCUMULATORS: i64 = 1;
const REGISTERS: i64 = 2;
const CONDITIONS: i64 = 3;
const DEVICES: i64 = 4;

pub(super) fn scopes(adapter: &mut Adapter<'_>, _: &Request) -> Result<Value, String> {
    adapter.session()?;
    let scopes = (1..).zip(SCOPES).map(|(reference, (name, hint))| {
        let mut scope = json!({ "name": name, "variablesReference": reference, "expensive": hint.is_none() });
        if let Some(hint) = hint {
            scope["presentationHint"] = hint.into();
        }
        scope
    });
    Ok(json!({ "scopes": scopes.collect::<Vec<_>>() }))
}

pub(super) fn shown(word: Word) -> String {
    format!("{word}  {}.", word.signed())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct VariableArguments {
    variables_reference: i64,
    #[serde(default)]
    name: String,
    #[serde(default)]
    value: String,
}

pub(super) fn variables(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let arguments: VariableArguments = request.arguments()?;
    let (session, client) = adapter.both()?;
    let variables = match arguments.variables_reference {
        ACCUMULATORS => (0..16).map(|ac| accumulator(session, Address::new(ac))).collect(),
        REGISTERS => Register::ALL.into_iter().map(|register| self::register(session, register)).collect(),
        CONDITIONS => texts(
            quietly(session, "show flags", client)?
                + &quietly(session, "show apr", client)?
                + &quietly(session, "show pi", client)?,
        ),
        DEVICES => texts(quietly(session, "show devices", client)?),
        other => return Err(format!("unknown variables reference {other}")),
    };
    Ok(json!({ "variables": variables }))
}

fn accumulator(session: &Session, ac: Address) -> Value {
    let names =
        session.target.symbols.iter().filter(|symbol| !symbol.label && symbol.value == Word::from(ac));
    let name = names.map(|symbol| format!(" {}", symbol.name)).next().unwrap_or_default();
    json!({
        "name": format!("{:o}{name}", ac.get()),
        "value": shown(session.target.machine.examine(ac)),
        "type": "word",
        "evaluateName": format!("[{:o}]", ac.get()),
        "memoryReference": memory::reference(ac),
        "variablesReference": 0,
    })
}

/// Returns the text of a register: an address, flags by name, the bits of a short register, or a word.
pub(super) fn shown_register(session: &Session, register: Register) -> String {
    let word = session.target.machine.register(register);
    match register {
        Register::Pc | Register::Ma | Register::Mas => session.target.place(Address::of(word)),
        Register::Flags => format!("{:06o}  {}", word.left(), show::flags(session)),
        Register::Pr | Register::Rlr | Register::Pio | Register::Pir | Register::Pih => {
            format!("{:03o}", word.right())
        }
        Register::Apr => format!("{:06o}", word.right()),
        _ => shown(word),
    }
}

fn register(session: &Session, register: Register) -> Value {
    let value = shown_register(session, register);
    json!({ "name": register.name(), "value": value, "type": "register", "variablesReference": 0 })
}

/// Returns the lines of a text as variables: each line is a name and its description.
fn texts(text: String) -> Vec<Value> {
    let line = |line: &str| {
        let (name, value) = line.split_once([':', ' ']).unwrap_or((line, ""));
        json!({
            "name": name.trim(),
            "value": value.trim(),
            "variablesReference": 0,
            "presentationHint": { "attributes": ["readOnly"] },
        })
    };
    text.lines().filter(|line| !line.trim().is_empty()).map(line).collect()
}

/// Executes a command and returns its output.
fn quietly(session: &mut Session, line: &str, client: &mut Client<'_>) -> Result<String, String> {
    client.keep();
    let done = session.execute(line, client);
    let shown = client.take_kept();
    done.map(|_| shown).map_err(|error| error.0)
}

pub(super) fn place_of(reference: i64, name: &str) -> Result<Address, String> {
    let number = name.split_whitespace().next().and_then(|number| u32::from_str_radix(number, 8).ok());
    match (reference, number) {
        (ACCUMULATORS, Some(number @ 0..=0o17)) => Ok(Address::new(number)),
        _ => Err(format!("\"{name}\" cannot be set (expected an accumulator, 0 to 17)")),
    }
}

pub(super) fn set_variable(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let arguments: VariableArguments = request.arguments()?;
    let place = match arguments.variables_reference {
        ACCUMULATORS => format!("{:o}", place_of(ACCUMULATORS, &arguments.name)?.get()),
        REGISTERS => arguments.name.clone(),
        _ => return Err(format!("{} cannot be changed", arguments.name)),
    };
    adapter.stopped()?;
    let (session, client) = adapter.both()?;
    quietly(session, &format!("deposit {place} {}", arguments.value), client)?;
    let value = match Register::by_name(&place) {
        Some(register) => shown_register(session, register),
        None => {
            shown(session.target.machine.examine(session.target.address(&place).map_err(|error| error.0)?))
        }
    };
    Ok(json!({ "value": value }))
}

#[derive(Deserialize)]
struct Assignment {
    expression: String,
    value: String,
}

pub(super) fn set_expression(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let Assignment { expression, value } = request.arguments()?;
    adapter.stopped()?;
    let (session, client) = adapter.both()?;
    let place = expression.trim().trim_start_matches('[').trim_end_matches(']');
    let address = session.target.address(place).map_err(|error| error.0)?;
    quietly(session, &format!("deposit {address:o} {value}"), client)?;
    let word = session.target.machine.examine(address);
    Ok(json!({ "value": shown(word), "memoryReference": memory::reference(address) }))
}
