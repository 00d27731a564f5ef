//! The commands of the prompt, a file for each one or for a few related ones.

pub(crate) mod attach;
pub(crate) mod back;
pub(crate) mod backtrace;
pub(crate) mod boot;
pub(crate) mod breakpoint;
pub(crate) mod ddt;
pub(crate) mod deposit;
pub(crate) mod evaluate;
pub(crate) mod examine;
pub(crate) mod exit;
pub(crate) mod history;
pub(crate) mod key;
pub(crate) mod lights;
pub(crate) mod list;
pub(crate) mod load;
pub(crate) mod map;
pub(crate) mod picture;
pub(crate) mod reset;
pub(crate) mod run;
pub(crate) mod save;
pub(crate) mod script;
pub(crate) mod send;
pub(crate) mod set;
pub(crate) mod show;
pub(crate) mod step;
pub(crate) mod stop;
pub(crate) mod tape;
pub(crate) mod view;
pub(crate) mod watch;
pub(crate) mod who;

pub(crate) use super::command::Command;
pub(crate) use super::drive::Goal;
pub(crate) use super::error::CommandError;
pub(crate) use super::hit_condition::HitCondition;
pub(crate) use super::host::Host;
pub(crate) use super::session::{Flow, Session};
pub(crate) use super::session_stop::SessionStop;
pub(crate) use super::stops::Stop;
pub(crate) use super::target::Target;
pub(crate) use super::trigger::Trigger;
pub(crate) use super::words::{first_word, path, quoted, split_at, typed};

use crate::io::setting;

const MAX_HELP_COLUMNS: usize = 79;

pub(crate) fn required<'a>(text: &'a str, what: &str) -> Result<&'a str, CommandError> {
    if text.is_empty() { Err(CommandError(format!("expected {what}"))) } else { Ok(text) }
}

/// Parses a decimal number, with or without a point at the end.
pub(crate) fn count(text: &str) -> Result<u64, CommandError> {
    Ok(setting::decimal(text)?)
}

/// Returns a line of a list: `left` in `columns` columns, and `right` beside it, wrapped to
/// [`MAX_HELP_COLUMNS`] columns.
pub(crate) fn two_columns(left: &str, columns: usize, right: &str) -> String {
    let mut lines = vec![format!("    {left:<columns$}")];
    for word in right.split_whitespace() {
        if lines.last().is_some_and(|line| line.len() + 1 + word.len() > MAX_HELP_COLUMNS) {
            lines.push(" ".repeat(4 + columns));
        }
        if let Some(line) = lines.last_mut() {
            *line += " ";
            *line += word;
        }
    }
    lines.join("\n") + "\n"
}
