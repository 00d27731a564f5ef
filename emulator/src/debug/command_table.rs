//! The table of the commands, and the parser that splits a line into a command and its arguments.

use super::command::Command;
use super::commands::{self, first_word};
use super::error::CommandError;
use super::host::Host;
use super::session::{Flow, Session};
use std::borrow::Cow;
use std::fmt::Write as _;

impl Command {
    /// Returns the text of `help`: the summary as a sentence, for some commands a list that depends on the
    /// machine's devices, then the command's own text.
    pub fn about(&self, session: &Session) -> String {
        let (first, rest) = self.summary.split_at(1);
        let list = LISTS.iter().find(|(command, _)| std::ptr::eq(*command, self));
        let list = list.map_or(String::new(), |(_, list)| list(session));
        format!("{}{rest}.\n\n{list}{}", first.to_ascii_uppercase(), self.help)
    }
}

type List = fn(&Session) -> String;

static LISTS: &[(&Command, List)] =
    &[(&commands::set::COMMAND, commands::set::list), (&commands::attach::ATTACH, commands::attach::list)];

/// The commands that every session has, in the order of `help`.
pub static COMMANDS: &[&Command] = &[
    &commands::boot::COMMAND,
    &commands::load::COMMAND,
    &commands::run::RUN,
    &commands::run::GO,
    &commands::run::CONTINUE,
    &commands::step::STEP,
    &commands::step::NEXT,
    &commands::step::LINE,
    &commands::step::OVER,
    &commands::step::UNTIL,
    &commands::step::FINISH,
    &commands::back::COMMAND,
    &commands::who::COMMAND,
    &commands::backtrace::COMMAND,
    &commands::key::KEY,
    &commands::key::EXECUTE,
    &commands::examine::COMMAND,
    &commands::deposit::COMMAND,
    &commands::view::COMMAND,
    &commands::evaluate::EVALUATE,
    &commands::evaluate::PRINT,
    &commands::list::COMMAND,
    &commands::show::COMMAND,
    &commands::set::COMMAND,
    &commands::breakpoint::BREAK,
    &commands::breakpoint::TBREAK,
    &commands::breakpoint::NOBREAK,
    &commands::watch::WATCH,
    &commands::watch::NOWATCH,
    &commands::stop::DELETE,
    &commands::stop::ENABLE,
    &commands::stop::DISABLE,
    &commands::stop::CONDITION,
    &commands::stop::IGNORE,
    &commands::stop::LOG,
    &commands::stop::COMMANDS,
    &commands::history::COMMAND,
    &commands::attach::ATTACH,
    &commands::attach::DETACH,
    &commands::tape::COMMAND,
    &commands::send::SEND,
    &commands::send::EXPECT,
    &commands::send::NOEXPECT,
    &commands::picture::COMMAND,
    &commands::lights::COMMAND,
    &commands::map::COMMAND,
    &commands::save::SAVE,
    &commands::save::RESTORE,
    &commands::reset::COMMAND,
    &commands::script::DO,
    &commands::script::ECHO,
    &commands::script::ASSERT,
    &commands::ddt::COMMAND,
    &HELP,
    &commands::exit::COMMAND,
];

/// Finds the command with a name, an abbreviation or an alias.
///
/// # Errors
///
/// No such command exists.
pub fn find(name: &str) -> Result<&'static Command, CommandError> {
    row(name, &[]).map(|(command, _)| command)
}

/// Finds a command of the table or of `more`, and the arguments that its alias adds.
fn row(name: &str, more: &[&'static Command]) -> Result<(&'static Command, &'static str), CommandError> {
    let name = name.to_ascii_lowercase();
    let named = |command: &'static Command| {
        let alias = command.aliases.iter().find(|(alias, _)| *alias == name);
        let abbreviated = name.len() >= command.shortest && command.name.starts_with(&name);
        let arguments = alias.map(|(_, arguments)| *arguments).or(abbreviated.then_some(""))?;
        Some((command, arguments))
    };
    let found = COMMANDS.iter().chain(more).copied().find_map(named);
    found.ok_or_else(|| CommandError(format!("unknown command \"{name}\"; \"help\" lists them")))
}

