//! The verbs of the prompt, one file each.

pub mod attach;
pub mod back;
pub mod boot;
pub mod breakpoint;
pub mod deposit;
pub mod evaluate;
pub mod examine;
pub mod exit;
pub mod help;
pub mod history;
pub mod key;
pub mod list;
pub mod load;
pub mod picture;
pub mod reset;
pub mod run;
pub mod save;
pub mod script;
pub mod send;
pub mod set;
pub mod show;
pub mod step;
pub mod watch;

pub use super::words::parse_time;
pub(crate) use super::words::{first_word, path, quoted, split_at};

use super::{CommandError, Session};
use crate::io::setting;

/// Columns of a line of help.
const WIDEST: usize = 79;

/// An argument that must be there.
pub(crate) fn required<'a>(text: &'a str, what: &str) -> Result<&'a str, CommandError> {
    if text.is_empty() { Err(CommandError(format!("{what} is missing"))) } else { Ok(text) }
}

/// A decimal number, with or without a point at the end.
pub(crate) fn count(text: &str) -> Result<u64, CommandError> {
    Ok(setting::decimal(text)?)
}

/// A line of a list, `left` in so many columns, `right` beside it in as many lines as it needs on a terminal.
pub(crate) fn two_columns(left: &str, columns: usize, right: &str) -> String {
    let mut lines = vec![format!("    {left:<columns$}")];
    for word in right.split_whitespace() {
        if lines.last().is_some_and(|line| line.len() + 1 + word.len() > WIDEST) {
            lines.push(" ".repeat(4 + columns));
        }
        if let Some(line) = lines.last_mut() {
            *line += " ";
            *line += word;
        }
    }
    lines.join("\n") + "\n"
}

impl Session {
    /// Why the machine has stopped, and where, as the prompt says it.
    pub(crate) fn report(&self, stopped: super::Stopped) -> String {
        format!("{stopped}\n{}\n", self.next_line())
    }
}
