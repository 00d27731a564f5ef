//! The verbs: names, abbreviations, help.

use super::{CommandError, Flow, Host, Session, commands};

/// A verb of the prompt.
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// The shortest abbreviation, in letters.
    pub shortest: usize,
    /// Other names; these are not abbreviated.
    pub aliases: &'static [&'static str],
    /// What follows it.
    pub usage: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// All about it, with an example.
    pub help: &'static str,
    /// Does it.
    pub run: fn(&mut Session, &str, &mut dyn Host) -> Result<Flow, CommandError>,
}

impl Command {
    /// All about it: what the tables and the devices of the machine say, then its own text.
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

/// All verbs, in the order of `help`.
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
    &commands::evaluate::COMMAND,
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

/// The verb with a name or abbreviation.
///
/// # Errors
///
/// There is none, or there are several.
pub(crate) fn find(name: &str) -> Result<&'static Command, CommandError> {
    let name = name.to_ascii_lowercase();
    let fits = |command: &&&Command| {
        command.aliases.contains(&name.as_str())
            || name.len() >= command.shortest && command.name.starts_with(name.as_str())
    };
    COMMANDS
        .iter()
        .find(fits)
        .copied()
        .ok_or_else(|| CommandError(format!("unknown command \"{name}\"; \"help\" lists them")))
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
            for name in [shortest, command.name].iter().chain(command.aliases) {
                let fitting: Vec<&str> = COMMANDS
                    .iter()
                    .filter(|other| {
                        other.aliases.contains(name)
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
}
