//! A program at standard input and output in place of a person: what both protocols of the debugger need.

mod incoming;
mod output;
mod state;

pub(crate) use incoming::Incoming;
pub(crate) use output::{Output, is_abandoned};
pub(crate) use state::{State, octal_word};

use crate::debug::Session;
use crate::debug::host::{Files, Host, Keys};
use crate::io::teletype::{self, Teletype};
use crate::io::{Action, Produced};
use crate::machine::Input;
use crate::terminal::Disk;

/// A machine that a client has asked for, stopped, and what belongs to it.
pub struct Launched {
    /// The machine.
    pub session: Session,
    /// What stands on the console's paper already.
    pub paper: String,
}

/// The input that strikes the keys for a text on the console's keyboard.
pub(crate) fn typing(text: &str) -> Input {
    let action = Action::Type { line: 0, characters: teletype::keys(text) };
    Input::Act { device: Teletype::NAME.to_owned(), action }
}

/// Nobody: the host of a session before there is a client. What is shown is kept.
#[derive(Default)]
pub struct Desk {
    /// The files, which the client's host goes on with.
    pub files: Disk,
    /// What was shown.
    pub shown: String,
}

impl Host for Desk {
    fn print(&mut self, text: &str) {
        self.shown += text;
    }

    fn teletype(&mut self, _: &[Produced]) {}

    fn keys(&mut self) -> Keys {
        Keys { ended: true, ..Keys::default() }
    }

    fn files(&mut self) -> &mut dyn Files {
        &mut self.files
    }
}
