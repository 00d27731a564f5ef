//! The command line: editing, history and completion.

use crate::debug::Session;
use crate::debug::completion::{Completion, CompletionNames};
use crate::terminal::is_control;
use crossterm::event::{Event, KeyCode, KeyEvent};
use tui_input::backend::crossterm::EventHandler as _;
use tui_input::{Input, InputRequest};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// No effect outside the line.
    None,
    Enter(String),
    Complete,
    Leave,
    /// Control-C with no line to clear.
    Interrupt,
}

#[derive(Clone, Debug, Default)]
pub(super) struct CommandLine {
    input: Input,
    history: Vec<String>,
    /// The index of the line recalled, or the length of the history.
    recalled: usize,
}

impl CommandLine {
    pub(super) fn text(&self) -> &str {
        self.input.value()
    }

    /// Returns the number of characters before the cursor.
    pub(super) fn cursor(&self) -> usize {
        self.input.cursor()
    }

    fn set(&mut self, text: &str) {
        self.input = Input::new(text.to_owned());
    }

    /// Inserts a pasted text, without its control characters.
    pub(super) fn insert(&mut self, text: &str) {
        for character in text.chars().filter(|character| !character.is_control()) {
            self.input.handle(InputRequest::InsertChar(character));
        }
    }

    pub(super) fn key(&mut self, key: &KeyEvent) -> Effect {
        let is_empty = self.text().is_empty();
        match key.code {
            _ if is_control(key, 'c') && is_empty => return Effect::Interrupt,
            _ if is_control(key, 'd') && is_empty => return Effect::Leave,
            _ if is_control(key, 'c') => self.set(""),
            KeyCode::Esc => self.set(""),
            KeyCode::Enter => return self.enter(),
            KeyCode::Tab => return Effect::Complete,
            KeyCode::Up => self.recall(self.recalled.saturating_sub(1)),
            KeyCode::Down => self.recall(self.recalled + 1),
            _ => drop(self.input.handle_event(&Event::Key(*key))),
        }
        Effect::None
    }

    fn enter(&mut self) -> Effect {
        let text = self.text().to_owned();
        if !text.trim().is_empty() && self.history.last() != Some(&text) {
            self.history.push(text.clone());
        }
        self.recalled = self.history.len();
        self.set("");
        Effect::Enter(text)
    }

    fn recall(&mut self, index: usize) {
        self.recalled = index.min(self.history.len());
        let text = self.history.get(self.recalled).cloned().unwrap_or_default();
        self.set(&text);
    }

    /// Completes the word before the cursor as far as all candidates agree. Returns the candidates if there
    /// are several.
    pub(super) fn complete(&mut self, session: &Session) -> Vec<String> {
        let at = self.text().char_indices().nth(self.cursor()).map_or(self.text().len(), |(at, _)| at);
        let (before, after) = self.text().split_at(at);
        let Completion { start, names } = CompletionNames::of(session).complete(before);
        if let Some(common) = common(&names) {
            let begun = before[..start].to_owned() + &common;
            let cursor = begun.chars().count();
            self.input = Input::new(begun + after).with_cursor(cursor);
        }
        if names.len() > 1 { names } else { Vec::new() }
    }
}

/// Returns the longest beginning that all words have in common, ignoring case; `None` without words.
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
    use crossterm::event::KeyModifiers;

    fn press(line: &mut CommandLine, codes: &[KeyCode]) -> Effect {
        let keys = codes.iter().map(|&code| KeyEvent::new(code, KeyModifiers::NONE));
        keys.fold(Effect::None, |_, key| line.key(&key))
    }

    fn typed(line: &mut CommandLine, text: &str) -> Effect {
        press(line, &text.chars().map(KeyCode::Char).collect::<Vec<_>>())
    }

    #[test]
    fn a_line_can_be_edited_anywhere() {
        let mut line = CommandLine::default();
        typed(&mut line, "stp 2");
        press(&mut line, &[KeyCode::Left, KeyCode::Left, KeyCode::Left, KeyCode::Char('e'), KeyCode::End]);
        assert_eq!((line.text(), line.cursor()), ("step 2", 6));
        press(&mut line, &[KeyCode::Backspace, KeyCode::Home, KeyCode::Delete]);
        assert_eq!(line.text(), "tep ");
        let control = |c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL);
        line.key(&control('e'));
        line.key(&control('u'));
        assert_eq!((line.key(&control('d')), line.text()), (Effect::Leave, ""));
        typed(&mut line, "x");
        assert_eq!((line.key(&control('c')), line.text()), (Effect::None, ""));
        assert_eq!(line.key(&control('c')), Effect::Interrupt);
    }

    #[test]
    fn earlier_lines_can_be_recalled() {
        let mut line = CommandLine::default();
        for text in ["one", "two", "two"] {
            typed(&mut line, text);
            assert_eq!(press(&mut line, &[KeyCode::Enter]), Effect::Enter(text.to_owned()));
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
        let mut line = CommandLine::default();
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
            let mut line = CommandLine::default();
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
