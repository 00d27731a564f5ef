//! `do`, `echo`, `assert`: the commands for files of commands.

use super::{Command, CommandError, Flow, Host, Session, path, required};
use crate::debug::host;

pub(crate) static DO: Command = Command {
    name: "do",
    shortest: 2,
    aliases: &[],
    usage: "FILE",
    summary: "run the commands in a file",
    help: "\
One command per line; lines that begin with `;` or `#` are comments. The first
error ends the file, and is reported with its line.

    pdp6> do test.do",
    run: |session, arguments, host| {
        let file = path(required(arguments, "a file name: do FILE")?)?;
        let bytes = host::read(host, file)?;
        session.execute_script(file, &String::from_utf8_lossy(&bytes), host)
    },
};

pub(crate) static ECHO: Command = Command {
    name: "echo",
    shortest: 3,
    aliases: &[],
    usage: "[TEXT]",
    summary: "show a text",
    help: "\
Prints the text, as a heading or a remark in command files.",
    run: |_, arguments, host| {
        host.print(&format!("{arguments}\n"));
        Ok(Flow::Continue)
    },
};

pub(crate) static ASSERT: Command = Command {
    name: "assert",
    shortest: 2,
    aliases: &[],
    usage: "EXPRESSION = EXPRESSION",
    summary: "report an error unless two values are equal",
    help: "\
Use it in command files that test something. With `!=` instead of `=`, the
values must be different.

    pdp6> assert [COUNT] = 12",
    run: |session, arguments, _| {
        let (left, right, equal) = match arguments.split_once("!=") {
            Some((left, right)) => (left, right, false),
            None => {
                let sides = arguments.split_once('=').ok_or("expected two values with = or != between them");
                let (left, right) = sides?;
                (left, right.trim_start_matches('='), true)
            }
        };
        let (a, b) = (session.target.word(left)?, session.target.word(right)?);
        if (a == b) == equal {
            return Ok(Flow::Continue);
        }
        Err(CommandError(match equal {
            true => format!("assertion failed: {} is {a}, {} is {b}", left.trim(), right.trim()),
            false => format!("assertion failed: both values are {a}, expected different values"),
        }))
    },
};

const MAX_SCRIPT_DEPTH: usize = 10;

impl Session {
    /// Carries out the lines of a text; `name` is for messages.
    ///
    /// # Errors
    ///
    /// The first line that fails, with its number; or command files are nested too deep.
    pub fn execute_script(
        &mut self,
        name: &str,
        text: &str,
        host: &mut dyn Host,
    ) -> Result<Flow, CommandError> {
        if self.depth >= MAX_SCRIPT_DEPTH {
            return Err(CommandError(format!(
                "\"{name}\": command files can be nested at most {MAX_SCRIPT_DEPTH} deep"
            )));
        }
        self.depth += 1;
        let mut result = Ok(Flow::Continue);
        // Some editors put a byte order mark at the beginning of a text.
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            result = self
                .execute(line, host)
                .map_err(|error| CommandError(format!("{name}:{}: {error}", index + 1)));
            if !matches!(result, Ok(Flow::Continue)) || host.is_ending() {
                break;
            }
        }
        self.depth -= 1;
        result
    }
}
