//! Actions of the user on devices, and the settings of the prompt's `set` command.

use super::Parity;
use crate::word::Word;
use serde::{Deserialize, Serialize};

/// An action of the user on a device, other than mounting tapes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Action {
    /// Types characters at the keyboard of a teletype line or of a screen console. They arrive at the speed
    /// of a teletype.
    Type {
        /// The line, 0 for the console.
        line: u8,
        /// The characters as the keys send them.
        characters: Vec<u8>,
    },
    /// Points the light pen at the screen of the display, or removes it.
    LightPen {
        /// The point it sees, X to the right and Y up, 0 to 1023; `None` if the pen is away from the screen.
        at: Option<(u16, u16)>,
    },
    /// Sets the buttons of a generation of spacewar consoles.
    Buttons {
        /// The word that the device returns.
        word: Word,
    },
    /// Sets the write switch of a DECtape unit, or the control's switch for writing mark tracks.
    WriteSwitch {
        /// The unit, 1 to 4; 0 for the switch WRTM of the control.
        unit: u8,
        /// `true` if writing is allowed.
        on: bool,
    },
    /// Turns the DECtape control's test of block checksums on or off: some images have invalid checksums.
    Checksums {
        /// `true` if checksums are tested.
        tested: bool,
    },
    /// Selects the eighth bit of the characters that the teletype keyboards send from now on.
    Parity {
        /// The eighth bit.
        parity: Parity,
    },
    /// Makes the typists at the teletypes patient (the default) or impatient.
    ///
    /// A patient typist waits until the program has taken the last character before striking the next key.
    /// He starts only after the program has used the teletypes: a program that is still being loaded would
    /// lose the characters. He types slightly more slowly than the line allows, so that an echo is never
    /// late.
    Typist {
        /// `true` for patient typists.
        patient: bool,
    },
    /// Connects the loudspeaker to the memory indicator, or disconnects it.
    Loudspeaker {
        /// `true` to connect the loudspeaker, `false` to disconnect it.
        connected: bool,
    },
    /// The other machine of a memory link interrupts this one.
    Interrupt,
}

/// A setting of a device that the user can change: `set NAME VALUE`.
#[derive(Debug)]
pub struct Setting {
    /// The name that follows `set`.
    pub name: &'static str,
    /// The accepted values: `zero|even|mark`.
    pub usage: &'static str,
    /// Description, as a phrase.
    pub help: &'static str,
    /// Turns a value into the action on the device.
    pub act: fn(&Value<'_>) -> Result<Action, ValueError>,
}

/// A value as typed.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    /// The text after the setting's name.
    pub text: &'a str,
    /// Evaluates an expression to a word; the error says why it has no value.
    pub evaluate: &'a dyn Fn(&str) -> Result<Word, ValueError>,
}

impl<'a> Value<'a> {
    /// Splits off the first word.
    pub fn split(&self) -> (Value<'a>, Value<'a>) {
        let (first, rest) = self.text.split_once(char::is_whitespace).unwrap_or((self.text, ""));
        (Value { text: first, ..*self }, Value { text: rest.trim(), ..*self })
    }

    /// Returns the choice that the text names, ignoring case.
    ///
    /// # Errors
    ///
    /// Returns an error that lists the choices if the text names none of them.
    pub fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Result<T, ValueError> {
        choice(self.text, choices)
    }

    /// Parses `on` or `off`.
    pub fn on(&self) -> Result<bool, ValueError> {
        on(self.text)
    }

    /// Parses a decimal number, with or without a point at the end.
    pub fn number(&self) -> Result<u64, ValueError> {
        decimal(self.text)
    }

    /// Evaluates the text as an expression.
    pub fn word(&self) -> Result<Word, ValueError> {
        (self.evaluate)(self.text)
    }
}

pub(crate) fn choice<T: Copy>(text: &str, choices: &[(&str, T)]) -> Result<T, ValueError> {
    let chosen = choices.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    chosen.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        let (last, others) = names.split_last().unwrap_or((&"", &[]));
        ValueError::Expected { text: text.to_owned(), choices: format!("{} or {last}", others.join(", ")) }
    })
}

pub(crate) fn on(text: &str) -> Result<bool, ValueError> {
    choice(text, &[("on", true), ("off", false)])
}

pub(crate) fn decimal(text: &str) -> Result<u64, ValueError> {
    let digits = text.strip_suffix('.').unwrap_or(text);
    digits.parse().map_err(|_| ValueError::NoNumber(text.to_owned()))
}

/// Returns `text` in quotation marks, to begin a message; empty if there is no text.
fn named(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("\"{text}\": ") }
}

/// The reason why a text is not a valid value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// The text is not one of the choices.
    #[error("{}expected {choices}", named(text))]
    Expected {
        /// The text as typed.
        text: String,
        /// The valid choices.
        choices: String,
    },
    /// The text is not a decimal number.
    #[error("\"{0}\" is not a number (counts are decimal)")]
    NoNumber(String),
    /// The expression has no value; holds the reason.
    #[error("{0}")]
    Expression(String),
    /// The value is out of range or has the wrong form; holds the expected form.
    #[error("{0}")]
    Form(&'static str),
}
