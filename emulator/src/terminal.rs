//! The host's terminal and files, as [sessions](crate::debug::Session) of the debugger use them.

mod answers;
mod disk;
mod journalled_host;
mod keyboard;
mod lines;
mod link;
#[cfg(feature = "live-sound")]
mod live_sound;
mod modes;
#[cfg(not(feature = "live-sound"))]
mod no_sound;
mod null_host;
mod pacer;
mod panel;
mod raw;
#[cfg(any(test, feature = "live-sound"))]
mod sound_queue;
mod source_folders;

pub use disk::Disk;
pub use journalled_host::JournalledHost;
pub use keyboard::Keyboard;
pub(crate) use modes::Modes;
pub use null_host::NullHost;
pub use pacer::Pacer;
pub use raw::RawTerminal;
pub use source_folders::SourceFolders;

use crate::debug::host::{Files, Host, Keys};
use crate::io::DeviceOutput;
use crate::io::teletype::{self, ALTMODE, RUBOUT, keys, keys_of_bytes};
use crate::io::units::bytes_of;
use crate::machine::Machine;
use crate::time::Nanos;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
#[cfg(feature = "live-sound")]
use live_sound::LiveSound;
#[cfg(not(feature = "live-sound"))]
use no_sound::NoSound as LiveSound;
use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{self, IsTerminal, Read, Write};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};
use support::report;
use support::signals::TerminationSignal;
use support::text::sanitized;

/// The key that ends a run, as in SIMH: control-E.
pub const INTERRUPT: u8 = 0o5;
/// The key that also ends a run if there is a prompt to return to: control-C.
const BREAK: u8 = 0o3;
/// Maximum number of keys read from a pipe before the machine has taken them; a pipe can be endless.
const MAX_KEYS_AHEAD: usize = 1 << 16;
/// Maximum number of chunks read ahead from a pipe.
const MAX_PIECES_AHEAD: usize = 16;
/// Time until a run shows the user which key stops it.
const TOLD_AFTER: Duration = Duration::from_millis(500);

enum KeySource {
    /// The user at a terminal, in raw mode while the machine runs.
    Terminal(Keyboard),
    /// Standard input, read by a thread.
    Pipe(Receiver<Vec<u8>>),
    Nobody,
}

/// Standard input and output, and the file system.
pub struct Terminal {
    source: KeySource,
    /// Keys that arrived in one event with the key taken last.
    struck: VecDeque<u8>,
    /// The terminal in raw mode, while a run or DDT reads single keys.
    raw: Option<RawTerminal>,
    /// `true` if the terminal serves a prompt. Control-C then returns to the prompt.
    prompt: bool,
    /// The start of the run, until the user has been shown which key stops it.
    silent_since: Option<Instant>,
    /// `true` if control-C ended the last run.
    stopped: bool,
    /// `true` if standard input has ended or has no keys.
    ended: bool,
    /// `true` if the machine has printed something after its last new line.
    open_line: bool,
    /// `true` if the output is a terminal, where carriage returns matter.
    carriage: bool,
    pacer: Pacer,
    /// Time to wait at the first read for keys that are already on their way.
    patience: Duration,
    /// Number of keys of the pipe for which the machine has room.
    room: usize,
    /// The files of the session.
    pub files: Disk,
    /// Set by a signal that asks the process to end. It ends a run and then the command.
    pub ending: TerminationSignal,
    /// The first failure to write output.
    lost: Option<io::Error>,
}

impl Terminal {
    /// Returns a terminal whose keys go to the machine while it runs. If standard input is not a terminal,
    /// its contents go to the machine.
    pub fn for_run() -> Terminal {
        Terminal::new(if io::stdin().is_terminal() {
            KeySource::Terminal(Keyboard::default())
        } else {
            KeySource::Pipe(read_standard_input())
        })
    }

    /// Returns a terminal for a prompt. If standard input is not a terminal, its lines are commands, and the
    /// machine gets no keys.
    pub fn for_prompt() -> Terminal {
        let mut terminal = Terminal::new(if io::stdin().is_terminal() {
            KeySource::Terminal(Keyboard::default())
        } else {
            KeySource::Nobody
        });
        terminal.prompt = true;
        terminal
    }

    /// Returns a terminal without keys, which shows what the machine prints.
    pub fn for_replay() -> Terminal {
        Terminal::new(KeySource::Nobody)
    }

    fn new(source: KeySource) -> Terminal {
        Terminal {
            source,
            struck: VecDeque::new(),
            raw: None,
            prompt: false,
            silent_since: None,
            stopped: false,
            ended: false,
            open_line: false,
            carriage: io::stdout().is_terminal(),
            pacer: Pacer::default(),
            patience: Duration::from_millis(50),
            room: MAX_KEYS_AHEAD,
            files: Disk::default(),
            ending: TerminationSignal::default(),
            lost: None,
        }
    }

