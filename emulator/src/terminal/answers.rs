//! Separates the terminal's answers from the user's keys.
//!
//! A terminal answers a query with a control string: ESC and an introducer (`_`, `]` or `P`), the text, and
//! ESC `\` or BEL at its end. On a slow line the answer comes long after the query, and the library that
//! reads the keyboard takes the answer for keys with Alt. [`AnswerFilter`] holds such keys back until it is
//! known what they are.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::collections::VecDeque;

const MAX_ANSWER: usize = 4096;

/// Removes the terminal's answers from its events. No key is lost: held keys that turn out to be typed
/// are passed on.
#[derive(Debug, Default)]
pub(super) struct AnswerFilter {
    /// The beginning of an answer, or of keys that look like one.
    held: Vec<Event>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum AnswerPrefix {
    /// Nothing is held, or ESC alone.
    Nothing,
    /// ESC and the introducer of a control string.
    Letter(char),
    /// The start of an answer: ESC, the introducer, and the first character.
    Answer,
}

impl AnswerFilter {
    /// Returns `true` if the next few milliseconds decide what the held keys are: the characters of an
    /// answer come together.
    pub(super) fn is_undecided(&self) -> bool {
        !self.held.is_empty() && self.begun() != AnswerPrefix::Answer
    }

    /// Takes an event. Adds to `passed` the events that are not part of an answer.
    pub(super) fn take(&mut self, event: Event, passed: &mut VecDeque<Event>) {
        let Some(key) = pressed(&event) else { return passed.push_back(event) };
        let (character, alt) = (character(key), key.modifiers.contains(KeyModifiers::ALT));
        if self.begun() == AnswerPrefix::Answer {
            return self.take_text(event, character, passed);
        }
        let goes_on = match (self.begun(), self.held.is_empty()) {
            (AnswerPrefix::Letter(letter), _) => {
                !alt && character.is_some_and(|next| begins_answer(letter, next))
            }
            (_, true) => character.is_none() && key.code == KeyCode::Esc || alt && is_letter(character),
            (_, false) => is_letter(character),
        };
        if !goes_on {
            self.release(passed);
        }
        if goes_on || key.code == KeyCode::Esc || alt && is_letter(character) {
            self.held.push(event);
        } else {
            passed.push_back(event);
        }
    }

    fn take_text(&mut self, event: Event, character: Option<char>, passed: &mut VecDeque<Event>) {
        let Some(key) = pressed(&event) else { return };
        let after_escape = self.held.last().and_then(pressed).is_some_and(|last| last.code == KeyCode::Esc);
        let with_escape = after_escape || key.modifiers.contains(KeyModifiers::ALT);
        let bell = key.modifiers.contains(KeyModifiers::CONTROL) && character == Some('g');
        if bell || with_escape && character == Some('\\') {
            return self.held.clear();
        }
        let is_typed = key.code == KeyCode::Enter || self.held.len() >= MAX_ANSWER;
        self.held.push(event);
        if is_typed {
            self.release(passed);
        }
    }

    /// Passes the held keys on, because they were typed.
    pub(super) fn release(&mut self, passed: &mut VecDeque<Event>) {
        passed.extend(self.held.drain(..));
    }

    fn begun(&self) -> AnswerPrefix {
        let keys: Vec<&KeyEvent> = self.held.iter().take(3).filter_map(pressed).collect();
        let keys = if keys.first().is_some_and(|key| key.code == KeyCode::Esc) { &keys[1..] } else { &keys };
        match keys {
            [] => AnswerPrefix::Nothing,
            [letter] if self.held.len() <= 2 => {
                character(letter).map_or(AnswerPrefix::Nothing, AnswerPrefix::Letter)
            }
            _ => AnswerPrefix::Answer,
        }
    }
}

fn pressed(event: &Event) -> Option<&KeyEvent> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => Some(key),
        _ => None,
    }
}

