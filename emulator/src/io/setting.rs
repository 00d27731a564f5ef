//! What people do to devices, and what of it they can set at the prompt.

use super::Parity;
use crate::word::Word;
use serde::{Deserialize, Serialize};

/// What a person at the machine does to a device, other than loading tapes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Action {
    /// Types characters at the keyboard of a teletype line. They arrive at the speed of a teletype.
    Type {
        /// The line, 0 for the console.
        line: u8,
        /// The characters as the keys send them.
        characters: Vec<u8>,
    },
    /// Holds the light pen to the screen of the display, or takes it away.
    LightPen {
        /// The point it looks at, X to the right and Y up, 0 to 1023; `None` for none.
        at: Option<(u16, u16)>,
    },
    /// Sets the buttons of the spacewar consoles, by device number.
    Buttons {
        /// The word that the device gives.
        word: Word,
    },
    /// Turns the switch of a DECtape unit that protects the tape, or the control's switch for writing mark tracks.
    WriteSwitch {
        /// The unit, 1 to 4; 0 for the switch WRTM of the control.
        unit: u8,
        /// Whether writing is allowed.
        on: bool,
    },
    /// Makes the DECtape control test the checksums of blocks, as it does, or not: some images have rubbish there.
    Checksums {
        /// Whether they are tested.
        tested: bool,
    },
    /// Chooses the eighth bit of what the keyboards of the teletypes send from now on.
    Parity {
        /// Which.
        parity: Parity,
    },
    /// Makes the typists at the teletypes patient, as they are at first, or not.
    ///
    /// A patient typist does not strike a key before the program has taken the last character, does not begin before the
    /// program has turned to the teletypes (a program being read in would lose what he types), and types a little more
    /// slowly than the line allows, so that a program that sends each character back at once is never late; another one types
    /// on at full speed, and characters can be lost.
    Typist {
        /// Whether they are.
        patient: bool,
    },
}

/// Something about a device that a person can set: `set NAME VALUE`.
#[derive(Debug)]
pub struct Setting {
    /// What it is called.
    pub name: &'static str,
    /// The values: `zero|even|mark`.
    pub usage: &'static str,
    /// What it is, in a phrase.
    pub help: &'static str,
    /// What a person does to the device who gives it this value.
    pub act: fn(&Value<'_>) -> Result<Action, ValueError>,
}

/// A value as it was typed.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    /// The text.
    pub text: &'a str,
    /// The word that an expression stands for, or why it stands for none.
    pub evaluate: &'a dyn Fn(&str) -> Result<Word, String>,
}

impl<'a> Value<'a> {
    /// The first word of it, and the rest.
    pub fn split(&self) -> (Value<'a>, Value<'a>) {
        let (first, rest) = self.text.split_once(char::is_whitespace).unwrap_or((self.text, ""));
        (Value { text: first, ..*self }, Value { text: rest.trim(), ..*self })
    }

    /// The one of these choices that it names, in either case of letters.
    ///
    /// # Errors
    ///
    /// It names none of them.
    pub fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Result<T, ValueError> {
        choice(self.text, choices)
    }

    /// `on` or `off`.
    ///
    /// # Errors
    ///
    /// It is neither.
    pub fn on(&self) -> Result<bool, ValueError> {
        on(self.text)
    }

    /// A decimal number, with or without a point at the end.
    ///
    /// # Errors
    ///
    /// It is something else, or too large.
    pub fn number(&self) -> Result<u64, ValueError> {
        decimal(self.text)
    }

    /// The word that it stands for.
    ///
    /// # Errors
    ///
    /// The expression has no value.
    pub fn word(&self) -> Result<Word, ValueError> {
        (self.evaluate)(self.text).map_err(ValueError::Expression)
    }
}

/// The one of these choices that a text names, in either case of letters.
///
/// # Errors
///
/// It names none of them.
pub(crate) fn choice<T: Copy>(text: &str, choices: &[(&str, T)]) -> Result<T, ValueError> {
    let chosen = choices.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    chosen.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        let (last, others) = names.split_last().unwrap_or((&"", &[]));
        ValueError::Expected { text: text.to_owned(), choices: format!("{} or {last}", others.join(", ")) }
    })
}

/// `on` or `off`.
///
/// # Errors
///
/// It is neither.
pub(crate) fn on(text: &str) -> Result<bool, ValueError> {
    choice(text, &[("on", true), ("off", false)])
}

/// A decimal number, with or without a point at the end.
///
/// # Errors
///
/// It is something else, or too large.
pub(crate) fn decimal(text: &str) -> Result<u64, ValueError> {
    let digits = text.strip_suffix('.').unwrap_or(text);
    digits.parse().map_err(|_| ValueError::NoNumber(text.to_owned()))
}

/// Why a text is no value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// The text is none of the choices.
    #[error("\"{text}\": expected {choices}")]
    Expected {
        /// The text.
        text: String,
        /// The choices.
        choices: String,
    },
    /// The text is no decimal number.
    #[error("\"{0}\" is not a number (counts are decimal)")]
    NoNumber(String),
    /// The expression has no value; the text says why.
    #[error("{0}")]
    Expression(String),
    /// It is out of range, or has another form: what it should be.
    #[error("{0}")]
    Form(&'static str),
}
