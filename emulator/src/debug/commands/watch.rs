//! `watch`, `nowatch`: words that must not change unnoticed.

use super::required;
use crate::debug::stops::Trigger;
use crate::debug::{Command, CommandError, Flow, Session};

/// `watch`.
pub(crate) static WATCH: Command = Command {
    name: "watch",
    shortest: 1,
    aliases: &[],
    usage: "[-r] ADDRESS",
    summary: "stop when a word changes, or (-r) is read",
    help: "\
Stops after the instruction that has changed the word, and shows it before and
after. 0-17 are the accumulators. With -r: after an instruction that has read
it.

    pdp6> watch COUNT
    pdp6> continue
    change of 200 by the instruction at 103: 000000,,000000 became 000000,,000001",
    run: |session, arguments, host| {
        if arguments.is_empty() {
            host.print(&session.list_breaks());
            return Ok(Flow::Continue);
        }
        let trigger = trigger(session, arguments)?;
        session.sentinel.add(trigger);
        Ok(Flow::Continue)
    },
};

/// `nowatch`.
pub(crate) static NOWATCH: Command = Command {
    name: "nowatch",
    shortest: 3,
    aliases: &["unwatch"],
    usage: "[-r] ADDRESS",
    summary: "watch the word no more",
    help: "\
Takes back what watch has set; `nobreak all` takes back everything.",
    run: |session, arguments, _| {
        let trigger = trigger(session, required(arguments, "the address")?)?;
        if session.sentinel.remove(trigger) {
            Ok(Flow::Continue)
        } else {
            Err(CommandError(format!("{trigger} is not watched for")))
        }
    },
};

fn trigger(session: &Session, text: &str) -> Result<Trigger, CommandError> {
    match text.strip_prefix("-r") {
        Some(rest) => Ok(Trigger::Read(session.address(rest.trim())?)),
        None => Ok(Trigger::Change(session.address(text.strip_prefix("-w").unwrap_or(text).trim())?)),
    }
}
