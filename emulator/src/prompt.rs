//! The prompt: executes lines from a user or a pipe in a [`Session`].

use crate::debug::completion::{Completion, CompletionNames};
use crate::debug::{Flow, Host, Session, command_table};
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
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use support::file::{LONGEST_LINE, Line, Lines, state_folder};
use support::report;
use support::signals::TerminationSignal;

/// Default limit of a run that no user can end, in the machine's time.
pub const PATIENCE: Nanos = Nanos::from_seconds(600);

/// Longest time between two checks for a signal that ends the command.
const MOMENT: Duration = Duration::from_millis(50);

/// Executes lines until `exit` or the end of the input. `name` is the prompt of a terminal.
///
/// Returns the exit status: the argument of `exit`, otherwise 1 if a line from a pipe or the reading of the
/// input failed, otherwise 0.
pub fn interact(session: &mut Session, terminal: &mut Terminal, name: &str) -> u8 {
    if io::stdin().is_terminal() {
        with_person(session, terminal, name)
    } else {
        from_pipe(session, terminal)
    }
}

/// Detaches all files. Returns `status`, or the status of the signal that ended the session.
///
/// # Errors
///
/// A file cannot be written, or standard output was lost.
pub fn leave(session: &mut Session, terminal: &mut Terminal, status: u8) -> anyhow::Result<ExitCode> {
    let finished = session.finish(terminal).map_err(Into::into);
    let printed = terminal.check_output().context("cannot write to standard output");
    match terminal.ending.status() {
        // Output to a terminal that was closed fails; that is not a separate error.
        Some(status) => finished.map(|()| status),
        None => report::all([finished, printed]).map(|()| ExitCode::from(status)),
    }
}

/// Reads items in a thread, so that the caller notices signals while it waits for an item.
struct InputReader<T> {
    items: Receiver<T>,
    reader: Option<JoinHandle<()>>,
}

impl<T> InputReader<T> {
    fn next(&mut self, ending: &TerminationSignal) -> Result<Option<T>, ReaderFailed> {
        while !ending.is_wanted() {
            match self.items.recv_timeout(MOMENT) {
                Ok(next) => return Ok(Some(next)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let ended = self.reader.take().map_or(Ok(()), JoinHandle::join);
                    return ended.map(|()| None).map_err(|_| ReaderFailed);
                }
            }
        }
        Ok(None)
    }
}

/// The thread that reads the input has panicked.
#[derive(Debug, PartialEq, Eq)]
struct ReaderFailed;

impl ReaderFailed {
    fn report(&self, terminal: &mut Terminal) -> u8 {
        terminal.complain(&"reading the input failed, a bug in this program; the session ends");
        1
    }
}

