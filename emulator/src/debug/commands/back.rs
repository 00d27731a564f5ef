//! `back`: returns to an earlier state of the machine.

use super::{Command, CommandError, Flow, Host, Session, count, first_word, required};
use crate::debug::reverse::AccessKind;
use crate::debug::reverse_stepper::BackStep;
use crate::debug::timeline::NO_HISTORY;
use crate::time::Nanos;

pub(crate) static COMMAND: Command = Command {
    name: "back",
    shortest: 2,
    aliases: &[
        ("reverse", ""),
        ("rstep", ""),
        ("bstep", ""),
        ("rsi", ""),
        ("rni", "next"),
        ("rs", "line"),
        ("rn", "over"),
        ("rc", "continue"),
        ("reverse-stepi", ""),
        ("reverse-nexti", "next"),
        ("reverse-step", "line"),
        ("reverse-next", "over"),
        ("reverse-finish", "out"),
        ("reverse-continue", "continue"),
    ],
    usage: "[COUNT | (next | line | over | out) [COUNT] | continue | for TIME |
       to TIME | to INSTRUCTION | wrote ADDRESS | read ADDRESS]",
    summary: "go back by instructions or lines, to a stop or to a time",
    help: "\
Returns the machine to an earlier state of registers, memory, devices and time.
Default: one instruction.

    COUNT         COUNT instructions
    next          one instruction, over a whole subroutine call
    line          to the beginning of this line, or of the previous one
    over          the same, over whole subroutine calls
    out           to the call of this subroutine
    continue      to the last breakpoint or watchpoint at which the machine
                  would have stopped (conditions and counts apply); at a
                  watchpoint, to the moment before the access to the word
    for 2s        by this much virtual time
    to 20s        to this time on its clock
    to 123456     to the moment after this many instructions (`show time` and
                  `who` show the number)
    wrote TOTAL   to the moment before the word was last written
    read TOTAL    to the moment before the word was last read

Printed output stays on the paper. Input that was typed later is typed again
when the machine runs again. `pdp6 debug` records from the start, `pdp6 run`
from `set reverse on`.

    pdp6> back 2
    pdp6> back continue",
    run,
};

const MOMENT: &str = "a time such as 20s, or a number of instructions";
const STEPS: &str = "a count, next, line, over, out, continue, for, to, wrote or read";

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let (word, rest) = first_word(arguments);
    let step = match word.to_ascii_lowercase().as_str() {
        "continue" | "c" => return to_a_stop(session, rest, host),
        "to" => return to(session, required(rest, MOMENT)?, host),
        "wrote" => return to_access(session, AccessKind::Write, rest, host),
        "read" => return to_access(session, AccessKind::Read, rest, host),
        "for" => {
            let length: Nanos = required(rest, "a time: back for 2s")?.parse()?;
            let now = session.target.machine.time();
            if length > now {
                return Err(CommandError(format!("the machine has run for only {now} s")));
            }
            let moment = session.moment(now - length)?;
            return arrive(session, moment, host);
        }
        "next" | "n" => BackStep::Next,
        "line" => BackStep::Line,
        "over" => BackStep::Over,
        "out" | "finish" => BackStep::Out,
        _ => {
            let expected = || CommandError(format!("\"{arguments}\": expected {STEPS}"));
            let steps = if arguments.is_empty() { 1 } else { count(arguments).map_err(|_| expected())? };
            if !session.history.timeline.is_enabled() {
                return Err(NO_HISTORY.into());
            }
            let executed = session.target.machine.instructions();
            let moment = executed.checked_sub(steps);
            let too_far = || match executed {
                0 => CommandError("nothing has been executed yet".to_owned()),
                _ => CommandError(format!("only {executed} instructions have been executed")),
            };
            return arrive(session, moment.ok_or_else(too_far)?, host);
        }
    };
    let steps = if rest.is_empty() { 1 } else { count(rest)? };
    for _ in 0..steps {
        let moment = session.step_back(step, host)?;
        session.go_to(moment)?;
    }
    arrive(session, session.target.machine.instructions(), host)
}

fn to(session: &mut Session, moment: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let moment = match moment.parse::<Nanos>() {
        Ok(time) => session.moment(time)?,
        Err(_) => count(moment).map_err(|_| CommandError(format!("\"{moment}\": expected {MOMENT}")))?,
    };
    arrive(session, moment, host)
}

fn to_access(
    session: &mut Session,
    kind: AccessKind,
    place: &str,
    host: &mut dyn Host,
) -> Result<Flow, CommandError> {
    let verb = match kind {
        AccessKind::Write => "wrote",
        AccessKind::Read => "read",
    };
    let form = format!("an address: back {verb} ADDRESS");
    let address = session.target.address(required(place, &form)?)?;
    let found = session.who(kind, address, host)?;
    let access = found.ok_or_else(|| CommandError(kind.none_to(&session.target.place(address))))?;
    arrive(session, access.instructions, host)
}

fn to_a_stop(session: &mut Session, rest: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    if !rest.is_empty() {
        return Err(CommandError(format!("unexpected \"{rest}\" after \"back continue\"")));
    }
    let stopped = session.continue_back(host)?;
    let reason = match stopped {
        Some(met) if met.hit.is_before => format!("went back to the {}\n", met.hit),
        Some(met) => format!("went back to just before the {}\n", met.hit),
        None => "went back to the beginning: there is no earlier stop\n".to_owned(),
    };
    let here = session.target.here(host);
    host.print(&(reason + &here));
    Ok(Flow::Continue)
}

fn arrive(session: &mut Session, moment: u64, host: &mut dyn Host) -> Result<Flow, CommandError> {
    session.go_to(moment)?;
    let here = session.target.here(host);
    host.print(&here);
    Ok(Flow::Continue)
}