    fn enter_raw_mode(&mut self) {
        if self.raw.is_none() {
            self.raw = RawTerminal::open().ok();
        }
    }

    /// Waits for a key of the keyboard. Returns `None` if the terminal has gone away or the command
    /// must end.
    fn wait_for_key(&mut self) -> Option<u8> {
        loop {
            let KeySource::Terminal(keyboard) = &mut self.source else { return None };
            match keyboard.next(Duration::from_secs(1)).ok()? {
                Some(event) => self.struck.extend(keys_of_event(&event)),
                None if self.is_ending() => return None,
                None => {}
            }
            if let Some(key) = self.struck.pop_front() {
                return Some(key);
            }
        }
    }

    /// Writes to standard output. The first failure is kept for [`Terminal::check_output`].
    fn write(&mut self, bytes: &[u8]) {
        let mut output = io::stdout().lock();
        if let Err(error) = output.write_all(bytes).and_then(|()| output.flush()) {
            self.lost.get_or_insert(error);
        }
    }

    /// Checks that all output has reached standard output.
    ///
    /// # Errors
    ///
    /// The first failure to write since the last call.
    pub fn check_output(&mut self) -> io::Result<()> {
        self.lost.take().map_or(Ok(()), Err)
    }

    /// Writes a message to standard error. A failure counts as lost output.
    pub fn complain(&mut self, what: &dyn Display) {
        if let Err(error) = report::message(what) {
            self.lost.get_or_insert(error);
        }
    }

    /// Returns `true` if output is lost.
    pub fn has_lost(&self) -> bool {
        self.lost.is_some()
    }

    /// Returns `true` if control-C has ended the last run, but not a second time for that run.
    pub fn take_stopped(&mut self) -> bool {
        std::mem::take(&mut self.stopped)
    }

    fn print_what_stops(&mut self) {
        if self.silent_since.is_some_and(|since| since.elapsed() > TOLD_AFTER) {
            self.silent_since = None;
            let gap = if std::mem::take(&mut self.open_line) { "\r\n" } else { "" };
            self.write(
                format!(
                    "{gap}[running; control-C or control-E stops the machine, other keys go to its \
                     teletype]\r\n"
                )
                .as_bytes(),
            );
        }
    }

    /// Returns `true` if a user is at the terminal.
    pub fn is_interactive(&self) -> bool {
        matches!(self.source, KeySource::Terminal(_))
    }
}

/// Starts a thread that reads standard input, piece by piece. At the end of the input the channel is closed.
fn read_standard_input() -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::sync_channel(MAX_PIECES_AHEAD);
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        let mut input = io::stdin().lock();
        while let Ok(length @ 1..) = input.read(&mut buffer) {
            if sender.send(buffer[..length].to_vec()).is_err() {
                return;
            }
        }
    });
    receiver
}