fn read_lines() -> InputReader<Line> {
    let (sender, items) = mpsc::sync_channel(1);
    let reader = thread::spawn(move || {
        for line in Lines::of(io::stdin().lock()).map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    InputReader { items, reader: Some(reader) }
}

fn from_pipe(session: &mut Session, terminal: &mut Terminal) -> u8 {
    let mut lines = read_lines();
    let mut failed = false;
    loop {
        let line = match lines.next(&terminal.ending) {
            Ok(Some(line)) if !terminal.has_lost() => line,
            Ok(_) => return failed.into(),
            Err(error) => return error.report(terminal),
        };
        // A line that is too long is an error of that line and does not end the session.
        let done = match line {
            Line::Text(line) => session.execute(&line, terminal),
            Line::TooLong => Err(format!("a line may have at most {LONGEST_LINE} bytes").into()),
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
}

/// A line that the user typed, if any, and whether it was saved in the history file.
struct TypedLine {
    line: Option<String>,
    kept: rustyline::Result<()>,
}

/// The user's lines, edited in a separate thread.
struct LineEditor {
    /// What can be completed in the next line, and whether control-C leaves.
    words: Sender<(WordCompleter, bool)>,
    lines: InputReader<TypedLine>,
    /// The state of the terminal between lines.
    modes: Modes,
}

impl LineEditor {
    fn start(mut editor: Editor<WordCompleter, DefaultHistory>, prompt: String) -> LineEditor {
        let modes = Modes::of_input();
        let (words, wanted) = mpsc::channel();
        let (sender, items) = mpsc::channel();
        let reader = thread::spawn(move || {
            let history = state_folder("pdp6").map(|folder| folder.join("history"));
            if let Some(path) = &history {
                // The file does not exist before the first session.
                let _ = editor.load_history(path);
            }
            for (words, leaving) in wanted {
                editor.set_helper(Some(words));
                let line = edited(&mut editor, &prompt, leaving);
                let kept = history.as_ref().map_or(Ok(()), |path| keep(&mut editor, path));
                if sender.send(TypedLine { line, kept }).is_err() {
                    return;
                }
            }
        });
        LineEditor { words, lines: InputReader { items, reader: Some(reader) }, modes }
    }

    fn line(
        &mut self,
        words: WordCompleter,
        leaving: bool,
        ending: &TerminationSignal,
    ) -> Result<Option<TypedLine>, ReaderFailed> {
        if ending.is_wanted() {
            return Ok(None);
        }
        // If the thread has ended, `next` reports that.
        let _ = self.words.send((words, leaving));
        let typed = self.lines.next(ending);
        if matches!(typed, Ok(None)) && ending.is_wanted() {
            // The thread may have just begun to edit the line: wait until it has set the terminal's modes.
            thread::sleep(MOMENT);
            self.modes.restore();
        }
        typed
    }
}

/// Reads a line. The first control-C begins the line again. Returns `None` at the second one (at the first
/// if `leaving`) and at the end of the input.
fn edited(
    editor: &mut Editor<WordCompleter, DefaultHistory>,
    prompt: &str,
    mut leaving: bool,
) -> Option<String> {
    loop {
        match editor.readline(prompt) {
            Err(ReadlineError::Interrupted) if !leaving => {
                leaving = true;
                // If standard output is closed, the hint is not needed.
                let _ = writeln!(io::stdout(), "control-C again leaves, as \"exit\" does");
            }
            line => return line.ok(),
        }
    }
}

/// Appends the lines typed since the last call to the history file.
fn keep(editor: &mut Editor<WordCompleter, DefaultHistory>, path: &Path) -> rustyline::Result<()> {
    path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
    editor.append_history(path)
}

fn with_person(session: &mut Session, terminal: &mut Terminal, name: &str) -> u8 {
    let config = Config::builder().auto_add_history(true).build();
    let Ok(editor) = Editor::with_config(config) else {
        return from_pipe(session, terminal);
    };
    let mut line_editor = LineEditor::start(editor, format!("{name}> "));
    terminal.print("\"help\" lists the commands\n");
    let (mut last, mut kept) = (String::new(), true);
    // `true` if control-C leaves now.
    let mut leaving = false;
    loop {
        let words = WordCompleter(CompletionNames::of(session));
        let (line, now) = match line_editor.line(words, leaving, &terminal.ending) {
            Ok(Some(TypedLine { line: Some(line), kept })) => (line, kept),
            Ok(_) => return 0,
            Err(error) => return error.report(terminal),
        };
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
}

/// Returns the command that an empty line after `last` repeats, without its arguments. Only steps, forward
/// and back, and `examine` are repeated.
fn again(last: &str) -> Option<&str> {
    let typed = last.split_whitespace().next()?;
    let command = command_table::find(typed).ok()?;
    ["step", "next", "line", "over", "back", "examine"].contains(&command.name).then_some(typed)
}

/// Completes words with the names that the session has when the line is begun.
struct WordCompleter(CompletionNames);

impl Completer for WordCompleter {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = line.get(..at).unwrap_or(line);
        let Completion { start, names } = self.0.complete(before);
        let pair = |name: String| Pair { display: name.clone(), replacement: name };
        Ok((start, names.into_iter().map(pair).collect()))
    }
}

impl Helper for WordCompleter {}
impl Hinter for WordCompleter {
    type Hint = String;
}
impl Highlighter for WordCompleter {}
impl Validator for WordCompleter {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::SyncSender;

    #[test]
    fn an_empty_line_repeats_small_steps_only() {
        assert_eq!(again("s 100"), Some("s"));
        assert_eq!(again("rs 2"), Some("rs"), "a line backwards");
        assert_eq!(again("x -m GO/5"), Some("x"));
        assert_eq!(again("b"), None, "that is boot");
        assert_eq!((again("deposit 1 2"), again("frobnicate"), again("")), (None, None, None));
    }

    #[test]
    fn a_panicking_reader_is_not_taken_for_end_of_input() {
        let read = |body: fn(SyncSender<u8>)| {
            let (sender, items) = mpsc::sync_channel(1);
            InputReader { items, reader: Some(thread::spawn(move || body(sender))) }
        };
        let ending = TerminationSignal::default();
        let mut ends = read(|sender| sender.send(1).expect("a receiver"));
        assert_eq!((ends.next(&ending), ends.next(&ending)), (Ok(Some(1)), Ok(None)));
        let mut panics = read(|_| panic!("a panic of the test"));
        assert_eq!(panics.next(&ending), Err(ReaderFailed));
    }
}
