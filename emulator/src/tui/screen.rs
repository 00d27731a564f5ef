//! The terminal on which the front is seen: its alternate screen, its keyboard, twenty pictures a second.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEventKind};
use ratatui::DefaultTerminal;
use ratatui::layout::Rect;

use super::front::{Front, Wish};
use super::scope::Mark;
use crate::machine::Machine;
use crate::terminal::key_of;
use crate::time::Nanos;

/// From one picture to the next.
const PERIOD: Duration = Duration::from_millis(50);
/// The glow of a point that has gone out lasts that long, with some for the lights.
const SETTLED: Duration = Duration::from_secs(3);
/// How often the speed is measured.
const MEASURED: Duration = Duration::from_millis(500);

/// A terminal with the machine on it. When this goes, by whatever way, the terminal is as it was.
pub struct Screen {
    terminal: DefaultTerminal,
    front: Front,
    drawn: Option<Instant>,
    /// When something was last printed, typed or said.
    changed: Instant,
    /// Since when the speed is measured, in the host's time and the machine's; and what came out last.
    measuring: Option<(Instant, Nanos)>,
    speed: Option<f64>,
}

/// What an event of the terminal means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// It was for the screen, or nothing.
    None,
    /// These keys of the teletype were struck.
    Keys(Vec<u8>),
}

impl Screen {
    /// Takes the terminal. A panic gives it back before its message is printed.
    ///
    /// # Errors
    ///
    /// The terminal cannot be set up.
    pub fn open(front: Front) -> io::Result<Screen> {
        let terminal = ratatui::try_init()?;
        Ok(Screen { terminal, front, drawn: None, changed: Instant::now(), measuring: None, speed: None })
    }

    /// Prints what the console teletype printed.
    pub fn print(&mut self, characters: impl IntoIterator<Item = u8>) {
        for character in characters {
            self.front.paper.print(character);
            self.changed = Instant::now();
        }
    }

    /// The paper.
    pub fn front(&self) -> &Front {
        &self.front
    }

    /// Says in a few words how the machine is and what can be done next.
    pub fn tell(&mut self, state: &str) {
        if state != self.front.state {
            self.front.state = state.to_owned();
            self.changed = Instant::now();
        }
    }

    /// Says what the shapes on the tube mean.
    pub fn mark(&mut self, marks: Vec<Mark>) {
        self.front.marks = marks;
    }

    /// Whether nothing has happened for so long that all that was to come up on the screen is there, and what was
    /// to fade has faded.
    pub fn is_settled(&self) -> bool {
        self.drawn.is_some() && self.changed.elapsed() > SETTLED
    }

    /// The machine's time in a second of the host's, as it was last measured.
    pub fn speed(&self) -> Option<f64> {
        self.speed
    }

    /// Draws, if it is time for the next picture.
    ///
    /// # Errors
    ///
    /// The terminal cannot be written to.
    pub fn refresh(&mut self, machine: &mut Machine) -> io::Result<()> {
        if self.drawn.is_some_and(|drawn| drawn.elapsed() < PERIOD) {
            return Ok(());
        }
        self.measure(machine.time());
        let size = self.terminal.size()?;
        self.front.look(machine, Rect::new(0, 0, size.width, size.height));
        let front = &self.front;
        self.terminal.draw(|frame| front.draw(frame.area(), frame.buffer_mut()))?;
        if self.front.paper.take_bell() {
            let mut output = io::stdout().lock();
            output.write_all(b"\x07").and_then(|()| output.flush())?;
        }
        self.drawn = Some(Instant::now());
        Ok(())
    }

    fn measure(&mut self, now: Nanos) {
        let &mut (since, from) = self.measuring.get_or_insert_with(|| (Instant::now(), now));
        let passed = since.elapsed();
        if passed >= MEASURED {
            self.speed = Some(now.since(from).as_seconds() / passed.as_secs_f64());
            self.measuring = Some((Instant::now(), now));
        }
    }

    /// Takes an event of the terminal.
    pub fn event(&mut self, event: &Event) -> Reaction {
        self.changed = Instant::now();
        let keys = match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => return Reaction::None,
            Event::Key(key) => {
                if let Some(wish) = wish(key.code) {
                    self.front.obey(wish, self.terminal.size().map_or(24, |size| size.height));
                    self.drawn = None;
                    return Reaction::None;
                }
                key_of(key.code, key.modifiers).into_iter().collect()
            }
            Event::Paste(text) => crate::io::teletype::keys(text),
            Event::Resize(..) => {
                self.drawn = None;
                return Reaction::None;
            }
            _ => return Reaction::None,
        };
        if keys.is_empty() {
            return Reaction::None;
        }
        self.front.typed();
        Reaction::Keys(keys)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

/// What a key wants of the screen, if it is no key of the teletype.
fn wish(code: KeyCode) -> Option<Wish> {
    Some(match code {
        KeyCode::F(1) => Wish::Help,
        KeyCode::F(2) => Wish::NextView,
        KeyCode::F(3) => Wish::Narrow,
        KeyCode::F(4) => Wish::Widen,
        KeyCode::Left => Wish::Shift { right: -1, up: 0 },
        KeyCode::Right => Wish::Shift { right: 1, up: 0 },
        KeyCode::Up => Wish::Shift { right: 0, up: 1 },
        KeyCode::Down => Wish::Shift { right: 0, up: -1 },
        KeyCode::PageUp => Wish::Back,
        KeyCode::PageDown => Wish::On,
        _ => return None,
    })
}
