//! Commands as a shell starts them: what they say, and with streams that take nothing.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Status, standard output, standard error.
pub(crate) type Outcome = (i32, String, String);

/// Gives `command` this input, and what it says with its status when it has ended.
pub(crate) fn run(command: &mut Command, input: impl AsRef<[u8]>, out: Stdio, error: Stdio) -> Outcome {
    let mut child = command.stdin(Stdio::piped()).stdout(out).stderr(error).spawn().expect("it is built");
    // A command that has no use for it may have closed it.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_ref());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("not killed"), text(&output.stdout), text(&output.stderr))
}

/// A command that says something.
pub(crate) struct Row {
    /// The words after its name; the first is the subcommand, if there is one.
    pub(crate) arguments: &'static [&'static str],
    /// What it reads.
    pub(crate) input: &'static str,
    /// Whether it says it on standard error, with this status.
    pub(crate) wrong: Option<i32>,
}

/// One that says it on standard output.
pub(crate) const fn row(arguments: &'static [&'static str], input: &'static str) -> Row {
    Row { arguments, input, wrong: None }
}

/// One that says it on standard error, with this status.
pub(crate) const fn wrong(arguments: &'static [&'static str], input: &'static str, status: i32) -> Row {
    Row { arguments, input, wrong: Some(status) }
}

/// What is lost on a full disk is an error; a reader that has seen enough changes nothing. Every subcommand has a row.
pub(crate) fn take_nothing(definition: &clap::Command, rows: &[Row], command: impl Fn() -> Command) {
    let full = || Stdio::from(File::options().write(true).open("/dev/full").expect("a device"));
    let closed = || Stdio::from(std::io::pipe().expect("a pipe").1);
    for Row { arguments, input, wrong } in rows {
        let run = |out, error| run(command().args(*arguments), input, out, error);
        let Some(expected) = *wrong else {
            let (status, _, error) = run(full(), Stdio::piped());
            assert!(status == 1 && !error.contains("panicked"), "{arguments:?}, full: {status} {error}");
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

/// The arguments that may be files, as `SUBCOMMAND --OPTION` or `SUBCOMMAND NAME`: all but those whose values have these names.
pub(crate) fn files(definition: &clap::Command, others: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for command in std::iter::once(definition).chain(definition.get_subcommands()) {
        for argument in command.get_arguments().filter(|argument| argument.get_action().takes_values()) {
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
