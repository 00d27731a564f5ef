//! `break`, `nobreak`: places and events at which to stop.

use super::{count, first_word, required};
use crate::address::Address;
use crate::debug::stops::Trigger;
use crate::debug::{Command, CommandError, Flow, Host, Session};
use crate::isa::{DeviceCode, row_of};

/// `break`.
pub(crate) static BREAK: Command = Command {
    name: "break",
    shortest: 2,
    aliases: &[],
    usage: "[ADDRESS [COUNT] | FILE:LINE [COUNT] | opcode NAME | device NAME |
       channel N]",
    summary: "stop at an address, an opcode, a device; alone, list them",
    help: "\
At an address, a symbol or a line of the source text the machine stops before
the instruction there, with a COUNT of 3 only the third time (counts are
decimal). `opcode` stops before instructions with a mnemonic or octal opcode,
`device` before in-out instructions for a device (TTY, 120), `channel` after
the first instruction of an interrupt on channel 1-7.

    pdp6> break LOOP+3
    pdp6> break opcode BLT
    pdp6> break device TTY
    pdp6> break channel 4",
    run: set,
};

/// `nobreak`.
pub(crate) static NOBREAK: Command = Command {
    name: "nobreak",
    shortest: 4,
    aliases: &["unbreak", "clear"],
    usage: "ADDRESS | FILE:LINE | opcode NAME | device NAME | channel N | all",
    summary: "stop there no more",
    help: "\
Takes back what break has set; `all` takes back everything.

    pdp6> nobreak LOOP+3
    pdp6> nobreak all",
    run: clear,
};

/// A breakpoint that is no address.
fn trigger(session: &Session, text: &str) -> Result<Option<Trigger>, CommandError> {
    let (kind, value) = first_word(text);
    let kind = kind.to_ascii_lowercase();
    let kind = kind.trim_start_matches('-');
    match kind {
        "opcode" | "op" => {
            let name = required(value, "the opcode")?.to_ascii_uppercase();
            let opcode = match row_of(&name) {
                Some(row) if row.opcode < 0o700 => row.opcode,
                Some(_) => {
                    return Err("in-out instructions are found by their device: break device NAME".into());
                }
                None => match session.evaluate(value)?.bits() {
                    opcode @ 0..=0o777 => opcode as u16,
                    _ => return Err(CommandError(format!("\"{value}\" is no opcode (000-777)"))),
                },
            };
            Ok(Some(Trigger::Opcode(opcode)))
        }
        "device" | "dev" => {
            let name = required(value, "the device")?.to_ascii_uppercase();
            let code = match DeviceCode::by_name(&name) {
                Some(code) => code,
                None => DeviceCode::new(session.evaluate(value)?.right() as u16),
            };
            Ok(Some(Trigger::Device(code.get())))
        }
        "channel" | "chan" | "interrupt" => match session.evaluate(required(value, "the channel")?)?.bits() {
            channel @ 1..=7 => Ok(Some(Trigger::Channel(channel as u8))),
            _ => Err("channels are 1 to 7".into()),
        },
        _ => Ok(None),
    }
}

fn set(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    if arguments.is_empty() {
        host.print(&session.list_breaks());
        return Ok(Flow::Continue);
    }
    if let Some(trigger) = trigger(session, arguments)? {
        session.sentinel.add(trigger);
        return Ok(Flow::Continue);
    }
    let (place, times) = match arguments.rsplit_once(char::is_whitespace) {
        Some((place, times)) if is_decimal(times) => (place.trim_end(), count(times)?),
        _ => (arguments, 1),
    };
    let line = source_line(place);
    let address = address_of(session, place)?;
    session.breaks.insert(address, u32::try_from(times).unwrap_or(u32::MAX).max(1));
    session.machine.set_breakpoint(address);
    if line.is_some() {
        host.print(&format!("breakpoint at {}\n", session.place(address)));
    }
    Ok(Flow::Continue)
}

fn is_decimal(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())
}

/// File and line of `FILE:LINE`.
fn source_line(text: &str) -> Option<(&str, &str)> {
    text.rsplit_once(':').filter(|(_, line)| is_decimal(line))
}

/// The address of a breakpoint; of a line of the source text the first one that was assembled from it.
fn address_of(session: &Session, text: &str) -> Result<Address, CommandError> {
    let Some((file, line)) = source_line(text) else { return session.address(text) };
    let number = u32::try_from(count(line)?).unwrap_or(u32::MAX);
    let first = session.symbols.addresses_of(file, number).first().copied();
    first.ok_or_else(|| CommandError(format!("nothing was assembled from {file} line {line}")))
}

fn clear(session: &mut Session, arguments: &str, _: &mut dyn Host) -> Result<Flow, CommandError> {
    if required(arguments, "the breakpoint (or \"all\")")?.eq_ignore_ascii_case("all") {
        for address in std::mem::take(&mut session.breaks).into_keys() {
            session.machine.clear_breakpoint(address);
        }
        session.sentinel.clear();
        return Ok(Flow::Continue);
    }
    let removed = match trigger(session, arguments)? {
        Some(trigger) => session.sentinel.remove(trigger),
        None => {
            let address = address_of(session, arguments)?;
            session.machine.clear_breakpoint(address);
            session.breaks.remove(&address).is_some()
        }
    };
    if removed { Ok(Flow::Continue) } else { Err(CommandError(format!("no breakpoint \"{arguments}\""))) }
}

impl Session {
    /// All breakpoints and watched words, a line each.
    pub(crate) fn list_breaks(&self) -> String {
        let addresses = self.breaks.iter().map(|(&address, &count)| match count {
            1 => format!("{}\n", self.place(address)),
            _ => format!("{}, count {count}\n", self.place(address)),
        });
        let triggers = self.sentinel.triggers().iter().map(|trigger| format!("{trigger}\n"));
        let text: String = addresses.chain(triggers).collect();
        if text.is_empty() { "no breakpoints\n".to_owned() } else { text }
    }
}
