//! The prompt: lines from a person or a pipe, carried out by a [`Session`].

use crate::debug::commands::parse_time;
use crate::debug::{COMMANDS, Flow, Host, Session, command};
use crate::file::{LONGEST_LINE, Line, Lines};
use crate::machine::Register;
use crate::report;
use crate::signals::Ending;
use crate::terminal::{Modes, Terminal};
use crate::time::Nanos;
use anyhow::Context as _;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};
use std::io::{self, IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// Where nobody is there to end a run it ends after so much of the machine's time, unless another limit is set.
pub const PATIENCE: Nanos = Nanos::from_seconds(600);

/// The host's wish to end is heard within so much time.
const MOMENT: Duration = Duration::from_millis(50);

/// A length of the machine's time on a command line.
///
/// # Errors
///
/// The text is none; says what is expected.
pub fn time(text: &str) -> Result<Nanos, String> {
    parse_time(text).ok_or_else(|| "expected a time: 10s, 200ms, 2min, 1h".to_owned())
}

/// Carries out lines until `exit` or the end of the input. `name` stands before each line of a person.
///
/// Gives the exit status: the one that `exit` has named, otherwise 1 if the lines did not come from a person and one failed.
pub fn interact(session: &mut Session, terminal: &mut Terminal, name: &str) -> u8 {
    if io::stdin().is_terminal() {
        with_person(session, terminal, name)
    } else {
        from_pipe(session, terminal)
    }
}

/// Takes the files off the devices; the status is `status`, or that of the signal that has ended the session.
///
/// # Errors
///
/// A file cannot be written, or standard output was lost.
pub fn leave(session: &mut Session, terminal: &mut Terminal, status: u8) -> anyhow::Result<ExitCode> {
    let finished = session.finish(terminal).map_err(Into::into);
    let printed = terminal.check_output().context("write to standard output");
    match terminal.ending.status() {
        // A terminal that has gone away can be written to no more: that is no failure of its own.
        Some(status) => finished.map(|()| status),
        None => report::all([finished, printed]).map(|()| ExitCode::from(status)),
    }
}

/// The next of what comes, unless it has ended or the host wants an end first.
fn next<T>(source: &Receiver<T>, ending: &Ending) -> Option<T> {
    while !ending.is_wanted() {
        match source.recv_timeout(MOMENT) {
            Ok(next) => return Some(next),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    None
}

/// The lines of standard input, read by a thread: whoever waits for one can hear other things too.
fn read_lines() -> Receiver<Line> {
    let (sender, lines) = mpsc::sync_channel(1);
    thread::spawn(move || {
        for line in Lines::of(io::stdin().lock()).map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

fn from_pipe(session: &mut Session, terminal: &mut Terminal) -> u8 {
    let lines = read_lines();
    let mut failed = false;
    while let Some(line) = next(&lines, &terminal.ending) {
        if terminal.has_lost() {
            break;
        }
        // What is no text is a mistake in its line, not the end.
        let done = match line {
            Line::Text(line) => session.execute(&line, terminal),
            Line::TooLong => {
                Err(format!("a line of more than {LONGEST_LINE} characters is no command").into())
            }
        };
        match done {
            Ok(Flow::Continue) => {}
            Ok(Flow::Exit(status)) => return status.unwrap_or(failed.into()),
            Err(error) => {
                failed = true;
                terminal.complain(&error);
            }
        }
    }
    failed.into()
}

/// A line that a person has typed, if there is one, and whether it is kept for other sessions.
struct Typed {
    line: Option<String>,
    kept: rustyline::Result<()>,
}

/// A person's lines, edited in a thread of their own.
struct Typist {
    /// What can be completed in the next line, and whether control-C leaves.
    words: Sender<(Words, bool)>,
    lines: Receiver<Typed>,
    /// The terminal as it is between lines.
    modes: Modes,
}

impl Typist {
    fn sit_down(mut editor: Editor<Words, DefaultHistory>, prompt: String) -> Typist {
        let modes = Modes::of_input();
        let (words, wanted) = mpsc::channel();
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let history = history_file();
            if let Some(path) = &history {
                // Without a history there is none yet.
                let _ = editor.load_history(path);
            }
            for (words, leaving) in wanted {
                editor.set_helper(Some(words));
                let line = edited(&mut editor, &prompt, leaving);
                let kept = history.as_ref().map_or(Ok(()), |path| keep(&mut editor, path));
                if sender.send(Typed { line, kept }).is_err() {
                    return;
                }
            }
        });
        Typist { words, lines, modes }
    }

    /// The next line; none at the end, or when the host wants one.
    fn line(&self, words: Words, leaving: bool, ending: &Ending) -> Option<Typed> {
        if ending.is_wanted() {
            return None;
        }
        self.words.send((words, leaving)).ok()?;
        let typed = next(&self.lines, ending);
        if typed.is_none() && ending.is_wanted() {
            // The line is still being edited, if only just, and will not be.
            thread::sleep(MOMENT);
            self.modes.restore();
        }
        typed
    }
}

/// A line, if the input has not ended. Control-C begins another, and leaves if it was struck just before.
fn edited(editor: &mut Editor<Words, DefaultHistory>, prompt: &str, mut leaving: bool) -> Option<String> {
    loop {
        match editor.readline(prompt) {
            Err(ReadlineError::Interrupted) if !leaving => {
                leaving = true;
                // Where nobody reads it, nobody needs it.
                let _ = writeln!(io::stdout(), "control-C once more leaves, as \"exit\" does");
            }
            line => return line.ok(),
        }
    }
}

/// Keeps the lines typed since the last time.
fn keep(editor: &mut Editor<Words, DefaultHistory>, path: &Path) -> rustyline::Result<()> {
    path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
    editor.append_history(path)
}

fn with_person(session: &mut Session, terminal: &mut Terminal, name: &str) -> u8 {
    let config = Config::builder().auto_add_history(true).build();
    let Ok(editor) = Editor::with_config(config) else {
        return from_pipe(session, terminal);
    };
    let typist = Typist::sit_down(editor, format!("{name}> "));
    let (mut last, mut kept) = (String::new(), true);
    // Whether control-C now leaves.
    let mut leaving = false;
    while let Some(Typed { line: Some(line), kept: now }) =
        typist.line(Words::of(session), leaving, &terminal.ending)
    {
        if let Err(error) = now
            && std::mem::take(&mut kept)
        {
            terminal.complain(&format!("the history of commands is not kept: {error}"));
        }
        let line = match again(&last) {
            Some(verb) if line.trim().is_empty() => verb.to_owned(),
            _ => line,
        };
        match session.execute(&line, terminal) {
            Ok(Flow::Continue) => {}
            Ok(Flow::Exit(status)) => return status.unwrap_or(0),
            Err(error) => terminal.print(&format!("{error}\n")),
        }
        leaving = terminal.take_stopped();
        last = line;
    }
    0
}

/// What an empty line after `last` means: a small step once more.
fn again(last: &str) -> Option<&'static str> {
    let command = command::find(last.split_whitespace().next()?).ok()?;
    ["step", "next", "line", "over", "back", "examine"].into_iter().find(|verb| *verb == command.name)
}

/// Where the lines typed are kept from session to session.
fn history_file() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    Some(state.or_else(home)?.join("pdp6/history"))
}

/// What can be completed: verbs, then symbols, registers and devices.
struct Words {
    words: Vec<String>,
}

impl Words {
    fn of(session: &Session) -> Words {
        let symbols = session.symbols.iter().map(|symbol| symbol.name.clone());
        let registers = Register::ALL.map(|register| register.name().to_owned());
        let devices = session.machine.io.devices().map(|device| device.name().to_owned());
        let mut words: Vec<String> = symbols.chain(registers).chain(devices).collect();
        words.sort();
        Words { words }
    }

    /// Where the word before the cursor begins, and what it can become.
    fn candidates(&self, line: &str) -> (usize, Vec<String>) {
        let start = line
            .rfind(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '$' | '%')))
            .map_or(0, |at| at + 1);
        let word = line[start..].to_ascii_uppercase();
        let begins = |candidate: &&str| candidate.to_ascii_uppercase().starts_with(&word);
        let verb = line[..start].trim().is_empty() || matches!(line[..start].trim(), "help" | "h" | "?");
        let found = if verb {
            COMMANDS.iter().map(|command| command.name).filter(begins).map(str::to_owned).collect()
        } else {
            self.words.iter().map(String::as_str).filter(begins).map(str::to_owned).collect()
        };
        (start, found)
    }
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, found) = self.candidates(&line[..at]);
        let pair = |word: String| Pair { display: word.clone(), replacement: word };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

impl Helper for Words {}
impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::symbols::Symbols;

    #[test]
    fn an_empty_line_repeats_small_steps_only() {
        assert_eq!(again("s 100"), Some("step"));
        assert_eq!(again("x -m GO/5"), Some("examine"));
        assert_eq!(again("b"), None, "that is boot");
        assert_eq!((again("deposit 1 2"), again("frobnicate"), again("")), (None, None, None));
    }

    #[test]
    fn verbs_come_first_then_symbols() {
        let symbols =
            Symbols::parse("pdp6-symbols 1\nsymbol LOOP 100 label\nsymbol LOOK 101 label\n").unwrap();
        let session = Session::new(Machine::default(), symbols);
        let words = Words::of(&session);
        assert_eq!(words.candidates("sh"), (0, vec!["show".to_owned()]));
        assert_eq!(words.candidates("break lo"), (6, vec!["LOOK".to_owned(), "LOOP".to_owned()]));
        assert_eq!(
            words.candidates("help ex"),
            (5, ["execute", "examine", "expect", "exit"].map(str::to_owned).to_vec())
        );
    }
}
