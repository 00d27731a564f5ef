//! The run screen on a terminal: what its keys do, and how often it is drawn.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent};
use support::file;
use support::text::sanitized;

use super::board::Board;
use super::full_screen::FullScreen;
use super::layout::{Layout, Panel, ScreenAction};
use super::scope::Mark;
use super::theme::Graphics;
use crate::debug::Speed;
use crate::io::teletype;
use crate::machine::Machine;
use crate::picture::render::PictureFormat;
use crate::terminal::keys_of_event;
use crate::time::Nanos;

/// Fading time of the tube and the lights after the last change.
const FADING_TIME: Duration = Duration::from_secs(3);
/// Time between two measurements of the speed.
const MEASURING_TIME: Duration = Duration::from_millis(500);
/// Number of lines of the paper that are printed after the screen is closed.
const LINES_LEFT: usize = 40;

/// The run screen. When it is dropped, the terminal is restored and shows the end of the paper.
pub struct Screen {
    full: FullScreen,
    layout: Layout,
    /// When something was last printed, typed or reported.
    changed: Instant,
    /// Host time and machine time of the last measurement of the speed.
    measured: Option<(Instant, Nanos)>,
    speed: Option<f64>,
    /// Text that is printed after the screen is closed.
    farewell: String,
}

/// The meaning of an event of the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScreenInput {
    /// The screen has handled the event, or the event has no meaning.
    Done,
    /// Keys of the teletype.
    Keys(Vec<u8>),
    /// A function key that the screen itself does not use, by its number.
    Function(u8),
}

impl Screen {
    /// Takes the terminal, and queries its graphics if `graphics` allows pixels.
    ///
    /// # Errors
    ///
    /// The terminal cannot be set up.
    pub fn open(layout: Layout, graphics: Graphics) -> io::Result<Screen> {
        let full = FullScreen::open(graphics)?;
        let layout = layout.with_pixels(full.pixels());
        let farewell = String::new();
        Ok(Screen { full, layout, changed: Instant::now(), measured: None, speed: None, farewell })
    }

    /// Returns the keys of the teletype typed while the screen was opened; none after the first call.
    pub fn take_early_keys(&mut self) -> Vec<u8> {
        teletype::keys(&String::from_utf8_lossy(&self.full.take_early_keys()))
    }

    /// Prints the output of the console teletype.
    pub fn print(&mut self, characters: impl IntoIterator<Item = u8>) {
        for character in characters {
            self.layout.paper.print(character);
            self.changed = Instant::now();
        }
    }

    /// Shows in the status line the state of the machine and what the user can do next.
    pub fn set_state(&mut self, state: &str) {
        if state != self.layout.state {
            self.layout.state = state.to_owned();
            self.changed = Instant::now();
        }
    }

    /// Shows a message in the status line until the next key.
    pub fn notice(&mut self, text: &str) {
        self.layout.notice = Some(text.to_owned());
        self.show_change();
    }

    /// Shows the speed in the title of the paper.
    pub fn show_speed(&mut self, speed: Speed) {
        self.layout.aside = speed.in_title();
        self.show_change();
    }

    /// Shows a list above the paper, or none.
    pub fn show_panel(&mut self, panel: Option<Panel>) {
        if self.layout.panel != panel {
            self.layout.set_panel(panel);
            self.show_change();
        }
    }

    /// Sets the meaning of the picture on the tube: its shapes and text, and the board in its narrowest view.
    pub fn set_meaning(&mut self, marks: Vec<Mark>, board: Option<Board>) {
        (self.layout.marks, self.layout.board) = (marks, board);
    }

    pub(super) fn print_at_end(&mut self, text: &str) {
        self.farewell += &sanitized(text);
    }

    /// Saves what the tube shows as PNG, in a new file whose name begins with `name`, and reports that in the
    /// status line.
    pub fn save_picture(&mut self, machine: &mut Machine, name: &str) {
        let path = file::unused(name, "png");
        let now = machine.time();
        let picture = PictureFormat::Png.draw(&machine.picture().glow(now));
        self.notice(&match file::write(&path, &picture) {
            Ok(()) => format!("The picture of the scope is in {}", path.display()),
            Err(error) => format!("{}: {error}", path.display()),
        });
    }

