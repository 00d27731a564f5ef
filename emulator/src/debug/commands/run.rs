//! `run`, `go`, `continue`: let the machine run.

use super::{Command, CommandError, Flow, Goal, Host, Session, count, first_word};
use crate::machine::{Input, Key, Until};
use crate::time::Nanos;

pub(crate) static RUN: Command = Command {
    name: "run",
    shortest: 2,
    aliases: &[],
    usage: "[ADDRESS] [until …] [for …]",
    summary: "reset devices, then start at an address or the program counter",
    help: "\
Resets all devices, then presses START. `until` and `for` limit the run, as for
continue.

    pdp6> run GO for 2s",
    run: |session, arguments, host| {
        session.input(Input::Key(Key::Reset))?;
        start(session, arguments, host)
    },
};

pub(crate) static GO: Command = Command {
    name: "go",
    shortest: 1,
    aliases: &[("start", ""), ("jump", "")],
    usage: "[ADDRESS] [until …] [for …]",
    summary: "start at an address or at the program counter",
    help: "\
Presses START with ADDRESS in the MA switches. Default: the program counter.
`until` and `for` limit the run, as for continue.

    pdp6> go 100
    pdp6> go GO until LOOP",
    run: start,
};

pub(crate) static CONTINUE: Command = Command {
    name: "continue",
    shortest: 1,
    aliases: &[],
    usage: "[until …] [for …]",
    summary: "continue from where the machine stopped",
    help: "\
Presses CONTINUE, or MEM CONT if the processor waits in a memory cycle (ADDRESS
STOP, MEM STOP). The run is limited by `until ADDRESS`, `until 20s` (a time on
the machine's clock), `for 1.5s`, `for 1000` (instructions). It also ends at a
halt, a breakpoint, an expected text, and ^C at the keyboard.

    pdp6> continue until LOOP+3
    pdp6> c for 10ms",
    run: |session, arguments, host| {
        let goal = limits(session, arguments)?;
        session.go_on()?;
        run_to(session, goal, host)
    },
};

fn start(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let (first, rest) = first_word(arguments);
    let (address, rest) = match first.to_ascii_lowercase().as_str() {
        "" | "until" | "for" => (session.target.machine.cpu.pc, arguments),
        _ => (session.target.address(first)?, rest),
    };
    let goal = limits(session, rest)?;
    session.input(Input::Key(Key::Start(address)))?;
    run_to(session, goal, host)
}

/// Parses the limits `until …` and `for …` in the rest of a line.
pub(crate) fn limits(session: &Session, text: &str) -> Result<Goal, CommandError> {
    let mut goal = Goal::endless();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| CommandError(missing_after(word)))?;
        match (word.to_ascii_lowercase().as_str(), value.parse::<Nanos>()) {
            ("until", Ok(time)) => goal.stop.time = time,
            ("until", Err(_)) => goal.until = Some(session.target.code_address(value)?),
            ("for", Ok(length)) if session.limit.is_some_and(|limit| length > limit) => {
                return Err(CommandError(format!(
                    "{value} is longer than the limit of a run; \"set limit {value}\" raises the limit"
                )));
            }
            ("for", Ok(length)) => goal.stop.time = Until::after(&session.target.machine, length).time,
            ("for", Err(_)) => {
                let expected = |_| {
                    CommandError(format!(
                        "\"{value}\": expected a time such as 10ms, or a number of instructions"
                    ))
                };
                let instructions = count(value).map_err(expected)?;
                goal.stop.instructions =
                    Until::never().or_instructions(&session.target.machine, instructions).instructions;
            }
            _ => return Err(CommandError(unexpected(word))),
        }
    }
    Ok(goal)
}

fn missing_after(word: &str) -> String {
    match word.to_ascii_lowercase().as_str() {
        "until" => format!("expected an address or a time after \"{word}\""),
        "for" => format!("expected a time or a number of instructions after \"{word}\""),
        _ => unexpected(word),
    }
}

fn unexpected(word: &str) -> String {
    format!("unexpected \"{word}\" (expected \"until\" or \"for\")")
}

pub(crate) fn run_to(session: &mut Session, goal: Goal, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let stopped = session.drive(goal, host);
    let flow = session.announce(stopped, host)?;
    session.flush(host)?;
    Ok(flow)
}

impl Session {
    /// Presses INST CONT, or MEM CONT if the processor waits in a memory cycle. Does nothing while the
    /// processor executes instructions.
    pub(crate) fn go_on(&mut self) -> Result<(), CommandError> {
        if self.target.machine.cpu.stopped().is_none() {
            return Ok(());
        }
        let waits = self.target.machine.cpu.waits_for_memory();
        self.input(Input::Key(if waits { Key::MemoryContinue } else { Key::Continue }))
    }

    pub(crate) fn run_and_report(&mut self, host: &mut dyn Host) -> Result<Flow, CommandError> {
        run_to(self, Goal::endless(), host)
    }
}
