//! `show`: decodes the state of the processor, the devices and the session.

use super::{Command, CommandError, Flow, Host, Session, first_word};
use crate::bus::Bus;
use crate::cpu::{Cpu, Pi, condition, flag};
use crate::io::{Field, status};
use crate::isa::DeviceCode;
use crate::machine::{InputError, Register, Switch};
use crate::word::Word;
use std::fmt::Write as _;
use support::text::count;

pub(crate) static COMMAND: Command = Command {
    name: "show",
    shortest: 2,
    aliases: &[("info", ""), ("i", "")],
    usage: "[state | console | apr | pi | flags | DEVICE | devices | attached |
      break | expect | history | time | events | symbols [TEXT] | settings]",
    summary: "show registers, conditions bit by bit, devices, breakpoints",
    help: "\
Default: state.

    state           accumulators, PC, flags, lights, APR, PI and time
    console         the lights and switches of the operator's console
    apr, pi         the word that CONI would read, and the meaning of its bits
    flags           the flags in the left half of the PC word
    DEVICE          the same as for apr, and the device's files; bits without a
                    meaning are in octal after a plus sign
    devices         the devices and their codes
    attached        the files and lines attached to devices
    break           breakpoints and watchpoints, as `break` lists them
    expect          the expected texts, as `expect` lists them
    history [COUNT] the last instructions, as `history` shows them
    time            the virtual time and the number of instructions executed
    events          the times at which the clock and the devices act next
    symbols [TEXT]  the symbols (whose names contain TEXT), and their values
    settings        speed, limit, history, reverse and memory

    pdp6> show tty
    tty 120: 000015 = output-flag channel=5",
    run,
};

/// The names of the bits that CONI APR reads (processor reference, section 8.2).
const APR: [Field; 12] = [
    Field::new(condition::PDL_OV as u64, "pdl-overflow"),
    Field::new(condition::IOT_USER as u64, "iot-user"),
    Field::new(condition::USER as u64, "user"),
    Field::new(condition::VIOLATION as u64, "protection-violation"),
    Field::new(condition::NONEXISTENT as u64, "nonexistent-memory"),
    Field::new(condition::CLOCK_ENABLE as u64, "clock-enabled"),
    Field::new(condition::CLOCK as u64, "clock-flag"),
    Field::new(condition::PC_CHG_ENABLE as u64, "pc-change-enabled"),
    Field::new(condition::PC_CHG as u64, "pc-change"),
    Field::new(condition::AR_OV_ENABLE as u64, "overflow-enabled"),
    Field::new(condition::AR_OV as u64, "overflow"),
    Field::new(condition::CHANNEL as u64, "channel"),
];

/// The names of the flags in the left half of the PC word.
const FLAGS: [Field; 7] = [
    Field::new(flag::AR_OV as u64, "overflow"),
    Field::new(flag::CRY_0 as u64, "carry-0"),
    Field::new(flag::CRY_1 as u64, "carry-1"),
    Field::new(flag::PC_CHG as u64, "pc-change"),
    Field::new(flag::BIS as u64, "byte-increment-suppress"),
    Field::new(flag::USER as u64, "user"),
    Field::new(flag::IOT_USER as u64, "iot-user"),
];

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let (what, rest) = first_word(arguments);
    let what = what.to_ascii_lowercase();
    let text = match what.as_str() {
        "" | "state" | "registers" | "r" | "cpu" => state(session),
        "console" | "lights" | "switches" => console(session),
        "apr" => apr(session),
        "pi" => pi(session),
        "flags" => format!("{}\n", flags(session)),
        "devices" | "dev" => devices(session),
        "attached" | "files" => attached(session),
        "break" | "breakpoints" | "b" | "watch" => session.list_stops(),
        "time" => time(session),
        "events" | "queue" => events(session),
        "symbols" | "sym" => symbols(session, rest),
        "settings" => settings(session),
        "expect" => return session.execute("expect", host),
        "history" => return session.execute(&format!("history {rest}"), host),
        name => device(session, name)?,
    };
    host.print(&text);
    Ok(Flow::Continue)
}

fn state(session: &Session) -> String {
    let machine = &session.target.machine;
    let mut text = String::new();
    for ac in 0..16 {
        let end = if ac % 4 == 3 { "\n" } else { "" };
        let _ = write!(text, "{ac:>4o}/ {}{end}", machine.memory.ac(ac));
    }
    let _ = writeln!(text, "PC {}  flags: {}", machine.cpu.pc, flags(session));
    let Cpu { ma, mi, mb, ar, .. } = &machine.cpu;
    let _ = writeln!(text, "MA {ma}  MI {mi}  MB {mb}  AR {ar}");
    text + &apr(session) + &pi(session) + &time(session)
}

fn console(session: &Session) -> String {
    let machine = &session.target.machine;
    let switches = &machine.cpu.switches;
    let mut text = session.lights();
    let _ = writeln!(text, "data switches {}, MA switches {}", switches.data, switches.address);
    let states = Switch::ALL.map(|switch| {
        let state = if machine.switch(switch) { "on" } else { "off" };
        format!("{} {state}", switch.name())
    });
    let _ = writeln!(text, "{}", states.join(", "));
    if machine.switch(Switch::Repeat) {
        let _ = writeln!(text, "a key held down acts again after {} s", machine.repeat().speed.delay());
    }
    text
}

pub(crate) fn flags(session: &Session) -> String {
    let cpu = &session.target.machine.cpu;
    let mut text = status::decode(Word::from(cpu.flags), &FLAGS);
    for (on, name) in [
        (cpu.mode_sync, "mode-sync"),
        (cpu.ill_op, "trapped"),
        (cpu.read_in, "read-in"),
        (cpu.running, "running"),
    ] {
        if on {
            text += if text.is_empty() { "" } else { " " };
            text += name;
        }
    }
    if text.is_empty() { "none".to_owned() } else { text }
}

