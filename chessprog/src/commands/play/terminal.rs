//! The teletype at a terminal: raw mode, every key goes to the program at once, the paper scrolls by.

use std::collections::VecDeque;
use std::io::Write;
use std::time::Duration;

use anyhow::Context;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal;

use super::Partner;
use super::pace::Pace;

/// Machine time between two looks at the keyboard while the program works.
const SLICE: Duration = Duration::from_millis(20);
/// How long a look at the keyboard may take while the program waits.
const PATIENCE: Duration = Duration::from_millis(20);

const BELL: u8 = 0o7;
const RETURN: u8 = 0o15;
const ALTMODE: u8 = 0o33;
const RUBOUT: u8 = 0o177;

/// Plays until the person leaves (control-C or control-D).
///
/// `first` is typed before anything else.
pub fn play(
    partner: &mut dyn Partner,
    mut pace: Pace,
    first: &[u8],
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let _raw = RawMode::enter()?;
    let key_of = |c: u8| if c == b'\n' { RETURN } else { c };
    let mut typed_ahead: VecDeque<u8> = first.iter().copied().map(key_of).collect();
    loop {
        let waits = partner.waits();
        if waits && let Some(key) = typed_ahead.pop_front() {
            partner.key(key);
        }
        let mut paper = Vec::new();
        let wait = if waits && typed_ahead.is_empty() && partner.waits() {
            PATIENCE
        } else {
            pace.passed(partner.run(SLICE, &mut paper)?)
        };
        if !paper.is_empty() {
            output.write_all(&paper).and_then(|()| output.flush()).context("writing to the terminal")?;
        }
        let looked = std::time::Instant::now();
        while event::poll(wait.saturating_sub(looked.elapsed())).context("reading the keyboard")? {
            match event::read().context("reading the keyboard")? {
                Event::Key(key) => match Key::of(key) {
                    Key::Leave => {
                        output.write_all(b"\r\n").and_then(|()| output.flush())?;
                        return Ok(());
                    }
                    // The one key that a thinking program must hear.
                    Key::Send(BELL) => partner.key(BELL),
                    Key::Send(key) => typed_ahead.push_back(key),
                    Key::None => {}
                },
                Event::Paste(text) => typed_ahead
                    .extend(text.bytes().filter(u8::is_ascii).map(|c| if c == b'\n' { RETURN } else { c })),
                _ => {}
            }
            if !typed_ahead.is_empty() {
                break;
            }
        }
        if waits && typed_ahead.is_empty() {
            partner.idle(looked.elapsed())?;
        }
    }
}

/// What a key of the terminal means at a model 35 teletype.
#[derive(Debug, PartialEq, Eq)]
enum Key {
    Send(u8),
    Leave,
    None,
}

impl Key {
    fn of(event: KeyEvent) -> Key {
        if event.kind == KeyEventKind::Release {
            return Key::None;
        }
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        match event.code {
            KeyCode::Char('c' | 'd') if control => Key::Leave,
            KeyCode::Char(c) if control && c.is_ascii_alphabetic() => Key::Send(c as u8 & 0o37),
            KeyCode::Char(c) if c.is_ascii() => Key::Send(c as u8),
            KeyCode::Enter => Key::Send(RETURN),
            KeyCode::Esc => Key::Send(ALTMODE),
            KeyCode::Backspace | KeyCode::Delete => Key::Send(RUBOUT),
            KeyCode::Tab => Key::Send(b'\t'),
            _ => Key::None,
        }
    }
}

/// Raw mode of the terminal, left when this is dropped, by whatever way.
struct RawMode;

impl RawMode {
    fn enter() -> anyhow::Result<RawMode> {
        terminal::enable_raw_mode().context("setting the terminal to raw mode (`--plain` needs none)")?;
        Ok(RawMode)
    }
}

impl Drop for RawMode {
    fn drop(&mut self) {
        // Nothing better can be done when even this fails.
        let _ = terminal::disable_raw_mode();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_the_terminal_become_keys_of_the_teletype() {
        let plain = |code| Key::of(KeyEvent::new(code, KeyModifiers::NONE));
        let control = |c| Key::of(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL));
        assert_eq!(plain(KeyCode::Char('p')), Key::Send(b'p'));
        assert_eq!(plain(KeyCode::Enter), Key::Send(0o15));
        assert_eq!(plain(KeyCode::Backspace), Key::Send(0o177));
        assert_eq!(plain(KeyCode::Esc), Key::Send(0o33));
        assert_eq!(control('g'), Key::Send(0o7));
        assert_eq!(control('c'), Key::Leave);
        assert_eq!(plain(KeyCode::Char('é')), Key::None);
    }
}