fn character(key: &KeyEvent) -> Option<char> {
    match key.code {
        KeyCode::Char(character) => Some(character),
        _ => None,
    }
}

/// Returns `true` for the introducers of the control strings APC, OSC and DCS.
fn is_letter(character: Option<char>) -> bool {
    matches!(character, Some('_' | ']' | 'P'))
}

/// Returns `true` if an answer with this introducer can begin with this character: kitty's with G, OSC with a
/// number, DCS with parameters.
fn begins_answer(letter: char, next: char) -> bool {
    match letter {
        '_' => next == 'G',
        ']' => next.is_ascii_digit(),
        _ => next.is_ascii_digit() || matches!(next, '>' | '!' | '$' | '+' | '|'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the events that the terminal library makes from characters: `ESC` and the next character are
    /// one key with Alt.
    fn events(text: &str) -> Vec<Event> {
        let mut events = Vec::new();
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            let (code, modifiers) = match character {
                '\r' => (KeyCode::Enter, KeyModifiers::NONE),
                '\x07' => (KeyCode::Char('g'), KeyModifiers::CONTROL),
                '\x1b' => match characters.next() {
                    Some(next) => (KeyCode::Char(next), KeyModifiers::ALT),
                    None => (KeyCode::Esc, KeyModifiers::NONE),
                },
                other => (KeyCode::Char(other), KeyModifiers::NONE),
            };
            events.push(Event::Key(KeyEvent::new(code, modifiers)));
        }
        events
    }

    /// Returns the events passed on at once, and those passed on after a pause.
    fn passed(events: &[Event]) -> (Vec<Event>, Vec<Event>) {
        let (mut filter, mut passed) = (AnswerFilter::default(), VecDeque::new());
        events.iter().for_each(|event| filter.take(event.clone(), &mut passed));
        let at_once = Vec::from(std::mem::take(&mut passed));
        if filter.is_undecided() {
            filter.release(&mut passed);
        }
        (at_once, passed.into())
    }

    #[test]
    fn answers_are_removed_anywhere_among_keys() {
        for answer in [
            "\x1b_Gi=340;OK\x1b\\",
            "\x1b_Gi=340;ENOTSUPPORTED:no such thing\x1b\\",
            "\x1b]1337;Capabilities=T3LrF\x07",
            "\x1b]11;rgb:0000/0000/0000\x1b\\",
            "\x1bP>|XTerm(370)\x1b\\",
            "\x1bP1$r0m\x1b\\",
        ] {
            assert_eq!(passed(&events(answer)), (vec![], vec![]), "{answer:?}");
            let among = passed(&events(&format!("P-{answer}K4\r{answer}M\r"))).0;
            assert_eq!(among, events("P-K4\rM\r"), "{answer:?}");
        }
        // An escape that arrived alone, before the rest of the answer.
        let mut apart = events("\x1b");
        apart.extend(events("_Gi=340;OK"));
        apart.extend(events("\x1b"));
        apart.extend(events("\\P"));
        assert_eq!(passed(&apart).0, events("P"));
    }

    #[test]
    fn typed_keys_are_passed_on() {
        // ALTMODE and a letter, at once or after the pause. A control string that RETURN ends is
        // not an answer.
        for typed in ["P-K4\r", "\x1bA", "\x1b_A", "\x1bPB\r", "\x1bP1\r", "\x1b]x", "\x07", "\x1bO"] {
            assert_eq!(passed(&events(typed)).0, events(typed), "{typed:?}");
        }
        for typed in ["\x1b", "\x1bP", "\x1b_"] {
            assert_eq!(passed(&events(typed)), (vec![], events(typed)), "{typed:?}");
        }
        let resize = Event::Resize(80, 24);
        let mut split = events("\x1b_Gi");
        split.push(resize.clone());
        split.extend(events("=340;OK\x1b\\X"));
        assert_eq!(passed(&split).0, [vec![resize], events("X")].concat(), "other events do not wait");
    }
}
