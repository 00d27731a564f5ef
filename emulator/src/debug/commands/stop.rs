//! `delete`, `enable`, `disable`, `condition`, `ignore`, `log`, `commands`: change stops by number.

use super::{Command, CommandError, Flow, Session, Stop, breakpoint, count, first_word, quoted, required};

pub(crate) static DELETE: Command = Command {
    name: "delete",
    shortest: 3,
    aliases: &[],
    usage: "[NUMBER…]",
    summary: "delete breakpoints and watchpoints by number. Default: all",
    help: "\
`break` without arguments lists the numbers.

    pdp6> delete 2 3",
    run: |session, arguments, _| {
        if arguments.is_empty() {
            session.stops.remove(|_| true, &mut session.target);
            return Ok(Flow::Continue);
        }
        let numbers = numbers(session, arguments)?;
        session.stops.remove(|stop| numbers.contains(&stop.number), &mut session.target);
        Ok(Flow::Continue)
    },
};

pub(crate) static ENABLE: Command = Command {
    name: "enable",
    shortest: 2,
    aliases: &[],
    usage: "[NUMBER…]",
    summary: "enable breakpoints and watchpoints by number. Default: all",
    help: "\
Enabled ones stop the machine again.

    pdp6> enable 2",
    run: |session, arguments, _| each(session, arguments, |stop| stop.enabled = true),
};

pub(crate) static DISABLE: Command = Command {
    name: "disable",
    shortest: 3,
    aliases: &[],
    usage: "[NUMBER…]",
    summary: "disable breakpoints and watchpoints by number. Default: all",
    help: "\
Disabled ones are kept, and do not stop the machine until `enable`.

    pdp6> disable 2",
    run: |session, arguments, _| each(session, arguments, |stop| stop.enabled = false),
};

pub(crate) static CONDITION: Command = Command {
    name: "condition",
    shortest: 4,
    aliases: &[],
    usage: "NUMBER [CONDITION]",
    summary: "set the condition of a breakpoint or watchpoint, or remove it",
    help: "\
The machine then stops there only if the condition is true; without a
condition, always. `help break` explains conditions.

    pdp6> condition 2 A=3",
    run: |session, arguments, _| {
        let (number, condition) = numbered(arguments)?;
        let condition = (!condition.is_empty()).then(|| condition.to_owned());
        session.stops.change(number, |stop| stop.condition = condition, &mut session.target)?;
        Ok(Flow::Continue)
    },
};

pub(crate) static IGNORE: Command = Command {
    name: "ignore",
    shortest: 2,
    aliases: &[],
    usage: "NUMBER COUNT",
    summary: "ignore the next COUNT hits of a breakpoint or watchpoint",
    help: "\
COUNT is decimal. Hits are counted from now on. `break` then shows the number
of the next hit that stops: after 2 hits, `ignore 1 1` shows \"count 4\".

    pdp6> ignore 2 100",
    run: |session, arguments, _| {
        let (number, times) = numbered(arguments)?;
        let times = count(required(times, "a count: ignore NUMBER COUNT")?)?;
        session.stops.change(number, |stop| stop.ignore(times), &mut session.target)?;
        Ok(Flow::Continue)
    },
};

pub(crate) static LOG: Command = Command {
    name: "log",
    shortest: 3,
    aliases: &[],
    usage: "NUMBER [\"TEXT\"]",
    summary: "set the text that a breakpoint prints instead of stopping",
    help: "\
Replaces the text given after `log` in `break` or `watch`. Expressions in
braces are replaced by their values. Without a text, the machine stops again.

    pdp6> log 2 \"A is {[A]}\"",
    run: |session, arguments, _| {
        let (number, text) = numbered(arguments)?;
        let message = if text.is_empty() { None } else { Some(quoted(text)?) };
        session.stops.change(number, |stop| stop.log_message = message, &mut session.target)?;
        Ok(Flow::Continue)
    },
};

pub(crate) static COMMANDS: Command = Command {
    name: "commands",
    shortest: 4,
    aliases: &[],
    usage: "NUMBER [COMMAND; COMMAND…]",
    summary: "set the commands to run after a breakpoint stops the machine",
    help: "\
Replaces the commands given after `do` in `break` or `watch`. Without commands,
removes them. If the last one is `continue`, the machine resumes.

    pdp6> commands 2 examine A; continue",
    run: |session, arguments, _| {
        let (number, commands) = numbered(arguments)?;
        let actions = breakpoint::commands(commands);
        session.stops.change(number, |stop| stop.actions = actions, &mut session.target)?;
        Ok(Flow::Continue)
    },
};

const NUMBER: &str = "the number of a breakpoint or watchpoint; \"break\" lists them";

fn numbered(text: &str) -> Result<(u32, &str), CommandError> {
    let (number, rest) = first_word(required(text, NUMBER)?);
    Ok((one(number)?, rest))
}

fn one(number: &str) -> Result<u32, CommandError> {
    let parsed = count(number).map_err(|_| CommandError(format!("\"{number}\": expected {NUMBER}")))?;
    Ok(u32::try_from(parsed).unwrap_or(u32::MAX))
}

fn numbers(session: &Session, text: &str) -> Result<Vec<u32>, CommandError> {
    let numbers = text.split([' ', '\t', ',']).filter(|number| !number.is_empty());
    numbers.map(|number| Ok(session.stops.stop(one(number)?)?.number)).collect()
}

fn each(session: &mut Session, text: &str, change: fn(&mut Stop)) -> Result<Flow, CommandError> {
    let which = match text {
        "" => session.stops.list().iter().map(|stop| stop.number).collect(),
        text => numbers(session, text)?,
    };
    for number in which {
        session.stops.change(number, change, &mut session.target)?;
    }
    Ok(Flow::Continue)
}
