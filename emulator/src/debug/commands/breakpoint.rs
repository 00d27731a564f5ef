//! `break`, `tbreak`, `nobreak`: set and remove stops at places and events.

use super::{
    Command, CommandError, Flow, HitCondition, Host, Session, Stop, Target, Trigger, count, examine,
    first_word, quoted, required, split_at,
};
use crate::address::Address;
use crate::debug::expression::OPERATOR;
use crate::isa::{DeviceCode, row_of};
use crate::word::Word;

pub(crate) static BREAK: Command = Command {
    name: "break",
    shortest: 2,
    aliases: &[],
    usage: "[WHERE [COUNT] [if CONDITION] [log \"TEXT\"] [do COMMAND; COMMAND…]]",
    summary: "stop at an address, an opcode or a device, or list what is set",
    help: "\
Without arguments, lists breakpoints and watchpoints. WHERE is one of these:

    ADDRESS, SYMBOL, FILE:LINE   stop before the instruction there
    opcode NAME                  stop before each instruction with this opcode
                                 (a name or an octal number)
    uuo                          stop before opcodes 000-077
    device NAME                  stop before in-out instructions for a device
                                 (a name or its octal number: TTY, 120)
    trap                         stop after an instruction that trapped to 40
                                 or violated protection
    channel N                    stop after the first instruction of an
                                 interrupt on channel N (1-7)

COUNT limits the hits that stop the machine: 3 stops at the third hit and all
later ones, =3 only at the third, %3 at every third; < <= > >= and != work too.
Counts are decimal.

With `if`, the machine stops only if the condition is true. A condition has
comparisons (= != < <= > >=), joined by and, or, not. A name alone on the left
means the word there: A=3 compares the contents of accumulator A, as does
3=[A].

With `log`, the text is printed and the machine does not stop. Expressions in
braces are replaced by their values; a name alone means the word there.
With `do`, the commands are executed after the machine has stopped. If the last
one is `continue`, the machine resumes.

    pdp6> break LOOP+3
    pdp6> break MAKE if A=3 and [KEY] != 0
    pdp6> break READ %100 log \"READ: A is {[A]}\"
    pdp6> break READ 10 do examine A; backtrace
    pdp6> break opcode BLT",
    run: |session, arguments, host| set(session, arguments, false, host),
};

pub(crate) static TBREAK: Command = Command {
    name: "tbreak",
    shortest: 2,
    aliases: &[],
    usage: "WHERE [COUNT] [if CONDITION] [do COMMAND; COMMAND…]",
    summary: "like break, but stop only once",
    help: "\
Like break, but the breakpoint is deleted when the machine stops there.

    pdp6> tbreak MAKE",
    run: |session, arguments, host| set(session, required(arguments, PLACE)?, true, host),
};

pub(crate) static NOBREAK: Command = Command {
    name: "nobreak",
    shortest: 4,
    aliases: &[("unbreak", ""), ("clear", "")],
    usage: "WHERE | all",
    summary: "remove a breakpoint",
    help: "\
Removes what break has set; `all` removes everything, including watchpoints.
`delete` removes them by number.

    pdp6> nobreak LOOP+3
    pdp6> nobreak all",
    run: clear,
};

const PLACE: &str = "an address or an event; \"help break\" lists them";
pub(super) const AFTER_PLACE: &str = "a count such as %3, if, log or do";

/// Parses a place or an event, and returns the rest of the text. `end` names what could follow, for messages.
pub(crate) fn trigger<'t>(
    session: &Session,
    text: &'t str,
    end: &'static str,
) -> Result<(Trigger, &'t str), CommandError> {
    let (kind, value) = first_word(text);
    let (name, rest) = first_word(value);
    let kind = kind.to_ascii_lowercase();
    Ok(match kind.trim_start_matches('-') {
        "opcode" | "op" => {
            (Trigger::Opcode(opcode(session, required(name, "an opcode, by name or in octal")?)?), rest)
        }
        "uuo" => (Trigger::Uuo, value),
        "trap" if session.target.symbols.get("TRAP").is_none() => (Trigger::Trap, value),
        "device" | "dev" => {
            (Trigger::Device(device(session, required(name, "a device, by name or in octal")?)?), rest)
        }
        "channel" | "chan" | "interrupt" => {
            let channel = session.target.evaluate(required(name, "a channel, 1 to 7")?);
            match channel.map(Word::bits) {
                Ok(channel @ 1..=7) => (Trigger::Channel(channel as u8), rest),
                _ => return Err(CommandError(format!("unknown channel \"{name}\" (expected 1 to 7)"))),
            }
        }
        _ => {
            let (place, hits) = split_hits(text);
            let end = if hits.is_empty() { end } else { OPERATOR };
            (Trigger::Place(session.target.code_address_before(place, end)?), hits)
        }
    })
}

