//! `step`, `next`, `finish`: a little at a time.

use super::{count, run};
use crate::address::Address;
use crate::debug::drive::Goal;
use crate::debug::stops::next_instruction;
use crate::debug::{Command, CommandError, Flow, Host, Session, Stopped};
use crate::isa::{Instruction, row_of};
use crate::machine::{StopReason, Until};

/// `step`.
pub(crate) static STEP: Command = Command {
    name: "step",
    shortest: 1,
    aliases: &["si"],
    usage: "[COUNT]",
    summary: "execute one instruction, or so many",
    help: "\
Executes instructions one by one, interrupts included, and shows the next one.
Breakpoints do not count.

    pdp6> step
    000101 GO+1: MOVEM 1,COUNT",
    run: step,
};

/// `next`.
pub(crate) static NEXT: Command = Command {
    name: "next",
    shortest: 1,
    aliases: &[],
    usage: "",
    summary: "execute one instruction, a subroutine call as a whole",
    help: "\
Like step, but when the instruction calls a subroutine (PUSHJ, JSR, JSP, JSA, a
UUO) the machine runs until it returns: to the instruction after the call or to
one of the two after that.",
    run: next,
};

/// `finish`.
pub(crate) static FINISH: Command = Command {
    name: "finish",
    shortest: 3,
    aliases: &["up"],
    usage: "[AC]",
    summary: "run until the subroutine called with PUSHJ returns",
    help: "\
Runs until the return address on top of the pushdown list is reached, or one of
the two places after it (skip returns). The pushdown pointer is accumulator 17
unless another is named. It must point to the return address: use it at the
entry of a subroutine or where the list is as it was there.",
    run: finish,
};

/// Subroutines skip so many places at most when they return.
const SKIPS: i32 = 2;

fn step(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let steps = if arguments.is_empty() { 1 } else { count(arguments)? };
    session.go_on()?;
    let stop = Until::never().or_instructions(&session.machine, steps);
    let stopped = session.drive(Goal { stop, breakpoints: false, ..Goal::endless() }, host);
    session.next = session.machine.cpu.pc;
    match stopped {
        Stopped::Machine(StopReason::Instructions) => host.print(&format!("{}\n", session.next_line())),
        other => host.print(&session.report(other)),
    }
    Ok(Flow::Continue)
}

fn next(session: &mut Session, _: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let instruction = Instruction(next_instruction(&session.machine.cpu, &session.machine.memory));
    let calls = ["PUSHJ", "JSR", "JSP", "JSA"]
        .iter()
        .any(|name| row_of(name).is_some_and(|row| row.opcode == instruction.opcode()));
    let traps = instruction.opcode() < 0o100;
    if !calls && !traps {
        return step(session, "", host);
    }
    let place = session.machine.cpu.pc.next();
    session.go_on()?;
    let goal = returning_to(place);
    let stopped = session.drive(goal, host);
    session.next = session.machine.cpu.pc;
    match stopped {
        Stopped::Machine(StopReason::Breakpoint(address))
            if (0..=SKIPS).any(|skip| place.offset(skip) == address) =>
        {
            host.print(&format!("{}\n", session.next_line()));
        }
        other => host.print(&session.report(other)),
    }
    Ok(Flow::Continue)
}

fn finish(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let ac = if arguments.is_empty() { Address::new(0o17) } else { session.address(arguments)? };
    let list = Address::of(session.machine.examine(ac));
    let place = Address::of(session.machine.examine(list));
    if place.get() == 0 {
        return Err(CommandError(format!("accumulator {ac:o} does not point to a return address")));
    }
    session.go_on()?;
    run::run_to(session, returning_to(place), host)
}

/// Runs until a subroutine has returned to `place`, or has skipped.
fn returning_to(place: Address) -> Goal {
    Goal { until: Some(place), skips: SKIPS, ..Goal::endless() }
}
