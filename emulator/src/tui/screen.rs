//! The terminal on which the front is seen: its alternate screen, its keyboard, twenty pictures a second.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::window_size;

use super::asking::{self, Answers};
use super::board::Board;
use super::canvas::Canvas;
use super::front::{Front, Panel, Wish};
use super::look::Graphics;
use super::pixels::{Pixels, Protocol, Shown};
use super::scope::Mark;
use crate::io::teletype;
use crate::machine::Machine;
use crate::picture::render::Format;
use crate::terminal::keys_of;
use crate::time::Nanos;

/// From one picture to the next.
const PERIOD: Duration = Duration::from_millis(50);
/// The same where it is sent in pixels.
const PIXEL_PERIOD: Duration = Duration::from_millis(100);
/// The size of a character where a person has chosen pixels and the terminal does not say it.
const USUAL_CELL: (u16, u16) = (10, 20);
/// The glow of a point that has gone out lasts that long, with some for the lights.
const SETTLED: Duration = Duration::from_secs(3);
/// How often the speed is measured.
const MEASURED: Duration = Duration::from_millis(500);

/// A terminal with the machine on it. When this goes, by whatever way, the terminal is as it was.
pub struct Screen {
    canvas: Canvas,
    front: Front,
    drawn: Option<Instant>,
    /// When something was last printed, typed or said.
    changed: Instant,
    /// Since when the speed is measured, in the host's time and the machine's; and what came out last.
    measuring: Option<(Instant, Nanos)>,
    speed: Option<f64>,
    pixels: Option<Pixels>,
    shown: Shown,
    /// What was typed while the terminal was asked.
    early: Vec<u8>,
}

/// What an event of the terminal means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// It was for the screen, or nothing.
    None,
    /// These keys of the teletype were struck.
    Keys(Vec<u8>),
    /// A function key that is not the screen's, by its number.
    Function(u8),
}

impl Screen {
    /// Takes the terminal, and asks it whether it shows pictures if that is not settled by `graphics`. A panic gives it back before
    /// its message is printed.
    ///
    /// # Errors
    ///
    /// The terminal cannot be set up.
    pub fn open(front: Front, graphics: Graphics) -> io::Result<Screen> {
        let canvas = Canvas::open()?;
        let answers = if wants_pixels(graphics) { asking::ask()? } else { Answers::default() };
        let pixels = chosen(graphics, &answers);
        Ok(Screen {
            canvas,
            front: front.with_pixels(pixels),
            drawn: None,
            changed: Instant::now(),
            measuring: None,
            speed: None,
            pixels,
            shown: Shown::default(),
            early: answers.typed,
        })
    }

    /// What was typed on the teletype while the screen was opened.
    pub fn typed_early(&mut self) -> Vec<u8> {
        let typed = std::mem::take(&mut self.early);
        teletype::keys(&String::from_utf8_lossy(&typed))
    }

