//! The table of the commands: names, abbreviations, aliases, help.

use super::{CommandError, Flow, Host, Session, commands};
use std::borrow::Cow;

/// A command of the prompt.
pub struct Command {
    /// The name.
    pub name: &'static str,
    /// The shortest abbreviation, in letters.
    pub shortest: usize,
    /// Other names, which are not abbreviated, with the arguments that they put before those that are typed.
    pub aliases: &'static [(&'static str, &'static str)],
    /// The arguments.
    pub usage: &'static str,
    /// What it does, on one line.
    pub summary: &'static str,
    /// Everything about it, with an example.
    pub help: &'static str,
    /// Carries it out.
    pub run: fn(&mut Session, &str, &mut dyn Host) -> Result<Flow, CommandError>,
}

impl Command {
    /// Returns the text of `help`: what the tables and the devices of the machine say, then its own.
    pub fn about(&self, session: &Session) -> String {
        let list = LISTS.iter().find(|(command, _)| std::ptr::eq(*command, self));
        list.map_or(String::new(), |(_, list)| list(session)) + self.help
    }
}

/// A list for people, of this machine.
type List = fn(&Session) -> String;

/// The verbs that have a list in their help.
static LISTS: &[(&Command, List)] =
    &[(&commands::set::COMMAND, commands::set::list), (&commands::attach::ATTACH, commands::attach::list)];

/// All commands, in the order of `help`.
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
    &commands::help::COMMAND,
    &commands::exit::COMMAND,
];

/// Finds the command with a name, an abbreviation or an alias.
///
/// # Errors
///
/// There is none.
pub fn find(name: &str) -> Result<&'static Command, CommandError> {
    row(name).map(|(command, _)| command)
}

/// Finds a command, and the arguments that its alias stands for.
fn row(name: &str) -> Result<(&'static Command, &'static str), CommandError> {
    let name = name.to_ascii_lowercase();
    let named = |command: &'static Command| {
        let alias = command.aliases.iter().find(|(alias, _)| *alias == name);
        let abbreviated = name.len() >= command.shortest && command.name.starts_with(&name);
        let arguments = alias.map(|(_, arguments)| *arguments).or(abbreviated.then_some(""))?;
        Some((command, arguments))
    };
    let found = COMMANDS.iter().copied().find_map(named);
    found.ok_or_else(|| CommandError(format!("unknown command \"{name}\"; \"help\" lists them")))
}

/// Splits a line into its command and the arguments.
///
/// # Errors
///
/// There is no such command.
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
    let (command, first) = row(name)?;
    let arguments = if first.is_empty() {
        arguments.into()
    } else {
        format!("{first} {arguments}").trim().to_owned().into()
    };
    Ok((command, arguments))
}

/// Returns `true` if `b` is followed by a place in the program, as in gdb, and not by a tape to boot, as in SIMH.
fn is_place(session: &Session, arguments: &str) -> bool {
    let word = arguments.split([' ', '\t', '+', '-']).next().unwrap_or_default();
    let line = word.rsplit_once(':').and_then(|(file, _)| session.symbols.file_named(file));
    word.starts_with('*') || line.is_some() || session.symbols.get(word).is_some()
}

/// Returns all aliases, one per line.
pub(super) fn list_aliases() -> String {
    let aliases = COMMANDS.iter().flat_map(|command| {
        command.aliases.iter().map(|(alias, arguments)| (*alias, format!("{} {arguments}", command.name)))
    });
    let other =
        [("b SYMBOL", "break SYMBOL".to_owned()), ("x/8i PLACE", "examine -m PLACE/10 (octal)".to_owned())];
    let mut all: Vec<(&str, String)> = aliases.chain(other).collect();
    all.sort_unstable();
    all.iter().map(|(name, means)| format!("{name:<17} {}\n", means.trim_end())).collect()
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
            // What an example shows is as wide as it is.
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
    fn aliases_stand_for_a_command_and_its_first_arguments() {
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
            let (command, found) = parse(&session, typed).expect("there is such a command");
            assert_eq!((command.name, &*found), (name, arguments), "{typed}");
        }
        assert!(parse(&session, "pö").is_err());
    }
}