pub(crate) fn parse<'l>(
    session: &Session,
    line: &'l str,
) -> Result<(&'static Command, Cow<'l, str>), CommandError> {
    let end = line.find(|c: char| c.is_whitespace() || c == '?' || c == '/').unwrap_or(line.len());
    let (name, arguments) = line.split_at(end.max(1).min(line.len()));
    let arguments = arguments.trim();
    if name.eq_ignore_ascii_case("b") && is_place(session, arguments) {
        return Ok((&commands::breakpoint::BREAK, arguments.into()));
    }
    let (command, first) = row(name, session.more_commands)?;
    let arguments = if first.is_empty() {
        arguments.into()
    } else {
        format!("{first} {arguments}").trim().to_owned().into()
    };
    Ok((command, arguments))
}

/// Returns `true` if `b` is followed by a place in the program, as in gdb, and not by a tape to boot,
/// as in SIMH.
fn is_place(session: &Session, arguments: &str) -> bool {
    let word = arguments.split([' ', '\t', '+', '-']).next().unwrap_or_default();
    let line = word.rsplit_once(':').and_then(|(file, _)| session.target.symbols.file_named(file));
    word.starts_with('*') || line.is_some() || session.target.symbols.get(word).is_some()
}

pub(super) fn list_aliases() -> String {
    let aliases = COMMANDS.iter().flat_map(|command| {
        command.aliases.iter().map(|(alias, arguments)| (*alias, format!("{} {arguments}", command.name)))
    });
    let other = [
        ("b SYMBOL", "break SYMBOL (otherwise, b is boot)".to_owned()),
        ("x/8i PLACE", "examine -m PLACE/10 (octal)".to_owned()),
    ];
    let mut all: Vec<(&str, String)> = aliases.chain(other).collect();
    all.sort_unstable();
    all.iter().map(|(name, means)| format!("{name:<17} {}\n", means.trim_end())).collect()
}

impl Session {
    /// Executes one line.
    ///
    /// # Errors
    ///
    /// The line is invalid or cannot be executed. The text says why and what to do.
    pub fn execute(&mut self, line: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
        let line = line.trim();
        // A comment as in SIMH, or an empty line.
        if line.is_empty() || line.starts_with([';', '#']) {
            return Ok(Flow::Continue);
        }
        let (command, arguments) = parse(self, line)?;
        if command.usage.is_empty() && !arguments.is_empty() {
            return Err(CommandError(format!("unexpected \"{arguments}\" after \"{}\"", command.name)));
        }
        (command.run)(self, &arguments, host)
    }
}

static HELP: Command = Command {
    name: "help",
    shortest: 1,
    aliases: &[("?", "")],
    usage: "[COMMAND | names]",
    summary: "show this list, or explain a command",
    help: "\
Without a command, lists all commands.

    pdp6> help examine",
    run: help,
};