fn apr(session: &Session) -> String {
    let Cpu { pr, rlr, switches, .. } = &session.target.machine.cpu;
    let word = session.target.machine.register(Register::Apr);
    let (right, meaning, data) = (word.right(), status::decode(word, &APR), switches.data);
    format!(
        "apr 000: {right:06o} = {meaning}; protection {pr:03o} relocation {rlr:03o}, data switches {data}\n"
    )
}

fn pi(session: &Session) -> String {
    let pi = &session.target.machine.cpu.pi;
    let channels = |bits: u8| {
        let list: Vec<String> =
            (1..=7u8).filter(|&n| bits & Pi::mask(n) != 0).map(|n| n.to_string()).collect();
        if list.is_empty() { "-".to_owned() } else { list.join(",") }
    };
    let state = if pi.active { "active" } else { "off" };
    let cycle = match (pi.cycle, pi.overflow) {
        (false, _) => "",
        (true, false) => ", in an interrupt cycle",
        (true, true) => ", in the second half of an interrupt cycle",
    };
    let lines = session.target.machine.io.requests();
    let [on, requested, held, lines] = [pi.on, pi.requests, pi.held, lines].map(channels);
    format!(
        "pi  004: {state}, channels on {on}, requested {requested}, held {held}, device lines {lines}{cycle}\n"
    )
}

fn devices(session: &Session) -> String {
    let mut text = String::new();
    for device in session.target.machine.io.devices() {
        let codes: Vec<String> = device.codes().iter().map(DeviceCode::to_string).collect();
        let _ = writeln!(text, "{:<5} {}", device.name(), codes.join(" "));
    }
    text
}

fn device(session: &mut Session, name: &str) -> Result<String, CommandError> {
    let code = DeviceCode::by_name(&name.to_ascii_uppercase());
    let name = match code.and_then(|code| session.target.machine.io.at(code)) {
        Some(device) => device.name().to_owned(),
        None => {
            let unknown = |error| {
                format!("cannot show \"{name}\": {error}; \"help show\" lists what else can be shown")
            };
            session.device_and_unit(name).map_err(unknown)?.0
        }
    };
    let now = session.target.machine.time();
    // CONI can change the state of a device, so the state is restored afterwards.
    let shown = session.target.machine.io.with(&name, now, |device, _| {
        let state = device.save();
        let mut text = String::new();
        for &code in device.codes() {
            let word = device.coni(code, now);
            let meaning = status::decode(word, device.fields(code));
            let meaning = if meaning.is_empty() { "nothing" } else { &meaning };
            let half = if word.left() == 0 { format!("{:06o}", word.right()) } else { word.to_string() };
            let _ = writeln!(text, "{name} {code}: {half} = {meaning}");
        }
        device.restore(&state)?;
        device.details().iter().for_each(|line| text += &format!("  {line}\n"));
        Ok::<_, InputError>(text)
    });
    let mut text = shown.map_err(InputError::from)??;
    for (unit, attachment) in session.console.attachments.iter().filter(|(unit, _)| unit.starts_with(&name)) {
        let protected = if attachment.writable { "" } else { ", read only" };
        let _ = writeln!(text, "  {unit}: file \"{}\"{protected}", attachment.path);
    }
    Ok(text)
}

fn attached(session: &Session) -> String {
    let attached = session.console.attachments.iter();
    let text: String = attached.map(|(name, file)| format!("{name:<5} {}\n", file.path)).collect();
    if text.is_empty() { "nothing is attached\n".to_owned() } else { text }
}

fn time(session: &Session) -> String {
    let machine = &session.target.machine;
    format!("time {} s, {}\n", machine.time(), count(machine.instructions(), "instruction"))
}

fn events(session: &Session) -> String {
    let machine = &session.target.machine;
    let names: Vec<&str> = machine.io.devices().map(|device| device.name()).collect();
    let mut text = String::new();
    for event in machine.io.queue().iter() {
        let _ = writeln!(text, "{} s  {} {}", event.time, names.get(event.slot).unwrap_or(&"?"), event.tag);
    }
    if machine.cpu.next_tick != crate::time::Nanos::MAX {
        let _ = writeln!(text, "{} s  clock", machine.cpu.next_tick);
    }
    text
}

fn symbols(session: &Session, pattern: &str) -> String {
    let pattern = pattern.to_ascii_uppercase();
    let mut found: Vec<_> = session.target.symbols.iter().collect();
    found.retain(|symbol| symbol.name.to_ascii_uppercase().contains(&pattern));
    found.sort_by(|a, b| a.name.cmp(&b.name));
    let line = |symbol: &&crate::symbols::Symbol| {
        let label = if symbol.label { ":" } else { "=" };
        format!("{:<7}{label} {}\n", symbol.name, symbol.value)
    };
    let text: String = found.iter().map(line).collect();
    if text.is_empty() { "no such symbols\n".to_owned() } else { text }
}

fn settings(session: &Session) -> String {
    let speed = session.speed;
    let past = match session.history.timeline.size() {
        (0, _) => String::new(),
        (kept, bytes) => format!("; {}, {} KiB", count(kept, "saved state"), bytes >> 10),
    };
    let limit = session.limit.map_or("off".to_owned(), |limit| format!("{limit} s"));
    let (shown, memory) = (session.history.shown, &session.target.machine.memory);
    let reverse = if session.history.timeline.is_enabled() { "on" } else { "off" };
    let (set, size) = (memory.set().name(), memory.size());
    format!(
        "speed {speed}\nlimit {limit}\nhistory {shown}\nreverse {reverse}{past}\nmemory {set}, {size} words\n"
    )
}
