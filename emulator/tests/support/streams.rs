//! Runs commands as a shell does, and tests them with output streams that accept nothing.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Exit status, standard output, standard error.
pub(crate) type Outcome = (i32, String, String);

pub(crate) fn run(command: &mut Command, input: impl AsRef<[u8]>, out: Stdio, error: Stdio) -> Outcome {
    let mut child = command.stdin(Stdio::piped()).stdout(out).stderr(error).spawn().expect("the command");
    // A command that does not read its input may have closed it.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_ref());
    let output = child.wait_with_output().expect("its output");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("not killed"), text(&output.stdout), text(&output.stderr))
}

/// A command that prints something.
pub(crate) struct Row {
    /// The arguments; the first is the subcommand, if there is one.
    pub(crate) arguments: &'static [&'static str],
    pub(crate) input: &'static str,
    /// The exit status, if the command prints on standard error; otherwise `None`.
    pub(crate) wrong: Option<i32>,
}

pub(crate) const fn row(arguments: &'static [&'static str], input: &'static str) -> Row {
    Row { arguments, input, wrong: None }
}

pub(crate) const fn wrong(arguments: &'static [&'static str], input: &'static str, status: i32) -> Row {
    Row { arguments, input, wrong: Some(status) }
}

/// Tests that output lost on a full disk is an error, that a closed pipe is not, and that every subcommand
/// has a row.
pub(crate) fn take_nothing(definition: &clap::Command, rows: &[Row], command: impl Fn() -> Command) {
    let full = || Stdio::from(File::options().write(true).open("/dev/full").expect("a device"));
    let closed = || Stdio::from(std::io::pipe().expect("a pipe").1);
    for Row { arguments, input, wrong } in rows {
        let run = |out, error| run(command().args(*arguments), input, out, error);
        let Some(expected) = *wrong else {
            let (status, _, error) = run(full(), Stdio::piped());
            assert!(status == 1 && !error.contains("panicked"), "{arguments:?}, full: {status} {error}");
            assert!(error.contains("write"), "{arguments:?}, full: no output is named: {error}");
            let (status, _, error) = run(closed(), Stdio::piped());
            assert!(status == 0 && !error.contains("panicked"), "{arguments:?}, closed: {status} {error}");
            continue;
        };
        let (status, ..) = run(Stdio::null(), full());
        assert!(matches!(status, 1 | 2), "{arguments:?}, full: {status}");
        let (status, ..) = run(Stdio::null(), closed());
        assert_eq!(status, expected, "{arguments:?}, closed");
    }
    let said: BTreeSet<&str> = rows.iter().filter_map(|row| row.arguments.first().copied()).collect();
    for subcommand in definition.get_subcommands().map(clap::Command::get_name) {
        assert!(said.contains(subcommand), "{subcommand} has no row");
    }
}

/// Returns the arguments that may be files, as `SUBCOMMAND --OPTION` or `SUBCOMMAND NAME`. These are all
/// arguments with values, except those whose value names are in `others`.
pub(crate) fn files(definition: &clap::Command, others: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for command in std::iter::once(definition).chain(definition.get_subcommands()) {
        let arguments = command.get_arguments().filter(|argument| !argument.is_hide_set());
        for argument in arguments.filter(|argument| argument.get_action().takes_values()) {
            let id = argument.get_id().as_str();
            let value = argument.get_value_names().map_or(id.to_uppercase(), |names| names.join(" "));
            if !others.contains(&value.as_str()) {
                let name = argument.get_long().map_or(id.to_owned(), |long| format!("--{long}"));
                let subcommand = if std::ptr::eq(command, definition) { "" } else { command.get_name() };
                found.insert(format!("{subcommand} {name}").trim().to_owned());
            }
        }
    }
    found
}
