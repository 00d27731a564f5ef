//! `key`, `execute`: press keys of the operator's console.

use super::{Command, CommandError, Flow, Goal, Host, Session, first_word, split_at};
use crate::address::Address;
use crate::machine::{Input, Key, Until};
use crate::time::Nanos;

pub(crate) static KEY: Command = Command {
    name: "key",
    shortest: 1,
    aliases: &[("press", "")],
    usage: "NAME [ADDRESS] [hold TIME]",
    summary: "press a key of the operator's console",
    help: "\
NAME is start, readin, cont, memcont, stop, ioreset, execute, examine, exnext,
deposit or depnext. start, readin, examine and deposit take the address from
the MA switches; with ADDRESS, the command sets these switches first. deposit
and depnext store the data switches. start, readin, cont and memcont let the
machine run; the other keys show the lights. With `hold`, the key stays down
for that much virtual time, and repeats if REPEAT is on (`set repeat`). ADDRESS
STOP and the other switches are settings (`help set`).

    pdp6> set data 123456
    pdp6> key deposit 100
    PC 000000  MA 000100  MB 000000,,123456  MI 000000,,123456  AR 000000,,123456
    pdp6> key depnext
    PC 000000  MA 000101  MB 000000,,123456  MI 000000,,123456  AR 000000,,123456",
    run: key,
};

pub(crate) static EXECUTE: Command = Command {
    name: "execute",
    shortest: 3,
    aliases: &[("xct", "")],
    usage: "[INSTRUCTION]",
    summary: "execute one instruction from the data switches",
    help: "\
Sets the data switches to the instruction, in octal or in symbols, and presses
EXECUTE. Default: the switches as they are. The program counter does not
advance, but a jump changes it and a skip adds one.

    pdp6> execute MOVEI 1,100
    PC 000000  MA 000001  MB 000000,,000100  MI 000000,,000000  AR 000000,,000100",
    run: execute,
};

fn key_called(name: &str, address: Address) -> Option<Key> {
    Some(match name {
        "start" => Key::Start(address),
        "readin" => Key::ReadIn(address),
        "cont" | "instcont" | "continue" => Key::Continue,
        "memcont" => Key::MemoryContinue,
        "stop" | "inststop" => Key::Stop,
        "reset" | "ioreset" => Key::Reset,
        "execute" => Key::Execute,
        "examine" => Key::Examine(address),
        "exnext" => Key::ExamineNext,
        "deposit" => Key::Deposit(address),
        "depnext" => Key::DepositNext,
        _ => return None,
    })
}

fn key(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let (name, rest) = first_word(super::required(arguments, "a key, such as start, cont or stop")?);
    let (rest, hold) = match split_at(rest, "hold") {
        (before, Some(time)) => (before, Some(time.parse::<Nanos>()?)),
        (rest, None) => (rest, None),
    };
    let switches = session.target.machine.cpu.switches.address;
    let address = if rest.is_empty() { switches } else { session.target.address(rest)? };
    let key = key_called(&name.to_ascii_lowercase(), address).ok_or_else(|| {
        CommandError(format!(
            "unknown key \"{name}\" (expected start, readin, cont, memcont, stop, ioreset, execute, \
             examine, exnext, deposit or depnext)"
        ))
    })?;
    if !rest.is_empty() && !matches!(key, Key::Start(_) | Key::ReadIn(_) | Key::Examine(_) | Key::Deposit(_))
    {
        return Err(CommandError(format!("\"{rest}\": {name} takes no address")));
    }
    let runs = matches!(key, Key::Start(_) | Key::ReadIn(_) | Key::Continue | Key::MemoryContinue);
    if let Some(time) = hold {
        session.input(Input::Hold(key))?;
        let goal = Goal { stop: Until::after(&session.target.machine, time), ..Goal::endless() };
        let stopped = session.drive(goal, host);
        session.input(Input::Release)?;
        if runs {
            let flow = session.announce(stopped, host)?;
            session.flush(host)?;
            return Ok(flow);
        }
    } else {
        session.input(Input::Key(key))?;
        if runs {
            return session.run_and_report(host);
        }
    }
    host.print(&session.lights());
    Ok(Flow::Continue)
}

fn execute(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    if !arguments.is_empty() {
        let word = session.target.word(arguments)?;
        session.input(Input::DataSwitches(word))?;
    }
    session.input(Input::Key(Key::Execute))?;
    session.next = session.target.machine.cpu.pc;
    host.print(&session.lights());
    Ok(Flow::Continue)
}

impl Session {
    /// Returns the registers that lights of the console and the bays show, and RUN and MC STOP if these
    /// lights are on.
    pub(crate) fn lights(&self) -> String {
        let cpu = &self.target.machine.cpu;
        let waits = if cpu.waits_for_memory() { "  MC STOP" } else { "" };
        let run = if cpu.running { "  RUN" } else { "" };
        format!("PC {}  MA {}  MB {}  MI {}  AR {}{run}{waits}\n", cpu.pc, cpu.ma, cpu.mb, cpu.mi, cpu.ar)
    }
}
