//! Parses a line of the interface into a command.

/// A command with its arguments, which are the words after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    Position(Vec<String>),
    SetOption(Vec<String>),
    Go(Vec<String>),
    Stop,
    PonderHit,
    /// A command without effect: `debug`, `register`, an empty line.
    Nothing,
    Quit,
    /// The line does not contain a command. Its first word is given.
    Unknown(String),
}

impl Command {
    /// Reads a line. Words before the command are skipped, as UCI requires.
    pub(super) fn parse(line: &str) -> Command {
        let words: Vec<&str> = line.split_whitespace().collect();
        let arguments = |at: usize| words[at + 1..].iter().map(|&word| word.to_owned()).collect();
        let command = words.iter().enumerate().find_map(|(at, &word)| {
            Some(match word {
                "uci" => Command::Uci,
                "isready" => Command::IsReady,
                "ucinewgame" => Command::NewGame,
                "position" => Command::Position(arguments(at)),
                "setoption" => Command::SetOption(arguments(at)),
                "go" => Command::Go(arguments(at)),
                "stop" => Command::Stop,
                "ponderhit" => Command::PonderHit,
                "debug" | "register" => Command::Nothing,
                "quit" => Command::Quit,
                _ => return None,
            })
        });
        let unknown = || words.first().map_or(Command::Nothing, |&word| Command::Unknown(word.to_owned()));
        command.unwrap_or_else(unknown)
    }

    /// Returns `true` if the command, and every line after it, must wait for the end of a running search.
    pub(super) fn waits_for_search(&self) -> bool {
        matches!(self, Command::NewGame | Command::Position(_) | Command::Go(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_a_command_are_skipped() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect();
        for (line, expected) in [
            ("isready", Command::IsReady),
            ("joho isready", Command::IsReady),
            ("joho debug on", Command::Nothing),
            (" \t quit\t", Command::Quit),
            ("please quit", Command::Quit),
            ("position\t startpos  moves\te2e4", Command::Position(words("startpos moves e2e4"))),
            ("x y go depth 2", Command::Go(words("depth 2"))),
            // The arguments of a command are not commands.
            ("setoption name stop value quit", Command::SetOption(words("name stop value quit"))),
            ("stop go", Command::Stop),
            ("", Command::Nothing),
            ("xyzzy plugh", Command::Unknown("xyzzy".to_owned())),
            ("ISREADY", Command::Unknown("ISREADY".to_owned())),
        ] {
            assert_eq!(Command::parse(line), expected, "{line}");
        }
    }
}