    /// The front, for what is to be said and shown on it.
    pub fn front_mut(&mut self) -> &mut Front {
        self.changed = Instant::now();
        &mut self.front
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

    /// Shows a list above the paper, or none.
    pub fn show_panel(&mut self, panel: Option<Panel>) {
        if self.front.panel != panel {
            self.front_mut().set_panel(panel);
        }
    }

    /// Says what the shapes on the tube mean.
    pub fn mark(&mut self, marks: Vec<Mark>) {
        self.front.marks = marks;
    }

    /// Shows the board that is on the tube in boxes, where the dots are too coarse.
    pub fn show_board(&mut self, board: Option<Board>) {
        self.front.board = board;
    }

    /// Says something in the line below until the next key.
    pub fn notice(&mut self, text: &str) {
        self.front_mut().notice = Some(text.to_owned());
        self.drawn = None;
    }

    /// What the tube shows, as PNG.
    pub fn picture(machine: &mut Machine) -> Vec<u8> {
        let now = machine.time();
        Format::Png.draw(&machine.picture().glow(now))
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
        let period = if self.pixels.is_some() { PIXEL_PERIOD } else { PERIOD };
        if self.drawn.is_some_and(|drawn| drawn.elapsed() < period) {
            return Ok(());
        }
        self.measure(machine.time());
        self.front.look(machine, self.canvas.area());
        if self.shown.area() != self.front.image().map(|(area, _)| *area) {
            self.take_away()?;
        }
        let front = &self.front;
        self.canvas.draw(|buffer| {
            front.draw(buffer.area, buffer);
            None
        })?;
        if let (Some(pixels), Some((area, image))) = (self.pixels, self.front.image()) {
            put(&self.shown.show(pixels.protocol, *area, image))?;
        }
        if self.front.paper.take_bell() {
            put(b"\x07")?;
        }
        self.drawn = Some(Instant::now());
        Ok(())
    }

    /// Takes the picture in pixels away, and has everything drawn anew where it was.
    fn take_away(&mut self) -> io::Result<()> {
        let (Some(pixels), Some(_)) = (self.pixels, self.shown.area()) else { return Ok(()) };
        put(&self.shown.remove(pixels.protocol))?;
        self.canvas.clear()
    }

    /// Gives the terminal back, stops the process, and takes the terminal again when it continues.
    fn suspend(&mut self) -> io::Result<()> {
        self.take_away()?;
        self.drawn = None;
        self.canvas.suspend()
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
    ///
    /// # Errors
    ///
    /// The terminal could not be given back or taken again for control-Z.
    pub fn event(&mut self, event: &Event) -> io::Result<Reaction> {
        self.changed = Instant::now();
        let keys = match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => return Ok(Reaction::None),
            Event::Key(key) => return self.key(key),
            Event::Paste(text) => {
                self.report_left_out(text);
                teletype::keys(text)
            }
            Event::Resize(..) => {
                // What the terminal makes of a picture meanwhile is its own affair: everything is drawn anew.
                self.drawn = None;
                self.take_away()?;
                self.shown.forget();
                return Ok(Reaction::None);
            }
            _ => return Ok(Reaction::None),
        };
        Ok(self.typed(keys))
    }

    fn key(&mut self, key: &KeyEvent) -> io::Result<Reaction> {
        if key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL) {
            self.suspend()?;
            return Ok(Reaction::None);
        }
        self.front.notice = None;
        if key.code == KeyCode::Esc && self.front.close_help() {
            self.drawn = None;
            return Ok(Reaction::None);
        }
        if let Some(wish) = wish(key.code) {
            self.front.obey(wish, self.canvas.area().height);
            self.drawn = None;
            return Ok(Reaction::None);
        }
        if let KeyCode::F(number) = key.code {
            self.drawn = None;
            return Ok(Reaction::Function(number));
        }
        if let KeyCode::Char(character) = key.code {
            self.report_left_out(character.encode_utf8(&mut [0; 4]));
        }
        Ok(self.typed(keys_of(key)))
    }

    /// Reports the characters that have no key on the teletype.
    fn report_left_out(&mut self, text: &str) {
        let left_out = teletype::left_out(text);
        if !left_out.is_empty() {
            self.notice(&format!("Left out: the teletype has no key for {left_out}"));
        }
    }

    fn typed(&mut self, keys: Vec<u8>) -> Reaction {
        if keys.is_empty() {
            return Reaction::None;
        }
        self.front.typed();
        Reaction::Keys(keys)
    }
}

/// Whether the terminal is to be asked. One that is called dumb would print the questions, and the Linux console has no pictures.
fn wants_pixels(graphics: Graphics) -> bool {
    let term = std::env::var("TERM").unwrap_or_default();
    match graphics {
        Graphics::Auto => term != "dumb" && term != "linux",
        Graphics::Kitty | Graphics::Sixel | Graphics::Iterm => true,
        Graphics::Braille | Graphics::Blocks | Graphics::Ascii => false,
    }
}

/// What a person has chosen, or the terminal has said.
fn chosen(graphics: Graphics, answers: &Answers) -> Option<Pixels> {
    let protocol = match graphics {
        Graphics::Auto => return answers.pixels(cell_of_window()),
        Graphics::Kitty => Protocol::Kitty,
        Graphics::Sixel => Protocol::Sixel,
        Graphics::Iterm => Protocol::Iterm,
        Graphics::Braille | Graphics::Blocks | Graphics::Ascii => return None,
    };
    Some(Pixels { protocol, cell: answers.cell().or_else(cell_of_window).unwrap_or(USUAL_CELL) })
}

/// The size of a character by that of the window, where the terminal keeps that.
fn cell_of_window() -> Option<(u16, u16)> {
    let size = window_size().ok()?;
    let (width, height) = (size.width.checked_div(size.columns)?, size.height.checked_div(size.rows)?);
    (width > 0 && height > 0).then_some((width, height))
}

/// Writes to the terminal.
fn put(bytes: &[u8]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(bytes).and_then(|()| output.flush())
}

impl Drop for Screen {
    fn drop(&mut self) {
        // A terminal that has gone away needs nothing.
        let _ = self.take_away();
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