/// Splits a place from the hit condition after it, which may be empty.
pub(super) fn split_hits(text: &str) -> (&str, &str) {
    let split = text.trim().rsplit_once(char::is_whitespace);
    let (place, hits) = split.filter(|(_, hits)| HitCondition::is_one(hits)).unwrap_or((text.trim(), ""));
    (place.trim_end(), hits)
}

fn opcode(session: &Session, name: &str) -> Result<u16, CommandError> {
    match row_of(&name.to_ascii_uppercase()) {
        Some(row) if row.opcode < 0o700 => Ok(row.opcode),
        Some(row) => Err(CommandError(format!(
            "{} is an in-out instruction; give its device, not its opcode: break device NAME",
            row.mnemonic
        ))),
        None => match session.target.evaluate(name).map(Word::bits) {
            Ok(opcode @ 0..=0o777) => Ok(opcode as u16),
            _ => Err(CommandError(format!(
                "unknown opcode \"{name}\" (expected the name of an instruction, such as MOVE, or 000 to 777)"
            ))),
        },
    }
}

fn device(session: &Session, name: &str) -> Result<u16, CommandError> {
    let number = || session.target.evaluate(name).ok().map(|word| DeviceCode::new(word.right() as u16));
    let code = DeviceCode::by_name(&name.to_ascii_uppercase()).or_else(number);
    code.map(DeviceCode::get).ok_or_else(|| {
        CommandError(format!(
            "unknown device \"{name}\" (expected a name such as TTY, or an octal number; \"show devices\" \
             lists them)"
        ))
    })
}

fn set(
    session: &mut Session,
    arguments: &str,
    temporary: bool,
    host: &mut dyn Host,
) -> Result<Flow, CommandError> {
    if arguments.is_empty() {
        host.print(&session.list_stops());
        return Ok(Flow::Continue);
    }
    let mut stop = stop(arguments, |text| trigger(session, text, AFTER_PLACE))?;
    let by_line = source_line(first_word(arguments).0).is_some();
    let place = stop.trigger;
    stop.temporary = temporary;
    session.stops.add(stop, &mut session.target)?;
    if let (Trigger::Place(address), true) = (place, by_line) {
        host.print(&format!("breakpoint at {}\n", session.target.place(address)));
    }
    Ok(Flow::Continue)
}

/// Parses a stop: a trigger, which `trigger` parses, then optionally a hit condition, a condition, a log
/// message and commands.
pub(super) fn stop<'t>(
    text: &'t str,
    trigger: impl FnOnce(&'t str) -> Result<(Trigger, &'t str), CommandError>,
) -> Result<Stop, CommandError> {
    let (before, actions) = split_at(text, "do");
    let (before, message) = split_at(before, "log");
    let (place, condition) = split_at(before, "if");
    let (trigger, hits) = trigger(required(place, PLACE)?)?;
    let hit_condition = match hits {
        "" => None,
        hits if HitCondition::is_one(hits) => Some(hits.parse()?),
        other => {
            return Err(CommandError(format!("\"{other}\": expected a count, \"if\", \"log\" or \"do\"")));
        }
    };
    if message.is_some() && actions.is_some() {
        return Err(
            "\"log\" and \"do\" cannot be combined: a breakpoint with \"log\" does not stop the machine"
                .into(),
        );
    }
    let condition = condition.map(|text| required(text, "a condition after \"if\"")).transpose()?;
    let actions = actions.map(|text| required(text, "a command after \"do\"")).transpose()?;
    let mut stop = Stop::at(trigger);
    stop.hit_condition = hit_condition;
    let message = message.map(|text| required(text, "a text: log \"TEXT\"").and_then(quoted));
    stop.log_message = message.transpose()?;
    stop.condition = condition.map(str::to_owned);
    stop.actions = actions.map(commands).unwrap_or_default();
    Ok(stop)
}

/// Splits a list of commands at its semicolons, except those in quotation marks.
pub(super) fn commands(text: &str) -> Vec<String> {
    let mut quoted = false;
    let apart = text.split(|c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    apart.map(str::trim).filter(|command| !command.is_empty()).map(str::to_owned).collect()
}

fn is_decimal(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())
}

