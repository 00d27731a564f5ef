//! `watch`, `nowatch`: set and remove stops at changes and reads of a word.

use super::{Command, CommandError, Flow, Session, Trigger, breakpoint, first_word, required};

pub(crate) static WATCH: Command = Command {
    name: "watch",
    shortest: 1,
    aliases: &[("rwatch", "-r"), ("awatch", "-a")],
    usage: "[-r|-a] ADDRESS [COUNT] [if CONDITION] [log \"TEXT\"]
       [do COMMAND; COMMAND…]",
    summary: "stop when a word changes, is read (-r), or either (-a)",
    help: "\
Stops after the instruction that changed the word, and shows it before and
after. 0-17 are the accumulators. With -r, stops after an instruction that read
the word; with -a, after either. Count, condition, text and commands are as for
break.

    pdp6> watch COUNT
    pdp6> continue
    change of 200 by the instruction at 103: 000000,,000000 became 000000,,000001
    pdp6> watch TOTAL if TOTAL > 100",
    run: |session, arguments, host| {
        if arguments.is_empty() {
            host.print(&session.list_stops());
            return Ok(Flow::Continue);
        }
        let stop = breakpoint::stop(arguments, |text| {
            let (switch, place) = switched(text);
            let (place, hits) = breakpoint::split_hits(place);
            Ok((trigger(session, switch, place)?, hits))
        })?;
        session.stops.add(stop, &mut session.target)?;
        Ok(Flow::Continue)
    },
};

pub(crate) static NOWATCH: Command = Command {
    name: "nowatch",
    shortest: 3,
    aliases: &[("unwatch", "")],
    usage: "[-r|-a] ADDRESS",
    summary: "remove a watchpoint",
    help: "\
Removes what watch has set; `nobreak all` removes everything.",
    run: |session, arguments, _| {
        let (switch, place) = switched(required(arguments, "an address")?);
        let trigger = trigger(session, switch, place)?;
        match session.stops.remove(|stop| stop.trigger == trigger, &mut session.target) {
            0 => Err(CommandError(format!("no watchpoint for {}; \"break\" lists them", accesses(trigger)))),
            _ => Ok(Flow::Continue),
        }
    },
};

fn accesses(trigger: Trigger) -> String {
    match trigger {
        Trigger::Change(address) => format!("changes to {address:o}"),
        Trigger::Read(address) => format!("reads of {address:o}"),
        other => other.to_string(),
    }
}

/// Splits a text into an option such as `-r`, which may be missing, and what follows it.
fn switched(text: &str) -> (&str, &str) {
    let switches = ["-r", "-a", "-w"];
    let length = if switches.iter().any(|switch| text.starts_with(switch)) { 2 } else { 0 };
    let (switch, place) = text.split_at(length);
    (switch, place.trim())
}

fn trigger(session: &Session, switch: &str, place: &str) -> Result<Trigger, CommandError> {
    let address = session.target.one_address(place, breakpoint::AFTER_PLACE).map_err(|error| {
        let looks_like_option =
            place.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()));
        match looks_like_option && switch.is_empty() {
            true => CommandError(format!("unknown option {} (expected -r or -a)", first_word(place).0)),
            false => error,
        }
    })?;
    Ok(match switch {
        "-r" => Trigger::Read(address),
        "-a" => Trigger::Access(address),
        _ => Trigger::Change(address),
    })
}
