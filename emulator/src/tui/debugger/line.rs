//! The line that is typed: changed anywhere, called back, completed.

use crate::debug::Session;
use crate::debug::completion::{Completion, Names};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key did to the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Done {
    /// The line has changed, or not.
    Edited,
    /// It is to be carried out.
    Enter(String),
    /// It is to be completed.
    Complete,
    /// The person wants to leave.
    Leave,
    /// Control-C with nothing to clear.
    Interrupt,
    /// The key is none of a line.
    Other,
}

/// The line, its cursor, and the lines before it.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    text: Vec<char>,
    at: usize,
    past: Vec<String>,
    /// Which of the past is shown; as many as there are when it is none.
    shown: usize,
}

impl Line {
    pub(super) fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// The characters before the cursor.
    pub(super) fn cursor(&self) -> usize {
        self.at
    }

    fn set(&mut self, text: &str) {
        self.text = text.chars().collect();
        self.at = self.text.len();
    }

    /// Takes a key.
    pub(super) fn key(&mut self, key: &KeyEvent) -> Done {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.control(key.code);
        }
        match key.code {
            KeyCode::Enter => return self.enter(),
            KeyCode::Tab => return Done::Complete,
            KeyCode::Char(character) => {
                self.text.insert(self.at, character);
                self.at += 1;
            }
            KeyCode::Backspace if self.at > 0 => {
                self.at -= 1;
                self.text.remove(self.at);
            }
            KeyCode::Delete if self.at < self.text.len() => drop(self.text.remove(self.at)),
            KeyCode::Backspace | KeyCode::Delete => {}
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = (self.at + 1).min(self.text.len()),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.text.len(),
            KeyCode::Up => self.recall(self.shown.saturating_sub(1)),
            KeyCode::Down => self.recall(self.shown + 1),
            KeyCode::Esc => self.set(""),
            _ => return Done::Other,
        }
        Done::Edited
    }

    fn control(&mut self, code: KeyCode) -> Done {
        match code {
            KeyCode::Char('a') => self.at = 0,
            KeyCode::Char('e') => self.at = self.text.len(),
            KeyCode::Char('u') => drop(self.text.drain(..std::mem::take(&mut self.at))),
            KeyCode::Char('k') => self.text.truncate(self.at),
            KeyCode::Char('c') if self.text.is_empty() => return Done::Interrupt,
            KeyCode::Char('c') => self.set(""),
            KeyCode::Char('d') if self.text.is_empty() => return Done::Leave,
            _ => return Done::Other,
        }
        Done::Edited
    }

    fn enter(&mut self) -> Done {
        let text = self.text();
        if !text.trim().is_empty() && self.past.last() != Some(&text) {
            self.past.push(text.clone());
        }
        self.shown = self.past.len();
        self.set("");
        Done::Enter(text)
    }

    fn recall(&mut self, which: usize) {
        self.shown = which.min(self.past.len());
        let text = self.past.get(self.shown).cloned().unwrap_or_default();
        self.set(&text);
    }

    /// Completes the word before the cursor as far as all that it can become agree; gives those if there are several.
    pub(super) fn complete(&mut self, session: &Session) -> Vec<String> {
        let before: String = self.text[..self.at].iter().collect();
        let after: String = self.text[self.at..].iter().collect();
        let Completion { start, names } = Names::of(session).complete(&before);
        if let Some(common) = common(&names) {
            let begun = before[..start].to_owned() + &common;
            self.set(&(begun.clone() + &after));
            self.at = begun.chars().count();
        }
        if names.len() > 1 { names } else { Vec::new() }
    }
}

/// What all of them begin with.
fn common(words: &[String]) -> Option<String> {
    let (first, rest) = words.split_first()?;
    let agrees = |length: &usize| {
        rest.iter().all(|word| {
            word.get(..*length).is_some_and(|begin| begin.eq_ignore_ascii_case(&first[..*length]))
        })
    };
    let length = (0..=first.len()).rev().filter(|length| first.is_char_boundary(*length)).find(agrees)?;
    Some(first[..length].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::symbols::Symbols;

    fn press(line: &mut Line, codes: &[KeyCode]) -> Done {
        let keys = codes.iter().map(|&code| KeyEvent::new(code, KeyModifiers::NONE));
        keys.fold(Done::Edited, |_, key| line.key(&key))
    }

    fn typed(line: &mut Line, text: &str) -> Done {
        press(line, &text.chars().map(KeyCode::Char).collect::<Vec<_>>())
    }

    #[test]
    fn a_line_is_changed_anywhere() {
        let mut line = Line::default();
        typed(&mut line, "stp 2");
        press(&mut line, &[KeyCode::Left, KeyCode::Left, KeyCode::Left, KeyCode::Char('e'), KeyCode::End]);
        assert_eq!((line.text().as_str(), line.cursor()), ("step 2", 6));
        press(&mut line, &[KeyCode::Backspace, KeyCode::Home, KeyCode::Delete]);
        assert_eq!(line.text(), "tep ");
        let control = |c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL);
        line.key(&control('e'));
        line.key(&control('u'));
        assert_eq!((line.text().as_str(), line.key(&control('d'))), ("", Done::Leave));
        typed(&mut line, "x");
        assert_eq!((line.key(&control('c')), line.text().as_str()), (Done::Edited, ""));
        assert_eq!(line.key(&control('c')), Done::Interrupt);
    }

    #[test]
    fn lines_come_back() {
        let mut line = Line::default();
        for text in ["one", "two", "two"] {
            typed(&mut line, text);
            assert_eq!(press(&mut line, &[KeyCode::Enter]), Done::Enter(text.to_owned()));
        }
        press(&mut line, &[KeyCode::Up]);
        assert_eq!(line.text(), "two");
        press(&mut line, &[KeyCode::Up, KeyCode::Up]);
        assert_eq!(line.text(), "one");
        press(&mut line, &[KeyCode::Down, KeyCode::Down, KeyCode::Down]);
        assert_eq!(line.text(), "");
    }

    #[test]
    fn words_are_completed_as_far_as_they_agree() {
        let symbols = "pdp6-symbols 1\nsymbol LOOP 100 label\nsymbol LOOK 101 label\nsymbol GO 102 label\n";
        let session = Session::new(Machine::default(), Symbols::parse(symbols).unwrap());
        let mut line = Line::default();
        typed(&mut line, "sho");
        assert!(line.complete(&session).is_empty());
        assert_eq!(line.text(), "show");
        typed(&mut line, " lo");
        assert_eq!(line.complete(&session), ["LOOK", "LOOP"]);
        assert_eq!(line.text(), "show LOO");
        typed(&mut line, "p+1");
        assert!(line.complete(&session).is_empty());
        assert_eq!(line.text(), "show LOOp+1");
    }

    #[test]
    fn any_character_can_precede_the_word() {
        let symbols = Symbols::parse("pdp6-symbols 1\nsymbol LOOP 100 label\n").unwrap();
        let session = Session::new(Machine::default(), symbols);
        for character in ["ö", "–", "日", "😀", "\u{a0}"] {
            let mut line = Line::default();
            typed(&mut line, &format!("x {character}"));
            line.complete(&session);
            assert_eq!(line.text(), format!("x {character}"), "{character:?}");
            typed(&mut line, "loo ");
            press(&mut line, &[KeyCode::Left]);
            assert!(line.complete(&session).is_empty());
            assert_eq!(line.text(), format!("x {character}LOOP "), "{character:?}");
        }
    }
}
