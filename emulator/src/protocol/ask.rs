//! Questions that are answered with values.

use super::client::Client;
use super::request::Question;
use crate::address::Address;
use crate::debug::map::{Kind, Map};
use crate::debug::{COMMANDS, CommandError, Session, host, panel};
use crate::machine::Register;
use crate::picture::render;
use crate::remote::{State, octal_word};
use crate::symbols::Symbol;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// Answers a question.
type Answer = fn(&mut Session, &Question, &mut Client<'_>) -> Result<Value, CommandError>;

/// All questions.
const QUESTIONS: [(&str, Answer); 9] = [
    ("verbs", |_, _, _| Ok(verbs())),
    ("state", |session, _, _| Ok(json!({ "state": State::of(session) }))),
    ("registers", |session, _, _| Ok(registers(session))),
    ("words", |session, question, _| words(session, question)),
    ("symbols", |session, _, _| Ok(symbols(session))),
    ("source", source),
    ("lights", |session, _, _| Ok(json!({ "text": panel::text(&session.machine) }))),
    ("map", |session, question, _| map(session, question)),
    ("scope", |session, question, _| scope(session, question)),
];

/// The answer to a question.
pub(super) fn answer(
    session: &mut Session,
    question: &Question,
    client: &mut Client<'_>,
) -> Result<Value, CommandError> {
    let known = QUESTIONS.iter().find(|(name, _)| *name == question.name);
    let Some((_, answer)) = known else {
        let names: Vec<&str> = QUESTIONS.iter().map(|(name, _)| *name).collect();
        return Err(CommandError(format!(
            "no question \"{}\": there are {}",
            question.name,
            names.join(", ")
        )));
    };
    answer(session, question, client)
}

/// The table of the verbs.
fn verbs() -> Value {
    let verb = |command: &&crate::debug::Command| {
        json!({
            "name": command.name,
            "shortest": &command.name[..command.shortest],
            "aliases": command.aliases,
            "usage": command.usage,
            "summary": command.summary,
            "help": command.help,
        })
    };
    json!({ "verbs": COMMANDS.iter().map(verb).collect::<Vec<_>>() })
}

/// The registers by name, and the accumulators.
fn registers(session: &Session) -> Value {
    let machine = &session.machine;
    let registers: serde_json::Map<String, Value> = Register::ALL
        .into_iter()
        .map(|register| (register.name().to_owned(), octal_word(machine.register(register)).into()))
        .collect();
    let accumulators: Vec<String> = (0..16).map(|ac| octal_word(machine.examine(Address::new(ac)))).collect();
    json!({ "registers": registers, "accumulators": accumulators })
}

/// Words from an address on.
fn words(session: &Session, question: &Question) -> Result<Value, CommandError> {
    let at = question.at.as_deref().ok_or("\"at\" is missing: the address of the first word")?;
    let (first, count) = (session.address(at)?, question.count.unwrap_or(1));
    if count > Address::COUNT as u32 {
        return Err(CommandError(format!("{count} words are more than all of memory")));
    }
    let word = |address: Address| {
        let word = session.machine.examine(address);
        json!({
            "address": address.to_string(),
            "place": session.symbols.render(address),
            "word": octal_word(word),
            "instruction": session.instruction(word),
        })
    };
    let addresses = std::iter::successors(Some(first), |address| Some(address.next()));
    Ok(json!({ "words": addresses.take(count as usize).map(word).collect::<Vec<_>>() }))
}

/// The symbols of the program.
fn symbols(session: &Session) -> Value {
    let symbol = |symbol: &Symbol| json!({ "name": symbol.name, "value": octal_word(symbol.value), "label": symbol.label });
    json!({
        "symbols": session.symbols.iter().map(symbol).collect::<Vec<_>>(),
        "files": session.symbols.files(),
    })
}

/// The text of a source file.
fn source(_: &mut Session, question: &Question, client: &mut Client<'_>) -> Result<Value, CommandError> {
    let file = question.file.as_deref().ok_or("\"file\" is missing: the name of a source file")?;
    let bytes = host::read_source(client, file)?;
    Ok(json!({ "file": file, "text": String::from_utf8_lossy(&bytes) }))
}

/// What the display shows now.
fn scope(session: &mut Session, question: &Question) -> Result<Value, CommandError> {
    let now = session.machine.time();
    let spots = session.machine.picture().glow(now);
    Ok(match question.form.as_deref().unwrap_or("braille") {
        "braille" => {
            let columns = question.count.map_or(64, |columns| columns.min(512) as u16);
            json!({ "form": "braille", "text": render::braille(&spots, columns) })
        }
        "svg" => json!({ "form": "svg", "text": render::svg(&spots) }),
        "png" => {
            let size = question.count.unwrap_or(1024).clamp(1, 4096);
            json!({ "form": "png", "base64": STANDARD.encode(render::png(&spots, size)) })
        }
        other => return Err(CommandError(format!("no form \"{other}\": there are braille, png, svg"))),
    })
}

/// How many words there are of each kind, and which were written since the last stop.
fn map(session: &mut Session, question: &Question) -> Result<Value, CommandError> {
    let first = question.at.as_deref().map_or(Ok(Address::new(0)), |at| session.address(at))?;
    let map = Map::of(session);
    let all = Address::COUNT as u32 - first.get();
    let words = question.count.unwrap_or(all).min(all);
    let counts: serde_json::Map<String, Value> = map
        .counts(first.get(), words)
        .into_iter()
        .map(|(kind, count)| (Kind::ALL[kind as usize].2.to_owned(), count.into()))
        .collect();
    let changed: Vec<String> = map.written(first.get(), words).iter().map(Address::to_string).collect();
    Ok(json!({ "address": first.to_string(), "words": words, "kinds": counts, "changed": changed }))
}
