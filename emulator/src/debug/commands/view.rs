//! `view`: shows words as structures of the program, and changes their fields.

use super::{Command, CommandError, Flow, Host, Session, first_word, required};
use crate::address::Address;
use crate::debug::structure::Structure;
use crate::machine::Input;
use crate::word::Word;
use std::fmt::Write as _;

pub(crate) static COMMAND: Command = Command {
    name: "view",
    shortest: 2,
    aliases: &[],
    usage: "[NAME [PLACE [/COUNT] [FIELD=VALUE…]]]",
    summary: "show words as a structure of the program, or change its fields",
    help: "\
`load structures FILE` reads a table of the program's structures; `machack
debug` loads that of the chess program. Without a name, lists the structures. A
PLACE is an address or symbol; with /COUNT, COUNT structures in sequence
(octal). FIELD=VALUE changes a field; a value is one of the names that the
table lists for the field, or an expression.

    machack> view board
    machack> view move BESTM
    machack> view entry MLIST/5
    machack> view move A to=E4",
    run,
};

const NO_STRUCTURES: &str = "no structures are known; \"load structures FILE\" reads a table of them";

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let (name, rest) = first_word(arguments);
    if name.is_empty() {
        let all: Vec<&str> = session.target.structures.all().collect();
        let all = if all.is_empty() { NO_STRUCTURES.to_owned() } else { all.join(" ") };
        host.print(&format!("{all}\n"));
        return Ok(Flow::Continue);
    }
    if let Some(grid) = session.target.structures.grid(name).cloned() {
        let begin = match rest {
            "" => session.target.address(&grid.symbol)?,
            place => session.target.address(place)?,
        };
        let word = |distance| session.target.machine.examine(begin.offset(distance));
        let plane = session.target.structures.plane(&grid, word, &session.target.symbols);
        host.print(&plane);
        return Ok(Flow::Continue);
    }
    let Some(structure) = session.target.structures.structure(name).cloned() else {
        let all: Vec<&str> = session.target.structures.all().collect();
        return Err(CommandError(match all.as_slice() {
            [] => format!("unknown structure \"{name}\"; {NO_STRUCTURES}"),
            all => format!("unknown structure \"{name}\" (expected {})", all.join(", ")),
        }));
    };
    let (place, changes) = split(required(rest, &format!("an address: view {name} ADDRESS"))?);
    let (place, count) = match place.rsplit_once('/') {
        Some((place, count)) => (place, session.target.evaluate(count)?.bits().clamp(1, 0o10000) as u32),
        None => (place, 1),
    };
    let first = session.target.address(place)?;
    for change in changes.split_whitespace() {
        change_field(session, &structure, first, change)?;
    }
    let mut text = String::new();
    for entry in 0..count {
        let at = first.offset((entry * structure.words) as i32);
        let words = words(session, &structure, at);
        let line = session.target.structures.line(&structure, &words, &session.target.symbols);
        let _ = writeln!(text, "{}: {line}", session.target.place(at));
    }
    host.print(&text);
    Ok(Flow::Continue)
}

/// Splits a text into the place and the changes, which begin with the first word that has an equal sign.
fn split(text: &str) -> (&str, &str) {
    let change = text.split_whitespace().find(|word| word.contains('='));
    let at = change.map_or(text.len(), |change| change.as_ptr() as usize - text.as_ptr() as usize);
    (text[..at].trim(), &text[at..])
}

fn words(session: &Session, structure: &Structure, at: Address) -> Vec<Word> {
    (0..structure.words).map(|word| session.target.machine.examine(at.offset(word as i32))).collect()
}

/// Carries out a change such as `to=E4`.
fn change_field(
    session: &mut Session,
    structure: &Structure,
    at: Address,
    change: &str,
) -> Result<(), CommandError> {
    let (name, text) = change
        .split_once('=')
        .filter(|(_, text)| !text.is_empty())
        .ok_or_else(|| CommandError(format!("\"{change}\": expected FIELD=VALUE")))?;
    let field = structure.fields.iter().find(|field| field.name.eq_ignore_ascii_case(name));
    let Some(field) = field else {
        let all: Vec<&str> = structure.fields.iter().map(|field| field.name.as_str()).collect();
        return Err(CommandError(format!("unknown field \"{name}\" (expected {})", all.join(", "))));
    };
    let value = match session.target.structures.value_named(&field.kind, text) {
        Some(value) => value,
        None => session.target.evaluate(text)?.bits(),
    };
    let (first, last) = field.bits;
    let width = last - first + 1;
    let high = value >> width;
    // The high bits of a negative number are ones.
    if high != 0 && high != (1 << (36 - width)) - 1 {
        return Err(CommandError(format!("\"{text}\" has more than the {width} bits of {name}")));
    }
    let address = at.offset(field.word as i32);
    let word = session.target.machine.examine(address).with_field(first, last, value & ((1 << width) - 1));
    session.input(Input::Deposit { address, word })
}
