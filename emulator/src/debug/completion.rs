//! Completion of a line that is being typed: finds the word before the caret and the names that the word
//! can become.
//!
//! The prompt, the full screen and the debug adapter use this module. Positions are byte offsets in
//! UTF-8. A word consists of ASCII characters only, so any other character ends the word.

use super::session::Session;
use crate::machine::Register;

/// Splits the text before the caret into what precedes the last word, and that word, which may be empty.
pub(crate) fn last_word(before: &str) -> (&str, &str) {
    let kept = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || ".$%".contains(c));
    before.split_at(kept.len())
}

/// Returns the part of `text` before a caret whose position a client gives in UTF-16 units. A caret within
/// a character counts as before that character, a caret beyond the end as at the end.
pub(crate) fn before_utf16(text: &str, caret: usize) -> &str {
    let mut units = 0;
    let end = text.char_indices().find(|(_, character)| {
        units += character.len_utf16();
        units > caret
    });
    end.map_or(text, |(at, _)| &text[..at])
}

/// The commands that set stops, and the keywords that can follow their first argument.
const STOP_COMMANDS: [&str; 3] = ["break", "tbreak", "watch"];
const STOP_KEYWORDS: [&str; 3] = ["do", "if", "log"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Completion {
    /// Byte offset of the word before the caret.
    pub start: usize,
    pub names: Vec<String>,
}

/// The names of a session: symbols, registers, devices; and its commands.
pub(crate) struct CompletionNames {
    names: Vec<String>,
    commands: Vec<&'static str>,
}

impl CompletionNames {
    pub(crate) fn of(session: &Session) -> CompletionNames {
        let symbols = session.target.symbols.iter().map(|symbol| symbol.name.clone());
        let registers = Register::ALL.map(|register| register.name().to_owned());
        let devices = session.target.machine.io.devices().map(|device| device.name().to_owned());
        let mut names: Vec<String> = symbols.chain(registers).chain(devices).collect();
        names.sort();
        CompletionNames { names, commands: session.commands().map(|command| command.name).collect() }
    }

    /// Completes the word at the end of `before`: to a command at the beginning of a line and after `help`,
    /// otherwise to a name, or to a keyword of the commands that set stops.
    pub(crate) fn complete(&self, before: &str) -> Completion {
        let (line, word) = last_word(before);
        let commands = self.commands.iter().copied();
        let names = match line.trim() {
            "" | "help" | "h" | "?" => beginning_with(word, commands),
            line if STOP_COMMANDS.contains(&line.split(' ').next().unwrap_or_default()) => {
                let keywords = beginning_with(word, STOP_KEYWORDS.into_iter().filter(|_| line.contains(' ')));
                keywords.into_iter().chain(self.beginning_with(word)).collect()
            }
            _ => self.beginning_with(word),
        };
        Completion { start: line.len(), names }
    }

    /// Returns the names that begin with `word`, ignoring case.
    pub(crate) fn beginning_with(&self, word: &str) -> Vec<String> {
        beginning_with(word, self.names.iter().map(String::as_str))
    }
}

fn beginning_with<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let begins = |name: &&str| name.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word));
    names.filter(begins).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::symbols::Symbols;

    /// Non-ASCII characters: of two, three and four bytes, a no-break space, a combining accent, a thin
    /// space.
    const BEYOND_ASCII: [&str; 7] = ["ö", "–", "日", "😀", "\u{a0}", "e\u{301}", "\u{2009}"];

    #[test]
    fn the_last_word_is_ascii() {
        for (before, parts) in [
            ("", ("", "")),
            ("sh", ("", "sh")),
            ("break lo", ("break ", "lo")),
            ("p %X$.1", ("p ", "%X$.1")),
            ("break ", ("break ", "")),
        ] {
            assert_eq!(last_word(before), parts, "{before:?}");
        }
        for character in BEYOND_ASCII {
            assert_eq!(last_word(character), (character, ""), "{character:?}");
            let line = format!("x {character}lo");
            assert_eq!(last_word(&line), (&line[..line.len() - 2], "lo"), "{line:?}");
        }
    }

    #[test]
    fn a_caret_counts_utf16_units() {
        for (text, caret, before) in [
            ("ö", 0, ""),
            ("ö", 1, "ö"),
            ("ö", 2, "ö"),
            ("a–b", 2, "a–"),
            ("😀x", 1, ""),
            ("😀x", 2, "😀"),
            ("😀x", 3, "😀x"),
            ("ex", usize::MAX, "ex"),
            ("", 5, ""),
        ] {
            assert_eq!(before_utf16(text, caret), before, "{text:?} {caret}");
        }
    }

    #[test]
    fn commands_come_first_then_names() {
        let symbols =
            Symbols::parse("pdp6-symbols 1\nsymbol LOOP 100 label\nsymbol LOOK 101 label\n").unwrap();
        let names = CompletionNames::of(&Session::new(Machine::default(), symbols));
        let complete = |line: &str| {
            let Completion { start, names } = names.complete(line);
            (start, names)
        };
        let list = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(complete("sh"), (0, list(&["show"])));
        assert_eq!(complete("break lo"), (6, list(&["LOOK", "LOOP"])));
        assert_eq!(complete("break LOOP lo"), (11, list(&["log", "LOOK", "LOOP"])));
        assert_eq!(complete("watch LOOP i"), (11, list(&["if"])));
        assert_eq!(complete("examine LOOP lo"), (13, list(&["LOOK", "LOOP"])));
        assert_eq!(complete("help ex"), (5, list(&["execute", "examine", "expect", "exit"])));
        for character in BEYOND_ASCII {
            let line = format!("x {character}LO");
            assert_eq!(complete(&line), (line.len() - 2, list(&["LOOK", "LOOP"])), "{line:?}");
        }
    }
}
