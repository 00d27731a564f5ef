//! The commands of an interface, and how UCI writes them.

use super::limits::Limits;
use super::set_up;
use crate::program::Case;

#[derive(Clone, Debug, PartialEq)]
pub(in crate::commands) enum Command {
    Uci,
    IsReady,
    NewGame,
    /// The position to search, or the reason why the arguments are not valid.
    Position(Result<Case, String>),
    SetOption {
        name: String,
        value: String,
    },
    /// The limits of a search, and messages about invalid ones.
    Go(Limits, Vec<String>),
    Stop,
    PonderHit,
    /// A command without effect: `debug`, `register`, an empty line.
    Nothing,
    Quit,
    /// The line is not a command, for this reason.
    Invalid(String),
}

impl Command {
    /// Reads a line. Words before the command are skipped, as UCI requires.
    pub(in crate::commands) fn parse(line: &str) -> Command {
        let words: Vec<&str> = line.split_whitespace().collect();
        let command = words.iter().enumerate().find_map(|(at, &word)| {
            Some(match word {
                "uci" => Command::Uci,
                "isready" => Command::IsReady,
                "ucinewgame" => Command::NewGame,
                "position" => {
                    Command::Position(set_up::read(&words[at + 1..]).map_err(|error| format!("{error:#}")))
                }
                "setoption" => set_option(&words[at + 1..]),
                "go" => {
                    let (limits, wrong) = Limits::parse(&words[at + 1..]);
                    Command::Go(limits, wrong)
                }
                "stop" => Command::Stop,
                "ponderhit" => Command::PonderHit,
                "debug" | "register" => Command::Nothing,
                "quit" => Command::Quit,
                _ => return None,
            })
        });
        let invalid = |word: &&str| Command::Invalid(format!("unknown command `{word}`"));
        let unknown = || words.first().map_or(Command::Nothing, invalid);
        command.unwrap_or_else(unknown)
    }

    /// Returns `true` if the command, and every line after it, must wait for the end of a running search.
    pub(super) fn waits_for_search(&self) -> bool {
        matches!(self, Command::NewGame | Command::Position(_) | Command::Go(..))
    }
}

fn set_option(words: &[&str]) -> Command {
    let ["name", rest @ ..] = words else {
        return Command::Invalid("expected `setoption name N value V`".to_owned());
    };
    let split = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    let (name, value) = (rest[..split].join(" "), rest.get(split + 1..).unwrap_or_default().join(" "));
    Command::SetOption { name, value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_a_command_are_skipped() {
        let unknown = |word: &str| Command::Invalid(format!("unknown command `{word}`"));
        let option =
            |name: &str, value: &str| Command::SetOption { name: name.to_owned(), value: value.to_owned() };
        let depth_2 = Limits { depth: Some(2), ..Limits::default() };
        for (line, expected) in [
            ("isready", Command::IsReady),
            ("joho isready", Command::IsReady),
            ("joho debug on", Command::Nothing),
            (" \t quit\t", Command::Quit),
            ("please quit", Command::Quit),
            (
                "position\t startpos  moves\te2e4",
                Command::Position(Ok(Case::game("the initial position", "e2e4").unwrap())),
            ),
            ("x y go depth 2", Command::Go(depth_2, Vec::new())),
            // The arguments of a command are not commands.
            ("setoption name stop value quit", option("stop", "quit")),
            ("stop go", Command::Stop),
            ("", Command::Nothing),
            ("xyzzy plugh", unknown("xyzzy")),
            ("ISREADY", unknown("ISREADY")),
        ] {
            assert_eq!(Command::parse(line), expected, "{line}");
        }
    }
}