fn help(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let mut text = String::new();
    if arguments.is_empty() {
        for command in session.commands() {
            let (shortest, rest) = command.name.split_at(command.shortest);
            let name = if rest.is_empty() { shortest.to_owned() } else { format!("{shortest}[{rest}]") };
            let _ = writeln!(text, "{name:<14} {}", command.summary);
        }
        text += "\"help COMMAND\" explains one; control-C stops a running machine, a second one leaves\n";
        text += "\"help names\" lists other names of commands, among them those of gdb\n";
    } else if arguments == "names" {
        text = list_aliases();
    } else {
        // `x/8i` is explained under `x`.
        let (name, _) = arguments.split_once('/').unwrap_or((first_word(arguments).0, ""));
        let (command, _) = row(name, session.more_commands)?;
        let usage = format!("{} {}", command.name, command.usage);
        let _ = writeln!(text, "{}\n\n{}", usage.trim_end(), command.about(session));
        let aliases: Vec<&str> = command.aliases.iter().map(|(name, _)| *name).collect();
        if !aliases.is_empty() {
            let _ = writeln!(text, "\nOther names: {}.", aliases.join(", "));
        }
    }
    host.print(&text);
    Ok(Flow::Continue)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::symbols::Symbols;

    #[test]
    fn abbreviations_are_unambiguous() {
        for command in COMMANDS {
            assert!(command.shortest <= command.name.len());
            let shortest = &command.name[..command.shortest];
            let aliases = command.aliases.iter().map(|(alias, _)| alias);
            for name in [shortest, command.name].iter().chain(aliases) {
                let fitting: Vec<&str> = COMMANDS
                    .iter()
                    .filter(|other| {
                        other.aliases.iter().any(|(alias, _)| alias == name)
                            || name.len() >= other.shortest && other.name.starts_with(name)
                    })
                    .map(|other| other.name)
                    .collect();
                assert_eq!(fitting, [command.name], "\"{name}\"");
            }
        }
    }

    #[test]
    fn help_fits_a_terminal_of_80_columns() {
        let session = Session::new(Machine::default(), Symbols::new());
        for command in COMMANDS {
            let usage = format!("{} {}", command.name, command.usage);
            let summary = format!("{:<14} {}", "", command.summary);
            // Examples may be wider than the help.
            let help = command.about(&session);
            let text = help.split("\n    pdp6>").next().unwrap_or_default();
            for line in usage.lines().chain(summary.lines()).chain(text.lines()) {
                assert!(line.chars().count() < 80, "{}: {line}", command.name);
            }
        }
    }

    #[test]
    fn abbreviations_of_simh() {
        for (abbreviation, name) in [
            ("e", "examine"),
            ("d", "deposit"),
            ("b", "boot"),
            ("c", "continue"),
            ("s", "step"),
            ("g", "go"),
            ("ru", "run"),
            ("at", "attach"),
            ("det", "detach"),
            ("sh", "show"),
            ("br", "break"),
            ("nobr", "nobreak"),
            ("q", "exit"),
            ("bye", "exit"),
            ("h", "help"),
            ("?", "help"),
            ("sa", "save"),
            ("rest", "restore"),
            ("ex", "examine"),
            ("exp", "expect"),
            ("exe", "execute"),
            ("k", "key"),
        ] {
            assert_eq!(find(abbreviation).map(|command| command.name), Ok(name), "{abbreviation}");
        }
        assert!(find("frobnicate").is_err());
    }

    #[test]
    fn aliases_expand_to_a_command_and_its_first_arguments() {
        let symbols = Symbols::parse("pdp6-symbols 1\nfile 1 a.mid\nsymbol LOOP 100 label\n").unwrap();
        let session = Session::new(Machine::default(), symbols);
        for (typed, name, arguments) in [
            ("rc", "back", "continue"),
            ("rs 2", "back", "line 2"),
            ("i break", "show", "break"),
            ("disas GO", "examine", "-m GO"),
            ("x/8i GO", "examine", "/8i GO"),
            ("x GO/2", "examine", "GO/2"),
            ("print LOOP", "print", "LOOP"),
            ("p\u{a0}LOOP", "print", "LOOP"),
            ("?examine", "help", "examine"),
            ("b LOOP if A=3", "break", "LOOP if A=3"),
            ("b *100", "break", "*100"),
            ("b a.mid:12", "break", "a.mid:12"),
            ("b echo.rim", "boot", "echo.rim"),
            ("boot LOOP", "boot", "LOOP"),
        ] {
            let (command, found) = parse(&session, typed).expect("a known command");
            assert_eq!((command.name, &*found), (name, arguments), "{typed}");
        }
        assert!(parse(&session, "pö").is_err());
    }
}