    /// Returns `true` if all is drawn, and everything that was to fade has faded.
    pub fn is_settled(&self) -> bool {
        self.full.is_drawn() && self.changed.elapsed() > FADING_TIME
    }

    /// Returns the seconds of machine time per second of host time, if they have been measured.
    pub fn speed(&self) -> Option<f64> {
        self.speed
    }

    /// Draws a frame, if one is due.
    ///
    /// # Errors
    ///
    /// The terminal cannot be written to.
    pub fn refresh(&mut self, machine: &mut Machine) -> io::Result<()> {
        if !self.full.is_due() {
            return Ok(());
        }
        self.measure(machine.time());
        self.layout.look(machine, self.full.area());
        let layout = &self.layout;
        self.full.draw(layout.image(), |buffer| {
            layout.draw(buffer.area, buffer);
            None
        })?;
        if self.layout.paper.take_bell() { self.full.ring() } else { Ok(()) }
    }

    fn measure(&mut self, now: Nanos) {
        let &mut (since, from) = self.measured.get_or_insert_with(|| (Instant::now(), now));
        let passed = since.elapsed();
        if passed >= MEASURING_TIME {
            self.speed = Some(now.since(from).as_seconds() / passed.as_secs_f64());
            self.measured = Some((Instant::now(), now));
        }
    }

    fn show_change(&mut self) {
        self.changed = Instant::now();
        self.full.redraw();
    }

    /// Waits at most `wait` for an event. Returns `None` without one.
    ///
    /// # Errors
    ///
    /// The keyboard cannot be read; [`io::ErrorKind::NotConnected`] if the terminal has gone away.
    pub fn next(&mut self, wait: Duration) -> io::Result<Option<ScreenInput>> {
        Ok(self.full.next(wait)?.map(|event| self.input(&event)))
    }

    fn input(&mut self, event: &Event) -> ScreenInput {
        self.changed = Instant::now();
        match event {
            Event::Key(key) => {
                if let Some(input) = self.screen_key(key) {
                    self.full.redraw();
                    return input;
                }
                if let KeyCode::Char(character) = key.code {
                    self.report_left_out(character.encode_utf8(&mut [0; 4]));
                }
            }
            Event::Paste(text) => self.report_left_out(text),
            _ => return ScreenInput::Done,
        }
        let keys = keys_of_event(event);
        if keys.is_empty() {
            return ScreenInput::Done;
        }
        self.layout.type_key();
        ScreenInput::Keys(keys)
    }

    /// Handles a key of the screen or of its host; returns `None` for a key of the teletype.
    fn screen_key(&mut self, key: &KeyEvent) -> Option<ScreenInput> {
        self.layout.notice = None;
        if key.code == KeyCode::Esc && self.layout.close_help() {
            return Some(ScreenInput::Done);
        }
        if let Some(action) = action(key.code) {
            self.layout.act(action);
            return Some(ScreenInput::Done);
        }
        if let KeyCode::F(number) = key.code { Some(ScreenInput::Function(number)) } else { None }
    }

    fn report_left_out(&mut self, text: &str) {
        let left_out = teletype::left_out(text);
        if !left_out.is_empty() {
            self.notice(&format!("Left out: the teletype has no key for {left_out}"));
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.full.close();
        // This fails if the terminal has gone away.
        let _ = write!(io::stdout(), "{}{}", self.layout.paper.tail(LINES_LEFT), self.farewell);
    }
}

fn action(code: KeyCode) -> Option<ScreenAction> {
    Some(match code {
        KeyCode::F(1) => ScreenAction::TurnHelp,
        KeyCode::F(2) => ScreenAction::NextView,
        KeyCode::F(3) => ScreenAction::ZoomIn,
        KeyCode::F(4) => ScreenAction::ZoomOut,
        KeyCode::Left => ScreenAction::Move { right: -1, up: 0 },
        KeyCode::Right => ScreenAction::Move { right: 1, up: 0 },
        KeyCode::Up => ScreenAction::Move { right: 0, up: 1 },
        KeyCode::Down => ScreenAction::Move { right: 0, up: -1 },
        KeyCode::PageUp => ScreenAction::PageUp,
        KeyCode::PageDown => ScreenAction::PageDown,
        _ => return None,
    })
}