/// Returns the file and the line of `FILE:LINE`; `None` for a text of another form.
pub(super) fn source_line(text: &str) -> Option<(&str, &str)> {
    text.rsplit_once(':').filter(|(_, line)| is_decimal(line))
}

fn clear(session: &mut Session, arguments: &str, _: &mut dyn Host) -> Result<Flow, CommandError> {
    if required(arguments, "a breakpoint, or \"all\"")?.eq_ignore_ascii_case("all") {
        session.stops.remove(|_| true, &mut session.target);
        return Ok(Flow::Continue);
    }
    let (trigger, rest) = trigger(session, arguments, OPERATOR)?;
    if !rest.is_empty() {
        return Err(CommandError(format!("unexpected \"{rest}\" after the place")));
    }
    match session.stops.remove(|stop| stop.trigger == trigger, &mut session.target) {
        0 => Err(CommandError(format!("no breakpoint \"{arguments}\"; \"break\" lists them"))),
        _ => Ok(Flow::Continue),
    }
}

impl Target {
    /// Returns the address of an instruction; for a line of the source text, the first one assembled from it.
    pub(crate) fn code_address(&self, text: &str) -> Result<Address, CommandError> {
        self.code_address_before(text, OPERATOR)
    }

    /// Returns the same as [`Target::code_address`]; `end` names what could follow the address, for messages.
    fn code_address_before(&self, text: &str, end: &'static str) -> Result<Address, CommandError> {
        let Some((file, line)) = source_line(text) else {
            return self.one_address(text.strip_prefix('*').unwrap_or(text), end);
        };
        let number = u32::try_from(count(line)?).unwrap_or(u32::MAX);
        let first = self.symbols.addresses_of(file, number).first().copied();
        first.ok_or_else(|| self.not_in_source_map(&format!("line {file}:{line}")))
    }

    /// Returns the value of an expression as an address. A range such as `100-110` or `100/10`, as `examine`
    /// accepts it, is an error, not a subtraction or division; `end` names what could follow the address.
    pub(super) fn one_address(&self, text: &str, end: &'static str) -> Result<Address, CommandError> {
        let address = self.address_before(text, end)?;
        let ends = examine::outside(text, '-').map(|at| (&text[..at], &text[at + 1..]));
        let is_ascending = ends.is_some_and(|(first, last)| {
            matches!((self.address(first), self.address(last)), (Ok(first), Ok(last)) if first < last)
        });
        match is_ascending || examine::outside(text, '/').is_some() {
            true => Err(CommandError(format!(
                "expected one address, found the range {text}; to calculate an address, write ({text})"
            ))),
            false => Ok(address),
        }
    }

    pub(super) fn not_in_source_map(&self, what: &str) -> CommandError {
        CommandError(match self.symbols.files().is_empty() {
            true => "no source map is loaded; \"load symbols FILE\" reads one".to_owned(),
            false => format!("the source map has no {what}"),
        })
    }
}

impl Session {
    pub(crate) fn list_stops(&self) -> String {
        let lines = self.stops.list().iter().map(|stop| self.listed(stop));
        let text: String = lines.collect();
        if text.is_empty() { "no breakpoints or watchpoints are set\n".to_owned() } else { text }
    }

    fn listed(&self, stop: &Stop) -> String {
        let what = match stop.trigger {
            Trigger::Place(address) => self.target.place(address),
            trigger => trigger.to_string(),
        };
        let count = stop.hit_condition.map(|condition| format!("count {condition}"));
        let condition = stop.condition.as_ref().map(|condition| format!("if {condition}"));
        let once = stop.temporary.then(|| "once".to_owned());
        let off = (!stop.enabled).then(|| "disabled".to_owned());
        let hits = match stop.hits() {
            0 => None,
            1 => Some("hit once".to_owned()),
            hits => Some(format!("hit {hits} times")),
        };
        let message = stop.log_message.as_ref().map(|message| format!("log {message:?}"));
        let actions = (!stop.actions.is_empty()).then(|| format!("do {}", stop.actions.join("; ")));
        let more: String = [count, condition, once, off, hits, message, actions]
            .into_iter()
            .flatten()
            .fold(String::new(), |text, more| text + ", " + &more);
        format!("{:<3}{what}{more}\n", stop.number)
    }
}