pub(crate) fn is_control(key: &KeyEvent, character: char) -> bool {
    key.code == KeyCode::Char(character) && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// Returns the keys of the console's keyboard for an event of the terminal: one key, or a pasted text.
pub fn keys_of_event(event: &Event) -> Vec<u8> {
    match event {
        Event::Key(key) => keys_of(key),
        Event::Paste(text) => keys(text),
        _ => Vec::new(),
    }
}

/// Returns the keys of the console's keyboard for a key of a terminal: Escape is ALTMODE, Backspace RUBOUT.
///
/// Alt with a key, and Escape typed shortly before a key, come as the same event: ALTMODE and the key.
fn keys_of(key: &KeyEvent) -> Vec<u8> {
    let altmode = key.modifiers.contains(KeyModifiers::ALT).then_some(ALTMODE);
    key_of(key.code, key.modifiers).map_or_else(Vec::new, |key| altmode.into_iter().chain([key]).collect())
}

fn key_of(code: KeyCode, modifiers: KeyModifiers) -> Option<u8> {
    match code {
        KeyCode::Enter => Some(0o15),
        KeyCode::Backspace | KeyCode::Delete => Some(RUBOUT),
        KeyCode::Esc => Some(ALTMODE),
        KeyCode::Tab => Some(0o11),
        KeyCode::Char(c) if modifiers.contains(KeyModifiers::CONTROL) => {
            c.is_ascii().then(|| c.to_ascii_uppercase() as u8 & 0o37)
        }
        KeyCode::Char(c) => keys(&c.to_string()).first().copied(),
        _ => None,
    }
}

impl Host for Terminal {
    fn print(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let gap = if std::mem::take(&mut self.open_line) { "\n" } else { "" };
        let text = format!("{gap}{}", sanitized(text));
        // In raw mode a new line needs a carriage return.
        let text = if self.raw.is_some() { text.replace('\n', "\r\n") } else { text };
        self.write(text.as_bytes());
    }

    fn teletype(&mut self, printed: &[DeviceOutput]) {
        let carriage = |c: u8| (c == b'\r' && self.carriage).then_some(c);
        let seen = |c: u8| teletype::shown(c).map(|c| c as u8).or_else(|| carriage(c & 0o177));
        let bytes: Vec<u8> = bytes_of(printed, 0).into_iter().filter_map(seen).collect();
        if let Some(last) = bytes.last() {
            self.open_line = *last != b'\n';
        }
        self.write(&bytes);
    }

    fn keys(&mut self) -> Keys {
        let mut typed = Vec::new();
        let mut interrupt = false;
        self.print_what_stops();
        match &mut self.source {
            KeySource::Nobody => self.ended = true,
            KeySource::Terminal(keyboard) => {
                while let Some(event) = keyboard.next(Duration::ZERO).unwrap_or_else(|_| {
                    // The terminal has gone away: stop the run.
                    interrupt = true;
                    None
                }) {
                    for key in keys_of_event(&event) {
                        match key {
                            INTERRUPT => interrupt = true,
                            BREAK if self.prompt => (interrupt, self.stopped) = (true, true),
                            character => typed.push(character),
                        }
                    }
                }
            }
            KeySource::Pipe(receiver) => {
                // A program that reads at once should find what was in the pipe from the beginning.
                let patience = std::mem::take(&mut self.patience);
                let mut read = Vec::new();
                if self.room > 0 {
                    read.extend(receiver.recv_timeout(patience).into_iter().flatten());
                }
                while read.len() < self.room {
                    match receiver.try_recv() {
                        Ok(piece) => read.extend(piece),
                        Err(TryRecvError::Empty) => break,
                        Err(TryRecvError::Disconnected) => {
                            self.ended = true;
                            break;
                        }
                    }
                }
                self.room = self.room.saturating_sub(read.len());
                typed = keys_of_bytes(&read);
            }
        }
        // A run whose output has lost its reader is interrupted.
        let interrupt = interrupt || self.lost.is_some() || self.is_ending();
        Keys { typed, interrupt, ended: self.ended, ..Keys::default() }
    }

    fn is_ending(&self) -> bool {
        self.ending.is_wanted()
    }

    fn look(&mut self, machine: &mut Machine) {
        self.room = MAX_KEYS_AHEAD.saturating_sub(machine.keys_left(0));
    }

    fn remark(&mut self, text: &str) {
        self.complain(&text);
        if self.raw.is_some() {
            self.write(b"\r");
        }
    }

    fn strike(&mut self) -> Option<char> {
        if !self.is_interactive() {
            return None;
        }
        // Raw mode lasts between two calls, so keys typed meanwhile are neither echoed nor kept for a line.
        self.enter_raw_mode();
        self.raw.as_ref()?;
        let key = self.struck.pop_front().or_else(|| self.wait_for_key());
        let Some(key) = key.filter(|key| *key != BREAK) else {
            self.raw = None;
            return None;
        };
        // DDT expects ALTMODE as the ASCII code of ESC.
        Some(if key == ALTMODE { '\u{1b}' } else { char::from(key) })
    }

    fn has_person(&self) -> bool {
        self.is_interactive()
    }

    fn begin_run(&mut self, _: Nanos) {
        self.pacer.restart();
        self.stopped = false;
        self.silent_since = (self.prompt && self.is_interactive()).then(Instant::now);
        if self.is_interactive() {
            self.enter_raw_mode();
        }
    }

    fn end_run(&mut self) {
        if self.raw.take().is_some() && std::mem::take(&mut self.open_line) {
            self.write(b"\n");
        }
    }

    fn pace(&mut self, now: Nanos, speed: f64) -> bool {
        self.pacer.sleep(now, speed, &mut self.files)
    }

    fn files(&mut self) -> &mut dyn Files {
        &mut self.files
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.end_run();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_the_host_are_keys_of_the_teletype() {
        let keys_of = |code, modifiers| keys_of(&KeyEvent::new(code, modifiers));
        assert_eq!(keys_of(KeyCode::Char('a'), KeyModifiers::NONE), b"A");
        assert_eq!(keys_of(KeyCode::Char('g'), KeyModifiers::CONTROL), [7]);
        assert_eq!(keys_of(KeyCode::Esc, KeyModifiers::NONE), [ALTMODE]);
        assert_eq!(keys_of(KeyCode::Char('b'), KeyModifiers::ALT), [ALTMODE, b'B']);
        assert_eq!(keys_of(KeyCode::Enter, KeyModifiers::NONE), [0o15]);
        assert!(keys_of(KeyCode::F(1), KeyModifiers::ALT).is_empty());
    }
}
