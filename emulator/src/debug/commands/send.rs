//! `send`, `expect`: type at the program's keyboards and wait for its output.

use super::{
    Command, CommandError, Flow, Goal, Host, Session, SessionStop, quoted, required, split_at, typed,
};
use crate::io::Action;
use crate::io::teletype::{self, Teletype};
use crate::machine::{Input, Until};

pub(crate) static SEND: Command = Command {
    name: "send",
    shortest: 3,
    aliases: &[("type", "")],
    usage: "[tty | gty | dcs] [line=N] \"TEXT\"",
    summary: "type a text at the console teletype, or at another keyboard",
    help: "\
Without a device, types at the console. `line=N` selects another keyboard: tty
1 to 4, gty 0 to 3, dcs 0 to 15. The characters arrive at the speed of a
teletype while the machine runs. `\\r` is RETURN, `\\e` ALTMODE, `\\177` RUBOUT,
`\\012` LINE FEED; `\\n` is RETURN too. Without quotation marks the text is the
rest of the line.

    pdp6> send \"PW\\r\"",
    run: send,
};

pub(crate) static EXPECT: Command = Command {
    name: "expect",
    shortest: 3,
    aliases: &[("wait", "")],
    usage: "[\"TEXT\" [for TIME]]",
    summary: "stop when the console prints a text, or run and wait for it",
    help: "\
`expect \"TEXT\"` makes the next run stop when the text has been printed;
several can be set. `expect \"TEXT\" for 10s` runs until it has been printed,
and fails if that takes longer than this virtual time. Carriage returns are
ignored; a new line is `\\n`. Without a text, lists what is expected.

    pdp6> expect \"READY\" for 5s",
    run: expect,
};

pub(crate) static NOEXPECT: Command = Command {
    name: "noexpect",
    shortest: 3,
    aliases: &[],
    usage: "",
    summary: "stop expecting a text",
    help: "\
Removes what expect has set.",
    run: |session, _, _| {
        session.console.expects.clear();
        Ok(Flow::Continue)
    },
};

fn send(session: &mut Session, arguments: &str, _: &mut dyn Host) -> Result<Flow, CommandError> {
    let (name, rest) = super::first_word(arguments);
    let named = session.target.machine.io.by_name(name).filter(|device| device.has_keyboards());
    let (device, arguments) = named.map_or((Teletype::NAME, arguments), |device| (device.name(), rest));
    let (line, text) = match arguments.strip_prefix("line=") {
        Some(rest) => {
            let (line, text) = super::first_word(rest);
            let number =
                line.parse().map_err(|_| CommandError(format!("\"{line}\" is not the number of a line")));
            (number?, text)
        }
        None => (0, arguments),
    };
    let characters = teletype::struck(&typed(required(text, "a text: send \"TEXT\"")?)?);
    session.input(Input::Act { device: device.to_owned(), action: Action::Type { line, characters } })?;
    Ok(Flow::Continue)
}

fn expect(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    if arguments.is_empty() {
        let list: String = session.console.expects.iter().map(|text| format!("{text:?}\n")).collect();
        host.print(if list.is_empty() { "no text is expected; expect \"TEXT\" sets one\n" } else { &list });
        return Ok(Flow::Continue);
    }
    // Nothing can follow a text without quotation marks.
    let (text, time) =
        if arguments.starts_with('"') { split_at(arguments, "for") } else { (arguments, None) };
    let text = quoted(text)?;
    if text.is_empty() {
        return Err("expected a text: expect \"TEXT\"".into());
    }
    let Some(time) = time else {
        session.console.expects.push(text);
        return Ok(Flow::Continue);
    };
    let length = required(time, "a time after \"for\", such as 10s")?.parse()?;
    if session.console.take_printed(&text) {
        return Ok(Flow::Continue);
    }
    session.go_on()?;
    session.console.expects.push(text.clone());
    let stop = Until::after(&session.target.machine, length);
    match session.drive(Goal { stop, ..Goal::endless() }, host) {
        SessionStop::Expected => Ok(Flow::Continue),
        other => {
            session.console.expects.retain(|expected| *expected != text);
            let report = session.report(other, host);
            Err(CommandError(format!("{text:?} was not printed: {}", report.trim_end())))
        }
    }
}
