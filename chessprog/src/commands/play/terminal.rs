//! The teletype at a terminal: every key goes to the program at once, what it types appears at once.
//!
//! How it appears is a [`Sheet`]: the bare paper that scrolls by, or the whole machine on the screen.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::Context;
use crossterm::event::{self, Event, KeyEventKind};
use crossterm::terminal;
use emulator::io::teletype;
use emulator::terminal::key_of;
use emulator::tui::{Front, Look, Reaction, Screen};

use super::pace::Pace;
use super::{Partner, glass};

/// Machine time between two looks at the keyboard while the program works.
const SLICE: Duration = Duration::from_millis(20);
/// How long a look at the keyboard may take while the program waits.
const PATIENCE: Duration = Duration::from_millis(20);

/// The same on a screen on which nothing moves: a key ends it at once.
const LONG_PATIENCE: Duration = Duration::from_millis(200);

/// The one key that a thinking program must hear.
const BELL: u8 = 0o7;
/// Control-C and control-D leave.
const LEAVE: [u8; 2] = [3, 4];

/// So much of the paper is left on the terminal when the screen goes.
const LEFT: usize = 40;

/// What the person sees.
pub(super) trait Sheet {
    /// Shows what was typed, carriage returns and bells included.
    fn print(&mut self, paper: &[u8]) -> anyhow::Result<()>;

    /// Shows how the machine is. When it is `idle` a sheet on which nothing comes up any more need not be drawn again.
    fn refresh(&mut self, partner: &mut dyn Partner, state: &str, idle: bool) -> anyhow::Result<()>;

    /// Whether there is nothing to be drawn while the program waits.
    fn is_settled(&self) -> bool {
        true
    }

    /// The teletype's keys in an event of the terminal.
    fn keys(&mut self, event: &Event) -> Vec<u8>;
}

/// Plays until the person leaves. `first` is typed before anything else.
pub(super) fn play(
    partner: &mut dyn Partner,
    mut pace: Pace,
    first: &[u8],
    sheet: &mut dyn Sheet,
) -> anyhow::Result<()> {
    let mut ahead: VecDeque<u8> = teletype::keys(&String::from_utf8_lossy(first)).into();
    loop {
        let waits = partner.waits();
        if waits && let Some(key) = ahead.pop_front() {
            partner.key(key);
        }
        let mut paper = Vec::new();
        let idle = waits && ahead.is_empty() && partner.waits();
        let patience = if sheet.is_settled() { LONG_PATIENCE } else { PATIENCE };
        let wait = if idle { patience } else { pace.passed(partner.run(SLICE, &mut paper)?) };
        if !paper.is_empty() {
            sheet.print(&paper)?;
        }
        let does = if idle { partner.next() } else { partner.work() };
        sheet.refresh(partner, &state(&does, &ahead), idle)?;
        let looked = Instant::now();
        while event::poll(wait.saturating_sub(looked.elapsed())).context("reading the keyboard")? {
            for key in sheet.keys(&event::read().context("reading the keyboard")?) {
                match key {
                    BELL => partner.key(BELL),
                    key if LEAVE.contains(&key) => return Ok(()),
                    key => ahead.push_back(key),
                }
            }
            if !ahead.is_empty() {
                break;
            }
        }
        if waits && ahead.is_empty() {
            partner.idle(looked.elapsed())?;
        }
    }
}

/// What the program does, in a few words, and what was typed that it has not read.
fn state(does: &str, ahead: &VecDeque<u8>) -> String {
    if ahead.is_empty() {
        return does.to_owned();
    }
    let sign = |&key: &u8| match key {
        b'\r' => Some(';'),
        b' '..=b'~' => Some(char::from(key)),
        _ => None,
    };
    let text: String = ahead.iter().filter_map(sign).collect();
    format!("{does}, has yet to read {text}")
}

/// The bare paper on the terminal, in raw mode until this goes, by whatever way.
pub(super) struct Bare<'a> {
    output: &'a mut dyn Write,
}

impl<'a> Bare<'a> {
    /// Takes the terminal.
    ///
    /// # Errors
    /// It has no raw mode.
    pub(super) fn open(output: &'a mut dyn Write) -> anyhow::Result<Bare<'a>> {
        terminal::enable_raw_mode().context("set the terminal to raw mode")?;
        Ok(Bare { output })
    }
}

impl Drop for Bare<'_> {
    fn drop(&mut self) {
        // Nothing better can be done when even this fails.
        let _ = terminal::disable_raw_mode();
        let _ = self.output.write_all(b"\r\n").and_then(|()| self.output.flush());
    }
}

impl Sheet for Bare<'_> {
    fn print(&mut self, paper: &[u8]) -> anyhow::Result<()> {
        self.output.write_all(paper).and_then(|()| self.output.flush()).context("writing to the terminal")
    }

    fn refresh(&mut self, _: &mut dyn Partner, _: &str, _: bool) -> anyhow::Result<()> {
        Ok(())
    }

    fn keys(&mut self, event: &Event) -> Vec<u8> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                key_of(key.code, key.modifiers).into_iter().collect()
            }
            Event::Paste(text) => teletype::keys(text),
            _ => Vec::new(),
        }
    }
}

/// Paper, scope and console on the whole screen.
pub(super) struct Whole {
    screen: Option<Screen>,
}

impl Whole {
    /// Takes the terminal.
    ///
    /// # Errors
    /// It cannot be set up.
    pub(super) fn open(look: Look) -> anyhow::Result<Whole> {
        let front = Front::new("Teletype", "dark: FANCY 2 shows board and game", "^C")
            .aimed_at(glass::BOARD)
            .with_help(glass::HELP)
            .with_look(look);
        let screen = Screen::open(front).context("use the whole screen (`--plain` needs none)")?;
        Ok(Whole { screen: Some(screen) })
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        if let Some(screen) = self.screen.take() {
            let paper = screen.front().paper.tail(LEFT);
            drop(screen);
            // The end of the paper stays on the terminal; if it cannot, nothing is lost that was not seen.
            let _ = io::stdout().write_all(paper.as_bytes());
        }
    }
}

impl Sheet for Whole {
    fn print(&mut self, paper: &[u8]) -> anyhow::Result<()> {
        if let Some(screen) = &mut self.screen {
            screen.print(paper.iter().copied());
        }
        Ok(())
    }

    fn refresh(&mut self, partner: &mut dyn Partner, state: &str, idle: bool) -> anyhow::Result<()> {
        let Some(screen) = &mut self.screen else { return Ok(()) };
        screen.tell(state);
        if idle && screen.is_settled() {
            return Ok(());
        }
        screen.mark(glass::marks(&partner.drawn()));
        if let Some(machine) = partner.machine() {
            screen.refresh(machine).context("writing to the terminal")?;
        }
        Ok(())
    }

    fn is_settled(&self) -> bool {
        self.screen.as_ref().is_some_and(Screen::is_settled)
    }

    fn keys(&mut self, event: &Event) -> Vec<u8> {
        match self.screen.as_mut().map(|screen| screen.event(event)) {
            Some(Reaction::Keys(keys)) => keys,
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_ahead_is_shown() {
        assert_eq!(state("waits for you", &VecDeque::new()), "waits for you");
        assert_eq!(state("thinks", &VecDeque::from(b"BD\rP\x07".to_vec())), "thinks, has yet to read BD;P");
    }
}
